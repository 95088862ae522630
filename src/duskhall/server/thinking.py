"""Bots think in processes of their own: each is sent what its seat may know, and answers."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple, TypeVar

from msgspec.json import decode, encode

from duskhall.bots import make_bot
from duskhall.bots.bot import Bot, luck
from duskhall.bots.budget import within
from duskhall.bots.levels import bot_of
from duskhall.bots.mind import mind_of
from duskhall.engine.box import Box
from duskhall.engine.game import Game, game
from duskhall.engine.positions import print_position, read_position
from duskhall.engine.records import Record
from duskhall.engine.state import State

T = TypeVar("T")
ATTEMPTS: Final = 3  # with a new worker each time
REMEMBERED: Final = 16  # boxes that a worker keeps at hand
CROWD: Final = 8  # with more seats waiting than this, bots think shorter
PATIENCE: Final = 6.0  # seconds from question to answer, with the wait for a worker
HURRY: Final = 0.25  # seconds that a bot may think at least, and in a crowd at most
DROPPED: Final = 1.0  # seconds after which a thought that nobody needs any more is ended
BOOT: Final = 60.0  # seconds, for a worker that begins
LAST_WAIT: Final = 5.0  # seconds, for a pool that ends
# Who gets a worker first: bots at tables of people, hints, and what nobody sits and waits for
PEOPLE, ADVICE, OTHERS = range(3)

logger: Final = logging.getLogger("duskhall.server")


class Question(NamedTuple):
    """What a bot is asked, in a form that travels: nothing in it is hidden from its seat."""

    setting: bytes  # game, edition, players and options
    position: str  # a guess of the table
    seat: int
    face: str = ""  # who plays there, and has tastes


class Said(NamedTuple):
    """A bot's answer, and why it gives it: a key of the game's `bots`, and what fills it."""

    move: str
    reason: str = ""
    about: tuple[int, ...] = ()


def guess_of(record: Record, s: State, seat: int, position: int) -> State:
    """The table as the bot of this seat may think it to be, at the position at which it was asked.

    Its luck is made of the commitment, which everybody knows, and never of the seed.
    """
    return own_luck(record, seat).guess(s, seat, position)


def put(record: Record, guess: State, seat: int, face: str = "") -> Question:
    """The open question of a guess, to be asked of this seat's bot."""
    position = print_position(guess, record.game, record.edition.name)
    return Question(setting(record), position, seat, face)


def own_luck(record: Record, seat: int) -> Bot:
    return Bot(luck(int(record.commitment(), 16), seat))


def setting(record: Record) -> bytes:
    edition = record.edition
    return encode((record.game.name, edition.name, edition.text, record.players, record.options))


class Worker:
    """A process in which bots think. One that dies or takes too long is replaced."""

    def __init__(self) -> None:
        self.pool: ProcessPoolExecutor | None = None

    def open(self) -> ProcessPoolExecutor:
        if self.pool is None:
            # Not forked: threads and sockets of the server stay with the server.
            context = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(1, context, initializer=be_a_worker)
        return self.pool

    async def think(self, question: Question, bot: str, seconds: float, limit: float) -> Said:
        """Let the bot think for so many seconds; one that takes as long as the limit is ended."""
        return await self.run(limit, think, *question, bot, seconds)

    async def run(self, limit: float, call: Callable[..., T], *given: object) -> T:
        try:
            # One that was killed while nobody asked it anything says so here.
            asked = submit(self.open(), call, *given)
            return await asyncio.wait_for(asyncio.wrap_future(asked), limit)
        except (BrokenProcessPool, TimeoutError, asyncio.CancelledError):
            self.close()
            raise

    def close(self) -> threading.Thread | None:
        """End it. Returns what still tidies up after it."""
        pool, self.pool = self.pool, None
        return stop(pool) if pool is not None else None


