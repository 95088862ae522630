/** What a game gives the page: it lies in games/<game>/index.ts and is found there. */
import type { Component } from "svelte";
import { tongue } from "../words/tongue.svelte";
import { plain } from "./catalogue";
import type { Choice } from "./choices";
import type { Fold, Told } from "./folds";
import type { Manner } from "./motion";
import type { Table } from "./table.svelte";
import type { Bot, GameEvent, Offer, View } from "./types";

export function isFirst(table: Table, seat: number): boolean {
  return table.players > 1 && table.module.first?.(table) === seat;
}

/** Whether this is a person's seat with no page open. */
export function isAway(table: Table, seat: number): boolean {
  const about = table.seats[seat];
  return about?.kind === "person" && !about.here && !about.bot && !table.replaying;
}

/** A level at which bots play: which of how many, from the easiest, and its words. */
export interface Level {
  level: number;
  of: number;
  name: string;
  about: string;
}

/** Whether nobody sits here yet. */
export function isEmpty(table: Table, seat: number): boolean {
  const about = table.seats[seat];
  return about?.kind === "open" && !about.bot && !table.replaying;
}

/** How well the bot plays that answers for a seat; null where none does, or one that is not offered any more. */
export function levelOf(table: Table, seat: number): Level | null {
  const bot = table.seats[seat]?.bot;
  return bot ? levelNamed(table.bots, bot) : null;
}

/** That in words, and for whom it plays, where the seat is a person's. */
export function levelSaid(table: Table, seat: number): string {
  const level = levelOf(table, seat);
  const about = table.seats[seat];
  if (!level || !about) return "";
  const { botOf, botFor } = tongue.w.friends;
  return about.kind === "person" ? botFor(level.name, about.name) : botOf(level.name);
}

/** The same of a bot by its name. */
export function levelNamed(bots: Bot[], name: string): Level | null {
  const at = bots.findIndex(({ bot }) => bot === name);
  const told = bots[at];
  if (!told) return null;
  const say = (words: Record<string, string>): string => words[tongue.language] ?? words.en ?? "";
  return { level: at + 1, of: bots.length, name: say(told.name), about: say(told.about) };
}

/** What the ribbon says to those who wait: who is waited for, or what one has sealed oneself. */
export function waiting(table: Table, sealed = ""): Ribbon {
  const { table: w } = tongue.w;
  const { catalogue, names } = table;
  const others = table.waiting.filter((seat) => seat !== table.me && !isEmpty(table, seat));
  const empty = table.waiting.filter((seat) => isEmpty(table, seat)).length;
  const waits = others.map((seat) => plain(catalogue.fill(table.word("waits", table.asked), [], names, { seat: names[seat] ?? "" })));
  return {
    kicker: sealed || (table.me < 0 ? w.watching : w.waiting),
    sentence: table.busy ? "" : [
      ...(others.length ? [waits.join(table.word("table", "comma")) + catalogue.stop.trim()] : []),
      ...(empty ? [tongue.w.friends.emptyChairs(empty)] : []),
    ].join(" "),
  };
}

/** What one may point at: a card by its number, or a spot of the table by its name. */
export type Thing = number | string;

/** A few words about a thing, shown beside it. */
export interface Tale {
  title: string;
  sentence: string;
  rule: string;
}

export interface Stat {
  icon: string;
  label: string;
  value: number;
  places?: string; // the places it counts, so that cards fly there
  number?: string; // the number it shows, so that one sees it change
}

export interface Phase {
  label: string;
  state: "done" | "now" | "next";
}

export interface Act {
  label: string;
  icon?: string;
  moves: string[]; // to be sent one after the other, as long as they are offered
  danger?: string; // what it certainly costs, as a question: it is red, and asked again before it is done
  again?: string; // a question before it is done, where it costs nothing but might be a slip
  send?(): void; // what it does, where that is no move: an offer, or an answer to one
}

export interface Ribbon {
  kicker: string;
  sentence: string;
  then?: string; // what follows from it, on a second line
  warning?: string; // what one might not want of that
  go?: Act;
  quiet?: Act;
}

