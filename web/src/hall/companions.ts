/** Whose faces so many bots of a level wear: its own first, then those of others. */
import type { Bot, Character } from "../table/types";

export function companions(bots: Bot[], bot: string, count: number): Character[] {
  const own = bots.find((one) => one.bot === bot)?.faces ?? [];
  const others = bots.filter((one) => one.bot !== bot).flatMap((one) => one.faces ?? []);
  return [...own, ...others].slice(0, count);
}
