/** Where what is in force stands: under the seats, or beside the board where they leave no room. */
import { laptop, low } from "../../table/size";
import type { Table } from "../../table/table.svelte";
import { hasParts } from "./parts";

export function isAside(table: Table): boolean {
  return hasParts(table) && (low.current || (laptop.current && table.seats.length > 2));
}
