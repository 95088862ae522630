/**
 * The city as it lies: what is printed on the tiles, put where the view says. All lengths are those
 * of the drawing, in which a tile is TILE wide.
 */
import type { Table } from "../../table/table.svelte";
import type { View } from "../../table/types";

export const TILE = 200;
export const GAP = 4;
const PRINTED = 1000; // a tile's side in what is printed
const SCALE = TILE / PRINTED;
export const ROW = 32; // a cell is its row times this, and its column
const MARGIN = 3;
export const NOWHERE = -1;

export type Pair = [number, number];

export interface Area {
  shape: "circle" | "rect";
  at: number[];
  radius?: number;
}

export interface Section {
  id: string;
  name: string;
  exits: string[];
  elevated: boolean;
  roads: Pair[][];
  areas: Area[];
  stand: Pair;
}

export interface Link {
  a: number;
  b: number;
  kind: "barricade" | "height";
  at: Pair | null;
  angle: number;
  lines: Pair[][];
}

/** Scenery: its kind, and a rectangle (x, y, width, height), a circle (x, y, radius), or the points of a polygon. */
export type Decor = [kind: string, ...numbers: number[]];

export interface Tile {
  id: string;
  name: string;
  role: string;
  sections: Section[];
  links: Link[];
  squares: Square[];
  decor: Decor[];
}

export interface Square {
  square: number;
  at: Pair;
  from: number[]; // the sections of its tile that it is raided from
  mark?: number; // the fewest players it is used with, where that is more than three
  diagonal?: boolean; // in the wasteland, where a large house stands
}

export interface Printed {
  tiles: Tile[];
  market: number; // the tile with the trader
  traders: { name: string; kinds: string[] }[];
  discs: number[];
  rules: Record<string, string>;
  goals: { skill: number; favor: number; quests: number };
  gate_fee: number;
  round_limit: number;
  costs: Costs;
  supply: Record<string, number>; // of tokens, by kind
  bars: number[]; // by size: with so much Blacklist such a house is not raided
}

export interface Costs {
  raid: Record<string, number>; // by colour of the house
  blast: Record<string, number>; // and what dynamite takes there
  attack: number;
  defend: number;
  storm: number;
  enter: number;
  disc: number;
  training: number;
}

export interface Point {
  x: number;
  y: number;
}

/** A tile as it lies. */
export interface Laid {
  number: number;
  tile: Tile;
  row: number;
  column: number;
  turns: number; // quarter turns clockwise
  x: number;
  y: number;
}

export interface City {
  laid: Laid[];
  rows: number;
  columns: number;
  wide: number;
  high: number;
  market: number; // the tile with the trader
  squares: Point[]; // by number
  near: number[][]; // by square, the sections it is raided from
  tile: number[]; // by square
  sections: Map<number, Point>; // by number, where its label stands
}

export function printed(table: Table): Printed {
  return table.board as unknown as Printed;
}

/** A section's number is its tile's times four, and its place in the tile. */
const SECTIONS = 4;
export const tileOf = (section: number): number => Math.floor(section / SECTIONS);
export const sectionNumber = (tile: number, index: number): number => tile * SECTIONS + index;

export function sectionOf(board: Printed, section: number): Section | undefined {
  return board.tiles[tileOf(section)]?.sections[section % SECTIONS];
}

/** A point of a tile after its quarter turns. */
export function turned([x, y]: Pair, turns: number): Pair {
  let point: Pair = [x, y];
  for (let i = 0; i < turns; i++) point = [PRINTED - point[1], point[0]];
  return point;
}

export function placed(laid: Laid, at: Pair): Point {
  const [x, y] = turned(at, laid.turns);
  return { x: laid.x + x * SCALE, y: laid.y + y * SCALE };
}

let known: { tiles: Tile[]; key: string; city: City } | null = null;

