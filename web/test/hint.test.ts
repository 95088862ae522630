/** What a hint shows, step by step, and says. */
import { describe, expect, it } from "vitest";
import { Catalogue } from "../src/table/catalogue";
import { because, cardsOf, holds, seatsOf, stepsOf } from "../src/table/hint";
import { foot, meant } from "../src/table/spotlight";
import type { Table } from "../src/table/table.svelte";

const text = {
  moves: { place: "Place {card0} in {district1}", keep: "Keep {cards}", attack: "Attack {seat0}", pass: "Pass", "keep.0": "Keep nothing" },
  hints: { school: "About {n0} more {n0:Candle|Candles}.", "law.less": "The law: {n0} less.", even: "All alike." },
  table: { stop: ". " },
};
const catalogue = new Catalogue(text, [{ name: "" }, { name: "Shameful" }, { name: "Faceless" }]);
const why = [{ key: "school", about: [1] }];
const table = (shows?: (move: string) => string[]) =>
  ({ catalogue, module: { shows: shows && ((_: unknown, { move }: { move: string }) => shows(move)) } }) as unknown as Table;

describe("a hint", () => {
  it("holds while there is something to answer, also what is not listed", () => {
    expect(holds(["give 0", "give 3", "pass"])).toBe(true); // 'give 0 3 4' may be answered, too
    expect(holds([])).toBe(false);
  });

  it("says why in the words of the game, in every sentence that it has", () => {
    expect(because(catalogue, [{ key: "school", about: [1] }, { key: "law.less", about: [2] }], [])).toBe("About 1 more Candle. The law: 2 less.");
    expect(because(catalogue, [{ key: "unheard-of", about: [] }], [])).toBe("");
  });

  it("knows from the sentence of a move which of its numbers are cards, and which seats", () => {
    expect(cardsOf(catalogue, "place 2 4")).toEqual([2]);
    expect(cardsOf(catalogue, "keep 1 2")).toEqual([1, 2]);
    expect(seatsOf(catalogue, "attack 3")).toEqual([3]);
    expect(cardsOf(catalogue, "attack 3")).toEqual([]);
  });

  it("shows the place, then the card, and at last the answer", () => {
    const steps = stepsOf(table(() => ["spot bb"]), { move: "place 2 4", why });
    expect(steps.map(({ show }) => show)).toEqual([["spot bb"], ["spot bb", "card 2"], ["spot bb", "card 2"]]);
    expect(steps.map(({ tells }) => tells)).toEqual([false, false, true]);
  });

  it("has fewer steps where there is less to show", () => {
    expect(stepsOf(table(), { move: "pass", why }).map(({ tells }) => tells)).toEqual([false, true]);
    expect(stepsOf(table(), { move: "attack 3", why }).map(({ show }) => show)).toEqual([[], ["seat 3"], ["seat 3"]]);
  });

  it("shows the button to press with an answer that nothing on the table stands for", () => {
    const asked = { ...table(), ribbon: { go: { moves: ["pass"] }, quiet: { moves: ["done"] } } } as unknown as Table;
    expect(stepsOf(asked, { move: "pass", why }).map(({ show }) => show)).toEqual([[], ["part go"]]);
    expect(stepsOf(asked, { move: "done", why }).at(-1)!.show).toEqual(["part quiet"]);
    expect(stepsOf(asked, { move: "stop", why }).at(-1)!.show).toEqual([]);
  });

  it("does not speak of an answer that one has not seen yet", () => {
    const even = [{ key: "even", about: [] }];
    expect(stepsOf(table(), { move: "pass", why: even }).map(({ tells }) => tells)).toEqual([true]);
    expect(stepsOf(table(), { move: "pass", why: [] }).map(({ tells }) => tells)).toEqual([true]); // there is nothing to say
    const steps = stepsOf(table(), { move: "attack 3", why: even });
    expect(steps.map(({ show }) => show)).toEqual([["seat 3"], ["seat 3"]]);
    expect(steps.map(({ says }) => says)).toEqual([false, true]);
  });
});

it("rings what lies beside the tray down to the foot of the page, and what lies above it down to it", () => {
  const tray = { left: 250, right: 1110, top: 650 };
  expect(foot({ left: 1137, right: 1428, top: 672 }, tray, 900)).toBe(900);
  expect(foot({ left: 300, right: 400, top: 600 }, tray, 900)).toBe(650);
  expect(foot({ left: 300, right: 400, top: 600 }, undefined, 900)).toBe(900);
});

it("takes a whole answer for the name of one spot", () => {
  const asked: string[] = [];
  const root = { querySelectorAll: (selector: string) => (asked.push(selector), []) } as unknown as ParentNode;
  meant(root, "spot =rob 1");
  meant(root, "spot s3 s4");
  expect(asked).toEqual(['[data-spot="=rob 1"]', '[data-spot="s3"]', '[data-spot="s4"]']);
});
