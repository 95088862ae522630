/**
 * What a game brings for the page lies in the folder of its name, and is found there: its drawings
 * (index.ts, loaded when a table is opened), its palette, its window and its icon. What it lacks is
 * neutral, and a game without drawings is played on the plain page.
 */
import lantern from "icon:old-lantern";
import neutral from "../art/window.svg";
import type { GameModule } from "../table/game";

type Drawn = { default: GameModule };
const MODULES = import.meta.glob<Drawn>("./*/index.ts");
const WINDOWS = import.meta.glob<string>("./*/window.svg", { eager: true, import: "default" });
const ICONS = import.meta.glob<string>("./*/icon.ts", { eager: true, import: "default" });
import.meta.glob("./*/palette.css", { eager: true });

export async function load(game: string): Promise<GameModule> {
  const module = MODULES[`./${game}/index.ts`] ?? ((): Promise<Drawn> => import("../table/plain"));
  return (await module()).default;
}

/** The address of the game's window in the hall. */
export function windowOf(game: string): string {
  return WINDOWS[`./${game}/window.svg`] ?? neutral;
}

export function iconOf(game: string): string {
  return ICONS[`./${game}/icon.ts`] ?? lantern;
}
