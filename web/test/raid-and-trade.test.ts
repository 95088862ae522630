import { describe, expect, it } from "vitest";
import { besideAll, decorPath, placed, turned, wayPoints, type City, type Laid, type Printed } from "../src/games/raid-and-trade/city";
import { read, written } from "../src/games/raid-and-trade/desk.svelte";
import { shares } from "../src/games/raid-and-trade/escape";
import { characterText, itemsOfCharacter } from "../src/games/raid-and-trade/faces";
import { odds, raidDie, stands } from "../src/games/raid-and-trade/fight";
import { isTurn } from "../src/games/raid-and-trade/plan";
import { leftOf } from "../src/games/raid-and-trade/ribbon";
import { blast, haul, moreTokens, outpostPrice } from "../src/games/raid-and-trade/sums";
import { Choices } from "../src/table/choices";
import type { Table } from "../src/table/table.svelte";

const section = (exits: string[], stand: [number, number]) => ({ id: "", name: "", exits, elevated: false, roads: [], areas: [], stand });

describe("the city as it lies", () => {
  it("turns clockwise, and four turns are none", () => {
    expect(turned([500, 0], 1)).toEqual([1000, 500]); // north becomes east
    expect(turned([500, 0], 2)).toEqual([500, 1000]);
    expect(turned([120, 340], 4)).toEqual([120, 340]);
  });

  it("puts a point of a turned tile where it lies", () => {
    const laid = { x: 207, y: 3, turns: 1 } as Laid;
    expect(placed(laid, [0, 500])).toEqual({ x: 207 + 100, y: 3 }); // west becomes north
  });

  it("draws rectangles, circles and polygons by how many numbers there are", () => {
    expect(decorPath([["ruin", 0, 0, 100, 50]], ["ruin"])).toBe("M0 0h20v10h-20Z");
    expect(decorPath([["rock", 500, 500, 50]], ["rock"])).toBe("M90 100a10 10 0 1 0 20 0a10 10 0 1 0 -20 0Z");
    expect(decorPath([["water", 0, 0, 100, 0, 100, 100]], ["water"])).toBe("M0 0L20 0L20 20Z");
    expect(decorPath([["water", 0, 0, 100, 0, 100, 100]], ["ruin"])).toBe("");
  });

  it("puts what a way costs beside figures, and on no house", () => {
    const tile = { sections: [section([], [500, 500])], links: [], squares: [{ square: 0, at: [590, 400], from: [0] }], decor: [], id: "", name: "", role: "" };
    const stand = { x: 100, y: 100 };
    const city = { laid: [{ number: 0, tile, row: 0, column: 0, turns: 0, x: 0, y: 0 }], sections: new Map([[0, stand]]), squares: [{ x: 118, y: 80 }] } as unknown as City;
    const at = besideAll(city, stand, [stand]);
    expect(Math.hypot(at.x - 118, at.y - 80)).toBeGreaterThan(17 + 10);
    expect(Math.hypot(at.x - 100, at.y - 100)).toBeGreaterThan(12 + 10);
  });

  it("leads a way through the border between two tiles", () => {
    const tiles = [
      { sections: [section(["E"], [500, 500])], links: [], squares: [], decor: [], id: "", name: "", role: "" },
      { sections: [section(["N"], [500, 500])], links: [], squares: [], decor: [], id: "", name: "", role: "" },
    ];
    const laid = [
      { number: 0, tile: tiles[0], row: 0, column: 0, turns: 0, x: 3, y: 3 },
      { number: 1, tile: tiles[1], row: 0, column: 1, turns: 3, x: 207, y: 3 }, // its north looks west
    ];
    const city = { laid, sections: new Map([[0, { x: 103, y: 103 }], [4, { x: 307, y: 103 }]]) } as unknown as City;
    const way = wayPoints(city, { tiles } as unknown as Printed, 0, [4]);
    expect(way).toEqual([{ x: 103, y: 103 }, { x: 203, y: 103 }, { x: 307, y: 103 }]);
  });
});

