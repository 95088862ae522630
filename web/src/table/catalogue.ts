/** Fills the sentences of a game's catalogue, as engine/catalogue.py does. */
import { parse } from "./choices";
import { HIDDEN, type Face, type GameEvent, type Text } from "./types";

const FIELD = /\{([a-z]+)(\d*)(?::([^|{}]*)\|([^{}]*))?\}(\.?)/g;

/** A piece of a sentence; names of seats and cards stand out. */
export interface Piece {
  text: string;
  strong: boolean;
}

/** The question that a view asks, without what it is about. */
export const questionOf = ({ asks }: { asks: string }): string => asks.split("(")[0] ?? "";

export class Catalogue {
  constructor(
    readonly text: Text,
    readonly cards: Face[],
    /** What is called otherwise at this table than in the catalogue: a road of another map, for example. */
    readonly named: (kind: string, number: number) => string | undefined = () => undefined,
  ) {}

  find(section: string, key: string): string | undefined {
    return this.text[section]?.[key];
  }

  /** A sentence without fields to fill, or its key where the catalogue lacks it. */
  word(section: string, key: string): string {
    return this.find(section, key) || key;
  }

  /**
   * What the page says of its own, with its fields filled by name. A sentence may have a form for
   * one number: of `left` with n = 0, `left.0`.
   */
  say(key: string, fields: Record<string, string | number> = {}): string {
    const template = this.find("page", `${key}.${fields.n}`) ?? this.find("page", key);
    if (template === undefined) return key;
    const words = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
    return plain(this.fill(template, [], [], words));
  }

  /** What the button says that gives this answer to this question: by both, or by the verb alone. */
  button(question: string, move: string): string | undefined {
    const { verb, about } = parse(move);
    const keys = [`${question}.${verb}`, `${verb}.${about.length}`, verb];
    return keys.map((key) => this.find("buttons", key)).find((found) => found);
  }

  /** What the button says that is written for this answer to this very question. */
  own(question: string, move: string): string | undefined {
    return this.find("buttons", `${question}.${parse(move).verb}`);
  }

  /** The template of a move's sentence: its fields say what the move's numbers are. */
  template(verb: string, count: number): string {
    return this.find("moves", `${verb}.${count}`) ?? this.find("moves", verb) ?? "";
  }

  /** What ends a sentence that another follows. */
  get stop(): string {
    return this.word("table", "stop");
  }

  /** What parts the items of a list, and what follows a heading. */
  get comma(): string {
    return this.word("table", "comma");
  }

  get colon(): string {
    return this.word("table", "colon");
  }

  /** What parts two sentences that have ended. */
  get gap(): string {
    return this.stop.slice(1);
  }

  card(card: number): string {
    if (card === HIDDEN) return this.word("table", "hidden-card");
    const name = this.cards[card]?.name;
    if (name === undefined) return String(card);
    return this.text.names?.[name] ?? (name || String(card));
  }

  /** Cards in a row, equal ones together and counted. */
  things(cards: number[]): string {
    const counts = new Map<number, number>();
    for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
    const names = [...counts].map(([card, count]) => this.card(card) + (count > 1 ? ` ×${count}` : ""));
    return this.join(names) || this.word("table", "nothing");
  }

  /** Names in a row, as the language writes them: 'a, b and c'. */
  join(names: string[]): string {
    if (names.length < 2) return names.join("");
    const comma = this.word("table", "comma");
    return names.slice(0, -1).join(comma) + this.word("table", "and") + names.at(-1);
  }

  /** What a section says of such an event: the most particular key counts. */
  private ofEvent(section: string, { kind, rule, value = 0, cards = [] }: GameEvent): string | undefined {
    const keys = cards.includes(HIDDEN) ? [`${kind}.hidden`] : [];
    keys.push(`${kind}.${value}`, `${kind}.${rule}`, kind);
    return keys.map((key) => this.find(section, key)).find((found) => found !== undefined);
  }

  /** What such an event is called where it mattered to the game; nothing where it did not. */
  mark(event: GameEvent): string {
    return this.ofEvent("marks", event) ?? "";
  }

  /** The log's sentence for an event, or null for one that the log leaves out. */
  event(event: GameEvent, names: string[]): Piece[] | null {
    const cards = event.cards ?? [];
    const value = event.value ?? 0;
    const template = this.ofEvent("events", event);
    if (!template) return null;
    const words = {
      cards: this.join(cards.map((card) => this.card(card))),
      count: String(cards.length),
      value: String(value),
      change: String(Math.abs(event.change ?? 0)),
      from: this.place(event.from),
      to: this.place(event.to),
      owner: names[Number(event.from?.split(".")[1])] ?? "",
      whose: names[Number(event.to?.split(".")[1])] ?? "",
      seat: event.seat === undefined ? "" : (names[event.seat] ?? ""),
    };
    const about = event.number === undefined ? (event.about ?? []) : [Number(event.number.split(".")[1] ?? 0), value];
    return this.fill(template, about, names, words);
  }

  /** The word for a place: `hand.0` is a hand. */
  private place(name = ""): string {
    return this.word("places", name.split(".")[0] ?? "");
  }

  /** A move in words: `pick 3 12`. */
  move(move: string, names: string[]): Piece[] {
    const [verb = "", ...rest] = move.split(" ");
    const about = rest.map(Number);
    const template = this.template(verb, about.length) || move;
    return this.fill(template, about, names, { cards: this.join(about.map((card) => this.card(card))) });
  }

  fill(template: string, about: number[], names: string[], words: Record<string, string>): Piece[] {
    const pieces: Piece[] = [];
    let end = 0;
    for (const match of template.matchAll(FIELD)) {
      if (match.index > end) pieces.push({ text: template.slice(end, match.index), strong: false });
      end = match.index + match[0].length;
      const kind = match[1] ?? "";
      const stop = match[5] ?? "";
      const found = this.field(match[0].slice(0, match[0].length - stop.length), kind, match[2] ?? "", about, names, words);
      const [one, several] = match.slice(3, 5);
      const text = one === undefined ? found : found === "1" ? one : several;
      if (text) pieces.push({ text, strong: kind === "card" || kind === "cards" || kind === "seat" || kind === "whose" });
      if (stop && !text?.endsWith(stop)) pieces.push({ text: stop, strong: false }); // a name may end with one, as P.J. does
    }
    if (end < template.length) pieces.push({ text: template.slice(end), strong: false });
    return pieces;
  }

  private field(
    whole: string,
    kind: string,
    index: string,
    about: number[],
    names: string[],
    words: Record<string, string>,
  ): string {
    if (!index) return words[kind] ?? whole;
    const number = about[Number(index)];
    if (number === undefined) return "";
    if (kind === "gives" || kind === "takes") {
      const first = Number(index) + 1;
      return this.things(kind === "gives" ? about.slice(first, first + number) : about.slice(first + number));
    }
    if (kind === "card") return this.card(number);
    if (kind === "seat") return names[number] ?? String(number);
    if (kind === "n") return String(number);
    return this.named(kind, number) || this.find(kind, String(number)) || String(number);
  }
}

export function plain(pieces: Piece[]): string {
  return pieces.map((piece) => piece.text).join("");
}
