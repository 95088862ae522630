/** How answers of The Faceless are told and shown. */
import { expect, it } from "vitest";
import { Ground, type Duskworld } from "../src/games/the-faceless/board";
import { recalled, said, shows } from "../src/games/the-faceless/shown";
import { parse } from "../src/table/choices";
import type { Table } from "../src/table/table.svelte";
import { told } from "./told";

const printed = told.games.find(({ frames }) => frames.game === "the-faceless")!.frames.board as unknown as Duskworld;
const view = { numbers: {}, places: { "hand.0": [4, 5], "hand.1": [9] }, sealed: {}, asks: "", outlook: {} };
const table = {
  board: printed,
  view,
  names: ["Ada", "Sparrow"],
  text: { names: {} },
  catalogue: { colon: ": " },
  card: (card: number) => `card ${card}`,
  button: (verb: string) => verb,
  say: (key: string, fields: Record<string, unknown> = {}) => [key, ...Object.values(fields)].join("|"),
} as unknown as Table;

it("tells whose card a Whisper is about", () => {
  expect(said(table, parse("give 4 1"))).toBe("give: would-give|card 4|Ada|Sparrow");
  expect(said(table, parse("free_swap 9 5"))).toBe("free_give: would-swap|card 9|Sparrow|card 5|Ada");
  expect(recalled(table, parse("give 4 1"), view)).toBe("give: would-give|card 4|Ada|Sparrow");
  expect(said(table, parse("give 77 1"))).toBeUndefined(); // nobody is seen to hold it
});

it("tells where an obstacle goes without a number, and shows it and its spaces", () => {
  const number = printed.placements.findIndex((ways) => ways.length > 1);
  const cells = printed.placements[number]![1]!;
  const move = parse(`lay ${number} 1`);
  expect(shows(table, move)).toEqual([`part rock-${number}`, ...cells.map((space) => `spot s${space}`)]);
  expect(said(table, move)).toBe(`would-lay|${printed.obstacles[number]}`);
  const at = cells.map((space) => new Ground(printed).at[space]!);
  const north = at.reduce((sum, { y }) => sum - y, 0) > 0;
  const way = Number(/recall-lay\|[^|]*\|facing\.(\d)/.exec(recalled(table, move, view) ?? "")?.[1]);
  expect(way >= 0 && way < 8).toBe(true);
  if (way % 4) expect(way < 4).toBe(north);
});
