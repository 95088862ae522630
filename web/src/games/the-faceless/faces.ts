/** What is printed on the cards of The Faceless, and how it is read aloud. */
import { cardsAt, countAt } from "../../table/follow";
import type { Table } from "../../table/table.svelte";
import { COLOURS, groundOf, memories, obstacles } from "./board";
import { lying, meetings } from "./lying";
import { peeked, puppets, swamps } from "./parts";

export interface EventFace {
  colour: (typeof COLOURS)[number];
  value: number;
  rule: string;
}

export interface Outlook {
  display: number; // how many cards the display holds at least
  limits: number[]; // by seat: how many cards a hand may hold
  next: number[]; // by colour: how often it would strike if it came next
  apart?: number; // how many spaces Billygoat is away from the Team on its shortest path; 0 without one
  steps?: number[]; // by way: where a step of the Team would lead
  // With expansions:
  den?: number[]; // its spaces
  bound?: boolean; // no kid's power and no memory can be used
  wakes?: Record<string, [what: string, count: number][]>; // by colour, in their order
  deadly?: number[]; // spaces on which the Team is lost
  goals?: number[]; // spaces it has still to come to, besides memories
  shelter?: boolean; // the next obstacle may cost nothing
  more_steps?: number; // by which the number of a movement changes
}

export function outlook(table: Table): Outlook {
  return table.view.outlook as unknown as Outlook;
}

export function event(table: Table, card: number): EventFace {
  return table.cards[card] as unknown as EventFace;
}

export function colourOf(table: Table, card: number): number {
  return COLOURS.indexOf(event(table, card).colour);
}

export function deckOf(table: Table, card: number): string {
  return String(table.cards[card]?.deck ?? "");
}

export function effectText(table: Table, card: number): string {
  return table.word("effect_text", String(table.cards[card]?.effect ?? ""));
}

export function kidOf(table: Table, seat: number): number {
  return cardsAt(table.view, `kid.${seat}`)[0] ?? -1;
}

export function powerOf(table: Table, seat: number): string {
  const kid = kidOf(table, seat);
  return kid < 0 ? "" : String(table.cards[kid]?.power ?? "");
}

export function kidText(table: Table, kid: number): string {
  return table.word("power_text", String(table.cards[kid]?.power ?? ""));
}

export function powerText(table: Table, seat: number): string {
  const power = powerOf(table, seat);
  return power ? table.word("power_text", power) : "";
}

export function figureName(table: Table, figure: number): string {
  return table.word("figure", String(figure));
}

export function wayName(table: Table, way: number): string {
  return table.word("way", String(way));
}

export function spaceName(table: Table, space: number): string {
  return table.word("space", String(space));
}

export function obstacleName(table: Table, name: string): string {
  return table.text.names?.[name] ?? name;
}

export function eventLabel(table: Table, card: number): string {
  const { colour, value } = event(table, card);
  const { colon, comma } = table.catalogue;
  return `${table.card(card)}${colon}${table.say(`about.${colour}`)}${comma}${table.say("spaces", { n: value })}`;
}

export function memoryLabel(table: Table, card: number, isUsed: boolean): string {
  const { colon, comma } = table.catalogue;
  return `${table.card(card)}${comma}${isUsed ? table.say("used") : table.say("unused")}${colon}${effectText(table, card)}`;
}

export function deckLeft(table: Table): number {
  return countAt(table.view, "deck") + countAt(table.view, "next") + peeked(table.view);
}

export function displayed(table: Table): number {
  return COLOURS.reduce((sum, colour) => sum + countAt(table.view, colour), 0);
}

export function foundMemories(table: Table): number {
  return countAt(table.view, "collected") + countAt(table.view, "spent");
}

/** What is on a space, in words. */
export function spaceLabel(table: Table, space: number): string {
  const { view } = table;
  const said = [spaceName(table, space)];
  if (view.numbers.team === space) said.push(table.say("team"));
  if (view.numbers.goat === space) said.push(table.say("faces", { name: figureName(table, 3), degrees: view.numbers.goat_facing ?? 0 }));
  said.push(...lying(table, space).map(({ label }) => label));
  const wet = swamps(groundOf(table), view).some(({ cells }) => cells.includes(space));
  const wall = obstacles(groundOf(table), view).find(({ cells }) => cells.includes(space));
  if (wall) said.push(table.say(wet ? "swamp" : "obstacle", { name: obstacleName(table, wall.name) }));
  return said.join(table.catalogue.comma);
}

/** What is on an external space, in words. */
export function outsideLabel(table: Table, place: number): string {
  const said = [table.say("outside", { n: place })];
  for (let figure = 0; figure < 3; figure++) {
    if (table.view.numbers[`ring.${figure}`] === place) {
      said.push(table.say("faces", { name: figureName(table, figure), degrees: table.view.numbers[`facing.${figure}`] ?? 0 }));
    }
  }
  if (puppets(table.view).includes(place)) said.push(table.say("puppet"));
  return said.join(table.catalogue.comma);
}

/** What meets the Team on a space, if it is more than nothing. */
export function meeting(table: Table, space: number, wraps: boolean): string {
  const { view } = table;
  const said: string[] = [];
  if (wraps) said.push(table.say("is-maze"));
  const wet = swamps(groundOf(table), view).some(({ cells }) => cells.includes(space));
  if (wet) said.push(table.say("is-swamp", { n: countAt(view, "collected") }));
  else if (obstacles(groundOf(table), view).some(({ cells }) => cells.includes(space))) said.push(table.say("is-wall", { n: countAt(view, "collected") }));
  if (view.numbers.goat === space) said.push(table.say("is-goat"));
  if (memories(view).some((memory) => memory.space === space)) said.push(table.say("is-memory"));
  said.push(...meetings(table, space));
  return said.join(table.catalogue.gap);
}

