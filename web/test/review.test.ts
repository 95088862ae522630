/** How the curve of a review is read and drawn. */
import { describe, expect, it } from "vitest";
import { apart, beside, isShared, lined, loss, nearest, opening, percents, positionAt, series, shareAt, shownOf, stacked, x, y, type Frame, type Review } from "../src/hall/review";

const frame: Frame = { wide: 300, high: 200, left: 50, right: 50, top: 10, bottom: 30 };
const review: Review = {
  review: "r",
  state: "working",
  done: 1,
  total: 2,
  together: false,
  positions: [0, 10, 40],
  chances: [[0.5, 0.5], [0.25, 0.75], [0, 1]],
  turnings: [],
  sums: [],
  luck: [],
  leaps: [],
};

describe("a curve", () => {
  it("has a line for each seat, and one where all win together", () => {
    expect(series(review)).toEqual([[0.5, 0.25, 0], [0.5, 0.75, 1]]);
    expect(series({ ...review, together: true })).toHaveLength(1);
    expect(series({ ...review, positions: [], chances: [] })).toEqual([]);
  });

  it("is drawn within its frame, and read from where one points", () => {
    expect([x(frame, 0, 40), x(frame, 40, 40)]).toEqual([50, 250]);
    expect([y(frame, 1), y(frame, 0)]).toEqual([10, 170]);
    for (const at of [0, 13, 40]) expect(positionAt(frame, x(frame, at, 40), 40)).toBe(at);
    expect([positionAt(frame, -20, 40), positionAt(frame, 999, 40)]).toEqual([0, 40]);
  });

  it("tells chances in percent that add up to a hundred", () => {
    expect(percents([0.325, 0.675])).toEqual([33, 67]);
    expect(percents([0.175, 0.825])).toEqual([18, 82]);
    expect(percents([0.333, 0.333, 0.333])).toEqual([34, 33, 33]);
    expect(percents([0.005, 0.495, 0.5])).toEqual([1, 49, 50]);
    expect(percents([0, 1])).toEqual([0, 100]);
    expect(percents([0.325])).toEqual([33]);
    expect(percents([0.6, 0.6])).toEqual([60, 60]);
    for (let share = 0; share <= 1000; share += 1) {
      const [one = 0, other = 0] = percents([share / 1000, 1 - share / 1000]);
      expect(one + other).toBe(100);
      expect(Math.abs(one - share / 10)).toBeLessThan(0.51);
    }
  });

  it("knows the moment next to a position", () => {
    expect([0, 4, 6, 26, 90].map((at) => review.positions[nearest(review.positions, at)])).toEqual([0, 0, 10, 40, 40]);
    expect(nearest([], 3)).toBe(-1);
  });

  it("tells between two known moments what is drawn there, and beyond the last what is known", () => {
    const first = series(review)[0]!;
    expect([0, 5, 10, 25, 40].map((at) => shareAt(review.positions, first, at))).toEqual([0.5, 0.375, 0.25, 0.125, 0]);
    expect(shareAt([0, 10], [0.5, 0.25], 40)).toBe(0.25);
    expect(shareAt([], [], 3)).toBe(0);
  });
  it("knows where one win is shared, and so what an even game is", () => {
    expect(review.chances.every(isShared)).toBe(true);
    expect(isShared([0.9, 0.8, 0.7])).toBe(false); // several may escape
  });
  it("puts words beside their point: neither out of the drawing nor under a mark", () => {
    expect(beside(frame, { x: 100, y: 80 }, 60, [])).toEqual({ x: 110, y: 72, anchor: "start" });
    expect(beside(frame, { x: 100, y: 80 }, 60, [{ x: 130, y: 70 }])).toEqual({ x: 110, y: 98, anchor: "start" });
    expect(beside(frame, { x: 240, y: 80 }, 60, [])).toEqual({ x: 230, y: 98, anchor: "end" });
    expect(beside(frame, { x: 240, y: 170 }, 60, [])).toEqual({ x: 230, y: 162, anchor: "end" }); // not upon what stands below
    expect(beside(frame, { x: 240, y: 170 }, 60, [{ x: 220, y: 160 }])).toEqual({ x: 230, y: 162, anchor: "end" });
  });
  it("breaks names between words, and cuts only what is too long for a line", () => {
    expect(lined("Abbot Hush", 11)).toEqual(["Abbot Hush"]);
    expect(lined("The Clockmaker", 11)).toEqual(["The", "Clockmaker"]);
    expect(lined("苔ばあさん", 11)).toEqual(["苔ばあさん"]);
    expect(lined("Bartholomew-Maximilian", 11)).toEqual(["Bartholome…"]);
  });
  it("moves names apart that would lie upon each other, and keeps them in", () => {
    expect(apart([10, 12, 80], 18, 100)).toEqual([10, 28, 80]);
    expect(apart([96, 95, 97], 18, 100)).toEqual([82, 64, 100]);
  });

  it("stacks marks that would lie upon each other, within the drawing", () => {
    const near = [{ x: 50, y: 60 }, { x: 55, y: 62 }, { x: 58, y: 60 }, { x: 200, y: 60 }];
    const placed = stacked(near, 26, 10);
    placed.forEach((one, n) => placed.slice(0, n).forEach((other) => expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThanOrEqual(26)));
    expect([placed[0], placed[3]]).toEqual([near[0], near[3]]);
    expect(stacked([{ x: 50, y: 12 }, { x: 50, y: 12 }], 26, 10)[1]).toEqual({ x: 50, y: 38 });
  });

  it("lists one's own turning points, with the numbers they have among all", () => {
    const of = (position: number, seat: number) => ({ position, seat, played: "pass", better: "done", chance: 0.3, better_chance: 0.4, why: [], also: [] });
    const all = [of(3, 1), of(7, 0), of(9, 1)];
    const isMine = ({ seat }: { seat: number }) => seat === 1;
    expect(shownOf(all, isMine, true).map(({ number }) => number)).toEqual([1, 3]);
    expect(shownOf(all, isMine, false)).toHaveLength(3);
    expect(shownOf(all, () => false, true)).toHaveLength(3);
  });

  it("opens past the set-up, where there is a board", () => {
    expect(opening([{ at: 0 }, { at: 14 }, { at: 30 }])).toBe(14);
    expect(opening([{ at: 3 }])).toBe(3);
    expect(opening([])).toBe(0);
  });

  it("counts a loss in points of a hundred, and at least one", () => {
    const turning = { position: 3, seat: 0, played: "pass", better: "done", chance: 0.31, better_chance: 0.44, why: [], also: [] };
    expect(loss(turning)).toBe(13);
    expect(loss({ ...turning, better_chance: 0.312 })).toBe(1);
  });
});
