/** A game as the server tells it and the engine words it; written by tests/browser/told.py. */
import type { Frames, Text } from "../src/table/types";
import raw from "./told.json?raw";

interface Story {
  names: string[];
  frames: Frames;
  sentences: Record<string, { events: (string | null)[]; move: string; notation: string }[]>;
  offered: string[][];
}

export const told = JSON.parse(raw) as {
  text: Record<string, Text>;
  games: Story[];
};
