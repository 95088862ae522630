"""Tables: events by position, and who may take back what."""

from __future__ import annotations

import pytest

import duskhall
from duskhall import IllegalMove, Move, Record, Table
from duskhall.engine.table import ALONE, CONSENT, NothingToTakeBack, new_table
from tests.engine.toy import Deal, Note, Play, Ring, Say, Vote, interpreted_only, notes, toy_table

GAME = duskhall.installed()[0]
PLAYERS = GAME.player_counts()[-1]


def begun(answers: int) -> Table:
    """A table of a real game at which that many answers were given, each the first that is legal."""
    table = new_table(GAME, PLAYERS, seed=1)
    for _ in range(answers):
        seat = table.state.waiting[0]
        table.play(seat, table.state.legal_moves(seat)[0])
    return table


# What every table has


def test_a_new_table_has_dealt_and_told_of_it() -> None:
    table = begun(0)
    assert len(table.record.chain) == len(table.events) == len(table.marks) == 1
    assert table.events[0]
    assert table.state.waiting


def test_without_a_seed_every_table_is_another() -> None:
    assert new_table(GAME, PLAYERS).record.seed != new_table(GAME, PLAYERS).record.seed


def test_a_table_takes_names_options_and_an_edition() -> None:
    option = GAME.options()[0]
    edition = next(iter(GAME.editions()))
    names = [f"Name {seat}" for seat in range(PLAYERS)]
    table = new_table(GAME, PLAYERS, 1, edition, names, **{option.name: option.values[1]})
    assert table.record.names == names
    assert table.record.options[option.name] == option.values[1]
    assert table.record.edition is GAME.edition(edition)


def test_every_answer_adds_to_moves_chain_and_events() -> None:
    table = begun(PLAYERS)
    assert len(table.record.moves) == PLAYERS
    assert len(table.record.chain) == len(table.events) == PLAYERS + 1
    assert table.events[1] == []  # sealed
    assert table.events[-1]  # revealed


def test_an_illegal_answer_adds_nothing() -> None:
    table = begun(1)
    before = table.record.dumps()
    with pytest.raises(IllegalMove):
        table.play(table.state.waiting[0], Move("dance"))
    assert table.record.dumps() == before
    assert len(table.events) == 2


def test_a_record_is_opened_at_its_last_position() -> None:
    table = begun(PLAYERS + 1)
    again = Table(Record.loads(table.record.dumps()))
    assert again.state.digest() == table.state.digest()
    assert again.record.chain == table.record.chain


def test_a_sparing_table_keeps_neither_events_nor_hashes() -> None:
    table = begun(PLAYERS)
    sparing = Table(Record.loads(table.record.dumps()), sparing=True)
    assert sparing.state.digest() == table.state.digest()
    assert sparing.marks == table.marks
    assert sparing.events == []
    assert sparing.record.chain == []
    seat = sparing.record.moves[0][0]
    assert sparing.may_take_back(seat) == table.may_take_back(seat)
    sparing.take_back(seat, consent=True)
    table.take_back(seat, consent=True)
    assert sparing.state.digest() == table.state.digest()
    assert sparing.record.moves == table.record.moves


@interpreted_only
def test_answers_that_lead_to_the_same_table_still_part_the_chains() -> None:
    first, second = toy_table(Say(0, 3)), toy_table(Say(0, 3))
    first.play(0, Move("say", 1))
    second.play(0, Move("say", 2))
    assert first.state.digest() == second.state.digest()
    assert first.record.chain[-1] != second.record.chain[-1]


# Taking back


def test_who_has_not_answered_has_nothing_to_take_back() -> None:
    table = begun(1)
    seat = table.state.waiting[0]
    assert table.may_take_back(seat) == ""
    with pytest.raises(NothingToTakeBack, match="no answer"):
        table.take_back(seat, consent=True)


