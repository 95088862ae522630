/**
 * What may be pointed at, and the move it makes. It knows the verbs of the moves, and the list.
 *
 * Spots are named by a letter and a number: `s` a space, `x` an external space, `f` a figure, `c` a
 * column of the display, `p` a player, `n` a number of steps, `r` a road of the Crossroads.
 */
import { cardsAt } from "../../table/follow";
import type { Thing } from "../../table/game";
import type { Table } from "../../table/table.svelte";
import { groundOf, memories, obstacles, OFF } from "./board";
import { outlook } from "./faces";
import { handled, trialOf, tried, tryOut } from "./trial.svelte";

/** Questions that are answered with a space, by the verb of the answer. */
export const SPACE_VERBS: Record<string, string> = {
  PlaceTeam: "team",
  PlaceGoat: "goat",
  Chase: "chase",
  LukesStep: "lead",
  NeedleStep: "step",
  FreeStep: "step",
  WhiteStep: "step",
};
/** Questions that are answered with a card. */
export const CARD_VERBS: Record<string, string> = {
  SecondCard: "walk",
  Pay: "spend",
  Darken: "discard",
  LoseMemory: "spend",
  Sink: "spend",
  ChooseKid: "be",
};
/** Questions about a memory that is given up. */
export const MEMORY_QUESTIONS: ReadonlySet<string> = new Set(["Pay", "LoseMemory", "Sink"]);
/** Questions that are answered with a column of the display. */
export const COLUMN_VERBS: Record<string, string> = { Refill: "draw", Burn: "burn" };
/** Questions about spaces of the board: then it is told why a space cannot be chosen. */
const ABOUT_SPACES = new Set([...Object.keys(SPACE_VERBS), "MoveGoat", "MoveObstacle"]);

export function numberOf(spot: string): number {
  return spot ? Number(spot.slice(1)) : OFF;
}

/** Who is asked. */
export function actor(table: Table): number {
  return table.askedAbout[0] ?? -1;
}

/** The space a step leads to, and whether it leaves the board on the way. */
export function target(table: Table, way: number): { space: number; wraps: boolean } {
  const near = groundOf(table).near[table.view.numbers.team ?? 0]?.[way] ?? OFF;
  return { space: outlook(table).steps?.[way] ?? near, wraps: near === OFF };
}

/** By verb, the numbers at this place of the moves that are offered. */
export function numbers(table: Table, verb: string, index = 0): number[] {
  return [...new Set(table.choices.all.filter((one) => one.verb === verb).map((one) => one.about[index]!))];
}

export function isAboutSpaces(table: Table): boolean {
  return table.deciding && (ABOUT_SPACES.has(table.asked) || trialOf(table).mode === "shift");
}

/** The verbs of the action that is being put together. */
function whisperVerbs(table: Table): [give: string, swap: string] | null {
  const { mode } = trialOf(table);
  return mode === "whisper" ? ["give", "swap"] : mode === "free" ? ["free_give", "free_swap"] : null;
}

export function lit(table: Table): ReadonlySet<Thing> {
  const found = new Set<Thing>();
  if (!table.deciding) return found;
  const { asked, choices, marked } = table;
  const { mode, figure } = trialOf(table);
  const add = (letter: string, all: number[]) => all.forEach((number) => found.add(`${letter}${number}`));
  const verb = SPACE_VERBS[asked];
  if (verb === "step") add("s", numbers(table, "step").map((way) => target(table, way).space));
  else if (verb) add("s", numbers(table, verb));
  else if (CARD_VERBS[asked]) numbers(table, CARD_VERBS[asked]!).forEach((card) => found.add(card));
  else if (COLUMN_VERBS[asked]) add("c", numbers(table, COLUMN_VERBS[asked]!));
  else if (asked === "PlaceFigure") add("x", numbers(table, "put"));
  else if (asked === "SetServant") add("x", numbers(table, "servant"));
  else if (asked === "ChooseRoad") add("r", numbers(table, "road"));
  else if (asked === "MoveGoat") add("s", numbers(table, "goat"));
  else if (asked === "ChangeSteps") add("n", numbers(table, "steps"));
  else if (asked === "ChooseListener") add("p", numbers(table, "listen"));
  else if (asked === "TurnAbout") add("f", numbers(table, "turn_about"));
  else if (asked === "MoveObstacle") add("s", obstacleSpaces(table, figure));
  else if (asked === "TommysChance") {
    numbers(table, "exchange").forEach((card) => found.add(card));
    if (marked.length) add("c", numbers(table, "exchange", 1));
  } else if (mode === "turn") add("f", numbers(table, "turn"));
  else if (mode === "shift") {
    const spots = numbers(table, "shift");
    add("s", memories(table.view).filter(({ spot }) => spots.includes(spot)).map(({ space }) => space));
    if (figure !== OFF) add("s", choices.all.filter((one) => one.verb === "shift" && one.about[0] === figure).map((one) => one.about[1]!));
  } else if (whisperVerbs(table)) {
    const [give, swap] = whisperVerbs(table)!;
    const [first] = marked;
    for (const { verb: one, about } of choices.all) {
      if (one !== give && one !== swap) continue;
      found.add(about[0]!);
      if (one === swap) found.add(about[1]!);
      if (one === give && about[0] === first) found.add(`p${about[1]}`);
    }
  } else {
    numbers(table, "walk").forEach((card) => found.add(card));
    numbers(table, "use").forEach((card) => found.add(card));
  }
  return found;
}

