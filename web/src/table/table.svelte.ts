/** A table as it is drawn: live or replayed. What arrives is queued and shown event by event. */
import { Catalogue, plain, questionOf, type Piece } from "./catalogue";
import { Choices, parse } from "./choices";
import { follow } from "./follow";
import type { GameModule, Tale, Thing } from "./game";
import type { Hint } from "./hint";
import { habits, pace } from "./habits.svelte";
import type { Lesson } from "./lesson.svelte";
import { Motion } from "./motion";
import { HIDDEN } from "./types";
import type {
  Bargains,
  Bot,
  ChatLine,
  Clock,
  Face,
  Failure,
  GameEvent,
  Luck,
  Offer,
  Options,
  Over,
  Printed,
  Proposed,
  Renewed,
  Seat,
  Source,
  Stopped,
  Takeback,
  Talk,
  Text,
  Undo,
  Undoing,
  View,
} from "./types";
import { tongue } from "../words/tongue.svelte";

export interface LogLine {
  position: number;
  event?: GameEvent;
  takeback?: Takeback;
  renewed?: Renewed;
  failed?: { seat: number; why: Failure["why"] }; // a program, whose seat it was
  said?: Talk; // of an offer
}

/** A moment to be shown: the events that led to it, and how the table stands then. */
export interface Moment {
  position: number;
  events: GameEvent[];
  view: View;
  waiting: number[];
  asked: number[];
  moves: string[];
  undo: Undo;
  over: Over | null;
  proposable?: string[];
  hushed?: number[];
  occasion?: string;
  talk?: Talk[]; // of offers, where a game is told again
}

/** What somebody points at, for all to see. */
export interface Pointer {
  number: number;
  seat: number;
  at: string;
}

/** The answer to "why not?", or what there is to tell, shown beside the thing it is about. */
export interface Whisper {
  thing: Thing;
  title: string;
  sentence: string;
  rule: string;
  about?: string; // what the thing is, above why it cannot be chosen
  manner: "stay" | "pass"; // until dismissed, or as long as one hovers
  box: DOMRect | null;
}

export const NOTHING: View = { places: {}, numbers: {}, sealed: {}, asks: "", outlook: {} };
const TALK = 60; // lines that are remembered

export class Table {
  id = $state("");
  game = $state("");
  players = $state(0);
  options = $state.raw<Options>({});
  eyes = $state("spectator");
  seats = $state.raw<Seat[]>([]);
  bots = $state.raw<Bot[]>([]); // that are offered, from the easiest
  commitment = $state("");
  isPublic = $state(false);
  cards = $state.raw<Face[]>([]);
  board = $state.raw<Printed>({});
  owners = $state.raw<Record<string, number>>({}); // by place: the seat whose it is
  text = $state.raw<Text>({});
  replaying = $state(false);

