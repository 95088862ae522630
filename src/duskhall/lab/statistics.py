"""Estimates with their 95 % intervals."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf, log, sqrt
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

    def between(self, least: float, most: float) -> Estimate:
        """The same, where nothing beyond these can be."""
        return Estimate(self.value, max(least, self.low), min(most, self.high))


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


class Counted:
    """Values of games one by one, of which so many in a row share a deal: then the deal is the unit."""

    def __init__(self, together: int = 1) -> None:
        self.together = together
        self.games = Sample()
        self.deals = Sample()  # of means
        self.sum = 0.0  # of the deal that is being played

    def add(self, value: float) -> None:
        self.games.add(value)
        self.sum += value
        if self.games.count % self.together == 0:
            self.deals.add(self.sum / self.together)
            self.sum = 0.0

    def estimate(self) -> Estimate:
        """The mean of the games, with an interval from what differs between deals."""
        if self.together == 1:
            return self.games.estimate()
        mean, deals = self.games.mean, self.deals
        reach = Z95 * deals.deviation() / sqrt(deals.count) if deals.count else 0.0
        return Estimate(mean, mean - reach, mean + reach)

    def worth(self) -> int:
        """How many games, each with a deal of its own, would tell as much of a share."""
        count, share = self.games.count, self.games.mean
        if self.together == 1 or not count:
            return count
        spread = self.deals.deviation() ** 2
        if not spread:
            return max(1, self.deals.count)
        return max(1, round(share * (1 - share) * self.deals.count / spread))

    def share(self) -> Estimate:
        """As a share, by Wilson; shared deals count as the number of games that tells as much."""
        return wilson(self.games.mean * self.worth(), self.worth())


LOOK_FIRST: Final = 50  # deals before which nothing is concluded: sums are not normal yet
SHARPEST: Final = 1000  # deals at which sequences of intervals are as narrow as they can be


def sequence_reach(deviation: float, count: int, alpha: float) -> float:
    """Half an interval that may be looked at after every number seen, for as long as one likes.

    With probability 1 - alpha it holds the mean at all looks together: the asymptotic confidence
    sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2021), a normal mixture.
    """
    if count == 0:
        return inf
    logarithm = -2 * log(alpha)
    rho = (logarithm + log(logarithm) + 1) / SHARPEST  # the square of what they call so
    tuned = count * rho
    return deviation * sqrt((tuned + 1) / (count * tuned) * log((tuned + 1) / (alpha * alpha)))


class Pairs:
    """What was read of both sides, deal by deal: sums of readings, and how many they are.

    Either side's value is the mean of its readings. Their difference scatters less than each, as
    both sides have the same luck.
    """

    def __init__(self) -> None:
        self.deals = 0
        self.sums = [0.0] * 4  # of: readings before and how many, readings after and how many
        self.products = [[0.0] * 4 for _ in range(4)]

    def add(self, before: float, before_count: float, after: float, after_count: float) -> None:
        read = (before, before_count, after, after_count)
        self.deals += 1
        for i, one in enumerate(read):
            if one:
                self.sums[i] += one
                for j, other in enumerate(read):
                    self.products[i][j] += one * other

    def skip(self, deals: int) -> None:
        """Deals in which nothing was read on either side."""
        self.deals += deals

    def values(self) -> tuple[float, float] | None:
        """Before and after; nothing, where a side has no reading at all."""
        before, before_count, after, after_count = self.sums
        if not before_count or not after_count:
            return None
        return before / before_count, after / after_count

    def deviation(self, is_share: bool) -> float:
        """By how much the difference scatters from deal to deal (by the delta method).

        As if one more deal had differed as two deals of their own luck do: where hardly anything
        differs, that it never does is not yet known.
        """
        found = self.values()
        if found is None or self.deals < 2:
            return inf
        weights = [0.0] * 4
        own = 0.0  # the variance of either side, together
        for side, value in enumerate(found):
            share = self.sums[2 * side + 1] / self.deals
            weights[2 * side] = (2 * side - 1) / share
            weights[2 * side + 1] = -(2 * side - 1) * value / share
            one = [0.0] * 4
            one[2 * side : 2 * side + 2] = weights[2 * side : 2 * side + 2]
            own += max(0.0, self.spread(one))
            if is_share:
                own += 1 / (self.deals + 2)
        return sqrt(max(0.0, self.spread(weights)) + own / self.deals)

    def spread(self, weights: list[float]) -> float:
        """The variance of a weighted sum of what is read in a deal; its mean is 0 here."""
        total = 0.0
        for i, one in enumerate(weights):
            for j, other in enumerate(weights):
                total += one * other * self.products[i][j]
        return total / (self.deals - 1)

    def difference(self, alpha: float, is_share: bool) -> Estimate | None:
        """After minus before, with an interval that holds at all looks together."""
        found = self.values()
        if found is None:
            return None
        gap = found[1] - found[0]
        reach = sequence_reach(self.deviation(is_share), self.deals, alpha)
        estimate = Estimate(gap, gap - reach, gap + reach)
        return estimate.between(-1.0, 1.0) if is_share else estimate


STEPS: Final = 40  # of how far true values may lie apart, when estimates are shrunken


class Shrunken(NamedTuple):
    """Estimates of many like things, each drawn towards their middle as far as it is noise."""

    middle: float
    estimates: list[Estimate]


def shrink(rates: Sequence[float], variances: Sequence[float]) -> Shrunken:
    """Shrink rates, each measured with its own variance, by empirical Bayes.

    True values are taken for normal around a middle. How far they lie apart is not known either:
    all that is possible is weighed by how well it explains the rates.
    """
    widest = 2 * max([abs(rate - sum(rates) / len(rates)) for rate in rates]) or 1e-9
    weights: list[float] = []
    fits: list[tuple[float, list[tuple[float, float]]]] = []
    for step in range(STEPS):
        apart = (widest * step / STEPS) ** 2
        exact = [1 / (variance + apart) for variance in variances]
        middle = sum([e * rate for e, rate in zip(exact, rates, strict=True)]) / sum(exact)
        off = sum([e * (rate - middle) ** 2 for e, rate in zip(exact, rates, strict=True)])
        weights.append((sum([log(e) for e in exact]) - log(sum(exact)) - off) / 2)
        found: list[tuple[float, float]] = []  # mean and variance of each true value
        for rate, variance, e in zip(rates, variances, exact, strict=True):
            noise = variance * e  # the share of the distance that is noise
            found.append(
                (
                    noise * middle + (1 - noise) * rate,
                    (1 - noise) * variance + noise * noise / sum(exact),
                )
            )
        fits.append((middle, found))
    best = max(weights)
    shares = [exp(weight - best) for weight in weights]
    total = sum(shares)
    estimates: list[Estimate] = []
    for index in range(len(rates)):
        value = sum([s * fit[1][index][0] for s, fit in zip(shares, fits, strict=True)]) / total
        square = sum(
            [
                s * (fit[1][index][1] + (fit[1][index][0] - value) ** 2)
                for s, fit in zip(shares, fits, strict=True)
            ]
        )
        reach = Z95 * sqrt(square / total)
        estimates.append(Estimate(value, value - reach, value + reach))
    middle = sum([s * fit[0] for s, fit in zip(shares, fits, strict=True)]) / total
    return Shrunken(middle, estimates)
