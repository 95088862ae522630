/** The Faceless at the table. */
import campfire from "icon:campfire";
import conversation from "icon:conversation";
import footprint from "icon:footprint";
import goatIcon from "icon:goat";
import magnet from "icon:magnet";
import moon from "icon:moon";
import camera from "icon:photo-camera";
import sleepingBag from "icon:sleeping-bag";
import { plain } from "../../table/catalogue";
import { cardsAt, countAt } from "../../table/follow";
import type { Act, GameModule, Phase, Ribbon, Tale, Thing } from "../../table/game";
import type { Table } from "../../table/table.svelte";
import { tongue } from "../../words/tongue.svelte";
import { COLOUR_ART } from "./art";
import Badge from "./Badge.svelte";
import { COLOURS, column, GOAT, groundOf, needleOf, obstacles, OFF } from "./board";
import Board from "./Board.svelte";
import Close from "./Close.svelte";
import "./board.css";
import "./table.css";
import {
  colourOf,
  deckOf,
  effectText,
  event,
  eventLabel,
  figureName,

  meeting,
  obstacleName,
  outlook,
  outsideLabel,

  spaceLabel,
  spaceName,
  wayName,
} from "./faces";
import Hand from "./Hand.svelte";
import Mat from "./Mat.svelte";
import Open from "./Open.svelte";
import { actor, handOf, lit, numberOf, point, suggestion, target, wish, wonder } from "./plan";
import Result from "./Result.svelte";
import Summary from "./Summary.svelte";
import { dialled, feltMagnets, handled, isTried, putBack, trialOf, tried, turnBy, turnTo } from "./trial.svelte";
import { words } from "./words";

type Told = Omit<Ribbon, "kicker">;
/** Questions of the threat phase; a step by the needle belongs to it where no card is being played. */
const THREATS = new Set(["JuliesChance", "Chase", "TurnAbout", "Darken"]);
const WALKS = new Set(["ChangeSteps", "NeedleStep", "FreeStep", "Pay", "TommysChance"]);
const RULES = { space: "TF-01", outside: "TF-21", wall: "TF-42" };
const FINE = 1; // degrees
const COARSE = 15;

function phases(table: Table): Phase[] {
  const w = words();
  const { asked } = table;
  let now = 0;
  if (table.over) now = 3;
  else if (asked === "After") now = 2;
  else if (THREATS.has(asked)) now = 2;
  else if (WALKS.has(asked)) now = countAt(table.view, "played") ? 1 : asked === "FreeStep" ? 0 : 2;
  const first = asked === "PlaceTeam" || asked === "PlaceGoat" ? w.setUp : w.action;
  return [first, w.teamWalks, w.threat].map((label, i) => ({ label, state: i < now ? "done" : i === now ? "now" : "next" }));
}

function note(table: Table, seat: number): string {
  const figure = handled(table);
  if (figure >= 0 && table.waiting.includes(seat)) return words().turning(figureName(table, figure));
  return "";
}

function tell(table: Table, thing: Thing): Tale | null {
  if (typeof thing === "number") {
    if (deckOf(table, thing) === "memory") return { title: table.card(thing), sentence: effectText(table, thing), rule: "TF-40" };
    if (deckOf(table, thing) !== "event") return null;
    const colour = event(table, thing).colour;
    return { title: eventLabel(table, thing), sentence: table.word("threat_text", colour), rule: `TF-2${["1", "1", "1", "2", "3"][COLOURS.indexOf(colour)]}` };
  }
  const number = numberOf(thing);
  if (thing.startsWith("s")) {
    const [title = "", ...rest] = spaceLabel(table, number).split(", ");
    if (!rest.length || handled(table) >= 0) return null;
    const wall = obstacles(groundOf(table), table.view).some(({ cells }) => cells.includes(number));
    return { title, sentence: rest.join(", "), rule: wall ? RULES.wall : RULES.space };
  }
  if (thing.startsWith("x") && handled(table) < 0) return { title: outsideLabel(table, number), sentence: "", rule: RULES.outside };
  return null;
}

// The ribbon

