/** The socket of one table: joins, joins again, and asks. */
import { tongue } from "../words/tongue.svelte";
import { api, Refused } from "./net";
import type { Table } from "./table.svelte";
import type { ErrorMessage, MovedMessage, ServerMessage, TableMessage, WhyMessage } from "./types";

const FATAL = new Set([4401, 4403]);
const POINTING = 2600; // milliseconds that a pointer is seen
const LONGEST = 30; // seconds between two attempts

export interface Why {
  sentence: string;
  rule: string;
}

export class Live {
  state = $state<"joining" | "here" | "offline" | "refused">("joining");
  refusal = $state("");
  retryIn = $state(0);
  rematch = $state<string | null>(null);
  trouble = $state.raw<{ sentence: string; rule: string } | null>(null);
  unread = $state(0);
  private socket: WebSocket | null = null;
  private position = -1; // the last moment that arrived, shown or not
  private branch = 0;
  private wait = 1;
  private timer = 0;
  private next = 1;
  private closed = false;
  private joined = false;
  private missed = false; // a move came while the cards were still being fetched
  private answers = new Map<number, (message: ServerMessage) => void>();
  private whys = new Map<string, Promise<Why | null>>();
  private plan: string[] = [];

  constructor(
    readonly table: Table,
    readonly id: string,
    readonly token: string,
  ) {}

  open(): void {
    addEventListener("online", this.now);
    this.connect();
  }

  close(): void {
    this.closed = true;
    removeEventListener("online", this.now);
    clearInterval(this.timer);
    this.socket?.close();
  }

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
    socket.onopen = () => {
      const seen = this.joined ? { position: this.position, branch: this.branch } : {};
      const token = this.token ? { token: this.token } : {};
      this.send({ type: "join", table: this.id, ...token, language: tongue.language, ...seen });
    };
    socket.onmessage = (message) => this.hear(JSON.parse(message.data as string) as ServerMessage);
    socket.onclose = (event) => {
      if (this.closed || socket !== this.socket) return;
      for (const answer of this.answers.values()) answer({ type: "done" });
      this.answers.clear();
      this.plan = [];
      if (FATAL.has(event.code) || this.state === "refused") this.state = "refused";
      else this.later();
    };
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
      if (this.socket?.readyState !== WebSocket.OPEN) resolve({ type: "done" });
      this.answers.set(id, resolve);
      this.send({ ...message, id });
    });
  }

  private hear(message: ServerMessage): void {
    const answer = message.id === undefined ? undefined : this.answers.get(message.id);
    if (message.id !== undefined) this.answers.delete(message.id);
    if (message.type === "table") void this.arrive(message);
    else if (message.type === "moved") this.moved(message);
    else if (message.type === "seats") this.table.seats = message.seats;
    else if (message.type === "undoing") this.table.undoing = message.undoing;
    else if (message.type === "point") this.pointed(message.seat, message.at);
    else if (message.type === "propose") this.proposed(message);
    else if (message.type === "rematch") this.rematch = message.table;
    else if (message.type === "error") this.refuse(message);
    else if (message.type === "chat") {
      this.table.chat = [...this.table.chat, message.line];
      if (message.line.seat !== this.table.me || this.table.me < 0) this.unread += 1;
    }
    answer?.(message);
  }

  private pointed(seat: number, at: string): void {
    const pointer = { number: this.next++, seat, at };
    this.table.pointers = [...this.table.pointers.filter((other) => other.seat !== seat), pointer];
    setTimeout(() => {
      this.table.pointers = this.table.pointers.filter((other) => other !== pointer);
    }, POINTING);
  }

  private proposed({ seat, move, position, branch }: { seat: number; move: string; position: number; branch: number }): void {
    if (position !== this.position || branch !== this.branch) return;
    this.table.proposals = [...this.table.proposals.filter((other) => other.seat !== seat), { seat, move, position }];
  }

  private refuse(message: ErrorMessage): void {
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
    table.seats = message.seats;
    if (!again) {
      try {
        const [cards, text] = await Promise.all([
          api.cards(this.id, this.token),
          api.text(message.game, tongue.language),
        ]);
        table.cards = cards.cards;
        table.ordered = new Set(cards.ordered);
        table.board = cards.board ?? {};
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
    table.chat = message.chat;
    this.rematch = message.rematch;
    const kept = message.since < 0 ? [] : table.log.filter((line) => line.position <= message.since);
    const fresh = message.log.flatMap((events, index) =>
      events.map((event) => ({ position: message.since + 1 + index, event })),
    );
    table.put({ ...message, events: [] });
    table.log = [...kept, ...fresh];
    this.position = message.position;
    this.branch = message.branch;
    this.whys.clear();
    this.state = "here";
    if (this.missed) this.send({ type: "sync", position: this.position, branch: this.branch });
    this.missed = false;
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
    this.table.push(message);
    const next = this.plan.shift();
    if (next === undefined) return;
    if (message.seat === this.table.me && message.moves.includes(next)) void this.move(next);
    else this.plan = [];
  }

  private move(move: string): Promise<ServerMessage> {
    return this.ask({ type: "move", position: this.position, branch: this.branch, move });
  }

  /** Send these moves one after the other, as long as each is offered. */
  answer(moves: string[]): void {
    const [first, ...rest] = moves;
    if (first === undefined || this.state !== "here") return;
    this.plan = rest;
    this.trouble = null;
    const { moves: offered, marked, spot } = this.table;
    this.table.clear();
    this.table.moves = [];
    void this.move(first).then((message) => {
      if (message.type !== "error" || this.table.moves.length || message.error === "stale") return;
      this.table.moves = offered;
      this.table.marked = marked;
      this.table.spot = spot;
    });
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

  takeBack(): void {
    void this.ask({ type: "undo" });
  }

  consent(agree: boolean): void {
    void this.ask({ type: "undo", agree });
  }

  say(text: string, name: string): void {
    void this.ask({ type: "chat", text, ...(this.table.me < 0 && name && { name }) });
  }

  /** Point at a card or a spot, for all to see. */
  point(at: string): void {
    if (this.table.me >= 0) void this.ask({ type: "point", at });
  }

  /** Propose an answer to whoever is asked. */
  propose(move: string): void {
    void this.ask({ type: "propose", move, position: this.position, branch: this.branch });
  }

  hand(bot: string | null, seat?: number): void {
    void this.ask({ type: "seat", bot, ...(seat !== undefined && { seat }) });
  }

  rename(name: string): void {
    void this.ask({ type: "name", name });
  }

  again(): void {
    void this.ask({ type: "rematch" });
  }
}
