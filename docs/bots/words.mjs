// A bot that reads: it prefers answers whose words it likes, and else answers by lot. No packages.
// node words.mjs attack score
import { createInterface } from "node:readline";

const liked = process.argv.slice(2).map((word) => word.toLowerCase());
let luck = 1;

function below(n) {
  luck = (luck * 1103515245 + 12345) % 2147483648;
  return Math.floor((luck / 2147483648) * n);
}

function choose({ moves }) {
  const best = moves.filter(({ words }) => liked.some((word) => words.toLowerCase().includes(word)));
  const among = best.length ? best : moves;
  return among[below(among.length)].move;
}

for await (const line of createInterface({ input: process.stdin })) {
  const told = JSON.parse(line);
  if (told.type === "start") luck += told.seat;
  if (told.type === "ask") console.log(JSON.stringify({ move: choose(told) }));
  if (told.type === "end") {
    const winners = told.ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
    console.error(winners.length ? `won by seat ${winners.join(", ")}` : "lost by all together");
  }
}