function kicker(table: Table): string {
  const [played] = cardsAt(table.view, "played");
  const [threat] = cardsAt(table.view, "threat");
  const about = played ?? threat;
  const turn = table.view.numbers.turn ?? 0;
  const told = about === undefined ? (turn ? words().turn(turn) : words().setUp) : table.card(about);
  return `${tongue.w.table.yourMove} · ${told}`;
}

function ribbon(table: Table): Ribbon {
  if (!table.deciding) return waitingRibbon(table);
  const answer = ANSWERS[table.asked];
  return { kicker: kicker(table), ...(answer ? answer(table) : { sentence: table.word("asks", table.asked) }) };
}

function waitingRibbon(table: Table): Ribbon {
  const { table: shared } = tongue.w;
  const others = table.waiting.filter((seat) => seat !== table.me);
  const waits = others.map((seat) =>
    plain(table.catalogue.fill(table.word("waits", table.asked), [], table.names, { seat: table.names[seat] ?? "" })),
  );
  return {
    kicker: table.me < 0 ? shared.watching : shared.waiting,
    sentence: table.busy || !others.length ? "" : `${waits.join("")}${words().dot.trim()}`,
  };
}

function asks(table: Table): string {
  return table.word("asks", table.asked);
}

/** The answer to a question with one thing to point at. */
function simple(table: Table, sentence: string, label: string, icon?: string): Told {
  const move = wish(table);
  return move ? { sentence, go: { label, icon, moves: [move] } } : { sentence: asks(table) };
}

const DONE = (label: string): Act => ({ label, moves: ["done"] });

function starting(table: Table): Told {
  const w = words();
  const isTeam = table.asked === "PlaceTeam";
  if (!table.spot) {
    const sentence = (isTeam ? w.suggestedTeam : w.suggestedGoat)(spaceName(table, suggestion(table)));
    return { sentence, go: { label: w.start, icon: isTeam ? footprint : goatIcon, moves: [wish(table)] } };
  }
  const space = spaceName(table, numberOf(table.spot));
  return simple(table, isTeam ? w.startsAt(space) : w.goatStartsAt(space), w.start, isTeam ? footprint : goatIcon);
}

function acting(table: Table): Told {
  const w = words();
  const { mode } = trialOf(table);
  const done = table.choices.has("done");
  const told = mode ? building(table) : marking(table);
  if (told) return mode ? { ...told, quiet: undefined } : told;
  if (!done) {
    const canWalk = table.choices.verbs().has("walk");
    return { sentence: asks(table), ...(!canWalk && { go: { label: w.rest, icon: sleepingBag, moves: ["rest"] } }) };
  }
  return { sentence: asks(table), go: { label: w.endTurn, icon: moon, moves: ["done"] } };
}

/** A card to play or a memory to use. */
function marking(table: Table): Told | null {
  const w = words();
  const [card] = table.marked;
  if (card === undefined) return null;
  if (deckOf(table, card) === "memory") return simple(table, w.uses(table.card(card), effectText(table, card)), w.use, camera);
  const colour = colourOf(table, card);
  const steps = w.spaces(event(table, card).value);
  const name = table.card(card);
  let sentence = w.playFree(name, steps);
  if (colour < GOAT) sentence = w.playFigure(name, figureName(table, colour), steps);
  else if (colour === GOAT) sentence = w.playGoat(name, steps);
  return simple(table, sentence, w.play, COLOUR_ART[colour]);
}

/** Another action, or a power, that is being put together. */
function building(table: Table): Told {
  const w = words();
  const { mode, figure, place } = trialOf(table);
  const [card, other] = table.marked;
  const seat = actor(table);
  if (mode === "rest") {
    const missing = Math.max(0, (outlook(table).limits[seat] ?? 3) - handOf(table, seat).length);
    return simple(table, w.doRest(missing), w.rest, sleepingBag);
  }
  if (mode === "turn") {
    if (figure === OFF) return { sentence: w.turnFirst };
    const sentence = w.turnsTo(figureName(table, figure), tried(table).facing);
    const move = wish(table);
    return move ? { sentence, go: { label: w.turnIt, icon: magnet, moves: [move] } } : { sentence };
  }
  if (mode === "shift") {
    if (figure === OFF) return { sentence: w.shiftFirst };
    if (place === OFF) return { sentence: w.shiftSecond };
    return simple(table, w.shifts(spaceName(table, place)), w.moveIt, camera);
  }
  if (card === undefined) return { sentence: w.whisperFirst };
  const move = wish(table);
  if (!move) return { sentence: w.whisperSecond(table.card(card)) };
  const sentence =
    other === undefined
      ? w.gives(table.card(card), table.names[numberOf(table.spot)] ?? "")
      : w.swaps(table.card(card), table.card(other));
  return { sentence, go: { label: w.whisper, icon: conversation, moves: [move] } };
}

