/** What a game gives the page. A second game adds a folder under games/ and a line in games/index.ts. */
import type { Component } from "svelte";
import type { Manner } from "./motion";
import type { Table } from "./table.svelte";
import type { View } from "./types";

export function isFirst(table: Table, seat: number): boolean {
  return table.players > 1 && table.module.first?.(table) === seat;
}

/** Whether this is a person's seat with no page open. */
export function isAway(table: Table, seat: number): boolean {
  const about = table.seats[seat];
  return about?.kind === "person" && !about.here && !about.bot && !table.replaying;
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
}

export interface Ribbon {
  kicker: string;
  sentence: string;
  go?: Act;
  quiet?: Act;
}

export interface GameModule {
  /** Verbs whose first card acts upon the second. */
  ordered: ReadonlySet<string>;
  /** Who answers this question at once and in secret; nobody where one is asked in the open. */
  voters(table: Table): number[];
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
  /** How a seat's result is counted, in its line of the ledger. */
  Result: Component<{ table: Table; seat: number; onread: (card: number) => void }>;
  /** The result of all, where there is one. */
  Summary?: Component<{ table: Table; onread: (card: number) => void }>;
  phases(table: Table): Phase[];
  subtitle(table: Table): string;
  /** How many play, in words. */
  company(table: Table): string;
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
  /** What is to be told of a thing that one lingers on. */
  tell?(table: Table, thing: Thing): Tale | null;
  /** A key that means something at this table; whether it did. */
  key?(table: Table, event: KeyboardEvent): boolean;
  /** Those keys, and what they do. */
  keys?(): [string, string][];
  manner(kind: string): Manner;
  /** Kinds of events that head a chapter of the log. */
  headings: ReadonlySet<string>;
  /** The headline of the end, where it is not who wins. */
  headline?(table: Table): string;
  /** All win or all lose: nobody is ranked. */
  together?: boolean;
  /**
   * How the seats fared in the course of the game: a title, and per seat a number for each step; or
   * per label, where it is not the seats that are counted.
   */
  progress(table: Table): { title: string; series: number[][]; labels?: string[] };
  /** Which timeline section a moment belongs to. */
  section(view: View): string;
}
