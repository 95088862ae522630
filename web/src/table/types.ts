/** The words of the protocol (docs/protocol.md) as types. */

export const HIDDEN = -1; // a card whose face these eyes may not see

export interface View {
  places: Record<string, number[] | number>; // cards, or only how many
  numbers: Record<string, number>;
  sealed: Record<string, string>; // seat -> its own answer to a question still open
  asks: string; // the step being decided, as "TakeDefense(1, 45)"; empty once it is over
  outlook: Record<string, unknown>; // what follows from what all can see
}

export interface GameEvent {
  kind: string;
  rule: string;
  seat?: number;
  cards?: number[];
  from?: string;
  to?: string;
  number?: string;
  value?: number;
  under?: boolean;
  change?: number;
}

export interface Seat {
  kind: "person" | "bot" | "open";
  name: string;
  bot: string | null;
  here: boolean;
  host: boolean;
}

export interface Over {
  ranks: number[];
  scores: number[][];
  rule: string;
  reason: string;
  seed: string;
  header: string;
  commitment: string;
}

export interface Undoing {
  seat: number;
  position: number;
  agreed: number[];
  asked: number[];
}

export interface Takeback {
  branch: number;
  seat: number;
  position: number;
  before: number;
  shown: boolean;
}

export interface ChatLine {
  number: number;
  seat?: number | null;
  name: string;
  text: string;
  time: number;
}

/** What is printed on a card; every game has its own fields beside the name. */
export type Face = { name: string; deck?: string } & Record<string, unknown>;

/** What is printed on the board; every game has its own fields. */
export type Printed = Record<string, unknown>;

/** What is told once of a table: its cards, where their order counts, and the board. */
export interface Printing {
  cards: Face[];
  ordered: string[];
  board?: Printed;
}

/** A catalogue: section -> key -> sentence. */
export type Text = Record<string, Record<string, string>>;

export type Undo = "" | "alone" | "consent";
export type Options = Record<string, string | number | boolean>;

export interface TableMessage {
  type: "table";
  id?: number;
  table: string;
  eyes: string;
  game: string;
  version: number;
  edition: string;
  players: number;
  options: Options;
  public: boolean;
  commitment: string;
  seats: Seat[];
  position: number;
  branch: number;
  view: View;
  waiting: number[];
  moves: string[];
  undo: Undo;
  since: number;
  log: GameEvent[][];
  takebacks: Takeback[];
  undoing: Undoing | null;
  chat: ChatLine[];
  over: Over | null;
  rematch: string | null;
  proposable?: string[];
}

export interface MovedMessage {
  type: "moved";
  id?: number;
  position: number;
  branch: number;
  seat: number;
  events: GameEvent[];
  view: View;
  waiting: number[];
  moves: string[];
  undo: Undo;
  over: Over | null;
  proposable?: string[];
}

export interface ErrorMessage {
  type: "error";
  id?: number;
  error: string;
  sentence: string;
  rule?: string;
}

export interface WhyMessage {
  type: "why";
  id: number;
  move: string;
  legal: boolean;
  sentence: string;
  rule: string;
}

export type ServerMessage =
  | TableMessage
  | MovedMessage
  | ErrorMessage
  | WhyMessage
  | { type: "seats"; id?: number; seats: Seat[] }
  | { type: "chat"; id?: number; line: ChatLine }
  | { type: "point"; id?: number; seat: number; at: string }
  | { type: "propose"; id?: number; seat: number; move: string; position: number; branch: number }
  | { type: "undoing"; id?: number; undoing: Undoing | null }
  | { type: "rematch"; id?: number; table: string }
  | { type: "done"; id?: number };

export interface Option {
  name: string;
  values: (string | number | boolean)[];
  rule: string;
  ruling: boolean;
}

export interface Bot {
  bot: string;
  name: Record<string, string>;
  about: Record<string, string>;
}

export interface GameInfo {
  name: string;
  title: Record<string, string>;
  playable: boolean;
  cooperative?: boolean; // all win or all lose
  players: number[];
  options: Option[];
  bots: Bot[];
}

/** A table as the lobby and GET /api/tables/{table} tell of it. */
export interface PublicTable {
  table: string;
  game: string;
  players: number;
  options: Options;
  public: boolean;
  created: number;
  seats: Seat[];
  position: number;
  waiting: number[];
  over: boolean;
  commitment: string;
}

export interface NewTable {
  table: string;
  spectator: string;
  seats: { seat: number; token?: string }[];
  commitment: string;
}

export interface Frame {
  position: number;
  seat?: number;
  move?: string;
  events: GameEvent[];
  view: View;
  waiting: number[];
}

export interface Frames {
  game: string;
  version: number;
  edition: string;
  players: number;
  options: Options;
  names: string[];
  commitment: string;
  eyes: string;
  cards: Face[];
  ordered: string[];
  board?: Printed;
  over: Over | null;
  frames: Frame[];
}
