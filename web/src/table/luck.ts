/** Everyone's luck: this browser's part of a seed, and whether a seed was made as it was promised. */
import { sha256 } from "./sha256";
import type { Luck, Over } from "./types";
import { remember, remembered } from "../words/tongue.svelte";

const KEY = "duskhall.luck";
const MOST = 60; // parts that are kept
const BYTES = 32;

/** What a seat of mine adds to the seed of a table. */
export interface Part {
  table: string;
  seat: number;
  promise: string; // the server's, which was seen before this was drawn
  share: string;
  commitment: string;
  commitments?: Record<string, string>; // everyone's, as they were when this was told
}

export function commitmentOf(promise: string, seat: number, share: string): string {
  return sha256(`${promise}\n${seat}\n${share}`);
}

/** A new part, by the luck of this browser. */
export function draw(table: string, seat: number, promise: string): Part {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  const share = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return { table, seat, promise, share, commitment: commitmentOf(promise, seat, share) };
}

function read(): Part[] {
  try {
    const kept: unknown = JSON.parse(remembered(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as Part[]) : [];
  } catch {
    return [];
  }
}

/** The parts of this seat, the newest first: one for each round. */
export function partsOf(table: string, seat: number): Part[] {
  return read().filter((part) => part.table === table && part.seat === seat);
}

export function keep(part: Part): void {
  const others = read().filter((one) => one.table !== part.table || one.seat !== part.seat || one.promise !== part.promise);
  remember(KEY, JSON.stringify([part, ...others].slice(0, MOST)));
}

/** What to do next at a table that gathers its luck. */
export type Deed = "commit" | "reveal" | "wait" | "lost" | "changed";

/** A part is told only if all are bound, this one by what this browser has drawn, and nothing changed. */
export function next(luck: Luck, part: Part): Deed {
  const bound = luck.commitments[String(part.seat)];
  if (bound === undefined) return luck.state === "commit" ? "commit" : "wait";
  if (bound !== part.commitment) return "lost";
  if (luck.state !== "reveal") return "wait";
  if (part.commitments && !same(part.commitments, luck.commitments)) return "changed";
  return luck.revealed.includes(part.seat) ? "wait" : "reveal";
}

export function same(one: Record<string, string>, other: Record<string, string>): boolean {
  const seats = Object.keys(one);
  return seats.length === Object.keys(other).length && seats.every((seat) => one[seat] === other[seat]);
}

export interface Verdict {
  sound: boolean; // every part fits its fingerprint, and the seed is made of them
  mine: "in" | "out" | "unknown"; // unknown: this browser has added nothing
}

/** Hold the end of a game against its fingerprints, and against what this browser remembers. */
export function judge(over: Over, commitment: string, mine: Part[]): Verdict | null {
  const { proof, seed, header } = over;
  if (!proof) return null;
  const terms = header.replace(`"seed": "${seed}"`, '"seed": ""');
  const seats = proof.shares.map(({ seat }) => seat);
  const made = [proof.secret, ...proof.shares.map(({ seat, share }) => `${seat} ${share}`)];
  const sound =
    sha256(header) === commitment &&
    terms !== header &&
    sha256(`${terms}\n${proof.round}\n${proof.secret}`) === proof.promise &&
    seats.every((seat, i) => i === 0 || seat > seats[i - 1]!) &&
    proof.shares.every((one) => commitmentOf(proof.promise, one.seat, one.share) === one.commitment) &&
    sha256(made.join("\n")).slice(0, seed.length) === seed;
  if (!mine.length) return { sound, mine: "unknown" };
  const part = mine.find((one) => one.promise === proof.promise);
  const all = Object.fromEntries(proof.shares.map((one) => [String(one.seat), one.commitment]));
  const isIn =
    !!part &&
    proof.shares.some((one) => one.seat === part.seat && one.share === part.share) &&
    !!part.commitments &&
    same(part.commitments, all);
  return { sound, mine: isIn ? "in" : "out" };
}
