"""Players made of code, by name: `random`, `greedy`, `erring:0.05`, `search:0.5s`, `search:2000/3s`.

`learned` judges by what was learned from play, and with a budget it searches so: `learned:0.5s`.
Where nothing fits that was learned it is `greedy`, or `search`; or what comes after a bar, as in
`learned|search:40/2s`. `erring:0.05/learned` errs with what was learned.
A level (`novice`) is the bot that it stands for at the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from duskhall.bots.bot import Bot, RandomBot
from duskhall.bots.budget import BAR, read_budget
from duskhall.bots.erring import ErringBot
from duskhall.bots.greedy import GreedyBot
from duskhall.bots.learned import LearnedMind
from duskhall.bots.learned_bot import LearnedBot
from duskhall.bots.learned_search import LearnedSearch
from duskhall.bots.levels import LEVELS, bot_of
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
    return SearchBot(mind_of(game), seed, *budget_of("search", budget or DEFAULT_BUDGET))


def _learned(game: Game, seed: int, budget: str) -> Bot:
    """`learned` looks one answer ahead; with a budget, as `learned:0.5s`, it searches."""
    wanted, _, other = budget.partition(BAR)
    mind = LearnedMind(game)
    if not wanted:
        return LearnedBot(mind, make_bot(other or "greedy", game, seed), seed)
    within = budget_of("learned", wanted)
    return LearnedSearch(mind, make_bot(other or f"search:{wanted}", game, seed), seed, *within)


def budget_of(name: str, budget: str) -> tuple[float, int]:
    """Seconds and iterations, 0 where one is not bounded."""
    read = read_budget(budget)
    if read is None:
        raise UnknownBot(
            f"{name} takes seconds or iterations, as 0.5s, 2000 or 2000/3s, not '{budget}'"
        )
    return read


def _erring(game: Game, seed: int, budget: str) -> Bot:
    """`erring:0.05` hardly feels a twentieth of a win; `erring:0.05/learned` judges with a network."""
    wanted, _, other = budget.partition(BAR)
    amount, slash, judgement = wanted.partition("/")
    try:
        slip = float(amount or DEFAULT_SLIP)
    except ValueError:
        slip = 0.0
    if not 0 < slip <= 1 or judgement != ("learned" if slash else "") or (other and not slash):
        raise UnknownBot(f"erring takes a slip up to 1, as 0.05 or 0.05/learned, not '{budget}'")
    if not slash:
        return ErringBot(mind_of(game), seed, slip)
    otherwise = make_bot(other or f"erring:{amount}", game, seed)
    return ErringBot(LearnedMind(game), seed, slip, otherwise)


def refuse_budget(name: str, budget: str) -> None:
    if budget:
        raise UnknownBot(f"the bot '{name}' takes no budget, not '{budget}'")


DEFAULT_BUDGET: Final = "0.5s"
DEFAULT_SLIP: Final = "0.05"
BOTS: Final[dict[str, Callable[[Game, int, str], Bot]]] = {
    "random": _random,
    "greedy": _greedy,
    "erring": _erring,
    "search": _search,
    "learned": _learned,
}


def make_bot(name: str, game: Game, seed: int = 0) -> Bot:
    """A bot by its name, with an optional budget after a colon; or by its level."""
    wanted, bar, other = bot_of(name, game.name).partition(BAR)
    kind, _, budget = wanted.partition(":")
    if kind not in BOTS:
        raise UnknownBot(f"there is no bot '{kind}'; there is {', '.join([*LEVELS, *BOTS])}")
    return BOTS[kind](game, seed, budget + bar + other)
