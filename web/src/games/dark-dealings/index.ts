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
import { plain } from "../../table/catalogue";
import type { Act, GameModule, Phase, Ribbon, Stat, Tale, Thing } from "../../table/game";
import type { Manner } from "../../table/motion";
import type { Table } from "../../table/table.svelte";
import { tongue } from "../../words/tongue.svelte";
import Board from "./Board.svelte";
import "./cards.css";
import "./table.css";
import Close from "./Close.svelte";
import { defense, hero, isHero, printed, reading, sidesLabel } from "./faces";
import Hand from "./Hand.svelte";
import Mat from "./Mat.svelte";
import Result from "./Result.svelte";
import { lit as planLit, mark as planMark, plan, strikeMove } from "./plan";
import { phase, phaseOf, struck } from "./story";

const ROUNDS = { hero: 4, defense: 4, rows: 4, combat: 8 };
const MANNERS: Record<string, Manner> = {
  deal: "flip",
  flip: "flip",
  commit: "flip",
  defeat: "tip",
  trash: "fall",
  let_in: "walk",
};
/** The rules of heroes' classes and of defenses' abilities. */
const RULES: Record<string, string> = {
  thief: "DD-40",
  halflings: "DD-41",
  wizard: "DD-42",
  berserker: "DD-43",
  knight: "DD-44",
  ranger: "DD-45",
  heavy_hitter: "DD-50",
  detour: "DD-52",
  booster: "DD-53",
};
const EXPANSION = "DD-23";
const TURNING = "DD-37";
const COMBAT_ROUND = "DD-39"; // the rule of the events that open one
const BALLOTS = new Set(["PickHeroes", "CommitHeroes"]);
const DRAFTS = new Set(["pick", "commit", "take", "pair", "trash"]);

function round(table: Table): number {
  if (phase(table) === "hero") return 1 + Math.floor(countAt(table.view, "drafted.0") / 2);
  return table.view.numbers.round ?? 0;
}

function phases(table: Table): Phase[] {
  const { dd } = tongue.w;
  const names = table.players === 1 ? ["rows", "combat"] : ["hero", "defense", "combat"];
  const labels: Record<string, string> = { hero: dd.heroes, defense: dd.defenses, rows: dd.rows, combat: dd.combat };
  const now = names.indexOf(phase(table));
  return names.map((name, i) => ({
    label: labels[name] ?? name,
    state: i < now ? "done" : i === now ? "now" : "next",
  }));
}

function stats(table: Table, seat: number): Stat[] {
  const { dd } = tongue.w;
  const at = (place: string) => countAt(table.view, `${place}.${seat}`);
  const now = phase(table);
  const hand: Stat = { icon: pokerHand, label: dd.handCount, value: at("hand"), places: `hand.${seat}` };
  const left: Stat = {
    icon: crossedAxes,
    label: dd.defensesLeft,
    value: at("front") + at("striking") + at("spent"),
    places: `front.${seat} striking.${seat} spent.${seat}`,
  };
  const pile: Stat = { icon: evilTower, label: dd.pileCount, value: at("pile"), places: `pile.${seat}` };
  if (now === "hero") {
    return [
      hand,
      { icon: evilTower, label: dd.draftedCount, value: at("drafted"), places: `drafted.${seat} committed.${seat}` },
    ];
  }
  if (now === "defense") {
    return [hand, left, { ...pile, places: `pile.${seat} committed.${seat} drafted.${seat}` }];
  }
  const beaten: Stat = { icon: skull, label: dd.defeated, value: at("defeated"), places: `defeated.${seat}` };
  return now === "rows" ? [left, pile] : [beaten, left, pile];
}

function note(table: Table, seat: number): string {
  if (table.view.numbers[`evicted.${seat}`]) return tongue.w.dd.evicted;
  const [facing] = cardsAt(table.view, `facing.${seat}`);
  if (facing !== undefined && phase(table) === "combat") return table.card(facing);
  return "";
}

function company(table: Table): string {
  return tongue.w.dd.overlords[table.players] ?? "";
}

/** "Your move · round 2 of 4" */
function kicker(table: Table, about = ""): string {
  const count = tongue.w.table.round(round(table), ROUNDS[phase(table)]);
  return `${tongue.w.table.yourMove} · ${about || count}`;
}

function names(table: Table, cards: number[]): string {
  return table.catalogue.join(cards.map((card) => table.card(card)));
}

