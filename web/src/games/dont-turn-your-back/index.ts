/** Don't Turn Your Back at the table. */
import buyCard from "icon:buy-card";
import candleLight from "icon:candle-light";
import cardDiscard from "icon:card-discard";
import crossedSwords from "icon:crossed-swords";
import gavel from "icon:gavel";
import pokerHand from "icon:poker-hand";
import stack from "icon:stack";
import waxSeal from "icon:wax-seal";
import { plain } from "../../table/catalogue";
import { cardsAt, countAt } from "../../table/follow";
import type { Act, GameModule, Phase, Ribbon, Stat, Tale, Thing } from "../../table/game";
import type { Manner } from "../../table/motion";
import type { Table } from "../../table/table.svelte";
import { tongue } from "../../words/tongue.svelte";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import "./cards.css";
import "./table.css";
import Close from "./Close.svelte";
import {
  DISTRICT_RULES,
  DISTRICTS,
  districtName,
  districtOf,
  favor,
  hasPassed,
  isLaw,
  isProtected,
  lawKey,
  numberOf,
  outlook,
  ruleOf,
  serverName,
  serviceText,
  spotOf,
  turn,
  turns,
} from "./faces";
import Hand from "./Hand.svelte";
import Mat from "./Mat.svelte";
import { goals, isSpot, litCards, mark, move } from "./plan";
import Result from "./Result.svelte";
import Spot from "./Spot.svelte";
import { words } from "./words";

const HAND_SIZE = 4; // TB-92: drawn up to so many
const MANNERS: Record<string, Manner> = { draw: "flip", refill: "flip", law: "flip", turn_over: "flip" };
/** Whose service asks. */
const ASKERS: Record<string, string> = {
  Encase: "blind_knight",
  KeepTwo: "fortune_taker",
  Harvest: "harvester",
  PlaceTurned: "the_tacks_man",
  DiscardOne: "mother_when",
  DiscardDown: "the_wax_king",
};
const PHASES: Record<string, number> = { Buy: 1, TakeByLaw: 2, DiscardLeftovers: 3 };

function phases(table: Table): Phase[] {
  const w = words();
  const now = table.over ? 4 : (PHASES[table.asked] ?? 0);
  return [w.place, w.acquire, w.score, w.cleanUp].map((label, i) => ({
    label,
    state: i < now ? "done" : i === now ? "now" : "next",
  }));
}

function stats(table: Table, seat: number): Stat[] {
  const w = words();
  const at = (...places: string[]) => places.reduce((sum, place) => sum + countAt(table.view, `${place}.${seat}`), 0);
  const candles = `candles.${seat}`;
  return [
    { icon: candleLight, label: w.candles, value: table.view.numbers[candles] ?? 0, number: candles },
    { icon: pokerHand, label: w.handCount, value: at("hand", "aside"), places: `hand.${seat} aside.${seat}` },
    {
      icon: stack,
      label: w.piles,
      value: at("deck", "top", "discard"),
      places: `deck.${seat} top.${seat} discard.${seat}`,
    },
    {
      icon: waxSeal,
      label: w.encased,
      value: at("encased", "opened"),
      places: `encased.${seat} opened.${seat}`,
    },
  ];
}

function note(table: Table, seat: number): string {
  const w = words();
  if (table.over || !table.asked) return "";
  const said: string[] = [];
  const placing = !(table.asked in PHASES);
  if (placing && hasPassed(table, seat)) said.push(w.passed);
  if (placing && isProtected(table, seat)) said.push(w.protected);
  const points = table.view.numbers.points ?? 0;
  if (table.asked === "Buy" && table.askedAbout[0] === seat) said.push(w.toSpend(points));
  return said.join(" · ");
}

/** TB-92, TB-40, TB-45: who is asked in secret follows from what all can see. */
function voters(table: Table): number[] {
  const seats = table.names.map((_, seat) => seat);
  const hand = (seat: number) => countAt(table.view, `hand.${seat}`);
  const attacked = (seat: number) => seat !== table.askedAbout[0] && !isProtected(table, seat);
  if (table.asked === "DiscardLeftovers") return seats.filter(hand);
  if (table.asked === "DiscardOne") return seats.filter((seat) => attacked(seat) && hand(seat) > 1);
  if (table.asked === "DiscardDown") return seats.filter((seat) => attacked(seat) && hand(seat) > 3);
  return [];
}

// Pointing

