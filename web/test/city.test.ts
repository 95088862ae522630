import { describe, expect, it } from "vitest";
import { goals, litCards, mark, move } from "../src/games/dont-turn-your-back/plan";
import { Choices } from "../src/table/choices";
import { told } from "./told";

const ORDERED = new Set(["place", "swap"]);

describe("a card, and where it goes", () => {
  const choices = new Choices(["place 3 0", "place 3 4", "place 5 2", "swap 3 9", "pass"], ORDERED);

  it("hand cards come first, then what takes them", () => {
    expect([...litCards(choices, [3, 5, 7], [], "PlaceCard")]).toEqual([3, 5]);
    expect(goals(choices, 3)).toEqual({ districts: [0, 4], merchants: [9] });
    expect([...litCards(choices, [3, 5, 7], [3], "PlaceCard")]).toEqual([3, 5, 9]);
  });
  it("another card takes the place of the first", () => {
    expect(mark(choices, [3], 5, "PlaceCard")).toEqual([5]);
    expect(mark(choices, [3], 3, "PlaceCard")).toEqual([]);
    expect(mark(choices, [3], 9, "PlaceCard")).toEqual([3, 9]);
  });
  it("a move is made only of what is offered", () => {
    expect(move(choices, { marked: [3], district: 4 }, "PlaceCard")).toBe("place 3 4");
    expect(move(choices, { marked: [3, 9], district: -1 }, "PlaceCard")).toBe("swap 3 9");
    expect(move(choices, { marked: [3], district: 2 }, "PlaceCard")).toBe("");
    expect(move(choices, { marked: [3], district: -1 }, "PlaceCard")).toBe("");
  });
});

describe("leftovers of a large hand", () => {
  const hand = [2, 4, 6, 8, 10, 12, 14, 16];
  const choices = new Choices(["discard", ...hand.map((card) => `discard ${card}`), `discard ${hand.join(" ")}`]);

  it("any may be discarded, listed or not, and are named in order", () => {
    expect([...litCards(choices, hand, [8], "DiscardLeftovers")]).toEqual(hand);
    expect(mark(choices, [8, 2], 8, "DiscardLeftovers")).toEqual([2]);
    expect(move(choices, { marked: [8, 2, 14], district: -1 }, "DiscardLeftovers")).toBe("discard 2 8 14");
    expect(move(choices, { marked: [], district: -1 }, "DiscardLeftovers")).toBe("discard");
  });
});

it("every move of a real game can be reached by pointing", () => {
  for (const { frames, offered } of told.games) {
    if (frames.game !== "dont-turn-your-back") continue;
    offered.forEach((moves, position) => {
      const asked = frames.frames[position]!.view.asks.split("(")[0]!;
      const choices = new Choices(moves, ORDERED);
      for (const choice of choices.all) {
        if (["pass", "done", "decline"].includes(choice.verb)) continue;
        const places = choice.verb === "place";
        let marked: number[] = [];
        for (const card of places ? choice.about.slice(0, 1) : choice.about) {
          if (asked !== "DiscardLeftovers") expect(litCards(choices, [], marked, asked)).toContain(card);
          marked = mark(choices, marked, card, asked);
        }
        const district = places ? choice.about[1]! : -1;
        expect(move(choices, { marked, district }, asked)).toBe(choice.about.length || asked === "DiscardLeftovers" ? choice.move : "");
      }
    });
  }
});