/** The spaces of obstacles that may be moved, or, of the one chosen, where it may lie. */
function obstacleSpaces(table: Table, chosen: number): number[] {
  const ground = groundOf(table);
  const movable = numbers(table, "lay");
  const found = obstacles(ground, table.view).filter(({ number }) => movable.includes(number)).flatMap(({ cells }) => cells);
  if (chosen !== OFF) for (const way of ways(table, chosen)) found.push(...ground.printed.placements[chosen]![way]!);
  return found;
}

function ways(table: Table, obstacle: number): number[] {
  return table.choices.all.filter((one) => one.verb === "lay" && one.about[0] === obstacle).map((one) => one.about[1]!);
}

export function point(table: Table, thing: Thing): void {
  if (typeof thing === "number") pointAtCard(table, thing);
  else pointAtSpot(table, thing);
}

function pointAtCard(table: Table, card: number): void {
  const { marked } = table;
  if (whisperVerbs(table) && marked.length === 1 && marked[0] !== card && swapOf(table, marked[0]!, card)) {
    table.marked = [marked[0]!, card];
  } else table.marked = marked.includes(card) ? marked.filter((other) => other !== card) : [card];
  table.spot = "";
}

function swapOf(table: Table, one: number, two: number): string {
  const verb = whisperVerbs(table)?.[1];
  return table.choices.all.find((choice) => choice.verb === verb && choice.about.includes(one) && choice.about.includes(two))?.move ?? "";
}

function pointAtSpot(table: Table, spot: string): void {
  const number = numberOf(spot);
  const { mode, figure, place } = trialOf(table);
  if (table.asked === "MoveObstacle") {
    const ground = groundOf(table);
    const around = ways(table, figure).filter((way) => ground.printed.placements[figure]![way]!.includes(number));
    const own = obstacles(ground, table.view).find(({ cells }) => cells.includes(number))?.number ?? OFF;
    if (own !== OFF && (own !== figure || !around.length)) tryOut(table, { figure: own, place: OFF });
    else tryOut(table, { place: around[(around.indexOf(place) + 1) % around.length] ?? OFF });
    table.spot = spot;
    return;
  }
  if (mode === "shift") {
    const memory = memories(table.view).find(({ space }) => space === number);
    tryOut(table, memory ? { figure: memory.spot, place: OFF } : { place: number });
  } else if (mode === "turn") tryOut(table, { figure: number, facing: OFF });
  else if (handled(table) >= 0) tryOut(table, { place: number });
  else if (table.spot === spot) return table.press("go");
  if (spot.startsWith("p")) table.marked = table.marked.slice(0, 1);
  table.spot = spot;
}

/** The space of the suggestion, where one starts: the first that is listed. */
export function suggestion(table: Table): number {
  if (!table.deciding || (table.asked !== "PlaceTeam" && table.asked !== "PlaceGoat")) return OFF;
  return table.choices.all[0]?.about[0] ?? OFF;
}

