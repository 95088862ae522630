"""Golden playthroughs: whole games as text, so that no rule changes silently."""

import pytest

import duskhall
from tests.games.playthroughs.write import FOLDER, Golden, goldens, playthrough

GOLDENS = [golden for game in duskhall.installed() for golden in goldens(game)]


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda golden: str(golden.path().stem))
def test_a_golden_game_is_played_as_ever(golden: Golden) -> None:
    """If this change was meant, run `make playthroughs` and review the difference."""
    assert playthrough(golden) == golden.path().read_text("utf-8")


def test_no_playthrough_is_left_over() -> None:
    assert sorted(FOLDER.glob("*.txt")) == sorted([golden.path() for golden in GOLDENS])
