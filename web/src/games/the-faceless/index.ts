/** The Faceless at the table. */
import campfire from "icon:campfire";
import conversation from "icon:conversation";
import footprint from "icon:footprint";
import goatIcon from "icon:goat";
import magnet from "icon:magnet";
import moon from "icon:moon";
import camera from "icon:photo-camera";
import sleepingBag from "icon:sleeping-bag";
import { cardsAt, countAt } from "../../table/follow";
import dice from "icon:dice-six-faces-three";
import fog from "icon:fog";
import { waiting } from "../../table/game";
import type { GameModule, Phase, Ribbon, Tale, Thing } from "../../table/game";
import { recalled, said, shows } from "./shown";
import type { Table } from "../../table/table.svelte";
import { tongue } from "../../words/tongue.svelte";
import { COLOUR_ART } from "./art";
import { waysOf } from "./compass";
import Badge from "./Badge.svelte";
import { column, COLOURS, GOAT, groundOf, needleOf, obstacles, OFF } from "./board";
import Board from "./Board.svelte";
import Close from "./Close.svelte";
import "./board.css";
import "./cards.css";
import "./ghosts.css";
import "./rail.css";
import "./hand.css";
import "./large.css";
import "./parts.css";
import "./pieces.css";
import "./narrow.css";
import {
  colourOf,
  deckLeft,
  deckOf,
  effectText,
  event,
  eventLabel,
  figureName,
  meeting,
  obstacleName,
  outlook,
  outsideLabel,
  powerOf,
  spaceLabel,
  spaceName,
  wayName,
} from "./faces";
import { loss, mayLose, walks } from "./forecast";
import Force from "./Force.svelte";
import Hand from "./Hand.svelte";
import Mat from "./Mat.svelte";
import { explained } from "./lying";
import Open from "./Open.svelte";
import { followsWhite, hasParts, isFogged, swamps } from "./parts";
import Pieces from "./Pieces.svelte";
import { ANSWERS_OF_PARTS, tellOfPart } from "./questions";
import { actor, handOf, lit, numberOf, point, suggestion, target, wish, wonder } from "./plan";
import Result from "./Result.svelte";
import { asks, danger, DONE, isFatal, simple, stepping, type Told } from "./ribbon";
import Summary from "./Summary.svelte";
import { dialled, feltMagnets, handled, isTried, putBack, trialOf, tried, turnBy, turnTo } from "./trial.svelte";

/** Questions of the threat phase; a step by the needle belongs to it where no card is being played. */
const THREATS = new Set(["JuliesChance", "Chase", "TurnAbout", "Darken", "LoseMemory", "SetServant", "ChooseRoad", "WhiteStep"]);
const WALKS = new Set(["ChangeSteps", "NeedleStep", "FreeStep", "Pay", "Sink", "TommysChance"]);
const SET_UP = new Set(["PlaceTeam", "PlaceGoat", "ChooseKid"]);
const FINE = 1; // degrees
const COARSE = 15;

function phases(table: Table): Phase[] {
  const { asked } = table;
  let now = 0;
  if (table.over) now = 3;
  else if (asked === "After") now = 2;
  else if (THREATS.has(asked)) now = 2;
  else if (WALKS.has(asked)) now = countAt(table.view, "played") ? 1 : asked === "FreeStep" ? 0 : 2;
  const first = SET_UP.has(asked) ? table.say("set-up") : table.say("action");
  return [first, table.say("team-walks"), table.say("threat")].map((label, i) => ({ label, state: i < now ? "done" : i === now ? "now" : "next" }));
}

function note(table: Table, seat: number): string {
  const figure = handled(table);
  if (figure >= 0 && table.waiting.includes(seat)) return table.say("turning", { name: figureName(table, figure) });
  return "";
}

