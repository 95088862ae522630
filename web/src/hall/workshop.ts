/** The workshop's talk with the server, and the arithmetic of its plots. */
import { ask, type SeatPlan } from "../table/net";
import type { NewTable } from "../table/types";

export type Value = boolean | number | string | string[];

export interface Sheet {
  name: string;
  fields: string[];
  words: Record<string, string[]>; // by field whose cells are lists of words: all of these
  rows: { line: number; cells: Record<string, unknown> }[];
}

export interface Told {
  game: string;
  edition: string;
  base: string; // a hash of its values
  editions: string[];
  players: number[];
  bots: string[];
  most: number;
  sheets: Sheet[];
}

export interface Cell {
  line: number;
  field: string;
  value: Value;
}

/** An edition file of one's own. */
export interface Own {
  edition: string;
  text: string;
}

export interface Sketch {
  edition: string;
  text?: string; // of an edition of one's own
  name: string;
  changes: Cell[];
}

export interface Found {
  name: string;
  about: string;
  share: boolean;
  before: number | null;
  after: number | null;
  difference: [number, number, number] | null; // with the ends of its interval
  clear: boolean;
}

export interface Run {
  run?: string;
  game?: string;
  state: "none" | "running" | "done" | "stopped" | "failed";
  about?: Sketch & { base: string; players: number; bot: string };
  of: number;
  games: number; // of each side, that what was found is about
  played: number; // of each side: more than that, until it is looked again
  seconds: number;
  why: string;
  changes: Found[];
}

export const workshop = {
  isOpen: () => ask<{ open: boolean }>("/api/workshop").then(({ open }) => open),
  sheet: (game: string, edition = "") => ask<Told>(`/api/workshop/${game}${edition && `?edition=${encodeURIComponent(edition)}`}`),
  own: (game: string, own: Own) => ask<Told>(`/api/workshop/${game}/sheet`, own),
  file: (game: string, sketch: Sketch) => ask<{ name: string; text: string }>(`/api/workshop/${game}/file`, sketch),
  weigh: (game: string, asked: Sketch & { players: number; games: number; bot: string }) => ask<Run>(`/api/workshop/${game}/run`, asked),
  run: () => ask<Run>("/api/workshop/run"),
  stop: () => ask<Run>("/api/workshop/run/stop", {}),
  table: (game: string, asked: Sketch & { seats: SeatPlan[]; language: string }) => ask<NewTable>(`/api/workshop/${game}/table`, asked),
};

export type Kind = "number" | "nested" | "flag" | "word" | "words" | "text" | "fixed";
const FEW = 14; // different words of a column that are offered as a choice
const MOST = 12; // numbers inside of one cell that can be changed: a drawing has hundreds

/** A bit of a cell that has parts of its own: words, or a number that stands on a path such as `cost.food`. */
export type Piece = { words: string } | { name: string; path: string; number: number };

/** A cell with parts as groups of pieces. The first word of a table says what it is, so its key is left out. */
export function groupsOf(value: unknown, path: string): Piece[][] {
  if (Array.isArray(value) && value.some((one) => typeof one === "object")) return value.map((one, at) => piecesOf(one, `${path}.${at}`));
  return [piecesOf(value, path)];
}

function piecesOf(value: unknown, path: string, name = ""): Piece[] {
  if (typeof value === "number" && Number.isInteger(value)) return [{ name, path, number: value }];
  const said: Piece[] = name ? [{ words: name }] : [];
  if (Array.isArray(value)) return [...said, ...value.flatMap((one, at) => piecesOf(one, `${path}.${at}`))];
  if (typeof value !== "object" || value === null) return value === true ? said : [...said, { words: String(value) }];
  return [
    ...said,
    ...Object.entries(value).flatMap(([key, one], at) => piecesOf(one, `${path}.${key}`, at === 0 && typeof one === "string" ? "" : key)),
  ];
}

const numbersIn = (value: unknown): number => groupsOf(value, "").flat().filter((piece) => "path" in piece).length;

