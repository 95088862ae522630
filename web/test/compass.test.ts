import { expect, it } from "vitest";
import { Ground, type Duskworld } from "../src/games/the-faceless/board";
import { waysOf } from "../src/games/the-faceless/compass";
import { told } from "./told";

// The generator and the hashes of tests/games/the_faceless/test_compass.py.
const RING_TABLE = "81d1a45ebfe325efec8ce9afa19a66cd40cdeb635c95d8f45fcb4f3a87d334b8";
const GOAT_TABLE = "7757b9f583a2863527fd732b8f8849e494d3dfbe67f34de0a5041a50c0cdad3a";
const COUNT = 200_000;
const NEEDLES = "53b607fda3e96b834ef30c1143c3b7ba4b0ce2e8798676203e5abc315b3424ce";
const FIRST = [16, 40, 32, 16, 16, 0, 0, 40, 40, 40, 40, 32, 8, 8, 8, 8, 40, 8, 2, 2];
const PLACES = 18;

const printed = told.games.find(({ frames }) => frames.game === "the-faceless")!.frames.board as unknown as Duskworld;
const ground = new Ground(printed);

let number = 1;
function below(n: number): number {
  number = (Math.imul(number, 1664525) + 1013904223) >>> 0;
  return Math.floor((number / 2 ** 32) * n);
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function asInts(table: Float64Array): Uint8Array<ArrayBuffer> {
  const bytes = new DataView(new ArrayBuffer(table.length * 4));
  table.forEach((value, i) => bytes.setInt32(i * 4, value, true));
  return new Uint8Array(bytes.buffer);
}

it("the tables are the engine's, bit for bit", async () => {
  expect(await sha256(asInts(ground.compass.ringTable))).toBe(RING_TABLE);
  expect(await sha256(asInts(ground.compass.goatTable))).toBe(GOAT_TABLE);
});

it("200,000 needles are the engine's", async () => {
  const bytes = new Uint8Array(COUNT);
  for (let i = 0; i < COUNT; i++) {
    const team = below(91);
    let goat = below(91);
    while (goat === team) goat = below(91);
    const ring: number[] = [];
    const facing: number[] = [];
    for (let figure = 0; figure < 3; figure++) {
      const close = (place: number) =>
        place < PLACES && ring.some((other) => other >= 0 && [0, 1, PLACES - 1].includes((place - other + PLACES) % PLACES));
      let place = below(PLACES + 1);
      while (close(place)) place = below(PLACES + 1);
      ring.push(place < PLACES ? place : -1);
      facing.push(below(360));
    }
    const { best, second } = ground.compass.needle(team, { ring, facing, goat, goatFacing: below(360) });
    bytes[i] = 8 * best + second + 1;
  }
  expect([...bytes.slice(0, FIRST.length)]).toEqual(FIRST);
  expect(await sha256(bytes)).toBe(NEEDLES);
});

it("without any field the needle points nowhere, and the Team may go any way", () => {
  const none = new Ground({ ...printed, magnets: { ...printed.magnets, faceless: 0, billygoat: 0 } });
  const needle = none.compass.needle(0, { ring: [0, 6, 12], facing: [0, 45, 90], goat: 40, goatFacing: 180 });
  expect(needle).toEqual({ best: -1, second: -1, angle: null });
  expect(waysOf(needle)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(waysOf({ best: 2, second: -1, angle: 120 })).toEqual([2]);
  expect(waysOf({ best: 2, second: 1, angle: 91 })).toEqual([2, 1]);
});