/** The city of this view; it is laid once, and hardly ever changes. */
export function cityOf(table: Table, view: View = table.view): City {
  const board = printed(table);
  const places = (board.tiles ?? []).map((_, number) => view.numbers[`tile.${number}`] ?? NOWHERE);
  const key = places.join(" ");
  if (known?.tiles === board.tiles && known.key === key) return known.city;
  const city = lay(board, places);
  known = { tiles: board.tiles, key, city };
  return city;
}

function lay(board: Printed, places: number[]): City {
  const cells = places.flatMap((place, number) => {
    if (place < 0) return [];
    const cell = Math.floor(place / 4);
    return [{ number, turns: place % 4, row: Math.floor(cell / ROW), column: cell % ROW }];
  });
  const top = Math.min(...cells.map(({ row }) => row));
  const left = Math.min(...cells.map(({ column }) => column));
  const laid = cells.map(({ number, turns, row, column }) => ({
    number,
    tile: board.tiles[number]!,
    turns,
    row: row - top,
    column: column - left,
    x: MARGIN + (column - left) * (TILE + GAP),
    y: MARGIN + (row - top) * (TILE + GAP),
  }));
  laid.sort((one, two) => one.row - two.row || one.column - two.column);
  const rows = Math.max(0, ...laid.map(({ row }) => row)) + 1;
  const columns = Math.max(0, ...laid.map(({ column }) => column)) + 1;
  // Squares of tiles that do not lie there are off the map.
  const every = board.tiles.flatMap((one) => one.squares.map(({ square }) => square));
  const count = Math.max(-1, ...every) + 1;
  const squares = Array.from({ length: count }, (): Point => ({ x: NOWHERE, y: NOWHERE }));
  const near = Array.from({ length: count }, (): number[] => []);
  const tile = Array<number>(count).fill(NOWHERE);
  for (const one of laid) {
    for (const { square, at, from } of one.tile.squares) {
      squares[square] = placed(one, at);
      near[square] = from.map((index) => sectionNumber(one.number, index));
      tile[square] = one.number;
    }
  }
  const sections = new Map<number, Point>();
  for (const one of laid) one.tile.sections.forEach(({ stand }, i) => sections.set(sectionNumber(one.number, i), placed(one, stand)));
  return {
    laid,
    rows,
    columns,
    wide: columns * (TILE + GAP) - GAP + 2 * MARGIN,
    high: rows * (TILE + GAP) - GAP + 2 * MARGIN,
    market: board.market,
    squares,
    near,
    tile,
    sections,
  };
}

// Paths, in the tile's own directions: the drawing turns them with it.

const far = (value: number): string => String(Math.round(value * SCALE * 10) / 10);
const spot = ([x, y]: Pair): string => `${far(x)} ${far(y)}`;

export function roadPath(roads: Pair[][]): string {
  return roads.map((points) => "M" + points.map(spot).join("L")).join("");
}

export function decorPath(decor: Decor[], kinds: string[], inset = 0): string {
  return decor
    .filter(([kind]) => kinds.includes(kind))
    .map(([, ...numbers]) => {
      const [x = 0, y = 0, w = 0, h = 0] = numbers;
      if (numbers.length === 3) return `M${far(x - w)} ${far(y)}a${far(w)} ${far(w)} 0 1 0 ${far(2 * w)} 0a${far(w)} ${far(w)} 0 1 0 ${far(-2 * w)} 0Z`;
      if (numbers.length > 4) return "M" + numbers.map((value, i) => `${far(value)}${i % 2 ? "L" : " "}`).join("").replace(/L$/, "Z");
      const by = inset * Math.min(w, h);
      return `M${far(x + by)} ${far(y + by)}h${far(w - 2 * by)}v${far(h - 2 * by)}h${far(-(w - 2 * by))}Z`;
    })
    .join("");
}

export const scaled = (value: number): number => value * SCALE;

// The way

export interface Way {
  ap: number;
  steps: number[]; // the sections walked through, the last being where it leads
}

/** The cheapest ways that are open now, by section. */
export function waysOf(view: View): Map<number, Way> {
  const told = (view.outlook.ways ?? {}) as Record<string, [number, number[]]>;
  return new Map(Object.entries(told).map(([section, [ap, steps]]) => [Number(section), { ap, steps }]));
}

