import { expect, test } from "vitest";
import { pace } from "../src/table/habits.svelte";

test("what is little is shown at the usual speed, and what is much in about the same time", () => {
  expect(pace(1, 0)).toBe(1);
  expect(pace(5, 0)).toBe(1);
  expect(pace(16, 0)).toBeCloseTo(3, 1);
  expect(pace(400, 0)).toBe(6);
});

test("the longer one watches, the faster it goes", () => {
  expect(pace(1, 1500)).toBe(1);
  expect(pace(1, 3000)).toBe(2);
  expect(pace(1, 60_000)).toBe(6);
});
