/** The socket of one table: joins, joins again, and asks. */
import { advice } from "../words/advice";
import { tongue } from "../words/tongue.svelte";
import { after } from "./follow";
import { Heart } from "./heart";
import { holds } from "./hint";
import { draw, keep, next, partsOf, type Part } from "./luck";
import { api, Refused } from "./net";
import { renewal } from "./renewal.svelte";
import { NOTHING, type Table } from "./table.svelte";
import type { ErrorMessage, Luck, MovedMessage, Proposed, RematchMessage, ServerMessage, TableMessage, Undoing, View, WhyMessage } from "./types";

/** What a table tells too, so that one that is still arriving would undo it: it is asked for again. */
const LATER = new Set(["propose", "undoing", "clock", "standing", "offers", "rematch", "stopped"]);
const FATAL = new Set([4401, 4403]);
const POINTING = 2600; // milliseconds that a pointer is seen
const OVERTAKEN = new Set(["committed", "stale-round", "not-gathering"]); // by news that is on its way
const LONGEST = 10; // seconds between two attempts
const LOST: ServerMessage = { type: "done" }; // no answer: whether it was heard is not known

export interface Why {
  sentence: string;
  rule: string;
}

/** A move that was made here, and that the server has not answered yet. */
export interface Sending {
  move: string;
  position: number; // of the moment it is meant for
  branch: number;
}

export class Live {
  sending = $state.raw<Sending | null>(null);
  state = $state<"joining" | "here" | "offline" | "refused">("joining");
  refusal = $state("");
  retryIn = $state(0);
  rematch = $state<string | null>(null);
  nextTable = $state.raw<RematchMessage | null>(null); // with the key to my seat there
  trouble = $state.raw<{ title?: string; sentence: string; rule: string } | null>(null);
  unread = $state(0);
  private socket: WebSocket | null = null;
  private position = -1; // the last moment that arrived, shown or not
  private branch = 0;
  private view: View = NOTHING; // of that moment
  private wait = 1;
  private timer = 0;
  private next = 1;
  private closed = false;
  private joined = false;
  private missed = false; // something came while the cards were still being fetched
  private answers = new Map<number, (message: ServerMessage) => void>();
  private whys = new Map<string, Promise<Why | null>>();
  private plan: string[] = [];
  private part: Part | null = null; // of the luck, as this browser drew it
  private heart = new Heart(
    () => this.send({ type: "beat" }),
    () => this.lose(),
  );
  private returns: (() => void)[] = []; // what waits until one is here again

  constructor(
    readonly table: Table,
    readonly id: string,
    readonly token: string,
  ) {}

  open(): void {
    addEventListener("online", this.now);
    addEventListener("offline", this.lose);
    document.addEventListener("visibilitychange", this.look);
    this.connect();
  }

  close(): void {
    this.closed = true;
    removeEventListener("online", this.now);
    removeEventListener("offline", this.lose);
    document.removeEventListener("visibilitychange", this.look);
    clearInterval(this.timer);
    this.heart.stop();
    this.socket?.close();
  }

  /** Whoever comes back to this page wants to know whether it is up to date. */
  private look = (): void => {
    if (!document.hidden && this.state === "here") this.heart.beat();
  };

  /** The network is gone, whatever the socket says: it would notice much later. */
  private lose = (): void => {
    const { socket } = this;
    if (this.closed || !socket || this.state === "refused") return;
    this.socket = null;
    socket.close();
    this.letGo();
    this.later();
  };

  /** Try at once to connect again. */
  now = (): void => {
    if (this.state !== "offline" || this.closed) return;
    clearInterval(this.timer);
    this.connect();
  };

