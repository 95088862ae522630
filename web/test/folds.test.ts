import { expect, it } from "vitest";
import { fights } from "../src/games/dark-dealings/story";
import { folds } from "../src/games/raid-and-trade/story";
import { runs, type Told } from "../src/table/folds";
import type { Table } from "../src/table/table.svelte";

const told = (kind: string, seat?: number): Told => ({ kind, rule: "", ...(seat !== undefined && { seat }) });

it("a fight that is over folds into its end (DD-34, DD-38)", () => {
  const lines = [told("round"), told("flip", 1), told("strike", 1), told("turn", 1), told("defeat", 1), told("flip", 0), told("let_in", 0)];
  expect(fights(lines)).toEqual([
    { from: 1, to: 4, head: 4 },
    { from: 5, to: 6, head: 6 },
  ]);
});

it("a fight that goes on, or was taken back, stays open", () => {
  expect(fights([told("flip", 1), told("strike", 1)])).toEqual([]);
  expect(fights([told("flip", 1), null, told("defeat", 1)])).toEqual([]);
});

it("lines of a kind fold where two follow one another (TB-21)", () => {
  const lines = [told("pass", 0), told("place", 1), told("pass", 1), told("pass", 2)];
  expect(runs(lines, ({ kind }) => kind === "pass")).toEqual([{ from: 2, to: 3 }]);
});

const city = {
  names: ["Ann", "Bo"],
  say: (key: string, about: Record<string, unknown>) => `${key} ${about.name} ${about.what}`,
  word: (section: string, key: string) => (section === "table" && key === "comma" ? ", " : key),
  text: {},
  catalogue: { find: () => undefined },
  board: { tiles: [] },
} as unknown as Table;

it("a raid that is over folds into what it brought, whoever answers in between (RT-40, RT-90)", () => {
  const drew = (card: number, change: number): Told => ({ kind: "draw", rule: "RT-44", seat: 1, cards: [card], change });
  const lines = [told("turn", 1), told("raid", 1), told("pay_ap", 1), told("use", 0), told("roll_raid", 1), drew(1, 2), drew(0, 1), told("take_house", 1), told("end", 1)];
  expect(folds(city, lines)).toEqual([{ from: 1, to: 7, head: 1, text: "fold-raid.loot Bo 1 scrap, 2 food" }]);
});

it("a raid folds with the Favor of a card put back; one that goes on stays open (RT-42)", () => {
  const lines = [told("raid", 0), told("put_back", 0), told("gain_favor", 0), told("raid", 0), told("raid_stopped", 0), told("raid", 1), told("raid_card", 1)];
  expect(folds(city, lines)).toEqual([
    { from: 0, to: 2, head: 0, text: "fold-raid.put-back Ann " },
    { from: 3, to: 4, head: 3, text: "fold-raid.stopped Ann " },
  ]);
  expect(folds(city, [told("raid", 1), null, told("take_house", 1)])).toEqual([]);
});

it("a fight folds into how it ended, and what was won stays in view (RT-55, RT-123)", () => {
  const lines = [told("attack", 0), told("pay_ap", 0), told("shows", 0), told("fight_won", 0), told("give", 1), told("guard_attacks", 1), told("roll", 1), told("guard_fails", 1)];
  expect(folds(city, lines)).toEqual([
    { from: 0, to: 3, head: 3 },
    { from: 5, to: 7, head: 7 },
  ]);
});
