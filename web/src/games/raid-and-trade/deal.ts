/** What a trade would bring both sides, by what all can see: never by what a card in hand might do. */
import type { Table } from "../../table/table.svelte";
import type { Offer } from "../../table/types";
import { read } from "./desk.svelte";
import { costText, face, itemsOf, kindCount, KINDS, number, outlook, tokensOf, type Cost } from "./faces";

export interface Swap {
  one: number; // the seat that gives `give`
  two: number;
  give: number[];
  take: number[];
}

/** AP that each of the two pays. */
export function tradePrice(table: Table, one: number, two: number): number {
  const other = one === number(table, "current") ? two : one;
  return outlook(table).trade?.[other] ?? 0;
}

/** What an offer to several costs: with each of them, where that differs. RT-61 */
export function pricesText(table: Table, maker: number, to: number[]): string {
  const prices = to.map((seat) => tradePrice(table, maker, seat));
  const [first = 0, ...more] = [...new Set(prices)].sort((one, two) => one - two);
  if (!more.length) return first ? table.say("ap-each", { n: first }) : table.say("trade-free");
  const parts = [first, ...more].map((n) => {
    const names = table.catalogue.join(to.filter((_, i) => prices[i] === n).map((seat) => table.names[seat] ?? ""));
    return table.say(n ? "each-with" : "free-with", { n, names });
  });
  return parts.join(table.catalogue.gap);
}

/** Things in words: '2 electrics, Safe'. */
export function thingsText(table: Table, things: number[]): string {
  const cost: Record<string, number> = {};
  for (const thing of things) if (thing < KINDS.length) cost[KINDS[thing]!] = (cost[KINDS[thing]!] ?? 0) + 1;
  const tokens = costText(table, cost);
  const items = things.filter((thing) => thing >= KINDS.length).map((card) => table.card(card));
  return [tokens, ...items].filter(Boolean).join(table.word("table", "comma"));
}

function count(things: number[], kind: number): number {
  return things.filter((thing) => thing === kind).length;
}

/** What a seat lacks to give these, in words; empty where it has all. */
export function lacking(table: Table, seat: number, things: number[]): string {
  const has = tokensOf(table, seat);
  const { open, ready, tired } = itemsOf(table, seat);
  const items = [...open, ...ready, ...tired];
  const missing = KINDS.flatMap((kind, i) => {
    const short = count(things, i) - has[i]!;
    return short > 0 ? [kindCount(table, kind, short)] : [];
  });
  for (const thing of things) if (thing >= KINDS.length && !items.includes(thing)) missing.push(table.card(thing));
  return missing.join(table.word("table", "comma"));
}

export function covers(tokens: number[], cost: Cost): boolean {
  return KINDS.every((kind, i) => (cost[kind] ?? 0) <= tokens[i]!);
}

/** The items that a seat has the tokens for after the trade, and had not before. */
export function opened(table: Table, seat: number, gives: number[], gets: number[]): number[] {
  const before = tokensOf(table, seat);
  const after = before.map((has, kind) => has - count(gives, kind) + count(gets, kind));
  const { open } = itemsOf(table, seat);
  const held = [...open.filter((card) => !gives.includes(card)), ...gets.filter((card) => card >= KINDS.length && isUncrafted(table, card))];
  return held.filter((card) => {
    const cost = face(table, card).cost ?? {};
    const could = open.includes(card) && covers(before, cost);
    return covers(after, cost) && !could;
  });
}

/** The items that a seat has the tokens for now, and would not have after the trade. */
export function closed(table: Table, seat: number, gives: number[], gets: number[]): number[] {
  const before = tokensOf(table, seat);
  const after = before.map((has, kind) => has - count(gives, kind) + count(gets, kind));
  return itemsOf(table, seat).open.filter((card) => {
    const cost = face(table, card).cost ?? {};
    return covers(before, cost) && (gives.includes(card) || !covers(after, cost));
  });
}

function isUncrafted(table: Table, card: number): boolean {
  return table.names.some((_, seat) => itemsOf(table, seat).open.includes(card));
}

/** A sentence for each side that could craft something new, or could not any more. */
export function gains(table: Table, { one, two, give, take }: Swap): string {
  const side = (seat: number, gives: number[], gets: number[]): string[] => {
    const name = table.names[seat] ?? "";
    const mine = seat === table.me;
    const names = (cards: number[]) => table.catalogue.join(cards.map((card) => table.say("worth", { card: table.card(card), n: face(table, card).sp ?? 0 })));
    const could = opened(table, seat, gives, gets);
    const no = closed(table, seat, gives, gets);
    return [
      ...(could.length ? [table.say(mine ? "you-could" : "they-could", { name, cards: names(could) })] : []),
      ...(no.length ? [table.say(mine ? "you-could-not" : "they-could-not", { name, cards: names(no) })] : []),
    ];
  };
  return [...side(one, give, take), ...side(two, take, give)].join(table.catalogue.gap);
}

/** What the trade costs both in AP, before and after. */
export function priceText(table: Table, one: number, two: number): string {
  const price = tradePrice(table, one, two);
  if (!price) return table.say("trade-free");
  const dial = (seat: number) => {
    const ap = number(table, "ap", seat);
    const name = seat === table.me ? table.say("you") : (table.names[seat] ?? "");
    return table.say("ap-change", { name, before: ap, after: ap - price });
  };
  return table.say("trade-costs", { n: price, one: dial(one), two: dial(two) });
}

/** What is to be known of an offer before one agrees. */
export function weigh(table: Table, offer: Offer): { text: string; warning?: string } {
  const { give, take } = read(offer.terms);
  const partner = offer.to.includes(table.me) ? table.me : offer.to.length === 1 ? offer.to[0]! : -1;
  if (partner < 0) return { text: pricesText(table, offer.maker, offer.to) };
  const missing = lacking(table, partner, take);
  const text = [priceText(table, offer.maker, partner), gains(table, { one: offer.maker, two: partner, give, take })].filter(Boolean).join(table.catalogue.gap);
  if (!missing) return { text };
  const warning = partner === table.me ? table.say("you-lack", { what: missing }) : table.say("they-lack", { name: table.names[partner] ?? "", what: missing });
  return { text, warning };
}
