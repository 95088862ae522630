/** One's tables in their order, and what a line says of each. */
import { Catalogue, plain } from "../table/catalogue";
import type { GameInfo, PublicTable, Text } from "../table/types";
import type { Words } from "../words/en";
import type { MyTable } from "./mine.svelte";
import { winners } from "./result";

export type Group = "mine" | "others" | "over" | "gone";

export interface Line {
  one: MyTable;
  state: PublicTable | null | undefined; // undefined: not told yet
  group: Group;
}

/** Where a table belongs: mine to move, waiting for others, over, or not there any more. */
export function groupOf(one: MyTable, state: PublicTable | null | undefined, seats: number[]): Group {
  if (state === null) return "gone";
  if (state ? state.over : one.over) return "over";
  if (!state || state.stopped) return "others";
  const mayAnswer = (seat: number): boolean => state.seats[seat]?.kind === "person" && !state.seats[seat].bot;
  const awaited = (seat: number): boolean => state.waiting.includes(seat) || (state.helper !== undefined && mayAnswer(seat));
  return seats.some(awaited) ? "mine" : "others";
}

/** My move first, what waits longest before the others; then what waits for others, then what is over, the latest first. */
export function sorted(lines: Line[]): Line[] {
  const order: Group[] = ["mine", "others", "over", "gone"];
  const latest = (line: Line): number => line.one.ended ?? line.one.time;
  const waited = (line: Line): number => line.state?.moved ?? line.one.time;
  return [...lines].sort((a, b) => {
    const apart = order.indexOf(a.group) - order.indexOf(b.group);
    if (apart) return apart;
    return a.group === "mine" ? waited(a) - waited(b) : latest(b) - latest(a);
  });
}

/** The names of those who play at it besides me, with their seats. */
export function company({ one, state }: Line, seats: number[]): { seat: number; name: string }[] {
  const all = state ? state.seats.map((about) => (about.kind === "open" && !about.bot ? "" : about.name)) : one.names;
  return all.map((name, seat) => ({ seat, name })).filter(({ seat, name }) => name && !seats.includes(seat));
}

/** What is going on at a table, in one sentence. */
export function goingOn({ state }: Line, isMine: boolean, text: Text | undefined, words: Words): string {
  const w = words.friends;
  if (!state) return "…";
  if (state.stopped) return words.stopped[state.stopped];
  const asked = state.asks?.split("(")[0] ?? "";
  if (isMine && state.helper !== undefined) return w.asksYou(state.seats[state.helper]?.name ?? "");
  if (isMine) {
    const what = text?.asks?.[asked];
    return what ? w.yourMoveWhat(what) : w.yourMove;
  }
  if (state.proof && !state.commitment) return w.gathers;
  const awaited = state.waiting.filter((seat) => state.seats[seat]?.kind !== "open" || state.seats[seat]?.bot);
  const empty = state.waiting.length - awaited.length;
  const names = state.seats.map(({ name }) => name);
  const waits = text?.waits?.[asked];
  const said = awaited.map((seat) => {
    const name = names[seat] ?? "";
    return waits && text ? plain(new Catalogue(text, []).fill(waits, [], names, { seat: name })) : words.home.waitingFor(name);
  });
  return [...said, ...(empty ? [w.emptyChairs(empty)] : [])].join(" · ");
}

/** How far a game is, and since when it waits. */
export function headway({ state }: Line, text: Text | undefined, words: Words, language: string, now: number): string[] {
  if (!state) return [];
  const [key, n, of] = state.headway ?? ["", 0, 0];
  const far = key && state.position ? text?.headway?.[key] : undefined;
  const said = far && text ? new Catalogue(text, []).fill(far, [], [], { n: String(n), of: String(of) }) : [];
  return [far ? plain(said) : words.friends.move(state.position), ...(state.moved && state.position ? [words.friends.lastMove(ago(now - state.moved, language))] : [])];
}

/** So long ago, in the largest unit that is full. */
export function ago(seconds: number, language: string): string {
  const units: [Intl.RelativeTimeFormatUnit, number][] = [["day", 86_400], ["hour", 3_600], ["minute", 60]];
  const [unit, length] = units.find(([, length]) => seconds >= length) ?? ["minute", 60];
  return new Intl.RelativeTimeFormat(language, { numeric: unit === "day" ? "auto" : "always" }).format(-Math.max(unit === "minute" ? 1 : 0, Math.floor(seconds / length)), unit);
}

/** How it ended for me; or who has won, if I only watched. */
export function resultOf(ranks: number[] | undefined, seats: number[], names: string[], info: GameInfo | undefined, words: Words): string {
  const w = words.friends;
  if (!ranks?.length) return w.over;
  const first = winners(ranks);
  if (info?.cooperative || !first.length) return first.length ? w.wonTogether : w.lostTogether;
  const mine = seats.map((seat) => ranks[seat] ?? 0).filter(Boolean);
  if (!mine.length || mine.length === ranks.length) return words.end.wins(first.map((seat) => names[seat] ?? "").join(words.comma));
  const best = Math.min(...mine);
  if (best === 1) return first.length > 1 ? w.youShared : w.youWon;
  return w.youPlaced(best, ranks.length);
}

/** When, as one says it. */
export function day(seconds: number, language: string, words: Words): string {
  const date = new Date(seconds * 1000);
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(date).setHours(0, 0, 0, 0)) / 86_400_000);
  if (days === 0) return words.friends.today;
  if (days === 1) return words.friends.yesterday;
  const year = date.getFullYear() === new Date().getFullYear() ? undefined : "numeric";
  return new Intl.DateTimeFormat(language, { day: "numeric", month: "short", year }).format(date);
}
