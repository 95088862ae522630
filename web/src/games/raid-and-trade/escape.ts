/** Escape the City, as the view tells it: the line and its fire, guards and their loot, the helicopter. */
import type { Choice } from "../../table/choices";
import type { Table } from "../../table/table.svelte";
import { cityOf, NOWHERE, printed, tileOf, waysOf, type Way } from "./city";
import { characterOf, costText, face, houseName, KINDS, number, tileName, type Cost } from "./faces";

/** What is printed of the scenario, beside the tiles. */
export interface Scenario {
  row: number[]; // the tiles in their order, the helipad last
  helipad: { name: string; sp: number; tokens: Cost; seats: number };
  guard_takes: number;
  out: number; // adrenaline that eliminates
  keeping_costs: boolean; // whether keeping a raid's Blacklist card adds adrenaline
  rules: Record<string, string>;
}

interface Told {
  need?: { sp: number; tokens: Cost };
  fire?: { tile: number; rounds: number; last: number };
}

const GUARDS = 6;

export function scenarioOf(table: Table): Scenario | null {
  return (printed(table) as unknown as { escape?: Scenario | null })?.escape ?? null;
}

function told(table: Table): Told {
  return table.view.outlook as Told;
}

/** What the helicopter still needs. */
export function needOf(table: Table): { sp: number; tokens: Cost } {
  return told(table).need ?? { sp: 0, tokens: {} };
}

export function adrenaline(table: Table, seat: number): number {
  return Math.max(0, -number(table, "favor", seat));
}

export function isOut(table: Table, seat: number): boolean {
  return number(table, "out", seat) > 0;
}

export interface Stage {
  tile: number;
  number: number; // in the line, from 1
  name: string;
  state: "burnt" | "burning" | "ahead";
  round: number; // after which it burns
  seats: number[];
  guards: number;
}

/** The tiles of the line, with when the fire comes to each. */
export function stages(table: Table): Stage[] {
  const row = scenarioOf(table)?.row ?? [];
  const { fire } = told(table);
  const first = fire ? row.indexOf(fire.tile) : 0;
  const round = Math.max(1, number(table, "round"));
  return row.map((tile, i) => {
    const laid = (table.view.numbers[`tile.${tile}`] ?? NOWHERE) >= 0;
    return {
      tile,
      number: i + 1,
      name: tileName(table, tile),
      state: laid ? (i === first && !table.over ? "burning" : "ahead") : "burnt",
      round: laid ? round + i - first : i + 1,
      seats: table.names.flatMap((_, seat) => (!isOut(table, seat) && tileOf(number(table, "at", seat)) === tile ? [seat] : [])),
      guards: guardsOf(table).filter((guard) => guard.tile === tile).length,
    };
  });
}

export interface Guard {
  square: number;
  tile: number;
  loot: Cost;
  laden: boolean;
}

export function guardsOf(table: Table): Guard[] {
  if (!scenarioOf(table)) return [];
  const city = cityOf(table);
  const found: Guard[] = [];
  for (let guard = 0; guard < GUARDS; guard++) {
    const square = table.view.numbers[`guard.${guard}`] ?? NOWHERE;
    if (square < 0) continue;
    const loot: Cost = {};
    for (const kind of KINDS) {
      const n = number(table, `under_${kind}`, guard);
      if (n) loot[kind] = n;
    }
    found.push({ square, tile: city.tile[square] ?? NOWHERE, loot, laden: Object.keys(loot).length > 0 });
  }
  return found;
}

export function guardOn(table: Table, square: number): Guard | undefined {
  return guardsOf(table).find((guard) => guard.square === square);
}

export function guardLabel(table: Table, square: number): string {
  const guard = guardOn(table, square);
  const tile = tileName(table, cityOf(table).tile[square] ?? 0);
  if (!guard) return table.say("square-on", { tile });
  const size = number(table, "house", square);
  const parts = [
    table.say("guard-on", { tile }),
    size ? houseName(table, size) : "",
    guard.laden ? table.say("guard-holds", { what: costText(table, guard.loot) }) : table.say("no-loot"),
  ];
  return parts.filter(Boolean).join(table.word("table", "comma"));
}

/** How one gets to a guard of one's own tile to attack it, where the AP are there. */
export function assault(table: Table, square: number): { way: Way; total: number } | null {
  const guard = guardOn(table, square);
  const here = number(table, "at", table.me);
  const { attack } = printed(table).costs;
  if (!guard || guard.tile !== tileOf(here) || number(table, "acted")) return null;
  const ways = waysOf(table.view);
  let best: Way | null = null;
  for (const section of cityOf(table).near[square] ?? []) {
    const way = section === here ? { ap: 0, steps: [] } : ways.get(section);
    if (way && (!best || way.ap < best.ap)) best = way;
  }
  const armed = number(table, "guns", table.me) > 0 || hasGunCard(table);
  if (!best || !armed || best.ap + attack > number(table, "ap", table.me)) return null;
  return { way: best, total: best.ap + attack };
}

