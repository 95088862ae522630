/** The window of each game, in the order they hang in the hall. */
import darkDealings from "./window-dark-dealings.svg";
import dontTurn from "./window-dont-turn-your-back.svg";
import raid from "./window-raid-and-trade.svg";
import faceless from "./window-the-faceless.svg";

export const WINDOWS: Record<string, string> = {
  "dark-dealings": darkDealings,
  "dont-turn-your-back": dontTurn,
  "the-faceless": faceless,
  "raid-and-trade": raid,
};
