import { describe, expect, it } from "vitest";
import { lit, mark, plan, strikeMove } from "../src/games/dark-dealings/plan";
import { Choices } from "../src/table/choices";
import { told } from "./told";

describe("two of a hand", () => {
  const choices = new Choices(["pick 1 2", "pick 1 5", "pick 2 5"]);

  it("any card may come first, then any other", () => {
    expect([...choices.lit([])]).toEqual([1, 2, 5]);
    expect([...choices.lit([5])]).toEqual([1, 2]);
    expect(choices.complete([5])).toEqual([]);
  });
  it("the order of marking does not matter", () => {
    expect(choices.complete([5, 1]).map((choice) => choice.move)).toEqual(["pick 1 5"]);
  });
  it("a third card takes the place of the first", () => {
    expect(choices.mark([1, 2], 5)).toEqual([2, 5]);
  });
  it("pointing again takes it off", () => {
    expect(choices.mark([1, 2], 1)).toEqual([2]);
  });
});

describe("a strike, and the card turned for it", () => {
  const choices = new Choices(["discard", "strike 7", "strike 8 7", "strike 8 9", "detour 9"], new Set(["strike"]));

  it("a Heavy Hitter waits for the other card", () => {
    expect([...lit(choices, [])]).toEqual([7, 8, 9]);
    expect(plan(choices, [8]).pending).toBe(8);
    expect([...lit(choices, [8])]).toEqual([7, 9]);
  });
  it("marks become moves that were offered", () => {
    const moves = plan(choices, [8, 9, 7]).strikes.map(strikeMove);
    expect(moves).toEqual(["strike 8 9", "strike 7"]);
    expect(moves.every((move) => choices.has(move))).toBe(true);
  });
  it("taking off a strike takes off what was turned for it", () => {
    expect(mark(choices, [7, 8, 9], 8)).toEqual([7]);
    expect(mark(choices, [8, 9, 7], 9)).toEqual([7]);
  });
  it("what is not offered cannot be marked", () => {
    expect(mark(choices, [], 3)).toEqual([]);
  });
});

it("every move of a real game of Dark Dealings can be reached by pointing at its cards", () => {
  for (const { frames, offered } of told.games) {
    if (frames.game !== "dark-dealings") continue;
    for (const moves of offered) {
      const choices = new Choices(moves, new Set(["strike"]));
      for (const choice of choices.all) {
        for (const [i, card] of choice.about.entries()) {
          expect(choices.lit(choice.about.slice(0, i))).toContain(card);
        }
        expect(choices.complete(choice.about)).toContainEqual(choice);
      }
    }
  }
});
