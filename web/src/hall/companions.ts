/** Who sits in the chairs of bots: whoever was wished for, else faces of the chosen level, its own
 * first and then those of others. */
import type { Bot, Character, Seat } from "../table/types";

/** A face, and the level it plays at. */
export interface Sitting {
  bot: string;
  face: string;
}

export type Companion = Character & Sitting;

/** The level whose face it is. */
export const levelOf = (bots: Bot[], face: string): string => bots.find(({ faces }) => faces?.some((one) => one.face === face))?.bot ?? "";

/** One for every wish. */
export function companions(bots: Bot[], bot: string, wishes: (Sitting | undefined)[]): Companion[] {
  const all = bots.flatMap((one) => (one.faces ?? []).map((face) => ({ ...face, bot: one.bot })));
  const free = all.filter(({ face }) => !wishes.some((wish) => wish?.face === face));
  const usual = [...free.filter((one) => one.bot === bot), ...free.filter((one) => one.bot !== bot).map((one) => ({ ...one, bot }))];
  return wishes.flatMap((wish) => {
    const found = wish && all.find(({ face }) => face === wish.face);
    return found ? { ...found, bot: wish.bot } : (usual.shift() ?? []);
  });
}

/** Who of the bots sat in a seat, if one did. A record knows names alone, and faces go by theirs. */
export function satThere(bots: Bot[], name: string, seat?: Pick<Seat, "kind" | "bot" | "face">): Sitting | undefined {
  if (seat?.kind === "person") return undefined;
  const isCalled = (one: Character): boolean => Object.values(one.name).includes(name);
  const face = seat?.face ?? bots.flatMap(({ faces }) => faces ?? []).find(isCalled)?.face ?? "";
  const level = levelOf(bots, face);
  const isOffered = bots.some(({ bot }) => bot === seat?.bot);
  return level ? { face, bot: isOffered ? seat!.bot! : level } : undefined;
}
