/** Pictures of figures, memories, obstacles and kids. */
import bowTie from "icon:bow-tie-ribbon";
import campfire from "icon:campfire";
import cave from "icon:cave-entrance";
import footprint from "icon:footprint";
import goat from "icon:goat";
import halfLog from "icon:half-log";
import headphones from "icon:headphones";
import knapsack from "icon:knapsack";
import pointyHat from "icon:pointy-hat";
import road from "icon:road";
import rope from "icon:rope-coil";
import stones from "icon:stone-pile";
import swamp from "icon:swamp";
import thorns from "icon:thorny-vine";
import roots from "icon:tree-roots";
import book from "icon:white-book";

/** By colour: whose card it is. The first four are also the figures' signs. */
export const COLOUR_ART = [bowTie, pointyHat, book, goat, footprint] as const;
export const COLOUR_CLASS = ["judith", "sam", "alan", "billygoat", "free"] as const;

const MEMORIES: Record<string, string> = {
  hat: pointyHat,
  bow: bowTie,
  school_book: book,
  bags: knapsack,
  street: road,
  music_player: headphones,
  campfire,
  old_rope: rope,
};

export function memoryArt(effect: unknown): string {
  return MEMORIES[String(effect)] ?? rope;
}

/** By number of the obstacle, the first being the Entrance. */
export const OBSTACLE_ART = [cave, thorns, halfLog, roots, stones, swamp] as const;