@interpreted_only
def test_an_answer_that_revealed_nothing_is_taken_back_alone() -> None:
    table = toy_table(Say(0, 3), Say(0, 3))
    before = table.state.digest()
    table.play(0, Move("say", 1))
    assert table.may_take_back(0) == ALONE
    table.take_back(0)
    assert table.state.digest() == before
    assert table.record.moves == []


@interpreted_only
def test_a_sealed_answer_is_taken_back_alone_and_the_others_stay_sealed() -> None:
    table = toy_table(Play(), hands="1 2, 3 4, 5 6")
    table.play(1, Move("play", 3))
    without = table.state.digest()
    table.take_back(1)
    table.play(0, Move("play", 1))
    table.play(1, Move("play", 3))
    table.take_back(0)
    assert table.state.digest() == without
    assert table.state.sealed == {1: Move("play", 3)}
    assert table.state.waiting == [0, 2]


@interpreted_only
def test_after_luck_the_table_must_agree() -> None:
    table = toy_table(Say(0, 3), Deal(), Say(1, 3))
    table.play(0, Move("say", 1))
    assert table.may_take_back(0) == CONSENT
    with pytest.raises(NothingToTakeBack, match="the others must agree"):
        table.take_back(0)
    assert len(table.record.moves) == 1


@interpreted_only
def test_after_a_reveal_the_table_must_agree() -> None:
    table = toy_table(Play(), Say(0, 3))
    table.play(0, Move("play", 1))
    table.play(1, Move("play", 5))
    assert [table.may_take_back(seat) for seat in (0, 1)] == [CONSENT, CONSENT]


@interpreted_only
def test_after_a_vote_the_table_must_agree() -> None:
    table = toy_table(Vote(), Say(0, 3))
    table.play(0, Move("vote", 1))
    table.play(1, Move("vote", 0))
    assert [table.may_take_back(seat) for seat in (0, 1)] == [CONSENT, CONSENT]


@interpreted_only
def test_after_anothers_answer_the_table_must_agree() -> None:
    table = toy_table(Say(0, 3), Say(1, 3), Say(0, 3))
    table.play(0, Move("say", 1))
    table.play(1, Move("say", 2))
    assert [table.may_take_back(seat) for seat in (0, 1)] == [CONSENT, ALONE]


@interpreted_only
def test_after_anothers_answer_to_the_next_question_the_table_must_agree() -> None:
    """Also where that answer is sealed: it was given to a question that would go away."""
    table = toy_table(Say(0, 3), Play())
    table.play(0, Move("say", 1))
    table.play(1, Move("play", 5))
    assert table.may_take_back(0) == CONSENT
    assert table.may_take_back(1) == ALONE


@interpreted_only
def test_after_two_answers_of_another_the_table_must_agree() -> None:
    table = toy_table(Say(0, 3), Say(1, 3), Play())
    table.play(0, Move("say", 1))
    table.play(1, Move("say", 2))
    table.play(1, Move("play", 5))
    assert table.may_take_back(0) == CONSENT


@interpreted_only
def test_by_consent_everything_since_is_taken_back() -> None:
    table = toy_table(Note(7), Say(0, 3), Say(1, 3), Play(), Say(1, 3))
    before, chain = table.state.digest(), table.record.chain[:]
    table.play(0, Move("say", 1))
    table.play(1, Move("say", 2))
    table.play(0, Move("play", 1))
    table.play(1, Move("play", 4))
    table.play(1, Move("say", 0))
    table.take_back(1, consent=True)
    table.take_back(0, consent=True)
    table.take_back(0, consent=True)
    assert table.state.digest() == before
    assert table.record.chain == chain
    assert [notes(events) for events in table.events] == [[7]]
    assert table.marks == [0]


@interpreted_only
def test_after_a_take_back_another_answer_may_be_given() -> None:
    table = toy_table(Ring(0), Ring(0))
    table.play(0, Move("ring", 3))
    table.take_back(0)
    table.play(0, Move("ring", 5))
    assert table.state.numbers == [5]
    assert table.record.verify().numbers == [5]
