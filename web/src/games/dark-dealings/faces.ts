/** What is printed on the cards of Dark Dealings, and how it is read aloud. */
import type { Table } from "../../table/table.svelte";
import { cardsAt } from "../../table/follow";

export type Type = "spell" | "minion" | "trap";
export const TYPES: Type[] = ["spell", "minion", "trap"];

export interface Side {
  types: Type[];
  strength: number;
  trash: boolean;
}

export interface HeroFace {
  deck: "hero";
  name: string;
  class: string;
  challenge: number;
  armor: number;
  weak: Type[];
  exact: boolean; // its armor is to be met exactly
  rule: string;
}

export interface DefenseFace {
  deck: "defense";
  name: string;
  rank: number;
  ability: "" | "heavy_hitter" | "detour" | "booster";
  sides: Side[];
  rule: string;
}

/** What the server tells in place of a board. */
export function board(table: Table): { rounds: Record<string, number>; combat: string } {
  return table.board as unknown as { rounds: Record<string, number>; combat: string };
}

export function hero(table: Table, card: number): HeroFace {
  return table.cards[card] as unknown as HeroFace;
}

export function defense(table: Table, card: number): DefenseFace {
  return table.cards[card] as unknown as DefenseFace;
}

export function isHero(table: Table, card: number): boolean {
  return table.cards[card]?.deck === "hero";
}

/** Which side of a defense is up: 0 until it has been turned. */
export function turned(table: Table, card: number): number {
  return table.view.numbers[`turned.${card}`] ?? 0;
}

export function side(table: Table, card: number): Side | undefined {
  return defense(table, card).sides[turned(table, card)];
}

/** The defenses of a seat on the table, ready or not. */
export function standing(table: Table, seat: number): number[] {
  return ["front", "striking", "spent"].flatMap((place) => cardsAt(table.view, `${place}.${seat}`));
}

/** What a Booster on the table gains now, as its tab shows it. */
export function gain(table: Table, card: number): number {
  return (table.view.outlook as { gains?: Record<string, number> }).gains?.[card] ?? 0;
}

/**
 * DD-41 The smallest groups of ready defenses that could make Halflings fall by themselves, as long as
 * they have not fallen once; nothing for other heroes.
 */
export function seconds(table: Table): number[][] | undefined {
  return (table.view.outlook as { seconds?: number[][] }).seconds;
}

/** DD-34 Whether a strike with this defense could only be in vain, where one may strike so. */
export function isVain(table: Table, card: number): boolean {
  return (table.view.outlook as { vain?: number[] }).vain?.includes(card) ?? false;
}

/** Whether Halflings could fall a second time without these defenses. */
export function leavesSecond(table: Table, used: readonly number[]): boolean {
  return seconds(table)?.some((group) => !group.some((card) => used.includes(card))) ?? true;
}

/** Whether a defense is gone once it has struck, or was turned for another (then its icon does not count). */
export function isLastSide(table: Table, card: number, struck: boolean): boolean {
  return (struck && !!side(table, card)?.trash) || !defense(table, card).sides[turned(table, card) + 1];
}

/** What the tab of one's own defense says now. */
export function printed(table: Table, card: number): number {
  return (side(table, card)?.strength ?? 0) + gain(table, card);
}

/** How a sum reads against what is printed on a hero. */
export function reading(face: HeroFace, total: number): "missing" | "exact" | "enough" | "over" {
  if (total < face.armor) return "missing";
  if (total === face.armor) return "exact";
  return face.exact ? "over" : "enough";
}

export function typeNames(table: Table, types: Type[]): string {
  return table.catalogue.join(types.map((type) => table.word("types", type)));
}

export function heroLabel(table: Table, card: number): string {
  const face = hero(table, card);
  return [
    table.card(card),
    table.word("classes", face.class),
    `${table.say("challenge")} ${face.challenge}`,
    table.say("armor-is", { n: face.armor }),
    table.say("weak", { types: typeNames(table, face.weak) }),
    table.word("class_text", face.class),
  ].join(table.catalogue.comma);
}

export function sideLabel(table: Table, at: Side): string {
  return `${typeNames(table, at.types)} ${at.strength}${at.trash ? `${table.catalogue.comma}${table.say("trash-after")}` : ""}`;
}

/** The sides that are still to come, from the one that is up. */
export function sidesLabel(table: Table, card: number): string {
  const [up, ...later] = defense(table, card).sides.slice(turned(table, card));
  const words = up ? [sideLabel(table, up)] : [];
  const more = gain(table, card);
  if (more) words.push(table.say("gains", { n: more }));
  for (const next of later) words.push(`${table.say("next")} ${sideLabel(table, next)}`);
  return words.join(table.catalogue.comma);
}

export function defenseLabel(table: Table, card: number): string {
  const face = defense(table, card);
  const words = [table.card(card), sidesLabel(table, card)];
  if (face.ability) words.push(table.word("abilities", face.ability), table.word("ability_text", face.ability));
  return words.join(table.catalogue.comma);
}
