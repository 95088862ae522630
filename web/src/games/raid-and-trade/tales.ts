/** What is told of a thing that one lingers on. */
import type { Tale, Thing } from "../../table/game";
import type { Table } from "../../table/table.svelte";
import { printed, waysOf } from "./city";
import { isAction } from "./desk.svelte";
import { guardLabel, scenarioOf } from "./escape";
import { characterText, deckOf, effectText, number, sectionName } from "./faces";
import { houseLabel, incidentLabel, outpostLabel, raidedFrom, wayText } from "./labels";
import { here, isTurn, lyingOn, numberOf } from "./plan";

export function tell(table: Table, thing: Thing): Tale | null {
  if (typeof thing === "number") {
    if (deckOf(table, thing) === "kind") return null;
    if (deckOf(table, thing) === "character") return { title: table.card(thing), sentence: characterText(table, thing), rule: String(table.cards[thing]?.rule ?? "") };
    return { title: table.card(thing), sentence: effectText(table, thing), rule: String(table.cards[thing]?.rule ?? "") };
  }
  if (isAction(thing)) return { title: table.say(`act.${thing}`), sentence: "", rule: "" };
  const place = numberOf(thing);
  const { rules } = printed(table);
  if (thing.startsWith("s")) {
    const way = waysOf(table.view).get(place);
    const houses = raidedFrom(table, place);
    const said = [
      way && isTurn(table) ? table.say("costs-ap", { n: way.ap }) + table.catalogue.stop.trim() : "",
      way && isTurn(table) ? wayText(table, way.steps, here(table, number(table, "current"))) : "",
      houses ? table.say("raid-from-here", { houses }) : "",
    ];
    return { title: sectionName(table, place), sentence: said.filter(Boolean).join(table.catalogue.gap), rule: rules.tile ?? "" };
  }
  if (thing.startsWith("q")) return { title: guardLabel(table, place), sentence: "", rule: scenarioOf(table)?.rules.guard ?? rules.outpost ?? "" };
  if (thing.startsWith("c")) return null;
  if (thing.startsWith("h")) return { title: houseLabel(table, place), sentence: "", rule: rules.house ?? "" };
  if (thing.startsWith("t")) {
    const card = lyingOn(table, place);
    return card === undefined ? null : { title: incidentLabel(table, place), sentence: effectText(table, card), rule: String(table.cards[card]?.rule ?? "") };
  }
  if (thing === "o") return { title: outpostLabel(table), sentence: "", rule: rules.outpost ?? "" };
  return null;
}