/** The move that has been pointed at, or nothing while something is missing. */
export function wish(table: Table): string {
  const { asked, choices, marked, spot } = table;
  const { mode, figure, place, facing } = trialOf(table);
  const [card, other] = marked;
  const number = numberOf(spot);
  const offered = (move: string) => (choices.has(move) ? move : "");
  const verb = SPACE_VERBS[asked];
  if (verb === "step") return choices.all.find((one) => one.verb === "step" && target(table, one.about[0]!).space === number)?.move ?? "";
  if (verb) return offered(`${verb} ${spot ? number : suggestion(table)}`);
  if (CARD_VERBS[asked]) return offered(`${CARD_VERBS[asked]} ${card}`);
  if (COLUMN_VERBS[asked]) return offered(`${COLUMN_VERBS[asked]} ${number}`);
  if (asked === "PlaceFigure" || asked === "MoveGoat") {
    const now = tried(table);
    const name = asked === "PlaceFigure" ? "put" : "goat";
    return numbers(table, name).includes(now.place) ? `${name} ${now.place} ${now.facing}` : "";
  }
  if (asked === "SetServant") return offered(`servant ${number}`);
  if (asked === "ChooseRoad") return offered(`road ${number}`);
  if (asked === "ChangeSteps") return offered(`steps ${spot ? number : table.askedAbout[1]}`);
  if (asked === "ChooseListener") return offered(`listen ${number}`);
  if (asked === "TurnAbout") return offered(`turn_about ${number}`);
  if (asked === "MoveObstacle") return offered(`lay ${figure} ${place}`);
  if (asked === "TommysChance") return offered(`exchange ${card} ${number}`);
  if (mode === "rest" || mode === "roll") return offered(mode);
  if (mode === "turn") return figure !== OFF && facing !== OFF && facing !== tableFacing(table, figure) ? `turn ${figure} ${facing}` : "";
  if (mode === "shift") return offered(`shift ${figure} ${place}`);
  const whisper = whisperVerbs(table);
  if (whisper) {
    if (card === undefined) return "";
    return other === undefined ? (spot ? offered(`${whisper[0]} ${card} ${number}`) : "") : swapOf(table, card, other);
  }
  return card === undefined ? "" : offered(`walk ${card}`) || offered(`use ${card}`);
}

function tableFacing(table: Table, figure: number): number {
  return table.view.numbers[`facing.${figure}`] ?? 0;
}

/** The move one would mean by pointing at what is not lit. */
export function wonder(table: Table, thing: Thing): string {
  const { asked, marked } = table;
  const { mode, figure } = trialOf(table);
  const whisper = whisperVerbs(table);
  if (typeof thing === "number") {
    if (whisper) return `${whisper[1]} ${marked[0] ?? thing} ${thing}`;
    if (CARD_VERBS[asked]) return `${CARD_VERBS[asked]} ${thing}`;
    if (asked === "TommysChance") return `exchange ${thing} 0`;
    return table.cards[thing]?.deck === "memory" ? `use ${thing}` : `walk ${thing}`;
  }
  const number = numberOf(thing);
  const verb = SPACE_VERBS[asked];
  if (thing === "rest" || thing === "peek" || thing === "roll") return thing;
  if (["whisper", "free", "turn", "shift"].includes(thing)) return { whisper: "give 0 0", free: "free_give 0 0" }[thing] ?? `${thing} 0 0`;
  if (verb === "step") return "step 9";
  if (verb) return `${verb} ${number}`;
  if (COLUMN_VERBS[asked]) return `${COLUMN_VERBS[asked]} ${number}`;
  if (asked === "PlaceFigure") return thing.startsWith("x") ? `put ${number} 0` : `put -1 0`;
  if (asked === "SetServant") return `servant ${number}`;
  if (asked === "ChooseRoad") return `road ${number}`;
  if (asked === "MoveGoat") return `goat ${number} 0`;
  if (asked === "MoveObstacle") return wonderObstacle(table, number);
  if (asked === "ChooseListener") return `listen ${number}`;
  if (asked === "TurnAbout") return `turn_about ${number}`;
  if (mode === "shift") return `shift ${Math.max(figure, 0)} ${number}`;
  if (whisper) return `${whisper[0]} ${marked[0] ?? 0} ${number}`;
  return asked === "Act" ? "walk 0" : "done";
}

/** How the obstacle that was chosen would lie on this space, or the one that lies there would move. */
function wonderObstacle(table: Table, space: number): string {
  const ground = groundOf(table);
  const { figure } = trialOf(table);
  const lying = obstacles(ground, table.view).find(({ cells }) => cells.includes(space))?.number ?? OFF;
  const chosen = figure === OFF ? lying : figure;
  const way = ground.printed.placements[chosen]?.findIndex((cells) => cells.includes(space)) ?? OFF;
  return `lay ${chosen} ${way}`;
}

/** The hand that is in question, and one's own where there is none. */
export function handInQuestion(table: Table): number {
  return table.deciding || table.helping ? actor(table) : table.me;
}

export function handOf(table: Table, seat: number): number[] {
  return seat < 0 ? [] : cardsAt(table.view, `hand.${seat}`);
}
