/** What may be answered now, grouped by the cards one points at. It knows no rule but the list. */

export interface Choice {
  move: string;
  verb: string;
  about: number[];
}

export function parse(move: string): Choice {
  const [verb = "", ...rest] = move.split(" ");
  return { move, verb, about: rest.map(Number) };
}

export class Choices {
  readonly all: Choice[];

  /** In a verb of `ordered` the first card acts and the second is acted upon. */
  constructor(
    moves: string[],
    readonly ordered: ReadonlySet<string> = new Set(),
  ) {
    this.all = moves.map(parse);
  }

  has(move: string): boolean {
    return this.all.some((choice) => choice.move === move);
  }

  verbs(): Set<string> {
    return new Set(this.all.map((choice) => choice.verb));
  }

  /** The choices that these marked cards leave open. */
  after(marked: readonly number[]): Choice[] {
    return this.all.filter((choice) => {
      if (this.ordered.has(choice.verb)) return marked.every((card, i) => choice.about[i] === card);
      return marked.every((card) => choice.about.includes(card));
    });
  }

  /** The cards that may be marked next. */
  lit(marked: readonly number[]): Set<number> {
    const found = new Set<number>();
    for (const choice of this.after(marked)) {
      if (this.ordered.has(choice.verb)) {
        const next = choice.about[marked.length];
        if (next !== undefined) found.add(next);
      } else for (const card of choice.about) if (!marked.includes(card)) found.add(card);
    }
    return found;
  }

  /** The choices that are complete with exactly these cards. */
  complete(marked: readonly number[]): Choice[] {
    return this.after(marked).filter((choice) => choice.about.length === marked.length);
  }

  /** Marks after pointing at a card: taken off, added, or put in place of what stands against it. */
  mark(marked: readonly number[], card: number): number[] {
    if (marked.includes(card)) return marked.filter((other) => other !== card);
    for (let keep = marked.length; keep >= 0; keep--) {
      const kept = marked.slice(marked.length - keep);
      if (this.lit(kept).has(card)) return [...kept, card];
    }
    return [...marked];
  }
}
