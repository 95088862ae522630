/** Dark Dealings at the table. */
import crossedAxes from "icon:crossed-axes";
import detourArt from "icon:detour";
import evilTower from "icon:evil-tower";
import exitDoor from "icon:exit-door";
import pokerHand from "icon:poker-hand";
import skull from "icon:skull-crossed-bones";
import trashCan from "icon:trash-can";
import waxSeal from "icon:wax-seal";
import { cardsAt, countAt } from "../../table/follow";
import { waiting } from "../../table/game";
import type { Act, GameModule, Phase, Ribbon, Stat, Tale, Thing } from "../../table/game";
import type { Manner } from "../../table/motion";
import type { Table } from "../../table/table.svelte";
import { tongue } from "../../words/tongue.svelte";
import Board from "./Board.svelte";
import "./cards.css";
import "./draft.css";
import "./hand.css";
import "./defense.css";
import "./market.css";
import "./combat.css";
import "./mat.css";
import "./tablet.css";
import "./narrow.css";
import Close from "./Close.svelte";
import { board, defense, hero, isHero, isLastSide, isVain, leavesSecond, printed, reading, sidesLabel, type HeroFace } from "./faces";
import Hand from "./Hand.svelte";
import Mat from "./Mat.svelte";
import Result from "./Result.svelte";
import { lit as planLit, mark as planMark, plan, strikeMove, type Strike } from "./plan";
import { fights, phase, phaseOf, struck, type PhaseName } from "./story";

const MANNERS: Record<string, Manner> = {
  deal: "flip",
  flip: "flip",
  commit: "flip",
  defeat: "tip",
  trash: "fall",
  let_in: "walk",
};
const DRAFTS = new Set(["pick", "commit", "first", "take", "pair", "trash"]);

/** How many rounds a phase has. */
function rounds(table: Table, name: PhaseName): number {
  return board(table).rounds[name === "rows" ? "solo" : name] ?? 0;
}

function round(table: Table): number {
  if (phase(table) === "hero") return 1 + Math.floor(countAt(table.view, "drafted.0") / 2);
  return table.view.numbers.round ?? 0;
}

function phases(table: Table): Phase[] {
  const names = table.players === 1 ? ["rows", "combat"] : ["hero", "defense", "combat"];
  const labels: Record<string, string> = { hero: table.say("heroes"), defense: table.say("defenses"), rows: table.say("rows"), combat: table.say("combat") };
  const now = names.indexOf(phase(table));
  return names.map((name, i) => ({
    label: labels[name] ?? name,
    state: i < now ? "done" : i === now ? "now" : "next",
  }));
}

function stats(table: Table, seat: number): Stat[] {
  const at = (place: string) => countAt(table.view, `${place}.${seat}`);
  const now = phase(table);
  const hand: Stat = { icon: pokerHand, label: table.say("hand-count"), value: at("hand"), places: `hand.${seat}` };
  const left: Stat = {
    icon: crossedAxes,
    label: table.say("defenses-left"),
    value: at("front") + at("striking") + at("spent"),
    places: `front.${seat} striking.${seat} spent.${seat}`,
  };
  const pile: Stat = { icon: evilTower, label: table.say("pile-count"), value: at("pile"), places: `pile.${seat}` };
  if (now === "hero") {
    return [
      hand,
      { icon: evilTower, label: table.say("drafted-count"), value: at("drafted"), places: `drafted.${seat} committed.${seat}` },
    ];
  }
  if (now === "defense") {
    return [hand, left, { ...pile, places: `pile.${seat} committed.${seat} drafted.${seat}` }];
  }
  const beaten: Stat = { icon: skull, label: table.say("defeated"), value: at("defeated"), places: `defeated.${seat}` };
  return now === "rows" ? [left, pile] : [beaten, left, pile];
}

function note(table: Table, seat: number): string {
  if (table.view.numbers[`evicted.${seat}`]) return table.say("evicted");
  const [facing] = cardsAt(table.view, `facing.${seat}`);
  if (facing !== undefined && phase(table) === "combat") return table.card(facing);
  return "";
}

/** "Your move · round 2 of 4" */
function kicker(table: Table, about = ""): string {
  const count = tongue.w.table.round(round(table), rounds(table, phase(table)));
  return `${tongue.w.table.yourMove} · ${about || count}`;
}

function names(table: Table, cards: number[]): string {
  return table.catalogue.join(cards.map((card) => table.card(card)));
}

