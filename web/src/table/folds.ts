/** Lines of the log that belong together and are shown as one, which opens. */
import type { GameEvent } from "./types";

export interface Fold {
  from: number; // the first of its lines
  to: number; // the last of them
  head?: number; // the line that stands for all
  text?: string; // or what does; with a head, in its seat's name
}

/** What stands in a line of the log: an event, or nothing where it is something else. */
export type Told = GameEvent | null | undefined;

/** Runs of lines of which each is so, and which are two at least. */
export function runs(lines: readonly Told[], is: (event: GameEvent) => boolean): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  let from = -1;
  for (let at = 0; at <= lines.length; at++) {
    const event = lines[at];
    if (event && is(event)) from = from < 0 ? at : from;
    else {
      if (from >= 0 && at - from > 1) found.push({ from, to: at - 1 });
      from = -1;
    }
  }
  return found;
}