describe("terms of an offer", () => {
  it("are written as they are read", () => {
    expect(written({ give: [0, 0, 72], take: [5] })).toBe("swap 3 0 0 72 5");
    expect(read("swap 3 0 0 72 5")).toEqual({ give: [0, 0, 72], take: [5] });
    expect(read(written({ give: [], take: [7, 7] }))).toEqual({ give: [], take: [7, 7] });
  });
});

describe("a fight", () => {
  const cards = [
    { name: "Carter", deck: "character", die: [["win", "shield"], ["hit", "shield"], ["hit", "shield"], ["hit", "nothing"], ["ap", "ap"], ["nothing", "nothing"]] },
    { name: "Zoey", deck: "character", die: [["hit", "shield"], ["hit", "shield"], ["skill", "shield"], ["craft", "craft"], ["steal", "ap"], ["nothing", "nothing"]] },
  ];
  const table = { cards, view: { places: { "character.0": [0], "character.1": [1] }, numbers: {} } } as unknown as Table;

  it("is won so often in 36", () => {
    expect(odds(table, 0, 1, false)).toBe(24); // four of six
    expect(odds(table, 0, 1, true)).toBe(15); // an auto win always, three hits against three shields
  });

  it("stands as the dice lie", () => {
    const duel = (dice: [number, number]) => ({ attacker: 0, defender: 1, step: "again" as const, dice });
    expect(stands(table, duel([0, 0]))).toBe("won"); // an auto win against a shield
    expect(stands(table, duel([1, 0]))).toBe("lost"); // a hit against a shield
    expect(stands(table, duel([1, 3]))).toBe("won");
    expect(stands(table, duel([1, -1]))).toBe("won"); // nobody defends
    expect(stands(table, duel([-1, -1]))).toBe("");
  });
});

describe("what a raid draws", () => {
  const cards = [
    { name: "Shelves", deck: "raid", low: 2, high: 4 },
    { name: "Family", deck: "raid", low: 4, high: 4, blacklist: 1 },
  ];
  const table = (numbers: Record<string, number>, event: Record<string, number> = {}, raid = 0) =>
    ({ cards, names: ["Ada", "Bo"], board: { supply: { scrap: 6, food: 4 } }, view: { places: { raid_card: [raid] }, numbers, outlook: { event } } }) as unknown as Table;

  it("is what is printed, and what the round and cards add", () => {
    expect(haul(table({}), 0, false)).toBe(2);
    expect(haul(table({}, { raid_draw: 1 }), 0, true)).toBe(5);
    expect(haul(table({ bonus: 2 }, { raid_draw: 1 }), 0, false)).toBe(5);
    expect(moreTokens(table({ bonus: 2 }, { raid_draw: 1 }))).toBe(3);
  });
  it("is never more than nobody holds", () => {
    expect(haul(table({ "scrap.0": 5, "food.1": 2 }, { raid_draw: 1 }), 0, true)).toBe(3);
  });
  it("leaves what lies under guards where it is", () => {
    const fleeing = table({ "guard.0": 0, "under_scrap.0": 6, "food.1": 2 });
    Object.assign(fleeing.board, { escape: {}, tiles: [] });
    expect(haul(fleeing, 0, true)).toBe(2);
  });
  it("is rolled for only where no Blacklist is printed", () => {
    expect(raidDie(table({ "die.0": 0 }))).toBe(0);
    expect(raidDie(table({ "die.0": -1 }))).toBe(-1);
    expect(raidDie(table({ "die.0": 1 }, {}, 1))).toBe(-1);
  });
});

describe("prices at the Outpost", () => {
  const table = (numbers: Record<string, number>, event: Record<string, number>, training = 6) =>
    ({ names: [], board: { costs: { enter: 5, disc: 8, training } }, view: { places: {}, numbers, outlook: { event } } }) as unknown as Table;

  it("are as printed, and what event and cards make of them", () => {
    expect(outpostPrice(table({}, {}), "disc")).toBe(8);
    expect(outpostPrice(table({}, { training: 4 }), "training")).toBe(4);
    expect(outpostPrice(table({}, { training: 4 }, 8), "training")).toBe(6); // two less than agreed
    expect(outpostPrice(table({ outpost_off: 2 }, {}), "enter")).toBe(3);
    expect(outpostPrice(table({ outpost_off: 9 }, {}), "disc")).toBe(0);
  });
});

