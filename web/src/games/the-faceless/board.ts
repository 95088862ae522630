/** The board as it is printed, where its spaces lie on the screen, and what stands on them. */
import { cardsAt } from "../../table/follow";
import type { Table } from "../../table/table.svelte";
import type { View } from "../../table/types";
import { Compass, SIXTY, type Magnets, type Needle } from "./compass";
import { isVeiled } from "./parts";

export type Cell = [number, number];

/** What the server tells of the board (the edition's). */
export interface Duskworld {
  spaces: Cell[];
  ring: Cell[];
  magnets: { spacing: number; height: number; faceless: number; billygoat: number; tie: number };
  symbols: number[];
  obstacles: string[];
  placements: number[][][]; // by obstacle and placement: its spaces
  marks: number[][][]; // those of them that have a memory beside them
  maze: number[]; // by space and direction, in a row: where the Team comes in again that steps off there
  rules: { space: string; outside: string; wall: string; needle: string }; // what these are for
  hand: number; // so many cards does a hand hold
  reverse?: number[]; // spaces that turn the rule of the needle
  pieces?: Record<string, string>; // what expansions bring, with the rule of each
  sand?: number; // seconds of an Hourglass
}

export interface Point {
  x: number;
  y: number;
}

/** From a space to its neighbours, counter-clockwise from the east. */
const WAYS: Cell[] = [
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
];
const EAST = 0;
const WEST = 3;
const STEP = 35; // units of the drawing between two spaces
const MARGIN = 31; // around the external spaces
export const FACELESS = 3;
export const GOAT = 3; // the fourth figure
export const FIGURES = ["judith", "sam", "alan", "billygoat"] as const;
export const COLOURS = ["yellow", "green", "blue", "red", "purple"] as const;
export const OFF = -1;

export class Ground {
  readonly compass: Compass;
  readonly at: Point[]; // by space
  readonly ringAt: Point[]; // by external space
  readonly touches: number[][]; // by external space: the spaces beside it
  readonly near: number[][]; // by space and direction: the neighbour, or OFF
  readonly box: { x: number; y: number; wide: number; high: number };
  readonly edge: Point[]; // the corners of the board
  readonly ends: number[]; // the first and the last space of each row
  private readonly index = new Map<string, number>();

  constructor(readonly printed: Duskworld) {
    this.compass = new Compass(printed);
    this.at = printed.spaces.map(drawn);
    this.ringAt = printed.ring.map(drawn);
    printed.spaces.forEach((cell, space) => this.index.set(String(cell), space));
    this.near = printed.spaces.map(([q, r]) => WAYS.map(([a, b]) => this.find(q + a, r + b)));
    this.ends = this.near.flatMap((near, space) => (near[EAST] === OFF || near[WEST] === OFF ? [space] : []));
    this.touches = printed.ring.map(([q, r]) => WAYS.map(([a, b]) => this.find(q + a, r + b)).filter((space) => space !== OFF));
    const xs = this.ringAt.map((point) => point.x);
    const ys = this.ringAt.map((point) => point.y);
    const x = Math.min(...xs) - MARGIN;
    const y = Math.min(...ys) - MARGIN;
    this.box = { x, y, wide: Math.max(...xs) + MARGIN - x, high: Math.max(...ys) + MARGIN - y };
    const radius = Math.max(...printed.spaces.map(([q]) => q)) + 0.95;
    this.edge = WAYS.map(([q, r]) => drawn([q * radius, r * radius]));
  }

  private find(q: number, r: number): number {
    return this.index.get(String([q, r])) ?? OFF;
  }

  /** TF-60 Where a step of the Team leads, if no obstacle is there. */
  step(space: number, way: number): number {
    const near = this.near[space]![way]!;
    return near === OFF ? this.printed.maze[space * WAYS.length + way]! : near;
  }

  /** Which of these external spaces, or spaces, is closest to a point of the drawing. */
  closest(point: Point, among: readonly number[], external: boolean): number {
    const spots = external ? this.ringAt : this.at;
    let best = OFF;
    let least = Infinity;
    for (const spot of among) {
      const far = (spots[spot]!.x - point.x) ** 2 + (spots[spot]!.y - point.y) ** 2;
      if (far < least) [least, best] = [far, spot];
    }
    return best;
  }
}

/** Where a cell lies in the drawing: x to the right, y down. */
function drawn([q, r]: Cell): Point {
  return { x: STEP * (q + r / 2), y: STEP * r * SIXTY };
}

const grounds = new WeakMap<object, Ground>();

/** The ground of a table; made once for each board. */
export function groundOf(table: Table): Ground {
  let ground = grounds.get(table.board);
  if (!ground) grounds.set(table.board, (ground = new Ground(table.board as unknown as Duskworld)));
  return ground;
}

// What stands there

export function magnets({ numbers }: View): Magnets {
  return {
    ring: [0, 1, 2].map((figure) => numbers[`ring.${figure}`] ?? OFF),
    facing: [0, 1, 2].map((figure) => numbers[`facing.${figure}`] ?? 0),
    goat: numbers.goat ?? OFF,
    goatFacing: numbers.goat_facing ?? 0,
  };
}

/** What the needle shows; nothing before Team and Billygoat stand on the board, nor in the Fog (TF-153). */
export function needleOf(table: Table, moved: Magnets): Needle | null {
  const team = table.view.numbers.team ?? OFF;
  if (team === OFF || moved.goat === OFF || team === moved.goat || isVeiled(table)) return null;
  return groundOf(table).compass.needle(team, moved);
}

export interface Obstacle {
  number: number;
  name: string;
  cells: number[];
  marks: number[];
}

export function obstacles(ground: Ground, view: View): Obstacle[] {
  return ground.printed.obstacles.flatMap((name, number) => {
    const placement = view.numbers[`obstacle.${number}`] ?? OFF;
    if (placement === OFF) return [];
    const cells = ground.printed.placements[number]![placement]!;
    return [{ number, name, cells, marks: ground.printed.marks[number]![placement]! }];
  });
}

export interface FaceDown {
  spot: number;
  space: number;
  card: number; // for eyes that see it, or OFF
}

/** The memories that still lie face-down. */
export function memories(view: View): FaceDown[] {
  const found: FaceDown[] = [];
  for (let spot = 0; view.numbers[`memory_at.${spot}`] !== undefined; spot++) {
    const space = view.numbers[`memory_at.${spot}`]!;
    if (space !== OFF) found.push({ spot, space, card: cardsAt(view, `memory.${spot}`)[0] ?? OFF });
  }
  return found;
}

export function column(view: View, colour: number): number[] {
  return cardsAt(view, COLOURS[colour]!);
}
