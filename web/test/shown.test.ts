/** How answers of The Faceless, and of Raid & Trade, are told and shown. */
import { expect, it } from "vitest";
import { Ground, type Duskworld } from "../src/games/the-faceless/board";
import * as ruins from "../src/games/raid-and-trade/shown";
import { ghostsOf, ghostsOfHint } from "../src/games/the-faceless/ghosts";
import { recalled, said, shows } from "../src/games/the-faceless/shown";
import type { Catalogue } from "../src/table/catalogue";
import { Choices, parse } from "../src/table/choices";
import { Table } from "../src/table/table.svelte";
import type { Proposed, View } from "../src/table/types";
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

it("tells where an obstacle goes without a number, and shows its outline there", () => {
  const number = printed.placements.findIndex((ways) => ways.length > 1);
  const cells = printed.placements[number]![1]!;
  const move = parse(`lay ${number} 1`);
  expect(shows(table, move)).toEqual(["part ghost-rock"]);
  expect(ghostsOf(table, [{ seat: 1, move: `lay ${number} 1` } as Proposed])).toMatchObject([{ by: "me-2", cells }]);
  expect(said(table, move)).toBe(`would-lay|${printed.obstacles[number]}`);
  const at = cells.map((space) => new Ground(printed).at[space]!);
  const north = at.reduce((sum, { y }) => sum - y, 0) > 0;
  const way = Number(/recall-lay\|[^|]*\|facing\.(\d)/.exec(recalled(table, move, view) ?? "")?.[1]);
  expect(way >= 0 && way < 8).toBe(true);
  if (way % 4) expect(way < 4).toBe(north);
});

it("tells how a figure is to be turned in degrees, and whether it stays", () => {
  const word = (section: string, key: string) => `${section} ${key}`;
  const asked = { ...table, word, module: { shows }, askedAbout: [0, 2], view: { ...view, numbers: { "ring.2": 5 } } } as unknown as Table;
  expect(said(asked, parse("put 5 300"))).toBe("would-stay|figure 2|facing.7|300");
  expect(said(asked, parse("put 4 300"))).toBe("would-put|figure 2|facing.7|300");
  expect(shows(asked, parse("put 4 300"))).toEqual(["spot x4"]);
  expect(shows(asked, parse("put 5 300"))).toEqual([]);
});

it("shows how a figure would be turned only with the answer of a hint", () => {
  const why = [{ key: "way", about: [2] }];
  const hinted = (step: number) =>
    ghostsOfHint({ ...table, askedAbout: [0, 2], module: { shows }, hinted: step, hint: { move: "put 5 300", why }, catalogue: { template: () => "" } } as unknown as Table);
  expect(hinted(0)).toEqual([]);
  expect(hinted(9)).toMatchObject([{ by: "best", figure: 2, facing: 300 }]);
});

it("names a memory by its space, and shows both", () => {
  const at = { ...view, numbers: { "memory_at.1": 17 } };
  const moved = { ...table, view: at, word: (section: string, key: string) => `${section} ${key}` } as unknown as Table;
  expect(said(moved, parse("shift 1 3"))).toBe("would-shift|space 17|space 3");
  expect(recalled(moved, parse("shift 1 3"), at)).toBe("would-shift|space 17|space 3");
  expect(shows(moved, parse("shift 1 3"))).toEqual(["place memory.1", "spot s3"]);
  expect(shows(moved, parse("peek"))).toEqual(["spot peek"]);
});

/** RT-35, RT-132 */
function city(asked: string, seat: number, me: number, moves: string[]): Table {
  const at = { "at.0": 4 * 2, "at.1": 4 * 5 };
  const choices = new Choices(moves);
  return { view: { ...view, numbers: at, places: { "tile.2": [70], "tile.5": [71] } }, me, asked, askedAbout: [seat], deciding: true, choices, card: (card: number) => `card ${card}`, say: table.say } as unknown as Table;
}

