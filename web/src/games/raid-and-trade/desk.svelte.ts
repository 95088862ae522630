/** What one has before oneself at the table and has not sent yet: an action, a way, tokens, an offer. */
import type { Table } from "../../table/table.svelte";
import type { Offer } from "../../table/types";
import { isOut } from "./escape";
import { KINDS, number, outlook } from "./faces";

export const ACTIONS = ["raid", "fight", "craft", "trade", "market", "outpost", "quest", "give", "pass"] as const;
export type Action = (typeof ACTIONS)[number];
export type Mode = "" | Action;

export function isAction(word: string): word is Action {
  return (ACTIONS as readonly string[]).includes(word);
}

/** An offer that is being put together: kinds of tokens, once for each, and item cards. */
export interface Deal {
  to: number[];
  give: number[];
  take: number[];
  answers: number; // the offer that it counters, or -1
  words: string;
  privately: boolean;
}

export const NO_DEAL: Deal = { to: [], give: [], take: [], answers: -1, words: "", privately: false };

interface Laid {
  mode: Mode;
  goal: string; // the spot that one is on the way to
  tokens: number[]; // kinds that are to be spent or taken, once for each
  moment: number; // of the tokens that were chosen
  deal: Deal;
}

/** One for all tables: what is made within a derived value would not be watched by it. */
class Desks {
  private version = $state(0);
  private readonly kept = new WeakMap<Table, Laid>();

  of(table: Table): Readonly<Laid> {
    void this.version;
    let laid = this.kept.get(table);
    if (!laid) this.kept.set(table, (laid = { mode: "", goal: "", tokens: [], moment: -1, deal: NO_DEAL }));
    return laid;
  }

  lay(table: Table, part: Partial<Laid>): void {
    this.kept.set(table, { ...this.of(table), ...part });
    this.version += 1;
  }
}

const desks = new Desks();
export const deskOf = (table: Table): Readonly<Laid> => desks.of(table);
export const lay = (table: Table, part: Partial<Laid>): void => desks.lay(table, part);

/** The action that is chosen; answers to other questions know none. */
export function modeOf(table: Table): Mode {
  const { mode } = deskOf(table);
  if (mode === "trade") return mayTrade(table) ? mode : "";
  return table.deciding ? mode : "";
}

/** Answers that are neither move nor action. */
const CLAIMS = new Set(["use", "claim", "quest", "gate", "end", "pass"]);

/** RT-23, RT-28 Whether AP are missing for anything else in one's turn. */
export function onlyClaims(table: Table): boolean {
  return table.deciding && !number(table, "ap", table.me) && table.choices.all.every(({ verb }) => CLAIMS.has(verb));
}

/** Questions during which offers are made. */
const TALKING = new Set(["Act", "Flee", "Agree"]);

/** Whether one may talk of a trade at all: with or as the active player, while the turn is open. */
export function mayTrade(table: Table): boolean {
  return table.me >= 0 && !table.over && !!table.link && TALKING.has(table.asked) && !number(table, "acted") && !onlyClaims(table) && partners(table).length > 0;
}

/** Those whom an offer of mine would go to, if they could trade: the active player, or all others. */
export function others(table: Table): number[] {
  const current = number(table, "current");
  return table.names.flatMap((_, seat) => (seat === table.me || isOut(table, seat) || (current !== table.me && seat !== current) ? [] : [seat]));
}

/** RT-61, RT-72 With whom one could trade: nobody in the Outpost, and nobody who lacks the AP. */
export function partners(table: Table): number[] {
  return number(table, "inside", table.me) || isOut(table, table.me) ? [] : others(table).filter((seat) => !bars(table, seat));
}

/** What is in the way of any trade with this seat; empty where nothing is. */
export function bars(table: Table, seat: number): "" | "inside" | "ap" | "own-ap" {
  const price = outlook(table).trade?.[active(table) ? seat : table.me] ?? 0;
  if (number(table, "inside", seat)) return "inside";
  if (number(table, "ap", seat) < price) return "ap";
  return number(table, "ap", table.me) < price ? "own-ap" : "";
}

export function turnTo(table: Table, mode: Mode): void {
  const { deal } = deskOf(table);
  table.clear();
  lay(table, { mode, goal: "", deal: mode === "trade" && !deal.to.length ? { ...NO_DEAL, to: firstPartners(table) } : deal });
}

/** Whom one would talk to first: the active player, or the next seat that could. */
function firstPartners(table: Table): number[] {
  const found = partners(table);
  return [found.find((seat) => seat > table.me) ?? found[0] ?? number(table, "current")];
}

export function active(table: Table): boolean {
  return number(table, "current") === table.me;
}

// An offer being put together

export function change(table: Table, part: Partial<Deal>): void {
  lay(table, { deal: { ...deskOf(table).deal, ...part } });
}

/** Address the offer to one more or one fewer; only the active player has a choice. */
export function address(table: Table, seat: number): void {
  const { to } = deskOf(table).deal;
  const next = to.includes(seat) ? to.filter((other) => other !== seat) : [...to, seat];
  change(table, { to: next.sort((a, b) => a - b), take: next.length ? deskOf(table).deal.take : [] });
}

export function put(table: Table, side: "give" | "take", thing: number): void {
  change(table, { [side]: [...deskOf(table).deal[side], thing].sort((a, b) => a - b) });
}

export function takeOff(table: Table, side: "give" | "take", thing: number): void {
  const things = [...deskOf(table).deal[side]];
  things.splice(things.indexOf(thing), 1);
  change(table, { [side]: things });
}

export function drop(table: Table): void {
  lay(table, { deal: NO_DEAL, mode: "" });
}

/** Terms as an offer writes them: how many are given, then all that is given and taken. */
export function written({ give, take }: Pick<Deal, "give" | "take">): string {
  return ["swap", give.length, ...give, ...take].join(" ");
}

/** What the maker of an offer gives and takes. */
export function read(terms: string): { give: number[]; take: number[] } {
  const [, count = 0, ...things] = terms.split(" ").map(Number);
  return { give: things.slice(0, count), take: things.slice(count) };
}

/** Begin an answer to an offer with its own terms, turned about. */
export function counter(table: Table, offer: Offer): void {
  const { give, take } = read(offer.terms);
  lay(table, { mode: "trade", deal: { ...NO_DEAL, to: [offer.maker], give: take, take: give, answers: offer.number } });
  table.tab = "table";
}

type Way = (link: NonNullable<Table["link"]>, deal: Deal) => Promise<boolean>;
const asOffer: Way = (link, deal) => link.offer(written(deal), deal.to, deal.words.trim(), deal.privately, deal.answers < 0 ? undefined : deal.answers);

/** Send what was put together, and have it before oneself again if it is refused. */
export function send(table: Table, way: Way = asOffer): void {
  const { deal, mode } = deskOf(table);
  if (!table.link) return;
  const sent = way(table.link, deal);
  if (active(table)) change(table, { give: [], take: [], answers: -1, words: "" });
  else drop(table); // whoever is not to act has said what there was to say
  const left = deskOf(table).deal;
  void sent.then((stands) => {
    if (!stands && deskOf(table).deal === left) lay(table, { deal, mode });
  });
}

// Tokens that are chosen for an answer

export function isKind(card: number): boolean {
  return card >= 0 && card < KINDS.length;
}

export function tokensOf(table: Table): number[] {
  const { moment, tokens } = deskOf(table);
  return moment === table.position ? tokens : [];
}

export function setTokens(table: Table, tokens: number[]): void {
  lay(table, { moment: table.position, tokens });
}
