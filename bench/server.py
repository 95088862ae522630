"""Measure the server: CPU per durable move, latency in a closed loop, memory per open table.

The server runs in a process of its own, on loopback and an SQLite file; people play as fast as
they are answered, two to a table.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import urllib.request
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import msgspec

ROOT = Path(__file__).resolve().parent.parent
BUILDS = {"interpreted": ROOT / "src", "compiled": ROOT / "build" / "compiled"}
TABLES = [500, 100]  # at once
ROUNDS = 5
SEATS = 2
MOVES = 40  # of each table: games end later, so that nothing but moves is measured
LONGEST = 60.0  # seconds of a measurement
TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
MEMORY = "memory of a table with two sockets, kB"
Figures = dict[str, list[float]]


class Heard(msgspec.Struct):
    """What a player reads of a message; the rest is skipped."""

    type: str
    position: int = 0
    waiting: list[int] = []
    moves: list[str] = []


decode = msgspec.json.Decoder(Heard).decode


class Player(asyncio.Protocol):
    """A socket by hand, so that measuring costs little beside what is measured."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.data = bytearray()
        self.upgraded = False
        self.heard: Heard | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(
            b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
        )

    def send(self, text: bytes) -> None:
        size = len(text)
        head = bytes([0x81, 0x80 | size]) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + text)

    def data_received(self, data: bytes) -> None:
        self.data += data
        if not self.upgraded:
            end = self.data.find(b"\r\n\r\n")
            if end < 0:
                return
            del self.data[: end + 4]
            self.upgraded = True
            self.game.joined(self)
        while len(self.data) >= 2:
            size, start = self.data[1], 2
            if size == 126:
                size, start = int.from_bytes(self.data[2:4], "big"), 4
            elif size == 127:
                size, start = int.from_bytes(self.data[2:10], "big"), 10
            if len(self.data) < start + size:
                return
            payload, opcode = bytes(self.data[start : start + size]), self.data[0] & 15
            del self.data[: start + size]
            if opcode == 1:
                heard = decode(payload)
                if heard.type in ("table", "moved"):
                    self.heard = heard
                    self.game.heard(self)
            elif opcode == 9:
                self.transport.write(bytes([0x8A, 0x80 | size]) + b"\0\0\0\0" + payload)


