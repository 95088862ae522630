"""What messages cost: about how long the server is busy with one, in messages that do little.

A move costs no more than any message, unless it takes long: whose turn it is may always answer.
"""

from __future__ import annotations

from typing import Final

from duskhall.server.advising import AskHint
from duskhall.server.messages import (
    Answer,
    Asked,
    PlayAgain,
    Point,
    Propose,
    Sync,
    Undo,
    Why,
)
from duskhall.server.rooms.kinds import AnyRoom

HEAVY: Final = 5.0  # to be told everything, of a game that has just begun,
POSITION: Final = 0.05  # and of each position that it has come to
KEPT: Final = 2.0  # to make something durable
TOLD: Final = 0.1  # to tell it to one onlooker
REASON: Final = 1.0  # to find out why a move is not legal
TABLE: Final = 20.0  # to set up another table
HINT: Final = 20.0  # to have a bot think of a hint: a worker is busy with it for a second or so
QUICK: Final = 0.02  # seconds of the processor that a message costs no more for,
SECOND: Final = 400.0  # and what each second beyond costs: it is paid afterwards


def cost_of_all(room: AnyRoom) -> float:
    """What it costs to be told everything: on joining, on asking, and after a stale move."""
    return HEAVY + POSITION * len(room.record.moves)


def cost_of_time(seconds: float) -> float:
    """What is paid afterwards for a message that kept the server busy: foreign cards may do that."""
    return max(0.0, seconds - QUICK) * SECOND


def cost_of(message: Asked, room: AnyRoom) -> float:
    """What a message costs beyond being read."""
    told = TOLD * len(room.audience.onlookers)
    if isinstance(message, Answer):
        return 0.0
    if isinstance(message, Why):
        return REASON
    if isinstance(message, AskHint):
        return HINT
    if isinstance(message, Sync):
        return cost_of_all(room)
    if isinstance(message, Point | Propose):
        return told
    if isinstance(message, Undo):
        return cost_of_all(room) + told
    if isinstance(message, PlayAgain):
        return TABLE + told
    return KEPT + told