function ribbon(table: Table): Ribbon {
  const { dd, table: words } = tongue.w;
  const { asked, marked, choices } = table;
  const question = table.word("asks", asked);
  if (!table.myTurn) {
    const sealed = table.me >= 0 ? table.view.sealed[String(table.me)] : undefined;
    const others = table.waiting.filter((seat) => seat !== table.me);
    const waits = others.map((seat) =>
      plain(table.catalogue.fill(table.word("waits", asked), [], table.names, { seat: table.names[seat] ?? "" })),
    );
    const sentence = table.busy || !others.length ? "" : `${waits.join(tongue.language === "ja" ? "、" : ", ")}.`;
    return {
      kicker: sealed
        ? dd.sealedPick(names(table, sealed.split(" ").slice(1).map(Number)))
        : table.me < 0
          ? words.watching
          : words.waiting,
      sentence: tongue.language === "ja" ? sentence.replace(".", "。") : sentence,
    };
  }
  if (asked === "PickHeroes" || asked === "CommitHeroes") return pairRibbon(table, question);
  if (asked === "TakeDefense") {
    const chooser = table.askedAbout[1] ?? -1;
    const [card] = marked;
    const value = hero(table, chooser)?.challenge ?? 0;
    return {
      kicker: kicker(table),
      sentence:
        card === undefined
          ? dd.takeWith(table.card(chooser), value)
          : dd.take(table.card(card), table.card(chooser), value),
      go: card === undefined ? undefined : { label: dd.takeIt, icon: crossedAxes, moves: [`take ${card}`] },
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
          ? dd.pair(table.card(heroCard), table.card(defenseCard))
          : heroCard !== undefined
            ? dd.pairHero(table.card(heroCard))
            : question,
      go: done && marked.length ? { label: dd.pairTake, icon: crossedAxes, moves: [done.move] } : undefined,
    };
  }
  if (asked === "TrashForWizard") {
    const [card] = marked;
    return {
      kicker: kicker(table),
      sentence: card === undefined ? question : dd.trashText(table.card(card)),
      go: card === undefined ? undefined : { label: dd.trash, icon: trashCan, moves: [`trash ${card}`] },
    };
  }
  return fightRibbon(table, question);
}

function pairRibbon(table: Table, question: string): Ribbon {
  const { dd } = tongue.w;
  const { marked, asked } = table;
  const done = table.choices.complete(marked)[0];
  if (!done || marked.length < 2) {
    const [card] = marked;
    return { kicker: kicker(table), sentence: card === undefined ? question : dd.one(table.card(card)) };
  }
  const hand = cardsAt(table.view, `hand.${table.me}`);
  const rest = hand.filter((card) => !marked.includes(card));
  const left = table.names[(table.me + 1) % table.players] ?? "";
  const cards = names(table, marked);
  const sentence =
    asked === "CommitHeroes"
      ? dd.commit(cards)
      : rest.length === 1
        ? dd.keepLast(cards, table.card(rest[0]!))
        : dd.keep(cards, rest.length, left);
  const label = asked === "CommitHeroes" ? dd.sealCommit : dd.seal;
  return { kicker: kicker(table), sentence, go: { label, icon: waxSeal, moves: [done.move] } };
}

function fightRibbon(table: Table, question: string): Ribbon {
  const { dd } = tongue.w;
  const { choices, marked, me } = table;
  const facing = cardsAt(table.view, `facing.${me}`)[0];
  const armor = facing === undefined ? 0 : hero(table, facing).armor;
  const letIn: Act | undefined = choices.has("discard")
    ? { label: dd.letIn, icon: exitDoor, moves: ["discard"] }
    : undefined;
  if (!marked.length) {
    const sum = struck(table, me).map((term) => term.value);
    if (choices.has("stop")) {
      const total = sum.reduce((a, b) => a + b, 0);
      const shown = sum.length > 1 ? `${sum.join(" + ")} = ${total}` : String(total);
      const go = { label: dd.finish, icon: skull, moves: ["stop"] };
      return { kicker: kicker(table), sentence: dd.finishText(shown, armor), go };
    }
    if (choices.has("fight")) {
      const go = { label: dd.fight, icon: crossedAxes, moves: ["fight"] };
      return { kicker: kicker(table), sentence: question, go, quiet: letIn };
    }
    const strikes = choices.verbs().has("strike");
    if (!strikes && letIn && choices.all.length === 1) {
      return { kicker: kicker(table), sentence: dd.nothingStrikes, go: letIn };
    }
    return { kicker: kicker(table), sentence: strikes ? dd.mark : question, quiet: letIn };
  }
  return planRibbon(table, facing);
}

