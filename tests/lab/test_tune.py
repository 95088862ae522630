"""Weights of a mind are tuned by play: found anew with the same seed, and kept only if better."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from duskhall.bots.weights import read_weights
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
    at = [key for key, _ in tuner.used].index("any strength")
    careless = [-20.0 if place == at else 0.0 for place in range(len(tuner.used))]
    same, worse = tuner.gains([nowhere, careless], 0, 60)
    assert abs(same.mean) < 1e-9
    assert worse.mean < -0.1


def test_any_number_of_workers_finds_the_same() -> None:
    point = [0.5] * len(Tuner(GAME, 2, 1, 1).used)
    alone, many = [Tuner(GAME, 2, 1, count).gains([point], 0, 6)[0] for count in (1, 2)]
    assert alone.mean == many.mean


def test_what_is_kept_is_not_tuned() -> None:
    tuner = Tuner(GAME, 2, 1, 1, kept=["whim"])
    moved = tuner.weights([1.0] * len(tuner.used))
    used = dict(tuner.used)
    assert [key for key in used if moved[key] == used[key]] == ["whim"]


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
        weights_file("raid-and-trade")
