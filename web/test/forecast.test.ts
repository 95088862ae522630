import { expect, it } from "vitest";
import { Ground, needleOf, type Duskworld } from "../src/games/the-faceless/board";
import { loss, walks } from "../src/games/the-faceless/forecast";
import type { Table } from "../src/table/table.svelte";
import type { View } from "../src/table/types";
import { told } from "./told";

const printed = told.games.find(({ frames }) => frames.game === "the-faceless")!.frames.board as unknown as Duskworld;
const ground = new Ground(printed);
const space = (q: number, r: number): number => printed.spaces.findIndex(([a, b]) => a === q && b === r);
const TRUNK = printed.obstacles.indexOf("Fallen Trunk");
const WALL = [space(2, -1), space(2, 0), space(2, 1)]; // two steps east of the middle

/** Billygoat in the west turns the Team its blank half: on all of that row the needle points east. */
const magnets = { ring: [-1, -1, -1], facing: [0, 0, 0], goat: space(-3, 0), goatFacing: 180 };

function view({ unused = 0, wall = true, lying = [] as number[] }): View {
  const placement = printed.placements[TRUNK]!.findIndex((cells) => WALL.every((cell) => cells.includes(cell)));
  const numbers: Record<string, number> = { team: space(0, 0), goat: magnets.goat, goat_facing: magnets.goatFacing };
  if (wall) numbers[`obstacle.${TRUNK}`] = placement;
  lying.forEach((at, spot) => (numbers[`memory_at.${spot}`] = at));
  return { places: { collected: unused }, numbers, sealed: {}, asks: "", outlook: {} };
}

it("every step into an obstacle is counted (TF-42): two of three cost two memories", () => {
  expect(walks(ground, view({ unused: 2 }), magnets, 3)).toEqual([{ space: space(1, 0), hits: 2, found: 0, end: "", portal: "" }]);
});

it("with one memory left, two such steps lose the game (TF-42, TF-66)", () => {
  const all = walks(ground, view({ unused: 1 }), magnets, 3);
  expect(all.map(({ end }) => end)).toEqual(["trapped"]);
  expect(loss(all)).toBe("trapped");
  expect(loss(walks(ground, view({ unused: 1 }), magnets, 2))).toBe("");
});

it("a memory found on the way may be given up (TF-30, TF-42)", () => {
  const all = walks(ground, view({ lying: [space(1, 0), space(-5, 5)] }), magnets, 2);
  expect(all).toEqual([{ space: space(1, 0), hits: 1, found: 1, end: "", portal: "" }]);
});

it("the last memory wins at once, whatever would follow (TF-65)", () => {
  expect(walks(ground, view({ lying: [space(1, 0)] }), magnets, 3).map(({ end }) => end)).toEqual(["won"]);
});

it("a walk off the board comes in on the other side, and there Billygoat may be (TF-60, TF-66)", () => {
  const all = walks(ground, view({ wall: false }), { ...magnets, goat: space(-5, 0) }, 6);
  expect(all.map(({ end }) => end)).toEqual(["caught"]);
  expect(loss(all)).toBe("caught");
});

it("where the needle lets one choose, nothing is certain unless every way loses", () => {
  const none = { ring: [-1, -1, -1], facing: [0, 0, 0], goat: space(-1, 0), goatFacing: 180 };
  const calm = new Ground({ ...printed, magnets: { ...printed.magnets, faceless: 0, billygoat: 0 } });
  const all = walks(calm, view({ wall: false }), none, 1);
  expect(all.map(({ end }) => end).filter(Boolean)).toEqual(["caught"]);
  expect(loss(all)).toBe("");
});

/** The same with what expansions add. */
function wilder(numbers: Record<string, number>, outlook: Record<string, unknown> = {}, wall = false): View {
  const plain = view({ wall, unused: 1, lying: [space(-5, 5)] });
  return { ...plain, numbers: { ...plain.numbers, ...numbers }, outlook };
}
const ends = (seen: View, steps: number, at = ground) => walks(at, seen, magnets, steps).map(({ end, space: there }) => [end, there]);

it("in the Fog nothing is reckoned, however open the magnets are (TF-153)", () => {
  expect(walks(ground, wilder({ fog: 1 }), magnets, 2)).toEqual([]);
  const seenBy = (eyes: string, fog: number) => needleOf({ board: printed, eyes, view: wilder({ fog }) } as unknown as Table, magnets);
  for (const eyes of ["0", "spectator"]) {
    expect(seenBy(eyes, 1)).toBeNull();
    expect(seenBy(eyes, 0)?.best).toBe(0);
  }
  expect(seenBy("all", 1)?.best).toBe(0); // a replay tells what was hidden
});

it("two carriers on one space are both found by one step, and may be the last (TF-159, TF-65)", () => {
  const both = [space(1, 0), space(1, 0)];
  expect(walks(ground, view({ lying: [...both, space(-5, 5)] }), magnets, 1)[0]).toMatchObject({ found: 2, end: "" });
  expect(walks(ground, view({ lying: both }), magnets, 3)[0]).toMatchObject({ found: 2, end: "won" });
});

it("the Den and a roaming servant end a walk (TF-123, TF-155)", () => {
  expect(ends(wilder({}, { deadly: [space(2, 0)] }), 3)).toEqual([["den", space(2, 0)]]);
  expect(ends(wilder({ "servant_at.0": space(1, 0) }, { deadly: [space(1, 0)] }), 3)).toEqual([["servant", space(1, 0)]]);
});

it("a swamp is stepped onto for a memory a step (TF-161)", () => {
  const wet = wilder({ swamps: 1 << TRUNK }, {}, true);
  expect(walks(ground, wet, magnets, 3)).toEqual([{ space: space(3, 0), hits: 1, found: 0, end: "", portal: "" }]);
});

it("by the white end the Team goes the other way, until the next reverse space (TF-130)", () => {
  const night = new Ground({ ...printed, reverse: [space(2, 0)] });
  expect(ends(wilder({ white: 1 }), 1, night)).toEqual([["", space(-1, 0)]]);
  expect(ends(wilder({}), 3, night)).toEqual([["", space(1, 0)]]);
});

it("a haunted place ends what is certain (TF-137)", () => {
  expect(ends(wilder({ "haunted_at.0": space(1, 0) }), 3)).toEqual([["haunted", space(1, 0)]]);
});

it("a portal beside the last space takes the Team along, one on it leads to the next (TF-145)", () => {
  const doors = { "portal_at.0": space(2, 0), "portal_at.1": space(-4, 4), "portal_at.2": space(4, -4) };
  expect(walks(ground, wilder(doors), magnets, 1)).toMatchObject([{ portal: "A", space: space(2, 0) }]);
  expect(walks(ground, wilder(doors), magnets, 2)).toMatchObject([{ portal: "B", space: space(-4, 4) }]);
});

it("the last memory does not win while an eye is open (TF-97)", () => {
  const seen = { ...view({ wall: false, lying: [space(1, 0)] }), outlook: { goals: [space(3, 0)] } };
  expect(ends(seen, 1)).toEqual([["", space(1, 0)]]);
});
