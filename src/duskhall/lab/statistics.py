"""Estimates with their 95 % intervals."""

from __future__ import annotations

from math import sqrt
from typing import Final, NamedTuple

Z95: Final = 1.959963984540054  # the normal distribution holds 95 % within this many deviations


class Estimate(NamedTuple):
    """A measured value, and the interval that holds the true one in 95 of 100 experiments."""

    value: float
    low: float
    high: float

    def divided_by(self, count: int) -> Estimate:
        """The same estimate of a share that `count` equals have in common."""
        return Estimate(self.value / count, self.low / count, self.high / count)


def wilson(successes: float, trials: int) -> Estimate:
    """A share, by Wilson's score interval: it stays within 0 and 1, also for few trials.

    Half a success (a shared first place) counts as half; the interval is then a little too wide.
    """
    if trials == 0:
        return Estimate(0.0, 0.0, 1.0)
    share = successes / trials
    square = Z95 * Z95
    middle = share + square / (2 * trials)
    reach = Z95 * sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    scale = 1 + square / trials
    low = max(0.0, (middle - reach) / scale)
    high = min(1.0, (middle + reach) / scale)
    # At the ends the sum is exact only on paper.
    return Estimate(share, min(low, share), max(high, share))


class Sample:
    """Numbers seen one by one: how many, their mean, and how far they scatter."""

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self.squares = 0.0  # the sum of squared distances from the mean, kept as Welford does

    def add(self, value: float) -> None:
        self.count += 1
        distance = value - self.mean
        self.mean += distance / self.count
        self.squares += distance * (value - self.mean)

    def deviation(self) -> float:
        """The standard deviation of the numbers, as a sample of all that might be seen."""
        return sqrt(self.squares / (self.count - 1)) if self.count > 1 else 0.0

    def estimate(self) -> Estimate:
        """The mean with its normal interval; a single number has no interval."""
        if self.count == 0:
            return Estimate(0.0, 0.0, 0.0)
        reach = Z95 * self.deviation() / sqrt(self.count)
        return Estimate(self.mean, self.mean - reach, self.mean + reach)