/** The card that goes to a district: what is marked, or what The Tacks Man turned over. */
function going(table: Table): number | undefined {
  return table.asked === "PlaceTurned" ? table.askedAbout[1] : table.marked[0];
}

function pointed(table: Table): string {
  const card = going(table);
  const marked = table.asked === "PlaceTurned" && card !== undefined ? [card] : table.marked;
  return move(table.choices, { marked, district: table.spot ? numberOf(table.spot) : -1 }, table.asked);
}

function lit(table: Table): ReadonlySet<Thing> {
  if (!table.myTurn) return new Set();
  const found = new Set<Thing>(litCards(table.choices, cardsAt(table.view, `hand.${table.me}`), table.marked, table.asked));
  const card = going(table);
  if (card !== undefined) {
    for (const number of goals(table.choices, card).districts) found.add(spotOf(DISTRICTS[number]!));
  }
  return found;
}

function point(table: Table, thing: Thing): void {
  const { asked, choices, marked } = table;
  if (isSpot(thing)) {
    if (table.spot === thing) table.press("go");
    else {
      table.spot = thing;
      table.marked = marked.slice(0, 1);
    }
    return;
  }
  if (asked === "PlaceCard" && marked[1] === thing) {
    table.press("go");
    return;
  }
  table.marked = mark(choices, marked, thing, asked);
  table.spot = "";
  const [card, merchant] = table.marked;
  if (asked !== "PlaceCard" || card === undefined || merchant !== undefined) return;
  const { districts, merchants } = goals(choices, card);
  if (districts.length === 1 && !merchants.length) table.spot = spotOf(DISTRICTS[districts[0]!]!);
}

function wonder(table: Table, thing: Thing): string {
  const { asked, marked } = table;
  const card = going(table) ?? -1;
  if (isSpot(thing)) return `place ${card} ${numberOf(thing)}`;
  if (asked === "PlaceCard" && marked.length && cardsAt(table.view, `hand.${table.me}`).indexOf(thing) < 0) {
    return `swap ${card} ${thing}`;
  }
  const verbs: Record<string, string> = {
    Buy: "buy",
    Encase: "encase",
    Oust: "oust",
    KeepTwo: "keep",
    Harvest: "acquire",
    TakeByLaw: "acquire",
    DiscardLeftovers: "discard",
    DiscardOne: "discard",
    DiscardDown: "discard",
  };
  const verb = verbs[asked];
  if (verb) return `${verb} ${thing}`;
  const [first = "13"] = favor(table, thing).districts ?? [];
  return `place ${thing} ${DISTRICTS.indexOf(first)}`;
}

function tell(table: Table, thing: Thing): Tale | null {
  if (isSpot(thing)) {
    const district = districtOf(thing);
    return {
      title: districtName(table, district),
      sentence: table.word("district_text", district),
      rule: DISTRICT_RULES[district]?.[0] ?? "",
    };
  }
  if (isLaw(table, thing)) {
    return { title: table.card(thing), sentence: table.word("law_text", lawKey(table, thing)), rule: ruleOf(table, thing) };
  }
  const face = favor(table, thing);
  if (face.deck !== "favor") return null;
  const codes = face.districts.join(" ");
  return { title: `${table.card(thing)} · ${codes}`, sentence: serviceText(table, thing), rule: ruleOf(table, thing) };
}

// The ribbon

function names(table: Table, cards: readonly number[]): string {
  return table.catalogue.join(cards.map((card) => table.card(card)));
}

function kicker(table: Table): string {
  const asker = ASKERS[table.asked];
  const [law] = cardsAt(table.view, "law");
  let about = words().turn(turn(table), turns(table));
  if (asker) about = serverName(table, asker);
  else if (table.asked === "Oust") about = table.card(table.askedAbout[1] ?? -1);
  else if (table.asked === "TakeByLaw" && law !== undefined) about = table.card(law);
  else if (table.asked === "Buy") about = words().toSpend(table.view.numbers.points ?? 0);
  return `${tongue.w.table.yourMove} · ${about}`;
}

function ribbon(table: Table): Ribbon {
  if (!table.myTurn) return waitingRibbon(table);
  const told = kicker(table);
  const answers: Record<string, (table: Table) => Omit<Ribbon, "kicker">> = {
    PlaceCard: placing,
    PlaceTurned: placing,
    Buy: buying,
    Oust: ousting,
    Encase: encasing,
    KeepTwo: keeping,
    Harvest: taking,
    TakeByLaw: taking,
    DiscardLeftovers: discardingAny,
    DiscardOne: discarding,
    DiscardDown: discarding,
  };
  const answer = answers[table.asked];
  return { kicker: told, ...(answer ? answer(table) : { sentence: table.word("asks", table.asked) }) };
}

