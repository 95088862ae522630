import { expect, test } from "vitest";
import { clockLeft } from "../src/table/clock";

test("a clock counts down from when it was heard of", () => {
  const clock = { number: 3, left: 65.5, running: true, since: 1000 };
  expect(clockLeft(clock, 1000)).toBe("1:06");
  expect(clockLeft(clock, 11_000)).toBe("0:56");
  expect(clockLeft(clock, 999_000)).toBe("0:00");
});

test("a clock that stands shows what is left of it", () => {
  expect(clockLeft({ number: 3, left: 9, running: false, since: 1000 }, 60_000)).toBe("0:09");
});
