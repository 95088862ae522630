/** What a clock shows: minutes and seconds that are left, at a moment after it was heard of. */
import type { Clock } from "./types";

export function clockLeft(clock: Clock & { since: number }, now: number): string {
  const passed = clock.running ? Math.max(0, now - clock.since) / 1000 : 0;
  const seconds = Math.ceil(Math.max(0, clock.left - passed));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