/** How the cells of a column are changed: of what has parts of its own, the numbers, if they are not too many. */
export function kindOf(sheet: Sheet, field: string): Kind {
  if (field in sheet.words) return "words";
  const values = sheet.rows.filter(({ cells }) => field in cells).map(({ cells }) => cells[field]);
  if (values.every((value) => typeof value === "boolean")) return "flag";
  if (values.every((value) => Number.isInteger(value))) return "number";
  if (!values.every((value) => typeof value === "string")) {
    const counts = values.map(numbersIn);
    return Math.max(...counts) && Math.max(...counts) <= MOST ? "nested" : "fixed";
  }
  return new Set(values).size <= FEW && new Set(values).size < values.length ? "word" : "text";
}

const ORDER: Kind[] = ["number", "nested", "flag", "words", "word", "text", "fixed"]; // what one would change first

/** The columns of a sheet, numbers first, without those that name its rows. */
export function columnsOf(sheet: Sheet, without: string[]): { field: string; kind: Kind }[] {
  const found = sheet.fields.filter((field) => !without.includes(field)).map((field) => ({ field, kind: kindOf(sheet, field) }));
  return found.sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));
}

/** The part that one would change first: the one with the most rows of numbers, else of anything that can be changed. */
export function firstPart(sheets: Sheet[]): number {
  for (const kinds of [["number"], ["nested"], ["flag", "words", "word"]]) {
    const counts = sheets.map((sheet) => {
      const fields = sheet.fields.filter((field) => field !== "id" && kinds.includes(kindOf(sheet, field)));
      return sheet.rows.filter(({ cells }) => fields.some((field) => field in cells)).length;
    });
    const most = Math.max(0, ...counts);
    if (most) return counts.indexOf(most);
  }
  return 0;
}

/** The words that a column knows. */
export function wordsOf(sheet: Sheet, field: string): string[] {
  return sheet.words[field] ?? [...new Set(sheet.rows.flatMap(({ cells }) => (typeof cells[field] === "string" ? [cells[field]] : [])))];
}

export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether a run, of this window or another, is about just these changes of the edition that is shown. */
export function isAbout(run: Run, told: Told, sketch: Sketch): boolean {
  const listed = (changes: Cell[]): string[] => changes.map(({ line, field, value }) => JSON.stringify([line, field, value])).sort();
  return run.about?.base === told.base && same(listed(run.about.changes), listed(sketch.changes));
}

function recalled<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") as T | null;
  } catch {
    return null; // no storage here, or nothing that can be read
  }
}

function remember(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // no storage here: leaving loses it
  }
}

const ownOf = (game: string): string => `duskhall.workshop-own ${game}`;
export const keepOwn = (game: string, own: Own | null): void => remember(ownOf(game), own);
export const keptOwn = (game: string): Own | null => recalled<Own>(ownOf(game));

const savedOf = (told: Told): string => `duskhall.workshop-saved ${told.game} ${told.base}`;
/** Just these changes, under this name, were saved as a file that is called so. */
export const keepSaved = (told: Told, { name, changes }: Sketch, file: string): void => remember(savedOf(told), { file, of: { name, changes } });

/** The file that just these changes were saved as, or nothing. */
export function savedAs(told: Told, { name, changes }: Sketch): string {
  const kept = recalled<{ file: string; of: unknown }>(savedOf(told));
  return kept && same(kept.of, { name, changes }) ? kept.file : "";
}

const LARGE = 400_000; // bytes: several times what an edition may have

/** An edition file that was chosen, or nothing where it is none at a glance. Its name is that of the file. */
export async function readOwn(file: File): Promise<Own | null> {
  if (file.size > LARGE) return null;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    return { edition: [...file.name.replace(/\.toml$/i, "")].slice(0, 60).join("") || "own", text };
  } catch {
    return null; // no text
  }
}

const draftOf = (told: Told): string => `duskhall.workshop ${told.game} ${told.base}`;

