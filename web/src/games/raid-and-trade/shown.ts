/** Which spots of the table an answer is about: of the map, or the action that it belongs to. */
import type { Choice } from "../../table/choices";
import type { Table } from "../../table/table.svelte";

/** By verb: the letter of the spots that its first number names. */
const SPOTS: Record<string, string> = { cross: "s", leave: "s", out: "s", raid: "h", place: "h", attack: "p", fight: "q", face: "q", post: "q", site: "q" };
const ACTIONS: Record<string, string> = { enter: "outpost", disc: "outpost", train: "outpost", storm: "outpost", craft: "craft", market: "market", quest: "quest", trade: "trade", give: "give", give_sp: "give", pass: "pass" };

export function shows(_: Table, { verb, about: [first] }: Choice): string[] {
  if (SPOTS[verb] && first !== undefined) return [`spot ${SPOTS[verb]}${first}`];
  return ACTIONS[verb] ? [`spot ${ACTIONS[verb]}`] : [];
}
