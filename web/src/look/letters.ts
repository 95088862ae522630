/** The letters that the page is set in: drawn in others first, it would move under one's finger. */
import type { GameInfo } from "../table/types";
import { tongue } from "../words/tongue.svelte";

// Those of every page; index.html has them fetched before this is read.
const LETTERS = [
  "400 1em 'Alegreya Sans'",
  "500 1em 'Alegreya Sans'",
  "700 1em 'Alegreya Sans'",
  "500 1em Grenze",
  "600 1em Grenze",
  "600 1em 'Grenze Gotisch'",
];
const PATIENCE = 3000; // milliseconds, as long as browsers themselves hide text whose letters are to come

/** Until they are here, or late. */
export function letters(): Promise<unknown> {
  return inTime(LETTERS.map((font) => document.fonts.load(font)));
}

/** Until those are here that these games are titled in, or late. */
export function titleLetters(games: GameInfo[]): Promise<unknown> {
  const probe = document.body.appendChild(document.createElement("i"));
  const fonts = games.map(({ name, title }) => {
    probe.dataset.game = name;
    const style = getComputedStyle(probe);
    const font = `${style.getPropertyValue("--title-weight")} 1em ${style.getPropertyValue("--font-title")}`;
    return document.fonts.load(font, title[tongue.language] ?? title.en);
  });
  probe.remove();
  return inTime(fonts);
}

function inTime(fonts: Promise<unknown>[]): Promise<unknown> {
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  return Promise.race([Promise.allSettled(fonts), late]);
}
