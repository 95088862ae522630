/** What lies on the map, in words. */
import { cardsAt } from "../../table/follow";
import type { Table } from "../../table/table.svelte";
import { cityOf, tileOf, waysOf } from "./city";
import { adrenaline, guardOn, guardsOf, scenarioOf } from "./escape";
import { costText, face, houseName, number, sectionName, standing, tileName } from "./faces";
import { errand } from "./plan";

function joined(table: Table, parts: string[]): string {
  return parts.filter(Boolean).join(table.word("table", "comma"));
}

export function sectionLabel(table: Table, section: number): string {
  const way = waysOf(table.view).get(section);
  const there = standing(table, section).map((seat) => table.names[seat] ?? "");
  return joined(table, [
    sectionName(table, section),
    way && table.lit.has(`s${section}`) ? table.say("costs-ap", { n: way.ap }) : "",
    there.length ? table.say("stand-here", { names: table.catalogue.join(there) }) : "",
  ]);
}

export function houseLabel(table: Table, square: number): string {
  const tile = cityOf(table).tile[square] ?? 0;
  const found = table.lit.has(`h${square}`) ? errand(table, square) : null;
  return joined(table, [
    houseName(table, number(table, "house", square)),
    [0, 1].some((index) => table.view.numbers[`dynamite.${index}`] === square) ? table.say("has-dynamite") : "",
    tileName(table, tile),
    found ? table.say("raid-for", { n: found.total }) : "",
  ]);
}

export function outpostLabel(table: Table): string {
  const inside = table.names.filter((_, seat) => number(table, "inside", seat));
  return joined(table, [table.say("outpost"), inside.length ? table.say("inside", { names: table.catalogue.join(inside) }) : table.say("nobody-inside")]);
}

export function incidentLabel(table: Table, tile: number): string {
  const [card] = cardsAt(table.view, `tile.${tile}`);
  if (card === undefined) return "";
  return joined(table, [table.say("incident-on", { card: table.card(card), tile: tileName(table, tile) }), table.say("costs", { what: costText(table, face(table, card).cost ?? {}) })]);
}

/** The houses that are raided from a section, by name: 'small house, large house'. */
export function raidedFrom(table: Table, section: number): string {
  const found = cityOf(table).near.flatMap((sections, square) => {
    const size = number(table, "house", square);
    return size && sections.includes(section) && !guardOn(table, square) ? [size] : [];
  });
  const counts = [1, 2, 3].flatMap((size) => {
    const n = found.filter((one) => one === size).length;
    return n ? [table.say("houses-here", { n, house: houseName(table, size) })] : [];
  });
  return counts.join(table.word("table", "comma"));
}

/** How many guards wait on the tiles that one would enter on a way. */
function guardsAhead(table: Table, steps: number[]): number {
  const tiles = new Set(steps.map(tileOf).filter((tile) => tile !== tileOf(number(table, "at", table.me))));
  return guardsOf(table).filter(({ tile }) => tiles.has(tile)).length;
}

/** RT-103, RT-106 What stands in red before one enters a tile where the tenth adrenaline waits. */
export function lastStep(table: Table, steps: number[]): string {
  const out = scenarioOf(table)?.out ?? 0;
  return guardsAhead(table, steps) && adrenaline(table, table.me) + 1 >= out ? table.say("guards-end", { n: out }) : "";
}

/** What one meets on a way: incidents that lie there, and tiles that turn one up. */
export function wayText(table: Table, steps: number[], from: number): string {
  const tiles = [...new Set(steps.map(tileOf))].filter((tile) => tile !== tileOf(from));
  const lying = tiles.flatMap((tile) => cardsAt(table.view, `tile.${tile}`)).map((card) => table.card(card));
  const fresh = tiles.filter((tile) => !cardsAt(table.view, `tile.${tile}`).length).length;
  if (scenarioOf(table)) {
    const n = guardsAhead(table, steps);
    const before = adrenaline(table, table.me);
    return n ? table.say("guards-wait", { n, before, after: before + 1 }) : "";
  }
  return [lying.length ? table.say("lying", { cards: table.catalogue.join(lying) }) : "", fresh ? table.say("turns-up", { n: fresh }) : ""]
    .filter(Boolean)
    .join(table.catalogue.gap);
}