class Game:
    """Two people at a table, who answer at random as soon as both have heard the last answer."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.players: list[Player] = []
        self.sent = 0.0
        self.sender: Player | None = None

    async def begin(self) -> None:
        loop = asyncio.get_running_loop()
        self.made = await asyncio.to_thread(set_up, self.bench.address)
        host, port = self.bench.address.removeprefix("http://").split(":")
        for seat in range(SEATS):
            player = Player(self, seat)
            await loop.create_connection(partial(same, player), host, int(port))
            self.players.append(player)

    def joined(self, player: Player) -> None:
        token = self.made["seats"][player.seat]["token"]
        join = {"type": "join", "table": self.made["table"], "token": token}
        player.send(json.dumps(join).encode())

    def heard(self, player: Player) -> None:
        if player is self.sender:
            self.bench.latencies.append(perf_counter() - self.sent)
            self.sender = None
        if self.bench.playing:
            self.go_on()

    def go_on(self) -> None:
        """Answer, if both stand at the same position."""
        first, second = self.players[0].heard, self.players[1].heard
        if self.sender is not None or first is None or second is None:
            return
        if first.position != second.position:
            return
        if not first.waiting or first.position >= self.bench.moves:
            self.bench.done()
            return
        seat = random.choice(first.waiting)
        heard = self.players[seat].heard
        assert heard is not None
        self.sender = self.players[seat]
        move = random.choice(heard.moves)
        self.sent = perf_counter()
        self.sender.send(
            b'{"type":"move","id":1,"position":%d,"move":"%s"}' % (heard.position, move.encode())
        )

    def close(self) -> None:
        for player in self.players:
            player.transport.close()


class Bench:
    """Many tables at once."""

    def __init__(self, address: str, pid: int, moves: int) -> None:
        self.address = address
        self.pid = pid
        self.moves = moves
        self.latencies: list[float] = []
        self.playing = False
        self.games: list[Game] = []
        self.left = 0

    async def seat(self, tables: int) -> None:
        for _ in range(tables):
            game = Game(self)
            self.games.append(game)
            await game.begin()
        while any(player.heard is None for game in self.games for player in game.players):
            await asyncio.sleep(0.01)

    def done(self) -> None:
        self.left -= 1
        if not self.left:
            self.finished.set()

    async def loop(self) -> dict[str, float]:
        """Play all tables; moves per second, CPU per move, and how long an answer took."""
        self.finished = asyncio.Event()
        self.left, self.playing = len(self.games), True
        before, start = cpu(self.pid), perf_counter()
        for game in self.games:
            game.go_on()
        await asyncio.wait_for(self.finished.wait(), LONGEST)
        took, used = perf_counter() - start, cpu(self.pid) - before
        self.playing = False
        times = sorted(self.latencies)
        return {
            "moves per second": len(times) / took,
            "CPU per move, microseconds": used / len(times) * 1e6,
            "p50, milliseconds": times[len(times) // 2] * 1e3,
            "p99, milliseconds": times[len(times) * 99 // 100] * 1e3,
        }

    async def close(self) -> None:
        for game in self.games:
            game.close()
        self.games = []
        await asyncio.sleep(0.5)


def same(player: Player) -> Player:
    return player


def set_up(address: str) -> dict[str, Any]:
    body = {"game": "dark-dealings", "seats": [{"kind": "person"}] * SEATS}
    request = urllib.request.Request(
        f"{address}/api/tables", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        made: dict[str, Any] = json.load(answer)
    return made


def cpu(pid: int) -> float:
    """Seconds of CPU that a process has used, with all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def memory(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE


async def measure(address: str, pid: int, counts: list[int], rounds: int) -> Figures:
    """Every figure of every round, by its name."""
    found: Figures = {}
    bench = Bench(address, pid, MOVES)
    await bench.seat(20)
    await bench.loop()  # to warm up
    await bench.close()
    for tables in counts:
        for number in range(rounds):
            bench, before = Bench(address, pid, MOVES), memory(pid)
            await bench.seat(tables)
            for name, value in (await bench.loop()).items():
                found.setdefault(f"{tables} tables: {name}", []).append(value)
            if tables == counts[0] and number == 0:  # before there is memory to be used again
                found[MEMORY] = [(memory(pid) - before) / tables / 1e3]
            await bench.close()
    return found


def run(build: Path, counts: list[int], rounds: int) -> Figures:
    """Start a server of this build, measure it, and stop it."""
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.process", str(Path(folder) / "tables.sqlite")],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": f"{build}{os.pathsep}{ROOT}"},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert process.stdout is not None
            address = f"http://127.0.0.1:{int(process.stdout.readline())}"
            return asyncio.run(measure(address, process.pid, counts, rounds))
        finally:
            process.terminate()
            process.wait()


def shown(values: list[float]) -> str:
    """The median, with the least and the most."""
    if len(values) == 1:
        return f"{values[0]:,.1f}"
    return f"{median(values):,.1f} ({min(values):,.1f} to {max(values):,.1f})"


def installed() -> list[str]:
    return [build for build, path in BUILDS.items() if (path / "duskhall" / "server").is_dir()]


def main() -> None:
    builds = installed()
    print(f"Server: median of {ROUNDS} rounds (least to most), {MOVES} moves at each table")
    columns = {build: run(BUILDS[build], TABLES, ROUNDS) for build in builds}
    print(f"{'':42}" + "".join([f"{build:>30}" for build in builds]))
    for line in columns[builds[0]]:
        print(f"{line:42}" + "".join([f"{shown(columns[build][line]):>30}" for build in builds]))


if __name__ == "__main__":
    main()
