/** What may be pointed at, and the move it makes. It knows the verbs of the moves, and the list. */
import type { Choices } from "../../table/choices";
import type { Thing } from "../../table/game";

/** What one has pointed at: cards, and the spot where the first goes. */
export interface Pointed {
  marked: readonly number[];
  district: number; // -1 where none is chosen
}

/** Where a card may go: districts by number, and Face Merchants in whose place it may come. */
export function goals(choices: Choices, card: number): { districts: number[]; merchants: number[] } {
  const at = (verb: string) =>
    choices.all.filter((one) => one.verb === verb && one.about[0] === card).map((one) => one.about[1]!);
  return { districts: at("place"), merchants: at("swap") };
}

/** The cards that may be pointed at. Of leftovers any may be discarded, listed or not. */
export function litCards(choices: Choices, hand: readonly number[], marked: readonly number[], asked: string): Set<number> {
  if (asked === "DiscardLeftovers") return new Set(choices.all.length ? hand : []);
  const found = new Set<number>();
  for (const { verb, about } of choices.all) {
    if (verb === "place" || verb === "swap") found.add(about[0]!);
    else for (const card of about) found.add(card);
  }
  const [first] = marked;
  if (first !== undefined) for (const merchant of goals(choices, first).merchants) found.add(merchant);
  return found;
}

/** The cards pointed at after one more. */
export function mark(choices: Choices, marked: readonly number[], card: number, asked: string): number[] {
  if (asked === "DiscardLeftovers") {
    return marked.includes(card) ? marked.filter((other) => other !== card) : [...marked, card];
  }
  if (asked !== "PlaceCard") return choices.mark(marked, card);
  const [first] = marked;
  if (first !== undefined && goals(choices, first).merchants.includes(card)) return [first, card];
  return first === card ? [] : [card];
}

/** The move that has been pointed at, or nothing while something is missing. */
export function move(choices: Choices, { marked, district }: Pointed, asked: string): string {
  if (asked === "DiscardLeftovers") return ["discard", ...[...marked].sort((a, b) => a - b)].join(" ");
  if (asked === "PlaceCard" || asked === "PlaceTurned") {
    const [card, merchant] = marked;
    const wish = merchant === undefined ? `place ${card} ${district}` : `swap ${card} ${merchant}`;
    return choices.has(wish) ? wish : "";
  }
  return marked.length ? (choices.complete(marked)[0]?.move ?? "") : "";
}

export function isSpot(thing: Thing): thing is string {
  return typeof thing === "string";
}