export interface GameModule {
  /** Verbs whose first card acts upon the second. */
  ordered: ReadonlySet<string>;
  /** The middle of the table. */
  Board: Component<{ table: Table }>;
  /** What you hold, at the bottom. */
  Hand: Component<{ table: Table }>;
  /** What lies in front of one seat. */
  Mat: Component<{ table: Table; seat: number }>;
  /** One card, large, for those who want to read it. */
  Close: Component<{ table: Table; card: number }>;
  /** A spot of the table, explained; where there are any. */
  Spot?: Component<{ table: Table; spot: string }>;
  /** What lies open before a seat, under its name. */
  Open?: Component<{ table: Table; seat: number }>;
  /** What stands beside the name of a seat. */
  Badge?: Component<{ table: Table; seat: number }>;
  /** What holds for all, under the seats. */
  Under?: Component<{ table: Table }>;
  /** The key to the pieces on the board, as a tab of its own; where there are any to explain. */
  Pieces?: Component<{ table: Table; onrule: (rule: string) => void }>;
  hasPieces?(table: Table): boolean;
  /** It draws the clock itself. */
  drawsClock?: boolean;
  /** Why nobody may talk now, where the rules say so. */
  hush?(table: Table): Tale | null;
  /** What is weighed beside the board; then it is the first tab there. */
  Plan?: Component<{ table: Table }>;
  /** Whether something is to be seen there now that nobody should miss. */
  urgent?(table: Table): boolean;
  /** What that tab is called now, where it is not always the same. */
  planned?(table: Table): string;
  /** What an offer is about, drawn; otherwise it is said in a sentence. */
  Terms?: Component<{ table: Table; offer: Offer }>;
  /** The same in a sentence, where it is not the sentence of a move. */
  termsText?(table: Table, offer: Pick<Offer, "maker" | "to" | "terms">): string;
  /** Compose an answer to an offer, where the game lets one compose offers. */
  counter?(table: Table, offer: Offer): void;
  /** What else is to be known of an offer before one agrees, in a sentence or two. */
  weigh?(table: Table, offer: Offer): { text: string; warning?: string };
  /** How a seat's result is counted, in its line of the ledger. */
  Result: Component<{ table: Table; seat: number; onread: (card: number) => void }>;
  /** The result of all, where there is one. */
  Summary?: Component<{ table: Table; onread: (card: number) => void }>;
  phases(table: Table): Phase[];
  subtitle(table: Table): string;
  stats(table: Table, seat: number): Stat[];
  /** Who is first player, where the rules know one. */
  first?(table: Table): number;
  /** What a seat is about, in a few words; empty where nothing is to be said. */
  note(table: Table, seat: number): string;
  ribbon(table: Table): Ribbon;
  /** What may be pointed at now. */
  lit(table: Table): ReadonlySet<Thing>;
  point(table: Table, thing: Thing): void;
  /** The move one would mean by pointing at what is not lit. */
  wonder(table: Table, thing: Thing): string;
  /** The places that an answer is about, as lessons name things: 'spot 13'. Its cards are known. */
  shows?(table: Table, choice: Choice): string[];
  /** An answer that a bot proposes and the board marks, told by what is seen there: its numbers are not. */
  said?(table: Table, choice: Choice): string | undefined;
  /** An answer of a game that is looked back at, given at this view: told without numbers that nobody reads off the board. */
  recalled?(table: Table, choice: Choice, view: View): string | undefined;
  /** What is to be told of a thing that one lingers on. */
  tell?(table: Table, thing: Thing): Tale | null;
  /** Whether that also stands above why a card cannot be chosen. */
  explains?: boolean;
  /** A key that means something at this table; whether it did. */
  key?(table: Table, event: KeyboardEvent): boolean;
  /** Those keys, and what they do. */
  keys?(table: Table): [string, string][];
  /** Whether moves that were to follow wait, because something was told that one could not know before. */
  pauses?(told: GameEvent[]): boolean;
  /** Kinds of events that are looked at for a while, also where nothing moves. */
  dwells?: ReadonlySet<string>;
  manner(kind: string): Manner;
  /** What a number of a sentence is called, where this table has another word for it than the catalogue. */
  named?(table: Table, kind: string, number: number): string | undefined;
  /** Kinds of events that head a chapter of the log. */
  headings: ReadonlySet<string>;
  /** Lines of the log that are shown as one, in their order. */
  folds?(table: Table, lines: readonly Told[]): Fold[];
  /** The headline of the end, where it is not who wins. */
  headline?(table: Table): string;
  /** What is said of a seat that has not won, where that is no place after the winner's. */
  loser?(table: Table): string | undefined;
  /** All win or all lose: nobody is ranked. */
  together?: boolean;
  /**
   * How the seats fared in the course of the game: a title, and per seat a number for each step; or
   * per label, where it is not the seats that are counted. Nothing where nothing can be counted.
   */
  progress?(table: Table): { title: string; series: number[][]; labels?: string[] } | null;
  /** The pictures of what is marked in a replay, by the kind of event; what is marked is in the catalogue. */
  marks?: Record<string, string>;
  /** Which timeline section a moment belongs to. */
  section(table: Table, view: View): string;
}
