"""What comes from outside: a clock that ran out, weather where no real time passes."""

from __future__ import annotations

import pytest

from duskhall import IllegalMove, Move
from duskhall.engine.events import OUTSIDE
from duskhall.engine.state import State
from duskhall.engine.steps import Refusal
from duskhall.engine.table import ALONE, CONSENT
from tests.engine.toy import (
    RINGS,
    TOLL,
    Play,
    Ring,
    Say,
    Toy,
    Vote,
    interpreted_only,
    notes,
    toy,
    toy_box,
    toy_table,
)

pytestmark = interpreted_only


def test_the_open_question_is_asked_again() -> None:
    s = toy(Say(0, 3), Say(1, 3))
    before = s.legal_moves(0)
    s.apply(OUTSIDE, TOLL)
    assert s.numbers[RINGS] == 1
    assert s.waiting == [0]
    assert s.legal_moves(0) == before
    s.apply(0, Move("say", 2))
    assert s.waiting == [1]
    assert notes(s.events) == [2]


def test_a_question_is_asked_again_of_everyone() -> None:
    s = toy(Vote())
    s.apply(OUTSIDE, TOLL)
    assert s.waiting == [0, 1, 2]


def test_while_answers_are_sealed_nothing_comes_from_outside() -> None:
    s = toy(Vote())
    s.apply(1, Move("vote", 1))
    before = s.digest()
    with pytest.raises(IllegalMove) as refused:
        s.apply(OUTSIDE, TOLL)
    assert refused.value.refusal == Refusal("TY-9", "answers-sealed")
    assert s.digest() == before
    s.apply(0, Move("vote", 0))
    s.apply(2, Move("vote", 0))


def test_a_game_hears_what_it_knows_and_nothing_else() -> None:
    s = toy(Say(0, 3))
    assert s.why_not(OUTSIDE, Move("rain")) == Refusal("TY-4", "not-your-turn")
    assert State.hears(s, TOLL) == Refusal("TY-4", "not-your-turn")
    s.apply(0, Move("say", 1))
    assert s.why_not(OUTSIDE, TOLL) == Refusal("", "game-over")


@pytest.mark.parametrize("number", [(), (0,), (-1,), (1, 2), (1 << 31,)])
def test_luck_is_freshened_by_one_number(number: tuple[int, ...]) -> None:
    assert toy(Say(0, 3)).why_not(OUTSIDE, Move("fresh", *number)) is not None


def test_nobody_takes_back_alone_past_it() -> None:
    table = toy_table(Say(0, 3), Say(0, 3))
    table.play(0, Move("say", 1))
    assert table.may_take_back(0) == ALONE
    table.play(OUTSIDE, TOLL)
    assert table.may_take_back(0) == CONSENT
    table.take_back(0, consent=True)
    assert table.record.moves == []
    assert table.state.numbers[RINGS] == 0


def test_it_is_on_record_and_verified() -> None:
    table = toy_table(Say(0, 3), Say(1, 3))
    table.play(OUTSIDE, TOLL)
    table.play(0, Move("say", 1))
    record = table.record
    assert '"-1 toll"' in record.dumps()
    assert record.verify().digest() == table.state.digest()
    record.moves[0] = (OUTSIDE, Move("rain"))
    with pytest.raises(ValueError, match="move 1, '-1 rain'"):
        record.verify()


# Weather


def test_time_passes_only_where_a_game_has_weather() -> None:
    table = toy_table(Ring(0), Say(0, 3))
    table.play(0, Move("ring", 3))
    assert table.pass_time() == []
    assert table.state.numbers[RINGS] == 3
    assert table.state.pass_time() is None


def windy(*agenda: Ring | Say | Vote | Play) -> Toy:
    s = Toy(toy_box())
    s.box.has_weather = True
    s.numbers, s.events = [0], []
    s.places = [()] * 6
    s.then(*agenda)
    s.play_on()
    return s


def test_weather_comes_from_outside_and_is_on_record() -> None:
    table = toy_table(Ring(0), Say(0, 3))
    table.state.box.has_weather = True
    assert table.pass_time() == []  # the bell was not rung yet
    table.play(0, Move("ring", 3))
    assert [event.kind for event in table.pass_time()] == ["toll"]
    assert table.record.moves[-1] == (OUTSIDE, TOLL)
    assert table.state.numbers[RINGS] == 4
    assert table.state.waiting == [0]
    assert table.record.verify().digest() == table.state.digest()


def test_there_is_no_weather_while_answers_are_sealed_nor_after_the_end() -> None:
    s = windy(Ring(0), Vote())
    s.apply(0, Move("ring", 3))
    s.apply(1, Move("vote", 1))
    assert s.pass_time() is None
    over = windy(Ring(0))
    over.apply(0, Move("ring", 3))
    assert not over.waiting
    assert over.pass_time() is None


def test_without_a_game_saying_so_nothing_runs_listens_or_hushes() -> None:
    s = toy(Say(0, 3))
    assert s.clock() is None
    assert State.weather(s) is None
    assert s.listens(0, "hush") is None
    assert s.hush(0) is None
    assert State.heard(s, TOLL) == []
