/** Several strikes marked before any is sent. Only what the server lists is ever marked or sent. */
import type { Choices } from "../../table/choices";

export interface Strike {
  card: number;
  turned?: number; // the defense turned for a Heavy Hitter
}

export interface Plan {
  strikes: Strike[];
  pending: number; // a Heavy Hitter whose other card is still to be chosen, or -1
}

/** Marks are read in order: a strike, or a strike and the card turned for it. */
export function plan(choices: Choices, marked: readonly number[]): Plan {
  const strikes: Strike[] = [];
  for (let i = 0; i < marked.length; i++) {
    const card = marked[i]!;
    if (choices.has(`strike ${card}`)) strikes.push({ card });
    else if (i + 1 < marked.length) strikes.push({ card, turned: marked[++i]! });
    else return { strikes, pending: card };
  }
  return { strikes, pending: -1 };
}

export function strikeMove(strike: Strike): string {
  return strike.turned === undefined ? `strike ${strike.card}` : `strike ${strike.card} ${strike.turned}`;
}

/** The defenses that may be marked next. */
export function lit(choices: Choices, marked: readonly number[]): Set<number> {
  const { pending } = plan(choices, marked);
  const found = new Set<number>();
  for (const choice of choices.all) {
    const [card, other] = choice.about;
    if (pending >= 0) {
      if (choice.verb === "strike" && card === pending && other !== undefined) found.add(other);
    } else if (card !== undefined && (choice.verb === "strike" || !marked.length)) found.add(card);
  }
  for (const card of marked) found.delete(card);
  return found;
}

/** Marks after pointing at a defense: taking one off takes off what hangs on it. */
export function mark(choices: Choices, marked: readonly number[], card: number): number[] {
  if (!marked.includes(card)) return lit(choices, marked).has(card) ? [...marked, card] : [...marked];
  const { strikes, pending } = plan(choices, marked);
  const kept = strikes.filter((strike) => strike.card !== card && strike.turned !== card);
  const flat = kept.flatMap((strike) =>
    strike.turned === undefined ? [strike.card] : [strike.card, strike.turned],
  );
  return pending >= 0 && pending !== card ? [...flat, pending] : flat;
}
