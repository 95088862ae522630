/** A hint at the table: what a bot would answer, shown step by step. It knows no game. */
import { plain, type Catalogue } from "./catalogue";
import { parse } from "./choices";
import type { Table } from "./table.svelte";

/** Why: a key of the catalogue's section `hints`, and the numbers that fill its sentence. */
export interface Because {
  key: string;
  about: number[];
}

export interface Hint {
  position: number;
  branch: number;
  move: string;
  why: Because[];
  chance?: number; // from 0 to 1, if it was weighed
  others?: number;
  offer?: boolean; // it is to be offered to others first
  answers?: number; // the offer that it is an answer to
}

/**
 * Whether a hint still holds: while there is something to answer. That its answer may be given the server has
 * made sure of; not each is listed, as things may be given together, or offered to others first.
 */
export const holds = (legal: string[]): boolean => legal.length > 0;

/** The steps of a hint: why, where to look, which card, and the answer itself. */
export interface Step {
  show: string[]; // as lessons name things: a kind and a name
  tells: boolean; // the answer
  says: boolean; // why
}

/** Reasons that speak of an answer one has to know first. */
const BARE = new Set(["only", "even", "measured", "untried", "solved", "wins", "chances", "chances.team"]);

/** Why, in the words of the game. */
export function because(catalogue: Catalogue, why: Because[], names: string[]): string {
  const sentences = why.map(({ key, about }) => plain(catalogue.fill(catalogue.find("hints", key) ?? "", about, names, {})));
  return sentences.filter(Boolean).join(catalogue.gap);
}

/** The cards that an answer speaks of, as its sentence says. */
export function cardsOf(catalogue: Catalogue, move: string): number[] {
  const { verb, about } = parse(move);
  const template = catalogue.template(verb, about.length);
  if (template.includes("{cards}")) return about;
  return about.filter((_, index) => template.includes(`{card${index}}`));
}

/** The seats that it speaks of. */
export function seatsOf(catalogue: Catalogue, move: string): number[] {
  const { verb, about } = parse(move);
  const template = catalogue.template(verb, about.length);
  return about.filter((_, index) => template.includes(`{seat${index}}`));
}

/** The button of the ribbon that gives this answer as it stands. */
function buttonOf({ ribbon }: Table, move: string): string[] {
  const gives = (moves?: string[]): boolean => moves?.length === 1 && moves[0] === move;
  return gives(ribbon?.go?.moves) ? ["part go"] : gives(ribbon?.quiet?.moves) ? ["part quiet"] : [];
}

/** The answer of a hint, from the step on that shows where to look; `tells`, once it is told. */
export function pointed(table: Table): { move: string; tells: boolean } | null {
  if (!table.hint) return null;
  const steps = stepsOf(table, table.hint);
  const step = steps[Math.min(table.hinted, steps.length - 1)];
  return step?.show.length || step?.tells ? { move: table.hint.move, tells: step.tells } : null;
}

/** What each step of a hint shows: first the place, then the cards, at last the answer in words. */
export function stepsOf(table: Table, { move, why }: Pick<Hint, "move" | "why">): Step[] {
  const { catalogue, module } = table;
  const own = module.shows?.(table, parse(move)) ?? [];
  const where = [...own, ...(own.length ? [] : seatsOf(catalogue, move).map((seat) => `seat ${seat}`))];
  const cards = cardsOf(catalogue, move).map((card) => `card ${card}`);
  const all = [...where, ...cards];
  const says = !why.every(({ key }) => BARE.has(key));
  const shows = where.length && cards.length ? [where, all] : says ? [[], all] : [all];
  const steps: Step[] = shows.filter((show, index) => show.length || (says && !index)).map((show) => ({ show, tells: false, says }));
  return [...steps, { show: all.length ? all : buttonOf(table, move), tells: true, says: true }];
}
