"""`duskhall replay`: a recorded game as sentences, through a seat's eyes, all at once or in steps."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

from duskhall.cli.bad_input import BadInput, read_record
from duskhall.cli.log import Log, onlooker
from duskhall.cli.screen import Screen, say, say_numbered
from duskhall.cli.standings import print_standings, standings
from duskhall.cli.tables import drawing_of
from duskhall.cli.words import Words, game_title
from duskhall.engine.events import ALL_SEEING, SPECTATOR, Seat
from duskhall.engine.positions import print_position
from duskhall.engine.records import BrokenRecord, Record
from duskhall.engine.table import Table

FORWARD: Final = [" ", "\r", "\n", "n", "l", "\x1b[C", "\x1b[B"]
BACK: Final = ["b", "p", "h", "\x7f", "\x1b[D", "\x1b[A"]
DRAW: Final = ["t"]
LEAVE: Final = ["q", "\x1b", "\x04", ""]
INTERRUPT: Final = "\x03"


def run(arguments: Namespace, words: Words) -> int:
    record = read_record(Path(arguments.file))
    try:
        record.verify()
    except BrokenRecord as error:
        raise BadInput(f"{arguments.file}: {error}") from None
    if arguments.seat is not None and arguments.seat > record.players:
        raise BadInput(words("no-seat", seat=arguments.seat, players=record.players))
    if arguments.position is not None:
        print(position_text(record, arguments, words), end="")
        return 0
    table = Table(record)
    eyes = onlooker(table.state) if arguments.seat is None else arguments.seat - 1
    console = Screen()
    replay = Replay(table, eyes, words, console)
    replay.head()
    if arguments.step and sys.stdin.isatty() and console.is_terminal:
        replay.step(read_key)
    else:
        replay.whole()
    return 0


def position_text(record: Record, arguments: Namespace, words: Words) -> str:
    """A position as text. What a seat could not know is shown only of a finished game."""
    moves = len(record.moves)
    if arguments.position > moves:
        raise BadInput(words("no-position", position=arguments.position, moves=moves))
    if arguments.seat is None and record.replay().waiting:
        raise BadInput(words("position-needs-seat"))
    eyes = ALL_SEEING if arguments.seat is None else arguments.seat - 1
    s = record.replay(arguments.position)
    return print_position(s, record.game, record.edition.name, eyes)


class Replay:
    """A finished or unfinished game, and the eyes it is seen through."""

    def __init__(self, table: Table, eyes: Seat, words: Words, console: Console) -> None:
        self.table: Final = table
        self.record: Final[Record] = table.record
        self.eyes: Final = eyes
        self.words: Final = words
        self.console: Final = console
        box, names = table.state.box, self.record.names
        self.log: Final = Log(box, names, words.language, eyes)
        self.drawing: Final = drawing_of(self.record.game, box, names, words)

    def head(self) -> None:
        """What was played, and through whose eyes it is shown."""
        title = game_title(self.record.game, self.words.language)
        say(self.console, Text(f"{title}: {self.words.join(self.drawing.names)}", "bold"))
        if self.eyes == ALL_SEEING:
            eyes = self.words("replay.all-seeing")
        elif self.eyes == SPECTATOR:
            eyes = self.words("replay.spectator")
        else:
            eyes = self.words("replay.seat", name=self.drawing.names[self.eyes])
        say(self.console, eyes, "dim")

    def whole(self) -> None:
        for position in range(len(self.table.events)):
            self.show(position)
        self.show_end()

    def show(self, position: int) -> None:
        say_numbered(self.console, position, self.log.at(self.table, position))

    def show_end(self) -> None:
        s = self.table.state
        if s.waiting:
            say(self.console, self.words("replay.unfinished", count=len(self.record.moves)))
            return
        shown = standings(self.record.game, s, self.record.names, self.drawing, self.words)
        print_standings(self.console, shown, self.words)

    def step(self, key: Callable[[], str]) -> None:
        """One position at a time, forward and back, with the table on demand."""
        say(self.console, self.words("replay.keys"), "dim")
        told = [position for position in range(len(self.table.events)) if self.tells(position)]
        index = 0
        self.show(told[index])
        while True:
            pressed = key()
            if pressed == INTERRUPT:
                raise KeyboardInterrupt
            if pressed in LEAVE:
                return
            if pressed in FORWARD:
                index += 1
                if index == len(told):
                    self.show_end()
                    return
                self.show(told[index])
            elif pressed in BACK and index > 0:
                index -= 1
                self.console.rule(self.words("replay.back", position=told[index]), style="dim")
                self.show(told[index])
            elif pressed in DRAW:
                view = self.record.replay(told[index]).view(self.eyes)
                self.console.print(
                    self.drawing.table(view, self.eyes, self.console.width, whole=True)
                )

    def tells(self, position: int) -> bool:
        return bool(self.log.at(self.table, position))


def read_key() -> str:
    """One key press, or the sequence that an arrow key sends."""
    with keys_at_once():
        import os
        import select

        pressed = os.read(sys.stdin.fileno(), 1)
        while pressed[:1] == b"\x1b" and select.select([sys.stdin], [], [], 0.02)[0]:
            pressed += os.read(sys.stdin.fileno(), 1)
    return pressed.decode("utf-8", "replace")


@contextmanager
def keys_at_once() -> Iterator[None]:
    """Let keys arrive as they are pressed, not line by line."""
    import termios
    import tty

    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
