"""Ratings: one number for each bot that explains best who beat whom, with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from math import log, log10
from random import Random
from typing import Final, NamedTuple

from duskhall.lab.statistics import Estimate

MIDDLE: Final = 1500.0  # the mean of a ladder
SCALE: Final = 400.0  # points that make ten times the odds, as Elo counts
DRAWS: Final = 1000  # ratings that might as well be true, of which 95 % are the interval
ROUNDS: Final = 10_000
CLOSE: Final = 1e-9


class Duel(NamedTuple):
    """How one bot, at so many seats, has fared against another at the rest of them."""

    one: int  # of the bots
    others: int
    seats: tuple[int, int]  # that each of the two took
    share: float  # of the wins that went to the first
    worth: int  # independent games that tell as much

    def chance(self) -> float:
        """The share among equals."""
        return self.seats[0] / sum(self.seats)


def ratings(bots: int, duels: Sequence[Duel], seed: int = 0) -> list[Estimate]:
    """By bot, its rating after Bradley and Terry, where each seat counts by the bot's strength.

    An interval holds 95 % of the ratings that fit shares drawn anew, each from what its games leave
    open. All are told relative to the ladder's mean.
    """
    rng = Random(seed)
    found = fit(bots, [(duel, (duel.share * duel.worth, duel.worth)) for duel in duels])
    drawn: list[list[float]] = [[] for _ in range(bots)]
    for _ in range(DRAWS):
        trial: list[tuple[Duel, tuple[float, float]]] = []
        for duel in duels:
            won = duel.share * duel.worth
            share = rng.betavariate(won + 0.5, duel.worth - won + 0.5)
            trial.append((duel, (share * duel.worth, duel.worth)))
        for bot, rating in enumerate(fit(bots, trial)):
            drawn[bot].append(rating)
    estimates: list[Estimate] = []
    for bot, rating in enumerate(found):
        row = sorted(drawn[bot])
        low, high = row[round(0.025 * (DRAWS - 1))], row[round(0.975 * (DRAWS - 1))]
        estimates.append(Estimate(rating, min(low, rating), max(high, rating)))
    return estimates


def fit(bots: int, played: Sequence[tuple[Duel, tuple[float, float]]]) -> list[float]:
    """The ratings under which what was won, of so many games each, is likeliest.

    By Hunter's steps, each of which makes it likelier. A game more in each duel, shared by chance,
    keeps a bot that always won from being rated as endlessly good.
    """
    strength = [1.0] * bots
    wins = [0.0] * bots
    for duel, (won, games) in played:
        wins[duel.one] += won + duel.chance()
        wins[duel.others] += games - won + 1 - duel.chance()
    for _ in range(ROUNDS):
        pulls = [0.0] * bots
        for duel, (_, games) in played:
            first, rest = duel.seats
            pull = (games + 1) / (first * strength[duel.one] + rest * strength[duel.others])
            pulls[duel.one] += first * pull
            pulls[duel.others] += rest * pull
        better = [wins[bot] / pulls[bot] if pulls[bot] else 1.0 for bot in range(bots)]
        mean = sum([log(one) for one in better]) / bots
        better = [2.718281828459045 ** (log(one) - mean) for one in better]
        moved = max([abs(log(new / old)) for new, old in zip(better, strength, strict=True)])
        strength = better
        if moved < CLOSE:
            break
    return [MIDDLE + SCALE * log10(one) for one in strength]
