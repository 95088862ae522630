/** Which spots of the board an answer is about. */
import type { Choice } from "../../table/choices";
import type { Table } from "../../table/table.svelte";
import type { View } from "../../table/types";
import { cardsAt } from "../../table/follow";
import { GOAT, groundOf, OFF } from "./board";
import { figureName, obstacleName, spaceName } from "./faces";
import { target } from "./plan";
import { placeOf } from "./trial.svelte";

/** By verb: the letter of the spots that its first number names. */
const SPOTS: Record<string, string> = {
  team: "s",
  goat: "s",
  lead: "s",
  chase: "s",
  put: "x",
  servant: "x",
  turn: "f",
  turn_about: "f",
  draw: "c",
  burn: "c",
  road: "r",
  steps: "n",
  listen: "p",
};

export function shows(table: Table, { verb, about: [first = 0, second = 0] }: Choice): string[] {
  if (verb === "step") return [`spot s${target(table, first).space}`];
  if (verb === "shift") return [`place memory.${first}`, `spot s${second}`];
  if (verb === "peek") return ["spot peek"];
  if (verb === "rest") return ["spot rest"];
  if (verb === "lay") return ["part ghost-rock"];
  if (verb === "put" && placeOf(table, table.askedAbout[1] ?? OFF) === first) return []; // it stays
  return SPOTS[verb] ? [`spot ${SPOTS[verb]}${first}`] : [];
}

/** A Whisper with whose card it is, as hands are open; nothing where that cannot be seen. */
function whispered(table: Table, { verb, about }: Choice, view: View): string | undefined {
  const [card = -1, other = -1] = about;
  const holder = (one: number) => table.names.findIndex((_, seat) => cardsAt(view, `hand.${seat}`).includes(one));
  const given = verb.endsWith("give");
  const seats = [holder(card), given ? other : holder(other)];
  const [from = "", to = ""] = seats.map((seat) => table.names[seat] ?? "");
  if (!from || !to) return undefined;
  const said = given ? table.say("would-give", { card: table.card(card), from, to }) : table.say("would-swap", { card: table.card(card), from, other: table.card(other), to });
  return `${table.button(verb.startsWith("free_") ? "free_give" : "give")}${table.catalogue.colon}${said}`;
}

/** A memory by the space that it lies on: the board shows no numbers. */
function shifted(table: Table, { about: [spot = -1, to = 0] }: Choice, view: View): string | undefined {
  const from = view.numbers[`memory_at.${spot}`];
  return from === undefined ? undefined : table.say("would-shift", { from: spaceName(table, from), to: spaceName(table, to) });
}

const WHISPERS = new Set(["give", "swap", "free_give", "free_swap"]);

/** Where a figure would stand and look: the space is marked, and a dial counts degrees. */
export function said(table: Table, choice: Choice): string | undefined {
  const { verb, about } = choice;
  const [first = 0, degrees] = about;
  if (WHISPERS.has(verb)) return whispered(table, choice, table.view);
  if (verb === "shift") return shifted(table, choice, table.view);
  if (verb === "lay") return table.say("would-lay", { name: obstacleName(table, groundOf(table).printed.obstacles[first] ?? "") });
  if (degrees === undefined) return undefined;
  const way = table.say(`facing.${Math.round(degrees / 45) % 8}`);
  if (verb === "turn") return table.say("would-turn", { name: figureName(table, first), way, degrees });
  const figure = verb === "goat" ? GOAT : verb === "put" ? (table.askedAbout[1] ?? -1) : -1;
  if (figure < 0) return undefined;
  const fields = { name: figureName(table, figure), way, degrees };
  return placeOf(table, figure) === first ? table.say("would-stay", fields) : table.say("would-put", fields);
}

const EIGHTH = 45; // degrees of each direction that has a name

/** An answer of a game that is over, told by directions: they are read off a small board sooner than the name of a space. */
export function recalled(table: Table, choice: Choice, view: View): string | undefined {
  const { verb, about } = choice;
  const [first = 0, degrees = 0] = about;
  if (WHISPERS.has(verb)) return whispered(table, choice, view);
  if (verb === "shift") return shifted(table, choice, view);
  const { at, ringAt, near } = groundOf(table);
  const winds = (degree: number) => table.say(`facing.${Math.round(degree / EIGHTH) % 8}`);
  const step = (from: number | undefined, to: number) => {
    const way = near[from ?? -1]?.indexOf(to) ?? -1;
    return way < 0 ? "" : table.word("way", String(way));
  };
  const side = ({ x, y }: { x: number; y: number }) => winds((Math.atan2(-y, x) * 180) / Math.PI + 360);
  const way = winds(degrees);
  if (verb === "lay") {
    const { placements, obstacles } = groundOf(table).printed;
    const cells = (placements[first]?.[degrees] ?? []).map((space) => at[space]!);
    const middle = cells.reduce((sum, one) => ({ x: sum.x + one.x, y: sum.y + one.y }), { x: 0, y: 0 });
    return table.say("recall-lay", { name: obstacleName(table, obstacles[first] ?? ""), side: side(middle) });
  }
  if (verb === "turn") return table.say("recall-turn", { name: figureName(table, first), way, degrees });
  if (verb === "put") {
    const figure = Number(view.asks.match(/\((?:[^,]*),\s*(\d+)/)?.[1] ?? -1);
    if (figure < 0) return undefined;
    const key = view.numbers[`ring.${figure}`] === first ? "recall-stay" : "recall-put";
    return table.say(key, { name: figureName(table, figure), side: side(ringAt[first]!), way, degrees });
  }
  if (verb === "goat" && about.length > 1) {
    const to = step(view.numbers.goat, first);
    return to ? table.say("recall-goat", { name: figureName(table, GOAT), to, way, degrees }) : undefined;
  }
  if (verb === "team" || verb === "goat") return table.say(`recall-start-${verb}`, { side: side(at[first]!) });
  const to = step(verb === "lead" ? view.numbers.team : view.numbers.goat, first);
  if (verb === "lead" || verb === "chase") return to ? table.say(`recall-${verb}`, { to }) : undefined;
  return undefined;
}