/** What was changed in this window before one left, in cells that there still are. */
export function drafted(told: Told): Record<string, Value> {
  const cells = new Map(told.sheets.flatMap(({ rows }) => rows.map(({ line, cells }) => [String(line), cells])));
  const isThere = (key: string): boolean => {
    const at = key.indexOf(" ");
    const [line, field] = [key.slice(0, at), key.slice(at + 1)];
    return beforeOf(cells.get(line) ?? {}, field) !== undefined;
  };
  const kept = recalled<Record<string, Value>>(draftOf(told)) ?? {};
  return Object.fromEntries(Object.entries(kept).filter(([cell]) => isThere(cell)));
}

export const keepDraft = (told: Told, values: Record<string, Value>): void => remember(draftOf(told), values);

/** What stands in a cell, or in a part of one that dots lead to. */
export function beforeOf(cells: Record<string, unknown>, field: string): unknown {
  if (field in cells) return cells[field];
  return field.split(".").reduce<unknown>((value, key) => (typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined), cells);
}

/** A value as a short text. */
export function short(value: unknown): string {
  if (value === undefined) return "–";
  if (typeof value !== "object") return String(value);
  const said = groupsOf(value, "").map((group) => group.map((piece) => ("words" in piece ? piece.words : `${piece.name} ${piece.number}`.trim())).join(" "));
  return said.join(" · ") || "–";
}

/** The line that a refusal names, or 0. */
export function lineIn(sentence: string): number {
  return Number(/line (\d+)/.exec(sentence)?.[1] ?? 0);
}

/** What a refusal says of a changed cell, by the line and the field that it names; or nothing, where it names none of them. */
export function refusedCell(sentence: string, keys: string[]): { key: string; why: string } | null {
  const [, line, why, field] = /line (\d+): ('([^']+)'.*)/s.exec(sentence) ?? [];
  const key = keys.find((one) => one === `${line} ${field}` || (one.startsWith(`${line} `) && one.endsWith(`.${field}`)));
  return key && why ? { key, why } : null;
}

const IN_PERCENT = ["last-lead"]; // means that are percent of something themselves

/** What makes percent of a value: nothing does of an amount, such as points or answers. */
export const percentOf = ({ share, name }: Found): number => (share ? 100 : IN_PERCENT.includes(name) ? 1 : 0);

/** A difference with its interval on the group's axis: percentage points, or percent of amounts. */
export function onAxis(found: Found): [number, number, number] | null {
  if (!found.difference) return null;
  const factor = percentOf(found);
  const size = factor ? 100 / factor : Math.max(Math.abs(found.before ?? 0), Math.abs(found.after ?? 0));
  if (!size) return null;
  const [value, low, high] = found.difference;
  return [(100 * value) / size, (100 * low) / size, (100 * high) / size];
}

/** How far an axis reaches to both sides, in round numbers. */
export function reachOf(all: Found[]): number {
  const most = Math.max(1, ...all.flatMap((found) => (onAxis(found) ?? []).map(Math.abs)));
  const power = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 5, 10].find((factor) => most <= factor * power) ?? 10) * power;
}

/** Where a value lies on an axis, in percent of its width. */
export const placeOf = (value: number, reach: number): number => 50 + (50 * Math.max(-reach, Math.min(reach, value))) / reach;

export const signed = (value: number, digits: number): string => (value < 0 ? "−" : "+") + Math.abs(value).toFixed(digits);

/** A value with its unit: percent, or an amount as it is. */
export function shown(found: Found, value: number | null): string {
  if (value === null) return "–";
  const factor = percentOf(found);
  return factor ? `${(factor * value).toFixed(1)}\u00a0%` : value.toFixed(2);
}

/** A difference and how far it may be off: percentage points, or an amount. */
export function differs(found: Found): [string, string] | null {
  if (!found.difference) return null;
  const [value, , high] = found.difference;
  const factor = percentOf(found);
  const digits = factor ? 1 : 2;
  return [signed(value * (factor || 1), digits), `±${((high - value) * (factor || 1)).toFixed(digits)}${factor ? "\u00a0pp" : ""}`];
}

/** Seconds that a run will take yet, or nothing where that is not known. */
export function secondsLeft(run: Run): number | null {
  return run.state === "running" && run.played ? Math.round((run.seconds * (run.of - run.played)) / run.played) : null;
}
