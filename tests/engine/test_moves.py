"""Moves, and their notation."""

import pytest

from duskhall.engine.moves import Move, parse_move


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Move("pick", 3, 12), "pick 3 12"),
        (Move("pass"), "pass"),
        (Move("give_up", 0), "give_up 0"),
        (Move("owe", -2), "owe -2"),
        (Move("count", 10**30), "count 1" + "0" * 30),
    ],
)
def test_a_move_prints_and_parses_back(move: Move, text: str) -> None:
    assert str(move) == text
    assert parse_move(text) == move


def test_blanks_around_a_move_do_not_matter() -> None:
    assert parse_move("  pick   3\t12\n") == Move("pick", 3, 12)


def test_moves_are_equal_when_verb_and_numbers_are() -> None:
    assert Move("pick", 3, 12) == Move("pick", 3, 12)
    assert hash(Move("pick", 3, 12)) == hash(Move("pick", 3, 12))
    assert Move("pick", 3, 12) != Move("pick", 12, 3)
    assert Move("pick", 3) != Move("take", 3)
    assert Move("pick") != "pick"


def test_a_move_shows_its_notation_to_a_debugger() -> None:
    assert repr(Move("pick", 3, 12)) == "Move('pick 3 12')"


@pytest.mark.parametrize("text", ["", "  ", "3", "3 pick", "!", "pick-up 3"])
def test_a_move_begins_with_a_verb(text: str) -> None:
    with pytest.raises(ValueError, match="a move is a verb and numbers"):
        parse_move(text)


@pytest.mark.parametrize("text", ["pick three", "pick 1.5", "pick 3 x", "pick 3,4", "pick 0x3"])
def test_after_the_verb_come_whole_numbers(text: str) -> None:
    with pytest.raises(ValueError, match="after the verb come whole numbers") as wrong:
        parse_move(text)
    assert repr(text) in str(wrong.value)
