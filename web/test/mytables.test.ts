import { describe, expect, it } from "vitest";
import { companions, satThere } from "../src/hall/companions";
import { mine, type MyTable } from "../src/hall/mine.svelte";
import { ago, company, goingOn, groupOf, headway, resultOf, sorted, type Line } from "../src/hall/mytables";
import { scenarioOf, unusual } from "../src/hall/terms";
import { isLoopback } from "../src/table/net";
import type { GameInfo, Over, PublicTable } from "../src/table/types";
import { en } from "../src/words/en";

const one = (table: string, more: Partial<MyTable> = {}): MyTable => ({ table, token: "t", game: "g", seat: 0, names: ["Ada", "Bo"], time: 5, over: false, ...more });
const person = (name: string) => ({ kind: "person" as const, name, bot: null, here: true, host: false });
const told = (more: Partial<PublicTable> = {}): PublicTable => ({
  ...{ table: "x", game: "g", players: 2, options: {}, public: false, created: 0, commitment: "c" },
  ...{ seats: [person("Ada"), person("Bo")], position: 3, waiting: [1], over: false, asks: "Pick(2)", ...more },
});
const text = { asks: { Pick: "Pick a card." }, waits: { Pick: "{seat} is picking" } };

describe("one's tables", () => {
  it("keep the key that a link to a game that is over has brought, and none instead of their own", () => {
    const frames = { game: "g", names: ["Ada", "Bo"], over: { ranks: [1, 2] } as Over };
    mine.keepKey("told", "", frames);
    expect(mine.find("told")).toBeUndefined();
    mine.keepKey("told", "first", frames);
    mine.keepKey("told", "second", frames);
    expect(mine.find("told")).toMatchObject({ token: "first", names: ["Ada", "Bo"], over: true });
  });

  it("stand where their move is", () => {
    expect(groupOf(one("a"), told({ waiting: [0] }), [0])).toBe("mine");
    expect(groupOf(one("a"), told(), [0])).toBe("others");
    expect(groupOf(one("a"), told({ waiting: [0], stopped: "halted" }), [0])).toBe("others");
    expect(groupOf(one("a"), told({ over: true, waiting: [] }), [0])).toBe("over");
    expect(groupOf(one("a", { over: true }), undefined, [0])).toBe("over");
    expect(groupOf(one("a"), null, [0])).toBe("gone");
  });

  it("wait for me where a bot has asked before it moves", () => {
    const asking = told({ helper: 1, waiting: [1] });
    expect(groupOf(one("a"), asking, [0])).toBe("mine");
    expect(groupOf(one("a"), asking, [])).toBe("others"); // who watches has no say
    const away = [{ ...person("Ada"), bot: "greedy" }, person("Bo")];
    expect(groupOf(one("a"), { ...asking, seats: away }, [0])).toBe("others"); // a bot plays for her
    expect(groupOf(one("a"), told({ helper: 1, stopped: "halted" }), [0])).toBe("others");
    expect(goingOn({ one: one("a"), state: asking, group: "mine" }, true, text, en)).toBe("Bo asks before it moves");
  });

  it("come with those first that wait for me, the longest unseen before the others", () => {
    const line = (table: string, group: Line["group"], time: number): Line => ({ one: one(table, { time }), state: undefined, group });
    const lines = [line("a", "over", 9), line("b", "mine", 8), line("c", "others", 1), line("d", "mine", 2), line("e", "over", 10)];
    expect(sorted(lines).map((found) => found.one.table)).toEqual(["d", "b", "c", "e", "a"]);
  });

  it("say whose move it is, and never that an empty chair does anything", () => {
    const line = (state: PublicTable): Line => ({ one: one("a"), state, group: "others" });
    expect(goingOn(line(told()), false, text, en)).toBe("Bo is picking");
    expect(goingOn(line(told({ waiting: [0] })), true, text, en)).toBe("Your move: Pick a card.");
    const open = { ...person("Open seat 2"), kind: "open" as const };
    const empty = line(told({ seats: [person("Ada"), open] }));
    expect(goingOn(empty, false, text, en)).toBe(en.friends.emptyChairs(1));
    expect(company(empty, [0])).toEqual([]);
    expect(company(line(told()), [0])).toEqual([{ seat: 1, name: "Bo" }]);
  });

  it("say how far they are, and since when they wait", () => {
    const say = (more: Partial<PublicTable>): string[] => headway({ one: one("a"), state: told(more), group: "others" }, { ...text, headway: { law: "Law {n} of {of}" } }, en, "en", 10_000);
    expect(say({ headway: ["law", 4, 9], moved: 10_000 - 7_300 })).toEqual(["Law 4 of 9", "last move 2 hours ago"]);
    expect(say({})).toEqual(["move 3"]);
    expect(say({ position: 0, headway: ["law", 1, 9], moved: 10_000 })).toEqual(["not begun"]);
    expect([5, 130, 90_000, 200_000].map((seconds) => ago(seconds, "en"))).toEqual(["1 minute ago", "2 minutes ago", "yesterday", "2 days ago"]);
    const line = (table: string, moved: number): Line => ({ one: one(table), state: told({ moved }), group: "mine" });
    expect(sorted([line("late", 9), line("early", 2)]).map((found) => found.one.table)).toEqual(["early", "late"]);
  });

  it("say how they ended, for me", () => {
    const say = (ranks: number[], seats: number[], info?: Partial<GameInfo>) => resultOf(ranks, seats, ["Ada", "Bo", "Cy"], info as GameInfo, en);
    expect(say([1, 2, 3], [0])).toBe("You won");
    expect(say([1, 1, 3], [0])).toBe("You share the win");
    expect(say([3, 1, 2], [0])).toBe("Third of three");
    expect(say([2, 1, 3], [])).toBe("Bo wins");
    expect(say([1, 1], [0], { cooperative: true })).toBe("Won, together");
    expect(say([2, 2], [0])).toBe("Lost, together");
  });
});

