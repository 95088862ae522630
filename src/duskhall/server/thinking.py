"""Bots think in processes of their own: each is sent a record, and answers for a seat."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final, TypeVar

from msgspec.json import decode, encode

from duskhall.bots import make_bot
from duskhall.bots.bot import luck
from duskhall.engine.moves import Move, parse_move
from duskhall.engine.records import Record
from duskhall.engine.state import State
from duskhall.server.store import Header

T = TypeVar("T")
ATTEMPTS: Final = 3  # with a new worker each time
REMEMBERED: Final = 64  # tables that a worker keeps at hand
CROWD: Final = 8  # with more seats waiting than this, bots think shorter
IN_A_CROWD: Final = "greedy"

logger: Final = logging.getLogger("duskhall.server")


class Thinker:
    """Asks bots for answers. A worker that dies or takes too long is replaced."""

    def __init__(self, workers: int, think_time: float) -> None:
        self.workers: Final = workers
        self.think_time: Final = think_time
        self.pool: ProcessPoolExecutor | None = None
        self.waiting = 0

    def warm_up(self) -> None:
        """Start the workers before they are needed."""
        pool = self.open()
        for _ in range(self.workers):
            submit(pool, ready)

    def open(self) -> ProcessPoolExecutor:
        if self.pool is None:
            # Not forked: threads and sockets of the server stay with the server.
            context = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(self.workers, context, initializer=be_a_worker)
        return self.pool

    async def answer(self, record: Record, seat: int, bot: str) -> str:
        """The bot's answer, as text. It comes from another process, and is yet to be checked."""
        header = encode(Header.of(record))
        moves = [f"{mover} {move}" for mover, move in record.moves]
        self.waiting += 1
        try:
            for attempt in range(1, ATTEMPTS + 1):
                if self.waiting > CROWD and ":" in bot:
                    bot = IN_A_CROWD
                pool = self.open()
                try:
                    asked = submit(pool, think, header, moves, seat, bot)
                    limit = self.think_time * max(1.0, self.waiting / self.workers)
                    return await asyncio.wait_for(asyncio.wrap_future(asked), limit)
                except (BrokenProcessPool, TimeoutError) as error:
                    logger.warning("a bot's worker is replaced: %s", type(error).__name__)
                    self.replace(pool)
                    if attempt == ATTEMPTS:
                        raise
        finally:
            self.waiting -= 1
        raise AssertionError("unreachable")

    def replace(self, pool: ProcessPoolExecutor) -> None:
        """Let go of a pool in which something went wrong. Others may have done so already."""
        if self.pool is pool:
            self.pool = None
        stop(pool)

    def close(self) -> None:
        if self.pool is not None:
            stop(self.pool)
            self.pool = None


def submit(pool: ProcessPoolExecutor, call: Callable[..., T], *given: object) -> Future[T]:
    """Give a pool something to do. A worker that it starts for this never hears Ctrl-C."""
    if sys.platform == "win32":
        return pool.submit(call, *given)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])  # which a new process inherits
    try:
        return pool.submit(call, *given)
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


def stop(pool: ProcessPoolExecutor) -> None:
    """End a pool at once, whatever its workers are thinking about."""
    processes = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()


# In the workers


def be_a_worker() -> None:
    """Ctrl-C is for the server, which then ends its workers; and none outlives the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=follow_the_server, daemon=True).start()


def follow_the_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def ready() -> None:
    """Importing this module is all that it takes."""


_tables: OrderedDict[bytes, tuple[Record, list[str], State]] = OrderedDict()


def think(header: bytes, moves: list[str], seat: int, bot: str) -> str:
    """Replay the record as far as it is new, and ask the bot."""
    record, s = table_at(header, moves)
    player = make_bot(bot, record.game, luck(record.seed, seat + 1))
    return str(player.answer(s, seat, len(moves)))


def table_at(header: bytes, moves: list[str]) -> tuple[Record, State]:
    known = _tables.pop(header, None)
    if known is not None and moves[: len(known[1])] == known[1]:
        record, made, s = known
    else:
        record, made = decode(header, type=Header).record(), []
        s = record.game.deal(record.box(), record.seed)
    for line in moves[len(made) :]:
        mover, move = read_answer(line)
        s.apply(mover, move)
    _tables[header] = (record, moves, s)
    if len(_tables) > REMEMBERED:
        _tables.popitem(last=False)
    return record, s


def read_answer(line: str) -> tuple[int, Move]:
    seat, _, words = line.partition(" ")
    return int(seat), parse_move(words)
