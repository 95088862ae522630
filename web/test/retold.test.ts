/** What a replay says of a game that is told again. */
import { expect, it } from "vitest";
import { answerer, legible, wasDeputy } from "../src/hall/retold";
import type { Frames } from "../src/table/types";

it("names of phases lie neither upon each other nor upon the end's", () => {
  const turns = [0, 10, 40, 96, 99].map((at, i) => ({ at, label: `${i + 8}` }));
  expect([...legible(turns, 100, 1000, "End")]).toEqual([0, 10, 40]);
  expect([...legible(turns, 100, 150, "End")]).toEqual([0, 10, 40]);
  expect([...legible(turns, 100, 120, "End")]).toEqual([0, 40]);
  expect([...legible([{ at: 0, label: "英雄" }, { at: 3, label: "防衛" }], 10, 120, "終")]).toEqual([0]);
  expect([...legible([{ at: 0, label: "英雄" }, { at: 4, label: "防衛" }], 10, 120, "終")]).toEqual([0, 4]);
});

it("what a bot answered for a person is told so, and nothing is supposed where it is not known", () => {
  const frames = { names: ["Ada", "Mira"], frames: [{}, { seat: 1 }, { seat: 1 }, { seat: -1 }], deputies: [1] } as unknown as Frames;
  expect([0, 1, 2].map((at) => answerer(frames, at))).toEqual(["Mira", "A bot, for Mira", ""]);
  expect(wasDeputy({ ...frames, deputies: undefined }, 1)).toBe(false);
});
