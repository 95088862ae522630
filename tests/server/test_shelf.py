"""What the page is told of the games it offers."""

from __future__ import annotations

import pytest

from duskhall import installed
from duskhall.engine.game import Game
from duskhall.server.shelf import about


def names(told: object) -> set[str]:
    assert isinstance(told, list)
    return {str(row["name"]) for row in told}


@pytest.mark.parametrize("game", installed(), ids=lambda game: game.name)
def test_expansions_are_offered_where_the_page_shows_them(game: Game) -> None:
    told = about(game)
    parts = {option.name for option in game.options() if option.part}
    offered = names(told["options"])
    assert offered == {option.name for option in game.options()} - (
        set() if game.draws_parts else parts
    )
    ties, scenarios = told["ties"], told["scenarios"]
    assert isinstance(ties, list)
    assert isinstance(scenarios, list)
    assert all({tie["name"], tie["other"]} <= offered | {"players"} for tie in ties)
    assert all({*scenario["options"]} <= offered for scenario in scenarios)


def test_the_base_game_stays_offered_as_it_was() -> None:
    game = next(game for game in installed() if game.name == "the-faceless")
    told = about(game)
    assert {"level", "kids", "maze"} <= names(told["options"])
    assert {"first-night", "hell"} <= names(told["scenarios"])
