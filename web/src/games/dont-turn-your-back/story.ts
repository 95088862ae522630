/** What belongs together in the log of Don't Turn Your Back. */
import { runs, type Fold, type Told } from "../../table/folds";
import type { Table } from "../../table/table.svelte";
import { city } from "./faces";

/** Passes in a row, and the clean-up of a turn, with what is shuffled on the way. */
export function folds(table: Table, lines: readonly Told[]): Fold[] {
  const rules = city(table).clean_up ?? [];
  const passed = runs(lines, ({ kind }) => kind === "pass").map(({ from, to }) => {
    const names = lines.slice(from, to + 1).map((event) => table.names[event?.seat ?? 0] ?? "");
    return { from, to, text: table.say("fold-passes", { names: table.catalogue.join(names) }) };
  });
  const cleaned = runs(lines, ({ kind, rule }) => rules.includes(rule) || kind === "reshuffle")
    .filter(({ from, to }) => lines.slice(from, to + 1).some((event) => rules.includes(event?.rule ?? "")))
    .map(({ from, to }) => ({ from, to, text: table.say("fold-clean-up") }));
  return [...passed, ...cleaned].sort((one, two) => one.from - two.from);
}
