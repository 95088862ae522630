/** A row that scrolls sideways tells by its class at which end more of it lies: `more-before`, `more-after`. */
const SLACK = 6; // pixels of padding and rounding

export function edges(row: HTMLElement): { destroy(): void } {
  function look(): void {
    row.classList.toggle("more-before", row.scrollLeft > SLACK);
    row.classList.toggle("more-after", row.scrollWidth - row.clientWidth - row.scrollLeft > SLACK);
  }
  const sizes = new ResizeObserver(look);
  const cards = new MutationObserver(look);
  sizes.observe(row);
  cards.observe(row, { childList: true });
  row.addEventListener("scroll", look, { passive: true });
  look();
  return {
    destroy() {
      sizes.disconnect();
      cards.disconnect();
      row.removeEventListener("scroll", look);
    },
  };
}
