/** Cards may be dragged to a spot: taking one up points at it, letting go over a lit spot answers. */
import type { Table } from "./table.svelte";

const FAR = 8; // pixels from which on it is a drag and not a press

export function drag(group: HTMLElement, table: Table): { destroy(): void } {
  let card: HTMLElement | null = null;
  let start = { x: 0, y: 0 };
  let ghost: HTMLElement | null = null;
  let over: Element | null = null;

  function spotAt(event: PointerEvent): HTMLElement | null {
    const area = document.elementFromPoint(event.clientX, event.clientY)?.closest(".spot-area");
    return area?.querySelector<HTMLElement>("[data-spot]") ?? null;
  }

  function down(event: PointerEvent): void {
    const found = (event.target as Element).closest<HTMLElement>("[data-pick][data-card]");
    if (!found || event.button || !table.lit.has(Number(found.dataset.card))) return;
    card = found;
    start = { x: event.clientX, y: event.clientY };
    addEventListener("pointermove", move);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", stop);
  }

  function move(event: PointerEvent): void {
    if (!card) return;
    const x = event.clientX - start.x;
    const y = event.clientY - start.y;
    if (!ghost) {
      if (Math.hypot(x, y) < FAR) return;
      ghost = table.motion.lift(card);
      ghost.classList.add("dragged");
      card.classList.add("lifted");
      const number = Number(card.dataset.card);
      table.whisper = null;
      if (!table.marked.includes(number)) table.module.point(table, number);
    }
    ghost.style.setProperty("transform", `translate(${x}px, ${y}px) rotate(-2deg)`);
    const spot = spotAt(event);
    if (spot !== over) {
      over?.closest(".spot-area")?.classList.remove("under");
      over = spot;
      spot?.closest(".spot-area")?.classList.add("under");
    }
  }

  function drop(event: PointerEvent): void {
    const name = ghost ? spotAt(event)?.dataset.spot : undefined;
    if (ghost) {
      // What follows a drag is no press.
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
    }
    stop();
    if (name === undefined) return;
    if (table.lit.has(name)) {
      if (table.spot !== name) table.module.point(table, name);
      table.press("go");
    } else void table.wonder(name, "stay");
  }

  function stop(): void {
    ghost?.parentElement?.remove();
    card?.classList.remove("lifted");
    over?.closest(".spot-area")?.classList.remove("under");
    card = ghost = over = null;
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", drop);
    removeEventListener("pointercancel", stop);
  }

  group.addEventListener("pointerdown", down);
  return {
    destroy() {
      stop();
      group.removeEventListener("pointerdown", down);
    },
  };
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