  view = $state.raw<View>(NOTHING);
  position = $state(0);
  waiting = $state.raw<number[]>([]);
  voters = $state.raw<number[]>([]); // whom the question asks, also those who have answered
  legal = $state.raw<string[]>([]);
  lesson = $state.raw<Lesson | null>(null); // that is taught here
  hints = $state(false); // whether one may ask for hints here
  hint = $state.raw<Hint | null>(null); // that I was given for this moment
  hinted = $state(0); // how far it is shown
  hinting = $state(false); // it is being thought of
  unhinted = $state(""); // why there is none, for who asked
  advised = $state.raw<{ offer: number; hint: Hint | null } | null>(null); // what a bot would answer to an offer
  proposable = $state.raw<string[]>([]); // what another may answer, where all is open
  undo = $state<Undo>("");
  over = $state.raw<Over | null>(null);
  log = $state.raw<LogLine[]>([]);
  takebacks = $state.raw<Takeback[]>([]);
  undoing = $state.raw<Undoing | null>(null);
  renewals = $state.raw<Renewed[]>([]);
  stopped = $state.raw<Stopped | null>(null); // why it is not played on
  source = $state.raw<Source | null>(null); // what is to be said of where it comes from
  luck = $state.raw<Luck | null>(null); // where the seats make the seed with the server
  astray = $state<"" | "lost" | "changed">(""); // why this browser cannot tell its part of it
  chat = $state.raw<ChatLine[]>([]);
  hushed = $state.raw<number[]>([]); // the seats that may not talk now
  occasion = $state(""); // what sort of quiet question I am asked
  standing = $state.raw<string[]>([]); // the occasions on which I pass without being asked
  clock = $state.raw<(Clock & { since: number }) | null>(null); // with when that was heard
  offers = $state.raw<Offer[]>([]);
  talk = $state.raw<Talk[]>([]); // what was said of them lately
  standIn = $state(0); // seconds after which a bot plays for who is away; 0 where none does
  missed = $state.raw<Record<number, number>>({}); // by seat: when that will be, by performance.now()
  talking = $state.raw<number[][]>([]); // pairs of seats that whisper unheard
  mayOffer = $state(-1); // how many more I may make in this turn; -1 where nothing is offered
  pointers = $state.raw<Pointer[]>([]);
  proposals = $state.raw<Proposed[]>([]); // of this moment or of one still to be shown, the last of each seat
  proposing = $state(false); // one points at what another might answer
  spoken = $state(""); // what the live region says
  told = $state(""); // what is being shown just now, in words
  busy = $state(false); // events are being shown
  marked = $state.raw<number[]>([]); // the cards pointed at so far
  spot = $state(""); // the spot pointed at
  dared = $state(""); // the answer that was pressed once, and is asked again
  looking = $state(-1); // the seat whose mat is being looked at
  reading = $state.raw<Thing | null>(null); // what is being read large
  whisper = $state.raw<Whisper | null>(null);
  /** How answers leave this table; nothing does in a replay. */
  link = $state.raw<{
    answer(moves: string[]): Promise<boolean>; // whether the first of them was taken
    why(move: string): Promise<{ sentence: string; rule: string } | null>;
    point(at: string): void;
    propose(move: string): void;
    goAhead(asked: Proposed, turn: boolean): void;
    offer(terms: string, to: number[], words: string, privately: boolean, counters?: number): Promise<boolean>; // whether it stands
    hint(): void;
    hintOffer(offer: number): void;
    agree(offer: number): void;
    refuse(offer: number): void;
    withdraw(offer: number): void;
  } | null>(null);
  tab = $state<"table" | "plan" | "others" | "log" | "talk" | "rules" | "pieces">("table"); // what a phone shows

  ordered: ReadonlySet<string> = new Set();
  haste = 1; // how much faster than usual things are shown
  module: GameModule;
  readonly motion: Motion;
  private queue: Moment[] = [];
  private scene = 0; // counts what was put: whatever was being shown then is past
  private playing: Promise<void> | null = null;

