/** Views follow from what is told, so that what is drawn never runs ahead of it. */
import type { Frames, GameEvent, Told, ToldFrames, View } from "./types";

/** The view after a move, from the view before it. */
export function after(view: View, told: Told, ordered: ReadonlySet<string>): View {
  for (const event of told.events) view = follow(view, event, ordered);
  const outlook = { ...view.outlook };
  for (const [key, value] of Object.entries(told.outlook ?? {})) {
    if (value === null) delete outlook[key];
    else outlook[key] = value;
  }
  return { ...view, asks: told.asks, sealed: told.sealed ?? {}, outlook };
}

/** A game as it was told, with the view of every frame. */
export function unfolded(told: ToldFrames): Frames {
  const ordered = new Set(told.ordered);
  const [dealt, ...later] = told.frames;
  if (!dealt) return { ...told, frames: [] }; // nothing of it can be shown any more
  let { view } = dealt;
  const frames = later.map((frame) => ({ ...frame, view: (view = after(view, frame, ordered)) }));
  return { ...told, frames: [dealt, ...frames] };
}

/** The view after one event. */
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
