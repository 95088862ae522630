"""What of a game can be learned by fitting: examples by number, and what is made of them.

A `Race` is learned from games (`train/race`); what else a game has to learn lies in a module here
that is named like it. Each example follows from the seed and its number alone, so that it does not
matter who makes it, and when.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple

from duskhall.bots.bot import Bot
from duskhall.bots.greedy import GreedyBot
from duskhall.bots.mind import Mind
from duskhall.bots.search import SearchBot
from duskhall.engine.box import Box
from duskhall.engine.game import Game, game

NETWORK: Final = "network"  # what `learned` judges by, which is no lesson: it learns while it plays
RUN: Final = "run.npz"  # the file by which such a run goes on


class Fitted(NamedTuple):
    """What was made of examples."""

    data: bytes  # as a mind reads it
    tables: int  # or sieges that were there to learn from
    told: str  # how well it foretells what it has not learned from


class Lessons:
    """Examples of one game, and what is fitted to them."""

    what: ClassVar[str]
    unit: ClassVar[str] = "games"  # what an example is
    file: ClassVar[str]  # the name of what was learned
    games: int  # examples, as many as are worth their time
    in_use: Path  # what the mind judges by today
    iterations = 0  # of a search that tries what was learned; without any, greedy does
    ways: Sequence[dict[str, object]] = ({},)  # options of the tables at which it is tried

    def __init__(self, game: Game, players: Sequence[int]) -> None:
        self.game: Final = game
        self.players: Final = list(players)  # by turns
        self.edition: Final = game.edition(next(iter(game.editions())))
        for count in self.players:
            self.box(count, 0)  # or it says why not

    def players_of(self, number: int) -> int:
        return self.players[number % len(self.players)]

    def box(self, players: int, way: int) -> Box:
        return self.game.box(players, self.ways[way % len(self.ways)], self.edition)

    def schema(self) -> object:
        """What is seen of an example: what was kept is gone on with only where this is the same."""
        raise NotImplementedError

    def example(self, seed: int, number: int) -> list[Any]:
        """The example of this number, in numbers and lists."""
        raise NotImplementedError

    def fit(self, examples: Sequence[Any], seed: int) -> Fitted:
        """What these examples teach. ValueError, if they are too few."""
        raise NotImplementedError

    def bot(self, learned: Path, seed: int) -> Bot:
        """Who plays by what was learned."""
        mind = mind_with(self.game.name, learned)
        if self.iterations:
            return SearchBot(mind, seed, 0.0, self.iterations)
        return GreedyBot(mind, seed)

    def bot_name(self) -> str:
        return f"search:{self.iterations}" if self.iterations else "greedy"


@lru_cache(8)
def mind_with(name: str, learned: Path) -> Mind:
    """The mind of a game with other weights."""
    module = import_module(f"duskhall.bots.values.{name.replace('-', '_')}")
    mind: Mind = module.make_mind(game(name), learned=learned)
    return mind


def lessons_of(name: str, players: Sequence[int] = ()) -> Lessons | None:
    """What this game learns by fitting, if it does."""
    kind, module = game(name), name.replace("-", "_")
    if find_spec(f"duskhall.lab.train.lessons.{module}"):
        made: Lessons = import_module(f"duskhall.lab.train.lessons.{module}").make_lessons(
            kind, players
        )
        return made
    if find_spec(f"duskhall.bots.values.{module}_race"):
        from duskhall.lab.train.race import RaceLessons

        return RaceLessons(kind, players)
    return None