describe("what is left of a turn", () => {
  const turn = (moved: number, acted: number, ap: number, moves: string[]) => ({ me: 0, deciding: true, view: { numbers: { moved, acted, "ap.0": ap } }, choices: new Choices(moves) }) as unknown as Table;
  const left = (moved: number, acted: number) => leftOf(turn(moved, acted, 5, ["cross 1", "end", "pass"]));

  it("is both, one or none; a walk that was begun may go on", () => {
    expect([left(0, 0), left(1, 0), left(2, 0), left(1, 1), left(2, 1)]).toEqual(["both", "both", "action", "move", "none"]);
  });

  it("is claims alone where no AP are left for anything else (RT-23, RT-28)", () => {
    expect(leftOf(turn(0, 0, 0, ["use 170", "claim", "pass"]))).toBe("claims");
    expect(leftOf(turn(1, 0, 0, ["craft 21", "pass"]))).toBe("both"); // a craft that costs none
    expect(leftOf(turn(0, 0, 1, ["end", "pass"]))).toBe("both");
  });
});

describe("a character", () => {
  const cards = [
    { name: "Jake", deck: "character", character: "jake", role: "mechanic", power: "none", die: [["hit", "shield"], ["hit", "nothing"], ["nothing", "ap"]] },
    { name: "Rope", deck: "item", owner: "jake", sp: 1 },
    { name: "Badge", deck: "item", owner: "carter", sp: 4 },
    { name: "Cabin", deck: "item", owner: "jake", sp: 3 },
  ];
  const table = {
    cards,
    card: (card: number) => cards[card]!.name,
    word: (_: string, key: string) => (key === "comma" ? ", " : key),
    say: (key: string, fields: Record<string, string> = {}) => [key, ...Object.values(fields)].join(" "),
    catalogue: { stop: ". ", gap: " " },
  } as unknown as Table;

  it("brings its own items, the most points first", () => {
    expect(itemsOfCharacter(table, 0)).toEqual([3, 1]);
  });
  it("is told with both halves of its die and all items", () => {
    const told = characterText(table, 0);
    expect(told).toContain("times 2 hit");
    expect(told).toContain("times 1 shield, times 1 ap");
    expect(told).toContain("worth Cabin 3, worth Rope 1");
  });
});

describe("what is given for the helicopter", () => {
  const table = (...moves: string[]) => ({ deciding: true, asked: "Flee", choices: new Choices(moves) }) as unknown as Table;
  const many = ["give 2", ...Array.from({ length: 12 }, (_, i) => `give_sp ${i + 1}`), "pass"];

  it("is part of a turn, also without AP", () => {
    expect(isTurn(table(...many))).toBe(true);
    expect(isTurn({ ...table("pass", "use 7"), asked: "AfterRoll" } as Table)).toBe(false);
  });
  it("is a token at a time, and few sums of SP", () => {
    expect(shares(table(...many)).map(({ move }) => move)).toEqual(["give 2", "give_sp 1", "give_sp 2", "give_sp 5", "give_sp 12"]);
  });
});

describe("dynamite on a house", () => {
  const table = (power: string, at: number) =>
    ({ me: 0, cards: [{ name: "One", deck: "character", power }], board: { costs: { blast: { yellow: 4 } } }, view: { places: { "character.0": [0] }, numbers: { "house.7": 2, "dynamite.1": at } } }) as unknown as Table;

  it("takes AP from who raids it, but for Cora", () => {
    expect(blast(table("none", 7), 7)).toBe(4);
    expect(blast(table("none", 6), 7)).toBe(0);
    expect(blast(table("detonation", 7), 7)).toBe(0);
  });
});
