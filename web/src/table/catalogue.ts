/** Fills the sentences of a game's catalogue, as engine/catalogue.py does. */
import { HIDDEN, type Face, type GameEvent, type Text } from "./types";

const FIELD = /\{([a-z]+)(\d*)(?::([^|{}]*)\|([^{}]*))?\}/g;

/** A piece of a sentence; names of seats and cards stand out. */
export interface Piece {
  text: string;
  strong: boolean;
}

export class Catalogue {
  constructor(
    readonly text: Text,
    readonly cards: Face[],
  ) {}

  find(section: string, key: string): string | undefined {
    return this.text[section]?.[key];
  }

  /** A sentence without fields to fill, or its key where the catalogue lacks it. */
  word(section: string, key: string): string {
    return this.find(section, key) || key;
  }

  card(card: number): string {
    if (card === HIDDEN) return this.word("table", "hidden-card");
    const name = this.cards[card]?.name;
    if (name === undefined) return String(card);
    return this.text.names?.[name] ?? (name || String(card));
  }

  /** Names in a row, as the language writes them: 'a, b and c'. */
  join(names: string[]): string {
    if (names.length < 2) return names.join("");
    const comma = this.word("table", "comma");
    return names.slice(0, -1).join(comma) + this.word("table", "and") + names.at(-1);
  }

  /** The log's sentence for an event, or null for one that the log leaves out. */
  event(event: GameEvent, names: string[]): Piece[] | null {
    const cards = event.cards ?? [];
    const value = event.value ?? 0;
    const keys = cards.includes(HIDDEN) ? [`${event.kind}.hidden`] : [];
    keys.push(`${event.kind}.${value}`, `${event.kind}.${event.rule}`, event.kind);
    const template = keys.map((key) => this.find("events", key)).find((found) => found !== undefined);
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
    const about = event.number === undefined ? [] : [Number(event.number.split(".")[1] ?? 0), value];
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
    const template = this.find("moves", `${verb}.${about.length}`) ?? (this.find("moves", verb) || move);
    return this.fill(template, about, names, { cards: this.join(about.map((card) => this.card(card))) });
  }

  fill(template: string, about: number[], names: string[], words: Record<string, string>): Piece[] {
    const pieces: Piece[] = [];
    let end = 0;
    for (const match of template.matchAll(FIELD)) {
      if (match.index > end) pieces.push({ text: template.slice(end, match.index), strong: false });
      end = match.index + match[0].length;
      const kind = match[1] ?? "";
      const found = this.field(match[0], kind, match[2] ?? "", about, names, words);
      const [one, several] = match.slice(3);
      const text = one === undefined ? found : found === "1" ? one : several;
      if (text) pieces.push({ text, strong: kind === "card" || kind === "cards" || kind === "seat" || kind === "whose" });
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
    if (kind === "card") return this.card(number);
    if (kind === "seat") return names[number] ?? String(number);
    if (kind === "n") return String(number);
    return this.word(kind, String(number));
  }
}

export function plain(pieces: Piece[]): string {
  return pieces.map((piece) => piece.text).join("");
}
