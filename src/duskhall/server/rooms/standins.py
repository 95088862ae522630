"""Stand-ins: where a table was set up so, a bot plays for a person who stays away."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

from msgspec import UNSET, UnsetType

from duskhall.server.messages import AwayChanged, encode
from duskhall.server.notes import Note, of_kind
from duskhall.server.rooms.audience import Audience
from duskhall.server.rooms.journal import Journal
from duskhall.server.rooms.play import Play
from duskhall.server.rooms.seating import Seating
from duskhall.server.rooms.takebacks import nothing
from duskhall.server.shelf import FIRST_BOT

OPTION: Final = "stand-in"  # after how many seconds, as a table was set up
STOOD: Final = "stood-in"  # by seat: a bot plays there until its person is back


def option(seconds: int) -> list[Note]:
    """What is kept of how a table was set up."""
    return [Note(OPTION, 0, str(seconds))] if seconds else []


def seconds_of(notes: list[Note]) -> int:
    return int(of_kind(notes, OPTION).get(0, 0))


class StandIns:
    """Counts how long each person is away, and lets a bot play for them until they are back.

    It counts only while another person is there: for who waits, and for nobody else.
    """

    def __init__(
        self,
        play: Play,
        journal: Journal,
        audience: Audience,
        seating: Seating,
        notes: list[Note],
    ) -> None:
        self.play: Final = play
        self.journal: Final = journal
        self.audience: Final = audience
        self.seating: Final = seating
        self.seconds: Final = seconds_of(notes)  # 0 where nobody stands in
        self.stood: Final = set(of_kind(notes, STOOD))
        self.due: Final[dict[int, float]] = {}  # when, by seat
        self.timers: Final[dict[int, asyncio.TimerHandle]] = {}

    def told(self) -> dict[str, float] | UnsetType:
        """The seconds that are left, by seat; UNSET where nothing is counted."""
        now = time.monotonic()
        return {str(seat): round(max(0.0, at - now), 1) for seat, at in self.due.items()} or UNSET

    def attend(self, then: Callable[[], None]) -> None:
        """Someone came or went, or a seat has changed hands."""
        if not self.seconds or self.journal.failed:
            return
        self.give_back()
        seats = self.seating.seats
        somebody = any(seat.kind == "person" and seat.here for seat in seats)
        before = dict(self.due)
        for number, seat in enumerate(seats):
            is_missed = seat.kind == "person" and not seat.here and seat.bot is None
            if somebody and is_missed and not self.play.is_over:
                if number not in self.due:
                    self.due[number] = time.monotonic() + self.seconds
                    self.timers[number] = asyncio.get_running_loop().call_later(
                        self.seconds, self.stand_in, number, then
                    )
            elif number in self.due:
                self.forget(number)
        if self.due != before:
            self.tell()

    def tell(self) -> None:
        message = encode(AwayChanged(self.told() or {}))
        self.journal.when_kept(lambda: self.audience.tell(message))

    def stand_in(self, number: int, then: Callable[[], None]) -> None:
        """The time is over: a bot plays there from now on."""
        self.forget(number)
        if self.journal.failed or self.play.is_over:
            return
        self.stood.add(number)
        self.journal.note([Note(STOOD, number, "1")], nothing)
        self.seating.seats[number].bot = FIRST_BOT
        self.seating.keep({})
        self.tell()
        then()

    def give_back(self) -> None:
        """Who is back has their seat again. One that was taken back, or given away, is not given."""
        for number in list(self.stood):
            seat = self.seating.seats[number]
            if seat.bot is None or seat.here:
                self.stood.discard(number)
                self.journal.note([Note(STOOD, number)], nothing)
                if seat.bot is not None:
                    seat.bot = None
                    self.seating.keep({})

    def forget(self, number: int) -> None:
        del self.due[number]
        self.timers.pop(number).cancel()

    def close(self) -> None:
        for number in list(self.due):
            self.forget(number)