it("names the incident that is claimed, of whoever is asked, and shows it", () => {
  expect(ruins.said(city("Act", 0, 0, ["claim"]), parse("claim"))).toBe("would-claim|card 70");
  expect(ruins.shows(city("Act", 0, 0, ["claim"]), parse("claim"))).toEqual(["spot t2"]);
  expect(ruins.said(city("Act", 1, 0, ["claim"]), parse("claim"))).toBe("would-claim|card 71"); // a bot asks
  expect(ruins.said(city("Act", 1, 0, ["train"]), parse("train"))).toBeUndefined();
});

it("shows what is given for the helicopter, also several things at once", () => {
  const shown = ruins.shows(city("Flee", 0, 0, ["give 0", "give 3", "pass"]), parse("give 0 3"));
  expect(shown).toEqual(["spot give", "number scrap.0", "number tools.0"]);
});

it("shows to pass as an action in one's turn only: else it is a button of the ribbon", () => {
  expect(ruins.shows(city("Act", 0, 0, ["end", "pass"]), parse("pass"))).toEqual(["spot pass"]);
  expect(ruins.shows(city("AfterRoll", 0, 0, ["use 3", "pass"]), parse("pass"))).toEqual([]);
});

it("shows the slip that gives an answer between turns, and no action of a turn", () => {
  expect(ruins.shows(city("RaidCard", 0, 0, ["keep", "put_back"]), parse("put_back"))).toEqual(["spot =put_back"]);
  expect(ruins.shows(city("Spoils", 0, 0, ["disc", "tokens"]), parse("disc"))).toEqual(["spot =disc"]);
  expect(ruins.shows(city("Steal", 0, 0, ["rob 1", "rob 2"]), parse("rob 1"))).toEqual(["spot =rob 1"]);
  expect(ruins.shows(city("Destroy", 0, 0, ["ruin", "ruin 70"]), parse("ruin"))).toEqual(["spot =ruin"]);
  expect(ruins.shows(city("Destroy", 0, 0, ["ruin", "ruin 70"]), parse("ruin 70"))).toEqual([]); // a card
  expect(ruins.shows(city("CraftFree", 0, 0, ["craft 70", "decline"]), parse("craft 70"))).toEqual([]);
  expect(ruins.shows(city("Agree", 0, 1, ["agree", "refuse"]), parse("counter 1 0 3"))).toEqual(["part counter"]);
  expect(ruins.shows(city("Act", 0, 0, ["disc 2", "pass"]), parse("disc 2"))).toEqual(["spot outpost", "spot =disc 2"]);
  expect(ruins.shows(city("PlaceTile", 0, 0, ["lay 3 7 1"]), parse("lay 3 7 1"))).toEqual(["spot c7"]);
});

it("names the card that an answer was about, when it is looked back at", () => {
  const then = (asks: string, places = {}): View => ({ ...view, asks, numbers: { "at.0": 4 * 2, "at.1": 4 * 5 }, places: { "tile.2": [70], "tile.5": [71], ...places } });
  const named = (move: string, at: View) => ruins.recalled(table, parse(move), at);
  expect(named("put_back", then("RaidCard(1, 40, 0)", { raid_card: [90] }))).toBe("recall-put_back|card 90");
  expect(named("keep", then("RaidCard(1, 40, 0)", { raid_card: [90] }))).toBe("recall-keep|card 90");
  expect(named("claim", then("Act(1)"))).toBe("would-claim|card 71");
  expect(named("decline", then("Buy(0, 72, 1)"))).toBe("recall-decline|card 72");
  expect(named("decline", then("CraftFree(0, 3)"))).toBeUndefined();
  expect(named("train", then("Act(1)"))).toBeUndefined();
});

it("sets no second full stop after an effect that is a sentence", () => {
  const pieces = [{ text: "Sam may be turned but not moved.", strong: false }];
  const asked = { module: {}, asked: "", names: [], catalogue: { stop: ". ", move: () => pieces } as unknown as Catalogue };
  expect(Table.prototype.proposal.call(asked as unknown as Table, "road 12")).toEqual([{ text: "Sam may be turned but not moved", strong: false }]);
});
