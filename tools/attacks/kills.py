"""Kills: of the server while it acknowledges moves, and of all the processes in which bots think."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import tempfile
from pathlib import Path
from time import perf_counter

from tools.attacks.load import ELSEWHERE, QUICK
from tools.attacks.people import PATIENCE, Message, Seat, address_of, set_up, sit
from tools.attacks.rows import Row
from tools.attacks.servers import Server
from tools.kill_server import Load, check, play_and_kill

BETWEEN = 1.0  # seconds between two kills of all workers
MOVES = 3  # after which a table is known to play on


def kill_servers(times: int, seed: int) -> Row:
    """Kill a server again and again under load, and hold its file against what it acknowledged."""
    load, lost = Load(random.Random(seed)), ""
    began = perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "tables.sqlite"
        for _ in range(times):
            asyncio.run(play_and_kill(load, data))
            try:
                check(load, data)
            except AssertionError as error:
                lost = str(error)
                break
            load.tables = [table for table in load.tables if not table.over][-50:]
    seconds = perf_counter() - began
    told = f"{load.acknowledged} acknowledged, {lost or 'none lost or doubled'}; {seconds:.0f} s"
    return Row("kills", f"{times} kills -9 of the server", told, bool(lost))


async def kill_workers(server: Server, tables: int, times: int) -> Row:
    """Kill all that bots think in while somebody watches them; all tables have to play on."""
    seats: list[Seat] = []
    for number in range(tables):
        home = address_of(number, ELSEWHERE)
        made: Message = await set_up(server.port, home, QUICK, QUICK, QUICK, QUICK)
        seats.append(await sit(server.port, home, made["table"], made["spectator"]))
    reading = [asyncio.create_task(read_to_the_end(seat)) for seat in seats]
    killed = 0
    for _ in range(times):
        await asyncio.sleep(BETWEEN)
        for worker in server.workers():
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
                killed += 1
    await asyncio.sleep(BETWEEN)  # what was answered before is told by then
    began, since = perf_counter() - BETWEEN, [int(seat.told["position"]) for seat in seats]
    standing = tables
    while standing and perf_counter() < began + PATIENCE:
        await asyncio.sleep(0.1)
        standing = sum(map(stands, seats, since))
    for task in reading:
        task.cancel()
    await asyncio.gather(*reading, *[seat.socket.close() for seat in seats], return_exceptions=True)
    told = f"{killed} killed; {tables - standing} of {tables} tables play on"
    told += f", the last {perf_counter() - began:.0f} s after the last kill"
    return Row("kills", f"all workers killed {times} times", told, standing > 0 or not killed)


def stands(seat: Seat, since: int) -> bool:
    """Whether hardly anything has happened at a table since then, and it is not over."""
    return bool(seat.told["waiting"]) and int(seat.told["position"]) < since + MOVES


async def read_to_the_end(seat: Seat) -> None:
    while seat.told["waiting"]:
        await seat.hear()
