// The smallest bot: it gives the first answer that may be given. node first.mjs
import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const told = JSON.parse(line);
  if (told.type === "ask") console.log(JSON.stringify({ move: told.moves[0].move }));
}
