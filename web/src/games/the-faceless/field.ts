/** The field of the magnets as lines one could trace with iron filings; for the eye only. */
import { OFF, type Ground, type Point } from "./board";
import type { Magnets } from "./compass";

const STEP = 4; // units of the drawing
const LONGEST = 60; // steps of one line, either way
const SHORTEST = 6; // points of a line worth drawing
const APART = 13; // units between two lines
const UNITS = 10; // of the drawing in a centimetre

interface Source extends Point {
  angle: number;
  moment: number;
}

/** Paths of an SVG. */
export function streamlines(ground: Ground, magnets: Magnets): string[] {
  const { faceless, billygoat, height } = ground.printed.magnets;
  const sources: Source[] = [];
  magnets.ring.forEach((place, figure) => {
    if (place !== OFF) sources.push({ ...ground.ringAt[place]!, angle: radians(magnets.facing[figure]!), moment: faceless });
  });
  if (magnets.goat !== OFF) sources.push({ ...ground.at[magnets.goat]!, angle: radians(magnets.goatFacing), moment: billygoat });
  const deep = (height * UNITS) ** 2;
  const field = ({ x, y }: Point): Point => {
    let fx = 0;
    let fy = 0;
    for (const { x: sx, y: sy, angle, moment } of sources) {
      const dx = x - sx;
      const dy = y - sy;
      const d2 = dx * dx + dy * dy + deep;
      const [mx, my] = [Math.cos(angle) * moment, -Math.sin(angle) * moment];
      const along = (3 * (mx * dx + my * dy)) / d2;
      const weight = d2 ** -1.5;
      fx += (mx - along * dx) * weight;
      fy += (my - along * dy) * weight;
    }
    return { x: fx, y: fy };
  };
  // Lines begin at the spaces and keep a distance, so that they cover the board evenly.
  const taken = new Map<string, number>();
  const lines: string[] = [];
  for (const start of [...ground.ringAt, ...ground.at]) {
    if (taken.has(cell(start))) continue;
    const number = lines.length;
    const back = trace(ground, start, -1, field, taken, number);
    const points = [...back.reverse(), start, ...trace(ground, start, 1, field, taken, number)];
    if (points.length >= SHORTEST) lines.push(`M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`);
  }
  return lines;
}

function cell({ x, y }: Point): string {
  return `${Math.round(x / APART)} ${Math.round(y / APART)}`;
}

/** Follow the field until the line leaves the drawing, comes to a magnet or near another line. */
function trace(
  { box }: Ground,
  start: Point,
  sign: number,
  field: (point: Point) => Point,
  taken: Map<string, number>,
  number: number,
): Point[] {
  let at = start;
  const points: Point[] = [];
  taken.set(cell(at), number);
  for (let step = 0; step < LONGEST; step++) {
    const first = unit(field(at), sign);
    const half = { x: at.x + (first.x * STEP) / 2, y: at.y + (first.y * STEP) / 2 };
    const middle = unit(field(half), sign);
    at = { x: at.x + middle.x * STEP, y: at.y + middle.y * STEP };
    if (at.x < box.x || at.y < box.y || at.x > box.x + box.wide || at.y > box.y + box.high) break;
    if ((taken.get(cell(at)) ?? number) !== number) break;
    taken.set(cell(at), number);
    points.push(at);
  }
  return points;
}

function unit({ x, y }: Point, sign: number): Point {
  const length = Math.hypot(x, y) || 1;
  return { x: (sign * x) / length, y: (sign * y) / length };
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

