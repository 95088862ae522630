/** How much room there is; the styles ask the same. */
import { MediaQuery } from "svelte/reactivity";

/** A phone, upright or on its side, or a page that is much enlarged. */
export const small = new MediaQuery("(max-width: 720px), (max-height: 600px)");