function hasGunCard(table: Table): boolean {
  const ready = table.view.places[`ready.${table.me}`];
  return Array.isArray(ready) && ready.some((card) => face(table, card).effect?.some(({ do: verb }) => verb === "as_gun_attack"));
}

/** In 36ths: how often this seat's die beats a guard, which rolls the same. */
export function chanceAgainst(table: Table, seat: number): number {
  const die = face(table, characterOf(table, seat)).die ?? [];
  const wins = die.filter(([half]) => half === "win").length;
  const hits = die.filter(([half]) => half === "hit").length;
  const open = die.filter(([, half]) => half !== "shield").length;
  return wins * 6 + hits * open;
}

/** In sixths, or in 36ths where one defends: how often a guard wins against this seat. */
export function guardWins(table: Table, seat: number): { open: number; defended: number } {
  const die = face(table, characterOf(table, seat)).die ?? [];
  return { open: die.filter(([half]) => half === "win" || half === "hit").length, defended: chanceAgainst(table, seat) };
}

/** Everything that one could give now: the moves, one after the other. */
export function gifts(table: Table): string[] {
  const { sp, tokens } = needOf(table);
  const moves = KINDS.flatMap((kind, i) => {
    const n = Math.min(tokens[kind] ?? 0, number(table, kind, table.me));
    return table.choices.has(`give ${i}`) ? Array<string>(n).fill(`give ${i}`) : [];
  });
  const skill = Math.min(sp, number(table, "sp", table.me));
  return skill && table.choices.has(`give_sp ${skill}`) ? [...moves, `give_sp ${skill}`] : moves;
}

const STEPS = [1, 2, 5]; // SP that are given at a time, beside all that one can give

/** What is offered to be given, a token or some SP at a time; any sum can be made of it. */
export function shares(table: Table): Choice[] {
  const all = table.choices.all.filter(({ verb }) => verb === "give" || verb === "give_sp");
  const most = Math.max(0, ...all.map(({ verb, about }) => (verb === "give_sp" ? about[0]! : 0)));
  return all.filter(({ verb, about }) => verb === "give" || STEPS.includes(about[0]!) || about[0] === most);
}

/** What a seat has given for the helicopter, in words. */
export function givenText(table: Table, seat: number): string {
  const sp = number(table, "given_sp", seat);
  const tokens: Cost = {};
  for (const kind of KINDS) {
    const n = number(table, `given_${kind}`, seat);
    if (n) tokens[kind] = n;
  }
  return [sp ? table.say("sp", { n: sp }) : "", costText(table, tokens)].filter(Boolean).join(table.word("table", "comma"));
}

/** What stands in the ribbon beside a question about a fight with a guard. */
export function guardContext(table: Table): string {
  if (!scenarioOf(table)) return "";
  const [one = NOWHERE, two = NOWHERE] = table.askedAbout;
  const die = face(table, characterOf(table, table.me)).die ?? [];
  if (table.asked === "Defend" && two < 0) {
    const { open, defended } = guardWins(table, table.me);
    return table.say("guard-defend", { n: printed(table).costs.defend, open, defended });
  }
  if ((table.asked === "Attacked" || table.asked === "Paid") && one < 0) return table.say("guard-attacks", { n: scenarioOf(table)!.guard_takes });
  if (table.asked === "AfterRoll" && (one < 0) !== (two < 0) && !table.view.places.raid_card?.toString()) {
    const fighter = Math.max(one, two);
    const faces = fighter === table.me ? die : (face(table, characterOf(table, fighter)).die ?? []);
    const shown = faces[number(table, "die.0")]?.[0];
    const against = faces[table.view.numbers["die.1"] ?? NOWHERE]?.[1];
    if (!shown) return "";
    return table.say(one < 0 ? "guard-rolled" : "you-rolled", { attack: table.word("symbol", shown), defense: against ? table.word("symbol", against) : table.say("not-defended") });
  }
  if (table.asked === "LoseToGuard") return table.say("goes-under");
  return "";
}

/** Who flies first when the need is met: those who have given, the earliest first. */
export function givers(table: Table): number[] {
  return table.names.map((_, seat) => seat).filter((seat) => number(table, "gave", seat)).sort((one, two) => number(table, "gave", one) - number(table, "gave", two));
}

/** Why an eliminated seat is out, from what was told. */
export function fallen(table: Table, seat: number): { round: number; tile: string } | null {
  let round = 0;
  let tile = "";
  for (const { event } of table.log) {
    if (event?.kind === "round") round = event.value ?? round;
    if (event?.kind === "bombard") tile = tileName(table, event.about?.[0] ?? NOWHERE);
    if (event?.kind === "turn") tile = "";
    if (event?.kind === "eliminated" && event.seat === seat) return { round, tile: adrenaline(table, seat) >= (scenarioOf(table)?.out ?? 10) ? "" : tile };
  }
  return null;
}
