"""What is true of a table beside its game, and follows it: its clock, offers, and who answered."""

from __future__ import annotations

from typing import Final

from duskhall.server.rooms.clock import TableClock
from duskhall.server.rooms.deputies import Deputies
from duskhall.server.rooms.journal import Followed
from duskhall.server.rooms.offers import Book


class Beside:
    """Brings clock, offers and deputies up to date with the position."""

    def __init__(self, clock: TableClock, offers: Book, deputies: Deputies) -> None:
        self.clock: Final = clock
        self.offers: Final = offers
        self.deputies: Final = deputies

    def follow(self, taken_back_to: int | None = None) -> Followed:
        """After a change of position, and before it is written."""
        followed = Followed()
        self.clock.follow(followed)
        self.offers.follow(followed, taken_back_to)
        self.deputies.follow(followed, taken_back_to)
        return followed
