"""Learning how sieges end: from sieges that were solved, into a file that judges as was learned."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from duskhall.bots.values.dark_dealings_combat import LEFT, Solver
from duskhall.bots.values.dark_dealings_siege import SiegeJudge
from duskhall.lab.train.lessons import dark_dealings as siege
from duskhall.lab.train.lessons.dark_dealings import (
    Ended,
    box_of,
    lay,
    learn,
    seen,
    solve,
    worth,
    written,
)

QUICK = 60_000  # steps of the solver


def made_up(sieges: int) -> list[Ended]:
    """The more strength there is in front, the more heroes are defeated."""
    strength = box_of().strength
    laid = [lay(1, number) for number in range(sieges)]
    return [Ended(*each, 0.1 * sum(strength[dial] for dial in each[1])) for each in laid]


def test_sieges_are_of_eight_and_the_same_for_the_same_number() -> None:
    pile, front = lay(1, 2)
    assert (len(set(pile)), len(set(front))) == (8, 8)
    assert set(pile) <= set(box_of().heroes)
    assert {dial % 4 for dial in front} == {0}
    assert lay(1, 2) == (pile, front)
    assert lay(1, 3) != (pile, front)


def test_what_is_learned_from_was_solved_exactly_and_some_was_too_much() -> None:
    ends = [solve(1, QUICK, number) for number in range(12)]
    assert [] in ends
    assert any(ends)
    solver = Solver(box_of())
    for end in [end for found in ends for end in found[1:]]:
        assert end.result == worth(solver.best(end.pile, end.front))
    assert worth(5 * 10_000 + 2 * LEFT + 17) == pytest.approx(5.2)


def test_a_file_judges_as_what_was_learned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(siege, "PASSES", 60)
    sieges = made_up(1000)
    net = learn(sieges, 1)
    ends = np.array([end.result for end in sieges])
    assert (net.values(seen(sieges)) - ends).std() < 0.5 * ends.std()
    path = tmp_path / "siege.model"
    path.write_bytes(written(net, {}))
    judge = SiegeJudge(box_of(), path)
    for end, value in zip(sieges, net.values(seen(sieges)), strict=True):
        if 0.1 < value < len(end.pile):
            assert judge.value(end.pile, end.front) == pytest.approx(value, abs=0.05)
