"""Bots for learners: they look one answer ahead, and weigh numbers of what they would see then."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from duskhall.bots.bot import Bot
from duskhall.bots.learned import eyes_for
from duskhall.bots.mind import mind_of
from duskhall.engine.box import Box
from duskhall.engine.events import Seat
from duskhall.engine.game import Game
from duskhall.engine.moves import Move
from duskhall.engine.state import State

SURE: Final = 0.001  # nobody is surer than this to win or to lose
Floats = npt.NDArray[np.float64]


class Look:
    """A table as a row of numbers for one seat: what it knows, and last what greedy thinks of it.

    What it knows is what the game's eyes see, as those of the learned bots; and where a game has
    none, by card whether it lies before this seat. Greedy's thoughts are odds of winning as a
    logarithm; alone, the score that it hopes for, as a share of the best.
    """

    def __init__(self, game: Game, players: int, options: dict[str, object] | None = None) -> None:
        self.box: Final[Box] = game.box(players, dict(options or {}))
        self.mind: Final = mind_of(game)
        self.eyes: Final = eyes_for(self.box)
        self.cards: Final = len(self.box.card_names)
        self.known: Final = len(self.eyes.scales) if self.eyes else self.cards
        self.size: Final = self.known + 1
        self.places: Final = [
            [
                place
                for place, name in self.box.place_names
                if self.box.seat_of.get(name) == seat and self.box.seers[place] >> seat & 1
            ]
            for seat in range(players)
        ]

    def __call__(self, s: State, seat: Seat) -> Floats:
        row = np.zeros(self.size)
        if self.eyes is not None:
            found = self.eyes.look(s, seat)
            row[found[::2]] = found[1::2]
            row[:-1] /= self.eyes.scales
        else:
            for place in self.places[seat]:
                row[list(s.places[place])] = 1.0
        share = self.mind.values(s)[seat]
        if self.box.players > 1:
            share = min(max(share, SURE), 1.0 - SURE)
            share = log(share / (1.0 - share))
        row[-1] = share
        return row


class Choice(NamedTuple):
    """One answer of a learner."""

    rows: Floats  # by answer that it had, what it would have seen after it
    taken: int
    chance: float  # that it would be taken


class Ahead(Bot):
    """Takes the answer after which what it sees weighs most; or draws by lot, the warmer the more.

    Its chances are those of `softmax(rows @ weights / heat)`. All that it had to choose is kept.
    Where greedy does not weigh answers but plans one, it takes that, unless it is to weigh all.
    """

    def __init__(
        self,
        look: Look,
        weights: Floats,
        heat: float = 0.0,
        lots: Any = None,
        seed: int = 0,
        weigh_all: bool = False,
    ) -> None:
        super().__init__(seed)
        self.look = look
        self.weights = weights
        self.heat = heat
        self.lots = lots or np.random.default_rng(seed)
        self.weigh_all = weigh_all
        self.choices: list[Choice] = []

    def decide(self, guess: State, seat: Seat) -> Move:
        planned = None if self.weigh_all else self.look.mind.plan(guess, seat)
        if planned is not None:
            return planned
        moves = self.look.mind.moves(guess, seat)
        rows = np.empty((len(moves), self.look.size))
        for at, move in enumerate(moves):
            after = guess.clone()
            after.play(seat, move)
            rows[at] = self.look(after, seat)
        weighed = rows @ self.weights
        taken, chance = int(weighed.argmax()), 1.0
        if self.heat:
            chances = np.exp((weighed - weighed.max()) / self.heat)
            chances /= chances.sum()
            taken = int(self.lots.choice(len(moves), p=chances))
            chance = float(chances[taken])
        self.choices.append(Choice(rows, taken, chance))
        return moves[taken]

    def seen(self) -> Floats:
        """By answer, what was seen after it."""
        return np.array([choice.rows[choice.taken] for choice in self.choices])


class Batch:
    """Choices of many games in one, for the arithmetic of learning by chances."""

    def __init__(self, choices: Sequence[Choice]) -> None:
        self.sizes: Final = np.array([len(choice.rows) for choice in choices])
        self.first: Final = self.sizes.cumsum() - self.sizes  # by choice, its first row
        self.rows: Final[Floats] = np.concatenate([choice.rows for choice in choices])
        self.taken: Final = self.first + [choice.taken for choice in choices]
        self.before: Final = np.array([choice.chance for choice in choices])

    def chances(self, weights: Floats) -> Floats:
        """By row, the chance that it would be taken of its choice."""
        weighed = self.rows @ weights
        weighed -= np.maximum.reduceat(weighed, self.first).repeat(self.sizes)
        found: Floats = np.exp(weighed)
        return found / np.add.reduceat(found, self.first).repeat(self.sizes)

    def surprise(self, chances: Floats) -> Floats:
        """By choice, what was seen beyond what would be seen on average."""
        mean = np.add.reduceat(chances[:, None] * self.rows, self.first)
        found: Floats = self.rows[self.taken] - mean
        return found


def later(values: Sequence[float] | Floats, end: float, trust: float = 0.1) -> Floats:
    """By answer, what came of it: the end, mixed with what was thought after each later answer."""
    found = [end]
    for value in values[:0:-1]:
        found.append(trust * value + (1.0 - trust) * found[-1])
    return np.array(found[::-1])
