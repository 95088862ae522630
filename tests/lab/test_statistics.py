"""Intervals against values from textbooks, and at their ends."""

import random
import statistics
from math import comb

import pytest

from duskhall.lab.statistics import Estimate, Sample, wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, table I, method 3
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (5, 10, 0.2366, 0.7634),
    ],
)
def test_wilson_agrees_with_the_literature(
    successes: int, trials: int, low: float, high: float
) -> None:
    share = wilson(successes, trials)
    assert share.value == successes / trials
    assert share.low == pytest.approx(low, abs=0.00005)
    assert share.high == pytest.approx(high, abs=0.00005)


def test_wilson_stays_within_the_possible() -> None:
    assert wilson(0, 7).low == 0
    assert wilson(7, 7).high == 1
    assert wilson(0, 0) == (0, 0, 1)


def test_wilson_is_the_same_for_losses_as_for_wins() -> None:
    won, lost = wilson(13, 40), wilson(27, 40)
    assert won.low == pytest.approx(1 - lost.high)
    assert won.high == pytest.approx(1 - lost.low)


def test_a_mean_has_its_normal_interval() -> None:
    sample = Sample()
    for value in [2, 4, 4, 4, 5, 5, 7, 9]:
        sample.add(value)
    assert sample.deviation() == pytest.approx(2.13809)
    mean, low, high = sample.estimate()
    assert mean == 5
    assert low == pytest.approx(5 - 1.959964 * 2.13809 / 8**0.5, abs=1e-5)
    assert high - mean == pytest.approx(mean - low)


def test_a_sample_agrees_with_the_standard_library() -> None:
    dice = random.Random(5)
    values = [dice.gauss(1e6, 3) for _ in range(500)]
    sample = Sample()
    for value in values:
        sample.add(value)
    assert sample.mean == pytest.approx(statistics.fmean(values))
    assert sample.deviation() == pytest.approx(statistics.stdev(values))


def test_one_number_has_no_interval_and_none_is_nothing() -> None:
    sample = Sample()
    assert sample.estimate() == (0, 0, 0)
    sample.add(3)
    assert sample.estimate() == (3, 3, 3)


def test_equals_share_an_estimate() -> None:
    assert Estimate(0.6, 0.5, 0.8).divided_by(2) == (0.3, 0.25, 0.4)


def coverage(truth: float, trials: int) -> float:
    """How probably Wilson's interval holds the true share: an exact sum, without dice."""
    return sum(
        comb(trials, wins) * truth**wins * (1 - truth) ** (trials - wins)
        for wins in range(trials + 1)
        if wilson(wins, trials).low <= truth <= wilson(wins, trials).high
    )


def test_the_interval_holds_the_truth_95_times_in_100_on_average() -> None:
    """For a single truth it may be a little more or less, as wins are whole numbers."""
    held = [coverage(truth / 100, 100) for truth in range(1, 100)]
    assert sum(held) / len(held) == pytest.approx(0.95, abs=0.005)
    assert coverage(0.3, 100) == pytest.approx(0.9372, abs=0.0001)
