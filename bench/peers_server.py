"""Print our server beside boardgame.io's, measured in the same run on loopback.

boardgame.io is installed into build/peers-server and runs its own server with its tic-tac-toe. It
keeps matches in memory only, while ours makes every move durable before it answers; it sends one
small board, ours a table of a hundred cards. Both play 100 tables of two in a closed loop.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.server import BUILDS, Figures, installed, run, shown  # noqa: E402

PEERS = ROOT / "build" / "peers-server"
PACKAGE = {
    "private": True,
    "dependencies": {"boardgame.io": "0.50.2", "socket.io-client": "4"},
    # From 4.2 on, it no longer sees the routes that boardgame.io adds after it listens.
    "overrides": {"koa-compose": "4.1.0"},
}
SECONDS = 5
TABLES = 100
ROUNDS = 5
COST = "CPU per move, microseconds"

SERVER = """
const { Server, Origins } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

// The tic-tac-toe of boardgame.io's tutorial.
const isVictory = (cells) => [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8],
  [0, 4, 8], [2, 4, 6]].some((row) => cells[row[0]] !== null
    && row.every((i) => cells[i] === cells[row[0]]));
const TicTacToe = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return INVALID_MOVE;
      G.cells[id] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    if (isVictory(G.cells)) return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
};
const server = Server({ games: [TicTacToe], origins: [Origins.LOCALHOST] });
server.run({ port: 0, callback: () => {} }).then(({ appServer }) => {
  process.stdout.write("PORT " + appServer.address().port + "\\n");
});
"""

CLIENT = """
const { io } = require("socket.io-client");
const fs = require("node:fs");
const [port, pid, tables, seconds] = process.argv.slice(2).map(Number);
const base = `http://127.0.0.1:${port}`;

async function post(path, body) {
  const answer = await fetch(base + path, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(path + " " + answer.status + " " + await answer.text());
  return answer.json();
}

function cpu() {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const latencies = [];
let playing = false;

class Match {
  async begin() {
    const { matchID } = await post("/games/tic-tac-toe/create", { numPlayers: 2 });
    this.id = matchID;
    this.states = [null, null];
    this.sender = -1;
    this.sockets = [];
    this.credentials = [];
    for (const seat of [0, 1]) {
      const joined = await post(`/games/tic-tac-toe/${matchID}/join`,
        { playerID: String(seat), playerName: "p" + seat });
      this.credentials.push(joined.playerCredentials);
      const socket = io(base + "/tic-tac-toe", { transports: ["websocket"], forceNew: true });
      this.sockets.push(socket);
      socket.on("sync", (id, info) => this.hear(seat, info.state));
      socket.on("update", (id, state) => this.hear(seat, state));
      await new Promise((resolve) => socket.on("connect", resolve));
      socket.emit("sync", matchID, String(seat), joined.playerCredentials, 2);
    }
    while (!this.states[0] || !this.states[1]) await new Promise((r) => setTimeout(r, 5));
  }

  hear(seat, state) {
    this.states[seat] = state;
    if (seat === this.sender) {
      latencies.push(performance.now() - this.sent);
      this.sender = -1;
    }
    if (playing) this.goOn();
  }

  goOn() {
    const [first, second] = this.states;
    if (this.sender >= 0 || this.isOver || first._stateID !== second._stateID) return;
    if (first.ctx.gameover) {
      this.isOver = true;
      over(this);
      return;
    }
    const seat = Number(first.ctx.currentPlayer);
    const free = first.G.cells.map((cell, i) => (cell === null ? i : -1)).filter((i) => i >= 0);
    const cell = free[Math.floor(Math.random() * free.length)];
    this.sender = seat;
    this.sent = performance.now();
    const payload = { type: "clickCell", args: [cell], playerID: String(seat),
      credentials: this.credentials[seat] };
    const action = { type: "MAKE_MOVE", payload };
    this.sockets[seat].emit("update", action, first._stateID, this.id, String(seat));
  }
}

// Matches are short: so many are set up beforehand that none need be during the measurement.
const spare = [];

function over(match) {
  const next = spare.pop();
  if (next) next.goOn();
  else exhausted = true;
}
let exhausted = false;

(async () => {
  for (let i = 0; i < tables * 5; i++) {
    const match = new Match();
    await match.begin();
    spare.push(match);
  }
  playing = true;
  const [before, start] = [cpu(), performance.now()];
  for (const match of spare.splice(0, tables)) match.goOn();
  while (performance.now() - start < seconds * 1000 && !exhausted) {
    await new Promise((r) => setTimeout(r, 10));
  }
  playing = false;
  const [used, took] = [cpu() - before, (performance.now() - start) / 1000];
  latencies.sort((a, b) => a - b);
  const n = latencies.length;
  console.log(JSON.stringify({ "moves per second": n / took,
    "CPU per move, microseconds": (used / n) * 1e6,
    "p50, milliseconds": latencies[Math.floor(n / 2)],
    "p99, milliseconds": latencies[Math.floor(n * 0.99)] }));
  process.exit(0);
})();
"""


def theirs(tables: int) -> dict[str, float]:
    (PEERS / "server.js").write_text(SERVER)
    (PEERS / "client.js").write_text(CLIENT)
    quiet = {**os.environ, "NODE_ENV": "production"}
    server = subprocess.Popen(
        ["node", "server.js"], cwd=PEERS, stdout=subprocess.PIPE, text=True, env=quiet
    )
    try:
        assert server.stdout is not None
        port = next(line for line in server.stdout if line.startswith("PORT ")).split()[1]
        arguments = [port, str(server.pid), str(tables), str(SECONDS)]
        done = subprocess.run(
            ["node", "client.js", *arguments],
            cwd=PEERS,
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
        found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
        return found
    finally:
        server.terminate()
        server.wait()
        if server.stdout is not None:
            server.stdout.close()


def ours(build: str) -> dict[str, float]:
    start = f"{TABLES} tables: "
    found = run(BUILDS[build], [TABLES], 1)
    return {name.removeprefix(start): value[0] for name, value in found.items() if start in name}


def main() -> None:
    PEERS.mkdir(parents=True, exist_ok=True)
    if not (PEERS / "node_modules" / "boardgame.io").is_dir():
        (PEERS / "package.json").write_text(json.dumps(PACKAGE))
        quiet = ["--silent", "--no-audit", "--no-fund", "--no-package-lock"]
        subprocess.run(["npm", "install", *quiet], cwd=PEERS, check=True)
    columns: dict[str, Figures] = {}
    for _ in range(ROUNDS):  # in turn, so that what else the machine does is shared
        for name in ["boardgame.io", *installed()]:
            found = theirs(TABLES) if name == "boardgame.io" else ours(name)
            for line, value in found.items():
                columns.setdefault(name, {}).setdefault(line, []).append(value)
    print(f"{TABLES} tables of two in a closed loop, one process each")
    print(f"median of {ROUNDS} rounds in turn (least to most)")
    titles = [name if name == "boardgame.io" else f"Duskhall, {name}" for name in columns]
    print(f"{'':30}" + "".join([f"{title:>30}" for title in titles]))
    for line in columns["boardgame.io"]:
        print(f"{line:30}" + "".join([f"{shown(column[line]):>30}" for column in columns.values()]))
    for name in installed():
        pairs = zip(columns["boardgame.io"][COST], columns[name][COST], strict=True)
        ratios = [peer / own for peer, own in pairs]
        print(f"Duskhall, {name}: {shown(ratios)} times less CPU per move")


if __name__ == "__main__":
    main()
