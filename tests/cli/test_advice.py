"""Advice in the terminal: `hint` at a question, and `duskhall review`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import duskhall
from duskhall.bots.advice import ADVICE
from duskhall.bots.insight import UNKNOWN, Insight, Weighed
from duskhall.bots.review import Leap, Reviewer, Studied
from duskhall.cli import run
from duskhall.cli.advice import hint_of, show_leaps, show_sums
from duskhall.cli.screen import Screen
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


def test_where_there_is_nothing_to_say_the_answer_is_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the bot knows more than was weighed."""
    table = duskhall.new_table(duskhall.game("dark-dealings"), 2, seed=3)
    best = Weighed(table.state.legal_moves(0)[0], UNKNOWN, [])
    monkeypatch.setattr("duskhall.cli.advice.hint", lambda *_: Insight(best, [], []))
    (line,) = hint_of(table.record, table.state, 0, 0, Words("en"))
    assert line.startswith("A bot would: ")


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
    (better, chance, points), *_ = re.findall(
        r"\((\d+)% instead of (\d+)%: (\d+) percentage points\)", " ".join(said.split())
    )
    assert int(points) == int(better) - int(chance)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_jumps_by_luck_and_others_are_named(
    capsys: pytest.CaptureFixture[str], language: str
) -> None:
    table = duskhall.new_table(duskhall.game("dark-dealings"), 2, seed=3)
    reviewer = Reviewer(table.record, "greedy", ADVICE.review)
    words, (one, two) = Words(language), table.record.names
    fall, leap = Leap(0, 1, 0, 0.4, 1, 0.4), Leap(4, 5, 0, 0.3, 1, 0.3)
    show_leaps(Screen(), reviewer, [fall, leap], [fall], words)
    said = capsys.readouterr().out
    by_luck = said.index(words("review.fell", position=1, name=two, points=40))
    unforeseen = said.index(words("review.rose", position=5, name=one, points=30))
    told = " ".join(said.split())
    assert told.index(words("review.luck")) < told.index(words("review.unforeseen"))
    assert by_luck < unforeseen
    show_leaps(Screen(), reviewer, [], [], words)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("loss", "cost"), [(0.01, "cost 1 percentage point,"), (0.02, "cost 2 percentage points,")]
)
def test_what_answers_cost_is_counted(
    capsys: pytest.CaptureFixture[str], loss: float, cost: str
) -> None:
    table = duskhall.new_table(duskhall.game("dark-dealings"), 2, seed=3)
    reviewer = Reviewer(table.record, "greedy", ADVICE.review)
    show_sums(Screen(), reviewer, [Studied(0, False, loss, None)], Words("en"))
    assert cost in " ".join(capsys.readouterr().out.split())


def test_what_is_not_over_cannot_be_looked_back_at(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.json"
    play_demo(record)
    assert run(["review", str(half(record))]) == 2
    assert "not over" in capsys.readouterr().err
    assert run(["review", str(record), "--bot", "nobody"]) == 2
