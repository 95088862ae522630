/** The Custom City while it is built: the tile that one holds, how it is turned, and where it fits. */
import type { Table } from "../../table/table.svelte";
import { NOWHERE, placed, printed, ROW, TILE, GAP, type Laid, type Point } from "./city";

interface Held {
  tile: number;
  turn: number;
}

/** One for all tables, as of what else lies before one. */
class Hands {
  private version = $state(0);
  private readonly kept = new WeakMap<Table, Held>();

  of(table: Table): Readonly<Held> | undefined {
    void this.version;
    return this.kept.get(table);
  }

  hold(table: Table, held: Held): void {
    this.kept.set(table, held);
    this.version += 1;
  }
}

const hands = new Hands();

export function isBuilding(table: Table): boolean {
  return table.asked === "PlaceTile";
}

/** The ways a tile may be laid: cell and quarter turns. */
function layings(table: Table): { tile: number; cell: number; turn: number }[] {
  return table.choices.all.filter(({ verb }) => verb === "lay").map(({ about: [tile = 0, cell = 0, turn = 0] }) => ({ tile, cell, turn }));
}

export function tilesLeft(table: Table): number[] {
  const board = printed(table);
  return (board.tiles ?? []).map((_, tile) => tile).filter((tile) => (table.view.numbers[`tile.${tile}`] ?? NOWHERE) < 0);
}

/** The tile one holds: what one has taken up, else the first that fits, turned so that it does. */
export function held(table: Table): Held {
  const all = layings(table);
  const found = hands.of(table);
  const left = tilesLeft(table);
  if (found && left.includes(found.tile)) return found;
  const first = all.find(({ tile }) => left.includes(tile));
  return first ? { tile: first.tile, turn: first.turn } : { tile: left[0] ?? NOWHERE, turn: 0 };
}

export function takeUp(table: Table, tile: number): void {
  const fits = layings(table).find((one) => one.tile === tile);
  table.spot = "";
  hands.hold(table, { tile, turn: fits?.turn ?? 0 });
}

/** Turn the tile; what was pointed at stays, if it fits there still. */
export function turn(table: Table, by: number): void {
  const { tile, turn: before } = held(table);
  const after = (before + by + 4) % 4;
  hands.hold(table, { tile, turn: after });
  const cell = Number(table.spot.slice(1));
  if (table.spot.startsWith("c") && !layings(table).some((one) => one.tile === tile && one.turn === after && one.cell === cell)) table.spot = "";
}

/** How many cells a tile fits into in each of its four turns. */
export function fitting(table: Table, tile: number): number[] {
  const counts = [0, 0, 0, 0];
  for (const one of layings(table)) if (one.tile === tile) counts[one.turn]! += 1;
  return counts;
}

export function laying(table: Table, cell: number): string {
  const { tile, turn: quarter } = held(table);
  return `lay ${tile} ${cell} ${quarter}`;
}

export interface Cell extends Point {
  cell: number;
  fits: boolean; // as the tile is turned
  turned: boolean; // if it were turned otherwise
}

export interface Site {
  laid: Laid[];
  cells: Cell[];
  wide: number;
  high: number;
}

/** What lies there, and the cells around it. */
export function siteOf(table: Table): Site {
  const board = printed(table);
  const lying = (board.tiles ?? []).flatMap((tile, number) => {
    const at = table.view.numbers[`tile.${number}`] ?? NOWHERE;
    return at < 0 ? [] : [{ tile, number, cell: Math.floor(at / 4), turns: at % 4 }];
  });
  const taken = new Set(lying.map(({ cell }) => cell));
  const around = new Set(lying.flatMap(({ cell }) => [cell - ROW, cell + ROW, cell - 1, cell + 1]).filter((cell) => !taken.has(cell)));
  const every = [...taken, ...around];
  const rows = every.map((cell) => Math.floor(cell / ROW));
  const columns = every.map((cell) => cell % ROW);
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  const at = (cell: number): Point => ({ x: GAP + ((cell % ROW) - left) * (TILE + GAP), y: GAP + (Math.floor(cell / ROW) - top) * (TILE + GAP) });
  const mine = held(table);
  const fits = layings(table).filter(({ tile }) => tile === mine.tile);
  return {
    laid: lying.map(({ tile, number, cell, turns }) => ({ tile, number, turns, row: Math.floor(cell / ROW) - top, column: (cell % ROW) - left, ...at(cell) })),
    cells: [...around].sort((one, two) => one - two).map((cell) => ({ cell, ...at(cell), fits: fits.some((one) => one.cell === cell && one.turn === mine.turn), turned: fits.some((one) => one.cell === cell) })),
    wide: (Math.max(...columns) - left + 1) * (TILE + GAP) + GAP,
    high: (Math.max(...rows) - top + 1) * (TILE + GAP) + GAP,
  };
}

/** A tile by itself, for a small picture of it. */
export function alone(table: Table, number: number, turns: number): Laid {
  return { number, tile: printed(table).tiles[number]!, row: 0, column: 0, turns, x: 0, y: 0 };
}

export function squaresOf(laid: Laid): { at: Point; diagonal: boolean; mark: number }[] {
  return laid.tile.squares.map(({ at, diagonal = false, mark = 0 }) => ({ at: placed(laid, at), diagonal, mark }));
}
