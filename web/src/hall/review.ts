/** A review of a game, and how its curve is drawn. It knows no game. */
import type { Because } from "../table/hint";
import { letters } from "./retold";

/** An answer that cost its seat something, and what a bot would have answered. */
export interface Turning {
  position: number;
  seat: number;
  played: string;
  better: string;
  chance: number;
  better_chance: number;
  why: Because[];
  also: { move: string; chance: number }[]; // what else the bot thought of
}

/** A fall of the curve that no answer explains, and luck does. */
export interface Luck {
  position: number; // the moment after it
  seat: number;
  loss: number;
}

/** A jump of the curve that neither a turning point nor luck explains: no bot had foreseen it. */
export interface Leap {
  position: number; // the moment after it
  seat: number;
  change: number;
}

/** What comes of all answers of a seat that were looked at closely. */
export interface Sum {
  looked: number;
  same: number; // a bot would have given them, too
  points: number; // of a hundred, that the others cost all in all
}

export interface Review {
  review: string;
  state: "working" | "done" | "failed";
  done: number;
  total: number;
  together: boolean;
  positions: number[]; // of the curve, rising
  chances: number[][]; // there, by seat
  turnings: Turning[];
  sums: Sum[]; // by seat
  luck: Luck[];
  leaps: Leap[];
}

