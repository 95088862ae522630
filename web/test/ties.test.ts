import { describe, expect, test } from "vitest";
import { complete, counts, forbidding, isElsewhere, mattering } from "../src/hall/ties";
import type { GameInfo } from "../src/table/types";

const info: GameInfo = {
  name: "toy",
  title: { en: "Toy" },
  pitch: {},
  minutes: 0,
  players: [2, 3, 4, 5],
  options: [
    { name: "way", values: ["city", "escape"], rule: "TY-1", ruling: false, players: [] },
    { name: "custom", values: [false, true], rule: "TY-2", ruling: false, players: [] },
    { name: "row", values: [5, 3], rule: "TY-3", ruling: false, players: [2] },
    { name: "fuel", values: ["little", "much"], rule: "TY-4", ruling: false, players: [] },
  ],
  ties: [
    { name: "way", values: ["city"], other: "players", allowed: [3, 4, 5], rule: "TY-1", reason: "three" },
    { name: "way", values: ["escape"], other: "custom", allowed: [false], rule: "TY-2", reason: "no-custom" },
    { name: "fuel", values: ["much"], other: "way", allowed: ["escape"], rule: "TY-4", reason: "escape-only" },
  ],
  scenarios: [],
  bots: [],
};

describe("ties", () => {
  test("what is not chosen has its default", () => {
    expect(complete(info, { custom: true })).toEqual({ way: "city", custom: true, row: 5, fuel: "little" });
  });
  test("an option decides for how many it is", () => {
    expect(counts(info, {})).toEqual([3, 4, 5]);
    expect(counts(info, { way: "escape" })).toEqual([2, 3, 4, 5]);
  });
  test("options exclude each other, both ways", () => {
    expect(forbidding(info, { way: "escape" }, "custom", true)?.rule).toBe("TY-2");
    expect(forbidding(info, { custom: true }, "way", "escape")?.rule).toBe("TY-2");
    expect(forbidding(info, {}, "custom", true)).toBeUndefined();
  });
  test("an option may matter with some numbers of players only", () => {
    expect(mattering(info, 2).map((option) => option.name)).toContain("row");
    expect(mattering(info, 3).map((option) => option.name)).not.toContain("row");
  });
  test("what needs another way to play is shown once that is chosen, and what only excludes another stays", () => {
    const elsewhere = (chosen: Record<string, string | boolean>) => info.options.filter((option) => isElsewhere(info, chosen, option)).map(({ name }) => name);
    expect(elsewhere({})).toEqual(["fuel"]);
    expect(elsewhere({ way: "escape" })).toEqual([]);
    expect(elsewhere({ custom: true })).toEqual(["fuel"]); // the way stays, and says why it is no other
    expect(elsewhere({ fuel: "much" })).toEqual([]); // nothing that was chosen is hidden
  });
});
