/** Don't Turn Your Back at the table. */
import buyCard from "icon:buy-card";
import candleLight from "icon:candle-light";
import cardDiscard from "icon:card-discard";
import crossedSwords from "icon:crossed-swords";
import gavel from "icon:gavel";
import pokerHand from "icon:poker-hand";
import stack from "icon:stack";
import waxSeal from "icon:wax-seal";
import { cardsAt, countAt } from "../../table/follow";
import { waiting } from "../../table/game";
import type { Act, GameModule, Phase, Ribbon, Stat, Tale, Thing } from "../../table/game";
import type { Manner } from "../../table/motion";
import type { Table } from "../../table/table.svelte";
import { tongue } from "../../words/tongue.svelte";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import "./cards.css";
import "./city.css";
import "./law.css";
import "./hand.css";
import "./badge.css";
import "./reckoning.css";
import "./narrow.css";
import Close from "./Close.svelte";
import {
  city,
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
import { folds } from "./story";

const MANNERS: Record<string, Manner> = { draw: "flip", refill: "flip", law: "flip", turn_over: "flip" };
const PHASES: Record<string, number> = { Buy: 1, TakeByLaw: 2, DiscardLeftovers: 3 };

function phases(table: Table): Phase[] {
  const now = table.over ? 4 : (PHASES[table.asked] ?? 0);
  return [table.say("place"), table.say("acquire"), table.say("score"), table.say("clean-up")].map((label, i) => ({
    label,
    state: i < now ? "done" : i === now ? "now" : "next",
  }));
}

function stats(table: Table, seat: number): Stat[] {
  const at = (...places: string[]) => places.reduce((sum, place) => sum + countAt(table.view, `${place}.${seat}`), 0);
  const candles = `candles.${seat}`;
  return [
    { icon: candleLight, label: table.say("candles"), value: table.view.numbers[candles] ?? 0, number: candles },
    { icon: pokerHand, label: table.say("hand-count"), value: at("hand", "aside"), places: `hand.${seat} aside.${seat}` },
    {
      icon: stack,
      label: table.say("piles"),
      value: at("deck", "top", "discard"),
      places: `deck.${seat} top.${seat} discard.${seat}`,
    },
    {
      icon: waxSeal,
      label: table.say("encased"),
      value: at("encased", "opened"),
      places: `encased.${seat} opened.${seat}`,
    },
  ];
}

function note(table: Table, seat: number): string {
  if (table.over || !table.asked) return "";
  const said: string[] = [];
  const placing = !(table.asked in PHASES);
  if (placing && hasPassed(table, seat)) said.push(table.say("passed"));
  if (placing && isProtected(table, seat)) said.push(table.say("protected"));
  const points = table.view.numbers.points ?? 0;
  if (table.asked === "Buy" && table.askedAbout[0] === seat) said.push(table.say("to-spend", { n: points }));
  return said.join(" · ");
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
      rule: city(table).districts[district]?.[0] ?? "",
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
  const asker = city(table).askers[table.asked];
  const [law] = cardsAt(table.view, "law");
  let about = table.say("turn", { n: turn(table), of: turns(table) });
  if (asker) about = serverName(table, asker);
  else if (table.asked === "Oust") about = table.card(table.askedAbout[1] ?? -1);
  else if (table.asked === "TakeByLaw" && law !== undefined) about = table.card(law);
  else if (table.asked === "Buy") about = table.say("to-spend", { n: table.view.numbers.points ?? 0 });
  return `${tongue.w.table.yourMove} · ${about}`;
}

function ribbon(table: Table): Ribbon {
  if (!table.myTurn) return waiting(table, sealed(table));
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

/** What was sealed: which cards one chose to discard. */
function sealed(table: Table): string {
  if (!table.sealed) return "";
  const cards = table.sealed.about;
  return cards.length ? table.say("sealed", { cards: names(table, cards) }) : table.say("sealed-nothing");
}

function placing(table: Table): Omit<Ribbon, "kicker"> {
  const pass: Act | undefined = table.choices.has("pass") ? { label: table.button("pass"), moves: ["pass"] } : undefined;
  const card = going(table);
  if (card === undefined) {
    const stuck = table.choices.all.every(({ verb }) => verb === "pass");
    if (stuck) return { sentence: table.say("nowhere"), go: pass };
    return { sentence: table.word("asks", table.asked), quiet: pass && { ...pass, again: table.say("pass-again") } };
  }
  const wish = pointed(table);
  if (!wish) return { sentence: table.say("where", { card: table.card(card) }) };
  const serves = districtOf(table.spot) === "BB" || (table.asked === "PlaceCard" && table.marked[1] !== undefined);
  const idle = serves && outlook(table).idle[table.me]?.includes(favor(table, card).service);
  const go = { label: table.button("place"), icon: pokerHand, moves: [wish] };
  return { sentence: consequence(table, card), warning: idle ? table.say("no-target") : undefined, go };
}

/** What is certain if this card goes where it is pointed. */
function consequence(table: Table, card: number): string {
  const { me } = table;
  const merchant = table.asked === "PlaceCard" ? table.marked[1] : undefined;
  if (merchant !== undefined) return table.say("swaps", { card: table.card(card), merchant: table.card(merchant), text: serviceText(table, card) });
  const { pain, wax } = favor(table, card);
  const { d13, hs, influence } = outlook(table);
  const district = districtOf(table.spot);
  if (district === "BB") return table.say("serves", { card: table.card(card), text: serviceText(table, card) });
  const sum = (before = 0) => (before ? `${before} + ${pain} = ${before + pain}` : String(pain));
  const told = {
    "13": () => table.say("pain-sum", { sum: sum(d13.pain[me]) }),
    HS: () => table.say("pain-sum", { sum: sum(hs.pain[me]) }),
    CS: () => table.say("spend-sum", { sum: sum(influence[me]) }),
    WK: () => table.say("wax-sum", { n: wax }),
  }[district];
  return table.say("there", { card: table.card(card), district: table.word("district", String(DISTRICTS.indexOf(district))), sum: told() });
}

function buying(table: Table): Omit<Ribbon, "kicker"> {
  const [card] = table.marked;
  const points = table.view.numbers.points ?? 0;
  const done: Act = { label: table.button("done"), moves: ["done"] };
  if (card === undefined) {
    if (table.choices.all.every(({ verb }) => verb === "done")) return { sentence: table.say("too-dear", { n: points }), go: done };
    return { sentence: table.word("asks", table.asked), quiet: done };
  }
  const { cost } = favor(table, card);
  return {
    sentence: table.say("buys", { card: table.card(card), sum: `${points} − ${cost} = ${points - cost}` }),
    go: { label: table.button("buy"), icon: buyCard, moves: [pointed(table)] },
  };
}

function ousting(table: Table): Omit<Ribbon, "kicker"> {
  const [card] = table.marked;
  const attacker = table.card(table.askedAbout[1] ?? -1);
  const leave: Act | undefined = table.choices.has("decline") ? { label: table.button("Oust.decline"), moves: ["decline"] } : undefined;
  if (card === undefined) {
    const district = table.word("district", String(table.askedAbout[2] ?? 0));
    const nobody = !table.choices.verbs().has("oust");
    if (nobody) return { sentence: table.say("oust-nobody", { card: attacker }), go: { label: table.say("stay"), moves: ["decline"] } };
    return { sentence: table.say("oust-whom", { card: attacker, district }), quiet: leave };
  }
  const owner = table.names[favor(table, card).owner] ?? "";
  return {
    sentence: table.say("ousts", { card: attacker, name: owner, victim: table.card(card) }),
    go: { label: table.button("oust"), icon: crossedSwords, moves: [pointed(table)] },
    quiet: leave,
  };
}

function encasing(table: Table): Omit<Ribbon, "kicker"> {
  const [card] = table.marked;
  const nothing: Act = { label: table.button("Encase.decline"), moves: ["decline"] };
  if (card === undefined) {
    const only = table.choices.all.length === 1;
    return { sentence: table.word("asks", table.asked), ...(only ? { go: nothing } : { quiet: nothing }) };
  }
  return {
    sentence: table.say("encases", { card: table.card(card), n: favor(table, card).pain }),
    go: { label: table.button("encase"), icon: waxSeal, moves: [pointed(table)] },
    quiet: nothing,
  };
}

function keeping(table: Table): Omit<Ribbon, "kicker"> {
  const wish = pointed(table);
  const [only] = table.choices.all;
  if (!wish && only && !only.about.length) {
    return { sentence: table.word("asks", table.asked), go: { label: table.say("stay"), moves: [only.move] } };
  }
  if (!wish) return { sentence: soFar(table) };
  const rest = cardsAt(table.view, `aside.${table.me}`).filter((card) => !table.marked.includes(card));
  return {
    sentence: rest.length
      ? table.say("keeps", { cards: names(table, table.marked), rest: names(table, rest) })
      : table.say("keeps-whole", { cards: names(table, table.marked) }),
    go: { label: table.button("keep"), icon: pokerHand, moves: [wish] },
  };
}

/** The question, or what was marked and how many more are needed. */
function soFar(table: Table): string {
  const missing = (table.choices.all[0]?.about.length ?? 0) - table.marked.length;
  if (!table.marked.length) return table.word("asks", table.asked);
  return table.catalogue.join([names(table, table.marked), table.say("more", { n: missing })]);
}

function taking(table: Table): Omit<Ribbon, "kicker"> {
  const [card] = table.marked;
  const nothing: Act | undefined = table.choices.has("decline") ? { label: table.button("decline"), moves: ["decline"] } : undefined;
  if (card === undefined) return { sentence: table.word("asks", table.asked), quiet: nothing };
  const [law] = cardsAt(table.view, "law");
  return {
    sentence: table.say("takes", { card: table.card(card) }),
    go: { label: table.button("acquire"), icon: table.asked === "TakeByLaw" && law !== undefined ? gavel : buyCard, moves: [pointed(table)] },
    quiet: nothing,
  };
}

function discardingAny(table: Table): Omit<Ribbon, "kicker"> {
  const kept = countAt(table.view, `hand.${table.me}`) - table.marked.length;
  const drawn = Math.max(0, city(table).hand - kept);
  const wish = pointed(table);
  if (!table.marked.length) return { sentence: table.say("keeps-all", { n: kept, drawn }), go: { label: table.button(wish), moves: [wish] } };
  return {
    sentence: table.say("discards", { cards: names(table, table.marked), kept, drawn }),
    go: { label: table.button(wish), icon: cardDiscard, moves: [wish] },
  };
}

function discarding(table: Table): Omit<Ribbon, "kicker"> {
  const wish = pointed(table);
  if (!wish) return { sentence: soFar(table) };
  return {
    sentence: table.say("must-discard", { cards: names(table, table.marked) }),
    go: { label: table.button(wish), icon: cardDiscard, moves: [wish] },
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
  return { title: table.say("chart"), series };
}

const module: GameModule = {
  ordered: new Set(["place", "swap"]),
  Board,
  Hand,
  Mat,
  Close,
  Spot,
  Badge,
  Result,
  phases,
  subtitle(table) {
    return table.over ? table.company : `${table.say("turn", { n: turn(table), of: turns(table) })} · ${table.company}`;
  },
  stats,
  first: ({ view }) => view.numbers.first ?? -1,
  note,
  ribbon,
  lit,
  shows: (_, { verb, about }) => (verb === "place" ? [`spot ${spotOf(DISTRICTS[about[1] ?? 0]!)}`] : []),
  point,
  wonder,
  tell,
  manner: (kind) => MANNERS[kind] ?? "slide",
  headings: new Set(["turn"]),
  folds,
  progress,
  marks: { law: gavel, oust: crossedSwords, school: candleLight },
  section: (_, { numbers }) => String(numbers.turn ?? ""),
};

export default module;
