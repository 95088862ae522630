"""Learning who will be first: from games, into a file that judges as what was learned does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from duskhall.bots.race import Race
from duskhall.bots.values.raid_and_trade_race import TRAITS
from duskhall.lab.train import race
from duskhall.lab.train.race import Learner, Lived, play

GAME = "raid-and-trade"


def made_up(games: int) -> list[Lived]:
    """Of two or three seats the one with the highest first number wins; the second means nothing."""
    rng = np.random.default_rng(1)
    found = []
    for number in range(games):
        traits = rng.random((2 + number % 2, 2))
        best = traits[:, 0].argmax()
        found.append(Lived([traits.tolist()], [float(at == best) for at in range(len(traits))]))
    return found


def test_a_game_tells_traits_between_rounds_and_who_won() -> None:
    lived = play(GAME, 3, 1, 0)
    assert len(lived.traits) >= 4
    assert {len(table) for table in lived.traits} == {3}
    assert {len(each) for table in lived.traits for each in table} == {len(TRAITS)}
    assert sum(lived.won) == 1
    assert play(GAME, 3, 1, 0) == lived


def test_who_wins_together_races_against_the_game() -> None:
    lived = play("the-faceless", 2, 1, 0)
    assert {len(table) for table in lived.traits} == {2}
    assert {sum(map(abs, night)) for _, night in lived.traits} == {0}
    assert sorted(lived.won) == [0, 1]
    ways = {tuple(way.items()) for way in race.race_of("the-faceless").WAYS}
    assert len(ways) == 8  # four levels, with and without kids


def test_what_can_only_hurt_is_not_learned_to_help() -> None:
    games = made_up(1200)  # the first trait helps
    free, held = Learner(games, 1, 12, [0, 0]), Learner(games, 1, 12, [-1, 0])
    fair = float(np.log(free.taken.sum(1)).mean())
    assert free.learn() < 0.5 * fair
    assert held.learn() > 0.9 * fair
    assert held.layers.weights["straight"][0] <= 0
    helps = held.layers.weights["1"][0] * held.layers.weights["2"]
    assert (helps <= 0).all()


def test_what_decides_is_learned(tmp_path: Path) -> None:
    games = made_up(2400)
    learner = Learner(games, 1, 12)
    everything = np.arange(len(games))
    before = learner.surprise(everything)
    assert learner.learn() < 0.5 * before
    path = tmp_path / "race.json"
    path.write_text(learner.written(["high", "noise"]), "utf-8")
    written = Race(path, ["high", "noise"])
    for number in range(20):
        table = games[number].traits[0]
        shares, _ = learner.shares(np.array([number]))
        assert written.shares(table) == pytest.approx(shares[0, : len(table)].tolist(), abs=1e-3)
