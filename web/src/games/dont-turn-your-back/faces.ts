/** What is printed on the cards of Don't Turn Your Back, what lies in the city, and how it is read aloud. */
import { cardsAt, countAt } from "../../table/follow";
import type { Table } from "../../table/table.svelte";

/** In the order in which moves number them. */
export const DISTRICTS = ["13", "HS", "CS", "WK", "BB"] as const;
export type District = (typeof DISTRICTS)[number];

export interface Favor {
  deck: "favor";
  name: string;
  owner: number;
  start: boolean;
  pain: number;
  wax: number; // what its Pain counts once it is encased
  cost: number;
  districts: District[];
  service: string;
  protects: boolean;
  rule: string;
}

/** What follows from what all can see, as the server tells it with every view. */
export interface Outlook {
  protected: number[];
  influence: number[]; // by seat, as all that follow
  d13: { pain: number[]; cards: number[] };
  hs: { pain: number[]; cards: number[]; pays: number[] };
  wk: number[];
  idle: string[][]; // the services whose attack would touch nobody if this seat placed them now
  wax?: number[]; // Pain encased so far
  worth?: number[][]; // what the deck would be worth at the end, by level
  law?: number[];
  takes?: number[]; // the seats to which the law gives a card
  bonus?: {
    encased: number[];
    level: number[];
    rule: string[];
    worth: [card: number, worth: number][][];
    cost: number[];
    pain: number[];
    cards: number[];
    candles: number[];
  };
}

export function outlook(table: Table): Outlook {
  return table.view.outlook as unknown as Outlook;
}

export function favor(table: Table, card: number): Favor {
  return table.cards[card] as unknown as Favor;
}

export function isLaw(table: Table, card: number): boolean {
  return table.cards[card]?.deck === "law";
}

export function lawKey(table: Table, card: number): string {
  return String(table.cards[card]?.law ?? "");
}

/** What the server tells of the city. */
export interface City {
  districts: Record<District, string[]>; // the rules that say what a district is for
  law: string; // the rule of how laws score
  askers: Record<string, string>; // by question, the service that asks it
  hand: number; // so many cards are drawn up to
  clean_up?: string[]; // the rules by which a turn is cleaned up
}

export function city(table: Table): City {
  return table.board as unknown as City;
}

/** The rule of a law, or of a card's service; none where it has no service. */
export function ruleOf(table: Table, card: number): string {
  return String(table.cards[card]?.rule ?? "");
}

/** The name of a spot is its district's code in small letters; its spaces are `hs.1`, `hs.2`, … */
export function spotOf(district: District): string {
  return district.toLowerCase();
}

export function districtOf(spot: string): District {
  return spot.toUpperCase() as District;
}

export function numberOf(spot: string): number {
  return DISTRICTS.indexOf(districtOf(spot));
}

/** The spaces of a district from the first on, each with the card on it or -1. */
export function spaces(table: Table, district: District): number[] {
  const found: number[] = [];
  for (let n = 1; table.view.places[`${spotOf(district)}.${n}`] !== undefined; n++) {
    found.push(cardsAt(table.view, `${spotOf(district)}.${n}`)[0] ?? -1);
  }
  return found;
}

export function turns(table: Table): number {
  const at = (place: string) => countAt(table.view, place);
  return at("law") + at("law_deck") + at("law_discard");
}

export function turn(table: Table): number {
  return table.view.numbers.turn ?? 0;
}

export function hasPassed(table: Table, seat: number): boolean {
  return !!((table.view.numbers.passed ?? 0) & (1 << seat));
}

export function isProtected(table: Table, seat: number): boolean {
  return outlook(table).protected?.includes(seat) ?? false;
}

/** Whether this card in the Bazaar is what protects its owner. */
export function protects(table: Table, card: number): boolean {
  return favor(table, card).protects;
}

export function districtName(table: Table, district: District): string {
  return table.word("districts", district);
}

export function serviceText(table: Table, card: number): string {
  const { service } = favor(table, card);
  return service ? table.word("service_text", service) : table.say("no-service");
}

/** The card's name that goes with a service: who asks. */
export function serverName(table: Table, service: string): string {
  const card = table.cards.findIndex((face) => face.service === service);
  return card < 0 ? "" : table.card(card);
}

export function favorLabel(table: Table, card: number, whose = false): string {
  const face = favor(table, card);
  const said = [table.card(card), `${table.say("pain")} ${face.pain}`];
  if (whose) said.unshift(table.say("belongs", { name: table.names[face.owner] ?? "" }));
  said.push(face.start ? table.say("start-card") : `${table.say("cost")} ${face.cost}`);
  said.push(`${table.say("goes")} ${table.catalogue.join(face.districts.map((code) => districtName(table, code)))}`);
  said.push(serviceText(table, card));
  return said.join(table.catalogue.comma);
}

/** +3, −2, 0 */
export function signed(number: number): string {
  return number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0";
}
