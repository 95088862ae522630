/** Which spots of the board an answer is about. */
import type { Choice } from "../../table/choices";
import type { Table } from "../../table/table.svelte";
import { GOAT } from "./board";
import { figureName } from "./faces";
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

/** Where a figure would stand and look: the space is marked, and nobody reads degrees off the board. */
export function said(table: Table, { verb, about }: Choice): string | undefined {
  const [first = 0, degrees] = about;
  if (degrees === undefined) return undefined;
  const way = table.say(`facing.${Math.round(degrees / 45) % 8}`);
  if (verb === "turn") return table.say("would-turn", { name: figureName(table, first), way });
  const figure = verb === "goat" ? GOAT : verb === "put" ? (table.askedAbout[1] ?? -1) : -1;
  return figure < 0 ? undefined : table.say("would-put", { name: figureName(table, figure), way });
}