function waitingRibbon(table: Table): Ribbon {
  const { table: shared } = tongue.w;
  const mine = table.me < 0 ? undefined : table.view.sealed[String(table.me)];
  const others = table.waiting.filter((seat) => seat !== table.me);
  const waits = others.map((seat) =>
    plain(table.catalogue.fill(table.word("waits", table.asked), [], table.names, { seat: table.names[seat] ?? "" })),
  );
  const ends = tongue.language === "ja" ? ["、", "。"] : [", ", "."];
  const chosen = mine?.split(" ").slice(1).map(Number) ?? [];
  return {
    kicker: mine !== undefined ? words().sealed(names(table, chosen)) : table.me < 0 ? shared.watching : shared.waiting,
    sentence: table.busy || !others.length ? "" : `${waits.join(ends[0])}${ends[1]}`,
  };
}

function placing(table: Table): Omit<Ribbon, "kicker"> {
  const w = words();
  const pass: Act | undefined = table.choices.has("pass") ? { label: w.pass, moves: ["pass"] } : undefined;
  const card = going(table);
  if (card === undefined) {
    const stuck = table.choices.all.length === 1;
    if (stuck) return { sentence: w.nowhere, go: pass };
    return { sentence: table.word("asks", table.asked), quiet: pass };
  }
  const wish = pointed(table);
  if (!wish) return { sentence: w.where(table.card(card)) };
  return { sentence: consequence(table, card), go: { label: w.placeIt, icon: pokerHand, moves: [wish] } };
}

/** What is certain if this card goes where it is pointed. */
function consequence(table: Table, card: number): string {
  const w = words();
  const { me } = table;
  const merchant = table.asked === "PlaceCard" ? table.marked[1] : undefined;
  if (merchant !== undefined) return w.swaps(table.card(card), table.card(merchant), serviceText(table, card));
  const { pain } = favor(table, card);
  const { d13, hs, influence } = outlook(table);
  const district = districtOf(table.spot);
  if (district === "BB") return w.serves(table.card(card), serviceText(table, card));
  const sum = (before = 0) => (before ? `${before} + ${pain} = ${before + pain}` : String(pain));
  const told = {
    "13": () => w.painSum(sum(d13.pain[me])),
    HS: () => w.painSum(sum(hs.pain[me])),
    CS: () => w.spendSum(sum(influence[me])),
    WK: () => w.waxSum(pain),
  }[district];
  return w.there(table.card(card), table.word("district", String(DISTRICTS.indexOf(district))), told());
}

function buying(table: Table): Omit<Ribbon, "kicker"> {
  const w = words();
  const [card] = table.marked;
  const points = table.view.numbers.points ?? 0;
  const done: Act = { label: w.buyNoMore, moves: ["done"] };
  if (card === undefined) {
    if (table.choices.all.length === 1) return { sentence: w.tooDear(points), go: done };
    return { sentence: table.word("asks", table.asked), quiet: done };
  }
  const { cost } = favor(table, card);
  return {
    sentence: w.buys(table.card(card), `${points} − ${cost} = ${points - cost}`),
    go: { label: w.buy, icon: buyCard, moves: [pointed(table)] },
  };
}

function ousting(table: Table): Omit<Ribbon, "kicker"> {
  const w = words();
  const [card] = table.marked;
  const attacker = table.card(table.askedAbout[1] ?? -1);
  if (card === undefined) {
    const district = table.word("district", String(table.askedAbout[2] ?? 0));
    const nobody = table.choices.all.length === 1;
    if (nobody) return { sentence: w.oustNobody(attacker), go: { label: w.stay, moves: ["decline"] } };
    return { sentence: w.oustWhom(attacker, district), quiet: { label: w.leave, moves: ["decline"] } };
  }
  const owner = table.names[favor(table, card).owner] ?? "";
  return {
    sentence: w.ousts(attacker, owner, table.card(card)),
    go: { label: w.oust, icon: crossedSwords, moves: [pointed(table)] },
    quiet: { label: w.leave, moves: ["decline"] },
  };
}

