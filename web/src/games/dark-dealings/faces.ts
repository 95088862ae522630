/** What is printed on the cards of Dark Dealings, and how it is read aloud. */
import type { Table } from "../../table/table.svelte";
import { cardsAt } from "../../table/follow";
import { tongue } from "../../words/tongue.svelte";

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
}

export interface DefenseFace {
  deck: "defense";
  name: string;
  rank: number;
  ability: "" | "heavy_hitter" | "detour" | "booster";
  sides: Side[];
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

/** What a Booster gains now, as its tab shows it (DD-53). */
export function gain(table: Table, card: number, owner: number): number {
  const face = defense(table, card);
  const up = side(table, card);
  if (face.ability !== "booster" || !up || owner < 0) return 0;
  return standing(table, owner).filter(
    (other) => other !== card && side(table, other)?.types.some((type) => up.types.includes(type)),
  ).length;
}

/** What the tab of one's own defense says now. */
export function printed(table: Table, card: number): number {
  return (side(table, card)?.strength ?? 0) + gain(table, card, table.me);
}

/** How a sum reads against what is printed on a hero: a Thief's armor is to be met exactly. */
export function reading(face: HeroFace, total: number): "missing" | "exact" | "enough" | "over" {
  if (total < face.armor) return "missing";
  if (total === face.armor) return "exact";
  return face.class === "thief" ? "over" : "enough";
}

export function typeNames(table: Table, types: Type[]): string {
  return table.catalogue.join(types.map((type) => table.word("types", type)));
}

export function heroLabel(table: Table, card: number): string {
  const face = hero(table, card);
  const { dd } = tongue.w;
  return [
    table.card(card),
    table.word("classes", face.class),
    `${dd.challenge} ${face.challenge}`,
    dd.armorIs(face.armor),
    dd.weak(typeNames(table, face.weak)),
    table.word("class_text", face.class),
  ].join(", ");
}

export function sideLabel(table: Table, at: Side): string {
  return `${typeNames(table, at.types)} ${at.strength}${at.trash ? `, ${tongue.w.dd.trashAfter}` : ""}`;
}

/** The sides that are still to come, from the one that is up. */
export function sidesLabel(table: Table, card: number, owner = -1): string {
  const { dd } = tongue.w;
  const [up, ...later] = defense(table, card).sides.slice(turned(table, card));
  const words = up ? [sideLabel(table, up)] : [];
  const more = gain(table, card, owner);
  if (more) words.push(dd.gains(more));
  for (const next of later) words.push(`${dd.next} ${sideLabel(table, next)}`);
  return words.join(", ");
}

export function defenseLabel(table: Table, card: number, owner: number): string {
  const face = defense(table, card);
  const words = [table.card(card), sidesLabel(table, card, owner)];
  if (face.ability) words.push(table.word("abilities", face.ability), table.word("ability_text", face.ability));
  return words.join(", ");
}
