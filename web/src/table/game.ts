/** What a game gives the page. A second game adds a folder under games/ and a line in games/index.ts. */
import type { Component } from "svelte";
import type { Manner } from "./motion";
import type { Table } from "./table.svelte";

export interface Stat {
  icon: string;
  label: string;
  value: number;
  places: string; // the places it counts, so that cards fly there
}

export interface Phase {
  label: string;
  state: "done" | "now" | "next";
}

export interface Act {
  label: string;
  icon?: string;
  moves: string[]; // to be sent one after the other, as long as they are offered
}

export interface Ribbon {
  kicker: string;
  sentence: string;
  go?: Act;
  quiet?: Act;
}

/** A column of the ledger at the end. */
export interface ScorePart {
  label: string;
  value: number | string;
}

export interface GameModule {
  /** Verbs whose first card acts upon the second. */
  ordered: ReadonlySet<string>;
  /** Questions that several answer at once and in secret. */
  ballots: ReadonlySet<string>;
  /** The middle of the table. */
  Board: Component<{ table: Table }>;
  /** What you hold, at the bottom. */
  Hand: Component<{ table: Table }>;
  /** What lies in front of one seat. */
  Mat: Component<{ table: Table; seat: number }>;
  /** One card, large, for those who want to read it. */
  Close: Component<{ table: Table; card: number }>;
  phases(table: Table): Phase[];
  subtitle(table: Table): string;
  stats(table: Table, seat: number): Stat[];
  /** What a seat is about, in a few words; empty where nothing is to be said. */
  note(table: Table, seat: number): string;
  ribbon(table: Table): Ribbon;
  /** The cards that may be pointed at now. */
  lit(table: Table): Set<number>;
  /** Point at a card. */
  point(table: Table, card: number): void;
  /** The move one would mean by pointing at a card that is not lit. */
  wonder(table: Table, card: number): string;
  manner(kind: string): Manner;
  /** Kinds of events that head a chapter of the log. */
  headings: ReadonlySet<string>;
  /** How an overlord's result is counted, and what the ribbon of the end says. */
  score(table: Table, seat: number): ScorePart[];
  /** How the seats fared in the course of the game: a title, and per seat a number for each step. */
  progress(table: Table): { title: string; series: number[][] };
  /** Cards to show beside a result. */
  trophies(table: Table, seat: number): number[];
  /** Which timeline section a moment belongs to. */
  section(asks: string): string;
}
