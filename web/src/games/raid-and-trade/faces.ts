/** What is printed on the cards of Raid & Trade, and how they are named. */
import { plain } from "../../table/catalogue";
import { cardsAt, countAt } from "../../table/follow";
import type { Table } from "../../table/table.svelte";
import { HIDDEN } from "../../table/types";
import { printed, sectionOf, tileOf } from "./city";

/** By number of the card that names it. */
export const KINDS = ["scrap", "food", "clothing", "tools", "parts", "electrics", "medical", "guns"] as const;
export type Kind = (typeof KINDS)[number];
export const GUNS = KINDS.indexOf("guns");
export type Cost = Partial<Record<Kind, number>>;

export interface Need {
  resources?: Cost;
  any?: number;
  incidents?: number;
  sp?: number;
  items?: number;
  ap?: number;
  favor?: number;
  houses?: number;
}

export interface Face {
  name: string;
  deck: string;
  character?: string;
  role?: string;
  power?: string;
  die?: [string, string][];
  owner?: string;
  sp?: number;
  cost?: Cost;
  use?: "once" | "round";
  when?: string;
  house?: "green" | "yellow" | "red";
  kind?: string;
  low?: number;
  high?: number;
  blacklist?: number;
  need?: Need;
  effect?: Effect[];
  on?: string;
}

/** One verb of a card, with the words and numbers of its data. */
export interface Effect {
  do: string;
  n?: number;
  by?: number;
  max_sp?: number;
  kinds?: string[];
  pay?: { ap: number };
  who?: string;
  [word: string]: unknown;
}

export interface Outlook {
  ways?: Record<string, [number, number[]]>;
  prices?: Record<string, [number]>; // of houses one may raid, by square
  goals?: number[][]; // by seat
  missing: Record<string, Cost>[]; // by seat, by item
  needs: Record<string, Record<string, number>>[]; // by seat, by quest
  event?: Record<string, number>;
  trade?: number[]; // AP of a trade between the active player and each seat
}

/** The sizes of houses by the number of their colour; 0 is an empty square. */
export const SIZES = ["", "small", "medium", "large"] as const;
export const HOUSE_COLOURS = ["", "green", "yellow", "red"] as const;

export function face(table: Table, card: number): Face {
  return (table.cards[card] ?? { name: "", deck: "" }) as unknown as Face;
}

export function deckOf(table: Table, card: number): string {
  return face(table, card).deck;
}

export function outlook(table: Table): Outlook {
  const told = table.view.outlook as Record<string, never>;
  const bySeat = (name: string) => table.names.map((_, seat) => told[`${name}.${seat}`] ?? {});
  return { ...told, missing: bySeat("missing"), needs: bySeat("needs") };
}

export function number(table: Table, name: string, seat?: number): number {
  return table.view.numbers[seat === undefined ? name : `${name}.${seat}`] ?? 0;
}

export function tokensOf(table: Table, seat: number): number[] {
  return KINDS.map((kind) => number(table, kind, seat));
}

export function kindName(table: Table, kind: number): string {
  return table.word("kind", KINDS[kind] ?? "");
}

export function characterOf(table: Table, seat: number): number {
  return cardsAt(table.view, `character.${seat}`)[0] ?? -1;
}

export function itemsOf(table: Table, seat: number): { open: number[]; ready: number[]; tired: number[] } {
  const at = (place: string) => cardsAt(table.view, `${place}.${seat}`);
  return { open: at("items"), ready: at("ready"), tired: at("tired") };
}

/** The incidents a seat holds, those that are unseen by these eyes as HIDDEN. */
export function incidentsOf(table: Table, seat: number): number[] {
  const hidden = cardsAt(table.view, `hidden_hand.${seat}`);
  const unseen = countAt(table.view, `hidden_hand.${seat}`) - hidden.length;
  return [...cardsAt(table.view, `open_hand.${seat}`), ...hidden, ...Array<number>(Math.max(0, unseen)).fill(HIDDEN)];
}

/** The items a character brings, the most SP first. */
export function itemsOfCharacter(table: Table, card: number): number[] {
  const { character } = face(table, card);
  const found = table.cards.flatMap((_, item) => (deckOf(table, item) === "item" && face(table, item).owner === character ? [item] : []));
  return found.sort((one, two) => (face(table, two).sp ?? 0) - (face(table, one).sp ?? 0));
}

/** A half of a die in words: '3 × hit, 1 × +3 AP'; what does nothing is left out. */
function halfText(table: Table, die: [string, string][], half: 0 | 1): string {
  const counts = new Map<string, number>();
  for (const sides of die) if (sides[half] !== "nothing") counts.set(sides[half], (counts.get(sides[half]) ?? 0) + 1);
  return [...counts].map(([name, n]) => table.say("times", { n, what: table.word("symbol", name) })).join(table.word("table", "comma"));
}

/** All that is said of a character, in sentences. */
export function characterText(table: Table, card: number): string {
  const { role = "", power = "", die = [] } = face(table, card);
  const items = itemsOfCharacter(table, card).map((item) => table.say("worth", { card: table.card(item), n: face(table, item).sp ?? 0 }));
  const said = [
    `${table.card(card)}${table.word("table", "comma")}${table.word("role", role)}${table.catalogue.stop.trim()}`,
    table.say("half-is", { half: table.say("attack-half"), faces: halfText(table, die, 0) }),
    table.say("half-is", { half: table.say("defend-half"), faces: halfText(table, die, 1) }),
    power === "none" ? "" : table.word("power_text", power),
    items.length ? table.say("items-are", { items: items.join(table.word("table", "comma")) }) : "",
  ];
  return said.filter(Boolean).join(table.catalogue.gap);
}

