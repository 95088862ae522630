/** What the ribbon says: what happens if its lit button is pressed, and what that leaves. */
import crowbar from "icon:crowbar";
import exchange from "icon:trade";
import gate from "icon:open-gate";
import handshake from "icon:shaking-hands";
import boot from "icon:walking-boot";
import { plain } from "../../table/catalogue";
import type { Choice } from "../../table/choices";
import { cardsAt, countAt } from "../../table/follow";
import { waiting, type Act, type Ribbon } from "../../table/game";
import type { Table } from "../../table/table.svelte";
import type { Offer } from "../../table/types";
import { tongue } from "../../words/tongue.svelte";
import { ACTION_ART } from "./art";
import { held, isBuilding } from "./build.svelte";
import { cityOf, crossing, printed, waysOf } from "./city";
import { gains, lacking, pricesText, priceText, thingsText, weigh } from "./deal";
import { bars, counter, deskOf, drop, lay, modeOf, NO_DEAL, onlyClaims, read, send, tokensOf, written } from "./desk.svelte";
import { assault, chanceAgainst, gifts, guardContext, guardLabel, guardOn, scenarioOf } from "./escape";
import { costText, effectText, face, houseName, number, sectionName, tileName } from "./faces";
import { lastStep, raidedFrom, wayText } from "./labels";
import { ambiguous, errand, here, isPlain, isTurn, numberOf, picksTokens, plainAnswers, tokensLeft, wish } from "./plan";
import { blast, explained, outpostPrice } from "./sums";

type Told = Omit<Ribbon, "kicker">;

const RICH = new Set(["keep", "put_back", "disc", "tokens", "five", "three", "rob", "tire", "draw", "ruin", "ages", "offer"]);
/** Whether an answer lies as a slip before one, with its sum. */
export const isRich = (choice: Choice): boolean => RICH.has(choice.verb) && isPlain(choice);
/** Answers by which one says no, or nothing. */
const QUIET = new Set(["pass", "decline", "refuse", "done"]);

export function ribbon(table: Table): Ribbon {
  const mode = modeOf(table);
  const offer = table.offers.find(({ to }) => to.includes(table.me));
  if (mode === "trade") return composing(table); // whoever writes there never answers another's offer by it
  const isFree = !table.deciding || (isTurn(table) && !table.spot && !table.marked.length);
  if (offer && isFree && !mode) return answering(table, offer);
  if (!table.deciding) return waiting(table);
  const kicker = isTurn(table) ? turnKicker(table) : tongue.w.table.yourMove;
  return { kicker, ...(isTurn(table) ? turn(table) : answer(table)) };
}

function turnKicker(table: Table): string {
  return `${table.say("your-turn")} · ${table.say(`left.${leftOf(table)}`)}`;
}

/** What is left of one's turn: without AP, often nothing but claims. */
export function leftOf(table: Table): "both" | "move" | "action" | "none" | "claims" {
  if (onlyClaims(table)) return "claims";
  const moves = number(table, "moved") < DONE_SPENT;
  if (number(table, "acted")) return moves ? "move" : "none";
  return moves ? "both" : "action";
}

function asks(table: Table): string {
  return table.word("asks", table.asked);
}

// One's own turn

const DONE_SPENT = 2; // the move is over

function turn(table: Table): Told {
  const moves = wish(table);
  if (table.spot || table.marked.length) return pointed(table, moves);
  const end: Act = { label: table.button("end"), moves: ["end"] };
  const pass: Act = { label: table.button("pass"), moves: ["pass"] };
  if (modeOf(table) === "pass") {
    return { sentence: table.say("pass-sum", { n: number(table, "ap", table.me) }), go: { label: table.button("pass"), icon: ACTION_ART.pass, moves: ["pass"] }, quiet: table.choices.has("end") ? end : undefined };
  }
  if (table.choices.has("gate")) {
    const { gate_fee: fee } = printed(table);
    return { sentence: table.say("gate-sum", { n: fee }), go: { label: table.button("gate"), icon: gate, moves: ["gate"] }, quiet: table.choices.has("end") ? end : undefined };
  }
  const all = gifts(table);
  if (all.length && (!modeOf(table) || modeOf(table) === "give")) {
    return { sentence: table.say("give-all-sum"), then: table.say("give-then", { n: scenarioOf(table)?.helipad.seats ?? 0 }), go: { label: table.say("give-all"), icon: ACTION_ART.give, moves: all }, quiet: table.choices.has("end") ? end : pass };
  }
  const left = leftOf(table);
  const sentence = modeOf(table) ? table.say(`choose.${modeOf(table)}`) : left === "both" ? asks(table) : table.say(`still.${left}`);
  if (!table.choices.has("end")) return left === "claims" ? { sentence, go: pass } : { sentence, quiet: pass };
  return left === "none" && !modeOf(table) ? { sentence, go: end } : { sentence, quiet: end };
}

