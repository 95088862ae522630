/** The words of the protocol (docs/protocol.md) as types. */

import type { Because, Hint } from "./hint";

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
  about?: number[]; // public numbers that its sentence speaks of
  once?: boolean; // its cards are not told again, nor by what brought them where they were
}

export interface Seat {
  kind: "person" | "bot" | "open";
  name: string;
  bot: string | null;
  here: boolean;
  host: boolean;
  face?: string; // of a bot whose seat it is
  program?: boolean; // while a program is connected to it
  failed?: Failure; // why the last one left it to a bot
}

export interface Failure {
  why: "silent" | "dead" | "illegal" | "garbled";
  position: number;
}

/** Why somebody may know more of a table than what is dealt to them. */
export interface Source {
  position?: number; // of the record that it was taken from
  edition?: string; // the hash of cards that are not ours
  lesson?: boolean; // it is the game's lesson: deal and answers are known
}

/** What a seat has added to the seed, and the hash it showed before. */
export interface Share {
  seat: number;
  commitment: string;
  share: string;
}

/** All that a seed was made of. */
export interface Proof {
  round: number;
  promise: string;
  secret: string; // the server's
  shares: Share[];
}

/** How far the seats have come with making a seed together. */
export interface Luck {
  round: number;
  promise: string; // the hash of the server's secret
  state: "commit" | "reveal" | "dealt";
  commitments: Record<string, string>; // by seat
  revealed: number[];
  waiting: number[]; // also open seats
  broken: { round: number; seat: number }[]; // begun anew; by no seat's doing, if it is -1
}

export interface Over {
  ranks: number[];
  scores: number[][];
  rule: string;
  reason: string;
  seed: string;
  header: string;
  commitment: string;
  proof?: Proof; // where the seats added to the seed
}

export interface Undoing {
  seat: number;
  position: number;
  agreed: number[];
  asked: number[];
  shown: boolean; // whether something was seen since
}

export interface Takeback {
  branch: number;
  seat: number;
  position: number;
  before: number;
  consent: boolean;
  shown: boolean;
}

/** From this position on, a table is played by another version of the rules. */
export interface Renewed {
  position: number;
  version: number;
  same: boolean; // whether all that was played before comes out the same by it
}

/** A table that comes out otherwise by the rules of today. */
export interface Stopped {
  state: "halted" | "frozen";
  why: string;
  position: number; // up to which all is the same; -1 if nothing is
  moves: number;
  known: number; // the position up to which it can be shown
  version: number;
  now: number;
  rules: string[]; // that changed
  asked: number[]; // the persons who have a say
  wishes: Record<string, string>; // by seat
}

/** A clock that runs at the table, or stands still while nobody is there. */
export interface Clock {
  number: number;
  left: number; // seconds
  running: boolean;
}

/** What a seat would agree on with others. */
export interface Offer {
  number: number;
  maker: number;
  to: number[];
  terms: string;
  seen_by: number[] | null;
  refused: number[];
  left: number | null; // seconds
  words: string; // said with it
  counters?: number; // the offer that it answers
  reason?: string; // why a bot makes it: a key of the section `bots`,
  about?: number[]; // and the numbers that fill it
}

/** Something said of an offer (docs/protocol.md). */
export interface Talk {
  position: number;
  kind: "offer" | "counter" | "refuse" | "withdraw" | "agree" | "end" | "whisper";
  seat: number;
  offer?: number;
  to?: number[];
  terms?: string;
  words?: string;
  counters?: number;
  why?: string; // it has ended
  rule?: string;
  because?: string; // a key of the section `refusals`
  reason?: string; // of a bot, a key of the section `bots`
  about?: number[]; // fills either
  ends?: boolean; // nobody is left who may agree
  whispered?: boolean;
  time?: number;
}

/** What is told of offers, whenever something has changed. */
export interface Bargains {
  offers?: Offer[];
  talk?: Talk[];
  talking?: number[][]; // pairs of seats that whisper unheard
  may_offer?: number; // how many more I may make in this turn
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
  owners: Record<string, number>;
  board?: Printed;
}

/** A catalogue: section -> key -> sentence. */
export type Text = Record<string, Record<string, string>>;

export type Undo = "" | "alone" | "consent";
export type Options = Record<string, string | number | boolean>;

export interface TableMessage extends Bargains {
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
  asked: number[]; // whom the question asks, also those who have answered
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
  build?: string;
  source?: Source;
  renewals?: Renewed[];
  stopped?: Stopped;
  hushed?: number[]; // the seats that may not talk now
  occasion?: string; // what sort of quiet question you are asked
  standing?: string[]; // the occasions on which you pass without being asked
  clock?: Clock;
  luck?: Luck;
  stand_in?: number; // seconds after which a bot plays for who is away
  away?: Record<string, number>; // by seat: the seconds that are left of them
  hints?: boolean; // who is asked may ask for a hint
  ask_first?: boolean; // bots ask before they answer,
  asking?: Proposed; // and this is what one of them proposes now
}

