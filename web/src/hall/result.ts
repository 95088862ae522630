/** How a game ended, in one line. */
import type { Table } from "../table/table.svelte";
import { tongue } from "../words/tongue.svelte";

/** The seats that won. */
export function winners(ranks: number[]): number[] {
  return ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
}

/** Who won; or that all did, or nobody, where they play together. */
export function headline(table: Table, ranks: number[]): string {
  const w = tongue.w.end;
  const own = table.module.headline?.(table);
  if (own) return own;
  const first = winners(ranks);
  if (table.module.together || !first.length) return first.length ? w.wonTogether : w.lostTogether;
  const names = first.map((seat) => table.names[seat] ?? "");
  return names.length > 1 ? w.share(table.catalogue.join(names)) : w.wins(names[0] ?? "");
}
