import { describe, expect, it, vi } from "vitest";
import { beforeOf, columnsOf, differs, drafted, firstPart, groupsOf, isAbout, keepDraft, keepOwn, keepSaved, keptOwn, kindOf, lineIn, onAxis, percentOf, placeOf, reachOf, readOwn, refusedCell, same, savedAs, secondsLeft, short, shown, signed, wordsOf, type Found, type Run, type Sheet, type Told } from "../src/hall/workshop";

const row = (line: number, cells: Record<string, unknown>) => ({ line, cells });
const sheet: Sheet = {
  name: "cards",
  fields: ["name", "set", "pain", "to", "sides", "rare"],
  words: { to: ["13", "WK"] },
  rows: [
    row(3, { name: "A", set: "start", pain: 1, to: ["13"], sides: [[1, 2]], rare: true }),
    row(4, { name: "B", set: "start", pain: 2, to: ["WK"], sides: [] }),
  ],
};
const found = (more: Partial<Found>): Found => ({ name: "place", about: "1", share: true, before: 0.3, after: 0.4, difference: [0.1, 0.02, 0.18], clear: true, ...more });

describe("cells of a sheet", () => {
  it("are changed by what their column holds", () => {
    expect(sheet.fields.map((field) => kindOf(sheet, field))).toEqual(["text", "word", "number", "words", "nested", "flag"]);
    expect(wordsOf(sheet, "set")).toEqual(["start"]);
    expect(columnsOf(sheet, ["name"]).map(({ field }) => field)).toEqual(["pain", "sides", "rare", "to", "set"]);
    expect(wordsOf(sheet, "to")).toEqual(["13", "WK"]);
  });
  it("have their numbers inside, with words that say what they are", () => {
    expect(groupsOf({ medical: 1, food: 2 }, "cost")).toEqual([
      [{ name: "medical", path: "cost.medical", number: 1 }, { name: "food", path: "cost.food", number: 2 }],
    ]);
    expect(groupsOf([{ do: "gain_ap", n: 2 }, { do: "skip", whose: "own" }], "effect")).toEqual([
      [{ words: "gain_ap" }, { name: "n", path: "effect.0.n", number: 2 }],
      [{ words: "skip" }, { words: "whose" }, { words: "own" }],
    ]);
    expect(groupsOf([-4, 4], "at")).toEqual([[{ name: "", path: "at.0", number: -4 }, { name: "", path: "at.1", number: 4 }]]);
    const cells = { cost: { food: 2 }, effect: [{ n: 3 }], "a.b": 5 };
    expect(["cost.food", "effect.0.n", "a.b", "cost.none", "effect.1.n", "none.x"].map((field) => beforeOf(cells, field))).toEqual([2, 3, 5, undefined, undefined, undefined]);
    const drawn: Sheet = { name: "tiles", fields: ["decor"], words: {}, rows: [row(9, { decor: Array(5).fill(["ruin", 1, 2, 3]) })] };
    expect(kindOf(drawn, "decor")).toBe("fixed");
  });
  it("are shown first where there is most to change", () => {
    const fixed: Sheet = { name: "walls", fields: ["id", "cells"], words: {}, rows: [row(9, { id: 1, cells: [["x"]] })] };
    const few: Sheet = { name: "pads", fields: ["name", "skill"], words: {}, rows: [row(11, { name: "D", skill: 12 })] };
    expect(firstPart([few, sheet])).toBe(1);
    const chips: Sheet = { name: "kinds", fields: ["name", "to"], words: { to: ["13"] }, rows: [row(10, { name: "C", to: ["13"] })] };
    expect([firstPart([fixed, chips, sheet]), firstPart([fixed, chips]), firstPart([fixed])]).toEqual([2, 1, 0]);
  });
  it("are told shortly", () => {
    expect(short(["13", "WK"])).toBe("13 WK");
    expect(short([[1, 2], [3, 4]])).toBe("1 2 · 3 4");
    expect(short({ medical: 1, food: 2 })).toBe("medical 1 food 2");
    expect(short([])).toBe("–");
    expect(short(undefined)).toBe("–");
    expect(same(["13"], ["13"])).toBe(true);
    expect(same(1, "1")).toBe(false);
  });
  it("say why they are refused, where a refusal names them", () => {
    const keys = ["24 armor", "25 armor", "33 cost.medical", "33 effect.0.n"];
    const said = (line: number, field: string) => refusedCell(`Mine, line ${line}: '${field}' must be less.`, keys);
    expect(said(25, "armor")).toEqual({ key: "25 armor", why: "'armor' must be less." });
    expect([said(33, "medical")?.key, said(33, "n")?.key]).toEqual(["33 cost.medical", "33 effect.0.n"]);
    expect([said(26, "armor"), said(24, "class"), refusedCell("Mine: too long", keys)]).toEqual([null, null, null]);
  });
  it("are found by the line of a refusal", () => {
    expect(lineIn("Mine, line 25: 'armor' must be a whole number")).toBe(25);
    expect(lineIn("It is not there.")).toBe(0);
  });
});

