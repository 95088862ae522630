/**
 * What may be pointed at, and the moves it makes. It knows the verbs of the moves, and the list.
 *
 * Spots are named by a letter and a number: `s` a section of road, `h` a house, `t` the incident of a
 * tile, `p` a player, `q` a square itself with the guard on it, `c` a cell where a tile may be laid;
 * `o` is the Outpost, and `=` is followed by a whole answer.
 */
import type { Choice } from "../../table/choices";
import { cardsAt } from "../../table/follow";
import type { Thing } from "../../table/game";
import type { Table } from "../../table/table.svelte";
import { cityOf, NOWHERE, tileOf, waysOf, type Way } from "./city";
import { isAction, isKind, lay, modeOf, setTokens, tokensOf } from "./desk.svelte";
import { deckOf, itemsOf, KINDS, number, outlook, tokensOf as purse } from "./faces";
import { assault, guardsOf } from "./escape";
import { isBuilding, laying, siteOf } from "./build.svelte";
import { nearest } from "./reasons";

/** Verbs of answers that are spots of the map. */
const SPOTS: Record<string, string> = { leave: "s", out: "s", place: "h", attack: "p", fight: "q", face: "q", post: "q", site: "q" };
/** Verbs of answers that are cards. */
const CARDS = new Set(["craft", "quest", "use", "choose", "drop", "seize", "ruin", "take", "market", "spend", "defend"]);
/** Verbs of a turn's answers that lie as slips before one. */
export const SLIPS = new Set(["disc", "train", "give", "give_sp"]);
/** Which verbs an action is about; without one, all are. */
const MODES: Record<string, string[]> = {
  raid: ["raid"],
  fight: ["attack", "storm", "fight"],
  give: ["give", "give_sp"],
  craft: ["craft"],
  market: ["market"],
  outpost: ["enter", "leave", "disc", "train", "storm"],
  quest: ["quest"],
  pass: ["pass"],
};

export function numberOf(spot: string): number {
  return /^[a-z]\d+$/.test(spot) ? Number(spot.slice(1)) : NOWHERE;
}

/** Whether one's own turn is asked for, and not an answer in between. */
export function isTurn(table: Table): boolean {
  return table.deciding && (table.asked === "Act" || table.asked === "Flee") && table.choices.has("pass"); // which a lesson may leave out
}

export function here(table: Table, seat = table.me): number {
  return number(table, "at", seat);
}

/** The incident that lies on a tile. */
export function lyingOn(table: Table, tile: number): number | undefined {
  return cardsAt(table.view, `tile.${tile}`)[0];
}

export interface Errand {
  way: Way;
  price: number;
  total: number;
}

const STAY: Way = { ap: 0, steps: [] };

/** How one gets to a house and raids it, where that can be paid this turn. */
export function errand(table: Table, square: number): Errand | null {
  const price = outlook(table).prices?.[square]?.[0];
  if (price === undefined) return null;
  const ways = waysOf(table.view);
  let best: Way | null = null;
  for (const section of cityOf(table).near[square] ?? []) {
    const way = section === here(table, number(table, "current")) ? STAY : ways.get(section);
    if (way && (!best || way.ap < best.ap)) best = way;
  }
  return best && { way: best, price, total: best.ap + price };
}

/** The choices that the chosen action is about. */
function open(table: Table): Choice[] {
  const verbs = isTurn(table) ? MODES[modeOf(table)] : undefined;
  return verbs ? table.choices.all.filter(({ verb }) => verbs.includes(verb)) : table.choices.all;
}

/** The choices that begin with this card. */
export function about(table: Table, card: number): Choice[] {
  return open(table).filter((one) => CARDS.has(one.verb) && one.about[0] === card);
}

/** Whether tokens are to be chosen, several at once. */
export function picksTokens(table: Table): "spend" | "take" | "" {
  if (!table.deciding || isTurn(table)) return "";
  const found = table.choices.all.find(({ verb, about: [kind = NOWHERE, ...rest] }) => (verb === "spend" || verb === "take") && isKind(kind) && !rest.length);
  return (found?.verb as "spend" | "take" | undefined) ?? "";
}