class Thinker:
    """Asks bots for answers, each in its turn: people's tables first, and first come, first served.

    A table asks for one answer at a time, so that one with many bots takes no more turns than
    another. All else leaves one worker free for the bots of people's tables.
    """

    def __init__(self, workers: int, think_time: float) -> None:
        self.workers: Final = [Worker() for _ in range(workers)]
        self.think_time: Final = think_time
        self.idle: Final = self.workers[:]
        self.spare: Final = min(1, workers - 1)  # workers that only people's tables may take
        self.queues: Final[dict[int, deque[asyncio.Future[Worker]]]] = {
            kind: deque() for kind in (PEOPLE, ADVICE, OTHERS)
        }
        self.asking: Final = {True: 0, False: 0}  # answers not given yet
        self.queued: Final[set[asyncio.Task[Any] | None]] = set()  # who wait for a worker
        self.beginning: Final[set[asyncio.Task[None]]] = set()  # workers that were ended

    def warm_up(self) -> None:
        """Start the workers before they are needed."""
        for worker in self.workers:
            submit(worker.open(), ready)

    async def answer(self, question: Question, bot: str, for_people: bool = True) -> str:
        """The bot's answer, as text."""
        return (await self.say(question, bot, for_people)).move

    async def say(self, question: Question, bot: str, for_people: bool = True) -> Said:
        """Answer and reason. They come from another process, and are yet to be checked."""
        loop = asyncio.get_running_loop()
        asked = loop.time()
        self.asking[for_people] += 1
        try:
            for attempt in range(1, ATTEMPTS + 1):
                worker = await self.turn(PEOPLE if for_people else OTHERS)
                seconds = self.seconds(for_people, loop.time() - asked)
                thought = worker.think(question, bot, seconds, self.think_time)
                try:
                    return await self.follow(worker, thought)
                except (BrokenProcessPool, TimeoutError) as error:
                    logger.warning("a bot's worker is replaced: %s", type(error).__name__)
                    if attempt == ATTEMPTS:
                        raise
        finally:
            self.asking[for_people] -= 1
        raise AssertionError("unreachable")

    async def study(self, kind: int, limit: float, call: Callable[..., T], *given: object) -> T:
        """Have something thought through in a worker, in its turn. TimeoutError, if it takes long."""
        worker = await self.turn(kind)
        return await self.follow(worker, worker.run(limit, call, *given))

    async def follow(self, worker: Worker, thinking: Coroutine[Any, Any, T]) -> T:
        """What comes of a thought. Who gives up waiting leaves it behind: it ends soon, or is ended."""
        loop = asyncio.get_running_loop()
        thought = loop.create_task(thinking)
        thought.add_done_callback(partial(self.take_back, worker))
        try:
            return await asyncio.shield(thought)
        except asyncio.CancelledError:
            loop.call_later(DROPPED, thought.cancel)
            raise

    def take_back(self, worker: Worker, thought: asyncio.Task[T]) -> None:
        """A worker is free again, whatever came of its thought."""
        if not thought.cancelled():
            thought.exception()  # whoever still waits for it hears of it
        if worker.pool is None:
            beginning = asyncio.get_running_loop().create_task(self.begin_anew(worker))
            self.beginning.add(beginning)
            beginning.add_done_callback(self.beginning.discard)
        else:
            self.idle.append(worker)
            self.hand_out()

    async def begin_anew(self, worker: Worker) -> None:
        """One that was ended takes a while to begin anew: nobody is to wait for it who need not."""
        with contextlib.suppress(Exception):  # who asks it next hears of it
            await worker.run(BOOT, ready)
        self.idle.append(worker)
        self.hand_out()

    def seconds(self, for_people: bool, waited: float) -> float:
        """How long a bot may think now: what is left of the patience, and less where many wait.

        What no person waits for is short where it keeps the only worker.
        """
        if self.is_crowded(for_people) or not (for_people or self.spare):
            return HURRY
        return max(HURRY, PATIENCE - waited)

    def is_crowded(self, for_people: bool) -> bool:
        return self.asking[True] + (0 if for_people else self.asking[False]) > CROWD

    async def turn(self, kind: int) -> Worker:
        """Wait for a worker."""
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self.queues[kind].append(turn)
        self.hand_out()
        task = asyncio.current_task()
        self.queued.add(task)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.idle.append(turn.result())
                self.hand_out()
            raise
        finally:
            self.queued.discard(task)

    def hand_out(self) -> None:
        """Give idle workers to those whose turn it is."""
        for kind, queue in self.queues.items():
            while queue and len(self.idle) > (0 if kind == PEOPLE else self.spare):
                turn = queue.popleft()
                if not turn.done():  # nobody has given up waiting
                    turn.set_result(self.idle.pop())

    def close(self) -> None:
        """End all workers. Python stumbles over a pool that still tidies up when it exits itself."""
        for tidying in [worker.close() for worker in self.workers]:
            if tidying is not None:
                tidying.join(LAST_WAIT)


def submit(pool: ProcessPoolExecutor, call: Callable[..., T], *given: object) -> Future[T]:
    """Give a pool something to do. A worker that it starts for this never hears Ctrl-C."""
    if sys.platform == "win32":
        return pool.submit(call, *given)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])  # which a new process inherits
    try:
        return pool.submit(call, *given)
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


def stop(pool: ProcessPoolExecutor) -> threading.Thread | None:
    """End a pool at once, whatever its workers are thinking about. Returns its own thread."""
    processes = list((getattr(pool, "_processes", None) or {}).values())
    thread: threading.Thread | None = getattr(pool, "_executor_manager_thread", None)
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()
    return thread


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


def think(setting: bytes, position: str, seat: int, face: str, bot: str, seconds: float) -> Said:
    """Put the guess on a table, and ask the bot; what it says to an offer has a reason."""
    kind, box = unpack(setting)
    bot = within(bot_of(bot, kind.name), seconds)
    s = read_position(position, kind, box)
    player = make_bot(bot, kind, luck(*face.encode()))
    if not s.most_offers(seat):
        return Said(str(player.decide(s, seat)))
    before = s.clone()
    move = player.decide(s, seat)
    reason, about = mind_of(kind).reason(before, seat, move)
    return Said(str(move), reason, about)


@lru_cache(REMEMBERED)
def unpack(setting: bytes) -> tuple[Game, Box]:
    name, edition, text, players, options = decode(
        setting, type=tuple[str, str, str, int, dict[str, object]]
    )
    kind = game(name)
    return kind, kind.box(players, options, kind.edition_of(edition, text, ""))
