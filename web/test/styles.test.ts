// What a game calls its own must not be dressed by another's sheet: sheets stay when one has been
// at another table, and the hall's are always there.
import { describe, expect, it } from "vitest";

const SHEETS = import.meta.glob<string>("../src/**/*.css", { query: "?raw", import: "default", eager: true });

/** Classes that a rule styles alone, outside of a game's scope. */
function bare(sheet: string): Set<string> {
  const found = new Set<string>();
  const open: string[] = [];
  for (const [, text = "", sign] of sheet.replace(/\/\*[^]*?\*\//g, "").matchAll(/([^{};]*)([{};])/g)) {
    if (sign === "}") open.pop();
    if (sign !== "{") continue;
    if (!open.some((outer) => outer.includes("[data-game")))
      for (const one of text.split(",")) {
        const [, name] = /^\.([\w-]+)(?:::?[\w-]+)?$/.exec(one.trim()) ?? [];
        if (name) found.add(name);
      }
    open.push(text);
  }
  return found;
}

describe("styles", () => {
  it("are found", () => {
    expect(bare(".a { .b {} } [data-game='x'] { .c {} } @media print { .d::before {} } .e .f {}")).toEqual(new Set(["a", "b", "d"]));
    expect(Object.keys(SHEETS).length).toBeGreaterThan(40);
  });
  it("of a game do not reach the hall or another game", () => {
    const owners = new Map<string, Set<string>>();
    for (const [path, sheet] of Object.entries(SHEETS)) {
      const owner = /games\/([\w-]+)\//.exec(path)?.[1] ?? "hall";
      for (const name of bare(sheet)) owners.set(name, (owners.get(name) ?? new Set()).add(owner));
    }
    expect([...owners].filter(([, those]) => those.size > 1).map(([name, those]) => [name, ...those])).toEqual([]);
  });
});
