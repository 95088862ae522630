/** Games as the server tells them and the engine words it; written by tests/browser/told.py. */
import { unfolded } from "../src/table/follow";
import type { Frames, Text, ToldFrames, View } from "../src/table/types";
import raw from "./told.json?raw";

interface Story {
  names: string[];
  frames: Frames;
  views: Record<string, View>; // of some positions, as the engine sees them
  sentences: Record<string, { events: (string | null)[]; move: string; notation: string }[]>;
  offered: string[][];
}

const { text, games } = JSON.parse(raw) as {
  text: Record<string, Record<string, Text>>; // by game and language
  games: (Omit<Story, "frames"> & { frames: ToldFrames })[];
};

export const told = {
  text,
  games: games.map((story): Story => ({ ...story, frames: unfolded(story.frames) })),
};
