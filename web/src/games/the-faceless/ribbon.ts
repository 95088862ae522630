/** Parts of which answers are put together: what the ribbon says, and its button. */
import footprint from "icon:footprint";
import { countAt } from "../../table/follow";
import type { Act, Ribbon } from "../../table/game";
import type { Table } from "../../table/table.svelte";
import { groundOf, obstacles } from "./board";
import { meeting, outlook, spaceName, wayName } from "./faces";
import { target, wish } from "./plan";

export type Told = Omit<Ribbon, "kicker">;

export function asks(table: Table): string {
  return table.word("asks", table.asked);
}

/** The answer to a question with one thing to point at. */
export function simple(table: Table, sentence: string, label: string, icon?: string): Told {
  const move = wish(table);
  return move ? { sentence, go: { label, icon, moves: [move] } } : { sentence: asks(table) };
}

export const DONE = (label: string): Act => ({ label, moves: ["done"] });

/** What an answer costs that certainly loses the game, as it is asked again. */
export function danger(table: Table, isLost: boolean): Pick<Act, "danger"> {
  return isLost ? { danger: table.say("dare") } : {};
}

/** Whether a step of the Team to this space loses the game. */
export function isFatal(table: Table, space: number): boolean {
  if (space === table.view.numbers.goat || outlook(table).deadly?.includes(space)) return true;
  const wall = obstacles(groundOf(table), table.view).some(({ cells }) => cells.includes(space));
  return wall && !countAt(table.view, "collected") && !outlook(table).shelter;
}

export function stepping(table: Table): Told {
  const move = wish(table);
  if (!move) return { sentence: asks(table) };
  const way = Number(move.split(" ")[1]);
  const { space, wraps } = target(table, way);
  const sentence = [table.say("step-to", { way: wayName(table, way), space: spaceName(table, space) }), meeting(table, space, wraps)].filter(Boolean).join(table.catalogue.gap);
  const go = { label: table.say("step", { way: wayName(table, way) }), icon: footprint, moves: [move] };
  return { sentence, go: { ...go, ...danger(table, isFatal(table, space)) } };
}
