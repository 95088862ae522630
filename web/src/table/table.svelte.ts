/** A table as it is drawn: live or replayed. What arrives is queued and shown event by event. */
import { Catalogue, plain, type Piece } from "./catalogue";
import { Choices } from "./choices";
import { follow } from "./follow";
import type { GameModule, Tale, Thing } from "./game";
import { Motion } from "./motion";
import type {
  ChatLine,
  Face,
  GameEvent,
  Options,
  Over,
  Printed,
  Seat,
  Takeback,
  Text,
  Undo,
  Undoing,
  View,
} from "./types";

export interface LogLine {
  position: number;
  event?: GameEvent;
  takeback?: Takeback;
}

/** A moment to be shown: the events that led to it, and how the table stands then. */
export interface Moment {
  position: number;
  events: GameEvent[];
  view: View;
  waiting: number[];
  moves: string[];
  undo: Undo;
  over: Over | null;
  proposable?: string[];
}

/** What somebody points at, for all to see. */
export interface Pointer {
  number: number;
  seat: number;
  at: string;
}

/** An answer that somebody proposes to whoever is asked. */
export interface Proposal {
  seat: number;
  move: string;
  position: number; // the moment it is meant for
}

/** The answer to "why not?", or what there is to tell, shown beside the thing it is about. */
export interface Whisper {
  thing: Thing;
  title: string;
  sentence: string;
  rule: string;
  manner: "stay" | "pass"; // until dismissed, or as long as one hovers
  box: DOMRect | null;
}

export const NOTHING: View = { places: {}, numbers: {}, sealed: {}, asks: "", outlook: {} };
const PACES = [1, 1.25, 1.5, 1.75, 2]; // the more waits to be shown, the faster it goes

export class Table {
  id = $state("");
  game = $state("");
  players = $state(0);
  options = $state.raw<Options>({});
  eyes = $state("spectator");
  seats = $state.raw<Seat[]>([]);
  commitment = $state("");
  isPublic = $state(false);
  cards = $state.raw<Face[]>([]);
  board = $state.raw<Printed>({});
  text = $state.raw<Text>({});
  replaying = $state(false);

  view = $state.raw<View>(NOTHING);
  position = $state(0);
  waiting = $state.raw<number[]>([]);
  moves = $state.raw<string[]>([]);
  proposable = $state.raw<string[]>([]); // what another may answer, where all is open
  undo = $state<Undo>("");
  over = $state.raw<Over | null>(null);
  log = $state.raw<LogLine[]>([]);
  takebacks = $state.raw<Takeback[]>([]);
  undoing = $state.raw<Undoing | null>(null);
  chat = $state.raw<ChatLine[]>([]);
  pointers = $state.raw<Pointer[]>([]);
  proposals = $state.raw<Proposal[]>([]); // of this moment, the last of each seat
  proposing = $state(false); // one points at what another might answer
  spoken = $state(""); // what the live region says
  told = $state(""); // what is being shown just now, in words
  busy = $state(false); // events are being shown
  marked = $state.raw<number[]>([]); // the cards pointed at so far
  spot = $state(""); // the spot pointed at
  looking = $state(-1); // the seat whose mat is being looked at
  reading = $state.raw<Thing | null>(null); // what is being read large
  whisper = $state.raw<Whisper | null>(null);
  /** How answers leave this table; nothing does in a replay. */
  link = $state.raw<{
    answer(moves: string[]): void;
    why(move: string): Promise<{ sentence: string; rule: string } | null>;
    point(at: string): void;
    propose(move: string): void;
  } | null>(null);

  ordered: ReadonlySet<string> = new Set();
  module: GameModule;
  readonly motion: Motion;
  private queue: Moment[] = [];
  private playing: Promise<void> | null = null;

  /** Your seat, or -1 for those who only look. */
  readonly me = $derived(/^\d+$/.test(this.eyes) ? Number(this.eyes) : -1);
  readonly names = $derived(this.seats.map((seat) => seat.name));
  readonly catalogue = $derived(new Catalogue(this.text, this.cards));
  readonly choices = $derived.by(() => new Choices(this.deciding ? this.offered : [], this.module.ordered));
  readonly lit = $derived.by(() => (this.replaying ? new Set<Thing>() : this.module.lit(this)));
  readonly ribbon = $derived.by(() => this.module.ribbon(this));
  readonly asked = $derived(this.view.asks.split("(")[0] ?? "");
  readonly askedAbout = $derived(
    (this.view.asks.match(/\((.*)\)/)?.[1] ?? "")
      .split(",")
      .filter((word) => word.trim())
      .map(Number),
  );
  readonly myTurn = $derived(this.moves.length > 0 && !this.busy);
  /** What is pointed at: one's own answer, or what one would have another answer. */
  readonly offered = $derived(this.proposing ? this.proposable : this.moves);
  readonly deciding = $derived(this.offered.length > 0 && !this.busy);
  readonly lines = $derived.by(() => {
    const lines = [...this.log];
    for (const takeback of this.takebacks) {
      let at = lines.findLastIndex((line) => line.position <= takeback.position) + 1;
      while (lines[at]?.takeback) at++;
      lines.splice(at, 0, { position: takeback.position, takeback });
    }
    return lines;
  });