function tell(table: Table, thing: Thing): Tale | null {
  if (typeof thing === "number") {
    if (deckOf(table, thing) === "memory") return { title: table.card(thing), sentence: effectText(table, thing), rule: String(table.cards[thing]?.rule) };
    if (deckOf(table, thing) !== "event") return null;
    const { colour, rule } = event(table, thing);
    return { title: eventLabel(table, thing), sentence: table.say("as-threat", { text: table.word("threat_text", colour) }), rule };
  }
  if (thing.startsWith("part:")) return tellOfPart(table, thing.slice(5));
  const number = numberOf(thing);
  const { rules } = groundOf(table).printed;
  if (thing.startsWith("s")) {
    const [title = "", ...rest] = spaceLabel(table, number).split(table.catalogue.comma);
    if (!rest.length || handled(table) >= 0) return null;
    const wall = obstacles(groundOf(table), table.view).some(({ cells }) => cells.includes(number));
    const piece = explained(table, number);
    if (piece) return { title: [title, ...rest].join(table.catalogue.comma), sentence: piece.text, rule: piece.rule };
    return { title, sentence: rest.join(table.catalogue.comma), rule: wall ? rules.wall : rules.space };
  }
  if (thing.startsWith("x") && handled(table) < 0) return { title: outsideLabel(table, number), sentence: "", rule: rules.outside };
  return null;
}

// The ribbon

function kicker(table: Table): string {
  const [played] = cardsAt(table.view, "played");
  const [threat] = cardsAt(table.view, "threat");
  const about = played ?? threat;
  const turn = table.view.numbers.turn ?? 0;
  const told = about === undefined ? (turn ? table.say("turn", { n: turn }) : table.say("set-up")) : table.card(about);
  return `${tongue.w.table.yourMove} · ${told}`;
}

function ribbon(table: Table): Ribbon {
  if (!table.deciding) return waiting(table);
  const answer = ANSWERS[table.asked] ?? ANSWERS_OF_PARTS[table.asked];
  return { kicker: kicker(table), ...(answer ? answer(table) : { sentence: table.word("asks", table.asked) }) };
}

function starting(table: Table): Told {
  const isTeam = table.asked === "PlaceTeam";
  if (!table.spot) {
    const sentence = table.say(isTeam ? "suggested-team" : "suggested-goat", { space: spaceName(table, suggestion(table)) });
    return { sentence, go: { label: table.button("team"), icon: isTeam ? footprint : goatIcon, moves: [wish(table)] } };
  }
  const space = spaceName(table, numberOf(table.spot));
  return simple(table, isTeam ? table.say("starts-at", { space }) : table.say("goat-starts-at", { space }), table.button("team"), isTeam ? footprint : goatIcon);
}

function acting(table: Table): Told {
  const { mode } = trialOf(table);
  const done = table.choices.has("done");
  const told = mode ? building(table) : marking(table);
  if (told) return mode ? { ...told, quiet: undefined } : told;
  if (!done) {
    const canWalk = table.choices.verbs().has("walk");
    return { sentence: asks(table), ...(!canWalk && { go: { label: table.button("rest"), icon: sleepingBag, moves: ["rest"] } }) };
  }
  const isLost = !deckLeft(table); // TF-56
  const go = { label: table.button("After.done"), icon: moon, moves: ["done"], ...danger(table, isLost) };
  return { sentence: isLost ? table.say("night-over") : asks(table), go };
}

/** A card to play or a memory to use. */
function marking(table: Table): Told | null {
  const [card] = table.marked;
  if (card === undefined) return null;
  if (deckOf(table, card) === "memory") return simple(table, table.say("uses", { card: table.card(card), text: effectText(table, card) }), table.button("use"), camera);
  const colour = colourOf(table, card);
  const steps = table.say("spaces", { n: event(table, card).value });
  const name = table.card(card);
  let sentence = table.say("play-free", { card: name, n: steps });
  if (colour < GOAT) sentence = table.say("play-figure", { card: name, figure: figureName(table, colour), n: steps });
  else if (colour === GOAT) sentence = table.say("play-goat", { card: name, n: steps });
  return simple(table, sentence, table.button("walk"), COLOUR_ART[colour]);
}

