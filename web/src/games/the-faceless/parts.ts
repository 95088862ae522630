/** What expansions bring to the table, and where it lies: all of it told by the server. */
import { cardsAt, countAt } from "../../table/follow";
import type { Table } from "../../table/table.svelte";
import type { View } from "../../table/types";
import { groundOf, memories, obstacles, OFF, type Ground, type Obstacle, type Point } from "./board";
import { outlook } from "./faces";

export const AVATARS = ["spectral", "unspeakable", "puppetmaster", "eraserhead", "demon", "lurker"] as const;
export const DIE_FACES = ["powers_off", "one_more", "one_less", "shelter", "hunt", "nothing"] as const;
const LETTERS = "ABCDEFGH";
const ALL_SEEING = "all"; // eyes of a replay

/** The pieces of the expansions in this box, with their rules. */
export function piecesOf(table: Table): Record<string, string> {
  return groundOf(table).printed.pieces ?? {};
}

export function hasParts(table: Table): boolean {
  return Object.keys(piecesOf(table)).length > 0;
}

/** All numbers of a name: `eye_at.0`, `eye_at.1` and so on. */
function row({ numbers }: View, name: string): number[] {
  const found: number[] = [];
  for (let i = 0; numbers[`${name}.${i}`] !== undefined; i++) found.push(numbers[`${name}.${i}`]!);
  return found;
}

/** TF-150 Whether nobody sees the needle. */
export function isFogged({ numbers }: View): boolean {
  return numbers.fog === 1;
}

/** TF-153 Whether these eyes see no needle. A replay through everyone's shows what was hidden. */
export function isVeiled(table: Table): boolean {
  return isFogged(table.view) && table.eyes !== ALL_SEEING;
}

/** TF-130 Whether the Team follows the white end of the needle. */
export function followsWhite({ numbers }: View): boolean {
  return numbers.white === 1;
}

/** TF-118 Whether a Faceless may be turned, but not moved, in this turn. */
export function turnsOnly({ numbers }: View, figure: number): boolean {
  return ((numbers.turn_only ?? 0) >> figure & 1) === 1;
}

export interface Portal {
  letter: string;
  space: number;
}

export function portals(view: View): Portal[] {
  return row(view, "portal_at")
    .map((space, number) => ({ letter: LETTERS[number] ?? "?", space }))
    .filter(({ space }) => space !== OFF);
}

export interface Eye {
  space: number;
  isOpen: boolean;
}

export function eyes(view: View): Eye[] {
  const open = row(view, "eye_open");
  return row(view, "eye_at")
    .map((space, number) => ({ space, isOpen: open[number] === 1 }))
    .filter(({ space }) => space !== OFF);
}

export interface Haunted {
  place: number;
  space: number;
  way: number;
  steps: number; // that it pushes; 0 while it lies face-down
  known: number; // the same, also while it lies face-down, for eyes that see that
}

export function haunted(table: Table): Haunted[] {
  const { view } = table;
  const ways = row(view, "haunted_way");
  return row(view, "haunted_at")
    .map((space, place) => {
      const [card = OFF] = cardsAt(view, `haunted_shown.${place}`);
      const [below = card] = cardsAt(view, `haunted.${place}`);
      const steps = (one: number) => Number(table.cards[one]?.steps ?? 0);
      return { place, space, way: ways[place] ?? 0, steps: steps(card), known: steps(below) };
    })
    .filter(({ space }) => space !== OFF);
}

export function hauntedSpaces(view: View): number[] {
  return row(view, "haunted_at").filter((space) => space !== OFF);
}

/** Spaces of servants that roam. */
export function roaming(view: View): number[] {
  return row(view, "servant_at").filter((space) => space !== OFF);
}

/** External spaces of servants that the Puppetmaster has set. */
export function puppets(view: View): number[] {
  return row(view, "servant_out").filter((place) => place !== OFF);
}

/** Whether servants carry the memories. */
export function hasCarriers(table: Table): boolean {
  return "carriers" in piecesOf(table);
}

export function den(table: Table): number[] {
  return outlook(table).den ?? [];
}

/** The spaces around the Den. */
export function besideDen(table: Table): number[] {
  const cells = den(table);
  const { near } = groundOf(table);
  return [...new Set(cells.flatMap((space) => near[space]!.filter((other) => other !== OFF && !cells.includes(other))))];
}

/** The obstacles that are swamps. */
export function swamps(ground: Ground, view: View): Obstacle[] {
  const bits = view.numbers.swamps ?? 0;
  return bits ? obstacles(ground, view).filter(({ number }) => (bits >> number & 1) === 1) : [];
}