  constructor(module: GameModule) {
    this.module = module;
    this.motion = new Motion((kind) => module.manner(kind));
  }

  sentence(event: GameEvent): Piece[] | null {
    return this.catalogue.event(event, this.names);
  }

  card(card: number): string {
    return this.catalogue.card(card);
  }

  word(section: string, key: string): string {
    return this.catalogue.word(section, key);
  }

  /** Draw this moment at once, without showing how it came about. */
  put(moment: Moment): void {
    this.queue = [];
    this.motion.skip();
    this.stand(moment);
    this.clear();
  }

  /** Nothing is pointed at any more. */
  clear(): void {
    this.marked = [];
    this.spot = "";
  }

  /** Show the way to this moment. */
  push(moment: Moment): void {
    this.queue.push(moment);
    this.playing ??= this.play().finally(() => (this.playing = null));
  }

  /** Press the lit button, or the quiet one beside it. */
  press(which: "go" | "quiet"): void {
    const act = this.ribbon[which];
    if (!act || !this.deciding) return;
    this.whisper = null;
    if (this.proposing) {
      this.link?.propose(act.moves[0] ?? "");
      this.proposing = false;
      this.clear();
    } else this.link?.answer(act.moves);
  }

  /** Ask why this cannot be chosen. */
  async wonder(thing: Thing, manner: Whisper["manner"]): Promise<void> {
    const answer = await this.link?.why(this.module.wonder(this, thing));
    const title = typeof thing === "number" ? this.card(thing) : (this.module.tell?.(this, thing)?.title ?? "");
    if (answer) this.note(thing, { title, ...answer }, manner);
  }

  /** Tell of a thing, as long as one lingers on it. */
  tell(thing: Thing, manner: Whisper["manner"] = "pass"): void {
    const tale = this.module.tell?.(this, thing);
    if (tale) this.note(thing, tale, manner);
  }

  private note(thing: Thing, tale: Tale, manner: Whisper["manner"]): void {
    const name = typeof thing === "number" ? "card" : "spot";
    const element = this.motion.root?.querySelector(`[data-${name}="${thing}"][data-pick]`);
    if (!element || (manner === "pass" && !element.matches(":hover, :focus"))) return;
    const area = name === "spot" ? element.closest(".spot-area") : null;
    const box = (area ?? element).getBoundingClientRect();
    const title = tale.title || (element.querySelector(".sr")?.textContent ?? "");
    this.whisper = { thing, ...tale, title, manner, box };
  }

  skip(): void {
    if (this.busy) this.motion.skip();
  }

  private async play(): Promise<void> {
    this.busy = true;
    this.motion.rest();
    for (let moment = this.queue.shift(); moment; moment = this.queue.shift()) {
      this.motion.speed = PACES[Math.min(this.queue.length, PACES.length - 1)] ?? 2;
      this.clear();
      this.waiting = [];
      const said: string[] = [];
      for (const group of grouped(moment.events)) {
        this.told = group.map((event) => plain(this.sentence(event) ?? [])).findLast(Boolean) ?? this.told;
        await this.motion.show(group, () => {
          let view = this.view;
          for (const event of group) view = follow(view, event, this.ordered);
          this.view = view;
          this.log = [...this.log, ...group.map((event) => ({ position: moment.position, event }))];
        });
        for (const event of group) {
          const pieces = this.sentence(event);
          if (pieces) said.push(plain(pieces));
        }
        await this.motion.beat();
      }
      if (said.length) this.spoken = said.join(" ");
      this.stand(moment);
    }
    this.busy = false;
    this.told = "";
  }

  private stand(moment: Moment): void {
    this.proposals = this.proposals.filter((one) => one.position === moment.position);
    this.proposable = moment.proposable ?? [];
    if (!this.proposable.length) this.proposing = false;
    this.view = moment.view;
    this.position = moment.position;
    this.waiting = moment.waiting;
    this.moves = moment.moves;
    this.undo = moment.undo;
    this.over = moment.over;
  }
}

/** Events of one kind and rule that follow one another happen at once; steps of one number do not. */
export function grouped(events: GameEvent[]): GameEvent[][] {
  const groups: GameEvent[][] = [];
  for (const event of events) {
    const last = groups.at(-1)?.[0];
    const again = event.number !== undefined && groups.at(-1)?.some((other) => other.number === event.number);
    if (last && !again && last.kind === event.kind && last.rule === event.rule) groups.at(-1)!.push(event);
    else groups.push([event]);
  }
  return groups;
}
