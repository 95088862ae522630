import { expect, it } from "vitest";
import { fights } from "../src/games/dark-dealings/story";
import { runs, type Told } from "../src/table/folds";

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
