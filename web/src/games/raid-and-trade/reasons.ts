/** Why an action is barred: in a few words, and the move that is nearest to it, to be asked about. */
import { cardsAt } from "../../table/follow";
import type { Table } from "../../table/table.svelte";
import { cityOf, NOWHERE, printed, tileOf } from "./city";
import { mayTrade, partners, type Action } from "./desk.svelte";
import { guardsOf, scenarioOf } from "./escape";
import { GUNS, KINDS, number, outlook, standing, tokensOf, traderKinds } from "./faces";
import { outpostPrice } from "./sums";

const MARKET_TOKENS = 4; // RT-62
const CRAFT_AP = 1; // RT-60, where no event changes it
const total = (found: Record<string, number>) => Object.values(found).reduce((sum, n) => sum + n, 0);
const fewest = (found: Record<string, Record<string, number>>) =>
  Object.entries(found)
    .sort(([, one], [, two]) => total(one) - total(two))
    .map(([card]) => Number(card))[0];

function isInside(table: Table, seat = table.me): boolean {
  return number(table, "inside", seat) > 0;
}

/** Those one could attack, if one can attack at all. */
function together(table: Table): number[] {
  const all = table.names.map((_, seat) => seat).filter((seat) => seat !== table.me);
  if (isInside(table)) return all.filter((seat) => isInside(table, seat));
  const here = standing(table, number(table, "at", table.me));
  return all.filter((seat) => here.includes(seat));
}

function isBesideOutpost(table: Table): boolean {
  return !isInside(table) && (cityOf(table).near[table.view.numbers.outpost ?? NOWHERE] ?? []).includes(number(table, "at", table.me));
}

/** The Outpost takes one, unless the event says otherwise. */
function isTaken(table: Table): boolean {
  return table.names.some((_, seat) => isInside(table, seat));
}

/** What is in the way of an action that is not offered, in a few words. */
export function reason(table: Table, action: Action): string {
  const { costs } = printed(table);
  const { event = {}, missing } = outlook(table);
  const ap = number(table, "ap", table.me);
  const spent = number(table, "acted") ? table.say("action-spent") : "";
  const short = (n = 0) => (ap < n ? table.say("needs-ap", { n }) : "");
  const tokens = tokensOf(table, table.me);
  if (action === "give") {
    const pad = scenarioOf(table)?.row.at(-1) ?? NOWHERE;
    if (tileOf(number(table, "at", table.me)) !== pad) return table.say("not-at-pad");
    return guardsOf(table).some(({ tile }) => tile === pad) ? table.say("pad-guarded") : table.say("not-needed");
  }
  if (action === "quest") {
    if (number(table, "quested")) return table.say("one-a-turn");
    return table.say("none-met");
  }
  if (action === "outpost") {
    if (isInside(table)) return spent || short(Math.min(outpostPrice(table, "disc"), outpostPrice(table, "training"))) || table.say("nothing-left");
    if (!isBesideOutpost(table)) return table.say("not-beside");
    if (isTaken(table)) return spent || (event.attack_allowed === 0 ? table.say("ceasefire") : table.say("taken-needs", { n: costs.storm }));
    return number(table, "moved") ? table.say("move-spent") : short(outpostPrice(table, "enter"));
  }
  if (spent) return spent;
  if (action === "raid") return isInside(table) ? table.say("while-inside") : table.say("none-in-reach");
  if (action === "fight") {
    if (event.attack_allowed === 0) return table.say("ceasefire");
    const here = guardsOf(table).some(({ tile }) => tile === tileOf(number(table, "at", table.me)));
    const pad = scenarioOf(table)?.row.at(-1);
    if (!here && pad === tileOf(number(table, "at", table.me))) return table.say("pad-peace");
    if (!together(table).length && !here) return table.say("nobody-here");
    return short(costs.attack) || (tokens[GUNS] ? "" : table.say("gun-missing"));
  }
  if (action === "craft") {
    if (!Object.keys(missing[table.me] ?? {}).length) return table.say("nothing-left");
    return short(event.craft ?? CRAFT_AP) || table.say("tokens-missing");
  }
  if (action === "market") {
    if (tileOf(number(table, "at", table.me)) !== printed(table).market) return table.say("not-here");
    if (isInside(table)) return table.say("while-inside");
    return short(1) || (tokens.reduce((sum, n) => sum + n, 0) < MARKET_TOKENS ? table.say("four-needed") : "");
  }
  if (action === "trade") return isInside(table) ? table.say("while-inside") : mayTrade(table) ? "" : table.say("nobody-can");
  return "";
}

/** The move one would mean by an action that is barred: with whom or what comes nearest to it. */
export function nearest(table: Table, action: Action): string {
  const other = (table.me + 1) % Math.max(1, table.players);
  const { missing, needs } = outlook(table);
  if (action === "give") return "give 0";
  const [guard] = guardsOf(table).filter(({ tile }) => tile === tileOf(number(table, "at", table.me)));
  if (action === "fight" && guard) return `fight ${guard.square}`;
  if (action === "fight") return `attack ${together(table)[0] ?? other}`;
  if (action === "craft") return ["craft", fewest(missing[table.me] ?? {})].join(" ").trim();
  if (action === "quest") return ["quest", fewest(needs[table.me] ?? {}) ?? cardsAt(table.view, "quest_row")[0]].join(" ").trim();
  if (action === "market") return `market ${Math.max(0, KINDS.findIndex((kind) => traderKinds(table).includes(kind)))}`;
  if (action === "trade") return `trade ${partners(table)[0] ?? other}`;
  if (action === "outpost") return isInside(table) ? "train" : isBesideOutpost(table) && isTaken(table) ? "storm" : "enter";
  if (action === "raid") {
    const { near } = cityOf(table);
    const houses = near.map((_, square) => square).filter((square) => number(table, "house", square));
    const beside = houses.find((square) => near[square]!.includes(number(table, "at", table.me)));
    return ["raid", beside ?? houses[0]].join(" ").trim();
  }
  return "pass";
}
