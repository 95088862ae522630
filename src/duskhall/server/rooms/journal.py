"""The journal of a table: what happens is kept first, and told after."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Final

from duskhall.engine.game import Standing
from duskhall.server.messages import Line, Seat, TakeBack
from duskhall.server.notes import Note, of_kind
from duskhall.server.rooms.audience import Audience
from duskhall.server.store import Entry, Outcome, Standpoint, Store, Stored
from duskhall.server.words import Refused

logger: Final = logging.getLogger("duskhall.server")
MOVED: Final = "moved"  # the kind of the note of when the last move was made
MINUTE: Final = 60
Then = Callable[[], None]  # what to do once something is durable


class Followed:
    """What follows from a change of position: to be written with it, and to be told after it."""

    def __init__(self) -> None:
        self.notes: Final[list[Note]] = []
        self.tells: Final[list[Then]] = []

    def tell(self) -> None:
        for tell in self.tells:
            tell()


class Journal:
    """Everything of one table that is written, in order. Nothing is told before it is durable."""

    def __init__(
        self, table: str, store: Store, entries: int, audience: Audience, notes: list[Note]
    ) -> None:
        self.table: Final = table
        self.store: Final = store
        self.audience: Final = audience
        self.entries = entries  # written so far
        self.unsaved = 0  # writes that are not durable yet
        self.later: list[Then] = []  # to be done once they all are
        self.failed = False
        self.written = time.monotonic()
        # Seconds since 1970: the minute of the last move, or 0 if that is not known.
        self.moved = int(of_kind(notes, MOVED).get(0, 0))

    # Writing

    def moves(
        self,
        position: int,
        moves: list[tuple[int, str]],
        pulses: list[int],
        result: Standing | None,
        notes: list[Note],
        then: Then,
    ) -> None:
        """Moves from this position on, and what is noted with them, in one write."""
        entries = [
            Entry(self.entries + number, position + number, seat, move, pulse=pulses[number])
            for number, (seat, move) in enumerate(moves)
        ]
        self.entries += len(entries)
        self.store.append(self.table, entries, result, self.kept(then), notes)

    def take_back(
        self,
        back: TakeBack,
        again: list[tuple[int, str]],
        pulses: list[int],
        notes: list[Note],
        then: Then,
    ) -> None:
        """A return to an earlier position, with the answers that stay, in one write."""
        entries = [Entry(self.entries, back.position, back.seat, takeback=back)]
        for position, (seat, move) in enumerate(again, back.position):
            pulse = pulses[position - back.position]
            entries.append(Entry(self.entries + len(entries), position, seat, move, pulse=pulse))
        self.entries += len(entries)
        self.store.append(self.table, entries, None, self.kept(then), notes)

    def minute(self) -> list[Note]:
        """When the last move was made: noted when a minute has begun, not with every move of it.

        To be noted with what all are told, never with an answer that stays sealed: everyone reads
        it, and would see that somebody has answered.
        """
        now = int(time.time()) // MINUTE * MINUTE
        if now == self.moved:
            return []
        self.moved = now
        return [Note(MOVED, 0, str(now))]

    def renew(self, entries: list[Entry], before: int, now: Standpoint, then: Then) -> None:
        """By which rules it goes on from now, or that it does not."""
        self.entries += len(entries)
        self.store.renew(self.table, entries, before, now, self.kept(then))

    def deal(self, stored: Stored, notes: list[Note], then: Then) -> None:
        """What is fixed before play, where that was not known when the table was set up."""
        self.store.deal(stored, notes, self.kept(then))

    def seats(self, seats: list[Seat], tokens: dict[bytes, int], then: Then) -> None:
        self.store.save_seats(self.table, seats, tokens, self.kept(then))

    def line(self, line: Line, most: int, notes: list[Note], then: Then) -> None:
        self.store.say(self.table, line, most, self.kept(then), notes)

    def note(self, notes: list[Note], then: Then) -> None:
        """Keep or drop notes. Without any, this only waits for its turn."""
        if notes:
            self.store.note(self.table, notes, self.kept(then))
        else:
            self.when_kept(then)

    # Waiting for it

    def check(self) -> None:
        """Refuse what would follow a write that has failed."""
        if self.failed:
            raise Refused("storage")

    def kept(self, then: Then) -> Callable[[Outcome], None]:
        """What to do when a write is durable. If it cannot be made so, it has not happened."""
        self.unsaved += 1
        self.written = time.monotonic()

        def done(outcome: Outcome) -> None:
            self.unsaved -= 1
            if outcome is not None:
                self.fail(outcome)
            elif not self.failed:
                then()
                if not self.unsaved:
                    self.settle()

        return done

    def when_kept(self, call: Then) -> None:
        """Do this once all that has happened is durable: nothing else is ever told."""
        if self.unsaved:
            self.later.append(call)
        else:
            call()

    def settle(self) -> None:
        later, self.later = self.later, []
        for call in later:
            call()

    async def settled(self) -> None:
        """Wait until all that has happened is durable, or has failed."""
        while self.unsaved and not self.failed:
            waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self.later.append(lambda done=waiting: None if done.done() else done.set_result(None))  # type: ignore[misc]
            await waiting

    def fail(self, reason: object) -> None:
        """Memory and storage differ: forget what is in memory, and let everyone come again."""
        if not self.failed:
            self.failed = True
            logger.error("table %s is put away: %s", self.table, reason)
        self.audience.send_away("storage")
        self.settle()
