/** Outlines of what lies on several spaces. */
import type { Ground } from "./board";

/** Lines between cells that touch, and the triangles among them filled. */
export function linked(ground: Ground, cells: readonly number[]): string {
  const found: string[] = [];
  const at = (space: number) => `${ground.at[space]!.x.toFixed(1)} ${ground.at[space]!.y.toFixed(1)}`;
  for (const one of cells) {
    const near = cells.filter((two) => two > one && ground.near[one]!.includes(two));
    for (const two of near) {
      found.push(`M${at(one)}L${at(two)}`);
      for (const three of near) if (three > two && ground.near[two]!.includes(three)) found.push(`M${at(one)}L${at(two)}L${at(three)}Z`);
    }
  }
  return found.join("");
}
