import { describe, expect, it } from "vitest";
import { Catalogue, plain, questionOf } from "../src/table/catalogue";
import type { Text } from "../src/table/types";
import { told } from "./told";

describe("sentences are the engine's, word for word", () => {
  for (const language of ["en", "ja"]) {
    for (const { names, frames, sentences } of told.games) {
      const catalogue = new Catalogue(withEnglish(frames.game, language), frames.cards);
      it(`${frames.game}, ${language}, ${frames.players} players: events`, () => {
        frames.frames.forEach((frame, position) => {
          const said = frame.events.map((event) => {
            const pieces = catalogue.event(event, names);
            return pieces && plain(pieces);
          });
          expect(said).toEqual(sentences[language]![position]!.events);
        });
      });
      it(`${frames.game}, ${language}, ${frames.players} players: moves`, () => {
        for (const { move, notation } of sentences[language]!.slice(1)) {
          expect(plain(catalogue.move(notation, names))).toBe(move);
        }
      });
    }
  }
});

it("knows what a button says of this question alone, as it makes sense without the question, too", () => {
  const catalogue = new Catalogue({ buttons: { done: "Done", "After.done": "Let the threat come", "swap.2": "Swap" } }, []);
  const asked = questionOf({ asks: "After(2)" });
  expect([asked, questionOf({ asks: "" })]).toEqual(["After", ""]);
  expect([catalogue.own(asked, "done"), catalogue.own("Burn", "done"), catalogue.own(asked, "swap 1 2")]).toEqual(["Let the threat come", undefined, undefined]);
});

describe("fields", () => {
  const cards = [{ name: "" }, { name: "Ogre" }, { name: "Imp" }];
  const catalogue = new Catalogue(
    { table: { "hidden-card": "a hidden card", comma: ", ", and: " and ", nothing: "nothing" }, sizes: { "2": "large" } },
    cards,
  );
  const fill = (template: string, about: number[]) => plain(catalogue.fill(template, about, ["Ada"], { seat: "Ada" }));

  it("name cards, seats, numbers and words of any section", () => {
    expect(fill("{card0} {seat1} {n2} {sizes3}", [1, 0, 7, 2])).toBe("Ogre Ada 7 large");
  });
  it("end a sentence where their name ends with a stop (TF-75: nobody is P.J..)", () => {
    expect(plain(catalogue.fill("{seat} is {name}. {name}", [], [], { seat: "P.J.", name: "Ada" }))).toBe("P.J. is Ada. Ada");
    expect(plain(catalogue.fill("{seat} is {name}.", [], [], { seat: "Ada", name: "P.J." }))).toBe("Ada is P.J.");
  });
  it("say what an offer gives and takes, equal things together", () => {
    expect(fill("{gives0} for {takes0}", [3, 1, 1, 2, 2])).toBe("Ogre ×2 and Imp for Imp");
    expect(fill("{gives0} for {takes0}", [0, 1])).toBe("nothing for Ogre");
  });
  it("leave nothing where there is no such number", () => {
    expect(fill("{card0}, {card4}!", [2])).toBe("Imp, !");
  });
  it("keep an unknown word as it stands", () => {
    expect(fill("{seat} {cards}", [])).toBe("Ada {cards}");
  });
  it("have a word for one and a word for several", () => {
    expect(fill("{n0} {n0:candle|candles}, {n1} {n1:candle|candles}", [1, 12])).toBe("1 candle, 12 candles");
  });
  it("have one word for one and another for several", () => {
    expect(fill("{n0} {n0:card|cards}, {n1} {n1:card|cards}", [1, 2])).toBe("1 card, 2 cards");
  });
  it("never say what is hidden", () => {
    expect(fill("{card0}", [-1])).toBe("a hidden card");
  });
  it("name all cards of a move", () => {
    const several = new Catalogue({ ...catalogue.text, moves: { drop: "Drop {cards}" } }, cards);
    expect(plain(several.move("drop 1 2", []))).toBe("Drop Ogre and Imp");
  });
  it("join a row as the language does", () => {
    expect(catalogue.join(["a"])).toBe("a");
    expect(catalogue.join(["a", "b", "c"])).toBe("a, b and c");
  });
});

/** What a language lacks is there in English, as the server gives it. */
function withEnglish(game: string, language: string): Text {
  const text = told.text[game]!;
  return Object.fromEntries(
    Object.keys(text.en!).map((section) => [section, { ...text.en![section], ...text[language]![section] }]),
  );
}
