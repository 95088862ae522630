/** A fight in progress, as the question that is open tells of it. */
import { cardsAt } from "../../table/follow";
import type { Table } from "../../table/table.svelte";
import { characterOf, face } from "./faces";

export type Step = "declared" | "paid" | "defend" | "again" | "spoils" | "yield" | "tokens";

export interface Duel {
  attacker: number;
  defender: number;
  step: Step;
  dice: [number, number]; // faces that lie there, or -1
}

/** Questions of a fight: which of their numbers is the attacker, and the step it is. */
const QUESTIONS: Record<string, [attacker: number, step: Step]> = {
  Attacked: [0, "declared"],
  PayAttack: [0, "declared"],
  Paid: [0, "paid"],
  Defend: [1, "defend"],
  AfterRoll: [0, "again"],
  Spoils: [0, "spoils"],
  Yield: [1, "yield"],
};

export function duel(table: Table): Duel | null {
  const [attacker, step] = QUESTIONS[table.asked] ?? [];
  if (attacker === undefined || !step) return null;
  const seats = table.askedAbout;
  const one = seats[attacker] ?? -1;
  const two = seats[1 - attacker] ?? -1;
  if (one < 0 || two < 0) return null; // a raid is rolled for
  return { attacker: one, defender: two, step, dice: [table.view.numbers["die.0"] ?? -1, table.view.numbers["die.1"] ?? -1] };
}

export function dieOf(table: Table, seat: number): [string, string][] {
  return face(table, characterOf(table, seat)).die ?? [];
}

/** In 36ths, or in sixths where nobody defends: how often the attacker wins. */
export function odds(table: Table, attacker: number, defender: number, defended: boolean): number {
  const attack = dieOf(table, attacker).map(([half]) => half);
  const wins = attack.filter((half) => half === "win").length;
  const hits = attack.filter((half) => half === "hit").length;
  const open = defended ? dieOf(table, defender).filter(([, half]) => half !== "shield").length : 6;
  return wins * 6 + hits * open;
}

/** Who would win as the dice lie. */
export function stands(table: Table, { attacker, defender, dice }: Duel): "won" | "lost" | "" {
  const shown = dieOf(table, attacker)[dice[0]]?.[0];
  if (!shown) return "";
  const against = dieOf(table, defender)[dice[1]]?.[1];
  return shown === "win" || (shown === "hit" && against !== "shield") ? "won" : "lost";
}

/** The face of a raid's die that lies there, also in passing; -1 where none does. */
export function raidDie(table: Table): number {
  const [card] = cardsAt(table.view, "raid_card");
  return card === undefined || face(table, card).blacklist ? -1 : (table.view.numbers["die.0"] ?? -1);
}
