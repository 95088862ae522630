"""Programs as players, in any language: lines of JSON on standard input and output (docs/bots.md)."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shlex
import shutil
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import Any, Final

from duskhall.bots import UnknownBot
from duskhall.bots.bot import Bot, RandomBot
from duskhall.engine.box import Box
from duskhall.engine.events import Seat
from duskhall.engine.game import Game
from duskhall.engine.moves import Move
from duskhall.engine.state import State

PREFIX: Final = "exec:"  # of a bot's name that is a command
PROTOCOL: Final = 1
LONGEST: Final = 1 << 16  # letters of a line that is read
MOST_SHOWN: Final = 100  # lines of the error output of a program, in all its games in this process
LONGEST_SHOWN: Final = 1000  # letters of each
UNASKED: Final = 2  # lines that nobody asked for, after which none is read any more
LAST_WAIT: Final = 2.0  # seconds, for a program that has been told the end
STAND_IN: Final = "random"  # who fails gains nothing by it
SILENT, DEAD, ILLEGAL, GARBLED = "silent", "dead", "illegal", "garbled"


shown: Counter[str] = Counter()  # lines of the error output so far, by command


class Failed(RuntimeError):
    """A program that does not play on: `why` is one of the words above."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why: Final = why


def command_of(bot: str) -> list[str]:
    """The command of a bot's name. UnknownBot, if there is none such here."""
    bot = bot.removeprefix(PREFIX)
    try:
        command = shlex.split(bot)
    except ValueError as error:
        raise UnknownBot(f"{bot} is no command: {error}") from None
    if not command or shutil.which(command[0]) is None:
        raise UnknownBot(f"{bot}: there is no program '{command[0] if command else ''}'")
    return command


def short_names(bots: Iterable[str]) -> dict[str, str]:
    """By bot, what it is called in little room: programs without folders, where that tells them apart."""
    names = {bot: bot for bot in bots}
    for bot in names:
        if bot.startswith(PREFIX):
            words = shlex.split(bot.removeprefix(PREFIX))
            names[bot] = " ".join([PurePath(word).name for word in words])
    count = Counter(names.values())
    return {bot: name if count[name] == 1 else bot for bot, name in names.items()}


class Program:
    """A running program that is told and asked, with an end to all patience."""

    def __init__(self, command: list[str], seconds: float) -> None:
        self.name: Final = shlex.join(command)
        self.seconds: Final = seconds
        self.answers: Final[queue.Queue[bytes]] = queue.Queue()
        self.told: Final[queue.Queue[bytes | None]] = queue.Queue()
        try:
            self.process: Final = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for us; and whatever it starts ends with it
            )
        except OSError:
            raise Failed(DEAD) from None
        # One that does not listen blocks who writes: that is to be neither of us.
        self.threads: Final = [
            threading.Thread(target=work, daemon=True)
            for work in (self.write, self.read, self.show_errors)
        ]
        for thread in self.threads:
            thread.start()

    def write(self) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            while (line := self.told.get()) is not None:
                self.process.stdin.write(line)
                self.process.stdin.flush()
        with contextlib.suppress(OSError, ValueError):
            self.process.stdin.close()

    def read(self) -> None:
        assert self.process.stdout is not None
        with contextlib.suppress(OSError, ValueError):
            while self.answers.qsize() < UNASKED and (
                line := self.process.stdout.readline(LONGEST)
            ):
                self.answers.put(line)
        self.answers.put(b"")
        self.process.stdout.close()

    def show_errors(self) -> None:
        """Show whose line of the error output it is; and all is read, so that nobody is blocked."""
        assert self.process.stderr is not None
        with contextlib.suppress(OSError, ValueError):
            while line := self.process.stderr.readline(LONGEST_SHOWN):
                shown[self.name] += 1
                if shown[self.name] <= MOST_SHOWN:
                    text = line.decode(errors="replace").rstrip()
                    print(f"{self.name}: {text}", file=sys.stderr, flush=True)
                elif shown[self.name] == MOST_SHOWN + 1:
                    print(f"{self.name}: …", file=sys.stderr, flush=True)
        self.process.stderr.close()

    def tell(self, message: dict[str, Any]) -> None:
        self.told.put(json.dumps(message, ensure_ascii=False).encode() + b"\n")

    def ask(self, message: dict[str, Any]) -> str:
        """The move that it answers, unchecked. Failed."""
        while not self.answers.empty():
            if self.answers.get() == b"":
                raise Failed(DEAD)
            raise Failed(GARBLED)  # it spoke without being asked
        self.tell(message)
        try:
            line = self.answers.get(timeout=self.seconds)
        except queue.Empty:
            raise Failed(SILENT) from None
        if not line:
            raise Failed(DEAD)
        try:
            move = json.loads(line)["move"]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise Failed(GARBLED) from None
        if not isinstance(move, str):
            raise Failed(GARBLED)
        return move

    def close(self, patience: float = LAST_WAIT) -> None:
        """Let it end, and end it."""
        self.told.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(patience)
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()
        self.process.wait()
        for thread in self.threads:
            thread.join(LAST_WAIT)  # they have nobody to talk to any more


