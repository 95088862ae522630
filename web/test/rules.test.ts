import { expect, test } from "vitest";
import { chapterOf, found } from "../src/table/rules";

const text = {
  chapters: { one: "Place", two: "Buy" },
  chapter_rules: { one: "XY-01 XY-02", two: "XY-10" },
  ask_rules: { Choose: "XY-10" },
  rule_titles: { "XY-01": "Placing", "XY-02": "Ties", "XY-10": "Buying" },
  rules: { "XY-01": "Lay a card.", "XY-02": "Among equals, the first.", "XY-10": "Pay its cost." },
  rulings: { "XY-10": "Nothing is cheaper than nothing." },
};

test("a question belongs to a chapter, or to none", () => {
  expect(chapterOf(text, "Choose")).toBe("two");
  expect(chapterOf(text, "Cho")).toBe("");
  expect(chapterOf(text, "")).toBe("");
});

test("the present chapter comes first", () => {
  expect(found(text, "", "two").map(({ key }) => key)).toEqual(["two", "one"]);
});

test("rules are found by words, ids and rulings", () => {
  expect(found(text, "equals FIRST")).toEqual([{ key: "one", title: "Place", rules: ["XY-02"] }]);
  expect(found(text, "xy-10")[0]?.rules).toEqual(["XY-10"]);
  expect(found(text, "cheaper")[0]?.rules).toEqual(["XY-10"]);
  expect(found(text, "dragon")).toEqual([]);
});
