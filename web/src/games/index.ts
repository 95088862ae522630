/**
 * What a game brings for the page lies in the folder of its name, and is found there: its drawings
 * (index.ts, loaded when a table is opened), its palette, its window and its icon. What it lacks is
 * neutral, and a game without drawings is played on the plain page.
 */
import lantern from "icon:old-lantern";
import neutral from "../art/window.svg";
import type { Component } from "svelte";
import type { Scene } from "../hall/aim";
import type { GameModule } from "../table/game";
import type { GameInfo, Scenario, Text, Value } from "../table/types";

type Drawn = { default: GameModule };
/** A game's own way to choose its stories and expansions, and the options that are chosen there. */
export interface Mixing {
  default: Component<{
    info: GameInfo;
    text: Text;
    players: number;
    chosen: Record<string, Value>;
    scenario: string;
    said: { title: string; sentence: string };
    onplay: (one: Scenario) => void;
  }, object, "chosen" | "scenario" | "said">;
  handles: string[];
}
const MODULES = import.meta.glob<Drawn>("./*/index.ts");
const MIXES = import.meta.glob<Mixing>("./*/Mix.svelte");
const WINDOWS = import.meta.glob<string>("./*/window.svg", { eager: true, import: "default" });
const ICONS = import.meta.glob<string>("./*/icon.ts", { eager: true, import: "default" });
const AIMS = import.meta.glob<Scene[]>("./*/aim.ts", { eager: true, import: "default" });
import.meta.glob("./*/palette.css", { eager: true });

export async function load(game: string): Promise<GameModule> {
  const module = MODULES[`./${game}/index.ts`] ?? ((): Promise<Drawn> => import("../table/plain"));
  return (await module()).default;
}

export async function mixing(game: string): Promise<Mixing | null> {
  return (await MIXES[`./${game}/Mix.svelte`]?.()) ?? null;
}

/** The address of the game's window in the hall. */
export function windowOf(game: string): string {
  return WINDOWS[`./${game}/window.svg`] ?? neutral;
}

export function iconOf(game: string): string {
  return ICONS[`./${game}/icon.ts`] ?? lantern;
}

/** Its aim in pictures; none where it has drawn none. */
export function aimOf(game: string): Scene[] {
  return AIMS[`./${game}/aim.ts`] ?? [];
}
