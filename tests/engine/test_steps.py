"""Steps that are asked in their own way: windows, open-ended choices, and what is forced."""

from __future__ import annotations

from duskhall.engine.moves import PASS, Move
from duskhall.engine.steps import Forced
from duskhall.engine.table import ALONE, CONSENT
from tests.engine.toy import (
    SHOW,
    Any,
    Interrupt,
    Note,
    Only,
    Say,
    interpreted_only,
    notes,
    toy,
    toy_table,
)

pytestmark = interpreted_only


# Windows


def test_a_window_asks_by_what_everybody_sees() -> None:
    holds, holds_not = (toy(Interrupt(), hands=hands) for hands in ("1 2, 3", "2 4, 3"))
    for s in (holds, holds_not):
        assert s.asked() == s.waiting == [0, 1]
        assert s.is_quiet()
    assert holds.view(1) == holds_not.view(1)


def test_who_holds_nothing_may_only_pass() -> None:
    s = toy(Interrupt(), hands="1 2, 3")
    assert s.legal_moves(0) == [PASS, Move("stop", 1)]
    assert s.legal_moves(1) == [PASS]
    assert s.agenda[-1].passing(s, 1) == PASS
    assert s.agenda[-1].occasion(s, 1) == "Interrupt"


def test_if_all_pass_the_window_closes() -> None:
    s = toy(Interrupt(), Note(7), hands="1 2, 3")
    s.apply(1, PASS)
    assert s.asked() == [0, 1]
    s.apply(0, PASS)
    assert notes(s.events) == [7]


def test_a_window_that_was_used_opens_again() -> None:
    s = toy(Interrupt(), Note(7), hands="1 2, 3")
    s.apply(0, Move("stop", 1))
    s.apply(1, PASS)
    assert s.places[SHOW] == (1,)
    assert s.waiting == [0, 1]
    assert notes(s.events) == []
    s.apply(0, PASS)
    s.apply(1, PASS)
    assert notes(s.events) == [7]


def test_other_questions_are_not_quiet_and_have_no_pass() -> None:
    s = toy(Say(0, 3))
    assert not s.is_quiet()
    assert not toy().is_quiet()
    assert s.agenda[-1].passing(s, 0) is None
    assert s.agenda[-1].occasion(s, 0) == "Say"


# Open-ended choices


def test_a_choice_that_takes_more_than_it_lists_is_always_asked() -> None:
    s = toy(Any(0, 1))
    assert s.waiting == [0]
    assert s.legal_moves(0) == [Move("say", 0)]
    s.apply(0, Move("say", 77))
    assert notes(s.events) == [77]


def test_a_choice_of_one_is_not_asked() -> None:
    s = toy(Say(0, 1), Say(1, 2))
    assert s.waiting == [1]


# What is forced


def test_what_is_forced_is_told_with_its_rule_and_numbers_before_it_is_done() -> None:
    s = toy(Only(0), Say(1, 2), hands="3, 4 5")
    assert s.events is not None
    told, done = s.events
    assert (told.kind, told.rule, told.seat, told.about) == ("forced.one-card", "TY-11", 0, (3,))
    assert told.cards == ()
    assert (done.kind, done.cards) == ("only", (3,))


def test_what_was_chosen_is_not_forced() -> None:
    s = toy(Only(0), hands="3 6, 4 5")
    s.apply(0, Move("drop", 3))
    assert [event.kind for event in s.events or []] == ["only"]


def test_a_forced_answer_of_which_nobody_wonders_is_not_told() -> None:
    s = toy(Say(0, 1), Say(1, 2))
    assert [event.kind for event in s.events or []] == ["said"]
    assert Say(0, 1).forced(s, Move("say", 0)) is None


def test_when_nobody_watches_nobody_is_told() -> None:
    s = toy(Say(1, 2), Only(0), Say(1, 2), hands="3, 4 5")
    clone = s.clone()
    clone.apply(1, Move("say", 1))
    assert clone.events is None
    assert clone.finals == 1
    assert Forced("TY-11", "one-card").about == ()


# What is final


def test_what_is_final_is_taken_back_only_by_consent() -> None:
    table = toy_table(Only(0), Say(0, 2), hands="3 6, 4 5")
    table.play(0, Move("drop", 3))
    assert table.may_take_back(0) == CONSENT
    table.play(0, Move("say", 1))
    assert table.may_take_back(0) == ALONE
    table.take_back(0)
    table.take_back(0, consent=True)
    assert table.record.moves == []
    assert table.record.freshened == 0  # no luck was seen
