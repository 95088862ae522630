"""A race shares out the win by a few numbers of each seat."""

from __future__ import annotations

import json
from math import exp
from pathlib import Path

import pytest

from duskhall.bots.mind import mind_of
from duskhall.bots.race import Race
from duskhall.bots.values import the_faceless_race as night
from duskhall.games.raid_and_trade import GAME
from duskhall.games.raid_and_trade.rules.rounds import ChooseEvent
from duskhall.games.raid_and_trade.state import Ruin
from tests.games.raid_and_trade.words import ruin

TRAITS = ["far", "late"]


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """far - 1 where that is above 0, twice; less 3 times late."""
    held = {"traits": TRAITS, "hidden": [[-1, 1, 0]], "last": [2], "straight": [0, -3]}
    path = tmp_path / "race.json"
    path.write_text(json.dumps(held), "utf-8")
    return path


def test_hopes_are_sums_and_bent_ones(small: Path) -> None:
    race = Race(small, TRAITS)
    assert [race.hope([0.5, 0.0]), race.hope([4.0, 0.0]), race.hope([4.0, 1.0])] == [0, 6, 3]


def test_shares_are_those_of_one_win(small: Path) -> None:
    shares = Race(small, TRAITS).shares([[1.0, 0.0], [2.0, 0.0], [1.0, 1.0]])
    assert sum(shares) == pytest.approx(1)
    assert shares[1] / shares[0] == pytest.approx(exp(2))
    assert shares[2] / shares[0] == pytest.approx(exp(-3))


def test_a_hope_may_be_begun_with_what_stays(small: Path) -> None:
    race = Race(small, TRAITS)
    late = race.begun([1.0], 1)
    assert [race.hope_on(late, [far]) for far in (0.5, 4.0)] == [-3, 3]
    assert race.hope_on(late, [4.0]) == race.hope([4.0, 1.0])


def test_a_file_of_other_traits_is_refused(small: Path) -> None:
    with pytest.raises(ValueError, match="other traits"):
        Race(small, ["far", "wide"])


def round_end(**words: str) -> Ruin:
    """A table of Raid & Trade between two rounds."""
    s = ruin(**words)
    while not isinstance(s.agenda[-1], ChooseEvent):
        s.apply(s.waiting[0], s.legal_moves(s.waiting[0])[-1])
    return s


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_who_is_far_ahead_in_raid_and_trade_may_hope_for_most(seat: int) -> None:
    for key, value in (("sp", "19"), ("favor", "9"), ("fulfilled", "Master Class, Clear the Row")):
        s = round_end(**{key: " | " * seat + value})
        values = mind_of(GAME).values(s)
        assert values[seat] == max(values)
        assert values[seat] > 1.3 / 3


def test_traits_are_told_for_each_seat_and_nothing_else() -> None:
    s = round_end(tokens="2 food | 1 guns")
    before = s.digest()
    found = mind_of(GAME).traits(s)
    assert (len(found), s.digest()) == (3, before)
    assert all(0 <= trait <= 120 for traits in found for trait in traits)


def test_what_can_only_help_the_team_never_hurts() -> None:
    before = [3.0, 12.0, 1.5, 7.0, 1.0, 0.25, 4.0, 5.0, 1.0]
    steady = [0.2, 0.2, 0.2, 0.2, 0.2, 1.0, 1.0, 1.0, 1.0]
    race = night.Night(night.load(), steady)
    for trait, sign in enumerate(night.SIGNS[: night.PLANNED]):
        more = list(before)
        more[trait] += 1
        assert (race.chance(more) - race.chance(before)) * sign >= 0, night.TRAITS[trait]
    assert (
        race.chance([8.0, 30.0, 8.0, 1.0, 0, 1.0, 1.0, 0, 3.0])
        < 0.05
        < 0.9
        < race.chance([1.0, 1.0, 0.1, 9.0, 3.0, 0.1, 12.0, 9.0, 0])
    )
