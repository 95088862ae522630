import { expect, test } from "vitest";
import { listed } from "../src/table/keys";
import { en } from "../src/words/en";
import { ja } from "../src/words/ja";

test("a key that a game and the hall both know stands once, with both", () => {
  expect(listed([["A", "raid"], ["Esc", "leave the action"]], [["Esc", "clear"], ["?", "this list"]])).toEqual([
    ["A", "raid"],
    ["Esc", "leave the action; clear"],
    ["?", "this list"],
  ]);
});

test.each([en, ja])("no key of the hall stands twice", ({ keys }) => {
  for (const list of [keys.list, keys.replay]) expect(new Set(list.map(([key]) => key)).size).toBe(list.length);
});