/** What is left of the AP, and what one could not pay with it. */
function leaves(table: Table, cost: number): { then: string; warning?: string } {
  const left = number(table, "ap", table.me) - cost;
  const { defend } = printed(table).costs;
  return { then: table.say("leaves", { n: left }), ...(left < defend && { warning: table.say("cannot-defend", { n: defend }) }) };
}

function pointed(table: Table, moves: string[]): Told {
  const { spot } = table;
  const place = numberOf(spot);
  const ap = number(table, "ap", table.me);
  if (!moves.length) {
    const several = ambiguous(table);
    return { sentence: several.length ? table.say("choose-use", { card: table.card(table.marked[0]!) }) : asks(table) };
  }
  if (spot.startsWith("q") && guardOn(table, place)) return storming(table, place, moves);
  if (spot.startsWith("s") && moves[0]?.startsWith("cross")) {
    const way = waysOf(table.view).get(place)!;
    const houses = raidedFrom(table, place);
    const then = [wayText(table, way.steps, here(table)), houses ? table.say("raid-from-here", { houses }) : "", table.say("leaves", { n: ap - way.ap })];
    return {
      sentence: table.say("walk-sum", { place: sectionName(table, place), over: obstacles(table, way.steps), n: way.ap, all: ap }),
      then: then.filter(Boolean).join(table.catalogue.gap),
      warning: lastStep(table, way.steps) || undefined,
      go: onTheWay(table, { label: table.say("walk"), icon: boot, moves, danger: dare(table, way.steps) }),
    };
  }
  if (spot.startsWith("h") && moves.at(-1)?.startsWith("raid")) return raiding(table, place, moves);
  const [first = ""] = moves;
  const [verb = "", card = ""] = first.split(" ");
  const go: Act = { label: table.button(first), icon: ACTION_ART[verb === "attack" || verb === "storm" ? "fight" : verb], moves };
  const { costs } = printed(table);
  if (verb === "enter") {
    const price = outpostPrice(table, "enter");
    return { sentence: table.say("enter-sum", { n: price, all: ap }), ...leaves(table, price), go };
  }
  if (verb === "storm") return { sentence: table.say("storm-sum", { n: costs.storm, all: ap }), ...leaves(table, costs.storm), go };
  if (verb === "attack") {
    const name = table.names[place] ?? "";
    return { sentence: table.say("attack-sum", { name, n: costs.attack, all: ap }), ...leaves(table, costs.attack), go };
  }
  if (verb === "claim") {
    const [lying = -1] = cardsAt(table.view, `tile.${place}`);
    return { sentence: table.say("claim-sum", { card: table.card(lying), what: costText(table, face(table, lying).cost ?? {}) }), then: effectText(table, lying), go };
  }
  if (verb === "craft") {
    const item = Number(card);
    const { sp = 0, cost = {} } = face(table, item);
    const before = number(table, "sp", table.me);
    return { sentence: table.say("craft-sum", { card: table.card(item), what: costText(table, cost), before, n: sp, after: before + sp }), then: effectText(table, item), go };
  }
  if (verb === "quest") return { sentence: table.say("quest-sum", { card: table.card(Number(card)) }), then: table.say("each-round", { text: effectText(table, Number(card)) }), go };
  if (verb === "market") return { sentence: table.say("market-sum", { what: table.word("kind", String(card)) }), go };
  if (verb === "disc" || verb === "train") {
    const price = outpostPrice(table, verb === "disc" ? "disc" : "training");
    return { sentence: `${table.button(first)}: ${explained(table, { move: first, verb, about: [Number(card)] })}`, ...leaves(table, price), go };
  }
  if (verb === "use") return { sentence: table.say("use-sum", { card: table.card(Number(card)), text: effectText(table, Number(card)) }), go };
  return { sentence: plain(table.catalogue.move(first, table.names)), go };
}

