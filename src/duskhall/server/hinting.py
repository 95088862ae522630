"""A hint is thought in a worker, from the same question that a bot of the seat would be asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from duskhall.bots.advice import hint, why
from duskhall.bots.insight import because, mean
from duskhall.engine.catalogue import LANGUAGES
from duskhall.engine.game import Game
from duskhall.engine.moves import parse_move
from duskhall.engine.positions import read_position
from duskhall.server.advising import Why
from duskhall.server.thinking import unpack

SECTION: Final = "hints"
ONLY: Final = Why("only")  # there is nothing to choose


class Thought(NamedTuple):
    """What a worker brings back. It comes from another process, and is yet to be checked."""

    move: str
    chance: float  # below 0 if it was not weighed
    others: float
    why: list[tuple[str, tuple[int, ...]]]


def think_of_hint(setting: bytes, position: str, seat: int, bot: str) -> Thought:
    """In a worker: what a bot would answer on this guess of the table, and why."""
    kind, box = unpack(setting)
    found = hint(kind, read_position(position, kind, box), seat, bot)
    others = mean([other.chance for other in found.others])
    why = [(one.key, one.about) for one in because(found, box.is_cooperative, words_of(kind))]
    return Thought(str(found.best.move), found.best.chance, others, why)


def think_of_why(
    setting: bytes, position: str, seat: int, move: str
) -> list[tuple[str, tuple[int, ...]]]:
    """In a worker: what speaks for this answer on this guess of the table, as far as there are words."""
    kind, box = unpack(setting)
    found = why(kind, read_position(position, kind, box), seat, parse_move(move))
    has_words = words_of(kind)
    return [(one.key, one.about) for one in found if has_words(one.key)]


def words_of(kind: Game) -> Callable[[str], bool]:
    """Whether the game's catalogue has a sentence for a reason."""
    catalogue = kind.catalogue()
    return lambda key: catalogue.find(SECTION, key, LANGUAGES[0]) is not None
