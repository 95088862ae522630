/** What a clock shows: minutes and seconds that are left, at a moment after it was heard of. */
import type { Clock } from "./types";

export function secondsLeft(clock: Clock & { since: number }, now: number): number {
  const passed = clock.running ? Math.max(0, now - clock.since) / 1000 : 0;
  return Math.max(0, clock.left - passed);
}

export function clockLeft(clock: Clock & { since: number }, now: number): string {
  const seconds = Math.ceil(secondsLeft(clock, now));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
