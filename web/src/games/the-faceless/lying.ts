/** What lies on a space, piece by piece: in words, and with the rule that explains it. */
import type { Table } from "../../table/table.svelte";
import { groundOf, memories, OFF } from "./board";
import { wayName } from "./faces";
import { besideDen, den, eyes, hasCarriers, haunted, piecesOf, portals, reversing, roaming, swamps } from "./parts";

export interface Lying {
  piece: string; // as the catalogue explains it, or "memory"
  label: string;
}

export function lying(table: Table, space: number): Lying[] {
  const { view } = table;
  const found: Lying[] = [];
  const add = (piece: string, label: string) => found.push({ piece, label });
  if (roaming(view).includes(space)) add("roaming", table.say("servant"));
  for (const { card } of memories(view).filter((memory) => memory.space === space)) {
    const name = card === OFF ? "" : table.card(card);
    if (hasCarriers(table)) add("carriers", name ? table.say("carrier-known", { card: name }) : table.say("carrier"));
    else add("memory", name ? table.say("memory-known", { card: name }) : table.say("memory"));
  }
  if (den(table).includes(space)) add("den", table.say("den"));
  for (const { letter, space: at } of portals(view)) if (at === space) add("portals", table.say("portal", { letter }));
  for (const { space: at, isOpen } of eyes(view)) if (at === space) add("eyes", table.say(isOpen ? "eye-open" : "eye-shut"));
  for (const { space: at, way, known } of haunted(table)) {
    if (at === space) add("haunted", table.say(known ? "haunted-known" : "haunted", { way: wayName(table, way), n: known }));
  }
  if (reversing(table).includes(space)) add("nightworld", table.say("reverse"));
  if (besideDen(table).includes(space)) add("den", table.say("beside-den"));
  return found;
}

/** What explains the pieces there: a swamp, then what lies on it from the top, with the rule of the first. */
export function explained(table: Table, space: number): { text: string; rule: string } | null {
  const wet = swamps(groundOf(table), table.view).some(({ cells }) => cells.includes(space));
  const pieces = new Set([...(wet ? ["swamp"] : []), ...lying(table, space).map(({ piece }) => piece)].filter((one) => one in piecesOf(table)));
  const [first] = pieces;
  if (first === undefined) return null;
  return { text: [...pieces].map((piece) => table.word("piece_text", piece)).join(table.catalogue.gap), rule: piecesOf(table)[first]! };
}

/** A piece that somebody stands on, with what it is drawn by. */
export type Below =
  | { kind: "memory"; card: number; count: number }
  | { kind: "portals"; letter: string }
  | { kind: "eyes"; shut: boolean }
  | { kind: "haunted"; way: number; steps: number; below: number }
  | { kind: "nightworld" };

/** What lies under the Team, Billygoat and servants, space by space. */
export function covered(table: Table, goat: number): { space: number; pieces: Below[] }[] {
  const { view } = table;
  const spaces = new Set([...roaming(view), goat, view.numbers.team ?? OFF]);
  spaces.delete(OFF);
  return [...spaces].map((space) => {
    const pieces: Below[] = [];
    const [photo, ...more] = memories(view).filter((memory) => memory.space === space);
    if (photo) pieces.push({ kind: "memory", card: photo.card, count: 1 + more.length });
    for (const { letter, space: at } of portals(view)) if (at === space) pieces.push({ kind: "portals", letter });
    for (const { space: at, isOpen } of eyes(view)) if (at === space) pieces.push({ kind: "eyes", shut: !isOpen });
    for (const { space: at, way, steps, known } of haunted(table)) if (at === space) pieces.push({ kind: "haunted", way, steps, below: known });
    if (reversing(table).includes(space)) pieces.push({ kind: "nightworld" });
    return { space, pieces };
  });
}

/** What comes of it when the Team steps there, beside memories, obstacles and Billygoat. */
export function meetings(table: Table, space: number): string[] {
  const { view } = table;
  const said: string[] = [];
  if (den(table).includes(space)) said.push(table.say("is-den"));
  if (roaming(view).includes(space)) said.push(table.say("is-servant"));
  for (const { space: at, isOpen } of eyes(view)) if (at === space) said.push(table.say(isOpen ? "is-eye-open" : "is-eye-shut"));
  if (reversing(table).includes(space)) said.push(table.say(view.numbers.white ? "is-reverse-red" : "is-reverse"));
  for (const { space: at, way, steps } of haunted(table)) {
    if (at === space) said.push(table.say(steps ? "is-haunted-known" : "is-haunted", { way: wayName(table, way), n: steps }));
  }
  return said;
}
