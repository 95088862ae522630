/** How much room there is; the styles ask the same. */
import { MediaQuery } from "svelte/reactivity";

/** A phone, upright or on its side, or a page that is much enlarged. */
export const small = new MediaQuery("(max-width: 720px), (max-height: 600px)");

/** The same, or a tablet upright: what stands beside the board elsewhere is behind tabs. */
export const tabbed = new MediaQuery("(max-width: 900px), (max-height: 600px)");

/** A low window, where what stands under the seats would be cut off. */
export const low = new MediaQuery("(min-width: 901px) and (min-height: 601px) and (max-height: 800px)");

/** As high as a laptop's: three seats or more leave no room under them. */
export const laptop = new MediaQuery("(min-width: 901px) and (min-height: 601px) and (max-height: 1000px)");

/** A small window, where the log is opened over the board. */
export const folded = new MediaQuery("(min-width: 901px) and (max-width: 1180px) and (min-height: 601px)");
