import { expect, it } from "vitest";
import { Ground, type Duskworld } from "../src/games/the-faceless/board";
import { covered, explained } from "../src/games/the-faceless/lying";
import { topCard } from "../src/games/the-faceless/parts";
import { seenLast } from "../src/games/the-faceless/seen";
import type { Table } from "../src/table/table.svelte";
import type { GameEvent } from "../src/table/types";
import { told } from "./told";

const printed = told.games.find(({ frames }) => frames.game === "the-faceless")!.frames.board as unknown as Duskworld;
const space = (q: number, r: number): number => printed.spaces.findIndex(([a, b]) => a === q && b === r);

function table(numbers: Record<string, number>, places: Record<string, number | number[]> = {}, events: GameEvent[] = []): Table {
  const view = { numbers, places, sealed: {}, asks: "", outlook: {} };
  return { board: printed, cards: [], eyes: "0", view, log: events.map((event, position) => ({ position, event })) } as unknown as Table;
}

it("what somebody stands on is known: a memory under a servant, an eye under the Team (TF-158, TF-128)", () => {
  const numbers = { "servant_at.0": 5, "memory_at.0": 5, "memory_at.1": 7, team: 9, "eye_at.0": 9, "eye_open.0": 0, goat: 7 };
  expect(covered(table(numbers), 7)).toEqual([
    { space: 5, pieces: [{ kind: "memory", card: -1, count: 1 }] },
    { space: 7, pieces: [{ kind: "memory", card: -1, count: 1 }] },
    { space: 9, pieces: [{ kind: "eyes", shut: true }] },
  ]);
});

it("every piece on a space is explained, the one on top first", () => {
  const board = { ...printed, pieces: { roaming: "TF-155", portals: "TF-120" } };
  const words = { word: (_: string, piece: string) => `${piece}.`, say: (key: string) => key, catalogue: { gap: " " } };
  const here = { ...table({ "servant_at.0": 5, "memory_at.0": 5, "portal_at.0": 5, "portal_at.1": 6 }), ...words, board } as unknown as Table;
  expect(explained(here, 5)).toEqual({ text: "roaming. portals.", rule: "TF-155" });
  expect(explained(here, 6)).toEqual({ text: "portals.", rule: "TF-120" });
  expect(explained(here, 7)).toBeNull();
});

it("a card on top of the deck is shown to who alone has looked at it (TF-107)", () => {
  expect(topCard(table({}, { next: [], "peeked.0": 1, "peeked.1": 0 }).view)).toBeUndefined();
  expect(topCard(table({}, { next: [], "peeked.0": [12], "peeked.1": 0 }).view)).toBe(12);
});

it("where the needle was seen last is told by what stood when the Fog came down, not by what moved since (TF-151, TF-153)", () => {
  const set = (number: string, value: number): GameEvent => ({ kind: "put", rule: "TF-21", number, value });
  const before = [set("goat", space(-3, 0)), set("goat_facing", 180), set("fog", 1)];
  const stands = { team: space(0, 0), goat: space(-3, 0), "ring.0": -1, "ring.1": -1, "ring.2": -1 };
  expect(seenLast(table({ ...stands, goat_facing: 180, fog: 1 }, {}, before))?.best).toBe(0);
  const turned = [...before, set("goat_facing", 0)];
  expect(new Ground(printed).compass.needle(stands.team, { ring: [-1, -1, -1], facing: [0, 0, 0], goat: stands.goat, goatFacing: 0 }).best).toBe(3);
  expect(seenLast(table({ ...stands, goat_facing: 0, fog: 1 }, {}, turned))?.best).toBe(0);
  expect(seenLast(table({ ...stands, goat_facing: 0, fog: 0 }, {}, [...turned, set("fog", 0)]))).toBeNull();
  expect(seenLast(table({ ...stands, goat_facing: 0, fog: 1 }, {}, [set("fog", 1), set("goat_facing", 0)]))).toBeNull();
});
