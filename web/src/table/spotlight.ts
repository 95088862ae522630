/** Where the light of a lesson falls, and where its note finds room. */

export interface Box {
  x: number;
  y: number;
  wide: number;
  high: number;
}

const PARTS: Record<string, string> = { ribbon: ".ribbon", board: ".board", seats: ".seats", phases: ".phases", side: ".side", hand: ".tray", go: ".ribbon .btn.go", quiet: ".ribbon .ribbon-act .btn.quiet" };
const MARKS: Record<string, (name: string) => string> = {
  card: (name) => `[data-card="${name}"]`,
  place: (name) => `[data-place~="${name}"]`,
  number: (name) => `[data-number="${name}"]`,
  seat: (name) => `[data-home="${name}"]`,
  spot: (name) => `[data-spot="${name}"]`,
  part: (name) => PARTS[name] ?? `[data-part="${name}"]`,
};
const EDGE = 6; // pixels of light around a thing
const GAP = 16; // between a thing and the note
const TOP = 60; // pixels down to below the bar
const NARROW = 721; // pixels: below, the note is as wide as the page

/** What is meant by a kind and its names: of several that are drawn, the largest. */
export function meant(root: ParentNode, shown: string): Element | null {
  const [kind = "", ...words] = shown.split(" ");
  const names = words[0]?.startsWith("=") ? [words.join(" ")] : words; // a whole answer is one name
  let best: Element | null = null;
  let most = 0;
  for (const name of names) {
    const selector = MARKS[kind]?.(name);
    for (const found of selector ? root.querySelectorAll(selector) : []) {
      const element = (kind === "spot" && found.closest(".spot-area")) || found;
      const { width, height } = element.getBoundingClientRect();
      if (width * height > most) [best, most] = [element, width * height];
    }
  }
  return best;
}

function touches(one: Box, two: Box): boolean {
  return one.x < two.x + two.wide && one.x + one.wide > two.x && one.y < two.y + two.high && one.y + one.high > two.y;
}

function shared(one: Box, two: Box): number {
  const wide = Math.min(one.x + one.wide, two.x + two.wide) - Math.max(one.x, two.x);
  const high = Math.min(one.y + one.high, two.y + two.high) - Math.max(one.y, two.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** The place for a note of this size: it touches nothing that is lit, as far as there is room. */
export function room(holes: Box[], wide: number, high: number, page: { wide: number; high: number }): { x: number; y: number } {
  const side = page.wide < NARROW ? (page.wide - wide) / 2 : GAP;
  const main = holes[0];
  const middle = { x: (page.wide - wide) / 2, y: Math.max(GAP, (page.high - high) / 2.6) };
  if (!main) return middle;
  const clamp = (x: number, y: number) => ({
    x: Math.min(Math.max(x, side), Math.max(side, page.wide - wide - side)),
    y: Math.min(Math.max(y, 8), Math.max(8, page.high - high - 8)),
  });
  const around = (hole: Box) => [
    clamp(hole.x, hole.y + hole.high + GAP),
    clamp(hole.x + hole.wide - wide, hole.y + hole.high + GAP),
    clamp(hole.x + hole.wide + GAP, hole.y),
    clamp(hole.x - wide - GAP, hole.y),
    clamp(hole.x, hole.y - high - GAP),
    clamp(hole.x + hole.wide - wide, hole.y - high - GAP),
  ];
  const tries = [...holes.flatMap(around), middle, clamp(0, TOP)];
  const free = tries.find(({ x, y }) => !holes.some((hole) => touches({ x, y, wide, high }, hole)));
  const cover = ({ x, y }: { x: number; y: number }) => holes.reduce((sum, hole) => sum + shared({ x, y, wide, high }, hole), 0);
  return free ?? tries.reduce((best, one) => (cover(one) < cover(best) ? one : best));
}

/** Asked of a thing, so that what frames it brings it into view in its own way: a map is moved, and not scrolled. */
export const BRING = "bring-into-view";

export function bring(element: Element, block: ScrollLogicalPosition, inline: ScrollLogicalPosition = "nearest"): void {
  element.scrollIntoView({ block, inline });
  element.dispatchEvent(new CustomEvent(BRING, { bubbles: true }));
}

interface Edges {
  left: number;
  right: number;
  top: number;
}

/** Down to where a thing may be seen: what lies beside the tray is not covered by it. */
export function foot(thing: Edges, tray: Edges | undefined, page: number): number {
  return tray && thing.left < tray.right && thing.right > tray.left ? tray.top : page;
}

/** The box around a thing, as far as what frames it and the page show it down to here. */
export function around(element: Element, bottom: number): Box | null {
  const { left, top, right, bottom: foot } = element.getBoundingClientRect();
  const seen = { left: 2, top: 2, right: innerWidth - 2, bottom: bottom - 2 };
  for (let frame = element.parentElement; frame && frame !== document.body; frame = frame.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(frame);
    if (overflowX === "visible" && overflowY === "visible") continue;
    const edge = frame.getBoundingClientRect();
    seen.left = Math.max(seen.left, edge.left);
    seen.top = Math.max(seen.top, edge.top);
    seen.right = Math.min(seen.right, edge.right);
    seen.bottom = Math.min(seen.bottom, edge.bottom);
  }
  if (right <= seen.left || left >= seen.right || foot <= seen.top || top >= seen.bottom) return null;
  const x = Math.max(seen.left, left - EDGE);
  const y = Math.max(seen.top, top - EDGE);
  return { x, y, wide: Math.min(seen.right, right + EDGE) - x, high: Math.min(seen.bottom, foot + EDGE) - y };
}

/** Holes over what is shown, the first over what is meant, and the place for the note. */
export function placed(root: HTMLElement, show: string[], note: DOMRect, scroll = false): { holes: Box[]; at: { x: number; y: number }; size: { wide: number; high: number } } {
  const page = { wide: innerWidth, high: innerHeight };
  const holes: Box[] = [];
  for (const one of show) {
    const element = meant(root, one);
    if (!element) continue;
    if (scroll) bring(element, "nearest");
    const box = around(element, page.high);
    if (box) holes.push(box);
  }
  return { holes, at: room(holes, note.width, note.height, page), size: page };
}
