import { describe, expect, it } from "vitest";
import { follow } from "../src/table/follow";
import { grouped } from "../src/table/table.svelte";
import { told } from "./told";

describe("following the events of a move leads to the view that was sent", () => {
  for (const { frames } of told.games) {
    it(`${frames.game}, ${frames.players} players, seen by ${frames.eyes}`, () => {
      const ordered = new Set(frames.ordered);
      let view = frames.frames[0]!.view;
      for (const frame of frames.frames.slice(1)) {
        for (const event of frame.events) view = follow(view, event, ordered);
        expect(view.places).toEqual(frame.view.places);
        expect(nonzero(view.numbers)).toEqual(nonzero(frame.view.numbers));
        view = frame.view;
      }
    });
  }
});

it("what happens at once is shown at once", () => {
  const events = [
    { kind: "pick", rule: "DD-10", seat: 0 },
    { kind: "pick", rule: "DD-10", seat: 1 },
    { kind: "pass", rule: "DD-11", seat: 0 },
  ];
  expect(grouped(events).map((group) => group.length)).toEqual([2, 1]);
});

function nonzero(numbers: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(numbers).filter(([, value]) => value));
}
