"""The clock of a table: it runs while somebody sits there, and what is left of it is kept."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

from msgspec import Struct
from msgspec.json import decode
from msgspec.json import encode as encode_text

from duskhall.engine.events import SPECTATOR
from duskhall.engine.moves import Move
from duskhall.server.messages import Clock, ClockChanged, encode
from duskhall.server.notes import Note, of_kind
from duskhall.server.rooms.audience import Audience
from duskhall.server.rooms.journal import Followed, Journal
from duskhall.server.rooms.play import Play

NOTE: Final = "clock"
BEAT: Final = 5.0  # seconds: no more is given back by a server that dies while a clock runs


class Kept(Struct):
    """What is noted of a clock."""

    number: int
    left: float


class TableClock:
    """The clock that the game says runs now, if one does."""

    def __init__(
        self,
        play: Play,
        journal: Journal,
        audience: Audience,
        notes: list[Note],
    ) -> None:
        self.play: Final = play
        self.journal: Final = journal
        self.audience: Final = audience
        text = of_kind(notes, NOTE).get(0)
        self.kept: Kept | None = decode(text, type=Kept) if text else None
        self.since: float | None = None  # it runs since then, when `kept` was true
        self.timer: asyncio.TimerHandle | None = None
        self.ring: Callable[[], None] | None = None  # for whom it runs, while somebody is there

    @property
    def left(self) -> float:
        assert self.kept is not None
        passed = 0.0 if self.since is None else time.monotonic() - self.since
        return max(0.0, self.kept.left - passed)

    def told(self) -> Clock | None:
        if self.kept is None:
            return None
        return Clock(self.kept.number, round(self.left, 1), self.since is not None)

    def follow(self, followed: Followed) -> None:
        """After a change of position: another number is another run of the clock."""
        s = self.play.table.state
        clock = s.clock() if s.waiting else None
        known = None if self.kept is None else self.kept.number
        if known == (None if clock is None else clock.number):
            return
        self.stop()
        self.kept = None if clock is None else Kept(clock.number, float(clock.seconds))
        followed.notes.append(self.note())
        self.start()
        followed.tells.append(self.tell)

    def due(self) -> Move | None:
        """What comes from outside because it has run out."""
        if self.kept is None or self.left > 0:
            return None
        clock = self.play.table.state.clock()
        return clock.move if clock is not None and clock.number == self.kept.number else None

    def attend(self, ring: Callable[[], None]) -> None:
        """Someone came or went: it runs while somebody sits at the table, and rings for them."""
        is_attended = any(onlooker.eyes != SPECTATOR for onlooker in self.audience.onlookers)
        self.ring = ring if is_attended else None
        if self.kept is None or is_attended == (self.since is not None):
            return
        if is_attended:
            self.start()
            self.journal.when_kept(self.tell)
        else:
            self.stop()
            self.journal.note([self.note()], self.tell)

    def start(self) -> None:
        if self.kept is not None and self.ring is not None:
            self.since = time.monotonic()
            self.wind()

    def wind(self) -> None:
        self.timer = asyncio.get_running_loop().call_later(min(self.left, BEAT), self.beat)

    def beat(self) -> None:
        """Note what is left, or that nothing is."""
        if self.journal.failed or self.ring is None:
            return
        if self.left <= 0:
            self.ring()
            return
        self.rest()
        self.since = time.monotonic()
        self.journal.note([self.note()], lambda: None)
        self.wind()

    def rest(self) -> None:
        if self.kept is not None:
            self.kept.left = self.left

    def stop(self) -> None:
        self.rest()
        self.since = None
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def note(self) -> Note:
        return Note(NOTE, 0, "" if self.kept is None else encode_text(self.kept).decode())

    def tell(self) -> None:
        self.audience.tell(encode(ClockChanged(self.told())))