/** What the needle shows while a magnet is tried. */
function pointing(table: Table): string {
  const w = words();
  const needle = needleOf(groundOf(table), table.view, feltMagnets(table));
  if (!needle) return w.isGoat;
  if (needle.best < 0) return w.nowNowhere;
  const { space, wraps } = target(table, needle.best);
  if (needle.second >= 0) return w.nowBetween(wayName(table, needle.best), wayName(table, needle.second));
  return [w.nowPoints(wayName(table, needle.best), spaceName(table, space)), meeting(table, space, wraps)].filter(Boolean).join(w.gap);
}

/** TF-61 Which Faceless would snap to Billygoat, as an option: it is said before one commits. */
function snapping(table: Table): string {
  if (table.options.collisions !== "remove") return "";
  const { ring, goat } = feltMagnets(table);
  const figures = ring.flatMap((place, figure) => (groundOf(table).touches[place]?.includes(goat) ? [figureName(table, figure)] : []));
  return figures.length ? words().snaps(table.catalogue.join(figures)) : "";
}

function placing(table: Table): Told {
  const w = words();
  const figure = handled(table);
  const name = figureName(table, figure);
  const move = wish(table);
  if (!move) return { sentence: figure === GOAT ? w.goatFirst : w.returnFirst(name) };
  const [played] = cardsAt(table.view, "played");
  const label = played === undefined ? w.letGo : w.walk(event(table, played).value);
  const sentence = [w.placing(name, pointing(table)), snapping(table)].filter(Boolean).join(w.gap);
  return { sentence, go: { label, icon: played === undefined ? magnet : footprint, moves: [move] } };
}

function stepping(table: Table): Told {
  const w = words();
  const move = wish(table);
  if (!move) return { sentence: asks(table) };
  const way = Number(move.split(" ")[1]);
  const { space, wraps } = target(table, way);
  const sentence = [w.stepTo(wayName(table, way), spaceName(table, space)), meeting(table, space, wraps)].filter(Boolean).join(w.gap);
  return { sentence, go: { label: w.step(wayName(table, way)), icon: footprint, moves: [move] } };
}

function bottomCard(table: Table): string {
  return table.card(column(table.view, numberOf(table.spot)).at(-1) ?? -1);
}

