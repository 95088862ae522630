"""Positions as text: printed, read, begun at, and refused in one line."""

from __future__ import annotations

from functools import cache

import pytest

import duskhall.engine.game
from duskhall import BrokenRecord, Move, Record, Table
from duskhall.engine.events import ALL_SEEING
from duskhall.engine.positions import (
    WrongPosition,
    in_one_line,
    position_game,
    print_position,
    read_position,
    try_position,
)
from duskhall.engine.state import State
from tests.engine.toy import HAND, Play, Ring, Say, Stop, ToyGame, interpreted_only, toy_table

pytestmark = interpreted_only
TEXT = """\
toy 1 plain 2
deck: 7 8 9
hand.0: 1 2 3
hand.1: 4 5 6
rings=3
Play() < Say(1, 3)
sealed 1 play 5
luck 00000000000000000000000000000007 3 2
"""


@cache
def plain() -> ToyGame:
    return ToyGame(Play(), Say(1, 3))


def read(text: str = TEXT) -> State:
    return read_position(text, plain(), plain().box(2))


def reason(text: str) -> str:
    with pytest.raises(WrongPosition) as wrong:
        read(text)
    assert "\n" not in str(wrong.value)
    return str(wrong.value)


def test_a_position_is_read_and_printed_again() -> None:
    s = read()
    assert s.places[HAND:] == [(1, 2, 3), (4, 5, 6)]
    assert s.numbers == [3]
    assert s.sealed == {1: Move("play", 5)}
    assert s.waiting == [0]
    assert (s.seed[-1], s.drawn, s.revealed) == (7, 3, 2)
    assert print_position(s, plain(), "plain") == TEXT


def test_an_edition_may_be_called_anything() -> None:
    text = in_one_line(print_position(read(), plain(), "my | own cards.toml"))
    assert position_game(text)[1] == "my___own_cards.toml"
    assert read(text).digest() == read().digest()


def test_a_position_is_one_line_as_well() -> None:
    line = in_one_line(TEXT)
    assert "\n" not in line
    assert line.startswith("toy 1 plain 2 | deck: 7 8 9 | ")
    assert read(line).digest() == read().digest()


def test_a_position_names_its_game() -> None:
    assert position_game(TEXT) == ("toy", "plain", 2, {})
    with_options = TEXT.replace("2\n", "2\nloud=true, speed=fast\n", 1)
    assert position_game(with_options)[3] == {"loud": "true", "speed": "fast"}


def test_luck_goes_on_in_the_middle_of_a_block() -> None:
    s = read()
    first = read_position(TEXT.replace(" 3 2\n", " 0 2\n"), plain(), plain().box(2))
    rolls = [first.random_below(1 << 32) for _ in range(12)]
    assert [s.random_below(1 << 32) for _ in range(9)] == rolls[3:]


def test_what_a_seat_cannot_know_is_made_up_and_marked() -> None:
    text = print_position(read(), plain(), "plain", eyes=0)
    assert "hand.0: 1 2 3\n" in text
    assert text.count("?") == 6
    assert "sealed" not in text
    assert "luck 00000000000000000000000000000000 " in text
    own = print_position(read(), plain(), "plain", eyes=1)
    assert "hand.1: 4 5 6\n" in own
    assert "sealed 1 play 5\n" in own
    assert read(text).view(0) == read().view(0)