  private connect(): void {
    const protocol = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${protocol}://${location.host}/ws`);
    this.socket = socket;
    this.heart.begin();
    socket.onopen = () => {
      if (socket !== this.socket) return;
      const seen = this.joined ? { position: this.position, branch: this.branch } : {};
      const token = this.token ? { token: this.token } : {};
      this.send({ type: "join", table: this.id, ...token, language: tongue.language, ...seen });
    };
    socket.onmessage = (message) => {
      if (socket !== this.socket) return;
      this.heart.heard();
      this.hear(JSON.parse(message.data as string) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (this.closed || socket !== this.socket) return;
      this.letGo();
      if (FATAL.has(event.code) || this.state === "refused") this.state = "refused";
      else this.later();
    };
  }

  /** Nothing that was asked will be answered on this socket any more. */
  private letGo(): void {
    this.heart.stop();
    for (const answer of this.answers.values()) answer(LOST);
    this.answers.clear();
    this.plan = [];
  }

  private later(): void {
    this.state = "offline";
    this.retryIn = this.wait;
    this.wait = Math.min(LONGEST, this.wait * 2);
    clearInterval(this.timer);
    this.timer = window.setInterval(() => {
      this.retryIn -= 1;
      if (this.retryIn > 0) return;
      clearInterval(this.timer);
      this.connect();
    }, 1000);
  }

  private send(message: Record<string, unknown>): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private ask(message: Record<string, unknown>): Promise<ServerMessage> {
    const id = this.next++;
    return new Promise((resolve) => {
      if (this.socket?.readyState !== WebSocket.OPEN) return resolve(LOST);
      this.answers.set(id, resolve);
      this.send({ ...message, id });
    });
  }

  private hear(message: ServerMessage): void {
    const answer = message.id === undefined ? undefined : this.answers.get(message.id);
    if (message.id !== undefined) this.answers.delete(message.id);
    if (!this.joined && LATER.has(message.type)) this.missed = true;
    if (message.type === "table") void this.arrive(message);
    else if (message.type === "moved") this.moved(message);
    else if (message.type === "seats") this.table.seats = message.seats;
    else if (message.type === "away") this.table.miss(message.away);
    else if (message.type === "stopped") this.table.stopped = message.stopped;
    else if (message.type === "luck") this.gather(message.luck);
    else if (message.type === "undoing") this.asked(message.undoing, message.refused);
    else if (message.type === "point") this.pointed(message.seat, message.at);
    else if (message.type === "propose") this.proposed(message);
    else if (message.type === "clock") this.table.tick(message.clock);
    else if (message.type === "standing") this.table.standing = message.passes;
    else if (message.type === "offers") this.table.hear(message, false);
    else if (message.type === "rematch") this.playAgain(message);
    else if (message.type === "error") this.rejected(message);
    else if (message.type === "chat") {
      this.table.chat = [...this.table.chat, message.line];
      if (message.line.seat !== this.table.me || this.table.me < 0) this.unread += 1;
    }
    answer?.(message);
  }

  private playAgain(message: RematchMessage): void {
    this.rematch = message.table;
    if (message.token) this.nextTable = message;
  }

  private asked(undoing: Undoing | null, refused?: number): void {
    if (refused !== undefined && this.table.undoing?.seat === this.table.me) {
      this.trouble = { title: tongue.w.table.undoRefused, sentence: tongue.w.table.undoRefusedText(this.table.names[refused] ?? ""), rule: "" };
    }
    this.table.undoing = undoing;
  }

  private pointed(seat: number, at: string): void {
    const pointer = { number: this.next++, seat, at };
    this.table.pointers = [...this.table.pointers.filter((other) => other.seat !== seat), pointer];
    setTimeout(() => {
      this.table.pointers = this.table.pointers.filter((other) => other !== pointer);
    }, POINTING);
  }

  private proposed(told: Proposed): void {
    if (told.position !== this.position || told.branch !== this.branch) return;
    this.table.proposals = [...this.table.proposals.filter(({ seat }) => seat !== told.seat), told];
  }

  private rejected(message: ErrorMessage): void {
    if (OVERTAKEN.has(message.error)) return;
    if (!this.joined && message.error !== "too-many") {
      this.refusal = message.sentence;
      if (message.error !== "storage") this.state = "refused";
      return;
    }
    this.plan = [];
    this.trouble = { sentence: message.sentence, rule: message.rule ?? "" };
  }

  private async arrive(message: TableMessage): Promise<void> {
    const { table } = this;
    const again = this.joined;
    if (message.branch !== this.branch) this.trouble = null;
    table.seats = message.seats;
    table.chat = message.chat;
    table.standIn = message.stand_in ?? 0;
    table.hints = message.hints ?? false;
    if (message.position !== this.position || message.branch !== this.branch) {
      table.forgetHint();
      table.unhinted = "";
    }
    table.miss(message.away ?? {});
    if (!again) {
      try {
        const [cards, text] = await Promise.all([
          api.cards(this.id, this.token),
          api.text(message.game, tongue.language),
        ]);
        table.cards = cards.cards;
        table.ordered = new Set(cards.ordered);
        table.board = cards.board ?? {};
        table.owners = cards.owners;
        table.text = text;
      } catch (error) {
        this.refusal = error instanceof Refused ? error.message : tongue.w.errors.unknown;
        this.socket?.close();
        return;
      }
    }
    this.joined = true;
    this.wait = 1;
    table.id = message.table;
    table.game = message.game;
    table.players = message.players;
    table.options = message.options;
    table.eyes = message.eyes;
    table.commitment = message.commitment;
    table.isPublic = message.public;
    table.takebacks = message.takebacks;
    table.undoing = message.undoing;
    table.renewals = message.renewals ?? [];
    table.stopped = message.stopped ?? null;
    table.source = message.source ?? null;
    renewal.see(message.build ?? "");
    table.tick(message.clock ?? null);
    table.standing = message.standing ?? [];
    table.hear(message, true);
    this.rematch = message.rematch;
    const kept = message.since < 0 ? [] : table.log.filter((line) => line.position <= message.since);
    const fresh = message.log.flatMap((events, index) =>
      events.map((event) => ({ position: message.since + 1 + index, event })),
    );
    const proposals = table.proposals.filter((one) => !one.asks && one.position === message.position && one.branch === message.branch);
    table.proposals = message.asking ? [...proposals, message.asking] : proposals;
    table.put({ ...message, events: [] });
    const said = (message.talk ?? []).filter(({ position }) => position > message.since).map((line) => ({ position: line.position, said: line }));
    table.log = [...kept, ...fresh, ...said].sort((one, two) => one.position - two.position);
    this.position = message.position;
    this.branch = message.branch;
    this.view = message.view;
    this.whys.clear();
    this.state = "here";
    if (this.sending) table.legal = []; // it goes first
    const { returns } = this;
    this.returns = [];
    for (const back of returns) back();
    this.gather(message.luck ?? null);
    if (this.missed) this.send({ type: "sync", position: this.position, branch: this.branch });
    this.missed = false;
  }

  /** Add my part to the luck, as far as it is my turn: first bound to it, then told. */
  private gather(luck: Luck | null): void {
    if (!this.joined) {
      this.missed = true;
      return;
    }
    const { table, id } = this;
    const { me } = table;
    table.luck = luck;
    table.astray = "";
    if (!luck || luck.state === "dealt" || me < 0 || table.seats[me]?.bot) return;
    const bound = luck.commitments[String(me)];
    const fits = (one: Part | null): boolean => one?.promise === luck.promise && (!bound || one.commitment === bound);
    if (!fits(this.part)) this.part = partsOf(id, me).find(fits) ?? draw(id, me, luck.promise);
    const part = this.part!;
    const deed = next(luck, part);
    if (deed === "lost" || deed === "changed") table.astray = deed;
    else if (deed === "reveal") part.commitments = luck.commitments;
    if (deed !== "lost") keep(part); // before anything is sent: a page that is loaded again goes on
    if (deed === "commit") void this.ask({ type: "commit", round: luck.round, commitment: part.commitment });
    if (deed === "reveal") void this.ask({ type: "reveal", round: luck.round, share: part.share });
  }

  /** Begin anew with making luck: this browser does not have the part that its seat is bound to. */
  anew(): void {
    void this.ask({ type: "anew", round: this.table.luck?.round ?? 0 });
  }

  private moved(message: MovedMessage): void {
    if (!this.joined) {
      this.missed = true;
      return;
    }
    if (message.branch === this.branch && message.position <= this.position) return;
    if (message.branch !== this.branch || message.position !== this.position + 1) {
      this.send({ type: "sync", position: this.position, branch: this.branch });
      return;
    }
    this.position = message.position;
    this.whys.clear();
    // Others may answer the same question before me: it is the same hint then.
    if (message.seat === this.table.me || message.asks !== this.view.asks || !message.moves.length) this.table.forgetHint();
    if (message.seat === this.table.me || message.moves.length) this.table.unhinted = "";
    this.view = after(this.view, message, this.table.ordered);
    this.table.push({ ...message, view: this.view });
    const next = this.plan.shift();
    if (next === undefined) return;
    const pauses = this.table.module.pauses?.(message.events) ?? false;
    if (message.seat === this.table.me && message.moves.includes(next) && !pauses) void this.deliver(next, this.plan);
    else this.plan = [];
  }

  /**
   * Send a move until it is answered. Where the network was lost meanwhile it is sent again for the
   * same moment once one is back: the server knows whether it has heard it already.
   */
  private async deliver(move: string, rest: string[]): Promise<ServerMessage> {
    const sending = { move, position: this.position, branch: this.branch };
    this.sending = sending;
    let again = false;
    for (;;) {
      this.plan = rest;
      const message = await this.ask({ type: "move", ...sending });
      if (message === LOST && !this.closed) {
        again = true;
        if (this.state === "here") this.lose();
        await new Promise<void>((resolve) => this.returns.push(resolve));
        continue;
      }
      if (this.sending === sending) this.sending = null;
      if (!again || message.type === "moved" || message === LOST) return message;
      this.plan = [];
      if (message.type === "error") this.trouble = { title: tongue.w.friends.tooLate, sentence: message.sentence, rule: message.rule ?? "" };
      // What one may answer was hidden while it was on its way.
      await this.ask({ type: "sync", position: this.position, branch: this.branch });
      if (message.type === "done" && rest[0] !== undefined && this.table.moves.includes(rest[0])) void this.answer(rest);
      return message;
    }
  }

  /** Send these moves one after the other, as long as each is offered. */
  async answer(moves: string[]): Promise<boolean> {
    const [first, ...rest] = moves;
    if (first === undefined || this.state === "refused" || this.sending) return false;
    this.trouble = null;
    const { legal: offered, marked, spot } = this.table;
    this.table.clear();
    this.table.legal = [];
    const message = await this.deliver(first, rest);
    if (message.type !== "error") return true;
    if (!this.table.legal.length && message.error !== "stale") {
      this.table.legal = offered;
      this.table.marked = marked;
      this.table.spot = spot;
    }
    return false;
  }

  /** Why may this not be answered now? Null, if it may. */
  why(move: string): Promise<Why | null> {
    const key = `${tongue.language} ${move}`;
    const known = this.whys.get(key);
    if (known) return known;
    const asked = this.ask({ type: "why", move, language: tongue.language }).then((message) => {
      if (message.type === "error") this.trouble = null;
      const why = message as WhyMessage;
      return why.type === "why" && !why.legal ? { sentence: why.sentence, rule: why.rule } : null;
    });
    this.whys.set(key, asked);
    return asked;
  }

  /** Ask for a hint, or for the next step of it. */
  async hint(): Promise<void> {
    const { table } = this;
    if (table.hint) table.hinted += 1;
    if (table.hint || table.hinting) return;
    table.unhinted = "";
    if (!table.mayHint) {
      table.unhinted = table.myTurn && table.hints ? table.word("hints", "only") : advice.w.notNow;
      return;
    }
    if (!table.isChoosing) return this.hintOffer(table.toMe!.number);
    table.advised = null;
    table.hinting = true;
    const { position, branch } = this;
    const told = await this.ask({ type: "hint", position, branch });
    if (!table.hinting) {
      if (told.type === "error") this.trouble = null; // the moment has passed
      return;
    }
    table.hinting = false;
    if (told.type !== "hint") return; // why there is none is told as trouble
    if (holds(table.legal)) table.hint = told;
    else table.unhinted = advice.w.late;
  }

  /** Ask what a bot would answer to an offer. */
  async hintOffer(offer: number): Promise<void> {
    const { table, position, branch } = this;
    if (table.advised?.offer === offer) return;
    table.forgetHint();
    table.advised = { offer, hint: null };
    const told = await this.ask({ type: "hint", position, branch, answers: offer });
    if (table.advised?.offer === offer) table.advised = told.type === "hint" ? { offer, hint: told } : null;
    else if (told.type === "error") this.trouble = null; // the offer is gone
  }

  takeBack(): void {
    this.trouble = null;
    void this.ask({ type: "undo" });
  }

  consent(agree: boolean): void {
    void this.ask({ type: "undo", agree });
  }

  /** Say something; whether it was heard. */
  async say(text: string, name: string): Promise<boolean> {
    const told = await this.ask({ type: "chat", text, ...(this.table.me < 0 && name && { name }) });
    return told.type === "chat";
  }

  /** Point at a card or a spot, for all to see. */
  point(at: string): void {
    if (this.table.me >= 0) void this.ask({ type: "point", at });
  }

  /** Propose an answer to whoever is asked. */
  propose(move: string): void {
    void this.ask({ type: "propose", move, position: this.position, branch: this.branch });
  }

  /** Let a bot answer as it proposes; and play on by itself until its turn is over. */
  async goAhead({ move, position, branch }: Proposed, turn: boolean): Promise<void> {
    const told = await this.ask({ type: "go", move, position, branch, turn });
    if (told.type === "error" && told.error === "stale") this.trouble = null; // another was quicker
  }

  /** Pass on these occasions from now on, without being asked. */
  stand(passes: string[]): void {
    void this.ask({ type: "standing", passes });
  }

  /** Offer something to these seats; privately, only they are told of it. */
  offer(terms: string, to: number[], words: string, privately: boolean, counters?: number): Promise<boolean> {
    this.trouble = null;
    const asked = this.ask({ type: "offer", terms, to, words, seen_by: privately ? [] : null, ...(counters !== undefined && { counters }) });
    return asked.then(({ type }) => type !== "error");
  }

  agree(offer: number): void {
    this.trouble = null;
    void this.ask({ type: "agree", offer });
  }

  refuse(offer: number): void {
    void this.ask({ type: "refuse", offer });
  }

  withdraw(offer: number): void {
    void this.ask({ type: "withdraw", offer });
  }

  hand(bot: string | null, seat?: number): void {
    void this.ask({ type: "seat", bot, ...(seat !== undefined && { seat }) });
  }

  rename(name: string): void {
    void this.ask({ type: "name", name });
  }

  /** What is to become of a halted table. */
  settle(wish: "go-on" | "leave" | ""): void {
    void this.ask({ type: "settle", wish });
  }

  /** Play again; the key to my seat at the next table, if it is still to be had. */
  async again(): Promise<string> {
    const told = await this.ask({ type: "rematch" });
    return told.type === "rematch" ? (told.token ?? "") : "";
  }
}
