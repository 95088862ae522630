import { expect, it } from "vitest";
import { en } from "../src/words/en";
import { ja } from "../src/words/ja";

function shape(words: unknown, path = ""): string[] {
  if (typeof words !== "object" || words === null) return [`${path}:${typeof words}`];
  return Object.entries(words).flatMap(([key, value]) => shape(value, `${path}.${key}`));
}

it("both languages have the same words", () => {
  expect(shape(ja)).toEqual(shape(en));
});

it("Japanese is translated", () => {
  const same = ["brand", "turnTitle", "otherLanguage", "language", "switchLanguage"];
  const texts = (words: object): [string, unknown][] =>
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === "object" && value !== null && !Array.isArray(value) ? texts(value as object) : [[key, value]],
    );
  const original = new Map(texts(en));
  for (const [key, value] of texts(ja)) {
    if (typeof value !== "string" || same.includes(key) || !value) continue;
    expect(value, key).not.toBe(original.get(key));
  }
});