describe("differences", () => {
  it("lie on an axis of points, or of percent of themselves", () => {
    expect(onAxis(found({}))).toEqual([10, 2, 18]);
    expect(onAxis(found({ share: false, before: 50, after: 40, difference: [-10, -15, -5] }))).toEqual([-20, -30, -10]);
    expect(onAxis(found({ difference: null }))).toBeNull();
  });
  it("have round axes to both sides", () => {
    expect(reachOf([found({})])).toBe(20);
    expect(reachOf([])).toBe(1);
    expect([placeOf(0, 20), placeOf(20, 20), placeOf(-90, 20)]).toEqual([50, 100, 0]);
  });
  it("are written with their sign", () => {
    expect(signed(-0.7, 1)).toBe("−0.7");
    expect(shown(found({}), 0.358)).toBe("35.8\u00a0%");
    expect(shown(found({ share: false }), null)).toBe("–");
    expect(differs(found({}))).toEqual(["+10.0", "±8.0\u00a0pp"]);
    expect(differs(found({ difference: null }))).toBeNull();
  });
  it("are told apart: percent, also of means, and amounts", () => {
    const amount = found({ name: "points", share: false, before: 2.5, after: 2, difference: [-0.5, -0.75, -0.25] });
    expect([shown(amount, 2.5), differs(amount), percentOf(amount)]).toEqual(["2.50", ["−0.50", "±0.25"], 0]);
    const lead = found({ name: "last-lead", share: false, before: 80, after: 76, difference: [-4, -5, -3] });
    expect([shown(lead, 80), differs(lead), onAxis(lead)]).toEqual(["80.0\u00a0%", ["−4.0", "±1.0\u00a0pp"], [-4, -5, -3]]);
  });
  it("say how long they will take yet", () => {
    const run: Run = { state: "running", of: 300, games: 90, played: 100, seconds: 50, why: "", changes: [] };
    expect(secondsLeft(run)).toBe(100);
    expect(secondsLeft({ ...run, games: 0, played: 0 })).toBeNull();
    expect(secondsLeft({ ...run, state: "done" })).toBeNull();
  });
});

describe("what was changed", () => {
  const change = { line: 3, field: "pain", value: 4 };
  const told: Told = { game: "g", edition: "e", base: "b", editions: ["e"], players: [2], bots: ["greedy"], most: 100, sheets: [sheet] };
  it("is told from what another window weighs", () => {
    const about = { edition: "e", base: "b", name: "mine", changes: [change, { ...change, line: 4 }], players: 2, bot: "greedy" };
    const run: Run = { state: "done", about, of: 1, games: 1, played: 1, seconds: 1, why: "", changes: [] };
    expect(isAbout(run, told, { ...about, changes: [...about.changes].reverse() })).toBe(true);
    expect(isAbout(run, told, { ...about, changes: [change] })).toBe(false);
    expect(isAbout(run, { ...told, base: "other" }, about)).toBe(false);
  });
  it("is there again after one has left, in cells that there still are", () => {
    const kept = new Map<string, string>();
    vi.stubGlobal("sessionStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => kept.set(key, text) });
    keepDraft(told, { "3 pain": 4, "9 pain": 1, "3 none": 1, "3 sides.0.1": 5, "3 sides.1.0": 6 });
    expect(drafted(told)).toEqual({ "3 pain": 4, "3 sides.0.1": 5 });
    expect(drafted({ ...told, base: "other" })).toEqual({});
    kept.set("duskhall.workshop g b", "{");
    expect(drafted(told)).toEqual({});
    const sketch = { edition: "e", name: "mine", changes: [change] };
    expect(savedAs(told, sketch)).toBe("");
    keepSaved(told, sketch, "mine.toml");
    expect(savedAs(told, { ...sketch, changes: [{ ...change }] })).toBe("mine.toml");
    expect(savedAs(told, { ...sketch, name: "other" })).toBe("");
    expect(savedAs(told, { ...sketch, changes: [{ ...change, value: 5 }] })).toBe("");
    expect(savedAs({ ...told, base: "other" }, sketch)).toBe("");
    expect(keptOwn("g")).toBeNull();
    keepOwn("g", { edition: "mine", text: "x = 1" });
    expect(keptOwn("g")).toEqual({ edition: "mine", text: "x = 1" });
    vi.unstubAllGlobals();
  });
  it("may stand in a file of one's own", async () => {
    expect(await readOwn(new File(["x = 1"], "mine.toml"))).toEqual({ edition: "mine", text: "x = 1" });
    expect(await readOwn(new File([new Uint8Array([255, 0])], "mine.toml"))).toBeNull();
    expect(await readOwn(new File(["x".repeat(500_000)], "mine.toml"))).toBeNull();
  });
});
