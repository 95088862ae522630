"""Logs as they were told: whoever joins at the same moment is told the same, without a replay."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, NamedTuple

from msgspec import Raw

from duskhall.engine.events import SPECTATOR
from duskhall.engine.records import Answer, Record
from duskhall.server.messages import encode
from duskhall.server.telling import log

OVERHEAD: Final = 100  # bytes that a position takes besides its events


class Told(NamedTuple):
    """What had happened after these moves, by position, as it is sent to some eyes."""

    moves: list[Answer]
    log: list[Raw]
    size: int


class Logs:
    """The last logs that were told, up to so many bytes in all."""

    def __init__(self, most: int) -> None:
        self.most: Final = most
        self.size = 0
        self.told: Final[OrderedDict[tuple[object, int], Told]] = OrderedDict()
        self.replays = 0

    def of(self, room: object, record: Record, eyes: int) -> list[Raw]:
        """The log of all positions through these eyes; told anew only after another move."""
        key = room, eyes
        told = self.told.get(key)
        if told is not None and told.moves == record.moves:
            self.told.move_to_end(key)
            return told.log
        if told is not None:
            self.size -= told.size
        self.replays += 1
        raw = [Raw(encode(events)) for events in log(record, eyes)]
        told = self.told[key] = Told(record.moves[:], raw, sum(map(len, raw)) + OVERHEAD * len(raw))
        self.told.move_to_end(key)
        self.size += told.size
        while self.size > self.most:
            self.size -= self.told.popitem(last=False)[1].size
        return told.log

    def forget(self, room: object, players: int) -> None:
        """Let go of the logs of a room that is put away."""
        for eyes in (*range(players), SPECTATOR):
            told = self.told.pop((room, eyes), None)
            if told is not None:
                self.size -= told.size
