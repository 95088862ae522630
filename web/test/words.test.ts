import { expect, it } from "vitest";
import { en } from "../src/words/en";
import { en as cityEn, ja as cityJa } from "../src/games/dont-turn-your-back/words";
import { en as duskEn, ja as duskJa } from "../src/games/the-faceless/words";
import { ja } from "../src/words/ja";

const PAIRS: [object, object][] = [
  [en, ja],
  [cityEn, cityJa],
  [duskEn, duskJa],
];

function shape(words: unknown, path = ""): string[] {
  if (typeof words !== "object" || words === null) return [`${path}:${typeof words}`];
  return Object.entries(words).flatMap(([key, value]) => shape(value, `${path}.${key}`));
}

it("both languages have the same words", () => {
  for (const [english, japanese] of PAIRS) expect(shape(japanese)).toEqual(shape(english));
});

it("Japanese is translated", () => {
  const same = ["brand", "turnTitle", "otherLanguage", "language", "switchLanguage"];
  const texts = (words: object): [string, unknown][] =>
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === "object" && value !== null && !Array.isArray(value) ? texts(value as object) : [[key, value]],
    );
  for (const [english, japanese] of PAIRS) {
    const original = new Map(texts(english));
    for (const [key, value] of texts(japanese)) {
      if (typeof value !== "string" || same.includes(key) || !value) continue;
      expect(value, key).not.toBe(original.get(key));
    }
  }
});