function ribbon(table: Table): Ribbon {
  const { asked, marked, choices } = table;
  const question = table.word("asks", asked);
  if (!table.myTurn) {
    const { sealed } = table;
    return waiting(table, sealed ? table.say("sealed-pick", { cards: names(table, sealed.about) }) : "");
  }
  if (asked === "PickHeroes" || asked === "CommitHeroes") return pairRibbon(table, question);
  if (asked === "ChooseFirst") {
    const [one, two] = choices.all.map(({ move, about }) => ({ label: table.card(about[0] ?? -1), moves: [move] }));
    return { kicker: kicker(table), sentence: question, go: one, quiet: two };
  }
  if (asked === "TakeDefense") {
    const chooser = table.askedAbout[1] ?? -1;
    const [card] = marked;
    const value = hero(table, chooser)?.challenge ?? 0;
    return {
      kicker: kicker(table),
      sentence:
        card === undefined
          ? table.say("take-with", { hero: table.card(chooser), n: value })
          : table.say("take", { card: table.card(card), hero: table.card(chooser), n: value }),
      go: card === undefined ? undefined : { label: table.button("take"), icon: crossedAxes, moves: [`take ${card}`] },
    };
  }
  if (asked === "TakePair") {
    const heroCard = marked.find((card) => isHero(table, card));
    const defenseCard = marked.find((card) => !isHero(table, card));
    const done = choices.complete(marked)[0];
    return {
      kicker: kicker(table),
      sentence:
        done && heroCard !== undefined && defenseCard !== undefined
          ? table.say("pair", { hero: table.card(heroCard), defense: table.card(defenseCard) })
          : heroCard !== undefined
            ? table.say("pair-hero", { hero: table.card(heroCard) })
            : question,
      go: done && marked.length ? { label: table.button("pair"), icon: crossedAxes, moves: [done.move] } : undefined,
    };
  }
  if (asked === "TrashForWizard") {
    const [card] = marked;
    return {
      kicker: kicker(table),
      sentence: card === undefined ? question : table.say("trash-text", { card: table.card(card) }),
      go: card === undefined ? undefined : { label: table.button("trash"), icon: trashCan, moves: [`trash ${card}`] },
    };
  }
  return fightRibbon(table, question);
}

function pairRibbon(table: Table, question: string): Ribbon {
  const { marked, asked } = table;
  const done = table.choices.complete(marked)[0];
  if (!done || marked.length < 2) {
    const [card] = marked;
    return { kicker: kicker(table), sentence: card === undefined ? question : table.say("one", { card: table.card(card) }) };
  }
  const hand = cardsAt(table.view, `hand.${table.me}`);
  const rest = hand.filter((card) => !marked.includes(card));
  const left = table.names[(table.me + 1) % table.players] ?? "";
  const cards = names(table, marked);
  const sentence =
    asked === "CommitHeroes"
      ? table.say("commit", { cards })
      : rest.length === 1
        ? table.say("keep-last", { cards, card: table.card(rest[0]!) })
        : table.say("keep", { cards, n: rest.length, name: left });
  const label = asked === "CommitHeroes" ? table.button("commit") : table.button("pick");
  return { kicker: kicker(table), sentence, go: { label, icon: waxSeal, moves: [done.move] } };
}

function fightRibbon(table: Table, question: string): Ribbon {
  const { choices, marked, me } = table;
  const facing = cardsAt(table.view, `facing.${me}`)[0];
  const armor = facing === undefined ? 0 : hero(table, facing).armor;
  const letIn: Act | undefined = choices.has("discard")
    ? { label: table.button("discard"), icon: exitDoor, moves: ["discard"] }
    : undefined;
  if (!marked.length) {
    const sum = struck(table, me).map((term) => term.value);
    if (choices.has("stop")) {
      const total = sum.reduce((a, b) => a + b, 0);
      const shown = sum.length > 1 ? `${sum.join(" + ")} = ${total}` : String(total);
      const go = { label: table.button("stop"), icon: skull, moves: ["stop"] };
      const warning = leavesSecond(table, []) ? undefined : table.say("not-twice");
      return { kicker: kicker(table), sentence: table.say("finish-text", { sum: shown, armor }), warning, go };
    }
    if (choices.has("fight")) {
      const go = { label: table.button("fight"), icon: crossedAxes, moves: ["fight"] };
      const then = facing !== undefined && hero(table, facing).class === "wizard" ? table.say("wizard-price") : undefined;
      return { kicker: kicker(table), sentence: question, then, go, quiet: letIn };
    }
    const strikes = choices.verbs().has("strike");
    if (!strikes && letIn && choices.all.length === 1) {
      return { kicker: kicker(table), sentence: table.say("nothing-strikes"), go: letIn };
    }
    const warning = strikes && !leavesSecond(table, []) ? table.say("not-twice") : undefined;
    return { kicker: kicker(table), sentence: strikes ? table.say("mark") : question, warning, quiet: letIn };
  }
  return planRibbon(table, facing);
}

