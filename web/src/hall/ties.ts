/** What options allow each other: the game says it in its ties, and a screen greys out by them. */
import type { GameInfo, Option, Tie, Value } from "../table/types";

export type Chosen = Record<string, Value>;

/** All options with their values, those that were not chosen with their defaults. */
export function complete(info: GameInfo, chosen: Chosen): Chosen {
  return { ...Object.fromEntries(info.options.map((option) => [option.name, option.values[0]!])), ...chosen };
}

/** The tie that forbids this value beside what is chosen, if one does. */
export function forbidding(info: GameInfo, chosen: Chosen, name: string, value: Value): Tie | undefined {
  const all: Chosen = { ...complete(info, chosen), [name]: value };
  return (info.ties ?? []).find((tie) => {
    if (tie.name !== name && tie.other !== name) return false;
    const [when, then] = [all[tie.name], all[tie.other]];
    if (when === undefined || then === undefined) return false;
    return tie.values.includes(when) && !tie.allowed.includes(then);
  });
}

/** For how many it is with these options. */
export function counts(info: GameInfo, chosen: Chosen): number[] {
  return info.players.filter((players) => !forbidding(info, chosen, "players", players));
}

/** The options that matter with so many players. */
export function mattering(info: GameInfo, players: number): Option[] {
  return info.options.filter((option) => !option.players?.length || option.players.includes(players));
}

/** Whether an option belongs to a way to play that is not chosen: all there is to choose needs another option to be chosen first. */
export function isElsewhere(info: GameInfo, chosen: Chosen, { name, values: [usual, ...others] }: Option): boolean {
  const all = complete(info, chosen);
  const usually = complete(info, {});
  if (!others.length || all[name] !== usual) return false;
  return others.every((value) => {
    const tie = forbidding(info, chosen, name, value);
    return tie?.name === name && tie.other in usually && !tie.allowed.includes(usually[tie.other]!);
  });
}