def beginning(game: Game, box: Box, edition: str, seat: Seat, seconds: float) -> dict[str, Any]:
    """What a program is told first."""
    return {
        "type": "start",
        "protocol": PROTOCOL,
        "game": game.name,
        "version": game.version,
        "edition": edition,
        "players": box.players,
        "options": box.options,
        "seat": seat,
        "seconds": seconds,
        "cards": game.faces(box),
        "board": game.printed_board(box),
    }


def question(number: int, view: object, moves: list[tuple[str, str]]) -> dict[str, Any]:
    """What it is asked: what its seat sees, and what may be answered, with its words."""
    return {
        "type": "ask",
        "number": number,
        "view": view,
        "moves": [{"move": move, "words": words} for move, words in moves],
    }


class ProgramBot(Bot):
    """A program at one seat of one game. It sees what its seat sees, and nothing else.

    One that fails is ended, and another answers for it from then on: `failed` says why.
    """

    def __init__(self, bot: str, game: Game, edition: str, seed: int, seconds: float) -> None:
        super().__init__(seed)
        self.command: Final = command_of(bot)
        self.game: Final = game
        self.edition: Final = edition
        self.seconds: Final = seconds
        self.stand_in: Final = RandomBot(seed)
        self.program: Program | None = None
        self.failed = ""

    def answer(self, s: State, seat: Seat, position: int) -> Move:
        moves = s.legal_moves(seat)
        if len(moves) == 1:
            return moves[0]
        if not self.failed:
            try:
                return self.asked(s, seat, position, moves)
            except Failed as error:
                self.failed = error.why
                self.close(patience=0)
        return self.stand_in.answer(s, seat, position)

    def asked(self, s: State, seat: Seat, position: int, moves: list[Move]) -> Move:
        if self.program is None:
            self.program = Program(self.command, self.seconds)
            self.program.tell(beginning(self.game, s.box, self.edition, seat, self.seconds))
        names = [str(number) for number in range(s.box.players)]
        worded = [(str(move), self.game.describe(s, move, names)) for move in moves]
        answer = self.program.ask(question(position, self.game.view(s, seat), worded))
        for move in moves:
            if str(move) == answer:
                return move
        raise Failed(ILLEGAL)

    def end(self, ranks: list[int]) -> None:
        if self.program is not None:
            self.program.tell({"type": "end", "ranks": ranks})

    def close(self, patience: float = LAST_WAIT) -> None:
        program, self.program = self.program, None
        if program is not None:
            program.close(patience)


@contextlib.contextmanager
def ended_with_us() -> Iterator[None]:
    """Whoever is ended by SIGTERM, as a worker whose game nobody wants, still ends its programs."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def leave(*_: object) -> None:
        raise SystemExit(1)

    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
