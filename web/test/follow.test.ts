import { describe, expect, it } from "vitest";
import { after } from "../src/table/follow";
import { grouped } from "../src/table/table.svelte";
import { told } from "./told";

describe("following what is told leads to the views of the engine", () => {
  for (const { frames, views } of told.games) {
    it(`${frames.game}, ${frames.players} players, seen by ${frames.eyes}`, () => {
      expect(Object.keys(views).length).toBeGreaterThan(2);
      for (const [position, view] of Object.entries(views)) {
        expect(frames.frames[Number(position)]!.view).toEqual(view);
      }
    });
  }
});

it("of an outlook only what changed is told", () => {
  const view = { places: {}, numbers: {}, sealed: { 0: "pick 1" }, asks: "A()", outlook: { same: [1], other: 1, gone: 1 } };
  const next = after(view, { events: [], asks: "B()", outlook: { other: 2, gone: null } }, new Set());
  expect(next).toEqual({ places: {}, numbers: {}, sealed: {}, asks: "B()", outlook: { same: [1], other: 2 } });
  expect(view.outlook).toEqual({ same: [1], other: 1, gone: 1 });
});

it("what happens at once is shown at once", () => {
  const events = [
    { kind: "pick", rule: "DD-10", seat: 0 },
    { kind: "pick", rule: "DD-10", seat: 1 },
    { kind: "pass", rule: "DD-11", seat: 0 },
  ];
  expect(grouped(events).map((group) => group.length)).toEqual([2, 1]);
});
