/** Tokens and items of a purse may be dragged onto its plate: what is let go there is added. */
const FAR = 8; // pixels from which on it is a drag and not a press

interface Carrying {
  side: string;
  add(thing: number): void;
}

export function carry(purse: HTMLElement, carrying: Carrying): { update(next: Carrying): void; destroy(): void } {
  let now = carrying;
  let held: HTMLElement | null = null;
  let ghost: HTMLElement | null = null;
  let start = { x: 0, y: 0 };

  const plateAt = (event: PointerEvent) =>
    document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>(`[data-plate="${now.side}"]`) ?? null;

  function down(event: PointerEvent): void {
    const found = (event.target as Element).closest<HTMLElement>("[data-thing]");
    if (!found || event.button) return;
    held = found;
    start = { x: event.clientX, y: event.clientY };
    addEventListener("pointermove", move);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", stop);
  }

  function move(event: PointerEvent): void {
    if (!held) return;
    const x = event.clientX - start.x;
    const y = event.clientY - start.y;
    if (!ghost) {
      if (Math.hypot(x, y) < FAR) return;
      ghost = held.cloneNode(true) as HTMLElement;
      const box = held.getBoundingClientRect();
      ghost.classList.add("carried");
      Object.assign(ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
      held.parentElement?.append(ghost);
    }
    ghost.style.transform = `translate(${x}px, ${y}px)`;
    document.querySelectorAll("[data-plate].under").forEach((plate) => plate.classList.remove("under"));
    plateAt(event)?.classList.add("under");
  }

  function drop(event: PointerEvent): void {
    const thing = Number(held?.dataset.thing);
    const plate = ghost ? plateAt(event) : null;
    if (ghost) {
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
    }
    stop();
    if (plate) now.add(thing);
  }

  function stop(): void {
    ghost?.remove();
    document.querySelectorAll("[data-plate].under").forEach((plate) => plate.classList.remove("under"));
    held = ghost = null;
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", drop);
    removeEventListener("pointercancel", stop);
  }

  const root = purse.closest<HTMLElement>("[data-purse]") ?? purse;
  root.addEventListener("pointerdown", down);
  return {
    update(next) {
      now = next;
    },
    destroy() {
      stop();
      root.removeEventListener("pointerdown", down);
    },
  };
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
