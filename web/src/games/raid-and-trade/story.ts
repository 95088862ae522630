/** What belongs together in the log of Raid & Trade: a raid, and a fight. */
import type { Fold, Told } from "../../table/folds";
import type { Table } from "../../table/table.svelte";
import { costText, houseName, KINDS, squareName } from "./faces";

const RAID_OVER = new Set(["take_house", "put_back", "raid_stopped"]);
const FIGHTS = new Set(["attack", "attack_guard", "guard_attacks"]);
const FIGHT_OVER = new Set(["fight_won", "fight_lost", "fight_off", "guard_beaten", "guard_stands", "guard_wins", "guard_fails"]);

/** The line that ends what begins here; -1 where it goes on, or something else came between. */
function endOf(lines: readonly Told[], from: number, ends: ReadonlySet<string>): number {
  for (let at = from + 1; at < lines.length; at++) {
    const kind = lines[at]?.kind;
    if (!kind || kind === "turn" || kind === "raid" || FIGHTS.has(kind)) return -1;
    if (ends.has(kind)) return at;
  }
  return -1;
}

/** A raid in one line: where, and what came of it. */
function raidText(table: Table, lines: readonly Told[], from: number, end: number): string {
  const raid = lines[from]!;
  const [square = -1, size = 0] = raid.about ?? [];
  const drawn: Record<string, number> = {};
  for (const event of lines.slice(from, end)) {
    const kind = event?.kind === "draw" && event.seat === raid.seat ? KINDS[event.cards?.[0] ?? -1] : undefined;
    if (kind) drawn[kind] = (drawn[kind] ?? 0) + (event?.change ?? 0);
  }
  const what = costText(table, drawn);
  const came = lines[end]?.kind === "put_back" ? "put-back" : lines[end]?.kind === "raid_stopped" ? "stopped" : what ? "loot" : "nothing";
  return table.say(`fold-raid.${came}`, { name: table.names[raid.seat ?? -1] ?? "", tile: squareName(table, square), house: houseName(table, size), what });
}

/** Every raid and every fight that is over. What is won in a fight stays in view. */
export function folds(table: Table, lines: readonly Told[]): Fold[] {
  const found: Fold[] = [];
  for (let from = 0; from < lines.length; from++) {
    const kind = lines[from]?.kind ?? "";
    const isRaid = kind === "raid";
    if (!isRaid && !FIGHTS.has(kind)) continue;
    const end = endOf(lines, from, isRaid ? RAID_OVER : FIGHT_OVER);
    if (end < 0) continue;
    let to = end;
    // A card that is put back brings Favor, and by an option the house.
    if (lines[end]?.kind === "put_back") while (["gain_favor", "take_house"].includes(lines[to + 1]?.kind ?? "")) to++;
    found.push(isRaid ? { from, to, head: from, text: raidText(table, lines, from, end) } : { from, to, head: to });
    from = to;
  }
  return found;
}
