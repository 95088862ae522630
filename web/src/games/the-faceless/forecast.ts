/** Where a walk by the needle leads, step by step, before it is taken: what is certain of it. */
import { countAt } from "../../table/follow";
import type { View } from "../../table/types";
import { memories, obstacles, OFF, type Ground } from "./board";
import { waysOf, type Magnets } from "./compass";
import type { Outlook } from "./faces";
import { followsWhite, hauntedSpaces, isFogged, portals, roaming, swamps } from "./parts";

export interface Walk {
  space: number; // where it ends
  hits: number; // steps into an obstacle or onto a swamp, each of which costs a memory
  found: number; // memories collected on the way
  end: "" | "trapped" | "caught" | "den" | "servant" | "haunted" | "won"; // how the game would end by it, or what is not known
  portal: string; // the letter of the portal that takes the Team along at last
}

type Loss = "" | "trapped" | "caught" | "den" | "servant";
const LOSSES = new Set<Walk["end"]>(["trapped", "caught", "den", "servant"]);

/**
 * All the ways a walk of so many steps may go: one, unless the needle points between two spaces.
 * None in the Fog, where nobody knows. A haunted place ends it: from there on it is not the needle's.
 */
export function walks(ground: Ground, view: View, magnets: Magnets, steps: number): Walk[] {
  const { deadly = [], goals = [], shelter = false } = view.outlook as Partial<Outlook>;
  const wet = new Set(swamps(ground, view).flatMap(({ cells }) => cells));
  const walls = new Set(obstacles(ground, view).flatMap(({ cells }) => cells).filter((space) => !wet.has(space)));
  const servants = new Set(roaming(view));
  const lairs = new Set(deadly.filter((space) => !servants.has(space)));
  const pushing = new Set(hauntedSpaces(view));
  const covered = new Set([...walls, ...wet, ...lairs]);
  const reverse = new Set((ground.printed.reverse ?? []).filter((space) => !covered.has(space)));
  const doors = portals(view);
  const lying = memories(view).map(({ space }) => space);
  const unused = countAt(view, "collected") + Number(shelter);

  function on(space: number, left: number, hits: number, found: readonly number[], white: boolean, moved: boolean): Walk[] {
    const so = (end: Walk["end"]): Walk[] => [{ space, hits, found: found.length, end, portal: "" }];
    if (space === magnets.goat) return so("caught");
    if (lairs.has(space)) return so("den");
    if (servants.has(space)) return so("servant");
    if (hits > unused + found.length) return so("trapped");
    if (lying.length && found.length === lying.length && !goals.length) return so("won");
    if (moved && pushing.has(space)) return so("haunted");
    if (!left) return moved ? carried(so("")[0]!) : so("");
    return waysOf(ground.compass.needle(space, magnets), white).flatMap((way) => {
      const to = ground.step(space, way);
      if (walls.has(to)) return on(space, left - 1, hits + 1, found, white, moved);
      const more = lying.includes(to) && !found.includes(to) ? [...found, ...lying.filter((memory) => memory === to)] : found;
      return on(to, left - 1, hits + Number(wet.has(to)), more, white !== reverse.has(to), true);
    });
  }

  /** TF-145 A portal at the end of a movement, on its space or next to it. */
  function carried(walk: Walk): Walk[] {
    const here = doors.findIndex(({ space }) => space === walk.space);
    const beside = doors.findIndex(({ space }) => ground.near[walk.space]!.includes(space));
    const door = here >= 0 ? doors[(here + 1) % doors.length] : doors[beside];
    return [door ? { ...walk, space: door.space, portal: door.letter, end: door.space === magnets.goat ? "caught" : "" } : walk];
  }

  const team = view.numbers.team ?? OFF;
  if (team === OFF || magnets.goat === OFF || isFogged(view)) return [];
  return on(team, steps, 0, [], followsWhite(view), false);
}

/** How the game would be lost for certain: whatever one chooses on the way. */
export function loss(all: readonly Walk[]): Loss {
  const ends = all.map(({ end }) => end);
  return ends.length && ends.every((end) => LOSSES.has(end)) ? (ends[0] as Loss) : "";
}

/** Whether it may be lost. */
export function mayLose(all: readonly Walk[]): boolean {
  return all.some(({ end }) => LOSSES.has(end));
}
