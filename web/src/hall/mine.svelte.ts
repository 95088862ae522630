/** The tables one has a seat at, kept in this browser only, and one's name. */
import type { Frames } from "../table/types";
import { remember, remembered } from "../words/tongue.svelte";

const TABLES = "duskhall.tables";
const NAME = "duskhall.name";
const MOST = 1000; // the oldest that are over go first

export interface MyTable {
  table: string;
  token: string;
  game: string;
  seat: number; // -1 for a spectator
  names: string[];
  time: number; // seconds since 1970, when it was last opened
  over: boolean;
  links?: Held[]; // of the others, if I set it up
  spectator?: string;
  held?: Held[]; // all seats that are mine, if they are several
  before?: string; // the table that this is a rematch of
  ranks?: number[]; // by seat, once it is over
  ended?: number; // seconds since 1970, when that was first seen
}

export interface Held {
  seat: number;
  token: string;
}

class Mine {
  tables = $state.raw<MyTable[]>(read());
  name = $state(remembered(NAME) ?? "");

  /** The game one sat down to last, or none. */
  get usual(): string {
    return this.tables[0]?.game ?? "";
  }

  call(name: string): void {
    this.name = name.trim().slice(0, 40);
    remember(NAME, this.name);
  }

  find(table: string): MyTable | undefined {
    return this.tables.find((mine) => mine.table === table);
  }

  /** The seats at a table that are mine. */
  seats(table: string): Held[] {
    const { held, seat = -1, token = "" } = this.find(table) ?? {};
    return held ?? (seat < 0 ? [] : [{ seat, token }]);
  }

  /** A seat that is mine, beside those that are already. */
  hold(table: string, one: Held): void {
    const others = this.seats(table).filter(({ seat }) => seat !== one.seat);
    this.keep({ table, held: [...others, one].sort((a, b) => a.seat - b.seat) });
  }

  /** Keep what is new of a table; another tab may have kept something since. */
  keep(table: Partial<MyTable> & { table: string }): void {
    this.tables = read();
    const blank = { token: "", game: "", seat: -1, names: [], time: 0, over: false };
    const now = Math.floor(Date.now() / 1000);
    const kept = { ...blank, ...this.find(table.table), ...table, time: now };
    const others = this.tables.filter((mine) => mine.table !== table.table);
    if (kept.over) kept.ended ??= now;
    this.tables = fitting([kept, ...others]);
    remember(TABLES, JSON.stringify(this.tables));
  }

  /** A key that came with the address of a game that is over is kept: the address is for others, too. */
  keepKey(table: string, token: string, { game, names, over }: Pick<Frames, "game" | "names" | "over">): void {
    if (token && !this.find(table)?.token) this.keep({ table, token, game, names, over: !!over });
  }

  /** What a list has learned of a table, which is not opened by that. */
  learn(table: string, news: Partial<MyTable>): void {
    this.tables = read().map((one) => (one.table === table ? { ...one, ...news } : one));
    remember(TABLES, JSON.stringify(this.tables));
  }

  forget(table: string): void {
    this.tables = read().filter((mine) => mine.table !== table);
    remember(TABLES, JSON.stringify(this.tables));
  }
}

/** No more than can be kept: games that are over are forgotten before any other. */
function fitting(tables: MyTable[]): MyTable[] {
  if (tables.length <= MOST) return tables;
  const last = tables.findLastIndex((one) => one.over);
  return tables.filter((_, i) => i !== (last < 0 ? tables.length - 1 : last));
}

function read(): MyTable[] {
  try {
    const kept: unknown = JSON.parse(remembered(TABLES) ?? "[]");
    return Array.isArray(kept) ? (kept as MyTable[]) : [];
  } catch {
    return [];
  }
}

export const mine = new Mine();
