/** Where the needle was seen last, before the Fog came down: by what had been told until then. */
import type { Table } from "../../table/table.svelte";
import { groundOf, magnets, OFF } from "./board";
import type { Needle } from "./compass";
import { wayName } from "./faces";
import { isVeiled } from "./parts";

const FELT = /^(team|goat|goat_facing|(ring|facing)\.\d)$/; // the numbers that the needle follows

/** In words, or nothing where the needle is open or was never seen. */
export function seenWay(table: Table): string {
  const needle = seenLast(table);
  if (!needle) return "";
  if (needle.best < 0) return table.say("seen-nowhere");
  const best = wayName(table, needle.best);
  return needle.second < 0 ? best : table.say("seen-between", { one: best, two: wayName(table, needle.second) });
}

export function seenLast(table: Table): Needle | null {
  if (!isVeiled(table)) return null;
  const events = table.log.flatMap(({ event }) => (event?.number === undefined ? [] : [event]));
  const fell = events.findLastIndex(({ number, value }) => number === "fog" && value === 1);
  if (fell < 0) return null;
  const numbers = { ...table.view.numbers };
  for (const name of new Set(events.slice(fell).map(({ number }) => number!))) {
    if (!FELT.test(name)) continue;
    const before = events.slice(0, fell).findLast(({ number }) => number === name)?.value;
    if (before === undefined) return null; // it stood there from the beginning, and nothing told of it
    numbers[name] = before;
  }
  const { team = OFF, goat = OFF } = numbers;
  return team === OFF || goat === OFF || team === goat ? null : groundOf(table).compass.needle(team, magnets({ ...table.view, numbers }));
}
