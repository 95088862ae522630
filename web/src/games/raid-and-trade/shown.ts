/** Which spots of the table an answer is about: of the map, or the action that it belongs to. */
import type { Choice } from "../../table/choices";
import type { Table } from "../../table/table.svelte";
import { tileOf } from "./city";
import { KINDS } from "./faces";
import { here, isTurn, lyingOn } from "./plan";

/** By verb: the letter of the spots that its first number names. */
const SPOTS: Record<string, string> = { cross: "s", leave: "s", out: "s", raid: "h", place: "h", attack: "p", fight: "q", face: "q", post: "q", site: "q" };
const ACTIONS: Record<string, string> = { enter: "outpost", disc: "outpost", train: "outpost", storm: "outpost", craft: "craft", market: "market", quest: "quest", trade: "trade", give: "give", give_sp: "give" };

/** Whoever is asked: oneself, or a bot that asks. */
const actor = (table: Table): number => table.askedAbout[0] ?? table.me;
const tileHere = (table: Table): number => tileOf(here(table, actor(table)));

export function shows(table: Table, { verb, about }: Choice): string[] {
  const [first] = about;
  if (verb === "claim") return [`spot t${tileHere(table)}`];
  // Between turns, to pass is a button of the ribbon.
  if (verb === "pass") return isTurn(table) ? ["spot pass"] : [];
  if (verb === "give") return ["spot give", ...about.map((kind) => `number ${KINDS[kind]}.${actor(table)}`)];
  if (SPOTS[verb] && first !== undefined) return [`spot ${SPOTS[verb]}${first}`];
  return ACTIONS[verb] ? [`spot ${ACTIONS[verb]}`] : [];
}

/** An answer that its number alone does not name: which incident one claims. */
export function said(table: Table, { verb }: Choice): string | undefined {
  const card = verb === "claim" ? lyingOn(table, tileHere(table)) : undefined;
  return card === undefined ? undefined : table.say("would-claim", { card: table.card(card) });
}
