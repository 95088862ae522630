/** Who sits in the chairs of bots: whoever was wished for, else faces of the chosen level, its own
 * first and then those of others. */
import type { Bot, Character } from "../table/types";

export interface Companion extends Character {
  bot: string;
}

/** One for every wish: a face, or nothing. A face that was wished for plays at its own level. */
export function companions(bots: Bot[], bot: string, wishes: string[]): Companion[] {
  const all = bots.flatMap((one) => (one.faces ?? []).map((face) => ({ ...face, bot: one.bot })));
  const free = all.filter(({ face }) => !wishes.includes(face));
  const usual = [...free.filter((one) => one.bot === bot), ...free.filter((one) => one.bot !== bot).map((one) => ({ ...one, bot }))];
  return wishes.flatMap((wish) => all.find(({ face }) => face === wish) ?? usual.shift() ?? []);
}
