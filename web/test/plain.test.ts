import { expect, it } from "vitest";
import { Catalogue } from "../src/table/catalogue";
import { parse } from "../src/table/choices";
import { exactly, facts, heaps, mark, narrowed, NOBODY, numbers, unpointed } from "../src/table/plain/reading";
import type { View } from "../src/table/types";
import { told } from "./told";

const TEXT = {
  places: { hand: "Hand" },
  numbers: { wax: "Wax" },
  moves: { light: "Light {card0}", give: "Give {card0} to {seat1}", keep: "Keep {cards}", pass: "Pass", say: "Say {n0}" },
  faces: { scent: "Scent" },
  scents: { pine: "Pine" },
  scent_text: { pine: "As a forest." },
  buttons: { light: "Light it", "discard.0": "Keep all", "Take.pass": "Leave it" },
  page: { left: "{n} {n:card|cards} left", "left.0": "none left", of: "{card} of {name}" },
  table: { comma: ", ", and: " and ", stop: ". " },
};
const catalogue = new Catalogue(TEXT, []);
const view: View = {
  places: { deck: 5, "hand.0": [3, 4], "hand.1": 2, "row.1": [7], "row.2": [], "row.3": [8] },
  numbers: { round: 0, "wax.0": 2, "wax.1": 0, "spot.0": 0, "spot.1": 4, "spot.2": 0 },
  sealed: {},
  asks: "",
  outlook: {},
};
const OWNERS = { "hand.0": 0, "hand.1": 1 };

it("places are read by whose they are and of what kind, and empty ones are left out", () => {
  const [deck, row, ...rest] = heaps(view, OWNERS, NOBODY, TEXT);
  expect(rest).toEqual([]);
  expect(deck).toMatchObject({ title: "deck", heaps: [{ count: 5, cards: [] }] });
  expect(row!.heaps.map(({ index, cards }) => [index, cards])).toEqual([["1", [7]], ["3", [8]]]);
  expect(heaps(view, OWNERS, 1, TEXT)).toMatchObject([{ title: "Hand", heaps: [{ index: "", count: 2, cards: [] }] }]);
});

it("a number is a seat's where every seat has one and nobody else", () => {
  expect(numbers(view, 2, 0, TEXT)).toEqual([{ number: "wax.0", label: "Wax", value: 2 }]);
  expect(numbers(view, 2, NOBODY, TEXT).map(({ label, value }) => [label, value])).toEqual([["round", 0], ["spot 1", 4]]);
});

it("what is printed on a card is read in the catalogue's words", () => {
  const face = { name: "Taper", deck: "candle", wax: 3, scent: "pine", bright: true, short: false, sides: [{ up: 1 }], tags: [] };
  expect(facts(face, catalogue)).toEqual([
    { label: "wax", value: "3", text: "" },
    { label: "Scent", value: "Pine", text: "As a forest." },
    { label: "bright", value: "", text: "" },
  ]);
});

it("pointing at cards puts an answer together, and another card takes the place of the first", () => {
  const choices = ["keep 3 4", "keep 3 7", "pass"].map(parse);
  expect(mark(choices, [], 3, catalogue)).toEqual([3]);
  expect(mark(choices, [3], 4, catalogue)).toEqual([3, 4]);
  expect(mark(choices, [3, 4], 7, catalogue)).toEqual([7]);
  expect(mark(choices, [3], 3, catalogue)).toEqual([]);
  expect(exactly(choices, [3], catalogue)).toBeUndefined();
  expect(exactly(choices, [3, 4], catalogue)?.move).toBe("keep 3 4");
});

it("what cards alone cannot say is listed", () => {
  const choices = ["give 3 0", "give 3 1", "light 4", "light 9", "say 4", "pass"].map(parse);
  const listed = (marked: number[]) => unpointed(choices, marked, new Set([3, 4]), catalogue).map(({ move }) => move);
  expect(listed([])).toEqual(["light 9", "say 4", "pass"]);
  expect(listed([3])).toEqual(["give 3 0", "give 3 1"]);
  expect(listed([4])).toEqual([]);
});

it("every answer that was ever offered can be given by pointing, or is listed", () => {
  for (const { frames, offered } of told.games) {
    const words = new Catalogue(told.text[frames.game]!.en!, frames.cards);
    const seen = new Set(frames.cards.map((_, card) => card));
    for (const moves of offered) {
      const choices = moves.map(parse);
      for (const choice of choices) {
        const template = words.template(choice.verb, choice.about.length);
        const cards = choice.about.filter((_, i) => template.includes("{cards}") || template.includes(`{card${i}}`));
        const marked = cards.reduce<number[]>((so, card) => (so.includes(card) ? so : mark(choices, so, card, words)), []);
        const found = [exactly(choices, marked, words), ...unpointed(choices, marked, seen, words)];
        expect(found, `${frames.game}: ${choice.move}`).toContain(choice);
      }
    }
  }
});

it("a long list is narrowed down by words", () => {
  const list = ["Place Faceless in the Bazaar", "Place Harvester in the Bazaar", "Pass"].map((sentence) => ({ sentence }));
  expect(narrowed(list, "baz har")).toEqual([list[1]]);
  expect(narrowed(list, " ")).toEqual(list);
});

it("the page's own sentences have a form for one number, and buttons one for a question", () => {
  expect([0, 1, 2].map((n) => catalogue.say("left", { n }))).toEqual(["none left", "1 card left", "2 cards left"]);
  expect(catalogue.say("of", { card: "Taper", name: "{n}" })).toBe("Taper of {n}");
  expect(catalogue.say("nowhere")).toBe("nowhere");
  expect(catalogue.button("Take", "pass")).toBe("Leave it");
  expect(catalogue.button("Discard", "discard")).toBe("Keep all");
  expect(catalogue.button("Light", "light 3")).toBe("Light it");
  expect(catalogue.button("Discard", "discard 3")).toBeUndefined();
});