/** So many tokens are still to be chosen. */
export function tokensLeft(table: Table): number {
  return Math.max(1, table.askedAbout[1] ?? 1);
}

/** How many of a kind may still be chosen. */
export function supply(table: Table, kind: number): number {
  const verb = picksTokens(table);
  if (!table.choices.has(`${verb} ${kind}`)) return 0;
  const chosen = tokensOf(table).filter((one) => one === kind).length;
  if (verb === "spend") return purse(table, table.me)[kind]! - chosen;
  const loser = table.asked === "TakeTokens" ? table.askedAbout[2] : undefined;
  return (loser === undefined ? tokensLeft(table) : purse(table, loser)[kind]!) - chosen;
}

export function lit(table: Table): ReadonlySet<Thing> {
  const found = new Set<Thing>();
  const mode = modeOf(table);
  if (!table.deciding || mode === "trade") return found;
  if (isBuilding(table)) return new Set(siteOf(table).cells.filter(({ fits }) => fits).map(({ cell }) => `c${cell}`));
  const turn = isTurn(table);
  const verbs = table.choices.verbs();
  if (turn && (mode === "" || mode === "fight")) for (const { square } of guardsOf(table)) if (assault(table, square)) found.add(`q${square}`);
  if (turn && (mode === "" || mode === "raid")) {
    if (mode === "" && verbs.has("cross")) for (const section of waysOf(table.view).keys()) found.add(`s${section}`);
    for (const square of Object.keys(outlook(table).prices ?? {})) if (errand(table, Number(square))) found.add(`h${square}`);
  }
  for (const { move, verb, about: [first = NOWHERE, ...rest] } of open(table)) {
    if (verb === "enter" || verb === "storm") found.add("o");
    else if (verb === "claim") found.add(`t${tileOf(here(table))}`);
    else if (SPOTS[verb]) found.add(`${SPOTS[verb]}${first}`);
    else if (CARDS.has(verb) && first !== NOWHERE) {
      if (!picksTokens(table) || !isKind(first) || supply(table, first) > 0) found.add(first);
      if (rest.length && table.marked[0] === first) for (const card of rest) if (!isKind(card)) found.add(card);
    } else if (!turn || SLIPS.has(verb)) found.add(`=${move}`);
  }
  for (const { move } of ambiguous(table)) found.add(`=${move}`);
  for (const card of discounts(table)) found.add(card);
  return found;
}

/** What a chosen card could be used for, where that is more than one thing. */
export function ambiguous(table: Table): Choice[] {
  const [card] = table.marked;
  if (card === undefined || table.marked.length > 1) return [];
  const found = about(table, card);
  return found.length > 1 && !found.some(({ verb, about: { length } }) => verb === "craft" && length === 1) ? found : [];
}

/** Cards that would make the raid of the chosen house cheaper. */
export function discounts(table: Table): number[] {
  const square = table.spot.startsWith("h") ? numberOf(table.spot) : NOWHERE;
  if (square === NOWHERE) return [];
  const found = table.choices.all.filter(({ verb, about: [first] }) => verb === "raid" && first === square);
  return [...new Set(found.flatMap((one) => one.about.slice(1)))];
}

export function point(table: Table, thing: Thing): void {
  lay(table, { goal: "" });
  if (typeof thing === "number") pointAtCard(table, thing);
  else if (table.spot === thing) table.press("go");
  else {
    table.spot = thing;
    if (!thing.startsWith("=")) table.marked = [];
  }
}

function pointAtCard(table: Table, card: number): void {
  if (picksTokens(table) && isKind(card)) {
    if (tokensOf(table).length < tokensLeft(table)) setTokens(table, [...tokensOf(table), card]);
    return;
  }
  if (discounts(table).includes(card) || (table.marked.length && extras(table).includes(card))) {
    const without = table.marked.filter((other) => other !== card);
    table.marked = without.length < table.marked.length ? without : [...table.marked, card];
    return;
  }
  table.marked = table.marked.includes(card) ? [] : [card];
  table.spot = "";
}