export interface Frame {
  wide: number;
  high: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export const percent = (share: number): number => Math.round(100 * share);

const sum = (shares: number[]): number => shares.reduce((whole, share) => whole + share, 0);

/** Whether these are shares of one win: else they are chances apart, as where several may win, or of one alone. */
export const isShared = (shares: number[]): boolean => Math.abs(sum(shares) - 1) <= 0.005 * shares.length;

/** Shares of one whole in percent: rounded so that they, too, add up; the largest rests are rounded up. */
export function percents(shares: number[]): number[] {
  if (!isShared(shares)) return shares.map(percent);
  const whole = sum(shares);
  const exact = shares.map((share) => (100 * share) / whole);
  const rounded = exact.map(Math.floor);
  const rest = (seat: number): number => exact[seat]! - rounded[seat]!;
  const order = exact.map((_, seat) => seat).sort((a, b) => rest(b) - rest(a));
  const missing = 100 - rounded.reduce((sum, one) => sum + one, 0);
  for (const seat of order.slice(0, missing)) rounded[seat]! += 1;
  return rounded;
}

/** Points of a hundred that an answer cost. */
export function loss({ chance, better_chance: better }: Turning): number {
  return Math.max(1, percent(better) - percent(chance));
}

/** The curves that are drawn: of every seat, or one where all win or lose together. */
export function series({ chances, together }: Review): number[][] {
  const seats = together ? 1 : (chances[0]?.length ?? 0);
  return Array.from({ length: seats }, (_, seat) => chances.map((shares) => shares[seat] ?? 0));
}

export const x = (frame: Frame, position: number, last: number): number => frame.left + ((frame.wide - frame.left - frame.right) * position) / Math.max(1, last);
export const y = (frame: Frame, share: number): number => frame.high - frame.bottom - (frame.high - frame.top - frame.bottom) * share;

/** Where a pointer at this place of the drawing points in the game. */
export function positionAt(frame: Frame, at: number, last: number): number {
  const share = (at - frame.left) / (frame.wide - frame.left - frame.right);
  return Math.round(Math.min(1, Math.max(0, share)) * last);
}

/** The moment of the curve that is known nearest to a position: its index, or -1. */
export function nearest(positions: number[], at: number): number {
  let best = -1;
  positions.forEach((position, index) => {
    if (best < 0 || Math.abs(position - at) < Math.abs(positions[best]! - at)) best = index;
  });
  return best;
}

/** What a line tells at a position: between two moments that are known, what is drawn there. */
export function shareAt(positions: number[], line: number[], at: number): number {
  const after = positions.findIndex((position) => position >= at);
  if (after < 1) return line.at(after) ?? 0; // the first, or none after it
  const [from, to] = [positions[after - 1]!, positions[after]!];
  const [one, two] = [line[after - 1]!, line[after]!];
  return one + ((two - one) * (at - from)) / (to - from);
}

/** Where words of this width stand beside a point: within the drawing, and clear of these marks, if they can. */
export function beside(frame: Frame, { x, y }: Point, wide: number, marks: Point[]): Point & { anchor: "start" | "end" } {
  const isLate = x > frame.wide * 0.6;
  const places = (isLate ? [-1, 1] : [1, -1]).flatMap((side) => (isLate ? [18, -8] : [-8, 18]).map((down) => ({ side, x: x + 10 * side, y: y + down })));
  const reach = ({ side, x }: { side: number; x: number }): [number, number] => (side < 0 ? [x - wide, x] : [x, x + wide]);
  const isIn = (one: (typeof places)[number]): boolean => {
    const [from, to] = reach(one);
    return from >= frame.left && to <= frame.wide - frame.right && one.y >= frame.top && one.y <= frame.high - frame.bottom - 4;
  };
  const isClear = (one: (typeof places)[number]): boolean => {
    const [from, to] = reach(one);
    return marks.every((mark) => mark.x < from - ROUND || mark.x > to + ROUND || Math.abs(mark.y - one.y + 5) > ROUND + 7);
  };
  const { side, ...place } = places.find((one) => isIn(one) && isClear(one)) ?? places.find(isIn) ?? places[0]!;
  return { ...place, anchor: side < 0 ? "end" : "start" };
}
const ROUND = 14; // half of a mark

/** A name in one line or two, of so many letters each: broken between words, and cut only where a line is too short. */
export function lined(name: string, most: number): string[] {
  const words = name.split(" ");
  const breaks = words.map((_, n) => [words.slice(0, n).join(" "), words.slice(n).join(" ")].filter(Boolean));
  const lines = breaks.find((two) => two.every((line) => letters(line) <= most)) ?? [name];
  return lines.map((line) => cut(line, most));
}

function cut(text: string, most: number): string {
  let kept = text;
  while (letters(kept) > most) kept = [...kept.replace("…", "")].slice(0, -1).join("") + "…";
  return kept;
}

/** Places along a line, moved apart so that none is nearer to the next than this. */
export function apart(places: number[], gap: number, most: number): number[] {
  const order = places.map((_, index) => index).sort((a, b) => places[a]! - places[b]!);
  const moved = [...places];
  order.forEach((index, n) => {
    const before = order[n - 1];
    if (before !== undefined) moved[index] = Math.max(moved[index]!, moved[before]! + gap);
  });
  // From the end back, so that the last is not pushed out.
  let limit = most;
  for (const index of order.toReversed()) {
    moved[index] = Math.min(moved[index]!, limit);
    limit = moved[index]! - gap;
  }
  return moved;
}

export interface Point {
  x: number;
  y: number;
}

/** Points in a drawing, moved so that none lies upon another: up, as long as there is room, else down. */
export function stacked(points: Point[], gap: number, top: number): Point[] {
  const placed: Point[] = [];
  for (const { x, y } of points) {
    const rows = points.flatMap((_, n) => [y - n * gap, y + n * gap]).filter((row) => row >= top || row === y);
    const isFree = (row: number): boolean => placed.every((one) => Math.hypot(one.x - x, one.y - row) >= gap);
    placed.push({ x, y: rows.find(isFree) ?? y });
  }
  return placed;
}

/** The moment that a review opens on, as long as no answer is marked: past the set-up, which is part of the first section. */
export function opening(sections: { at: number }[]): number {
  return sections[1]?.at ?? sections[0]?.at ?? 0;
}

/** The turning points that are shown: all, or those of one's own answers, each with its number. */
export function shownOf(turnings: Turning[], isMine: (one: Turning) => boolean, mineOnly: boolean): { one: Turning; number: number }[] {
  const all = turnings.map((one, index) => ({ one, number: index + 1 }));
  const own = all.filter(({ one }) => isMine(one));
  return mineOnly && own.length ? own : all;
}