def test_the_end_of_a_game_is_a_position() -> None:
    over = "\n".join(TEXT.splitlines()[:5]) + "\n"
    s = read(over)
    assert s.waiting == []
    assert print_position(s, plain(), "plain", ALL_SEEING).startswith(over)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (TEXT, "", "a position begins with game, version, edition and number of players"),
        ("toy 1 plain 2", "toy one plain 2", "a position begins with game, version"),
        ("toy 1", "chess 1", "the position is of chess with 2 players"),
        ("plain 2", "plain 3", "the position is of toy with 3 players"),
        ("toy 1", "toy 9", "the position is of rules version 9 of Toy, this is version 1"),
        ("deck: 7 8 9", "deck: 7 8", "every card of the game lies in exactly one place"),
        ("deck: 7 8 9", "deck: 7 8 1", "every card of the game lies in exactly one place"),
        ("deck: 7 8 9", "deck: 7 8 x", "'x' is not a whole number"),
        ("deck: 7 8 9", "dock: 7 8 9", "there is no place 'dock'"),
        ("deck: 7 8 9", "deck: 7\ndeck: 8 9", "the place 'deck' is there twice"),
        ("rings=3", "wings=3", "there is no number 'wings'"),
        ("rings=3", "rings=3, rings=4", "the number 'rings' is there twice"),
        ("rings=3", "rings=" + "9" * 9, "999999999 is too large a number"),
        ("rings=3", "rings", "'rings' is no line of a position"),
        ("Say(1, 3)", "Shout(1)", "there is no step 'Shout(1)'"),
        ("Say(1, 3)", "Say(7, 3)", "the step 'Say(7, 3)' is of a seat that nobody sits on"),
        ("Say(1, 3)", "Say(1)", "this is no position of Toy"),
        ("Say(1, 3)", "Say(x, 3)", "'x' is not a whole number"),
        ("Say(1, 3)", "Say(TY-1, 3)", "made of something else"),
        ("Say(1, 3)", "Note(TY-1)", "made of something else"),
        ("sealed 1 play 5", "sealed 1 play 9", "seat 1 cannot have answered 'play 9'"),
        ("sealed 1 play 5", "sealed 7 play 5", "seat 7 cannot have answered 'play 5'"),
        ("sealed 1 play 5", "sealed 1 play 5\nsealed 0 play 1", "all have answered"),
        ("luck 0", "luck x", "is no luck: 32 hexadecimal digits and two numbers"),
        ("luck 0", "luck 0 0", "is no luck"),
        ("toy 1 plain 2", "toy 1 plain 2\ncolour=red", "no option 'colour'"),
        ("toy 1 plain 2", "toy 1 plain 2\nloud=true", "other options than the table"),
        (TEXT, TEXT + "x" * 30_000, "a position has at most"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(old: str, new: str, said: str) -> None:
    assert old in TEXT
    assert said in reason(TEXT.replace(old, new, 1))


def test_a_position_that_breaks_down_later_is_refused_when_it_is_tried() -> None:
    text = TEXT.replace("Play() < Say(1, 3)", "Ring(0) < Stop(1)").replace("sealed 1 play 5\n", "")
    s = read(text)
    assert isinstance(s.agenda[0], Stop)  # the 1 is not in this hand
    before = s.digest()
    with pytest.raises(WrongPosition, match="Toy cannot be played on from this position: "):
        try_position(s, plain())
    assert s.digest() == before
    try_position(read(), plain())


def test_a_position_without_end_is_refused_when_it_is_tried() -> None:
    class Brief(ToyGame):
        longest = 1

    text = TEXT.replace("sealed 1 play 5\n", "")
    with pytest.raises(WrongPosition, match="from this position Toy does not end"):
        try_position(read(text), Brief(Play(), Say(1, 3)))


# Records that begin at a position


def begun(text: str = TEXT) -> Table:
    game = ToyGame(Play(), Say(1, 3))
    return Table(Record(game, 2, {}, game.editions()["plain"], seed=5, start=in_one_line(text)))


def test_a_record_begins_at_a_position_with_luck_of_its_own() -> None:
    table = begun()
    assert table.state.seed[-1] == 5
    assert table.state.waiting == [0]
    table.play(0, Move("play", 2))
    assert table.record.replay(0).waiting == [0]
    assert table.record.verify().digest() == table.state.digest()
    assert table.record.commitment() != toy_table(Play()).record.commitment()


def test_where_a_record_begins_is_kept_and_bound_by_its_hash(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = begun()
    monkeypatch.setitem(duskhall.engine.game._installed, "toy", table.record.game)
    table.play(0, Move("play", 2))
    again = Record.loads(table.record.dumps())
    assert again.start == table.record.start
    assert again.verify().digest() == table.state.digest()
    other = table.record.dumps().replace("rings=3", "rings=4")
    with pytest.raises(BrokenRecord, match="do not match the hash"):
        Record.loads(other)
    with pytest.raises(BrokenRecord, match="there is no number 'wings'"):
        Record.loads(table.record.dumps().replace("rings=3", "wings=3"))


def test_a_record_from_an_impossible_position_is_broken_and_breaks_nothing() -> None:
    table = begun(
        TEXT.replace("Play() < Say(1, 3)", "Ring(0) < Stop(1)").replace("sealed 1 play 5\n", "")
    )
    assert isinstance(table.state.agenda[-1], Ring)
    table.record.moves.append((0, Move("pass")))
    table.record.chain.append("")
    with pytest.raises(BrokenRecord, match="move 1, '0 pass': ValueError"):
        table.record.verify()
