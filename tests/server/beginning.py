"""Tables at a real server that begin where a test wants them to."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec

from duskhall.engine.game import game
from duskhall.engine.positions import print_position
from duskhall.engine.records import Record
from duskhall.engine.state import State
from duskhall.server.messages import WantedSeat
from tests.server.hosting import Host
from tests.server.playing import Message


def begin_at(
    host: Host, name: str, s: State, seats: Sequence[str], seed: int, ask_first: bool = False
) -> Message:
    """A table of that game which begins like this: with seats like "person" and "bot:random"."""
    kind = game(name)
    edition = kind.editions()["designed"]
    start = print_position(s, kind, "designed")
    record = Record(kind, s.box.players, s.box.options, edition, seed, start=start)
    wanted = []
    for seat in seats or ["person"] * s.box.players:
        who, _, bot = seat.partition(":")
        wanted.append(msgspec.convert({"kind": who, "bot": bot}, WantedSeat))
    making = host.hall.seat(record, wanted, False, "en", ask_first=ask_first)
    created = asyncio.run_coroutine_threadsafe(making, host.loop).result(30)
    made: Message = msgspec.to_builtins(created)
    return made