/** Another action, or a power, that is being put together. */
function building(table: Table): Told {
  const { mode, figure, place } = trialOf(table);
  const [card, other] = table.marked;
  const seat = actor(table);
  if (mode === "rest") {
    const missing = Math.max(0, (outlook(table).limits[seat] ?? 0) - handOf(table, seat).length);
    return simple(table, table.say("do-rest", { n: missing }), table.button("rest"), sleepingBag);
  }
  if (mode === "roll") return simple(table, table.say("do-roll"), table.button("roll"), dice);
  if (mode === "turn") {
    if (figure === OFF) return { sentence: table.say("turn-first") };
    const sentence = table.say("turns-to", { name: figureName(table, figure), degrees: tried(table).facing });
    const move = wish(table);
    return move ? { sentence, go: { label: table.button("turn"), icon: magnet, moves: [move] } } : { sentence };
  }
  if (mode === "shift") {
    if (figure === OFF) return { sentence: table.say("shift-first") };
    if (place === OFF) return { sentence: table.say("shift-second") };
    return simple(table, table.say("shifts", { space: spaceName(table, place) }), table.button("shift"), camera);
  }
  if (card === undefined) return { sentence: table.say("whisper-first") };
  const move = wish(table);
  if (!move) return { sentence: table.say("whisper-second", { card: table.card(card) }) };
  const sentence =
    other === undefined
      ? table.say("gives", { card: table.card(card), name: table.names[numberOf(table.spot)] ?? "" })
      : table.say("swaps", { one: table.card(card), two: table.card(other) });
  return { sentence, go: { label: table.button("give"), icon: conversation, moves: [move] } };
}

/** How many steps a card lets the Team walk, with what the die adds or takes (TF-112); P.J. may make it one less (TF-75). */
function stepsOf(table: Table, card: number): { all: number; least: number } {
  const value = event(table, card).value + (outlook(table).more_steps ?? 0);
  return { all: Math.max(0, value), least: Math.max(0, powerOf(table, actor(table)) === "pj" ? value - 1 : value) };
}

/** What comes of a walk by the needle, counting every step. */
function walking(table: Table, steps: number): string {
  const all = walks(groundOf(table), table.view, feltMagnets(table), steps);
  const lost = loss(all);
  if (lost) return table.say(`walk-lost-${lost}`);
  const [only, ...others] = all;
  if (!only) return "";
  if (others.length) return mayLose(all) ? table.say("walk-may-lose") : "";
  const said: string[] = [];
  const isWet = swamps(groundOf(table), table.view).length > 0;
  if (only.end === "haunted") said.push(table.say("walk-haunted", { space: spaceName(table, only.space) }));
  else if (only.portal) said.push(table.say("walk-portal", { letter: only.portal, space: spaceName(table, only.space) }));
  else if (steps > 1) said.push(table.say("walk-ends", { n: steps, space: spaceName(table, only.space) }));
  if (only.hits) said.push(table.say(isWet ? "walk-costs" : "walk-hits", { n: only.hits }));
  if (only.found) said.push(table.say("walk-finds", { n: only.found }));
  if (only.end === "won") said.push(table.say("walk-wins"));
  return said.join(table.catalogue.gap);
}

/** What the needle shows while a magnet is tried. */
function pointing(table: Table, steps: number): string {
  if (isFogged(table.view)) return table.say("fog-hides");
  const needle = needleOf(table, feltMagnets(table));
  if (!needle) return table.say("is-goat");
  if (needle.best < 0) return table.say("now-nowhere");
  const white = followsWhite(table.view);
  const [best = needle.best, second = needle.second] = waysOf(needle, white);
  const { space, wraps } = target(table, best);
  if (needle.second >= 0) {
    const between = table.say(white ? "now-white-between" : "now-between", { one: wayName(table, best), two: wayName(table, second) });
    return [between, steps > 0 ? walking(table, steps) : ""].filter(Boolean).join(table.catalogue.gap);
  }
  const met = steps > 0 ? (wraps ? table.say("is-maze") : "") : meeting(table, space, wraps);
  const points = table.say(white ? "now-white" : "now-points", { way: wayName(table, best), space: spaceName(table, space) });
  return [points, met, steps > 0 ? walking(table, steps) : ""].filter(Boolean).join(table.catalogue.gap);
}

