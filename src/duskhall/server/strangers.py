"""What a stranger sends is read and replayed in a process of its own, with limits, and killed there.

A few workers wait for such work. Each forks for every piece of it: nothing that was sent stays in
a process that goes on, and what goes past its time or memory takes nobody with it. Only bytes come
back: frames to be shown, or a record that was verified.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import sys
import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Final

from msgspec import Struct
from msgspec.msgpack import decode, encode

from duskhall.engine.game import Game, install, installed
from duskhall.engine.records import Record
from duskhall.server.messages import encode as to_json
from duskhall.server.records import verified
from duskhall.server.seats import read_eyes
from duskhall.server.settings import Settings
from duskhall.server.telling import frames
from duskhall.server.words import Refused

BOOT: Final = 60.0  # seconds until a new worker is ready, at most
PATIENCE: Final = 3.0  # times its time of the processor that a piece of work may take by the clock
EACH: Final = 3  # pieces of work that one address may have at once

logger: Final = logging.getLogger("duskhall.server")


class Work(Struct):
    """A record that was brought, and what is wanted of it."""

    record: str
    eyes: str = ""  # empty: the record, if it is verified, and not its frames
    views: bool = False


class Outcome(Struct):
    body: bytes = b""
    error: str = ""  # of the protocol, if it was refused
    reason: str = ""
    seconds: float = 0.0  # of the processor


Call = Callable[[Work], bytes]


class Limits(Struct):
    """What one piece of work may take."""

    seconds: float  # of the processor
    memory: int  # bytes


class Worker:
    """A process that waits for work."""

    def __init__(self, call: Call, limits: Limits) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process: BaseProcess = context.Process(
            target=serve, args=(other, call, limits, known_games()), daemon=True
        )
        start_deaf(self.process)
        other.close()
        if not self.pipe.poll(BOOT):
            self.end()
            raise TimeoutError("a worker did not start")
        self.pipe.recv_bytes()

    def ask(self, work: Work, patience: float) -> Outcome:
        """TimeoutError, EOFError or OSError, if it does not answer: then it is of no use any more."""
        self.pipe.send_bytes(encode(work))
        if not self.pipe.poll(patience):
            raise TimeoutError
        return decode(self.pipe.recv_bytes(), type=Outcome)

    def end(self) -> None:
        """End it at once, with what it has forked."""
        with contextlib.suppress(OSError):
            if sys.platform != "win32" and self.process.pid is not None:
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        self.process.join()
        self.pipe.close()


class Turn:
    """A piece of work that waits for a worker."""

    def __init__(self, work: Work, told: asyncio.Future[Outcome]) -> None:
        self.work: Final = work
        self.told: Final = told


class Strangers:
    """The workers, and who waits for them: only so many, and only a few of one address.

    Addresses take turns, and one address has one worker at most: whoever sends what takes long
    waits for it alone.
    """

    def __init__(self, settings: Settings, call: Call | None = None) -> None:
        self.limits: Final = Limits(settings.stranger_time, settings.stranger_memory)
        self.call: Call = call or do
        self.most: Final = settings.strangers_waiting
        self.threads: Final = ThreadPoolExecutor(settings.strangers, "stranger")
        self.free = settings.strangers  # threads without work
        self.idle: list[Worker] = []
        self.working: set[Worker] = set()
        self.waiting: Counter[str] = Counter()  # by address, with what is worked on
        self.turns: dict[str, deque[Turn]] = {}  # by address, in the order of their turns
        self.served: set[str] = set()  # addresses whose work is done now
        self.is_open = True

    async def ask(self, work: Work, address: str = "") -> Outcome:
        """What comes of it. Refused, also where it takes too long, too much, or too many ask."""
        if self.waiting.total() >= self.most or self.waiting[address] >= EACH:
            raise Refused("busy")
        self.waiting[address] += 1
        turn = Turn(work, asyncio.get_running_loop().create_future())
        self.turns.setdefault(address, deque()).append(turn)
        self.go_on()
        outcome = await turn.told  # cancelled, if nobody waits any more
        if outcome.error:
            raise Refused(outcome.error, outcome.reason)
        return outcome

    def go_on(self) -> None:
        """Give workers to those whose turn it is."""
        while self.free and self.is_open:
            address = next((name for name in self.turns if name not in self.served), None)
            if address is None:
                return
            turn = self.turns[address].popleft()
            if not self.turns[address]:
                del self.turns[address]
            if turn.told.done():
                self.leave(address)
                continue
            self.free -= 1
            self.served.add(address)
            loop = asyncio.get_running_loop()
            done = loop.run_in_executor(self.threads, self.work, turn.work)
            done.add_done_callback(partial(self.finish, address, turn))

    def finish(self, address: str, turn: Turn, done: asyncio.Future[Outcome]) -> None:
        self.free += 1
        self.served.discard(address)
        self.leave(address)
        if address in self.turns:
            self.turns[address] = self.turns.pop(address)  # behind all others
        if turn.told.done():
            pass  # nobody waits any more
        elif done.cancelled():
            turn.told.cancel()
        elif (error := done.exception()) is not None:
            turn.told.set_exception(error)
        else:
            turn.told.set_result(done.result())
        self.go_on()

    def leave(self, address: str) -> None:
        self.waiting[address] -= 1
        if not self.waiting[address]:
            del self.waiting[address]

    def work(self, work: Work) -> Outcome:
        """Give it to a worker, and wait; in a thread."""
        try:
            worker = self.idle.pop() if self.idle else Worker(self.call, self.limits)
        except (OSError, EOFError) as error:  # TimeoutError is one of the first
            logger.error("a worker for strangers could not be started: %r", error)
            return Outcome(error="busy")
        self.working.add(worker)
        try:
            outcome = worker.ask(work, self.limits.seconds * PATIENCE)
        except (OSError, EOFError) as error:
            logger.warning("a worker for strangers is replaced: %s", type(error).__name__)
            worker.end()
            outcome = too_long(self.limits)
        else:
            self.idle.append(worker)
        self.working.discard(worker)
        if not self.is_open:
            self.end()
        return outcome

    def close(self) -> None:
        self.is_open = False
        for turns in self.turns.values():
            for turn in turns:
                turn.told.cancel()
        self.end()

    def end(self) -> None:
        """End all workers; also in a thread."""
        self.threads.shutdown(wait=False, cancel_futures=True)
        for worker in [*self.working, *self.idle]:
            with contextlib.suppress(OSError, ValueError):  # its thread may have ended it
                worker.end()
        self.idle.clear()


def known_games() -> list[tuple[str, str]]:
    """By module and class, so that a worker knows the same games."""
    return [(type(kind).__module__, type(kind).__name__) for kind in installed()]


def too_long(limits: Limits) -> Outcome:
    reason = f"it takes more than {limits.seconds:g} seconds to replay"
    return Outcome(error="broken-record", reason=reason)


def start_deaf(process: BaseProcess) -> None:
    """Start a process that never hears Ctrl-C, which is for the server."""
    if sys.platform == "win32":
        process.start()
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])  # which a new process inherits
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


# In the workers


def serve(pipe: Connection, call: Call, limits: Limits, games: list[tuple[str, str]]) -> None:
    """Do what comes, one piece after the other, until the server is gone."""
    if hasattr(os, "setsid"):
        os.setsid()
    for module, name in games:
        kind: Game = getattr(import_module(module), name)()
        if kind.name not in [known.name for known in installed()]:
            install(kind)
    with contextlib.suppress(EOFError, OSError):
        pipe.send_bytes(b"ready")
        while True:
            work = decode(pipe.recv_bytes(), type=Work)
            if hasattr(os, "fork"):
                pipe.send_bytes(apart(work, call, limits))
            else:  # the server ends it by the clock, and memory is the system's to limit
                pipe.send_bytes(encode(outcome_of(work, call)))


def apart(work: Work, call: Call, limits: Limits) -> bytes:
    """The outcome of a piece of work, done in a process that ends with it."""
    here, there = os.pipe()
    child = os.fork()
    if not child:
        with contextlib.suppress(BaseException):
            os.close(here)
            limit(limits)
            with os.fdopen(there, "wb") as out:
                out.write(encode(outcome_of(work, call)))
            os._exit(0)
        os._exit(1)
    os.close(there)
    with os.fdopen(here, "rb") as told:
        answer = told.read()
    _, status = os.waitpid(child, 0)
    if status == 0:
        return answer
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL):
        return encode(too_long(limits))
    return encode(Outcome(error="too-large"))


def limit(limits: Limits) -> None:
    """From here on, this process has so much time and memory, and writes no files."""
    import resource  # there is none where there is no fork

    seconds = int(time.process_time() + limits.seconds + 1)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    with contextlib.suppress(OSError, ValueError):  # macOS has none of these
        resource.setrlimit(resource.RLIMIT_AS, (limits.memory, limits.memory))


def outcome_of(work: Work, call: Call) -> Outcome:
    began = time.process_time()
    try:
        body = call(work)
    except Refused as refused:
        return Outcome(error=refused.error, reason=str(refused.reason))
    except MemoryError:
        return Outcome(error="too-large")
    except Exception as error:  # rules may stumble over cards and positions that nobody foresaw
        return Outcome(error="broken-record", reason=f"it breaks the rules: {type(error).__name__}")
    return Outcome(body, seconds=time.process_time() - began)


def do(work: Work) -> bytes:
    record: Record = verified(work.record)
    if not work.eyes:
        return record.dumps().encode()
    return to_json(frames(record, read_eyes(work.eyes, record.players), work.views))