describe("an invitation", () => {
  it("knows that nobody else can open it", () => {
    expect(["localhost", "127.0.0.1", "[::1]"].every(isLoopback)).toBe(true);
    expect(["192.168.0.4", "127.example.org", "duskhall.example"].some(isLoopback)).toBe(false);
  });

  const option = (name: string, values: (string | number | boolean)[], players: number[] = []) => ({ name, values, rule: "", ruling: false, players });
  const info = {
    ...{ name: "g", options: [option("fog", [false, true]), option("row", [5, 6]), option("duel", [1, 2], [2])] },
    scenarios: [{ name: "plain", options: {}, difficulty: 1, minutes: 5 }, { name: "mist", options: { fog: true }, difficulty: 2, minutes: 6 }],
  } as unknown as GameInfo;

  it("knows the scenario, and else what is other than usual", () => {
    expect(scenarioOf(info, { fog: true, row: 5, duel: 1 })?.name).toBe("mist");
    expect(scenarioOf(info, { fog: true, row: 6, duel: 1 })).toBeUndefined();
    const words = { options: { row: "Row" }, option_values: { "row.6": "six" } };
    expect(unusual(info, { fog: false, row: 6, duel: 2 }, 3, words)).toEqual([{ name: "Row", value: "six" }]);
  });
});

describe("companions", () => {
  const bots = ["a", "b"].map((bot) => ({ bot, name: {}, about: {}, faces: [1, 2].map((n) => ({ face: bot + n, name: { en: `Old ${bot}${n}` }, about: {} })) }));

  it("are of their level first", () => {
    expect(companions(bots, "b", [undefined, undefined, undefined]).map(({ face }) => face)).toEqual(["b1", "b2", "a1"]);
  });
  it("are who was wished for, at the level that goes with the wish, and nobody twice", () => {
    const seated = companions(bots, "b", [undefined, { bot: "a", face: "a2" }, { bot: "b", face: "b1" }, undefined]);
    expect(seated.map(({ face, bot }) => [face, bot])).toEqual([["b2", "b"], ["a2", "a"], ["b1", "b"], ["a1", "b"]]);
  });
  it("are known from a table by level and face, and from a record by name", () => {
    expect(satThere(bots, "Old a2", { kind: "bot", bot: "a", face: "a2" })).toEqual({ bot: "a", face: "a2" });
    expect(satThere(bots, "Old a2", { kind: "bot", bot: "b", face: "a2" })).toEqual({ bot: "b", face: "a2" });
    expect(satThere(bots, "Old a2", { kind: "bot", bot: "older", face: "a2" })).toEqual({ bot: "a", face: "a2" });
    expect(satThere(bots, "Old a2", { kind: "person", bot: null, face: "" })).toBeUndefined();
    expect(satThere(bots, "Old b1")).toEqual({ bot: "b", face: "b1" });
    expect(satThere(bots, "Ada")).toBeUndefined();
  });
});
