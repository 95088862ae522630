"""Advice in the terminal: `hint` at a question, and `duskhall review`."""

from __future__ import annotations

from pathlib import Path

import pytest

import duskhall
from duskhall.cli import run
from duskhall.cli.advice import hint_of
from duskhall.cli.words import Words
from tests.cli.commands import half, output, play_demo


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_hint_says_what_a_bot_would_do_and_why(language: str) -> None:
    table = duskhall.new_table(duskhall.game("dark-dealings"), 2, seed=3)
    told = hint_of(table.record, table.state, 0, 0, Words(language))
    assert len(told) == 2
    assert all(told)
    moves = [
        table.record.game.describe(table.state, move, table.record.names, language)
        for move in table.state.legal_moves(0)
    ]
    assert any(move in told[0] for move in moves)


def test_a_review_prints_the_chances_and_what_cost_most(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.json"
    play_demo(record)
    capsys.readouterr()
    said = output(capsys, "review", str(record), "--bot", "greedy")
    assert "Chances in percent" in said
    assert "after 0: " in said
    assert "Answers that cost most" in said  # random bots give some away
    assert "a bot would:" in said


def test_what_is_not_over_cannot_be_looked_back_at(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.json"
    play_demo(record)
    assert run(["review", str(half(record))]) == 2
    assert "not over" in capsys.readouterr().err
    assert run(["review", str(record), "--bot", "nobody"]) == 2
