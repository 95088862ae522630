/** The aim of a game in three pictures: what a game's aim.ts says, and Aim.svelte draws. */

export interface Thing {
  icon: string;
  x: number; // the middle, of 320
  y: number; // of 190
  size: number;
  fill?: string; // a colour of the palette
  turn?: number; // degrees
  card?: string; // it is a card, with this on its badge
}

export type Scene = Thing[];