/** Cards that may be used with the chosen one. */
function extras(table: Table): number[] {
  return about(table, table.marked[0]!).flatMap((one) => one.about.slice(1));
}

/** The moves that have been pointed at, one after the other; none while something is missing. */
export function wish(table: Table): string[] {
  const { choices, marked, spot } = table;
  const only = (move: string) => (choices.has(move) ? [move] : []);
  if (spot.startsWith("=")) return only(spot.slice(1));
  const place = numberOf(spot);
  if (spot.startsWith("s")) {
    const told = [...only(`leave ${place}`), ...only(`out ${place}`)];
    if (told.length) return told.slice(0, 1);
    return (waysOf(table.view).get(place)?.steps ?? []).map((step) => `cross ${step}`);
  }
  if (spot.startsWith("h")) {
    if (choices.has(`place ${place}`)) return [`place ${place}`];
    const found = errand(table, place);
    return found ? [...found.way.steps.map((step) => `cross ${step}`), ["raid", place, ...marked].join(" ")] : [];
  }
  if (spot.startsWith("c")) return only(laying(table, place));
  if (spot.startsWith("q")) {
    const told = ["face", "post", "site"].flatMap((verb) => only(`${verb} ${place}`));
    const found = assault(table, place);
    return told.length || !found ? told : [...found.way.steps.map((step) => `cross ${step}`), `fight ${place}`];
  }
  if (spot === "o") return [...only("enter"), ...only("storm")].slice(0, 1);
  if (spot.startsWith("t")) return only("claim");
  if (spot.startsWith("p")) return only(`attack ${place}`);
  const tokens = tokensOf(table);
  if (picksTokens(table) && tokens.length) return [[picksTokens(table), ...tokens].join(" ")];
  const [card] = marked;
  if (card === undefined) return [];
  const all = about(table, card);
  const found = all.filter((one) => one.about.length === marked.length && marked.every((other) => one.about.includes(other)));
  const [meant] = found.length ? found : all;
  return found.length === 1 || (all.length === 1 && marked.length === 1) ? [meant!.move] : [];
}

/** Whether an answer is neither a spot of the map nor a card: yes or no, keep or put back. */
export const isPlain = ({ verb, about: { length } }: Choice): boolean => !length || !(CARDS.has(verb) || verb in SPOTS);

export const plainAnswers = (table: Table): Choice[] => table.choices.all.filter(isPlain);

/** The move one would mean by pointing at what is not lit. */
export function wonder(table: Table, thing: Thing): string {
  if (typeof thing === "number") {
    if (isKind(thing)) return `${picksTokens(table) || "market"} ${thing}`;
    if (deckOf(table, thing) === "quest" && !table.view.places[`fulfilled.${table.me}`]) return `quest ${thing}`;
    if (deckOf(table, thing) === "quest") return questsHeld(table).includes(thing) ? `use ${thing}` : `quest ${thing}`;
    return itemsOf(table, table.me).open.includes(thing) ? `craft ${thing}` : `use ${thing}`;
  }
  const place = numberOf(thing);
  if (thing.startsWith("=")) return thing.slice(1);
  if (isAction(thing)) return nearest(table, thing);
  if (thing === "o") return "enter";
  if (thing.startsWith("to")) return `trade ${thing.slice(2)}`; // whom an offer might go to
  const verbs: Record<string, string> = { s: `cross ${place}`, h: `raid ${place}`, t: "claim", p: `attack ${place}`, q: `fight ${place}`, c: laying(table, place) };
  return verbs[thing[0] ?? ""] ?? "pass";
}

function questsHeld(table: Table): number[] {
  return [`fulfilled.${table.me}`, `fulfilled_used.${table.me}`].flatMap((place) => {
    const there = table.view.places[place];
    return Array.isArray(there) ? there : [];
  });
}

/** By kind, how many are chosen. */
export function chosenTokens(table: Table): number[] {
  const tokens = tokensOf(table);
  return KINDS.map((_, kind) => tokens.filter((one) => one === kind).length);
}
