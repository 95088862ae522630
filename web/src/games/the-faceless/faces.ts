/** What is printed on the cards of The Faceless, and how it is read aloud. */
import { cardsAt, countAt } from "../../table/follow";
import type { Table } from "../../table/table.svelte";
import { COLOURS, groundOf, memories, obstacles } from "./board";
import { words } from "./words";

export interface EventFace {
  colour: (typeof COLOURS)[number];
  value: number;
}

export interface Outlook {
  display: number; // how many cards the display holds at least
  limits: number[]; // by seat: how many cards a hand may hold
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
  return `${table.card(card)}: ${words().about[colour] ?? ""}, ${words().spaces(value)}`;
}

export function memoryLabel(table: Table, card: number, isUsed: boolean): string {
  return `${table.card(card)}, ${isUsed ? words().used : words().unused}: ${effectText(table, card)}`;
}

export function deckLeft(table: Table): number {
  return countAt(table.view, "deck") + countAt(table.view, "next");
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
  if (view.numbers.team === space) said.push(words().team);
  if (view.numbers.goat === space) said.push(words().faces(figureName(table, 3), view.numbers.goat_facing ?? 0));
  if (memories(view).some((memory) => memory.space === space)) said.push(words().memory);
  const wall = obstacles(groundOf(table), view).find(({ cells }) => cells.includes(space));
  if (wall) said.push(words().obstacle(obstacleName(table, wall.name)));
  return said.join(", ");
}

/** What is on an external space, in words. */
export function outsideLabel(table: Table, place: number): string {
  const said = [words().outside(place)];
  for (let figure = 0; figure < 3; figure++) {
    if (table.view.numbers[`ring.${figure}`] === place) {
      said.push(words().faces(figureName(table, figure), table.view.numbers[`facing.${figure}`] ?? 0));
    }
  }
  return said.join(", ");
}

/** What meets the Team on a space, if it is more than nothing. */
export function meeting(table: Table, space: number, wraps: boolean): string {
  const w = words();
  const { view } = table;
  const said: string[] = [];
  if (wraps) said.push(w.isMaze);
  if (obstacles(groundOf(table), view).some(({ cells }) => cells.includes(space))) said.push(w.isWall(countAt(view, "collected")));
  if (view.numbers.goat === space) said.push(w.isGoat);
  if (memories(view).some((memory) => memory.space === space)) said.push(w.isMemory);
  return said.join(w.gap);
}