export function questsOf(table: Table, seat: number): number[] {
  return [...cardsAt(table.view, `fulfilled.${seat}`), ...cardsAt(table.view, `fulfilled_used.${seat}`)];
}

export function discsOf(table: Table, seat: number): number[] {
  return printed(table).discs.filter((_, disc) => number(table, "disc", disc) === seat + 1);
}

export function freeDiscs(table: Table): number[] {
  return printed(table).discs.filter((_, disc) => number(table, "disc", disc) === 0);
}

export function traderKinds(table: Table): string[] {
  return printed(table).traders[number(table, "trader")]?.kinds ?? [];
}

/** A sentence of the game's catalogue with its fields filled by name. */
export function filled(table: Table, section: string, key: string, fields: Record<string, string | number> = {}): string {
  const template = table.catalogue.find(section, key);
  if (template === undefined) return "";
  const words = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  return plain(table.catalogue.fill(template, [], [], words));
}

/** The longest key of a section that is there: of `a.b.c` also `a.b` and `a`. */
function longest(table: Table, section: string, key: string): string {
  const words = key.split(".");
  while (words.length > 1 && table.catalogue.find(section, words.join(".")) === undefined) words.pop();
  return words.join(".");
}

function effectSentence(table: Table, effect: Effect, onFail: boolean): string {
  const { do: verb, n, by, max_sp: sp, kinds, pay, who, ...rest } = effect;
  const words = Object.values(rest).filter((value) => typeof value === "string");
  const count = n ?? by ?? 0;
  const key = [verb, ...words, ...(kinds ? ["kinds"] : []), ...(count < 0 ? ["less"] : [])].join(".");
  const names = (kinds ?? []).map((kind) => kindName(table, KINDS.indexOf(kind as Kind)));
  const fields = { n: Math.abs(count), sp: sp ?? 0, kinds: table.catalogue.join(names) };
  let said = filled(table, "effect_text", longest(table, "effect_text", key), fields);
  if (pay) said = filled(table, "effect_of", "pay", { n: pay.ap, effect: said });
  if (who === "all") said = filled(table, "effect_of", "all", { effect: said });
  if (onFail) said = filled(table, "effect_of", "fail", { effect: said });
  return said;
}

/** What a card does, in a sentence for each of its effects. */
export function effectText(table: Table, card: number): string {
  const { effect = [], on } = face(table, card);
  return effect.map((one) => effectSentence(table, one, on === "fail")).join(table.catalogue.gap);
}

/** What a quest still asks for, or in all: 'any', 'sp', a kind, and so on. */
export function needText(table: Table, what: string, n: number): string {
  const kind = KINDS.indexOf(what as Kind);
  if (kind >= 0) return kindCount(table, what, n);
  return filled(table, "need", what, { n }) || `${n} ${what}`;
}

export function kindCount(table: Table, kind: string, n: number): string {
  return filled(table, "kind_count", kind, { n }) || `${n} ${kind}`;
}

export function signed(value: number): string {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";
}

/** A section in words: its tile, and which of its roads where it has several. */
export function sectionName(table: Table, section: number): string {
  const board = printed(table);
  const tile = board.tiles[tileOf(section)];
  const found = sectionOf(board, section);
  if (!tile || !found) return "";
  const place = tileName(table, tileOf(section));
  if (tile.sections.length < 2) return place;
  return table.say("section", { tile: place, road: table.text.names?.[found.name] ?? found.name });
}

/** The tile that a square lies on: on the map one sees which it is. */
export function squareName(table: Table, square: number): string {
  const tile = printed(table).tiles?.findIndex(({ squares }) => squares.some((one) => one.square === square)) ?? -1;
  return tile < 0 ? "" : tileName(table, tile);
}

export function tileName(table: Table, tile: number): string {
  const { name = "", role = "" } = printed(table).tiles[tile] ?? {};
  if (role === "helipad") return table.say("helipad");
  return table.text.names?.[name] ?? name;
}

/** So many of each kind, in words: '2 electrics, 1 food'. */
export function costText(table: Table, cost: Record<string, number>): string {
  return KINDS.flatMap((kind) => (cost[kind] ? [kindCount(table, kind, cost[kind])] : [])).join(table.word("table", "comma"));
}

export function houseName(table: Table, size: number): string {
  return table.word("house", String(size));
}

/** Who stands on a section, in the order of the seats. */
export function standing(table: Table, section: number): number[] {
  return table.names.flatMap((_, seat) => (number(table, "at", seat) === section && !number(table, "inside", seat) && !number(table, "out", seat) ? [seat] : []));
}

/** RT-43 The largest size of house that a seat's Blacklist bars it from; nothing, if none. */
export function barred(table: Table, seat: number): string {
  const blacklist = -number(table, "favor", seat);
  const { bars = [] } = printed(table);
  return ["small", "medium", "large"].filter((_, i) => blacklist >= (bars[i] ?? Infinity)).at(-1) ?? "";
}
