"""Kill a server at random moments under load, and prove that nothing it acknowledged was lost.

Each time a server is started on the same file, several people play as fast as they can, it is
killed (SIGKILL), and the file is held against every answer that was received.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

ROOT = Path(__file__).resolve().parent.parent
# Another build of the package may be put first, as for all commands.
PATHS = [*filter(None, [os.environ.get("PYTHONPATH")]), str(ROOT / "src"), str(ROOT)]
sys.path[:0] = PATHS

from duskhall.server.store import SqliteStore  # noqa: E402

TABLES = 4  # played at once
SEATS = 2
LONGEST = 0.6  # seconds of play before the kill, at most
GONE = (ConnectionClosed, InvalidMessage, OSError, httpx.HTTPError)
Message = dict[str, Any]


class Table:
    """What we know of a table: only what the server has acknowledged."""

    def __init__(self, name: str, tokens: list[str]) -> None:
        self.name = name
        self.tokens = tokens
        self.branch = 0
        self.moves: list[str] = []  # 'seat move'
        self.said: list[str] = []
        self.over = False
        self.taken = False  # someone plays at it now


class Load:
    """People who play on, chat and take back, until the server is gone."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.tables: list[Table] = []
        self.acknowledged = 0

    async def play(self, address: str) -> None:
        await asyncio.gather(*[self.sit(address) for _ in range(TABLES)])

    async def sit(self, address: str) -> None:
        with contextlib.suppress(*GONE):
            while True:
                table = await self.find(address)
                async with contextlib.AsyncExitStack() as stack:
                    sockets = [
                        await stack.enter_async_context(
                            connect(f"{address.replace('http', 'ws')}/ws", compression=None)
                        )
                        for _ in range(SEATS)
                    ]
                    await self.play_table(table, sockets)

    async def find(self, address: str) -> Table:
        """A table that was left in the middle, or a new one."""
        waiting = [table for table in self.tables if not (table.over or table.taken)]
        if waiting and self.rng.random() < 0.7:
            table = self.rng.choice(waiting)
            table.taken = True
            return table
        seats = [{"kind": "person"}] * SEATS
        async with httpx.AsyncClient(verify=False) as client:
            body = {"game": "dark-dealings", "seats": seats}
            answer = await client.post(f"{address}/api/tables", json=body)
        made = answer.json()
        table = Table(made["table"], [seat["token"] for seat in made["seats"]])
        table.taken = True
        self.tables.append(table)
        return table

    async def play_table(self, table: Table, sockets: list[ClientConnection]) -> None:
        frames: list[Message] = []
        for socket, token in zip(sockets, table.tokens, strict=True):
            join = {"type": "join", "table": table.name, "token": token}
            frames.append(await ask(socket, join))
        found = (frames[0]["position"], frames[0]["branch"])
        assert found == (len(table.moves), table.branch), "the server and its file differ"
        while frames[0]["waiting"]:
            seat = self.rng.choice(frames[0]["waiting"])
            if self.rng.random() < 0.05:
                text = f"line {len(table.said)}"
                await ask(sockets[seat], {"type": "chat", "text": text})
                table.said.append(text)
                self.acknowledged += 1
            move = self.rng.choice(frames[seat]["moves"])
            position = frames[seat]["position"]
            message = {"type": "move", "move": move, "position": position}
            frames[seat] = await ask(sockets[seat], message)
            table.moves.append(f"{seat} {move}")
            self.acknowledged += 1
            for other in range(SEATS):
                while frames[other]["position"] < len(table.moves):
                    heard = await hear(sockets[other])
                    if heard["type"] == "moved":
                        frames[other] = heard
            if frames[seat]["undo"] == "alone" and self.rng.random() < 0.1:
                await sockets[seat].send('{"type": "undo"}')
                for other in range(SEATS):
                    while frames[other]["branch"] == table.branch:
                        heard = await hear(sockets[other])
                        if heard["type"] == "table":
                            frames[other] = heard
                table.branch += 1
                table.moves.pop()
                self.acknowledged += 1
        table.over = True


NEXT_ID = 0


async def ask(socket: ClientConnection, message: Message) -> Message:
    """Send a message and wait for its answer."""
    global NEXT_ID
    NEXT_ID += 1
    wanted = NEXT_ID
    await socket.send(json.dumps({**message, "id": wanted}))
    while True:
        heard = await hear(socket)
        if heard["type"] == "error":
            raise AssertionError(f"{message} was answered with {heard}")
        if heard.get("id") == wanted:
            return heard


async def hear(socket: ClientConnection) -> Message:
    heard: Message = json.loads(await socket.recv())
    return heard


def start(data: Path) -> tuple[subprocess.Popen[str], str]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.server.process", str(data)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(PATHS)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    return process, f"http://127.0.0.1:{int(process.stdout.readline())}"


async def play_and_kill(load: Load, data: Path) -> None:
    process, address = await asyncio.to_thread(start, data)
    playing = asyncio.create_task(load.play(address))
    await asyncio.sleep(load.rng.uniform(0.0, LONGEST))
    process.kill()
    await playing
    process.wait()
    assert process.stdout is not None
    process.stdout.close()


def check(load: Load, data: Path) -> None:
    """Hold the file against all that was acknowledged."""
    store = SqliteStore(data, lambda call: call())
    try:
        for table in load.tables:
            stored = store.load(table.name, 10_000)
            assert stored is not None, f"table {table.name} is lost"
            kept = [f"{seat} {move}" for seat, move in stored.moves]
            branch = len(stored.takebacks)
            assert branch >= table.branch, f"a take-back of table {table.name} is lost"
            if branch == table.branch:
                missing = table.moves[len(kept) :] or [
                    ours for ours, theirs in zip(table.moves, kept, strict=False) if ours != theirs
                ]
                assert not missing, f"table {table.name} lost {missing}"
            said = [line.text for line in stored.chat]
            assert said[: len(table.said)] == table.said, f"table {table.name} lost what was said"
            # Go on from what is kept, acknowledged or not.
            table.moves, table.branch, table.said = kept, branch, said
            table.taken = False
    finally:
        store.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    load = Load(random.Random(arguments.seed))
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "tables.sqlite"
        for time in range(1, arguments.times + 1):
            asyncio.run(play_and_kill(load, data))
            check(load, data)
            load.tables = [table for table in load.tables if not table.over][-50:]
            if time % 50 == 0 or time == arguments.times:
                told = f"killed {time} times; {load.acknowledged} acknowledged, none lost"
                print(told, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
