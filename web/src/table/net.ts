/** HTTP to the server, and the errors it answers with. */
import { tongue } from "../words/tongue.svelte";
import type { ToldLesson } from "./lesson.svelte";
import { unfolded } from "./follow";
import type { Review } from "../hall/review";
import type { GameInfo, NewTable, Printing, PublicTable, Text, ToldFrames } from "./types";

export class Refused extends Error {
  constructor(
    readonly error: string,
    sentence: string,
    readonly status: number,
  ) {
    super(sentence);
  }
}

/** Whether there is nothing at an address, or nothing for whoever asks: the server does not say which. */
export function isUnknown(error: unknown): boolean {
  return error instanceof Refused && error.status === 404;
}

export async function ask<T>(path: string, body?: unknown, token = ""): Promise<T> {
  const headers: Record<string, string> = { "Accept-Language": tongue.language };
  if (token) headers.Authorization = `Bearer ${token}`;
  const init: RequestInit = { headers };
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    init.method = "POST";
    init.body = JSON.stringify(body);
  }
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch {
    throw new Refused("offline", tongue.w.errors.offline, 0);
  }
  if (answer.ok) return (await answer.json()) as T;
  const told = (await answer.json().catch(() => ({}))) as { error?: string; sentence?: string };
  throw new Refused(told.error ?? "unknown", told.sentence ?? tongue.w.errors.unknown, answer.status);
}

let games: Promise<{ games: GameInfo[]; bot: string }> | undefined;
const texts = new Map<string, Promise<Text>>();

function once<T>(made: Promise<T>, forget: () => void): Promise<T> {
  made.catch(forget);
  return made;
}

/** Whether an address is of this computer alone: nobody else can open a link to it. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(\.\d+){3}$/.test(host);
}

export interface SeatPlan {
  kind: "person" | "bot" | "open";
  name?: string;
  bot?: string;
  face?: string;
}

export interface TablePlan {
  seats: SeatPlan[];
  public: boolean;
  language: string;
  ask_first?: boolean; // whether bots do, where they can
}

/** Hand on what arrives. What this returns calls it off: an answer to an older question comes too late. */
export function hearing<T>(asked: Promise<T>, hear: (told: T) => void, fail: (error: Error) => void = () => {}): () => void {
  let off = false;
  asked.then(
    (told) => off || hear(told),
    (error: Error) => off || fail(error),
  );
  return () => (off = true);
}

export const api = {
  games: () => (games ??= once(ask("/api/games"), () => (games = undefined))),
  text(game: string, language: string): Promise<Text> {
    const key = `${game} ${language}`;
    const found = texts.get(key);
    if (found) return found;
    const made = once(ask<Text>(`/api/games/${game}/text/${language}`), () => texts.delete(key));
    texts.set(key, made);
    return made;
  },
  cards: (table: string, token: string) =>
    ask<Printing>(`/api/tables/${table}/cards`, undefined, token),
  lesson: (game: string) => ask<ToldLesson>(`/api/games/${game}/lesson`),
  learn: (game: string, name: string, language: string) => ask<NewTable>("/api/tables/lesson", { game, name, language }),
  lobby: () => ask<{ tables: PublicTable[] }>("/api/tables"),
  table: (table: string, token = "") => ask<PublicTable>(`/api/tables/${table}`, undefined, token),
  create: (plan: TablePlan & { game: string; options: Record<string, unknown>; proof: boolean; stand_in: number; hints: boolean }) =>
    ask<NewTable>("/api/tables", plan),
  sit: (table: string, name: string, seat?: number) =>
    ask<{ seat: number; token: string }>(`/api/tables/${table}/sit`, { ...(name && { name }), seat }),
  frames: (table: string, token: string, eyes = "") =>
    ask<ToldFrames>(`/api/tables/${table}/frames${eyes && `?eyes=${eyes}`}`, undefined, token).then(unfolded),
  replay: (record: string, eyes: string) => ask<ToldFrames>("/api/replay", { record, eyes }).then(unfolded),
  playOn: (
    from: { record: string } | { table: string },
    position: number,
    plan: TablePlan,
    token: string,
  ) => ask<NewTable>("/api/tables/from-record", { ...from, position, ...plan }, token),
  review: (from: { record: string } | { table: string }, token: string) =>
    "table" in from ? ask<Review>(`/api/tables/${from.table}/review`, {}, token) : ask<Review>("/api/review", from),
  lookAgain: (review: string) => ask<Review>(`/api/reviews/${review}`),
  recordLink: (table: string, token: string) =>
    `/api/tables/${table}/record${token ? `?token=${encodeURIComponent(token)}` : ""}`,
};
