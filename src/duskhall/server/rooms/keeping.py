"""Keeping what was told: at the end of a game, and whenever its room is put away."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from duskhall.engine.records import Record
from duskhall.server.rooms.journal import Journal
from duskhall.server.rooms.play import Play
from duskhall.server.store import Outcome
from duskhall.server.told import pack, tell

logger: Final = logging.getLogger("duskhall.server")


class Keeping:
    """What was told of a game so far, kept for the day that its rules have changed."""

    def __init__(self, play: Play, journal: Journal, entries: int) -> None:
        self.play: Final = play
        self.journal: Final = journal
        self.entries = entries  # of the journal that are in it
        self.task: asyncio.Task[None] | None = None

    @property
    def is_due(self) -> bool:
        return self.entries != self.journal.entries and not self.journal.failed

    def begin(self) -> None:
        """Keep it, if there is anything new. That takes a replay, so it is done aside."""
        if self.is_due and self.play.position:
            self.task = asyncio.create_task(self.keep())

    async def keep(self) -> None:
        entries = self.entries = self.journal.entries
        record = self.play.record.copy()
        try:
            body = await asyncio.to_thread(told_of, record)
        except Exception:
            logger.exception("table %s cannot be told", self.journal.table)
            return
        table, store = self.journal.table, self.journal.store
        store.save_told(table, entries, body, record.result, self.kept)

    def kept(self, outcome: Outcome) -> None:
        if outcome is not None:  # the record is what counts: this is tried again
            self.entries = -1


def told_of(record: Record) -> bytes:
    return pack(tell(record))
