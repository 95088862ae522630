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

export interface Sketch {
  edition: string;
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
  about?: Sketch & { players: number; bot: string };
  of: number;
  games: number;
  seconds: number;
  why: string;
  changes: Found[];
}

export const workshop = {
  isOpen: () => ask<{ open: boolean }>("/api/workshop").then(({ open }) => open),
  sheet: (game: string, edition = "") => ask<Told>(`/api/workshop/${game}${edition && `?edition=${encodeURIComponent(edition)}`}`),
  file: (game: string, sketch: Sketch) => ask<{ name: string; text: string }>(`/api/workshop/${game}/file`, sketch),
  weigh: (game: string, asked: Sketch & { players: number; games: number; bot: string }) => ask<Run>(`/api/workshop/${game}/run`, asked),
  run: () => ask<Run>("/api/workshop/run"),
  stop: () => ask<Run>("/api/workshop/run/stop", {}),
  table: (game: string, asked: Sketch & { seats: SeatPlan[]; language: string }) => ask<NewTable>(`/api/workshop/${game}/table`, asked),
};

export type Kind = "number" | "flag" | "word" | "words" | "text" | "fixed";
const FEW = 14; // different words of a column that are offered as a choice

/** How the cells of a column are changed: what has parts of its own is only shown. */
export function kindOf(sheet: Sheet, field: string): Kind {
  if (field in sheet.words) return "words";
  const values = sheet.rows.filter(({ cells }) => field in cells).map(({ cells }) => cells[field]);
  if (values.every((value) => typeof value === "boolean")) return "flag";
  if (values.every((value) => Number.isInteger(value))) return "number";
  if (!values.every((value) => typeof value === "string")) return "fixed";
  return new Set(values).size <= FEW && new Set(values).size < values.length ? "word" : "text";
}

const ORDER: Kind[] = ["number", "flag", "words", "word", "text", "fixed"]; // what one would change first

/** The columns of a sheet, numbers first, without those that name its rows. */
export function columnsOf(sheet: Sheet, without: string[]): { field: string; kind: Kind }[] {
  const found = sheet.fields.filter((field) => !without.includes(field)).map((field) => ({ field, kind: kindOf(sheet, field) }));
  return found.sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));
}

/** The part that one would change first: one with numbers, else one in which anything can be changed. */
export function firstPart(sheets: Sheet[]): number {
  const holds = (kinds: Kind[]): number => sheets.findIndex((sheet) => sheet.fields.some((field) => field !== "id" && kinds.includes(kindOf(sheet, field))));
  return [holds(["number"]), holds(["flag", "words", "word"]), 0].find((at) => at >= 0) ?? 0;
}

/** The words that a column knows. */
export function wordsOf(sheet: Sheet, field: string): string[] {
  return sheet.words[field] ?? [...new Set(sheet.rows.flatMap(({ cells }) => (typeof cells[field] === "string" ? [cells[field]] : [])))];
}

export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether a run, of this window or another, is about just these changes. */
export function isAbout(run: Run, sketch: Sketch): boolean {
  const listed = (changes: Cell[]): string[] => changes.map(({ line, field, value }) => JSON.stringify([line, field, value])).sort();
  return run.about?.edition === sketch.edition && same(listed(run.about.changes), listed(sketch.changes));
}

const draftOf = (told: Told): string => `duskhall.workshop ${told.game} ${told.edition}`;

/** What was changed in this window before one left, in cells that there still are. */
export function drafted(told: Told): Record<string, Value> {
  const cells = new Set(told.sheets.flatMap(({ fields, rows }) => rows.flatMap(({ line }) => fields.map((field) => `${line} ${field}`))));
  try {
    const kept = JSON.parse(sessionStorage.getItem(draftOf(told)) ?? "{}") as Record<string, Value>;
    return Object.fromEntries(Object.entries(kept).filter(([cell]) => cells.has(cell)));
  } catch {
    return {}; // no storage here, or nothing that can be read
  }
}

export function keepDraft(told: Told, values: Record<string, Value>): void {
  try {
    sessionStorage.setItem(draftOf(told), JSON.stringify(values));
  } catch {
    // no storage here: leaving loses what was not saved
  }
}

/** A value as a short text. */
export function short(value: unknown): string {
  if (value === undefined) return "–";
  return typeof value === "string" ? value : Array.isArray(value) && value.every((one) => typeof one === "string") ? value.join(" ") : JSON.stringify(value);
}

/** The line that a refusal names, or 0. */
export function lineIn(sentence: string): number {
  return Number(/line (\d+)/.exec(sentence)?.[1] ?? 0);
}

/** A difference with its interval on the group's axis: points of shares, percent of numbers. */
export function onAxis(found: Found): [number, number, number] | null {
  if (!found.difference) return null;
  const size = found.share ? 1 : Math.max(Math.abs(found.before ?? 0), Math.abs(found.after ?? 0));
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
export const shown = (found: Found, value: number | null): string => (value === null ? "–" : found.share ? (100 * value).toFixed(1) : value.toFixed(2));

/** Seconds that a run will take yet, or nothing where that is not known. */
export function secondsLeft(run: Run): number | null {
  return run.state === "running" && run.games ? Math.round((run.seconds * (run.of - run.games)) / run.games) : null;
}
