/** What an answer that is not given yet would move, as it is drawn over the board. */
import { parse } from "../../table/choices";
import { pointed } from "../../table/hint";
import type { Table } from "../../table/table.svelte";
import type { Proposed } from "../../table/types";
import { GOAT, groundOf, OFF, type Point } from "./board";
import { target } from "./plan";
import { placeOf } from "./trial.svelte";

export interface Ghost {
  by: string; // a class: the seat's, or the mark's
  at: Point | null;
  figure: number; // that would look that way; OFF, where a space is all that is meant
  facing: number;
  cells: readonly number[]; // of an obstacle
}

export const byOf = ({ seat, mark }: Pick<Proposed, "seat" | "mark">): string => mark ?? `me-${(seat % 6) + 1}`;

/** What an answer would move, if it is anything that lies on the board. */
function moved(table: Table, move: string): Omit<Ghost, "by">[] {
  const ground = groundOf(table);
  const { verb, about } = parse(move);
  const [one = OFF, two = OFF] = about;
  const none = { figure: OFF, facing: OFF, cells: [] };
  if (verb === "put") return [{ ...none, at: ground.ringAt[one]!, figure: table.askedAbout[1] ?? OFF, facing: two }];
  if (verb === "goat") return [{ ...none, at: ground.at[one]!, figure: GOAT, facing: about.length > 1 ? two : OFF }];
  if (verb === "turn") return [{ ...none, at: ground.ringAt[placeOf(table, one)]!, figure: one, facing: two }];
  if (verb === "step") return [{ ...none, at: ground.at[target(table, one).space]! }];
  if (["team", "chase", "lead"].includes(verb)) return [{ ...none, at: ground.at[one]! }];
  if (verb === "lay") return [{ ...none, at: null, cells: ground.printed.placements[one]?.[two] ?? [] }];
  return [];
}

export function ghostsOf(table: Table, proposed: Proposed[]): Ghost[] {
  return proposed.flatMap((one) => moved(table, one.move).map((ghost) => ({ by: byOf(one), ...ghost })));
}

/** Of a hint, what only an outline or a facing can tell: spaces have rings. */
export function ghostsOfHint(table: Table): Ghost[] {
  const hint = pointed(table);
  if (!hint) return [];
  return moved(table, hint.move)
    .filter(({ facing, cells }) => cells.length || (hint.tells && facing !== OFF))
    .map((ghost) => ({ by: "best", ...ghost }));
}
