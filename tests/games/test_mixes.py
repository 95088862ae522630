"""A small sample of what `python -m tests.games.mixes` does with thousands of tables."""

from __future__ import annotations

import pytest

from duskhall.games.the_faceless import GAME
from tests.games.mixes import Promise, main, mixes, promises, set_up
from tests.games.tables import Case

EVERY = promises()
SAMPLE = list(zip(EVERY, mixes(GAME, len(EVERY), seed=2), strict=True))


@pytest.mark.parametrize(
    ("promise", "case"), SAMPLE, ids=lambda each: getattr(each, "__name__", "")
)
def test_a_promise_holds_for_a_random_mix(promise: Promise, case: Case) -> None:
    """TF-98"""
    promise(case)


def test_random_mixes_are_set_up() -> None:
    """TF-95 TF-98"""
    for case in mixes(GAME, 30, seed=3):
        set_up(case)


def test_what_is_broken_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def test_never(case: Case) -> None:
        raise AssertionError("never")

    monkeypatch.setattr("tests.games.mixes.promises", lambda: [test_never])
    assert main([GAME.name, "--games", "2", "--seed", "2"]) == 1
    assert capsys.readouterr().out.endswith("2 games, 0 set-ups: 2 broken promises\n")
