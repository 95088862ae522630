"""The chance of winning The Faceless, fitted to how games end: prints weights for its scout.

    python -m duskhall.lab.balance.the_faceless_fit --bot search:16 --games 100 --seed 1

Needs the extra `train`. Every turn that begins is a row: what the scout sees of it, and whether the
game is won in the end. Games of other deals tell how well the weights foretell it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

import duskhall
from duskhall.bots.values.the_faceless import DuskMind
from duskhall.bots.values.the_faceless_scout import FEATURES, WEIGHTS
from duskhall.engine.events import Event, Seat
from duskhall.engine.moves import Move
from duskhall.lab.balance.report import note
from duskhall.lab.balance.the_faceless import LEVELS, WON, Balance, dusk
from duskhall.lab.measures import (
    Findings,
    Key,
    Played,
    Reading,
    Series,
    Share,
    measure_all,
    together,
)

Floats = npt.NDArray[Any]
HELD_OUT: Final = 4  # for so many games one more is played, to tell how good the weights are
RIDGE: Final = 1.0  # how much a weight costs, in rows, where features are of one size
ROUNDS: Final = 20  # of Newton's method: more than it takes


class TurnWins(Share):
    """By what a turn begins with, whether the game is won."""

    def __init__(self, played: Played) -> None:
        super().__init__(played)
        self.mind: Final = DuskMind(played.game)
        self.seen: list[tuple[float, ...]] = []

    def answered(self, seat: Seat, move: Move, events: Sequence[Event]) -> None:
        s = dusk(self.played)
        if s.waiting and self.mind.is_settled(s):
            self.seen.append(tuple(self.mind.scout(s, s.waiting[0], 12).here()))

    def readings(self) -> Iterable[Reading]:
        won = self.played.standing().reason == WON
        return [(features, won) for features in self.seen]


def rows_of(found: Findings) -> tuple[Floats, Floats]:
    """What was seen as a row each, and by row whether the game was won."""
    read = found.read.get(TurnWins, {}).items()
    rows = [features for features, wins in read for _ in wins]
    return np.array(rows, float), np.array([won for _, wins in read for won in wins], float)


def fit(rows: Floats, won: Floats) -> Floats:
    """The weights of a logistic curve through these rows. The first feature is always 1."""
    size = rows.std(axis=0)
    size[size == 0] = 1.0
    weights = np.zeros(rows.shape[1])
    scaled = rows / size
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-scaled @ weights))
        slope = scaled.T @ (chance - won) + RIDGE * weights
        bend = (scaled * (chance * (1 - chance))[:, None]).T @ scaled
        weights -= np.linalg.solve(bend + RIDGE * np.eye(len(weights)), slope)
    found: Floats = weights / size
    return found


def surprise(weights: Floats, rows: Floats, won: Floats) -> float:
    """The mean of -log(chance) of what came: less is better, and 0.69 is a coin."""
    chance = 1 / (1 + np.exp(-rows @ weights))
    return float(-np.mean(np.log(np.where(won == 1, chance, 1 - chance))))


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m duskhall.lab.balance.the_faceless_fit")
    parser.add_argument("--bot", default="search:16")
    parser.add_argument("--games", type=int, default=100, help="games a level (default 100)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, help="processes (default: one a processor)")
    chosen = parser.parse_args(arguments)
    page = Balance(duskhall.game("the-faceless"), chosen.games, chosen.seed)
    series: dict[Key, Series] = {}
    for part, games in (("to fit", chosen.games), ("held out", chosen.games // HELD_OUT)):
        for number, level in enumerate(LEVELS):
            line = page.line([2, 3, 4], [chosen.bot], 80 + len(part), number)
            options = {"level": level, "kids": False}
            series[part, level] = line._replace(games=games, options=options)
    found = measure_all(series, [TurnWins], chosen.workers, note)
    rows, won = rows_of(together([found["to fit", level] for level in LEVELS]))
    others, others_won = rows_of(together([found["held out", level] for level in LEVELS]))
    weights = fit(rows, won)
    for name, before, now in zip(FEATURES, WEIGHTS, weights, strict=True):
        print(f"{name:36} {before:9.4f} {now:9.4f}")
    print(f"{len(rows)} rows; surprise in {len(others)} others, before and now:")
    for each in (np.array(WEIGHTS), weights):
        print(f"{surprise(each, others, others_won):.4f}")


if __name__ == "__main__":
    main()
