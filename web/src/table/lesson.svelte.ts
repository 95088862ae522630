/** A lesson at a table: which step one is at, and what it waits for. It knows no game. */

export interface LessonStep {
  key: string;
  show: string[]; // a kind and names: "card 12", "place hand.0"; the first is meant
  begins: number; // after so many answers of whoever learns
  answers: string[]; // that it waits for; none if it is only read
  quick: boolean; // the page gives them
}

export interface ToldLesson {
  steps: LessonStep[];
  learnt: number[]; // the positions of the learner's answers
}

export class Lesson {
  read = $state(-1); // the last step that was read on from
  done = $state(false); // it is over, or was skipped
  refused = $state(0); // how often something else was answered
  hurrying = $state(-1); // the quick step that the page answers for

  constructor(readonly told: ToldLesson) {}

  get steps(): LessonStep[] {
    return this.told.steps;
  }

  /** How many answers of the learner came before this position. */
  private turn(position: number): number {
    return this.told.learnt.filter((at) => at < position).length;
  }

  /** The step at this position, or -1 after the last. */
  at(position: number): number {
    const turn = this.turn(position);
    return this.steps.findIndex(({ begins, answers }, i) =>
      answers.length ? begins <= turn && turn < begins + answers.length : begins === turn && i > this.read,
    );
  }

  /** The answers that are waited for next; none after the last. */
  private awaited(position: number): string[] {
    const turn = this.turn(position);
    return this.steps.find(({ begins, answers }) => answers.length && turn < begins + answers.length)?.answers ?? [];
  }

  /** What may be answered: what the lesson waits for, or anything once it was left. */
  allowed(position: number, legal: string[]): string[] {
    if (this.done) return legal;
    const awaited = this.awaited(position);
    const allowed = legal.filter((move) => awaited.includes(move));
    return allowed.length ? allowed : legal;
  }

  /** Whether this is not what the lesson waits for. */
  refuses(position: number, legal: string[], move: string): boolean {
    const awaited = this.awaited(position);
    if (this.at(position) === this.steps.length - 1) this.done = true; // who plays on has read the last
    if (this.done || !awaited.length || awaited.includes(move) || this.isAstray(position, legal)) return false;
    this.refused += 1;
    return true;
  }

  /** Whether what is waited for cannot be answered: somebody took another way. */
  isAstray(position: number, legal: string[]): boolean {
    const awaited = this.awaited(position);
    return awaited.length > 0 && legal.length > 0 && !legal.some((move) => awaited.includes(move));
  }

  /** The step before, if one may go back to it: what was answered stays answered. */
  before(index: number): number {
    const [one, two] = [this.steps[index - 1], this.steps[index]];
    return one && two && !one.answers.length && one.begins === two.begins ? index - 1 : -1;
  }

  next(index: number): void {
    if (this.steps[index]?.quick) this.hurrying = index;
    else if (index === this.steps.length - 1) this.done = true;
    else this.read = index;
  }
}
