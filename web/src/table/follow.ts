/** A view after an event, so that what is drawn never runs ahead of what is told. */
import type { GameEvent, View } from "./types";

export function follow(view: View, event: GameEvent, ordered: ReadonlySet<string>): View {
  const places = { ...view.places };
  const numbers = { ...view.numbers };
  const cards = event.cards ?? [];
  if (event.from !== undefined && event.to !== undefined) {
    const left = places[event.from] ?? 0;
    if (typeof left === "number") places[event.from] = left - cards.length;
    else places[event.from] = left.filter((card) => !cards.includes(card));
    const there = places[event.to] ?? 0;
    if (typeof there === "number") places[event.to] = there + cards.length;
    else {
      const joined = event.under ? [...cards, ...there] : [...there, ...cards];
      places[event.to] = ordered.has(event.to) ? joined : joined.sort((a, b) => a - b);
    }
  }
  if (event.number !== undefined) numbers[event.number] = event.value ?? 0;
  return { ...view, places, numbers };
}

/** The cards that are seen to lie there. */
export function cardsAt(view: View, place: string): number[] {
  const there = view.places[place];
  return Array.isArray(there) ? there : [];
}

/** How many cards lie there, seen or not. */
export function countAt(view: View, place: string): number {
  const there = view.places[place] ?? 0;
  return Array.isArray(there) ? there.length : there;
}