/** TF-61 Which Faceless would snap to Billygoat, as an option: it is said before one commits. */
function snapping(table: Table): string {
  if (table.options.collisions !== "remove") return "";
  const { ring, goat } = feltMagnets(table);
  const figures = ring.flatMap((place, figure) => (groundOf(table).touches[place]?.includes(goat) ? [figureName(table, figure)] : []));
  return figures.length ? table.say("snaps", { names: table.catalogue.join(figures) }) : "";
}

function placing(table: Table): Told {
  const figure = handled(table);
  const name = figureName(table, figure);
  const move = wish(table);
  if (!move) return { sentence: figure === GOAT ? table.say("goat-first") : table.say("return-first", { name }) };
  const [played] = cardsAt(table.view, "played");
  const { all, least } = played === undefined ? { all: 0, least: 0 } : stepsOf(table, played);
  const blind = isFogged(table.view);
  const label = played === undefined || blind ? table.say("let-go") : table.say("walk", { n: all });
  const sentence = [table.say("placing", { name, told: pointing(table, all) }), snapping(table)].filter(Boolean).join(table.catalogue.gap);
  const lost = loss(walks(groundOf(table), table.view, feltMagnets(table), least)) !== "";
  return { sentence, go: { label, icon: blind ? fog : played === undefined ? magnet : footprint, moves: [move], ...danger(table, lost) } };
}

