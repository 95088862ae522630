import { expect, test } from "vitest";
import { Lesson } from "../src/table/lesson.svelte";
import { room } from "../src/table/spotlight";

const step = (key: string, begins: number, answers: string[] = [], quick = false) => ({ key, show: [], begins, answers, quick });
const told = () => ({ steps: [step("hello", 0), step("pick", 0, ["pick 1"]), step("rest", 1, ["a", "b"], true), step("bye", 3)], learnt: [1, 2, 4] });

test("a lesson waits for its own answers, and only for them", () => {
  const lesson = new Lesson(told());
  expect(lesson.at(0)).toBe(0);
  expect(lesson.allowed(0, ["pick 1", "pick 2"])).toEqual(["pick 1"]);
  lesson.next(0);
  expect(lesson.at(1)).toBe(1);
  expect(lesson.before(1)).toBe(0);
  expect(lesson.refuses(1, ["pick 1", "pick 2"], "pick 2")).toBe(true);
  expect(lesson.refuses(1, ["pick 1", "pick 2"], "pick 1")).toBe(false);
  expect(lesson.at(2)).toBe(2);
  expect(lesson.at(4)).toBe(2);
  expect(lesson.at(5)).toBe(3);
  expect(lesson.allowed(5, ["x", "y"])).toEqual(["x", "y"]);
});

test("who plays on has read the last step", () => {
  const lesson = new Lesson(told());
  expect(lesson.refuses(2, ["a"], "a")).toBe(false);
  expect(lesson.done).toBe(false);
  expect(lesson.refuses(5, ["x", "y"], "y")).toBe(false);
  expect(lesson.done).toBe(true);
});

test("who was led astray, or has skipped it, may answer anything", () => {
  const lesson = new Lesson(told());
  expect(lesson.isAstray(1, ["pick 7"])).toBe(true);
  expect(lesson.allowed(1, ["pick 7"])).toEqual(["pick 7"]);
  lesson.done = true;
  expect(lesson.allowed(1, ["pick 1", "pick 7"])).toEqual(["pick 1", "pick 7"]);
  expect(lesson.refuses(1, ["pick 1", "pick 7"], "pick 7")).toBe(false);
});

test("the note touches nothing that is lit, where there is room", () => {
  const holes = [
    { x: 100, y: 100, wide: 200, high: 100 },
    { x: 0, y: 500, wide: 1000, high: 100 },
  ];
  const page = { wide: 1000, high: 800 };
  const { x, y } = room(holes, 440, 200, page);
  expect(holes.some((one) => x < one.x + one.wide && x + 440 > one.x && y < one.y + one.high && y + 200 > one.y)).toBe(false);
});
