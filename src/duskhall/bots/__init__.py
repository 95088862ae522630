"""Players made of code, by name: `random`, `greedy`, `search:0.5s`, `adept`, `master:2000`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from duskhall.bots.adept import AdeptBot
from duskhall.bots.bot import Bot, RandomBot
from duskhall.bots.greedy import GreedyBot
from duskhall.bots.learned import LearnedMind
from duskhall.bots.master import MasterBot
from duskhall.bots.mind import mind_of
from duskhall.bots.search import SearchBot
from duskhall.engine.game import Game


class UnknownBot(ValueError):
    """There is no bot of this name, or it does not take this budget."""


def _random(game: Game, seed: int, budget: str) -> Bot:
    refuse_budget("random", budget)
    return RandomBot(seed)


def _greedy(game: Game, seed: int, budget: str) -> Bot:
    refuse_budget("greedy", budget)
    return GreedyBot(mind_of(game), seed)


def _search(game: Game, seed: int, budget: str) -> Bot:
    """`search:0.5s` thinks half a second per answer, `search:2000` so many iterations."""
    return SearchBot(mind_of(game), seed, *read_budget("search", budget))


def _adept(game: Game, seed: int, budget: str) -> Bot:
    refuse_budget("adept", budget)
    return AdeptBot(LearnedMind(game), seed)


def _master(game: Game, seed: int, budget: str) -> Bot:
    """As long as a search: `master:0.5s`, `master:2000`."""
    return MasterBot(LearnedMind(game), seed, *read_budget("master", budget))


def read_budget(name: str, budget: str) -> tuple[float, int]:
    """Seconds or iterations; the other is 0."""
    budget = budget or DEFAULT_BUDGET
    try:
        if budget.endswith("s"):
            seconds, iterations = float(budget[:-1]), 0
        else:
            seconds, iterations = 0.0, int(budget)
    except ValueError:
        seconds, iterations = 0.0, 0
    if not (0 < seconds <= 3600 or 0 < iterations <= 10**9):
        raise UnknownBot(f"{name} takes seconds or iterations, as 0.5s or 2000, not '{budget}'")
    return seconds, iterations


def refuse_budget(name: str, budget: str) -> None:
    if budget:
        raise UnknownBot(f"the bot '{name}' takes no budget, not '{budget}'")


DEFAULT_BUDGET: Final = "0.5s"
BOTS: Final[dict[str, Callable[[Game, int, str], Bot]]] = {
    "random": _random,
    "greedy": _greedy,
    "search": _search,
    "adept": _adept,
    "master": _master,
}


def make_bot(name: str, game: Game, seed: int = 0) -> Bot:
    """A bot by its name, with an optional budget after a colon: seconds or iterations."""
    kind, _, budget = name.partition(":")
    if kind not in BOTS:
        raise UnknownBot(f"there is no bot '{kind}'; there is {', '.join(BOTS)}")
    return BOTS[kind](game, seed, budget)
