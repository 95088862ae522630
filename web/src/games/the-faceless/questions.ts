/** Questions that only expansions ask, and what there is to tell of their pieces. */
import camera from "icon:photo-camera";
import crossroads from "icon:direction-signs";
import rabbit from "icon:rabbit-head";
import meeple from "icon:meeple";
import { cardsAt } from "../../table/follow";
import type { Tale } from "../../table/game";
import type { Table } from "../../table/table.svelte";
import { column, COLOURS, groundOf, needleOf } from "./board";
import { waysOf } from "./compass";
import { kidText } from "./faces";
import { loss, walks } from "./forecast";
import { DIE_FACES, followsWhite, isFogged, piecesOf } from "./parts";
import { numberOf } from "./plan";
import { seenWay } from "./seen";
import { asks, danger, simple, stepping, type Told } from "./ribbon";
import { feltMagnets } from "./trial.svelte";

const PURPLE = COLOURS.indexOf("purple");
const CHASES = new Set(["red_threat", "goat_nearer"]);

export interface Road {
  road: number;
  does: string; // as the card names it
  steps: number; // by the needle; 0 for another effect
  white: boolean; // by its white end
  lost: boolean; // it certainly loses the game
}

/** The roads of the card at the crossroads, with what is certain of each. */
export function roadsOf(table: Table): Road[] {
  const [card = -1] = cardsAt(table.view, "crossroads");
  const { roads = [], does = [] } = (table.cards[card] ?? {}) as unknown as { roads?: number[]; does?: [string, number][] };
  return roads.map((road, i) => {
    const [what, steps] = does[i]!;
    const own = what === "white_needle"; // TF-132 While the white end leads anyway, it leads here too.
    const white = own || followsWhite(table.view);
    const view = { ...table.view, numbers: { ...table.view.numbers, white: Number(white) } };
    // A white road goes on by the white end, also after a reverse space: then only its first step is sure.
    const sure = own && groundOf(table).printed.reverse?.length ? Math.min(steps, 1) : steps;
    const lost = steps > 0 && loss(walks(groundOf(table), view, feltMagnets(table), sure)) !== "";
    return { road, does: what, steps, white, lost };
  });
}

/** The ways by which the Team would leave for the road that is picked, and whether it brings Billygoat nearer. */
export function pickedRoad(table: Table): { ways: number[]; chases: boolean } {
  const road = table.asked === "ChooseRoad" ? roadsOf(table).find(({ road: number }) => table.spot === `r${number}`) : undefined;
  if (!road) return { ways: [], chases: false };
  const walks = road.steps > 0 || (road.does === "purple_threat" && column(table.view, PURPLE).length > 0);
  const needle = walks ? needleOf(table, feltMagnets(table)) : null;
  return { ways: needle ? waysOf(needle, road.white) : [], chases: CHASES.has(road.does) };
}

function giving(table: Table): Told {
  return simple(table, table.say("pays", { card: table.card(table.marked[0] ?? -1) }), table.button("spend"), camera);
}

export const ANSWERS_OF_PARTS: Record<string, (table: Table) => Told> = {
  LoseMemory: giving,
  Sink: giving,
  WhiteStep: stepping,
  ChooseKid(table) {
    const [kid] = table.marked;
    if (kid === undefined) return { sentence: asks(table) };
    return simple(table, table.say("be-kid", { kid: table.card(kid), text: kidText(table, kid) }), table.button("be"), meeple);
  },
  SetServant: (table) => simple(table, table.say("sets-servant", { n: numberOf(table.spot) }), table.button("servant"), rabbit),
  ChooseRoad(table) {
    if (!table.spot) return { sentence: asks(table) };
    const number = numberOf(table.spot);
    const told = simple(table, table.word("road", String(number)), table.button("road"), crossroads);
    if (!told.go || !roadsOf(table).some(({ road, lost }) => road === number && lost)) return told;
    return { ...told, sentence: `${told.sentence}${table.catalogue.gap}${table.say("road-lost")}`, go: { ...told.go, ...danger(table, true) } };
  },
};

/** What there is to tell of a part that is in force, or of a kind of piece. */
export function tellOfPart(table: Table, part: string): Tale | null {
  const rule = part === "needle" ? groundOf(table).printed.rules.needle : piecesOf(table)[part];
  if (!rule) return null;
  const avatar = table.catalogue.find("avatar", part);
  if (avatar) return { title: avatar, sentence: table.word("avatar_text", part), rule };
  const now = stateOf(table, part);
  return { title: table.word("pieces", part) + (now ? `${table.catalogue.colon}${now}` : ""), sentence: table.word("piece_text", part), rule };
}

/** How it stands with a part just now, in a few words. */
export function stateOf(table: Table, part: string): string {
  const { numbers } = table.view;
  if (part === "die") return table.word("die_now", DIE_FACES[numbers.die ?? 5] ?? "");
  const [fogged, white] = [isFogged(table.view), followsWhite(table.view)];
  if (part === "fog") {
    const seen = seenWay(table);
    if (!fogged) return table.say("fog-up");
    return seen ? table.say("fog-down-seen", { way: seen }) : table.say("fog-down");
  }
  if (part === "nightworld") return table.say(white ? "white-leads" : "red-leads");
  return "";
}