/** A step that eliminates is asked about again. */
const dare = (table: Table, steps: number[]): string | undefined => (lastStep(table, steps) ? table.say("guards-dare") : undefined);

/** Moves that may be stopped by what turns up: then one still knows where to. */
function onTheWay(table: Table, act: Act): Act {
  const { spot } = table;
  if (act.moves.length < 2) return act;
  return {
    ...act,
    send: () => {
      lay(table, { goal: spot });
      void table.link?.answer(act.moves);
    },
  };
}

/** What one crosses on a way, in words: 'a border, a barricade'. */
function obstacles(table: Table, steps: number[]): string {
  let from = here(table);
  const found: Record<string, number> = {};
  for (const step of steps) {
    const kind = crossing(printed(table), from, step);
    found[kind] = (found[kind] ?? 0) + 1;
    from = step;
  }
  return table.catalogue.join(Object.entries(found).map(([kind, n]) => table.say(`over.${kind}`, { n })));
}

function raiding(table: Table, square: number, moves: string[]): Told {
  const found = errand(table, square)!;
  const ap = number(table, "ap", table.me);
  const off = table.marked.reduce((sum, card) => sum + (face(table, card).effect ?? []).reduce((n, { do: verb, n: by = 0 }) => n + (verb === "raid_discount" ? by : 0), 0), 0);
  const price = Math.max(0, found.price - off);
  const total = found.way.ap + price;
  const house = houseName(table, number(table, "house", square));
  const tile = tileName(table, cityOf(table).tile[square] ?? 0);
  const charge = blast(table, square);
  const { then, warning } = leaves(table, Math.min(ap, total + charge));
  const sum = found.way.ap ? table.say("two-sum", { one: found.way.ap, two: price, n: total, all: ap }) : table.say("one-sum", { n: total, all: ap });
  return {
    sentence: table.say(found.way.ap ? "walk-raid-sum" : "raid-sum", { over: obstacles(table, found.way.steps), house, tile, sum }),
    then: [wayText(table, found.way.steps, here(table)), charge ? table.say("blast-sum", { n: charge }) : "", then].filter(Boolean).join(table.catalogue.gap),
    warning: lastStep(table, found.way.steps) || warning,
    go: onTheWay(table, { label: table.say(found.way.ap ? "walk-and-raid" : "raid"), icon: crowbar, moves, danger: dare(table, found.way.steps) }),
  };
}

/** To a guard, and at it: what it costs, and what follows from winning and from failing. */
function storming(table: Table, square: number, moves: string[]): Told {
  const found = assault(table, square)!;
  const guard = guardOn(table, square)!;
  const ap = number(table, "ap", table.me);
  const sum = found.way.ap ? table.say("two-sum", { one: found.way.ap, two: found.total - found.way.ap, n: found.total, all: ap }) : table.say("one-sum", { n: found.total, all: ap });
  const loot = costText(table, guard.loot);
  const isPad = guard.tile === scenarioOf(table)?.row.at(-1);
  return {
    sentence: table.say("guard-sum", { guard: guardLabel(table, square), sum }),
    then: table.say(loot ? "guard-win-loot" : "guard-win", { n: chanceAgainst(table, table.me), loot }),
    warning: isPad ? table.say("guard-fail-pad") : table.say(guard.laden ? "guard-fail-laden" : "guard-fail"),
    go: { label: table.button("fight"), icon: ACTION_ART.fight, moves },
  };
}

// Answers to other questions