function planRibbon(table: Table, facing: number | undefined): Ribbon {
  const face = facing === undefined ? undefined : hero(table, facing);
  const armor = face?.armor ?? 0;
  const { choices, marked, me } = table;
  const [card] = marked;
  const detour: Act | undefined =
    marked.length === 1 && choices.has(`detour ${card}`)
      ? { label: table.button("detour"), icon: detourArt, moves: [`detour ${card}`] }
      : undefined;
  const strikes = choices.all.some((choice) => choice.verb === "strike" && choice.about[0] === card);
  if (detour && !strikes) {
    return { kicker: kicker(table), sentence: table.say("detour-text", { card: table.card(card!) }), then: detourPrice(table, card!), go: detour };
  }
  const planned = plan(choices, marked);
  if (planned.pending >= 0) {
    return { kicker: kicker(table), sentence: table.say("turn-for", { card: table.card(planned.pending) }), quiet: detour };
  }
  const before = struck(table, me).map((term) => term.value);
  const values = planned.strikes.map((strike) => printed(table, strike.card));
  const total = [...before, ...values].reduce((a, b) => a + b, 0);
  const all = [...before, ...values];
  const shown = all.length > 1 ? `${all.join(" + ")} = ${total}` : String(total);
  const moves = planned.strikes.map(strikeMove);
  const read = face ? reading(face, total) : "missing";
  const enough = read === "exact" || read === "enough";
  const strike: Act = { label: table.button("strike"), icon: crossedAxes, moves };
  const used = planned.strikes.flatMap(({ card: one, turned: other }) => (other === undefined ? [one] : [one, other]));
  if (enough && !leavesSecond(table, used)) {
    return {
      kicker: kicker(table),
      sentence: table.say("strike-with", { cards: names(table, planned.strikes.map((one) => one.card)), sum: shown, armor }),
      then: price(table, planned.strikes, face),
      warning: table.say("not-twice"),
      quiet: { ...strike, label: table.button("strike.vain") },
    };
  }
  const vain = planned.strikes.some((one) => isVain(table, one.card)) || (read === "over" && table.options.vain_strikes);
  if (vain) {
    return {
      kicker: kicker(table),
      sentence: table.say("strike-with", { cards: names(table, planned.strikes.map((one) => one.card)), sum: shown, armor }),
      then: price(table, planned.strikes, undefined), // it does not fall, so a Berserker takes nothing
      warning: table.say("in-vain"),
      quiet: { ...strike, label: table.button("strike.vain") },
    };
  }
  return {
    kicker: kicker(table),
    then: price(table, planned.strikes, face),
    sentence:
      read === "over"
        ? table.say("too-much", { sum: shown, n: total - armor, armor })
        : table.say("strike-with", { cards: names(table, planned.strikes.map((one) => one.card)), sum: shown, armor }),
    go: read === "over" ? undefined : enough ? { ...strike, label: table.button("strike.stop"), moves: [...moves, "stop"] } : strike,
    quiet: detour ?? (enough ? { ...strike, label: table.button("strike.only") } : undefined),
  };
}

/** Which defenses a plan turns and which it costs. */
function price(table: Table, strikes: readonly Strike[], face: HeroFace | undefined): string {
  const lost = new Set<number>();
  const kept = new Set<number>();
  for (const { card, turned: other } of strikes) {
    if (other !== undefined) (isLastSide(table, other, false) ? lost : kept).add(other);
    (face?.class === "berserker" || isLastSide(table, card, true) ? lost : kept).add(card);
  }
  for (const card of lost) kept.delete(card);
  const said: string[] = [];
  if (kept.size) said.push(table.say("will-turn", { cards: names(table, [...kept]) }));
  if (lost.size) said.push(table.say("will-trash", { cards: names(table, [...lost]) }));
  return said.join(table.catalogue.gap);
}

function detourPrice(table: Table, card: number): string {
  const lost = table.options.detour === "trash" || isLastSide(table, card, true);
  return table.say(lost ? "will-trash" : "will-turn", { cards: table.card(card) });
}

