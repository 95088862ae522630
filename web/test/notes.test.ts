import { expect, test } from "vitest";
import { placed, type Box } from "../src/table/notes";

const box = (left: number, top: number, width: number, height: number): Box => ({ left, top, width, height });
const ROOM = box(0, 0, 800, 600);
const NOTE = box(0, 0, 200, 80);
const THING = box(390, 290, 20, 20);

test("a note stands above its thing, and below where there is no room above", () => {
  expect(placed(THING, NOTE, ROOM, [])).toEqual({ left: 300, top: 198, side: "above" });
  expect(placed(box(390, 40, 20, 20), NOTE, ROOM, [])).toEqual({ left: 300, top: 72, side: "below" });
});

test("a note goes elsewhere, and near, rather than over what is to be seen", () => {
  expect(placed(THING, NOTE, ROOM, [box(400, 250, 10, 10)]).side).toBe("below");
  const clear = [box(400, 250, 10, 10), box(400, 330, 10, 10)];
  const { left, top, side } = placed(THING, NOTE, ROOM, clear);
  expect(side).toBe("");
  for (const one of clear) expect(left + 200 <= one.left || left >= one.left + 10 || top + 80 <= one.top || top >= one.top + 10).toBe(true);
  expect(Math.hypot(left - 300, top - 260)).toBeLessThan(260);
});

test("where all is to be seen, as little as possible is covered", () => {
  const place = placed(THING, NOTE, ROOM, [box(0, 0, 800, 500)]);
  expect(place.top).toBeGreaterThanOrEqual(492);
});
