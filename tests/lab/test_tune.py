"""Weights of a mind are tuned by play: found anew with the same seed, and kept only if better."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from duskhall.bots.weights import read_weights
from duskhall.lab.statistics import Sample
from duskhall.lab.train import tune
from duskhall.lab.train.tune import Tuner, weights_file, written

GAME = "dark-dealings"


def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *said: str) -> str:
    monkeypatch.setattr(sys, "argv", ["tune", GAME, "--workers", "1", *said])
    tune.main()
    return capsys.readouterr().out


@pytest.fixture
def own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Weights that nobody minds losing."""
    path = tmp_path / "weights.json"
    path.write_bytes(weights_file(GAME).read_bytes())
    monkeypatch.setattr(tune, "weights_file", lambda _: path)
    return path


def test_the_same_weights_gain_nothing_and_worse_ones_lose() -> None:
    tuner = Tuner(GAME, 2, 1, 1)
    nowhere = [0.0] * len(tuner.used)
    careless = [20.0 if place % 2 else -20.0 for place in range(len(tuner.used))]
    same, worse = tuner.gains([nowhere, careless], 0, 60)
    assert abs(same.mean) < 1e-9
    assert worse.mean < -0.1


def test_any_number_of_workers_finds_the_same() -> None:
    point = [0.5] * len(Tuner(GAME, 2, 1, 1).used)
    alone, many = [Tuner(GAME, 2, 1, count).gains([point], 0, 6)[0] for count in (1, 2)]
    assert alone.mean == many.mean


def test_what_is_kept_is_not_tuned() -> None:
    tuner = Tuner(GAME, 2, 1, 1, kept=["whim", "booster"])
    moved = tuner.weights([1.0] * len(tuner.steps))
    used = dict(tuner.used)
    kept = [key for key in used if moved[key] == used[key]]
    assert kept == ["whim", "booster", "booster, fellow"]


def test_weights_keep_their_sign_however_far_a_search_strays() -> None:
    tuner = Tuner("raid-and-trade", 3, 1, 1)
    for far in (-50.0, 50.0):
        moved = tuner.weights([far] * len(tuner.steps))
        assert all(value * moved[key] > 0 for key, value in tuner.used if value)


def test_a_search_starts_at_the_weights_it_is_given() -> None:
    tuner = Tuner(GAME, 2, 1, 1)
    other = {key: 0.8 * value + 0.1 for key, value in tuner.used}
    assert tuner.weights(tuner.point(other)) == pytest.approx(other)


def test_rivals_are_drawn_of_all_weights_that_are_known() -> None:
    used = dict(Tuner(GAME, 2, 1, 1).used)
    careless = {**used, "any strength": -20 * used["any strength"]}
    alone, mixed = [
        Tuner(GAME, 2, 1, 1, others=others).gains([[0.0] * len(used)], 0, 40)[0]
        for others in ([], [careless])
    ]
    assert abs(alone.mean) < 1e-9 < mixed.mean


def test_whole_games_are_played_to_their_end() -> None:
    """Only there are shares of a win whole, or parts of one that is shared."""
    tuner = Tuner("raid-and-trade", 3, 1, 1, is_whole=True)
    point = [0.3] * len(tuner.used)
    for deal in range(3):
        gain = tuner.gains([point], deal, 1)[0].mean
        assert 9 * (gain + 1 / 3) == pytest.approx(round(9 * (gain + 1 / 3)))


def test_a_run_goes_on_from_where_it_was_left(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("cma", reason="the extra `train` is not installed")
    whole = Tuner(GAME, 2, 1, 1).run(2, 2)
    Tuner(GAME, 2, 1, 1).run(1, 2, tmp_path)
    played: list[int] = []
    gains = Tuner.gains

    def noted(tuner: Tuner, points: list[Any], first: int, deals: int) -> list[Sample]:
        played.append(first)
        return gains(tuner, points, first, deals)

    monkeypatch.setattr(Tuner, "gains", noted)
    assert list(Tuner(GAME, 2, 1, 1).run(2, 2, tmp_path)) == list(whole)
    assert played == [2]


def test_a_run_is_seeded_and_what_is_no_better_is_not_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], own_file: Path
) -> None:
    pytest.importorskip("cma", reason="the extra `train` is not installed")
    before = own_file.read_bytes()
    few = "--generations", "1", "--deals", "2"
    told = run(monkeypatch, capsys, *few, "--write")
    assert "against the weights in use" in told
    assert own_file.read_bytes() == before or "(+" in told
    own_file.write_bytes(before)
    assert run(monkeypatch, capsys, *few) == told
    assert own_file.read_bytes() == before


def test_weights_are_written_as_they_are_read(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    path.write_text(written({"one": 1.5, "another, any": -0.25}), "utf-8")
    assert read_weights(path) == {"one": 1.5, "another, any": -0.25}


def test_a_mind_without_weights_says_so() -> None:
    with pytest.raises(SystemExit, match="no weights in a file"):
        weights_file("dont-turn-your-back")
