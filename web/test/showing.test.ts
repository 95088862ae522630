/** A moment that is put while another is being shown is what stands, and nothing of the other comes after. */
import { expect, it } from "vitest";
import type { GameModule } from "../src/table/game";
import { Table, type Moment } from "../src/table/table.svelte";
import type { GameEvent } from "../src/table/types";

const QUIET = { moves: 0, names: [], since: [] } as unknown as Moment["undo"];
const hand = (...cards: number[]) => ({ places: { deck: 9 - cards.length, "hand.0": cards }, numbers: {}, sealed: {}, asks: "", outlook: {} });
const draw = (card: number, rule: string): GameEvent => ({ kind: "draw", cards: [card], from: "deck", to: "hand.0", rule }) as GameEvent;

function moment(position: number, cards: number[], events: GameEvent[] = []): Moment {
  return { position, events, view: hand(...cards), waiting: [0], asked: [0], moves: [`take ${position}`], undo: QUIET, over: null };
}

function table(): Table {
  const module = { manner: () => "fly" } as unknown as GameModule;
  const made = new Table(module);
  made.sentence = () => null;
  made.put(moment(0, []));
  return made;
}

const rest = () => new Promise((resolve) => setTimeout(resolve));

it("is left alone by what was being shown", async () => {
  const seen = table();
  seen.push(moment(1, [1, 2], [draw(1, "A"), draw(2, "B")]));
  expect(seen.busy).toBe(true);
  seen.put(moment(2, [1, 2, 3])); // in one go, as after a silence or a take-back
  await rest();
  expect(seen.view.places["hand.0"]).toEqual([1, 2, 3]);
  expect([seen.position, seen.legal, seen.busy]).toEqual([2, ["take 2"], false]);
  expect(seen.log.map(({ event }) => event?.cards)).toEqual([[1]]); // of what was shown before it
});

it("is followed by what comes after it", async () => {
  const seen = table();
  seen.push(moment(1, [1, 2], [draw(1, "A"), draw(2, "B")]));
  seen.put(moment(2, [1, 2, 3]));
  seen.push(moment(3, [1, 2, 3, 4], [draw(4, "A")]));
  await rest();
  expect(seen.view.places["hand.0"]).toEqual([1, 2, 3, 4]);
  expect([seen.position, seen.busy]).toEqual([3, false]);
});
