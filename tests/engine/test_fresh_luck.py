"""Luck that was seen does not come again: after a take-back past it, what follows is fresh."""

from __future__ import annotations

import pytest

import duskhall.engine.game
from duskhall import BrokenRecord, Move, Record, Table
from duskhall.engine.events import OUTSIDE
from tests.engine.toy import HAND, Deal, Say, ToyGame, interpreted_only, toy, toy_table

pytestmark = interpreted_only
FRESH_1, FRESH_2 = (OUTSIDE, Move("fresh", 1)), (OUTSIDE, Move("fresh", 2))


def table() -> Table:
    """Luck comes after the first answer, and again after the second."""
    return toy_table(Say(0, 3), Deal(), Say(0, 3), Deal(), Say(0, 2), hands="1, 2")


def hands(table: Table) -> list[tuple[int, ...]]:
    return table.state.places[HAND:]


def test_the_draw_that_was_seen_is_not_drawn_again() -> None:
    seen = table()
    seen.play(0, Move("say", 1))
    dealt, rolls = {str(hands(seen))}, set()
    for _ in range(12):
        seen.take_back(0, consent=True)
        rolls.add(seen.state.clone().random_below(1 << 32))
        seen.play(0, Move("say", 1))
        dealt.add(str(hands(seen)))
    assert len(rolls) == 12
    assert len(dealt) > 2


def test_no_number_comes_twice() -> None:
    seen = table()
    seen.play(0, Move("say", 1))
    seen.take_back(0, consent=True)
    assert seen.record.moves == [FRESH_1]
    seen.play(0, Move("say", 1))
    seen.take_back(0, consent=True)
    assert seen.record.moves == [FRESH_1, FRESH_2]
    seen.play(0, Move("say", 1))
    seen.rewind(0)  # as when all of it is undone
    seen.play(0, Move("say", 1))
    seen.take_back(0, consent=True)
    assert seen.record.moves == [(OUTSIDE, Move("fresh", 3))]


def test_a_record_with_fresh_luck_verifies() -> None:
    seen = table()
    seen.play(0, Move("say", 1))
    seen.take_back(0, consent=True)
    seen.play(0, Move("say", 1))
    record = seen.record
    assert record.verify(record.commitment()).digest() == seen.state.digest()
    record.moves[0] = FRESH_2
    with pytest.raises(BrokenRecord, match="after move 1"):
        record.verify()


@pytest.mark.parametrize("numbers", [(77,), (2, 1), (1, 1), (1, 3)])
def test_luck_begins_anew_by_rising_numbers_that_are_known(numbers: tuple[int, ...]) -> None:
    seen = table()
    for number in numbers:
        seen.play(OUTSIDE, Move("fresh", number))
    seen.record.freshened = 2
    with pytest.raises(BrokenRecord, match="luck did not begin anew"):
        seen.record.verify()


def test_how_often_is_kept_with_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = table()
    game = seen.record.game
    assert isinstance(game, ToyGame)
    monkeypatch.setitem(duskhall.engine.game._installed, "toy", game)
    seen.play(0, Move("say", 1))
    seen.take_back(0, consent=True)
    again = Record.loads(seen.record.dumps())
    assert again.freshened == 1
    on = Table(again)
    on.play(0, Move("say", 1))
    on.take_back(0, consent=True)
    assert on.record.moves == [FRESH_1, FRESH_2]
    assert on.record.copy().freshened == 2


def test_luck_that_was_not_seen_stays() -> None:
    unseen = table()
    unseen.play(0, Move("say", 1))
    before = unseen.state.digest()
    unseen.state.events = []
    two = toy_table(Say(0, 3), Say(1, 3), Deal(), Say(0, 2), hands="1, 2")
    two.play(0, Move("say", 1))
    two.take_back(0)
    assert two.record.moves == []
    assert unseen.state.digest() == before


def test_fresh_luck_depends_on_seed_and_number_alone() -> None:
    first, second, other = (toy(Say(0, 3)) for _ in range(3))
    other.reseed(2)
    for s, number in ((first, 1), (second, 1), (other, 1)):
        s.random_below(9)
        s.apply(OUTSIDE, Move("fresh", number))
    rolls = [[s.random_below(1 << 32) for _ in range(12)] for s in (first, second, other)]
    assert rolls[0] == rolls[1]
    assert rolls[0] != rolls[2]
