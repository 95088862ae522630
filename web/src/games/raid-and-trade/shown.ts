/** Which spots of the table an answer is about: of the map, the action that it belongs to, or the slip that gives it. */
import type { Choice } from "../../table/choices";
import { cardsAt } from "../../table/follow";
import type { Table } from "../../table/table.svelte";
import type { View } from "../../table/types";
import { tileOf } from "./city";
import { KINDS } from "./faces";
import { here, isTurn, lyingOn, SLIPS } from "./plan";
import { isRich } from "./ribbon";

/** By verb: the letter of the spots that its first number names. */
const SPOTS: Record<string, string> = { cross: "s", leave: "s", out: "s", raid: "h", place: "h", attack: "p", fight: "q", face: "q", post: "q", site: "q" };
const ACTIONS: Record<string, string> = { enter: "outpost", disc: "outpost", train: "outpost", storm: "outpost", craft: "craft", market: "market", quest: "quest", trade: "trade", give: "give", give_sp: "give" };
const TURNS = new Set(["Act", "Flee"]);

/** Whoever is asked: oneself, or a bot that asks. */
const actor = (table: Table): number => table.askedAbout[0] ?? table.me;
const tileHere = (table: Table): number => tileOf(here(table, actor(table)));

export function shows(table: Table, choice: Choice): string[] {
  const { move, verb, about } = choice;
  const [first, second] = about;
  if (verb === "claim") return [`spot t${tileHere(table)}`];
  // Between turns, to pass is a button of the ribbon.
  if (verb === "pass") return isTurn(table) ? ["spot pass"] : [];
  if (verb === "counter") return ["part counter"];
  if (verb === "lay") return [`spot c${second}`];
  if (verb === "give") return ["spot give", ...about.map((kind) => `number ${KINDS[kind]}.${actor(table)}`)];
  if (SPOTS[verb] && first !== undefined) return [`spot ${SPOTS[verb]}${first}`];
  if (!TURNS.has(table.asked)) return isRich(choice) ? [`spot =${move}`] : [];
  if (!ACTIONS[verb]) return [];
  return [`spot ${ACTIONS[verb]}`, ...(SLIPS.has(verb) ? [`spot =${move}`] : [])];
}

/** An answer that its number alone does not name: which incident one claims. */
export function said(table: Table, { verb }: Choice): string | undefined {
  const card = verb === "claim" ? lyingOn(table, tileHere(table)) : undefined;
  return card === undefined ? undefined : table.say("would-claim", { card: table.card(card) });
}

/** Answers about the raid card that was drawn. */
const DRAWN = new Set(["keep", "put_back", "roll"]);

/** An answer of a game that is looked back at: the card that lay before whoever was asked is named. */
export function recalled(table: Table, { verb }: Choice, view: View): string | undefined {
  const [seat = -1, bought] = (view.asks.match(/-?\d+/g) ?? []).map(Number);
  if (verb === "claim") {
    const [lying] = cardsAt(view, `tile.${tileOf(view.numbers[`at.${seat}`] ?? -1)}`);
    return lying === undefined ? undefined : table.say("would-claim", { card: table.card(lying) });
  }
  const card = DRAWN.has(verb) ? cardsAt(view, "raid_card")[0] : view.asks.startsWith("Buy(") ? bought : undefined;
  return card === undefined ? undefined : table.say(`recall-${verb}`, { card: table.card(card) });
}
