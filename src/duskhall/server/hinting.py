"""A hint is thought in a worker, from the same question that a bot of the seat would be asked."""

from __future__ import annotations

from typing import Final, NamedTuple

from duskhall.bots.advice import hint
from duskhall.bots.insight import SOLVED, Insight
from duskhall.engine.box import Box
from duskhall.engine.catalogue import LANGUAGES, Catalogue
from duskhall.engine.positions import read_position
from duskhall.server.advising import Why
from duskhall.server.thinking import unpack

SECTION: Final = "hints"
ONLY: Final = Why("only")  # there is nothing to choose
EVEN: Final = Why("even")  # the answers are about as good as each other
TELLING: Final = 0.01  # a difference of chances that is told


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


def reasons(catalogue: Catalogue, box: Box, found: Insight, others: float) -> list[Why]:
    """Why, in sentences that the game's catalogue has; else by chances alone."""
    told = [
        Why(one.key, () if one.key == SOLVED else (one.amount,))
        for one in found.reasons
        if catalogue.find(SECTION, one.key, LANGUAGES[0]) is not None
    ]
    if told:
        return told
    chance = found.best.chance
    if others < 0 or chance - others < TELLING:
        return [EVEN]
    key = "chances.team" if box.is_cooperative else "chances"
    return [Why(key, (percent(chance), percent(others)))]


def percent(share: float) -> int:
    return round(100 * share)
