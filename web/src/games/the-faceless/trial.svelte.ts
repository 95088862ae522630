/** What one tries out before answering: it belongs to one moment of a table and is then forgotten. */
import { parse } from "../../table/choices";
import type { Table } from "../../table/table.svelte";
import type { Proposed } from "../../table/types";
import { GOAT, magnets, OFF } from "./board";
import type { Magnets } from "./compass";

/** What an action is being put together for. */
export type Mode = "" | "rest" | "whisper" | "free" | "turn" | "shift" | "roll";

export interface Trial {
  moment: string;
  mode: Mode;
  figure: number; // the Faceless to be turned by a power, the obstacle or the memory to be moved
  place: number; // where it is to stand, or OFF for where it stands
  facing: number; // in degrees, or OFF for as it is turned
}

class Trials {
  private version = $state(0);
  private readonly kept = new WeakMap<Table, Trial>();

  of(table: Table): Trial {
    void this.version;
    const moment = `${table.position} ${table.view.asks}`;
    const kept = this.kept.get(table);
    return kept?.moment === moment ? kept : { moment, mode: "", figure: OFF, place: OFF, facing: OFF };
  }

  change(table: Table, change: Partial<Trial>): void {
    this.kept.set(table, { ...this.of(table), ...change });
    this.version += 1;
  }
}

const trials = new Trials();
export const trialOf = (table: Table): Trial => trials.of(table);
export const tryOut = (table: Table, change: Partial<Trial>): void => trials.change(table, change);

/** Begin to put together another kind of action. */
export function turnTo(table: Table, mode: Mode): void {
  tryOut(table, { mode, figure: OFF, place: OFF, facing: OFF });
  table.clear();
}

/** The figure whose place and facing are being tried (TF-25), or -1. */
export function handled(table: Table): number {
  if (!table.deciding) return -1;
  if (table.asked === "PlaceFigure") return table.askedAbout[1] ?? -1;
  return table.asked === "MoveGoat" ? GOAT : -1;
}

/** The figure with a dial around it: one that is tried, or one that Emily turns. */
export function dialled(table: Table): number {
  const { mode, figure } = trialOf(table);
  return mode === "turn" && table.deciding ? figure : handled(table);
}

export function placeOf(table: Table, figure: number): number {
  return (figure === GOAT ? table.view.numbers.goat : table.view.numbers[`ring.${figure}`]) ?? OFF;
}

export function facingOf(table: Table, figure: number): number {
  return (figure === GOAT ? table.view.numbers.goat_facing : table.view.numbers[`facing.${figure}`]) ?? 0;
}

/** Where the dialled figure stands in the trial, and how it is turned. */
export function tried(table: Table): { place: number; facing: number } {
  const figure = dialled(table);
  const { place, facing } = trialOf(table);
  return {
    place: place === OFF || figure !== handled(table) ? placeOf(table, figure) : place,
    facing: facing === OFF ? facingOf(table, figure) : facing,
  };
}

/** The magnets as they are drawn: with what is tried, or as they stand. */
export function drawnMagnets(table: Table): Magnets {
  return withTrial(table, dialled(table));
}

/** The magnets as the needle feels them: a power is not tried out (TF-25). */
export function feltMagnets(table: Table): Magnets {
  return withTrial(table, handled(table));
}

function withTrial(table: Table, figure: number): Magnets {
  const now = magnets(table.view);
  if (figure < 0) return now;
  const { place, facing } = tried(table);
  if (figure === GOAT) return { ...now, goat: place, goatFacing: facing };
  return {
    ...now,
    ring: now.ring.map((old, other) => (other === figure ? place : old)),
    facing: now.facing.map((old, other) => (other === figure ? facing : old)),
  };
}

/** The magnets as this answer would leave them; null where it moves none before the Team walks. */
export function magnetsAfter(table: Table, move: string): Magnets | null {
  const { verb, about } = parse(move);
  const [place, facing] = about;
  if (place === undefined || facing === undefined) return null;
  const now = magnets(table.view);
  if (verb === "goat") return { ...now, goat: place, goatFacing: facing };
  if (verb !== "put") return null;
  const figure = table.askedAbout[1] ?? -1;
  return { ...now, ring: now.ring.with(figure, place), facing: now.facing.with(figure, facing) };
}

/** What another who is asked tries out just now: it is told to all as they turn it. */
export function trialOfOther(table: Table): Proposed | undefined {
  if (table.busy || dialled(table) >= 0) return undefined;
  return table.proposals.find(({ seat, move, asks }) => seat !== table.me && !asks && table.waiting.includes(seat) && magnetsAfter(table, move));
}

/** Turn the dialled figure by so many degrees, counter-clockwise. */
export function turnBy(table: Table, degrees: number): void {
  if (dialled(table) >= 0) tryOut(table, { facing: (((tried(table).facing + degrees) % 360) + 360) % 360 });
}

/** Whether the dialled figure is tried elsewhere, or turned. */
export function isTried(table: Table): boolean {
  const figure = dialled(table);
  if (figure < 0) return false;
  const { place, facing } = tried(table);
  return place !== placeOf(table, figure) || facing !== facingOf(table, figure);
}

/** Put the dialled figure back where it stood, as it was turned: nothing was answered yet. */
export function putBack(table: Table): void {
  tryOut(table, { place: OFF, facing: OFF });
  if (handled(table) >= 0) table.spot = "";
}
