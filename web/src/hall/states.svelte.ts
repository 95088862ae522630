/** How one's tables stand: asked for a few at a time, and again as long as they are looked at. */
import { untrack } from "svelte";
import { isUnknown, api } from "../table/net";
import type { PublicTable } from "../table/types";
import { mine, type MyTable } from "./mine.svelte";

const AT_ONCE = 4; // questions
const AGAIN = 15_000; // milliseconds

export class States {
  /** By table; null where there is none any more. */
  known = $state.raw<Record<string, PublicTable | null>>({});
  private asked = new Set<string>();

  /** Whether a game is over: a table that is known to be is never asked about again. */
  isOver(one: MyTable): boolean {
    return !!this.known[one.table]?.over || (one.over && !!one.ranks);
  }

  /** Look at these tables; what this returns ends it. */
  watch(tables: () => MyTable[]): () => void {
    let off = false;
    const look = async (): Promise<void> => {
      const due = tables().filter((one) => !this.isOver(one) && !this.asked.has(one.table));
      const next = async (): Promise<void> => {
        for (let one = due.shift(); one && !off; one = due.shift()) await this.ask(one);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, next));
    };
    untrack(() => void look()); // what is learned is no reason to ask again
    const timer = setInterval(() => {
      if (!document.hidden) void look();
    }, AGAIN);
    return () => {
      off = true;
      clearInterval(timer);
    };
  }

  private async ask(one: MyTable): Promise<void> {
    this.asked.add(one.table);
    try {
      const told = await api.table(one.table, one.token);
      this.known = { ...this.known, [one.table]: told };
      if (told.over && !one.ranks) {
        const now = Math.floor(Date.now() / 1000);
        mine.learn(one.table, { over: true, ranks: told.ranks, game: told.game, names: told.seats.map(({ name }) => name), ended: one.ended ?? one.time ?? now });
      }
    } catch (error) {
      if (isUnknown(error)) this.known = { ...this.known, [one.table]: null };
    } finally {
      this.asked.delete(one.table);
    }
  }
}
