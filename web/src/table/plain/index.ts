/** The plain page: any game, from its places, numbers, questions, moves and sentences alone. */
import abacus from "icon:abacus";
import stack from "icon:stack";
import { tongue } from "../../words/tongue.svelte";
import { plain } from "../catalogue";
import { countAt } from "../follow";
import { waiting, type Act, type GameModule, type Ribbon, type Stat, type Tale, type Thing } from "../game";
import type { Table } from "../table.svelte";
import { listed, quiet, spotOf, toList } from "./answer";
import Board from "./Board.svelte";
import Close from "./Close.svelte";
import Hand from "./Hand.svelte";
import Mat from "./Mat.svelte";
import "./plain.css";
import { cardsOf, exactly, facts, heaps, kindOf, mark, numbers, readable, seatKinds } from "./reading";
import Result from "./Result.svelte";

const STATS = 2; // of numbers and of places, under the name of a seat

function stats(table: Table, seat: number): Stat[] {
  const counted = numbers(table.view, table.players, seat, table.text).slice(0, STATS);
  const kinds = heaps(table.view, table.owners, seat, table.text).slice(0, STATS);
  return [
    ...counted.map(({ label, value, number }) => ({ icon: abacus, label, value, number })),
    ...kinds.map(({ title, heaps: [heap] }) => ({
      icon: stack,
      label: title,
      value: countAt(table.view, heap!.place),
      places: heap!.place,
    })),
  ];
}

function said(table: Table, move: string): string {
  return plain(table.catalogue.move(move, table.names));
}

/** The answer that is meant: pointed at in the list, the only one there is, or the one of these cards. */
function meant(table: Table): string | undefined {
  const { all } = table.choices;
  if (all.length === 1) return all[0]!.move;
  const chosen = listed(table) ?? (table.marked.length ? exactly(all, table.marked, table.catalogue) : undefined);
  return chosen?.move;
}

function act(table: Table, move: string, otherwise: string): Act {
  return { label: table.catalogue.button(table.asked, move) ?? otherwise, moves: [move] };
}

function ribbon(table: Table): Ribbon {
  const { table: w } = tongue.w;
  if (!table.deciding) {
    const sealed = table.sealed && tongue.w.plain.sealed(said(table, table.sealed.move));
    return waiting(table, sealed ?? "");
  }
  const move = meant(table);
  const kicker = w.yourMove;
  const question = table.word("asks", table.asked);
  const other = table.marked.length ? undefined : quiet(table)?.move;
  const aside = other && { quiet: act(table, other, said(table, other)) };
  if (!move) return { kicker, sentence: question, ...aside };
  const only = table.choices.all.length === 1;
  return { kicker: only ? `${kicker} · ${question}` : kicker, sentence: said(table, move), go: act(table, move, w.ok), ...aside };
}

function lit(table: Table): ReadonlySet<Thing> {
  if (!table.deciding) return new Set();
  const { all } = table.choices;
  const cards: Thing[] = all.flatMap((choice) => cardsOf(choice, table.catalogue));
  return new Set([...cards, ...toList(table).map(({ move }) => spotOf(move))]);
}

function point(table: Table, thing: Thing): void {
  if (typeof thing === "number") {
    table.spot = "";
    table.marked = mark(table.choices.all, table.marked, thing, table.catalogue);
  } else if (table.spot === thing) table.press("go");
  else table.spot = thing;
}

/** The answer one would have meant by this card. */
function wonder(table: Table, thing: Thing): string {
  const choice = table.choices.all.find((one) => cardsOf(one, table.catalogue).length);
  return choice ? `${choice.verb} ${thing}` : String(thing);
}

function tell(table: Table, thing: Thing): Tale | null {
  if (typeof thing !== "number") return null;
  const printed = facts(table.cards[thing], table.catalogue).map(({ label, value, text }) => text || `${label} ${value}`.trim());
  const rule = String(table.cards[thing]?.rule ?? "");
  return printed.length ? { title: table.card(thing), sentence: printed.join(table.catalogue.comma), rule } : null;
}

/** The course of the number of each seat that decides: the one that ends as the scores do. */
function progress(table: Table): { title: string; series: number[][] } | null {
  const { scores } = table.over ?? {};
  const ends = (kind: string) => scores?.every((score, seat) => score[0] === table.view.numbers[`${kind}.${seat}`]);
  const kind = [...seatKinds(table.view, table.players)].find(ends);
  if (!kind) return null;
  const series = table.names.map(() => [0]);
  for (const { event } of table.log) {
    if (!event?.number || kindOf(event.number) !== kind) continue;
    const told = event.number;
    series.forEach((line, seat) => line.push(told === `${kind}.${seat}` ? (event.value ?? 0) : (line.at(-1) ?? 0)));
  }
  return { title: table.text.numbers?.[kind] ?? readable(kind), series };
}

const module: GameModule = {
  ordered: new Set(),
  Board,
  Hand,
  Mat,
  Close,
  Result,
  phases: () => [],
  subtitle: (table) => table.company,
  stats,
  note: () => "",
  ribbon,
  lit,
  point,
  wonder,
  tell,
  manner: () => "slide",
  headings: new Set(["round", "turn"]),
  progress,
  section: (_, { numbers: { round, turn } }) => String(round ?? turn ?? ""),
};

export default module;
