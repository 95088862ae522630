/**
 * The compass: where the red needle points, the same bit for bit as in the engine (needle.py).
 *
 * A magnet is a horizontal dipole; a table of three whole numbers per pair of spaces serves every
 * facing. Only basic operations of doubles are used, in the engine's order.
 */
import type { Duskworld } from "./board";

/** By degree from 0 to 90: 2 ** 20 times the cosine, rounded. */
const QUARTER = [
  1048576, 1048416, 1047937, 1047139, 1046022, 1044586, 1042832, 1040760, 1038371, 1035666,
  1032646, 1029311, 1025662, 1021701, 1017429, 1012847, 1007956, 1002758, 997255, 991448,
  985339, 978930, 972223, 965219, 957922, 950333, 942454, 934288, 925838, 917105,
  908093, 898805, 889243, 879410, 869309, 858943, 848316, 837430, 826289, 814897,
  803256, 791370, 779244, 766880, 754282, 741455, 728402, 715127, 701634, 687928,
  674012, 659890, 645568, 631049, 616338, 601438, 586356, 571095, 555661, 540057,
  524288, 508360, 492277, 476044, 459665, 443147, 426494, 409711, 392803, 375776,
  358634, 341383, 324028, 306574, 289027, 271391, 253673, 235878, 218011, 200078,
  182083, 164033, 145934, 127789, 109606, 91389, 73145, 54878, 36595, 18300,
  0,
];
export const SIXTY = 0.8660254037844386; // the sine of 60 degrees
const SCALE = 1073741824; // 2 ** 30
const REMOVED = -1; // a Faceless without a place has no field

function cosine(degree: number): number {
  if (degree <= 90) return QUARTER[degree]!;
  if (degree <= 180) return -QUARTER[180 - degree]!;
  if (degree <= 270) return -QUARTER[degree - 180]!;
  return QUARTER[360 - degree]!;
}

const COS = Float64Array.from({ length: 360 }, (_, degree) => cosine(degree));
const SIN = Float64Array.from({ length: 360 }, (_, degree) => cosine((degree + 270) % 360));

/** Where a space lies, in cm: x to the right and y up. */
export function point([q, r]: readonly [number, number], spacing: number): [number, number] {
  return [spacing * (q + r / 2), -(spacing * r * SIXTY)];
}

/** By (source, space): xx, xy and yy of the matrix that turns a facing into a field. */
export function fieldTable(
  sources: [number, number][],
  spaces: [number, number][],
  height: number,
  moment: number,
): Float64Array {
  const table = new Float64Array(sources.length * spaces.length * 3);
  const k = SCALE * moment;
  let i = 0;
  for (const [sx, sy] of sources) {
    for (const [x, y] of spaces) {
      const dx = x - sx;
      const dy = y - sy;
      const d2 = dx * dx + dy * dy + height * height;
      const i3 = 1 / (d2 * Math.sqrt(d2));
      const i5 = i3 / d2;
      table[i++] = Math.floor(k * (i3 - 3 * dx * dx * i5) + 0.5);
      table[i++] = Math.floor(k * (-3 * dx * dy * i5) + 0.5);
      table[i++] = Math.floor(k * (i3 - 3 * dy * dy * i5) + 0.5);
    }
  }
  return table;
}

export interface Magnets {
  ring: readonly number[]; // by Faceless: its external space
  facing: readonly number[];
  goat: number; // Billygoat's space
  goatFacing: number;
}

export interface Needle {
  best: number; // the neighbour it points at: 0 to 5, counter-clockwise from the east; -1 for none
  second: number; // another one, if it points between two; else -1
  angle: number | null; // in degrees, counter-clockwise from the east; for drawing only
}

/** TF-03 The ways the Team may go by a needle: where there is no field at all, any of six. TF-130 By its white end, the others. */
export function waysOf({ best, second }: Needle, white = false): number[] {
  if (best < 0) return [0, 1, 2, 3, 4, 5];
  const ways = second < 0 ? [best] : [best, second];
  return white ? ways.map((way) => (way + 3) % 6) : ways;
}

export class Compass {
  readonly ringTable: Float64Array;
  readonly goatTable: Float64Array;
  private readonly count: number;
  private readonly tie: number;

  constructor({ spaces, ring, magnets }: Pick<Duskworld, "spaces" | "ring" | "magnets">) {
    const { spacing, height, faceless, billygoat, tie } = magnets;
    const there = spaces.map((cell) => point(cell, spacing));
    const around = ring.map((cell) => point(cell, spacing));
    this.ringTable = fieldTable(around, there, height, faceless);
    this.goatTable = fieldTable(there, there, height, billygoat);
    this.count = spaces.length;
    this.tie = tie;
  }

  needle(team: number, { ring, facing, goat, goatFacing }: Magnets): Needle {
    let bx = 0;
    let by = 0;
    const add = (table: Float64Array, source: number, degree: number) => {
      const i = (source * this.count + team) * 3;
      const c = COS[degree]!;
      const s = SIN[degree]!;
      bx += table[i]! * c + table[i + 1]! * s;
      by += table[i + 1]! * c + table[i + 2]! * s;
    };
    for (let figure = 0; figure < 3; figure++) {
      if (ring[figure] !== REMOVED) add(this.ringTable, ring[figure]!, facing[figure]!);
    }
    add(this.goatTable, goat, goatFacing);
    const [best, second] = direction(bx, by, this.tie);
    return { best, second, angle: best < 0 ? null : (Math.atan2(by, bx) * 180) / Math.PI };
  }
}

/** The neighbour a field points at, and another one if it points between the two; else -1. Without a field, -1 twice. */
export function direction(bx: number, by: number, tie: number): [number, number] {
  if (bx === 0 && by === 0) return [-1, -1];
  const p1 = 0.5 * bx + SIXTY * by;
  const p2 = -0.5 * bx + SIXTY * by;
  const p = [bx, p1, p2, -bx, -p1, -p2] as const;
  let best = 0;
  for (let k = 1; k < 6; k++) if (p[k]! > p[best]!) best = k;
  const left = (best + 1) % 6;
  const right = (best + 5) % 6;
  const second = p[left]! >= p[right]! ? left : right;
  const lead = p[best]! - p[second]!;
  return lead * lead <= tie * (bx * bx + by * by) ? [best, second] : [best, -1];
}
