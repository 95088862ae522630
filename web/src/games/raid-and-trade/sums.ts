/** What is certain to follow from an answer, written as arithmetic. */
import type { Choice } from "../../table/choices";
import { cardsAt } from "../../table/follow";
import type { Table } from "../../table/table.svelte";
import { characterOf, discsOf, effectText, face, HOUSE_COLOURS, kindName, number, outlook, signed, tokensOf } from "./faces";
import { printed } from "./city";
import { guardsOf, scenarioOf } from "./escape";

const TRAINING_AP = 6; // RT-70, from which an event's change is counted
const total = (table: Table, seat: number) => tokensOf(table, seat).reduce((sum, n) => sum + n, 0);
/** The dial as its seat shows it: in Escape the City, adrenaline. */
const shown = (table: Table, value: number) => (scenarioOf(table) ? String(-value || 0) : signed(value));
const dial = (value: number) => Math.max(-10, Math.min(10, value));

/** RT-70 What something at the Outpost costs now, as the event and cards make it. */
export function outpostPrice(table: Table, what: "enter" | "disc" | "training"): number {
  const { costs } = printed(table);
  const change = what === "training" ? (outlook(table).event?.training ?? TRAINING_AP) - TRAINING_AP : 0;
  const price = what === "training" ? Math.max(1, costs.training + change) : costs[what];
  return Math.max(0, price - number(table, "outpost_off"));
}

/** RT-44 What this round's event and cards add to a raid's tokens. */
export function moreTokens(table: Table): number {
  return (outlook(table).event?.raid_draw ?? 0) + number(table, "bonus");
}

/** RT-44 How many tokens a raid card brings: as printed and what is added, and no more than there are. */
export function haul(table: Table, card: number, succeeds: boolean): number {
  const { low = 0, high = 0 } = face(table, card);
  const bag = Object.values(printed(table).supply).reduce((sum, n) => sum + n, 0);
  const under = guardsOf(table).reduce((sum, { loot }) => sum + Object.values(loot).reduce((n, one) => n + one, 0), 0);
  const held = table.names.reduce((sum, _, seat) => sum + total(table, seat), under);
  return Math.min((succeeds ? high : low) + moreTokens(table), bag - held);
}

/** RT-95 to RT-97 AP that dynamite on this house takes from who raids it, if that is not Cora. */
export function blast(table: Table, square: number): number {
  const colour = HOUSE_COLOURS[number(table, "house", square)] ?? "";
  const charged = [0, 1].some((index) => table.view.numbers[`dynamite.${index}`] === square);
  const own = face(table, characterOf(table, table.me)).power === "detonation";
  return charged && !own ? (printed(table).costs.blast?.[colour] ?? 0) : 0;
}

export function explained(table: Table, { verb, about }: Choice): string {
  const [raid] = cardsAt(table.view, "raid_card");
  const other = table.askedAbout[1] ?? -1;
  const name = table.names[other] ?? "";
  const favor = number(table, "favor", table.me);
  if (verb === "keep" && raid !== undefined) {
    const { blacklist = 0 } = face(table, raid);
    const after = dial(favor - (scenarioOf(table)?.keeping_costs === false ? 0 : blacklist));
    const said = table.say(after === favor ? "keep-free" : "keep-sum", { before: shown(table, favor), after: shown(table, after), n: haul(table, raid, true) });
    return [said, effectText(table, raid)].filter(Boolean).join(table.catalogue.gap);
  }
  if (verb === "put_back") return table.say(`put-back-sum.${String(table.options.put_back ?? "stays")}`, { before: shown(table, favor), after: shown(table, dial(favor + 1)) });
  if (verb === "disc" && !about.length) {
    const value = Math.max(0, ...discsOf(table, other));
    const theirs = number(table, "favor", other);
    return table.say("disc-sum", { name, n: value, before: signed(favor), after: signed(dial(favor + value)), from: signed(theirs), to: signed(dial(theirs - value)) });
  }
  if (verb === "disc") return table.say("disc-gain", { ap: outpostPrice(table, "disc"), before: signed(favor), after: signed(dial(favor + (printed(table).discs[about[0]!] ?? 0))) });
  if (verb === "tokens") return table.say("tokens-sum", { name, n: total(table, other) });
  if (verb === "five") return table.say("five-sum", { name, n: total(table, table.me) - 5 });
  if (verb === "three") return table.say("three-sum", { name, n: total(table, table.me) });
  if (verb === "train") return table.say("train-sum", { ap: outpostPrice(table, "training"), before: number(table, "sp", table.me), after: number(table, "sp", table.me) + 1 });
  if (verb === "rob") return table.say("rob-sum", { n: total(table, about[0]!) });
  if (verb === "tire") return table.say("ap", { n: number(table, "ap", about[0]!) });
  if (verb === "buy") {
    const [, card = -1, index = 0] = table.askedAbout;
    const price = face(table, card).effect?.[index]?.pay?.ap ?? 0;
    const ap = number(table, "ap", table.me);
    return table.say("buy-sum", { before: ap, after: ap - price });
  }
  if (verb === "market") return kindName(table, about[0]!);
  return "";
}