/** The spaces of the board that reverse the needle, and are not covered. */
export function reversing(table: Table): number[] {
  const ground = groundOf(table);
  const covered = new Set([...obstacles(ground, table.view).flatMap(({ cells }) => cells), ...den(table)]);
  return (ground.printed.reverse ?? []).filter((space) => !covered.has(space));
}

/** The avatars in play, as their cards name them. */
export function avatars(table: Table): string[] {
  return cardsAt(table.view, "avatar").map((card) => String(table.cards[card]?.avatar ?? ""));
}

/** Where one that is pushed from here comes down, if nothing stops it on the way. */
export function landing(ground: Ground, space: number, way: number, steps: number): number {
  let at = space;
  for (let step = 0; step < steps; step++) at = ground.step(at, way);
  return at;
}

/** How many cards lie on the deck that one alone has looked at. */
export function peeked(view: View): number {
  return peekedAt(view).reduce((sum, place) => sum + countAt(view, place), 0);
}

/** The card on top of the deck, if these eyes have seen it. */
export function topCard(view: View): number | undefined {
  return ["next", ...peekedAt(view)].flatMap((place) => cardsAt(view, place))[0];
}

function peekedAt(view: View): string[] {
  return Object.keys(view.places).filter((place) => place.startsWith("peeked"));
}

/** Whether all memories are found, and what still keeps the Team from winning. */
export function isHomeward(table: Table): boolean {
  return "home" in piecesOf(table) && !memories(table.view).length;
}

/** A closed outline at a distance around points that hang together, as so many points of it with what is inward. */
export function outline(points: readonly Point[], radius: number, count: number): { at: Point; inward: Point }[] {
  const middle = { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) };
  const corners = [...points].sort((a, b) => Math.atan2(a.y - middle.y, a.x - middle.x) - Math.atan2(b.y - middle.y, b.x - middle.x));
  const along: { at: Point; inward: Point }[] = [];
  const fine = 12; // points of one arc
  corners.forEach((corner, i) => {
    const before = corners[(i + corners.length - 1) % corners.length]!;
    const after = corners[(i + 1) % corners.length]!;
    const start = normal(before, corner);
    let end = normal(corner, after);
    while (end < start) end += 2 * Math.PI;
    for (let k = 0; k <= fine; k++) {
      const angle = start + ((end - start) * k) / fine;
      const out = { x: Math.cos(angle), y: Math.sin(angle) };
      along.push({ at: { x: corner.x + radius * out.x, y: corner.y + radius * out.y }, inward: { x: -out.x, y: -out.y } });
    }
  });
  return evenly(along, count);
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** The angle of what is outward of an edge, going around clockwise on the screen. */
function normal(from: Point, to: Point): number {
  return Math.atan2(to.y - from.y, to.x - from.x) - Math.PI / 2;
}

function evenly(along: { at: Point; inward: Point }[], count: number): { at: Point; inward: Point }[] {
  const lengths = along.map(({ at }, i) => {
    const next = along[(i + 1) % along.length]!.at;
    return Math.hypot(next.x - at.x, next.y - at.y);
  });
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  const found: { at: Point; inward: Point }[] = [];
  let i = 0;
  let passed = 0;
  for (let n = 0; n < count; n++) {
    const goal = (whole * n) / count;
    while (passed + lengths[i]! < goal && i < along.length - 1) passed += lengths[i++]!;
    const share = lengths[i] ? (goal - passed) / lengths[i]! : 0;
    const [one, two] = [along[i]!, along[(i + 1) % along.length]!];
    found.push({ at: { x: one.at.x + share * (two.at.x - one.at.x), y: one.at.y + share * (two.at.y - one.at.y) }, inward: one.inward });
  }
  return found;
}

/** Teeth along such an outline, as a path. */
export function teeth(points: readonly Point[], radius: number, count: number, long: number): string {
  const along = outline(points, radius, count);
  return along
    .map(({ at }, i) => {
      const { at: next } = along[(i + 1) % count]!;
      const { inward } = along[i]!;
      const tip = { x: (at.x + next.x) / 2 + long * inward.x, y: (at.y + next.y) / 2 + long * inward.y };
      return `M${at.x.toFixed(1)} ${at.y.toFixed(1)}L${tip.x.toFixed(1)} ${tip.y.toFixed(1)}L${next.x.toFixed(1)} ${next.y.toFixed(1)}Z`;
    })
    .join("");
}
