/** Arrow keys walk along the cards of a group; only one of them is a stop of the Tab key: one that can be chosen, if there is any. */
const STOPS = "[data-pick]";
const CHOSEN = ".legal, .picked";

let isTabbing = false; // whether the focus goes where the Tab key brings it
document.addEventListener("keydown", (event) => (isTabbing = event.key === "Tab"), true);
document.addEventListener("pointerdown", () => (isTabbing = false), true);

export function rove(group: HTMLElement): { destroy(): void } {
  const stops = () => [...group.querySelectorAll<HTMLElement>(STOPS)];

  function tidy(): void {
    const all = stops();
    const current = all.find((stop) => stop.tabIndex === 0) ?? all[0];
    for (const stop of all) {
      const index = stop === current ? 0 : -1;
      if (stop.tabIndex !== index) stop.tabIndex = index;
    }
  }

  function focus(event: FocusEvent): void {
    const stop = (event.target as HTMLElement).closest<HTMLElement>(STOPS);
    if (!stop) return;
    if (isTabbing && !stop.matches(CHOSEN) && !group.contains(event.relatedTarget as Node | null)) {
      const choice = stops().find((one) => one.matches(CHOSEN));
      if (choice) return choice.focus();
    }
    for (const other of stops()) other.tabIndex = other === stop ? 0 : -1;
  }

  function key(event: KeyboardEvent): void {
    const all = stops();
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const goal = neighbour(all, at, event.key);
    if (!goal) return;
    event.preventDefault();
    event.stopPropagation();
    goal.focus();
  }

  const watch = new MutationObserver(tidy);
  watch.observe(group, { childList: true, subtree: true });
  group.addEventListener("focusin", focus);
  group.addEventListener("keydown", key);
  tidy();
  return {
    destroy() {
      watch.disconnect();
      group.removeEventListener("focusin", focus);
      group.removeEventListener("keydown", key);
    },
  };
}

function neighbour(all: HTMLElement[], at: number, key: string): HTMLElement | undefined {
  if (key === "ArrowRight") return all[(at + 1) % all.length];
  if (key === "ArrowLeft") return all[(at - 1 + all.length) % all.length];
  if (key === "Home") return all[0];
  if (key === "End") return all.at(-1);
  if (key !== "ArrowUp" && key !== "ArrowDown") return undefined;
  const here = all[at]!.getBoundingClientRect();
  const down = key === "ArrowDown";
  let best: HTMLElement | undefined;
  let least = Infinity;
  for (const other of all) {
    const box = other.getBoundingClientRect();
    if (down ? box.top < here.bottom - 8 : box.bottom > here.top + 8) continue;
    const far = Math.abs(box.left - here.left) + 2 * Math.abs(box.top - here.top);
    if (far < least) [least, best] = [far, other];
  }
  return best;
}
