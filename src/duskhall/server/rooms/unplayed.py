"""A table that is not played just now: its people come and go, sit where they sit, and talk."""

from __future__ import annotations

import time
from typing import Final

from duskhall.server.messages import Seat
from duskhall.server.rooms.audience import Audience, Onlooker
from duskhall.server.rooms.journal import Journal
from duskhall.server.rooms.seating import Seating
from duskhall.server.rooms.talk import Chat
from duskhall.server.settings import Settings
from duskhall.server.store import Store, Stored

EMPTY: Final[dict[str, object]] = {
    "places": {},
    "numbers": {},
    "sealed": {},
    "asks": "",
    "outlook": {},
}


class Unplayed:
    """What a still table and one that gathers its luck have in common."""

    def __init__(self, stored: Stored, store: Store, settings: Settings) -> None:
        self.name: Final = stored.table
        self.stored: Final = stored
        self.settings: Final = settings
        self.visited = time.monotonic()
        self.audience: Final = Audience()
        self.journal: Final = Journal(
            stored.table, store, stored.entries, self.audience, stored.notes
        )
        self.chat: Final = Chat(
            stored.seats, self.journal, self.audience, settings, stored.chat, stored.lines
        )
        self.seating: Final = Seating(
            stored.seats,
            stored.tokens,
            stored.public,
            self.journal,
            self.audience,
            stored.notes,
            settings.grace_time,
        )

    @property
    def seats(self) -> list[Seat]:
        return self.seating.seats

    @property
    def public(self) -> bool:
        return self.seating.public

    @property
    def failed(self) -> bool:
        return self.journal.failed

    @property
    def is_idle(self) -> bool:
        return not (self.audience.onlookers or self.journal.unsaved)

    @property
    def used(self) -> float:
        return max(self.visited, self.journal.written)

    def visit(self) -> None:
        self.visited = time.monotonic()

    def enter(self, onlooker: Onlooker) -> None:
        self.audience.onlookers[onlooker] = None
        self.seating.note_presence(onlooker.eyes)

    def leave(self, onlooker: Onlooker) -> None:
        if onlooker in self.audience.onlookers:
            del self.audience.onlookers[onlooker]
            self.visit()
            self.seating.note_presence(onlooker.eyes)

    def close(self) -> None:
        """There is nothing that goes on."""

    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]
