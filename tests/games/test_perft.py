"""Counts of lines from fixed tables: a slip in what is legal shows at once."""

from __future__ import annotations

import tomllib

import pytest

import duskhall
from tests.games.playthroughs.write import DEPTH, PERFT, Golden, Position, lines_from

TABLES = tomllib.loads(PERFT.read_text("utf-8"))["tables"] if PERFT.exists() else []


@pytest.mark.parametrize(
    "table", TABLES, ids=lambda table: f"{table['game']}-{table['players']}p-{table['answers']}"
)
def test_there_are_as_many_lines_as_ever(table: dict[str, object]) -> None:
    """If this change was meant, run `make playthroughs` and review the difference."""
    game = duskhall.game(str(table["game"]))
    options, players, answers = table["options"], table["players"], table["answers"]
    assert isinstance(options, dict)
    assert isinstance(players, int)
    assert isinstance(answers, int)
    lines = lines_from(Position(Golden(game, "", players, options), answers))
    assert lines == table["lines"]
    assert len(lines) == DEPTH


def test_every_game_has_three_tables() -> None:
    counted = [table["game"] for table in TABLES]
    assert counted == [game.name for game in duskhall.installed() for _ in range(3)]
