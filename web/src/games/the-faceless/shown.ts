/** Which spots of the board an answer is about. */
import type { Choice } from "../../table/choices";
import type { Table } from "../../table/table.svelte";
import { target } from "./plan";

/** By verb: the letter of the spots that its first number names. */
const SPOTS: Record<string, string> = {
  team: "s",
  goat: "s",
  lead: "s",
  chase: "s",
  put: "x",
  servant: "x",
  turn: "f",
  turn_about: "f",
  draw: "c",
  burn: "c",
  road: "r",
  steps: "n",
  listen: "p",
};

export function shows(table: Table, { verb, about: [first = 0, second = 0] }: Choice): string[] {
  if (verb === "step") return [`spot s${target(table, first).space}`];
  if (verb === "shift") return [`spot s${second}`];
  if (verb === "rest") return ["spot rest"];
  return SPOTS[verb] ? [`spot ${SPOTS[verb]}${first}`] : [];
}
