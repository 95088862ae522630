/** What is printed on the cards of Don't Turn Your Back, what lies in the city, and how it is read aloud. */
import { cardsAt, countAt } from "../../table/follow";
import type { Table } from "../../table/table.svelte";
import { words } from "./words";

/** In the order in which moves number them. */
export const DISTRICTS = ["13", "HS", "CS", "WK", "BB"] as const;
export type District = (typeof DISTRICTS)[number];

export interface Favor {
  deck: "favor";
  name: string;
  owner: number;
  start: boolean;
  pain: number;
  cost: number;
  districts: District[];
  service: string;
}

/** What follows from what all can see, as the server tells it with every view. */
export interface Outlook {
  protected: number[];
  influence: number[]; // by seat, as all that follow
  d13: { pain: number[]; cards: number[] };
  hs: { pain: number[]; cards: number[]; pays: number[] };
  wk: number[];
  law?: number[];
  takes?: number[]; // the seats to which the law gives a card
  bonus?: {
    encased: number[];
    level: number[];
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

const SERVICE_RULES: Record<string, string> = {
  blind_knight: "TB-30",
  city_desk_editor: "TB-31",
  cleaner: "TB-32",
  clockwork_lieutenant: "TB-33",
  dream_dealer: "TB-34",
  faceless: "TB-35",
  face_merchant: "TB-36",
  fortune_taker: "TB-37",
  harvester: "TB-38",
  lady_in_hating: "TB-39",
  mother_when: "TB-40",
  paperboy: "TB-41",
  shameful: "TB-42",
  smothered_folk: "TB-43",
  the_tacks_man: "TB-44",
  the_wax_king: "TB-45",
};
const LAW_RULES: Record<string, string> = {
  first_admonishment: "TB-70",
  thirteenth_admonishment: "TB-71",
  bass_ward_act: "TB-72",
  have_us_a_corpus: "TB-73",
  lie_your_ground_law: "TB-74",
  my_guns_law: "TB-75",
  sawtooth_act: "TB-76",
  somnambulation_act: "TB-77",
  statute_of_elimination: "TB-78",
  wax_tax: "TB-79",
};
/** The rules that say what a district is for, the first of them first. */
export const DISTRICT_RULES: Record<District, string[]> = {
  "13": ["TB-63", "TB-64"],
  HS: ["TB-60", "TB-61", "TB-23"],
  CS: ["TB-50", "TB-51"],
  WK: ["TB-90", "TB-96"],
  BB: ["TB-24", "TB-25"],
};

/** The rule of a law, or of a card's service; none where it has no service. */
export function ruleOf(table: Table, card: number): string {
  if (isLaw(table, card)) return LAW_RULES[lawKey(table, card)] ?? "TB-63";
  return SERVICE_RULES[favor(table, card).service] ?? "";
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

/** Whether this card in the Bazaar is what protects its owner (TB-25). */
export function protects(table: Table, card: number): boolean {
  return ["paperboy", "city_desk_editor"].includes(favor(table, card).service);
}

export function districtName(table: Table, district: District): string {
  return table.word("districts", district);
}

export function serviceText(table: Table, card: number): string {
  const { service } = favor(table, card);
  return service ? table.word("service_text", service) : words().noService;
}

/** The card's name that goes with a service: who asks. */
export function serverName(table: Table, service: string): string {
  const card = table.cards.findIndex((face) => face.service === service);
  return card < 0 ? "" : table.card(card);
}

export function favorLabel(table: Table, card: number, whose = false): string {
  const face = favor(table, card);
  const w = words();
  const said = [table.card(card), `${w.pain} ${face.pain}`];
  if (whose) said.unshift(w.belongs(table.names[face.owner] ?? ""));
  said.push(face.start ? w.startCard : `${w.cost} ${face.cost}`);
  said.push(`${w.goes} ${table.catalogue.join(face.districts.map((code) => districtName(table, code)))}`);
  said.push(serviceText(table, card));
  return said.join(", ");
}

/** +3, −2, 0 */
export function signed(number: number): string {
  return number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0";
}
