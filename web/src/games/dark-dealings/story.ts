/** What the log remembers and the table no longer shows: who took what, what struck, what is gone. */
import type { Table } from "../../table/table.svelte";
import type { Fold, Told } from "../../table/folds";
import type { GameEvent } from "../../table/types";

export type PhaseName = "hero" | "defense" | "rows" | "combat";

const PHASES: Record<string, PhaseName> = {
  PickHeroes: "hero",
  CommitHeroes: "defense",
  ChooseFirst: "defense",
  TakeDefense: "defense",
  TakePair: "rows",
};

export function phaseOf(asks: string): PhaseName {
  return PHASES[asks.split("(")[0] ?? ""] ?? "combat";
}

export function phase(table: Table): PhaseName {
  return phaseOf(table.view.asks);
}

function events(table: Table): GameEvent[] {
  return table.log.flatMap((line) => (line.event ? [line.event] : []));
}

function since(table: Table, kinds: string[], seat?: number): GameEvent[] {
  const all = events(table);
  const from = all.findLastIndex(
    (event) => kinds.includes(event.kind) && (seat === undefined || event.seat === seat),
  );
  return all.slice(from + 1);
}

const ENDS = new Set(["defeat", "let_in", "evict"]); // of a fight

/** Every fight that is over, from the hero's coming to its end, which stands for all of it. */
export function fights(lines: readonly Told[]): Fold[] {
  const found: Fold[] = [];
  for (let from = 0; from < lines.length; from++) {
    const first = lines[from];
    if (first?.kind !== "flip") continue;
    let to = from;
    while (lines[to]?.seat === first.seat && !ENDS.has(lines[to]!.kind)) to++;
    if (lines[to]?.seat !== first.seat) continue;
    found.push({ from, to, head: to });
    from = to;
  }
  return found;
}

export interface Laid {
  card: number;
  taker: number; // -1 while it lies there
}

/** The defenses of this round where they were laid, with whoever took them. */
export function laidOut(table: Table): Laid[] {
  const all = events(table);
  const at = all.findLastIndex((event) => event.kind === "lay_out");
  const laid = (all[at]?.cards ?? []).map((card) => ({ card, taker: -1 }));
  for (const event of all.slice(at + 1)) {
    if (event.kind !== "take") continue;
    const found = laid.find((one) => one.card === event.cards?.[0]);
    if (found) found.taker = event.seat ?? -1;
  }
  return laid;
}

export interface Committed {
  card: number;
  seat: number;
  state: "done" | "now" | "next";
}

/** The heroes of this round in the order they choose: the highest Challenge first. */
export function pickingOrder(table: Table): Committed[] {
  const round = since(table, ["round"]);
  const now = table.asked === "TakeDefense" ? table.askedAbout[1] : -1;
  const used = new Set(round.filter((event) => event.kind === "stack").flatMap((event) => event.cards ?? []));
  const challenge = (card: number) => Number(table.cards[card]?.challenge ?? 0);
  return round
    .filter((event) => event.kind === "commit")
    .flatMap((event) => (event.cards ?? []).map((card) => ({ card, seat: event.seat ?? -1 })))
    .filter(({ card }) => card >= 0)
    .sort((a, b) => challenge(b.card) - challenge(a.card) || Number(used.has(b.card)) - Number(used.has(a.card)))
    .map(({ card, seat }) => ({
      card,
      seat,
      state: used.has(card) ? ("done" as const) : card === now ? ("now" as const) : ("next" as const),
    }));
}

export interface Term {
  card: number;
  value: number;
}

/** What has struck the hero this seat faces, and for how much. */
export function struck(table: Table, seat: number): Term[] {
  const terms: Term[] = [];
  let total = 0;
  for (const event of since(table, ["flip", "half"], seat)) {
    if (event.kind !== "strike" || event.seat !== seat) continue;
    terms.push({ card: event.cards?.[0] ?? -1, value: (event.value ?? 0) - total });
    total = event.value ?? 0;
  }
  return terms;
}

/** Every defense a seat has taken, in that order, and the combat round in which it was lost (0 if not). */
export function collection(table: Table, seat: number): { card: number; lost: number }[] {
  const found: { card: number; lost: number }[] = [];
  let round = 0;
  for (const event of events(table)) {
    if (event.kind === "round") round = event.value ?? 0;
    if (event.seat !== seat) continue;
    if (event.kind === "take") for (const card of event.cards ?? []) found.push({ card, lost: 0 });
    if (event.kind === "trash") {
      for (const one of found) if (event.cards?.includes(one.card)) one.lost = round || 1;
    }
  }
  return found;
}