function planRibbon(table: Table, facing: number | undefined): Ribbon {
  const { dd } = tongue.w;
  const face = facing === undefined ? undefined : hero(table, facing);
  const armor = face?.armor ?? 0;
  const { choices, marked, me } = table;
  const [card] = marked;
  const detour: Act | undefined =
    marked.length === 1 && choices.has(`detour ${card}`)
      ? { label: dd.detour, icon: detourArt, moves: [`detour ${card}`] }
      : undefined;
  const strikes = choices.all.some((choice) => choice.verb === "strike" && choice.about[0] === card);
  if (detour && !strikes) {
    return { kicker: kicker(table), sentence: dd.detourText(table.card(card!)), go: detour };
  }
  const planned = plan(choices, marked);
  if (planned.pending >= 0) {
    return { kicker: kicker(table), sentence: dd.turnFor(table.card(planned.pending)), quiet: detour };
  }
  const before = struck(table, me).map((term) => term.value);
  const values = planned.strikes.map((strike) => printed(table, strike.card));
  const total = [...before, ...values].reduce((a, b) => a + b, 0);
  const all = [...before, ...values];
  const shown = all.length > 1 ? `${all.join(" + ")} = ${total}` : String(total);
  const moves = planned.strikes.map(strikeMove);
  const read = face ? reading(face, total) : "missing";
  const enough = read === "exact" || read === "enough";
  const strike: Act = { label: dd.strike, icon: crossedAxes, moves };
  return {
    kicker: kicker(table),
    sentence:
      read === "over"
        ? dd.tooMuch(shown, total - armor, armor)
        : dd.strikeWith(names(table, planned.strikes.map((one) => one.card)), shown, armor),
    go: read === "over" ? undefined : enough ? { ...strike, label: dd.strikeDown, moves: [...moves, "stop"] } : strike,
    quiet: detour ?? (enough ? { ...strike, label: dd.onlyStrike } : undefined),
  };
}

/** What a card does, for those who linger on it. */
function tell(table: Table, thing: Thing): Tale | null {
  if (typeof thing !== "number") return null;
  const title = table.card(thing);
  if (isHero(table, thing)) {
    const { class: kind } = hero(table, thing);
    return { title, sentence: spoken(table.word("classes", kind), table.word("class_text", kind)), rule: RULES[kind] ?? EXPANSION };
  }
  const { ability } = defense(table, thing);
  if (!ability) return { title, sentence: sidesLabel(table, thing), rule: TURNING };
  return { title, sentence: spoken(table.word("abilities", ability), table.word("ability_text", ability)), rule: RULES[ability] ?? TURNING };
}

function spoken(word: string, text: string): string {
  return `${word}${tongue.w.dd.dot}${text}`;
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
  if (asked === "PickHeroes" || asked === "CommitHeroes" || asked === "TakeDefense") {
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
      const combat = event.rule === COMBAT_ROUND;
      if (combat && counting) for (const line of series) line.push(line.at(-1) ?? 0);
      counting = combat;
    }
    if (event?.kind === "defeat") {
      const line = series[event.seat ?? 0];
      if (line) line[line.length - 1] = (line.at(-1) ?? 0) + 1;
    }
  }
  return { title: tongue.w.dd.chart, series };
}

const module: GameModule = {
  ordered: new Set(["strike"]),
  voters: (table) => (BALLOTS.has(table.asked) ? table.names.map((_, seat) => seat) : []),
  Board,
  Hand,
  Mat,
  Close,
  Result,
  phases,
  subtitle(table) {
    const count = company(table);
    if (table.over) return count;
    return `${count} · ${tongue.w.table.round(round(table), ROUNDS[phase(table)])}`;
  },
  company,
  stats,
  first: ({ view }) => view.numbers.first ?? -1,
  note,
  ribbon,
  lit,
  point,
  wonder,
  tell,
  manner: (kind) => MANNERS[kind] ?? "slide",
  headings: new Set(["round"]),
  headline: (table) =>
    table.players === 1 ? tongue.w.dd.soloTitle(table.over?.scores[0]?.[0] ?? 0, ROUNDS.combat) : "",
  progress,
  section: ({ asks }) => {
    const { dd } = tongue.w;
    return { hero: dd.heroes, defense: dd.defenses, rows: dd.rows, combat: dd.combat }[phaseOf(asks)];
  },
};

export default module;