/** The same, with what it costs to lead the Team to Billygoat. */
function perilous(table: Table, told: Told): Told {
  if (!told.go || !isFatal(table, numberOf(table.spot))) return told;
  return { ...told, sentence: table.say("is-goat"), go: { ...told.go, ...danger(table, true) } };
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
    const count = Math.max(0, (table.spot ? numberOf(table.spot) : (table.askedAbout[1] ?? 0)) + (outlook(table).more_steps ?? 0));
    const free = table.askedAbout[2] === COLOURS.indexOf("purple"); // then no needle leads
    const sentence = [table.say("steps-of", { n: count }), free ? "" : walking(table, count)].filter(Boolean).join(table.catalogue.gap);
    const lost = !free && loss(walks(groundOf(table), table.view, feltMagnets(table), count)) !== "";
    return { sentence, go: { label: table.say("walk", { n: count }), icon: footprint, moves: [wish(table)], ...danger(table, lost) } };
  },
  Pay(table) {
    const told = simple(table, table.say("pays", { card: table.card(table.marked[0] ?? -1) }), table.button("spend"), camera);
    return table.choices.has("shelter") ? { ...told, quiet: { label: table.button("shelter"), moves: ["shelter"] } } : told;
  },
  SecondCard: (table) => ({ ...(marking(table) ?? { sentence: asks(table) }), quiet: DONE(table.button("SecondCard.done")) }),
  TommysChance(table) {
    const [card] = table.marked;
    const quiet = DONE(table.button("done"));
    if (card === undefined) {
      const draw = table.choices.has("draw_event");
      return { sentence: asks(table), quiet, ...(draw && { go: { label: table.button("draw_event"), moves: ["draw_event"] } }) };
    }
    const move = wish(table);
    if (!move) return { sentence: table.say("exchange-first", { card: table.card(card) }), quiet };
    return { sentence: table.say("exchanges", { card: table.card(card), other: bottomCard(table) }), go: { label: table.button("exchange"), moves: [move] }, quiet };
  },
  LukesStep: (table) => ({
    ...perilous(table, simple(table, table.say("leads", { space: spaceName(table, numberOf(table.spot)) }), table.button("lead"), footprint)),
    quiet: DONE(table.button("LukesStep.done")),
  }),
  Refill(table) {
    const missing = (table.askedAbout[1] ?? 0) - handOf(table, actor(table)).length;
    return simple(table, table.say("takes", { card: bottomCard(table), n: Math.max(0, missing - 1) }), table.button("draw"));
  },
  Burn: (table) => ({ ...simple(table, table.say("burns", { card: bottomCard(table) }), table.button("burn"), campfire), quiet: DONE(table.button("done")) }),
  ChooseListener(table) {
    const seat = numberOf(table.spot);
    return simple(table, table.say("listens", { name: table.names[seat] ?? "", n: groundOf(table).printed.hand - handOf(table, seat).length }), table.button("listen"));
  },
  MoveObstacle(table) {
    const { figure, place } = trialOf(table);
    const entrance = table.choices.all.some((choice) => choice.about[0] === 0); // TF-40, where it may be moved
    if (figure === OFF) return { sentence: table.say(entrance ? "obstacle-any" : "obstacle-first") };
    const name = obstacleName(table, groundOf(table).printed.obstacles[figure] ?? "");
    if (place === OFF) return { sentence: table.say("obstacle-second", { name }) };
    return simple(table, table.say("lays", { name }), table.button("lay"));
  },
  JuliesChance(table) {
    const [threat] = cardsAt(table.view, "threat");
    if (threat === undefined) return { sentence: asks(table) };
    const text = table.word("threat_text", event(table, threat).colour);
    return {
      sentence: table.say("keeps", { card: table.card(threat), text }),
      go: { label: table.button("accept"), icon: moon, moves: ["accept"] },
      quiet: { label: table.button("reject"), moves: ["reject"], ...danger(table, !deckLeft(table)) },
    };
  },
  Chase: (table) => simple(table, table.say("comes", { space: spaceName(table, numberOf(table.spot)) }), table.button("chase"), goatIcon),
  TurnAbout: (table) => simple(table, table.say("turns-about", { name: figureName(table, numberOf(table.spot)) }), table.button("turn"), magnet),
  Darken: (table) => simple(table, table.say("discards", { card: table.card(table.marked[0] ?? -1) }), table.button("discard")),
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
  return { title: table.say("chart"), series: [found], labels: [table.say("memories")] };
}

const module: GameModule = {
  ordered: new Set(),
  Board,
  Hand,
  Mat,
  Close,
  Open,
  Badge,
  Result,
  Summary,
  Under: Force,
  drawsClock: true,
  Pieces,
  hasPieces: hasParts,
  hush: (table) => (table.view.numbers.hushed ? tellOfPart(table, "unspeakable") : null),
  together: true,
  phases,
  subtitle(table) {
    const level = table.word("levels", String(table.options.level ?? ""));
    const turn = table.view.numbers.turn ?? 0;
    const story = String(table.options.scenario ?? "none");
    const title = story !== "none" ? table.word("scenarios", story) : hasParts(table) ? table.say("own-mix") : "";
    return [title, level, turn && !table.over ? table.say("turn", { n: turn }) : ""].filter(Boolean).join(" · ");
  },
  stats: () => [],
  note,
  ribbon,
  lit,
  shows,
  said,
  recalled,
  point,
  wonder,
  tell,
  key,
  keys: (table) => [
    [", .", table.say("keys.turn", { shift: "Shift" })],
    ["← →", table.say("keys.dial", { shift: "Shift" })],
    ["Esc", table.say("keys.back")],
  ],
  manner: (kind) => (kind === "reveal" || kind === "collect" || kind === "draw_event" ? "flip" : "slide"),
  headings: new Set(["turn"]),
  progress,
  marks: { collect: camera, spend: campfire, end: moon },
  section: (_, { numbers: { turn = 0 } }) => String(turn),
};

export default module;
