"""Learning who will be first: games by a mind's own answers, and a `Race` fitted to how they ended.

Some players answer by lot now and then, so that tables come up that a search thinks of.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from duskhall.bots.bot import luck
from duskhall.bots.mind import Mind, mind_of
from duskhall.engine.box import Box
from duskhall.engine.game import Game, game
from duskhall.lab.match import wins
from duskhall.lab.train.lessons import Fitted, Lessons
from duskhall.lab.train.networks import Layers

CHANCES: Final = [0.0, 0.0, 0.05, 0.15]  # of an answer by lot, by player
BATCH: Final = 256
PASSES: Final = 40
FAST: Final = 4e-3  # rates of learning: at first,
SLOW: Final = 2e-4  # and at the end
# One game of so many is not learned from, but tells how much was learned. Ways to play come by turns,
# and never by sevens: so each is told of.
KEPT: Final = 7
DIGITS: Final = 6  # of a weight


class Lived(NamedTuple):
    """One game: by settled table and seat, its traits; and by seat, its share of the win.

    Who wins together is one seat, and the game is the other.
    """

    traits: list[list[list[float]]]
    won: list[float]


def race_of(name: str) -> Any:
    """What a game's race is run by.

    TRAITS and their SIGNS, HIDDEN numbers, GAMES to learn from at TABLES of so many, WAYS to play them,
    ITERATIONS of a search that tries it, WEIGHTS in use.
    """
    return import_module(f"duskhall.bots.values.{name.replace('-', '_')}_race")


class RaceLessons(Lessons):
    """The games of a race, and what is fitted to how they ended."""

    what = "race"
    file = "best.json"

    def __init__(self, game: Game, players: Sequence[int]) -> None:
        own = race_of(game.name)
        super().__init__(game, players or own.TABLES)
        self.own: Final = own
        self.games = own.GAMES
        self.iterations = own.ITERATIONS
        self.in_use = own.WEIGHTS
        self.ways = own.WAYS

    def schema(self) -> object:
        return self.own.TRAITS

    def example(self, seed: int, number: int) -> list[object]:
        return list(play(self.game.name, self.players_of(number), seed, number))

    def fit(self, examples: Sequence[Any], seed: int) -> Fitted:
        games = [Lived(*example) for example in examples]
        if len(games) < 2 or not any(lived.traits for lived in games[::KEPT]):
            raise ValueError("too few games to learn from")
        learner = Learner(games, seed, self.own.HIDDEN, self.own.SIGNS)
        fair = float(np.log(learner.taken.sum(1))[learner.held_out].mean())
        told = f"surprise {learner.learn():.4f}, by chance {fair:.4f}"
        return Fitted(learner.written(self.own.TRAITS).encode(), len(learner.won), told)


@cache
def table_of(name: str, players: int, way: int) -> tuple[Game, Mind, Box]:
    kind, options = game(name), race_of(name).WAYS[way]
    edition = kind.edition(next(iter(kind.editions())))
    return kind, mind_of(kind), kind.box(players, options, edition)


def play(name: str, players: int, seed: int, number: int) -> Lived:
    """The game of this number."""
    kind, mind, box = table_of(name, players, number % len(race_of(name).WAYS))
    rng = Random(luck(seed, players, number))
    s = kind.deal(box, rng.getrandbits(128))
    chances = [rng.choice(CHANCES) for _ in range(players)]
    seen: list[list[list[float]]] = []
    while s.waiting:
        if mind.is_settled(s):
            seen.append(mind.traits(s))
        seat = s.waiting[0]
        if rng.random() < chances[seat]:
            move = rng.choice(mind.moves(s, seat))
        else:
            move = mind.sample(s, seat)
        s.play(seat, move)
        s.pass_time()
    won = wins(kind.standing(s).ranks, box.is_cooperative)
    return Lived(seen, [won[0], 1.0 - won[0]] if box.is_cooperative else won)


class Learner:
    """A `Race` in floating point, with seats that nobody takes left out.

    Of some traits it is known that more of them can only help (1) or hurt (-1): so it is learned.
    Then one half of the hidden numbers helps, and the other hurts.
    """

    def __init__(
        self, games: Sequence[Lived], seed: int, hidden: int, signs: Sequence[int] = ()
    ) -> None:
        self.hidden: Final = hidden
        self.signs: Final = np.array(signs, np.float32)
        rows = [(table, lived.won) for lived in games for table in lived.traits]
        most = max(len(won) for _, won in rows)
        self.traits = np.zeros((len(rows), most, len(rows[0][0][0])), np.float32)
        self.won = np.zeros((len(rows), most), np.float32)
        self.taken = np.zeros((len(rows), most), bool)
        for at, (table, won) in enumerate(rows):
            self.traits[at, : len(won)] = table
            self.won[at, : len(won)] = won
            self.taken[at, : len(won)] = True
        held_out = [number % KEPT == 0 for number, lived in enumerate(games) for _ in lived.traits]
        self.held_out = np.array(held_out)
        known = self.traits[self.taken]
        self.mean, self.spread = known.mean(0), known.std(0) + 1e-6
        self.traits = (self.traits - self.mean) / self.spread
        self.rng = np.random.default_rng(seed)
        inputs = known.shape[1]
        first = self.rng.standard_normal((inputs, hidden)) / np.sqrt(inputs)
        self.layers: Final = Layers(
            {
                "1": first.astype(np.float32),
                "1b": np.zeros(hidden, np.float32),
                "2": (0.1 * self.rng.standard_normal(hidden)).astype(np.float32),
                "straight": np.zeros(inputs, np.float32),
            }
        )

    def shares(self, rows: Any) -> tuple[Any, Any]:
        """By seat its share of the win, and what the hidden layer makes of it."""
        w = self.layers.weights
        hidden = np.maximum(0, self.traits[rows] @ w["1"] + w["1b"])
        hopes = hidden @ w["2"] + self.traits[rows] @ w["straight"]
        hopes = np.where(self.taken[rows], hopes, -1e9)
        parts = np.exp(hopes - hopes.max(1, keepdims=True))
        return parts / parts.sum(1, keepdims=True), hidden

    def surprise(self, rows: Any) -> float:
        """What the ends of games cost in logarithms: the less, the better they were foretold."""
        shares, _ = self.shares(rows)
        return float(-(self.won[rows] * np.log(shares + 1e-12)).sum(1).mean())

    def learn(self) -> float:
        """Learn; the least surprise at games that were not learned from. Its weights are kept."""
        learned, kept = np.flatnonzero(~self.held_out), np.flatnonzero(self.held_out)
        w = self.layers.weights
        best, found = self.surprise(kept), {name: each.copy() for name, each in w.items()}
        for number in range(PASSES):
            rate = FAST * (SLOW / FAST) ** (number / (PASSES - 1))
            self.rng.shuffle(learned)
            for start in range(0, len(learned), BATCH):
                self.step(learned[start : start + BATCH], rate)
            now = self.surprise(kept)
            if now < best:
                best, found = now, {name: each.copy() for name, each in w.items()}
        w.update(found)
        return best

    def step(self, rows: Any, rate: float) -> None:
        w, seen = self.layers.weights, self.traits[rows]
        shares, hidden = self.shares(rows)
        off = (shares - self.won[rows]) / len(rows)
        back = off[..., None] * w["2"] * (hidden > 0)
        slopes = {
            "1": np.tensordot(seen, back, ([0, 1], [0, 1])),
            "1b": back.sum((0, 1)),
            "2": np.tensordot(off, hidden, ([0, 1], [0, 1])),
            "straight": np.tensordot(off, seen, ([0, 1], [0, 1])),
        }
        self.layers.step(slopes, rate)
        self.hold()

    def hold(self) -> None:
        """Put back what has come to hurt though it helps, or the other way round."""
        if not self.signs.any():
            return
        w, helps = self.layers.weights, np.where(np.arange(self.hidden) % 2, -1, 1)
        w["2"][:] = np.maximum(0, w["2"] * helps) * helps
        known = self.signs != 0
        signs = self.signs[known, None] * helps
        w["1"][known] = np.maximum(0, w["1"][known] * signs) * signs
        w["straight"][known] = np.maximum(0, w["straight"] * self.signs)[known] * self.signs[known]

    def written(self, traits: list[str]) -> str:
        """For `Race`: traits as they are, not as they differ from the mean."""
        w = self.layers.weights
        first = w["1"] / self.spread[:, None]
        bias = w["1b"] - self.mean @ first
        held: dict[str, list[Any]] = {
            "traits": traits,
            "hidden": [rounded([bias[at], *first[:, at]]) for at in range(self.hidden)],
            "last": rounded(w["2"]),
            "straight": rounded(w["straight"] / self.spread),
        }
        return "{\n" + ",\n".join(f'"{key}": {lines(row)}' for key, row in held.items()) + "\n}\n"


def rounded(weights: Any) -> list[float]:
    return [round(float(weight), DIGITS) for weight in weights]


def lines(row: list[Any]) -> str:
    """A list of lists has a line for each."""
    if not isinstance(row[0], list):
        return json.dumps(row)
    return "[\n" + ",\n".join(json.dumps(each) for each in row) + "\n]"