/** An answer that a seat proposes to whoever is asked. */
export interface Proposed {
  seat: number;
  move: string;
  position: number; // the moment it is meant for
  branch: number;
  asks?: boolean; // a bot waits for what people say to it
  mark?: "was" | "best"; // of a game that is looked back at: what was answered, and what was better
  why?: Because[]; // if it can say
}

/** What is told of a move: its events, and what does not follow from them. */
export interface Told {
  events: GameEvent[];
  asks: string;
  sealed?: Record<string, string>; // if there are any
  outlook?: Record<string, unknown>; // what changed; null for what is gone
}

export interface MovedMessage extends Told {
  type: "moved";
  id?: number;
  position: number;
  branch: number;
  seat: number | null; // null if it is not told, -1 if it was nobody
  waiting: number[];
  asked: number[]; // whom the question asks, also those who have answered
  moves: string[];
  undo: Undo;
  over: Over | null;
  proposable?: string[];
  hushed?: number[];
  occasion?: string;
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

/** The next table, with the key to what is mine there. */
export interface RematchMessage {
  type: "rematch";
  id?: number;
  table: string;
  token?: string;
  spectator?: string;
}

export type ServerMessage =
  | TableMessage
  | MovedMessage
  | ErrorMessage
  | WhyMessage
  | { type: "seats"; id?: number; seats: Seat[] }
  | { type: "away"; id?: number; away: Record<string, number> }
  | { type: "beat"; id?: number }
  | { type: "chat"; id?: number; line: ChatLine }
  | { type: "point"; id?: number; seat: number; at: string }
  | ({ type: "propose"; id?: number } & Proposed)
  | { type: "stopped"; id?: number; stopped: Stopped }
  | { type: "luck"; id?: number; luck: Luck }
  | { type: "undoing"; id?: number; undoing: Undoing | null; refused?: number }
  | RematchMessage
  | ({ type: "hint"; id?: number } & Hint)
  | { type: "clock"; id?: number; clock: Clock | null }
  | { type: "standing"; id?: number; passes: string[] }
  | ({ type: "offers"; id?: number } & Bargains)
  | { type: "done"; id?: number };

export type Value = string | number | boolean;

export interface Option {
  name: string;
  values: Value[];
  rule: string;
  ruling: boolean;
  players: number[]; // with how many it matters; with any, if none are named
  part?: boolean; // it is about expansions
}

/** Where an option has one of these values, another (or `players`) may only have some of its own. */
export interface Tie {
  name: string;
  values: Value[];
  other: string;
  allowed: Value[];
  rule: string;
  reason: string;
}

/** A way to play that has a name. Title and story are in the catalogue. */
export interface Scenario {
  name: string;
  options: Record<string, Value>;
  difficulty: number;
  minutes: number;
  about?: Record<string, unknown>; // more of it, for the game's own page at set-up
}

export interface Bot {
  bot: string;
  name: Record<string, string>;
  about: Record<string, string>;
  faces?: Character[];
}

/** Someone whom a bot plays as. */
export interface Character {
  face: string;
  name: Record<string, string>;
  about: Record<string, string>;
}

export interface GameInfo {
  name: string;
  title: Record<string, string>;
  pitch: Record<string, string>; // one line for the hall; empty where there is none
  minutes: number; // that it takes about; 0 where nobody says
  lesson?: boolean; // a first game teaches it
  cooperative?: boolean; // all win or all lose
  ask_first?: boolean; // bots can ask before they answer
  players: number[];
  options: Option[];
  ties?: Tie[];
  scenarios?: Scenario[];
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
  stopped?: Stopped["state"];
  source?: Source;
  proof?: boolean;
  stand_in?: number;
  hints?: boolean;
  ask_first?: boolean;
  asks?: string; // what is being decided: for who has a token
  ranks?: number[]; // once it is over
  moved?: number; // seconds since 1970, to a minute: the last move, if that is known
  headway?: [string, number, number] | null; // how far it is: key of the catalogue, number, of so many
  helper?: number; // the seat of a bot that has asked, and waits for a person
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
  asked: number[];
  talk?: Talk[]; // of offers, at this position
}

/** A game as the server tells it: the view of the deal, and how to follow from there. */
export interface ToldFrames extends Omit<Frames, "frames"> {
  frames: [Frame, ...(Omit<Frame, "view"> & Told)[]] | [];
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
  owners: Record<string, number>;
  board?: Printed;
  over: Over | null;
  frames: Frame[];
  stopped?: Stopped;
  hidden?: string[]; // the places that not everybody sees; for all eyes
  deputies?: number[]; // positions at which a bot answered for a person
}