function answer(table: Table): Told {
  if (table.asked === "Agree") return agreeing(table);
  const plainOnes = plainAnswers(table);
  const slips = plainOnes.filter(isRich);
  const rest = plainOnes.filter((one) => !isRich(one));
  const no = rest.find(({ verb }) => QUIET.has(verb));
  const yes = rest.filter((one) => one !== no);
  const act = ({ move }: Choice): Act => ({ label: table.button(move), icon: ACTION_ART[move], moves: [move] });
  const quiet = no && act(no);
  if (picksTokens(table)) return picking(table, quiet);
  const moves = wish(table);
  if (moves.length) {
    const [first = ""] = moves;
    const card = table.marked[0];
    const sentence = isBuilding(table) ? table.say("lay-sum", { tile: tileName(table, held(table).tile), n: 90 * held(table).turn }) : card === undefined ? plain(table.catalogue.move(first, table.names)) : table.say("use-sum", { card: table.card(card), text: cardText(table, card) });
    return { sentence, go: { label: table.button(first), moves }, quiet };
  }
  if (yes.length === 1 && !slips.length) return { sentence: asks(table), then: context(table), go: act(yes[0]!), quiet };
  if (onlyPasses(table)) return { sentence: asks(table), then: [context(table), table.say("asked-unseen")].filter(Boolean).join(table.catalogue.gap), go: quiet };
  if (!yes.length && no && !slips.length) {
    // Nothing but a card could be said: to pass is the next thing.
    return { sentence: asks(table), then: context(table), ...(hasMore(table) && no.verb !== "pass" ? { quiet } : { go: quiet }) };
  }
  return { sentence: asks(table), then: context(table), quiet };
}

/** RT-94 Whether one is asked for no other reason than an incident in hand that nobody has seen. */
export function onlyPasses(table: Table): boolean {
  return table.choices.all.every(({ verb }) => verb === "pass") && countAt(table.view, `hidden_hand.${table.me}`) > 0;
}

/** Whether a card or a spot may be pointed at. */
function hasMore(table: Table): boolean {
  return table.lit.size > 1;
}

function cardText(table: Table, card: number): string {
  const { deck, power = "" } = face(table, card);
  return deck === "character" ? table.word("power_text", power) : effectText(table, card);
}

/** What the question is about, where its own sentence cannot say it. */
function context(table: Table): string {
  const guarded = guardContext(table);
  if (guarded) return guarded;
  const [one = -1, two = -1] = table.askedAbout;
  const name = table.names[one] ?? "";
  const { costs } = printed(table);
  const ap = number(table, "ap", table.me);
  if (table.asked === "Defend") return table.say("defend-sum", { n: costs.defend, before: ap, after: ap - costs.defend, name: table.names[two] ?? "" });
  if (table.asked === "Attacked" || table.asked === "Paid") return table.say("attacked-by", { name });
  if (table.asked === "StopRaid") return table.say("raided-by", { name, house: houseName(table, number(table, "house", two)) });
  if (table.asked === "Buy") return `${effectText(table, two)} ${explained(table, { move: "buy", verb: "buy", about: [] })}`;
  if (table.asked === "AfterRoll" && table.voters.length > 1) return table.say("nobody-told"); // one alone is told of like anybody
  if (table.asked === "RaidCard") {
    const [card] = cardsAt(table.view, "raid_card");
    return card === undefined ? "" : effectText(table, card);
  }
  if (table.asked === "BeforeGate") return table.say("at-the-gate", { name });
  return "";
}

function picking(table: Table, quiet?: Act): Told {
  const chosen = tokensOf(table);
  const left = tokensLeft(table);
  const moves = wish(table);
  const all = chosen.length >= left;
  const go: Act | undefined = chosen.length && (all || quiet) ? { label: table.button(picksTokens(table)), moves: quiet && !all ? [...moves, "done"] : moves } : undefined;
  const sentence = chosen.length ? `${asks(table)} ${thingsText(table, chosen)}.` : asks(table);
  return { sentence, then: table.say("chosen-of", { n: chosen.length, all: left }), go, quiet: chosen.length ? undefined : quiet };
}

// Offers

function offerSentence(table: Table, give: number[], take: number[]): string {
  return table.say("give-get", { give: thingsText(table, give) || table.say("nothing"), take: thingsText(table, take) || table.say("nothing") });
}

