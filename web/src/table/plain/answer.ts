/** How an answer is put together on the plain page: by cards, or by its sentence in the list. */
import type { Choice } from "../choices";
import type { Table } from "../table.svelte";
import { about, cardsOf, unpointed } from "./reading";

const SIGN = "m "; // before a move, where it is the name of a spot

export function spotOf(move: string): string {
  return SIGN + move;
}

/** The move that was pointed at in the list. */
export function listed(table: Table): Choice | undefined {
  return left(table).find(({ move }) => spotOf(move) === table.spot);
}

/** The answers that the marked cards leave. */
export function left(table: Table): Choice[] {
  return about(table.choices.all, table.marked, table.catalogue);
}

/** Those of them that are to be listed. The one that speaks of nothing is the quiet button. */
export function toList(table: Table): Choice[] {
  const seen = new Set(Object.values(table.view.places).flatMap((lies) => (Array.isArray(lies) ? lies : [])));
  const other = quiet(table);
  return unpointed(table.choices.all, table.marked, seen, table.catalogue).filter((choice) => choice !== other);
}

/** The one answer that speaks of nothing, as passing does, while others speak of something. */
export function quiet(table: Table): Choice | undefined {
  const bare = table.choices.all.filter((choice) => !choice.about.length);
  return bare.length === 1 && table.choices.all.length > 1 ? bare[0] : undefined;
}

/** Whether an answer may speak of cards: then it is told why another card cannot be chosen. */
export function aboutCards(table: Table): boolean {
  return table.deciding && table.choices.all.some((choice) => cardsOf(choice, table.catalogue).length > 0);
}
