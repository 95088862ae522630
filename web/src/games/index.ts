/** The games that can be drawn, each loaded when its table is opened. One line each. */
import type { GameModule } from "../table/game";

const MODULES: Record<string, () => Promise<{ default: GameModule }>> = {
  "dark-dealings": () => import("./dark-dealings"),
  "dont-turn-your-back": () => import("./dont-turn-your-back"),
  "the-faceless": () => import("./the-faceless"),
};

export function isDrawn(game: string): boolean {
  return game in MODULES;
}

export async function load(game: string): Promise<GameModule> {
  const module = MODULES[game];
  if (!module) throw new Error(`${game} cannot be drawn`);
  return (await module()).default;
}
