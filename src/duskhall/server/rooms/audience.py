"""The audience: everyone who is connected to a table, at its seats or watching."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from duskhall.engine.events import SPECTATOR
from duskhall.server.messages import answering

if TYPE_CHECKING:
    from duskhall.server.rooms.kinds import AnyRoom


class Onlooker:
    """Someone connected to a table: the socket's side of it is in sockets.py."""

    eyes = SPECTATOR
    language = "en"
    views = False  # whether it wants whole views
    is_program = False
    room: AnyRoom | None = None  # where it is

    def push(self, message: bytes) -> None:
        """Send a message, or put it into the queue."""
        raise NotImplementedError

    def drop(self, error: str) -> None:
        """Close the connection for this reason."""
        raise NotImplementedError


class Audience:
    """Who is here, and a way to tell them."""

    def __init__(self) -> None:
        self.onlookers: Final[dict[Onlooker, None]] = {}  # in the order they came
        self.left = time.monotonic()  # when the last one went

    def part(self, onlooker: Onlooker) -> None:
        del self.onlookers[onlooker]
        self.left = time.monotonic()

    def has(self, eyes: int) -> bool:
        return any(onlooker.eyes == eyes for onlooker in self.onlookers)

    def has_program(self, eyes: int) -> bool:
        return any(onlooker.eyes == eyes and onlooker.is_program for onlooker in self.onlookers)

    def tell(self, message: bytes, by: Onlooker | None = None, answers: int | None = None) -> None:
        """Tell everyone the same. To the one who asked for it, it is the answer."""
        for onlooker in list(self.onlookers):
            onlooker.push(answering(message, answers) if onlooker is by else message)

    def tell_each(
        self,
        messages: dict[Onlooker, bytes],
        by: Onlooker | None = None,
        answers: int | None = None,
    ) -> None:
        """Tell those who were here what was made for them, if they still are."""
        for onlooker, message in messages.items():
            if onlooker in self.onlookers:
                onlooker.push(answering(message, answers) if onlooker is by else message)

    def send_away(self, error: str) -> None:
        for onlooker in list(self.onlookers):
            onlooker.drop(error)
