/** Games as the server tells them and the engine words it; written by tests/browser/told.py. */
import type { Frames, Text } from "../src/table/types";
import raw from "./told.json?raw";

interface Story {
  names: string[];
  frames: Frames;
  sentences: Record<string, { events: (string | null)[]; move: string; notation: string }[]>;
  offered: string[][];
}

export const told = JSON.parse(raw) as {
  text: Record<string, Record<string, Text>>; // by game and language
  games: Story[];
};
