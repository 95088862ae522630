import { expect, it } from "vitest";
import { remembered, type LogLine } from "../src/table/table.svelte";
import type { GameEvent } from "../src/table/types";

const line = (event: Partial<GameEvent>): LogLine => ({ position: 1, event: { kind: "", rule: "", ...event } });

it("what is told but once is not kept, nor what brought it where it was (DD-70)", () => {
  const log = [
    line({ kind: "commit", cards: [4, 9], from: "hand.0", to: "committed.0" }),
    line({ kind: "commit", cards: [5, 6], from: "hand.1", to: "committed.1" }),
  ];
  const stack: GameEvent = { kind: "stack", rule: "DD-24", cards: [4], from: "committed.0", to: "pile.0", once: true };
  expect(remembered(log, 2, stack).map(({ event }) => event!.cards)).toEqual([[9, -1], [5, 6], [-1]]);
});

it("everything else is kept as it was told", () => {
  const take: GameEvent = { kind: "take", rule: "DD-22", cards: [7], from: "market", to: "front.0" };
  expect(remembered([], 2, take)).toEqual([{ position: 2, event: take }]);
});
