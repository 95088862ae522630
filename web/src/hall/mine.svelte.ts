/** The tables one has a seat at, kept in this browser only, and one's name. */
import { remember, remembered } from "../words/tongue.svelte";

const TABLES = "duskhall.tables";
const NAME = "duskhall.name";
const MOST = 40;

export interface MyTable {
  table: string;
  token: string;
  game: string;
  seat: number; // -1 for a spectator
  names: string[];
  time: number; // seconds since 1970, when it was last opened
  over: boolean;
  links?: { seat: number; token: string }[]; // of the others, if I set it up
  spectator?: string;
  held?: { seat: number; token: string }[]; // all seats that are mine, if they are several
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

  keep(table: Partial<MyTable> & { table: string }): void {
    const blank = { token: "", game: "", seat: -1, names: [], time: 0, over: false };
    const now = Math.floor(Date.now() / 1000);
    const kept = { ...blank, ...this.find(table.table), ...table, time: now };
    const others = this.tables.filter((mine) => mine.table !== table.table);
    this.tables = [kept, ...others].slice(0, MOST);
    remember(TABLES, JSON.stringify(this.tables));
  }

  forget(table: string): void {
    this.tables = this.tables.filter((mine) => mine.table !== table);
    remember(TABLES, JSON.stringify(this.tables));
  }
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
