/** Raid & Trade at the table. */
import type { GameModule, Phase } from "../../table/game";
import type { Table } from "../../table/table.svelte";
import { MARK_ART } from "./art";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import Close from "./Close.svelte";
import { printed } from "./city";
import { thingsText, weigh } from "./deal";
import { recalled, said, shows } from "./shown";
import { counter, deskOf, modeOf, read, turnTo, type Action } from "./desk.svelte";
import { isBuilding, turn as turnTile } from "./build.svelte";
import { isOut, scenarioOf, stages } from "./escape";
import { characterOf, number, sectionName, squareName, tileName } from "./faces";
import { duel, type Step } from "./fight";
import Hand from "./Hand.svelte";
import Mat from "./Mat.svelte";
import Open from "./Open.svelte";
import { lit, point, wonder } from "./plan";
import Plan from "./Plan.svelte";
import Result from "./Result.svelte";
import { ribbon } from "./ribbon";
import Spot from "./Spot.svelte";
import { folds } from "./story";
import { tell } from "./tales";
import Terms from "./Terms.svelte";
import "./city.css";
import "./seats.css";
import "./plan.css";
import "./tray.css";
import "./deal.css";
import "./fight.css";
import "./narrow.css";
import "./variants.css";

/** Questions before and at the start of a round. */
const SET_UP = new Set(["PickCharacter", "EnterAges", "PickKit", "ChooseSite"]);
const FIGHT_STEPS = ["declared", "defend", "again", "spoils"] as const;

function phases(table: Table): Phase[] {
  const fight = duel(table);
  if (fight) {
    const step = fight.step === "paid" ? "defend" : fight.step === "yield" || fight.step === "tokens" ? "spoils" : fight.step;
    const now = FIGHT_STEPS.indexOf(step);
    return FIGHT_STEPS.map((name, i) => ({ label: table.say(`step.${name}`), state: i < now ? "done" : i === now ? "now" : "next" }));
  }
  if (isBuilding(table)) return ["step.tiles", "step.set-up", "step.turns"].map((name, i) => ({ label: table.say(name), state: i ? "next" : "now" }));
  if (scenarioOf(table)) {
    const burning = stages(table).find(({ state }) => state === "burning");
    const fire = burning ? table.say("fire-on", { tile: burning.name }) : table.say("step.end");
    const at = table.over ? 3 : SET_UP.has(table.asked) ? 0 : 1;
    return [table.say("step.set-up"), table.say("step.turns"), fire].map((label, i) => ({ label, state: i < at ? "done" : i === at ? "now" : "next" }));
  }
  const now = table.over ? 3 : SET_UP.has(table.asked) ? 0 : table.asked === "ChooseEvent" ? 1 : 2;
  return ["step.set-up", "step.event", "step.turns"].map((name, i) => ({ label: table.say(name), state: i < now ? "done" : i === now ? "now" : "next" }));
}

/** What the one who is attacked is about. */
function defending(table: Table, step: Step): string {
  if (step === "defend") return table.say("is-asked-defend");
  return step === "yield" || step === "spoils" ? table.say("has-lost") : table.say("is-attacked");
}

function note(table: Table, seat: number): string {
  const character = characterOf(table, seat);
  const name = character < 0 ? "" : table.card(character);
  const fight = duel(table);
  let said = "";
  if (isOut(table, seat)) said = table.say("is-out");
  else if (number(table, "flown", seat)) said = table.say("flies");
  else if (fight?.attacker === seat) said = table.say("is-attacking");
  else if (fight?.defender === seat) said = defending(table, fight.step);
  else if (table.offers.some(({ to }) => to.includes(seat))) said = table.say("is-asked-trade");
  else if (number(table, "inside", seat)) said = table.say("is-inside");
  else if (number(table, "passed", seat)) said = table.say("has-passed");
  return [name, said].filter(Boolean).join(" · ");
}

const NAMED: Record<string, (table: Table, number: number) => string> = { section: sectionName, square: squareName, tile: tileName };

const KEYS: Record<string, Action> = { a: "raid", f: "fight", c: "craft", o: "trade", m: "market", w: "outpost", q: "quest", h: "give" };

/** Keys that turn to an action, and that leave one. */
function key(table: Table, event: KeyboardEvent): boolean {
  const mode = modeOf(table);
  if (event.key === "Escape" && (mode || deskOf(table).goal) && !table.spot && !table.marked.length) return turnTo(table, ""), true;
  if (isBuilding(table) && table.deciding && (event.key === "q" || event.key === "e")) return turnTile(table, event.key === "q" ? -1 : 1), true;
  const wanted = KEYS[event.key];
  if (!wanted || event.shiftKey) return false;
  const button = table.motion.root?.querySelector<HTMLButtonElement>(`.act[data-spot="${wanted}"]`);
  if (!button) return false;
  button.focus();
  button.click();
  return true;
}

/** SP of all after each round. */
function progress(table: Table): { title: string; series: number[][] } | null {
  const series = table.names.map((): number[] => []);
  const now = table.names.map(() => 0);
  const put = () => series.forEach((line, seat) => line.push(now[seat]!));
  for (const { event } of table.log) {
    if (event?.kind === "round" && (event.value ?? 0) > 1) put();
    const seat = event?.number?.startsWith("sp.") ? Number(event.number.slice(3)) : -1;
    if (seat >= 0) now[seat] = event?.value ?? 0;
  }
  put();
  return series[0]!.length > 1 ? { title: table.say("chart"), series } : null;
}

const module: GameModule = {
  ordered: new Set(),
  Board,
  Hand,
  Mat,
  Close,
  Spot,
  Open,
  Badge,
  Plan,
  urgent: (table) => duel(table) !== null,
  planned: (table) => (duel(table) ? table.say("fight") : table.say("plan")),
  Terms,
  termsText: (table, { terms }) => {
    const { give, take } = read(terms);
    return table.say("swap", { give: thingsText(table, give) || table.say("nothing"), take: thingsText(table, take) || table.say("nothing") });
  },
  counter,
  weigh,
  Result,
  phases,
  subtitle(table) {
    const round = number(table, "round");
    if (scenarioOf(table)) return table.say("escape-round", { n: Math.max(1, round), all: stages(table).length });
    return round ? table.say("round", { n: round, all: printed(table).round_limit }) : table.say("step.set-up");
  },
  loser: (table) => (scenarioOf(table) ? table.say("lost-it") : undefined),
  stats: () => [],
  first: (table) => number(table, "start"),
  note,
  ribbon,
  lit,
  recalled,
  said,
  shows,
  point,
  wonder,
  tell,
  key,
  keys: (table) => [
    isBuilding(table) ? ["Q E", table.say("keys.turn")] : ["A F C O M W Q H", table.say("keys.actions")],
    ["Esc", table.say("keys.back")],
  ],
  dwells: new Set(["roll_raid", "sure"]),
  pauses: (events) => events.some(({ kind }) => kind === "turn_up"),
  manner: (kind) => (["turn_up", "raid_card", "new_event", "new_quest", "draw_incident"].includes(kind) ? "flip" : "slide"),
  named: (table, kind, number) => (table.options.side === "wasteland" ? NAMED[kind]?.(table, number) : undefined), // the catalogue knows the city side
  headings: new Set(["round", "turn"]),
  folds,
  progress,
  marks: MARK_ART,
  section: (_, { numbers: { round = 0 } }) => String(Math.max(1, round)),
};

export default module;
