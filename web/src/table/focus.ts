/** The keyboard's focus stays near when what it was on goes: a card that is played, a button that was pressed. */

export function keepFocus(root: HTMLElement): { destroy(): void } {
  let last: HTMLElement | null = null; // where the keyboard was
  let group: Element | null = null;

  function focus({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement)) return;
    last = target.matches(":focus-visible") ? target : null;
    group = target.closest("[role=group]");
  }

  function lost(): void {
    if (!last || document.activeElement !== document.body || document.querySelector("dialog[open]")) return;
    if (last.isConnected && last.checkVisibility()) return;
    const near = group?.isConnected ? group.querySelector<HTMLElement>("[data-pick][tabindex='0']") : null;
    const goal = near ?? root.querySelector<HTMLElement>(".tray .pick[tabindex='0']") ?? root.querySelector<HTMLElement>(".tray");
    last = null;
    goal?.focus({ preventScroll: true });
  }

  const watch = new MutationObserver(lost);
  watch.observe(root, { childList: true, subtree: true });
  root.addEventListener("focusin", focus);
  return {
    destroy() {
      watch.disconnect();
      root.removeEventListener("focusin", focus);
    },
  };
}