function encasing(table: Table): Omit<Ribbon, "kicker"> {
  const w = words();
  const [card] = table.marked;
  const nothing: Act = { label: w.encaseNothing, moves: ["decline"] };
  if (card === undefined) {
    const only = table.choices.all.length === 1;
    return { sentence: table.word("asks", table.asked), ...(only ? { go: nothing } : { quiet: nothing }) };
  }
  return {
    sentence: w.encases(table.card(card), favor(table, card).pain),
    go: { label: w.encase, icon: waxSeal, moves: [pointed(table)] },
    quiet: nothing,
  };
}

function keeping(table: Table): Omit<Ribbon, "kicker"> {
  const w = words();
  const wish = pointed(table);
  const [only] = table.choices.all;
  if (!wish && only && !only.about.length) {
    return { sentence: table.word("asks", table.asked), go: { label: w.stay, moves: [only.move] } };
  }
  if (!wish) return { sentence: soFar(table) };
  const rest = cardsAt(table.view, `aside.${table.me}`).filter((card) => !table.marked.includes(card));
  return {
    sentence: w.keeps(names(table, table.marked), names(table, rest)),
    go: { label: w.keep, icon: pokerHand, moves: [wish] },
  };
}

/** The question, or what was marked and how many more are needed. */
function soFar(table: Table): string {
  const missing = (table.choices.all[0]?.about.length ?? 0) - table.marked.length;
  if (!table.marked.length) return table.word("asks", table.asked);
  return table.catalogue.join([names(table, table.marked), words().more(missing)]);
}

function taking(table: Table): Omit<Ribbon, "kicker"> {
  const w = words();
  const [card] = table.marked;
  const nothing: Act | undefined = table.choices.has("decline") ? { label: w.takeNothing, moves: ["decline"] } : undefined;
  if (card === undefined) return { sentence: table.word("asks", table.asked), quiet: nothing };
  const [law] = cardsAt(table.view, "law");
  return {
    sentence: w.takes(table.card(card)),
    go: { label: w.take, icon: table.asked === "TakeByLaw" && law !== undefined ? gavel : buyCard, moves: [pointed(table)] },
    quiet: nothing,
  };
}

function discardingAny(table: Table): Omit<Ribbon, "kicker"> {
  const w = words();
  const kept = countAt(table.view, `hand.${table.me}`) - table.marked.length;
  const drawn = Math.max(0, HAND_SIZE - kept);
  const wish = pointed(table);
  if (!table.marked.length) return { sentence: w.keepsAll(kept, drawn), go: { label: w.keepAll, moves: [wish] } };
  return {
    sentence: w.discards(names(table, table.marked), kept, drawn),
    go: { label: w.discardIt, icon: cardDiscard, moves: [wish] },
  };
}

function discarding(table: Table): Omit<Ribbon, "kicker"> {
  const w = words();
  const wish = pointed(table);
  if (!wish) return { sentence: soFar(table) };
  return {
    sentence: w.mustDiscard(names(table, table.marked)),
    go: { label: w.discardIt, icon: cardDiscard, moves: [wish] },
  };
}

/** Candles after each law, and at last with the bonus. */
function progress(table: Table): { title: string; series: number[][] } {
  const series = table.names.map(() => [] as number[]);
  const now = table.names.map(() => 0);
  const step = () => series.forEach((line, seat) => line.push(now[seat] ?? 0));
  for (const { event } of table.log) {
    if (event?.kind === "discard_law") step();
    if (event?.number?.startsWith("candles.")) now[Number(event.number.split(".")[1])] = event.value ?? 0;
  }
  step();
  return { title: words().chart, series };
}

const module: GameModule = {
  ordered: new Set(["place", "swap"]),
  voters,
  Board,
  Hand,
  Mat,
  Close,
  Spot,
  Badge,
  Result,
  phases,
  subtitle(table) {
    const count = words().players[table.players] ?? "";
    return table.over ? count : `${words().turn(turn(table), turns(table))} · ${count}`;
  },
  company: (table) => words().players[table.players] ?? "",
  stats,
  first: ({ view }) => view.numbers.first ?? -1,
  note,
  ribbon,
  lit,
  point,
  wonder,
  tell,
  manner: (kind) => MANNERS[kind] ?? "slide",
  headings: new Set(["turn"]),
  progress,
  section: ({ numbers }) => String(numbers.turn ?? ""),
};

export default module;
