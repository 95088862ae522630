/** How a table is read that nobody has drawn: its places, numbers, cards and moves, by their names. */
import type { Catalogue } from "../catalogue";
import type { Choice } from "../choices";
import { countAt } from "../follow";
import type { Face, Text, View } from "../types";

export const NOBODY = -1;

/** `coins_left` is "coins left". */
export function readable(name: string): string {
  return name.replaceAll("_", " ");
}

/** The name of a place or of a number without what stands after the dot: of `hand.0`, the hand. */
export function kindOf(name: string): string {
  return name.split(".")[0] ?? "";
}

export function indexOf(name: string): string {
  return name.split(".")[1] ?? "";
}

export interface Heap {
  place: string;
  index: string; // which one of its kind; empty where there is only one
  cards: number[]; // those that are seen
  count: number; // how many there are
}

/** Heaps of one kind, as all spaces of a district. */
export interface Kind {
  kind: string;
  title: string;
  heaps: Heap[];
}

/** What lies in the places of a seat, or of nobody, by kind; where nothing lies is left out. */
export function heaps(view: View, owners: Record<string, number>, seat: number, text: Text): Kind[] {
  const kinds = new Map<string, Kind>();
  for (const [place, lies] of Object.entries(view.places)) {
    if ((owners[place] ?? NOBODY) !== seat) continue;
    const kind = kindOf(place);
    if (!kinds.has(kind)) kinds.set(kind, { kind, title: text.places?.[kind] ?? readable(kind), heaps: [] });
    const count = countAt(view, place);
    const index = seat === NOBODY ? indexOf(place) : "";
    if (count) kinds.get(kind)!.heaps.push({ place, index, cards: Array.isArray(lies) ? lies : [], count });
  }
  return [...kinds.values()].filter((kind) => kind.heaps.length);
}

export interface Counted {
  number: string;
  label: string;
  value: number;
}

/** The kinds of numbers of which every seat has one: `coins.0`, `coins.1` and no more, of two seats. */
export function seatKinds(view: View, players: number): Set<string> {
  const found = new Map<string, string[]>();
  for (const name of Object.keys(view.numbers)) {
    if (indexOf(name)) found.set(kindOf(name), [...(found.get(kindOf(name)) ?? []), indexOf(name)]);
  }
  const seats = Array.from({ length: players }, (_, seat) => String(seat)).join();
  return new Set([...found].filter(([, indexes]) => indexes.sort().join() === seats).map(([kind]) => kind));
}

/** The numbers of a seat, or of nobody; of many of a kind only those that are not nothing. */
export function numbers(view: View, players: number, seat: number, text: Text): Counted[] {
  const kinds = seatKinds(view, players);
  return Object.entries(view.numbers).flatMap(([number, value]) => {
    const kind = kindOf(number);
    const index = indexOf(number);
    const ours = kinds.has(kind) ? index === String(seat) : seat === NOBODY;
    if (!ours || (index && !kinds.has(kind) && !value)) return [];
    const label = text.numbers?.[kind] ?? readable(kind);
    return [{ number, value, label: index && !kinds.has(kind) ? `${label} ${index}` : label }];
  });
}

export interface Fact {
  label: string;
  value: string;
  text: string; // what is to be known of it, where the catalogue says more
}

const UNPRINTED = new Set(["name", "deck", "rule", "owner"]);

/** What is printed on a card: its numbers and words. A word is looked for in the section of its name. */
export function facts(face: Face | undefined, catalogue: Catalogue): Fact[] {
  return Object.entries(face ?? {}).flatMap(([field, printed]) => {
    if (UNPRINTED.has(field) || printed === "" || printed === false || printed === null) return [];
    const label = catalogue.find("faces", field) ?? readable(field);
    const values = Array.isArray(printed) ? printed : [printed];
    if (!values.length || values.some((value) => typeof value === "object")) return [];
    if (printed === true) return [{ label, value: "", text: "" }];
    const words = values.map((value) => worded(field, String(value), catalogue));
    const text = values.map((value) => catalogue.find(`${field}_text`, String(value)) ?? "").join(catalogue.gap);
    return [{ label, value: catalogue.join(words), text }];
  });
}

function worded(field: string, value: string, catalogue: Catalogue): string {
  const found = [field, `${field}s`, `${field}es`].map((section) => catalogue.find(section, value));
  return found.find((word) => word) ?? readable(value);
}

/** The cards that a move speaks of: its sentence says which of its numbers are cards. */
export function cardsOf({ verb, about }: Choice, catalogue: Catalogue): number[] {
  const template = catalogue.template(verb, about.length);
  if (template.includes("{cards}")) return about;
  const named = new Set([...template.matchAll(/\{card(\d)\}/g)].map((match) => Number(match[1])));
  return about.filter((_, index) => named.has(index));
}

/** The moves that speak of all these cards. */
export function about(choices: Choice[], marked: readonly number[], catalogue: Catalogue): Choice[] {
  return choices.filter((choice) => {
    const cards = cardsOf(choice, catalogue);
    return marked.every((card) => cards.includes(card));
  });
}

/** The one move that speaks of exactly these cards, if there is one. */
export function exactly(choices: Choice[], marked: readonly number[], catalogue: Catalogue): Choice | undefined {
  const found = about(choices, marked, catalogue).filter((choice) => cardsOf(choice, catalogue).length === marked.length);
  return found.length === 1 ? found[0] : undefined;
}

/**
 * The moves that are to be listed, as they cannot be meant by pointing at cards: they speak of none,
 * of one that is not seen, or just of those that are marked, as several do.
 */
export function unpointed(choices: Choice[], marked: readonly number[], seen: ReadonlySet<number>, catalogue: Catalogue): Choice[] {
  const open = about(choices, marked, catalogue);
  const alone = marked.length ? exactly(choices, marked, catalogue) : undefined;
  return open.filter((choice) => {
    const cards = cardsOf(choice, catalogue);
    if (choice === alone) return false;
    return cards.every((card) => marked.includes(card)) || cards.some((card) => !seen.has(card));
  });
}

/** Marks after pointing at a card: taken off, added, or put in place of what does not go with it. */
export function mark(choices: Choice[], marked: readonly number[], card: number, catalogue: Catalogue): number[] {
  if (marked.includes(card)) return marked.filter((other) => other !== card);
  for (let drop = 0; drop <= marked.length; drop++) {
    const wish = [...marked.slice(drop), card];
    if (about(choices, wish, catalogue).length) return wish;
  }
  return [...marked];
}

/** Those of a long list in which every word is found. */
export function narrowed<T extends { sentence: string }>(list: T[], typed: string): T[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return list.filter(({ sentence }) => words.every((word) => sentence.toLowerCase().includes(word)));
}
