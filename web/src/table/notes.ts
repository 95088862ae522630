/** Where a note may stand: near its thing, and never over what is to be kept in sight. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Place {
  left: number;
  top: number;
  side: "above" | "below" | ""; // of its thing, or neither
}

const GAP = 12; // pixels between a note and its thing, and the edge of the window
const STEP = 24; // pixels between two places that are tried

export function placed(thing: Box, note: Box, room: Box, clear: Box[]): Place {
  const middle = within(thing.left + (thing.width - note.width) / 2, room.left + GAP, room.left + room.width - note.width - GAP);
  const beside: Place[] = [
    { left: middle, top: thing.top - note.height - GAP, side: "above" },
    { left: middle, top: thing.top + thing.height + GAP, side: "below" },
  ];
  const fits = beside.filter(({ top }) => top >= room.top + GAP && top + note.height <= room.top + room.height - GAP);
  const all = [...fits, ...around(thing, note, room)];
  let best = all[0] ?? { left: middle, top: room.top + GAP, side: "" as const };
  let least = Infinity;
  for (const place of all) {
    const covered = clear.reduce((sum, box) => sum + overlap({ ...note, ...place }, box), 0);
    if (covered < least) [best, least] = [place, covered];
    if (!least) break;
  }
  return best;
}

/** Places all over the room, the nearest to the thing first. */
function around(thing: Box, note: Box, room: Box): Place[] {
  const found: (Place & { far: number })[] = [];
  const right = room.left + room.width - note.width - GAP;
  const bottom = room.top + room.height - note.height - GAP;
  for (let top = room.top + GAP; top <= bottom; top += STEP) {
    for (let left = Math.min(room.left + GAP, right); left <= right; left += STEP) {
      const place = { left, top, side: "" as const };
      if (overlap({ ...note, ...place }, thing)) continue;
      const x = left + note.width / 2 - thing.left - thing.width / 2;
      const y = top + note.height / 2 - thing.top - thing.height / 2;
      found.push({ ...place, far: Math.hypot(x, y) });
    }
  }
  return found.sort((a, b) => a.far - b.far);
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const high = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}
