/** A table that is told again, from the frames of a game. */
import type { LogLine, Table } from "../table/table.svelte";
import type { Frames } from "../table/types";
import { advice } from "../words/advice";

export function retell(table: Table, frames: Frames, id: string, faces: string[] = []): void {
  table.replaying = true;
  table.id = id;
  table.game = frames.game;
  table.players = frames.players;
  table.options = frames.options;
  table.eyes = frames.eyes;
  table.commitment = frames.commitment;
  if (!table.seats.length) {
    table.seats = frames.names.map((name, i) => ({ kind: "person", name, bot: null, here: true, host: false, face: faces[i] ?? "" }));
  }
  table.cards = frames.cards;
  table.ordered = new Set(frames.ordered);
  table.board = frames.board ?? {};
  table.owners = frames.owners;
}

/** What was told until then. */
export function logUpTo(frames: Frames, position: number): LogLine[] {
  return frames.frames.slice(0, position + 1).flatMap((frame) => [
    ...frame.events.map((event) => ({ position: frame.position, event })),
    ...(frame.talk ?? []).map((said) => ({ position: frame.position, said })),
  ]);
}

/** Whether a bot answered for the person of the seat at this position. A record alone does not tell. */
export const wasDeputy = (frames: Frames | null, position: number): boolean => frames?.deputies?.includes(position) ?? false;

/** Who answered at this position, by the name of the seat. */
export function answerer(frames: Frames, position: number): string {
  const name = frames.names[frames.frames[position + 1]?.seat ?? -1] ?? "";
  return wasDeputy(frames, position) ? advice.w.review.deputy(name) : name;
}

export interface Section {
  at: number;
  label: string;
}

/** Where each phase of a game begins, by position. */
export function sectionsOf(table: Table | null, frames: Frames | null): Section[] {
  const found: Section[] = [];
  for (const { position, view } of frames?.frames ?? []) {
    if (!view.asks) continue;
    const label = table?.module.section(table, view) ?? "";
    if (found.at(-1)?.label !== label) found.push({ at: position, label });
  }
  return found;
}

const LETTER = 8; // pixels of a letter under the line
const BETWEEN = 6;

/** Letters of a text, by room: a Japanese one needs that of two. */
export const letters = (text: string): number => [...text].reduce((sum, letter) => sum + (letter > "\u2fff" ? 2 : 1), 0);

/** Those phases whose names can be read on a line of so many pixels: none lies upon another, nor upon the end's. */
export function legible(sections: Section[], last: number, wide: number, end: string, letter = LETTER): Set<number> {
  const wideness = (label: string): number => letter * letters(label) + BETWEEN;
  const kept = new Set<number>();
  let free = 0;
  for (const { at, label } of sections) {
    const left = (wide * at) / Math.max(1, last);
    const right = left + wideness(label);
    if (left < free || right > wide - wideness(end)) continue;
    kept.add(at);
    free = right;
  }
  return kept;
}