const ANSWERS: Record<string, (table: Table) => Told> = {
  PlaceTeam: starting,
  PlaceGoat: starting,
  Act: acting,
  After: acting,
  PlaceFigure: placing,
  MoveGoat: placing,
  NeedleStep: stepping,
  FreeStep: stepping,
  ChangeSteps(table) {
    const w = words();
    const count = table.spot ? numberOf(table.spot) : (table.askedAbout[1] ?? 0);
    return { sentence: w.stepsOf(count), go: { label: w.walk(count), icon: footprint, moves: [wish(table)] } };
  },
  Pay: (table) => simple(table, words().pays(table.card(table.marked[0] ?? -1)), words().payIt, camera),
  SecondCard: (table) => ({ ...(marking(table) ?? { sentence: asks(table) }), quiet: DONE(words().noSecond) }),
  TommysChance(table) {
    const w = words();
    const [card] = table.marked;
    const quiet = DONE(w.done);
    if (card === undefined) {
      const draw = table.choices.has("draw_event");
      return { sentence: asks(table), quiet, ...(draw && { go: { label: w.draw, moves: ["draw_event"] } }) };
    }
    const move = wish(table);
    if (!move) return { sentence: w.exchangeFirst(table.card(card)), quiet };
    return { sentence: w.exchanges(table.card(card), bottomCard(table)), go: { label: w.exchange, moves: [move] }, quiet };
  },
  LukesStep: (table) => ({
    ...simple(table, words().leads(spaceName(table, numberOf(table.spot))), words().lead, footprint),
    quiet: DONE(words().stay),
  }),
  Refill(table) {
    const missing = (table.askedAbout[1] ?? 3) - handOf(table, actor(table)).length;
    return simple(table, words().takes(bottomCard(table), missing), words().take);
  },
  Burn: (table) => ({ ...simple(table, words().burns(bottomCard(table)), words().burn, campfire), quiet: DONE(words().done) }),
  ChooseListener(table) {
    const seat = numberOf(table.spot);
    return simple(table, words().listens(table.names[seat] ?? "", 3 - handOf(table, seat).length), words().listen);
  },
  MoveObstacle(table) {
    const w = words();
    const { figure, place } = trialOf(table);
    if (figure === OFF) return { sentence: w.obstacleFirst };
    const name = obstacleName(table, groundOf(table).printed.obstacles[figure] ?? "");
    if (place === OFF) return { sentence: w.obstacleSecond(name) };
    return simple(table, w.lays(name), w.lay);
  },
  JuliesChance(table) {
    const w = words();
    const [threat] = cardsAt(table.view, "threat");
    if (threat === undefined) return { sentence: asks(table) };
    const text = table.word("threat_text", event(table, threat).colour);
    return {
      sentence: w.keeps(table.card(threat), text),
      go: { label: w.keep, icon: moon, moves: ["accept"] },
      quiet: { label: w.another, moves: ["reject"] },
    };
  },
  Chase: (table) => simple(table, words().comes(spaceName(table, numberOf(table.spot))), words().come, goatIcon),
  TurnAbout: (table) => simple(table, words().turnsAbout(figureName(table, numberOf(table.spot))), words().turnIt, magnet),
  Darken: (table) => simple(table, words().discards(table.card(table.marked[0] ?? -1)), words().discardIt),
};

/** Keys that turn the figure that is being tried or put it back, and that leave an action half put together. */
function key(table: Table, { key: pressed }: KeyboardEvent): boolean {
  if (pressed === "Escape" && isTried(table)) return putBack(table), true;
  if (pressed === "Escape" && trialOf(table).mode && !table.marked.length && !table.spot) return turnTo(table, ""), true;
  if (dialled(table) < 0) return false;
  const turns: Record<string, number> = { ",": FINE, ".": -FINE, "<": COARSE, ">": -COARSE, "[": COARSE, "]": -COARSE };
  const degrees = turns[pressed];
  if (degrees === undefined) return false;
  turnBy(table, degrees);
  return true;
}

/** Memories found after each turn, and the cards that were left. */
function progress(table: Table): { title: string; series: number[][]; labels: string[] } {
  const found: number[] = [];
  let now = 0;
  for (const { event: told } of table.log) {
    if (told?.kind === "turn" && (told.value ?? 0) > 1) found.push(now);
    if (told?.kind === "collect") now += 1;
  }
  found.push(now);
  return { title: words().chart, series: [found], labels: [words().memories] };
}

const module: GameModule = {
  ordered: new Set(),
  voters: () => [],
  Board,
  Hand,
  Mat,
  Close,
  Open,
  Badge,
  Result,
  Summary,
  together: true,
  phases,
  subtitle(table) {
    const level = table.word("levels", String(table.options.level ?? ""));
    const turn = table.view.numbers.turn ?? 0;
    return turn && !table.over ? `${level} · ${words().turn(turn)}` : level;
  },
  company: (table) => words().players[table.players] ?? "",
  stats: () => [],
  note,
  ribbon,
  lit,
  point,
  wonder,
  tell,
  key,
  keys: () => words().keys,
  manner: (kind) => (kind === "reveal" || kind === "collect" || kind === "draw_event" ? "flip" : "slide"),
  headings: new Set(["turn"]),
  progress,
  section: ({ numbers: { turn = 0 } }) => String(turn),
};

export default module;