  /** Your seat, or -1 for those who only look. */
  readonly me = $derived(/^\d+$/.test(this.eyes) ? Number(this.eyes) : -1);
  /** One's own answer to a question that others have still to answer. */
  readonly sealed = $derived.by(() => {
    const sealed = this.view.sealed[this.eyes];
    return sealed === undefined ? null : parse(sealed);
  });
  /** An offer that waits for my answer. */
  readonly toMe = $derived(this.me >= 0 ? this.offers.find(({ to }) => to.includes(this.me)) : undefined);
  /** Whether a hint may be asked for now: for my answer to the game, or to an offer. */
  readonly mayHint = $derived.by(() => this.hints && (this.isChoosing || !!this.toMe) && (!this.lesson || this.lesson.done));
  /** Whether the seats have not made a seed yet: nothing is dealt. */
  readonly gathering = $derived(this.luck !== null && this.luck.state !== "dealt");
  /** What the seats are called; an empty chair has no name yet. */
  readonly names = $derived(this.seats.map(({ kind, bot, name }, seat) => (kind === "open" && !bot ? tongue.w.setup.seat(seat + 1) : name)));
  readonly catalogue = $derived(new Catalogue(this.text, this.cards, (kind, number) => this.module.named?.(this, kind, number)));
  /** How many play, in words. */
  readonly company = $derived(this.catalogue.find("company", String(this.players)) ?? tongue.w.table.players(this.players));
  readonly choices = $derived.by(() => new Choices(this.deciding ? this.offered : [], this.module.ordered));
  readonly lit = $derived.by(() => (this.replaying ? new Set<Thing>() : this.module.lit(this)));
  readonly ribbon = $derived.by(() => this.module.ribbon(this));
  readonly asked = $derived(questionOf(this.view));
  readonly askedAbout = $derived(
    (this.view.asks.match(/\((.*)\)/)?.[1] ?? "")
      .split(",")
      .filter((word) => word.trim())
      .map(Number),
  );
  /** What I may answer; in a lesson, what it waits for. */
  readonly moves = $derived.by(() => this.lesson?.allowed(this.position, this.legal) ?? this.legal);
  readonly myTurn = $derived(this.moves.length > 0 && !this.busy);
  readonly isChoosing = $derived(this.myTurn && this.legal.length > 1);
  /** What a bot would answer that asks first, and waits for what people say. */
  readonly helping = $derived.by(() => {
    if (this.busy || this.over || this.undoing) return null;
    return this.proposals.find(({ seat, asks }) => asks && this.waiting.includes(seat) && this.seats[seat]?.bot) ?? null;
  });
  /** The same, where I am among those who are asked. */
  readonly consulted = $derived(this.me >= 0 && !this.seats[this.me]?.bot && !this.proposing ? this.helping : null);
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
    for (const renewed of this.renewals) {
      let at = lines.findLastIndex((line) => line.position <= renewed.position) + 1;
      while (lines[at]?.takeback) at++;
      lines.splice(at, 0, { position: renewed.position, renewed });
    }
    this.seats.forEach(({ failed }, seat) => {
      if (!failed) return;
      const at = lines.findLastIndex((line) => line.position <= failed.position) + 1;
      lines.splice(at, 0, { position: failed.position, failed: { seat, why: failed.why } });
    });
    return lines;
  });

  constructor(module: GameModule) {
    this.module = module;
    this.motion = new Motion((kind) => module.manner(kind));
  }

  /** Whether a seat is known to owe an answer: of a quiet question, all are asked until the reveal. */
  owes(seat: number): boolean {
    return this.waiting.includes(seat) && this.view.sealed[String(seat)] === undefined;
  }

  /** Whether I may not talk now; from the bench nobody does while a seat may not. */
  readonly silenced = $derived(this.me < 0 ? this.hushed.length > 0 : this.hushed.includes(this.me));

  /** What is told of offers: all of it, or what has changed since. */
  hear({ offers = [], talk = [], talking = [], may_offer: mayOffer }: Bargains, isWhole: boolean): void {
    this.offers = offers;
    this.talk = isWhole ? talk : [...this.talk, ...talk].slice(-TALK);
    this.talking = talking;
    this.mayOffer = mayOffer ?? -1;
    if (!offers.some(({ number }) => number === this.advised?.offer)) this.advised = null;
    if (!isWhole) this.log = [...this.log, ...talk.map((said) => ({ position: said.position, said }))];
  }

  /** Who is away, and in how many seconds a bot will play for them. */
  miss(away: Record<string, number>): void {
    const now = performance.now();
    this.missed = Object.fromEntries(Object.entries(away).map(([seat, left]) => [seat, now + 1000 * left]));
  }

  tick(clock: Clock | null): void {
    this.clock = clock && { ...clock, since: performance.now() };
  }

  sentence(event: GameEvent): Piece[] | null {
    return this.catalogue.event(event, this.names);
  }

  card(card: number): string {
    return this.catalogue.card(card);
  }

  /** A sentence that the page says of its own accord; its section of the catalogue is `page`. */
  say(key: string, fields: Record<string, string | number> = {}): string {
    return this.catalogue.say(key, fields);
  }

  /** What the button for this answer says. */
  button(move: string): string {
    return this.catalogue.button(this.asked, move) ?? plain(this.catalogue.move(move, this.names));
  }

  /** An answer that a bot proposes and the board marks, in words. */
  proposal(move: string): Piece[] {
    const said = this.module.said?.(this, parse(move)) ?? (move.includes(" ") ? undefined : this.catalogue.button(this.asked, move));
    if (said) return [{ text: said, strong: false }];
    // An effect that one chooses is a sentence of its own: what says it sets the full stop.
    const [stop = ""] = this.catalogue.stop;
    const pieces = this.catalogue.move(move, this.names);
    return pieces.map((piece, index) => (stop && index === pieces.length - 1 && piece.text.endsWith(stop) ? { ...piece, text: piece.text.slice(0, -stop.length) } : piece));
  }

  /** An answer that was given at this view, in words: those of its button, if it had words for this question alone. */
  recalled(move: string, view: View | undefined): Piece[] {
    const said = view && (this.module.recalled?.(this, parse(move), view) ?? this.catalogue.own(questionOf(view), move));
    return said ? [{ text: said, strong: false }] : this.catalogue.move(move, this.names);
  }

  word(section: string, key: string): string {
    return this.catalogue.word(section, key);
  }

  /** The hint is not shown any more. */
  forgetHint(): void {
    this.hint = this.advised = null;
    this.hinted = 0;
    this.hinting = false;
  }

  /** Draw this moment at once, without showing how it came about. */
  put(moment: Moment): void {
    this.scene += 1;
    this.queue = [];
    this.motion.skip();
    this.stand(moment);
    this.clear();
  }

  /** Nothing is pointed at any more. */
  clear(): void {
    this.marked = [];
    this.spot = "";
    this.dared = "";
  }

  /** Show the way to this moment. */
  push(moment: Moment): void {
    this.queue.push(moment);
    this.playing ??= this.play().finally(() => (this.playing = null));
  }

  /** Press the lit button, or the quiet one beside it. */
  press(which: "go" | "quiet"): void {
    if (this.consulted) return this.link?.goAhead(this.consulted, which === "quiet");
    const act = this.ribbon[which];
    if (!act || !(this.deciding || (act.send && !this.busy))) return;
    this.whisper = null;
    const dare = act.moves.join();
    const question = act.danger ?? act.again;
    if (question && !this.proposing && this.dared !== dare) {
      this.dared = dare;
      this.spoken = question;
      return;
    }
    this.dared = "";
    if (this.lesson?.refuses(this.position, this.legal, act.moves[0] ?? "")) return;
    if (act.send) return act.send();
    if (this.proposing) {
      this.link?.propose(act.moves[0] ?? "");
      this.proposing = false;
      this.clear();
    } else void this.link?.answer(act.moves);
  }

  /** Ask why this cannot be chosen. */
  async wonder(thing: Thing, manner: Whisper["manner"]): Promise<void> {
    const answer = await this.link?.why(this.module.wonder(this, thing));
    const tale = this.module.tell?.(this, thing) ?? null;
    const title = typeof thing === "number" ? this.card(thing) : (tale?.title ?? "");
    const about = this.module.explains && typeof thing === "number" ? tale?.sentence : undefined;
    if (answer) this.note(thing, { title, ...answer }, manner, about);
    else if (tale && !this.lit.has(thing)) this.note(thing, tale, manner);
  }

  /** Tell of a thing, as long as one lingers on it. */
  tell(thing: Thing, manner: Whisper["manner"] = "pass"): void {
    const tale = this.module.tell?.(this, thing);
    if (tale) this.note(thing, tale, manner);
  }

  /** Read a thing large, or be told of it where there is nothing larger; whether there was anything. */
  read(thing: Thing): boolean {
    const tale = this.module.tell?.(this, thing) ?? null;
    const isLarge = typeof thing === "number" || (!!this.module.Spot && tale !== null);
    if (isLarge) this.reading = thing;
    else if (tale) this.note(thing, tale, "stay");
    return isLarge || tale !== null;
  }

  private note(thing: Thing, tale: Tale, manner: Whisper["manner"], about?: string): void {
    const name = typeof thing === "number" ? "card" : "spot";
    const element = this.motion.root?.querySelector(`[data-${name}="${thing}"][data-pick]`);
    if (!element || (manner === "pass" && !element.matches(":hover, :focus"))) return;
    const area = name === "spot" ? element.closest(".spot-area") : null;
    const box = (area ?? element).getBoundingClientRect();
    const title = tale.title || (element.querySelector(".sr")?.textContent ?? "");
    this.whisper = { thing, ...tale, title, about, manner, box };
  }

  skip(): void {
    if (this.busy) this.motion.skip();
  }

  private async play(): Promise<void> {
    this.busy = true;
    this.motion.rest();
    const began = performance.now();
    for (let moment = this.queue.shift(); moment; moment = this.queue.shift()) {
      if (habits.atOnce) this.motion.skip();
      const waiting = [moment, ...this.queue].reduce((sum, { events }) => sum + grouped(events).length, 0);
      this.motion.speed = this.haste * pace(waiting, performance.now() - began) * habits.factor;
      // Others may answer the same question before me: what I have picked for it stays picked.
      this.dared = "";
      if (moment.moves.join() !== this.legal.join()) this.clear();
      this.waiting = this.voters = [];
      const { scene } = this;
      const said = await this.show(moment);
      if (scene !== this.scene) continue; // another moment is drawn by now
      if (said.length) this.spoken = said.join(" ");
      this.stand(moment);
    }
    this.busy = false;
    this.told = "";
  }

  /** Show what led to a moment, unless another is put meanwhile; what was told of it. */
  private async show(moment: Moment): Promise<string[]> {
    const said: string[] = [];
    const { scene } = this;
    for (const group of grouped(moment.events)) {
      if (scene !== this.scene) break;
      this.told = group.map((event) => plain(this.sentence(event) ?? [])).findLast(Boolean) ?? this.told;
      await this.motion.show(group, () => {
        let view = this.view;
        for (const event of group) view = follow(view, event, this.ordered);
        this.view = view;
        for (const event of group) this.log = remembered(this.log, moment.position, event);
      });
      for (const event of group) {
        const pieces = this.sentence(event);
        if (pieces) said.push(plain(pieces));
      }
      const read = group.find((event) => isForced(event) || this.module.dwells?.has(event.kind));
      await this.motion.beat(!read ? "" : read.seat === this.me ? "mine" : "others");
    }
    return said;
  }

  private stand(moment: Moment): void {
    this.proposals = this.proposals.filter((one) => one.position >= moment.position);
    this.proposable = moment.proposable ?? [];
    if (!this.proposable.length) this.proposing = false;
    this.view = moment.view;
    this.position = moment.position;
    this.waiting = moment.waiting;
    this.voters = moment.asked;
    this.legal = moment.moves;
    this.undo = moment.undo;
    this.over = moment.over;
    if (moment.talk) this.log = [...this.log, ...moment.talk.map((said) => ({ position: moment.position, said }))];
    this.hushed = moment.hushed ?? [];
    this.occasion = moment.occasion ?? "";
  }
}

/**
 * The log with one more event. Where the rules forbid to look back, its cards are told but once: it
 * keeps neither them nor what brought them where they were.
 */
export function remembered(log: LogLine[], position: number, event: GameEvent): LogLine[] {
  if (!event.once) return [...log, { position, event }];
  const kept = [...log];
  for (const card of event.cards ?? []) {
    const at = kept.findLastIndex((line) => line.event?.to === event.from && line.event?.cards?.includes(card));
    const before = kept[at]?.event;
    if (before) kept[at] = { ...kept[at]!, event: { ...before, cards: without(before.cards ?? [], [card]) } };
  }
  return [...kept, { position, event: { ...event, cards: without(event.cards ?? [], event.cards ?? []) } }];
}

/** The cards with these hidden; they come last, so that their place tells nothing. */
function without(cards: number[], hidden: number[]): number[] {
  const known = cards.filter((card) => !hidden.includes(card));
  return [...known, ...cards.slice(known.length).map(() => HIDDEN)];
}

/** Whether an event says why something was done without asking. */
export function isForced(event: GameEvent): boolean {
  return event.kind.startsWith("forced.");
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
