/** Where a walk by the needle leads, step by step, before it is taken: what is certain of it. */
import { countAt } from "../../table/follow";
import type { View } from "../../table/types";
import { memories, obstacles, OFF, type Ground } from "./board";
import { waysOf, type Magnets } from "./compass";

export interface Walk {
  space: number; // where it ends
  hits: number; // steps into an obstacle, each of which costs a memory
  found: number; // memories collected on the way
  end: "" | "trapped" | "caught" | "won"; // how the game would end by it
}

/** All the ways a walk of so many steps may go: one, unless the needle points between two spaces. */
export function walks(ground: Ground, view: View, magnets: Magnets, steps: number): Walk[] {
  const walls = new Set(obstacles(ground, view).flatMap(({ cells }) => cells));
  const lying = memories(view).map(({ space }) => space);
  const unused = countAt(view, "collected");

  function on(space: number, left: number, hits: number, found: readonly number[]): Walk[] {
    const so = (end: Walk["end"]): Walk[] => [{ space, hits, found: found.length, end }];
    if (space === magnets.goat) return so("caught");
    if (hits > unused + found.length) return so("trapped");
    if (lying.length && found.length === lying.length) return so("won");
    if (!left) return so("");
    return waysOf(ground.compass.needle(space, magnets)).flatMap((way) => {
      const to = ground.step(space, way);
      if (walls.has(to)) return on(space, left - 1, hits + 1, found);
      return on(to, left - 1, hits, lying.includes(to) && !found.includes(to) ? [...found, to] : found);
    });
  }

  const team = view.numbers.team ?? OFF;
  return team === OFF || magnets.goat === OFF ? [] : on(team, steps, 0, []);
}

/** How the game would be lost for certain: whatever one chooses on the way. */
export function loss(all: readonly Walk[]): "" | "trapped" | "caught" {
  const ends = all.map(({ end }) => end);
  const lost = ends.every((end) => end === "trapped" || end === "caught");
  return lost && ends.length ? (ends[0] as "trapped" | "caught") : "";
}