function linkOf(tile: Tile, from: number, to: number): Link | undefined {
  const ends = [from % SECTIONS, to % SECTIONS];
  return tile.links.find(({ a, b }) => ends.includes(a) && ends.includes(b));
}

/** What lies between two sections that one crosses: a barricade of their tile, or a border. */
export function crossing(board: Printed, from: number, to: number): "barricade" | "border" | "height" {
  if (tileOf(from) !== tileOf(to)) return "border";
  return linkOf(board.tiles[tileOf(from)]!, from, to)?.kind ?? "barricade";
}

/** Where the line of a way runs: from stand to stand, through the barricade or the border between them. */
export function wayPoints(city: City, board: Printed, from: number, steps: number[]): Point[] {
  const found: Point[] = [];
  let here = from;
  const start = city.sections.get(from);
  if (start) found.push(start);
  for (const next of steps) {
    const there = city.sections.get(next);
    if (!there) continue;
    const middle = between(city, board, here, next);
    if (middle) found.push(middle);
    found.push(there);
    here = next;
  }
  return found;
}

const SIDES: Record<string, Pair> = { N: [500, 0], E: [1000, 500], S: [500, 1000], W: [0, 500] };

function between(city: City, board: Printed, from: number, to: number): Point | null {
  const here = city.laid.find(({ number }) => number === tileOf(from));
  const there = city.laid.find(({ number }) => number === tileOf(to));
  if (!here || !there) return null;
  if (here === there) {
    const link = linkOf(here.tile, from, to);
    return link?.at ? placed(here, link.at) : null;
  }
  const exits = sectionOf(board, from)?.exits ?? [];
  const entries = sectionOf(board, to)?.exits.map((side) => placed(there, SIDES[side]!)) ?? [];
  for (const side of exits) {
    const out = placed(here, SIDES[side]!);
    if (entries.some(({ x, y }) => Math.hypot(x - out.x, y - out.y) < 2 * GAP)) return out;
  }
  return null;
}

const AROUND = 8; // directions in which a label may stand
const PAWN = 12; // half of what each takes, of a tile that is 200 wide
const LABEL = 10.5;
const SQUARE = 17;

/** Beside the figures that stand there, as far from squares, other sections and figures as may be. */
export function besideAll(city: City, stand: Point, pawns: Point[]): Point {
  const home = city.laid.find(({ x, y }) => stand.x >= x && stand.x <= x + TILE && stand.y >= y && stand.y <= y + TILE);
  if (!home) return stand;
  const near = pawns.filter(({ x, y }) => Math.hypot(x - stand.x, y - stand.y) < 2 * TILE / AROUND);
  const far = PAWN + LABEL + 3 + Math.max(0, ...near.map(({ x, y }) => Math.hypot(x - stand.x, y - stand.y)));
  const clear = ({ x, y }: Point): number =>
    Math.min(
      ...home.tile.squares.map(({ square }) => Math.hypot(city.squares[square]!.x - x, city.squares[square]!.y - y) - SQUARE),
      ...home.tile.sections.map((_, i) => city.sections.get(sectionNumber(home.number, i))!).filter((other) => other !== stand).map((other) => Math.hypot(other.x - x, other.y - y) - LABEL),
      ...near.map((pawn) => Math.hypot(pawn.x - x, pawn.y - y) - PAWN),
      x - home.x,
      home.x + TILE - x,
      y - home.y,
      home.y + TILE - y,
    );
  const spots = Array.from({ length: AROUND }, (_, i): Point => {
    const turn = (2 * Math.PI * i) / AROUND - Math.PI / 4; // above to the right first
    return { x: stand.x + Math.cos(turn) * far, y: stand.y + Math.sin(turn) * far };
  });
  return spots.find((spot) => clear(spot) >= LABEL + 2) ?? spots.reduce((best, spot) => (clear(spot) > clear(best) ? spot : best));
}