/** Somebody waits for one's answer to an offer in the book. */
function answering(table: Table, offer: Offer): Ribbon {
  const { give, take } = read(offer.terms);
  const { text, warning } = weigh(table, offer);
  const lacks = lacking(table, table.me, take);
  return {
    kicker: table.say("waits-for-you", { name: table.names[offer.maker] ?? "" }),
    sentence: offerSentence(table, take, give),
    then: text,
    warning,
    go: lacks
      ? { label: table.say("counter"), icon: exchange, moves: [], send: () => counter(table, offer) }
      : { label: table.say("agree"), icon: handshake, moves: [], send: () => table.link?.agree(offer.number) },
    quiet: { label: table.say("refuse"), moves: [], send: () => table.link?.refuse(offer.number) },
  };
}

/** A trade that the active player has proposed as a move: bots do. One gives the first of it. */
function agreeing(table: Table): Told {
  const [, other = -1, count = 0, ...things] = table.askedAbout;
  const give = things.slice(0, count);
  const take = things.slice(count);
  const go: Act | undefined = table.choices.has("agree") ? { label: table.button("agree"), icon: handshake, moves: ["agree"] } : undefined;
  return {
    sentence: `${table.names[other] ?? ""}: ${offerSentence(table, give, take)}`,
    then: [priceText(table, table.me, other), gains(table, { one: table.me, two: other, give, take })].filter(Boolean).join(table.catalogue.gap),
    go: go ?? { label: table.button("refuse"), moves: ["refuse"] },
    quiet: go && { label: table.button("refuse"), moves: ["refuse"] },
  };
}

function composing(table: Table): Ribbon {
  const { deal } = deskOf(table);
  const names = table.catalogue.join(deal.to.map((seat) => table.names[seat] ?? ""));
  const isCounter = deal.answers >= 0 || table.asked === "Agree";
  const kicker = table.say(isCounter ? "counter-to" : "an-offer-to", { names: names || "…" });
  const quiet: Act = { label: table.say("drop-it"), moves: [], send: () => drop(table) };
  const open = table.offers.find(({ to, number }) => to.includes(table.me) && number !== deal.answers);
  const meanwhile = open && table.say("waits-meanwhile", { name: table.names[open.maker] ?? "" });
  if (!deal.to.length) return { kicker, sentence: table.say("offer-whom"), then: meanwhile, quiet };
  if (!deal.give.length && !deal.take.length) return { kicker, sentence: table.say("offer-what"), then: meanwhile, quiet };
  const [partner = -1] = deal.to;
  const alone = deal.to.length === 1;
  const lacks = lacking(table, table.me, deal.give);
  const barred = deal.to.find((seat) => bars(table, seat));
  const price = alone ? priceText(table, table.me, partner) : pricesText(table, table.me, deal.to);
  const then = [price, alone ? gains(table, { one: table.me, two: partner, give: deal.give, take: deal.take }) : table.say("first-yes")].filter(Boolean).join(table.catalogue.gap);
  const whole = (deal.give.length && deal.take.length) || table.options.gifts === true;
  const isMove = table.asked === "Agree" && table.deciding;
  const go: Act = {
    label: table.say(deal.answers >= 0 || isMove ? "send-counter" : "send-offer"),
    icon: exchange,
    moves: [],
    send: () => {
      if (isMove) send(table, (link) => link.answer([written(deal).replace("swap", "counter")]));
      else send(table);
    },
  };
  return {
    kicker,
    sentence: offerSentence(table, deal.give, deal.take),
    then: whole ? then : table.say(deal.give.length ? "ask-something" : "give-something"),
    warning: barred !== undefined ? table.say(`cannot-trade.${bars(table, barred)}`, { name: table.names[barred] ?? "" }) : lacks ? table.say("you-lack", { what: lacks }) : undefined,
    ...(whole && !lacks && barred === undefined && { go }),
    quiet,
  };
}

/** Begin a counter-offer to a trade that was proposed as a move. */
export function counterMove(table: Table): void {
  const [, other = -1, count = 0, ...things] = table.askedAbout;
  lay(table, { mode: "trade", deal: { ...NO_DEAL, to: [other], give: things.slice(0, count), take: things.slice(count) } });
}

