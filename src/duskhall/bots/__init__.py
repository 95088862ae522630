"""Players made of code, by name: `random`, `greedy`, `search`, `search:0.5s`, `search:2000`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from duskhall.bots.bot import Bot, RandomBot
from duskhall.engine.game import Game


class UnknownBot(ValueError):
    """There is no bot of this name, or it does not take this budget."""


def _random(game: Game, seed: int, budget: str) -> Bot:
    if budget:
        raise UnknownBot(f"the random bot takes no budget, not '{budget}'")
    return RandomBot(seed)


BOTS: Final[dict[str, Callable[[Game, int, str], Bot]]] = {"random": _random}


def make_bot(name: str, game: Game, seed: int = 0) -> Bot:
    """A bot by its name, with an optional budget after a colon: seconds or iterations."""
    kind, _, budget = name.partition(":")
    if kind not in BOTS:
        raise UnknownBot(f"there is no bot '{kind}'; there is {', '.join(BOTS)}")
    return BOTS[kind](game, seed, budget)