/** What a card does, for those who linger on it. */
function tell(table: Table, thing: Thing): Tale | null {
  if (typeof thing !== "number") return null;
  const title = table.card(thing);
  if (isHero(table, thing)) {
    const { class: kind, rule } = hero(table, thing);
    return { title, sentence: spoken(table, table.word("classes", kind), table.word("class_text", kind)), rule };
  }
  const { ability, rule } = defense(table, thing);
  const sides = `${sidesLabel(table, thing)}${table.catalogue.stop}`;
  if (!ability) return { title, sentence: sides.trim(), rule };
  return { title, sentence: sides + spoken(table, table.word("abilities", ability), table.word("ability_text", ability)), rule };
}

function spoken(table: Table, word: string, text: string): string {
  return `${word}${table.catalogue.stop}${text}`;
}

function lit(table: Table): Set<number> {
  const { choices, marked, asked } = table;
  if (!table.myTurn) return new Set();
  if (!DRAFTS.has(choices.all[0]?.verb ?? "")) return planLit(choices, marked);
  if (asked === "TakePair") {
    const open = choices.lit(marked);
    for (const card of choices.lit([])) {
      if (marked.some((other) => isHero(table, other) === isHero(table, card))) open.add(card);
    }
    return open;
  }
  return choices.lit([]);
}

function point(table: Table, thing: Thing): void {
  const card = Number(thing);
  const { choices, marked, asked } = table;
  if (!DRAFTS.has(choices.all[0]?.verb ?? "")) {
    table.marked = planMark(choices, marked, card);
    return;
  }
  if (asked === "TakePair" && !marked.includes(card)) {
    const other = marked.filter((one) => isHero(table, one) !== isHero(table, card));
    table.marked = choices.lit(other).has(card) ? [...other, card] : [card];
    return;
  }
  table.marked = choices.mark(marked, card);
}

function wonder(table: Table, thing: Thing): string {
  const card = Number(thing);
  const { asked, marked } = table;
  if (asked === "PickHeroes" || asked === "CommitHeroes" || asked === "ChooseFirst" || asked === "TakeDefense") {
    if (!isHero(table, card)) return `take ${card}`;
    const verb = asked === "PickHeroes" ? "pick" : "commit";
    return `${verb} ${card}`;
  }
  if (asked === "TakePair") {
    const other = marked.find((one) => isHero(table, one) !== isHero(table, card));
    if (other === undefined) return `pair ${card}`;
    return isHero(table, card) ? `pair ${card} ${other}` : `pair ${other} ${card}`;
  }
  const { pending } = plan(table.choices, marked);
  return pending >= 0 ? `strike ${pending} ${card}` : `strike ${card}`;
}

/** Heroes defeated after each combat round. */
function progress(table: Table): { title: string; series: number[][] } {
  const series = table.names.map(() => [0]);
  let counting = false;
  for (const { event } of table.log) {
    if (event?.kind === "round") {
      const combat = event.rule === board(table).combat;
      if (combat && counting) for (const line of series) line.push(line.at(-1) ?? 0);
      counting = combat;
    }
    if (event?.kind === "defeat") {
      const line = series[event.seat ?? 0];
      if (line) line[line.length - 1] = (line.at(-1) ?? 0) + 1;
    }
  }
  return { title: table.say("chart"), series };
}

const module: GameModule = {
  ordered: new Set(["strike"]),
  Board,
  Hand,
  Mat,
  Close,
  Result,
  phases,
  subtitle(table) {
    if (table.over) return table.company;
    return `${table.company} · ${tongue.w.table.round(round(table), rounds(table, phase(table)))}`;
  },
  stats,
  first: ({ view }) => view.numbers.first ?? -1,
  note,
  ribbon,
  lit,
  point,
  wonder,
  tell,
  explains: true,
  manner: (kind) => MANNERS[kind] ?? "slide",
  headings: new Set(["round"]),
  folds: (_, lines) => fights(lines),
  headline: (table) =>
    table.players === 1 ? table.say("solo-title", { n: table.over?.scores[0]?.[0] ?? 0, of: rounds(table, "combat") }) : "",
  progress,
  marks: { defeat: skull, evict: exitDoor },
  section: (table, { asks }) => {
    return { hero: table.say("heroes"), defense: table.say("defenses"), rows: table.say("rows"), combat: table.say("combat") }[phaseOf(asks)];
  },
};

export default module;
