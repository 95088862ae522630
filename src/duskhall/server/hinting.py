"""A hint is thought in a worker, from the same question that a bot of the seat would be asked."""

from __future__ import annotations

from typing import Final, NamedTuple

from duskhall.bots.advice import hint, why
from duskhall.bots.insight import CLOSE, Insight, Reason
from duskhall.engine.box import Box
from duskhall.engine.catalogue import LANGUAGES, Catalogue
from duskhall.engine.moves import parse_move
from duskhall.engine.positions import read_position
from duskhall.server.advising import Why
from duskhall.server.thinking import unpack

SECTION: Final = "hints"
ONLY: Final = Why("only")  # there is nothing to choose
EVEN: Final = Why("even")  # the answers are about as good as each other


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
    others = [other.chance for other in found.others]
    mean = sum(others) / len(others) if others else -1.0
    why = [(one.key, one.about) for one in reasons(kind.catalogue(), box, found, mean)]
    return Thought(str(found.best.move), found.best.chance, mean, why)


def think_of_why(
    setting: bytes, position: str, seat: int, move: str
) -> list[tuple[str, tuple[int, ...]]]:
    """In a worker: what speaks for this answer on this guess of the table, as far as there are words."""
    kind, box = unpack(setting)
    found = why(kind, read_position(position, kind, box), seat, parse_move(move))
    return [(one.key, one.about) for one in in_words(kind.catalogue(), found)]


def reasons(catalogue: Catalogue, box: Box, found: Insight, others: float) -> list[Why]:
    """Why, in sentences that the game's catalogue has; else by chances alone."""
    told = in_words(catalogue, found.reasons)
    if told:
        return told
    chance = found.best.chance
    if others < 0 or chance - others < CLOSE:
        return [EVEN]
    key = "chances.team" if box.is_cooperative else "chances"
    return [Why(key, (percent(chance), percent(others)))]


def in_words(catalogue: Catalogue, reasons: list[Reason]) -> list[Why]:
    """Those reasons that the catalogue has a sentence for."""
    return [
        Why(one.key, (one.amount,) if one.amount else ())
        for one in reasons
        if catalogue.find(SECTION, one.key, LANGUAGES[0]) is not None
    ]


def percent(share: float) -> int:
    """As a page rounds what it is told."""
    return int(100 * round(share, 3) + 0.5)
