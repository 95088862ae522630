"""The agenda of steps, choices, ballots and guesses, on a toy of a game."""

from __future__ import annotations

import pytest

from duskhall.engine.moves import Move
from duskhall.engine.state import IllegalMove, State
from duskhall.engine.steps import Ballot, Choice, Refusal, Step
from tests.engine.toy import (
    DECK,
    HAND,
    PILE,
    RINGS,
    SHOW,
    Deal,
    Drop,
    Nest,
    Note,
    Play,
    Ring,
    Say,
    Toy,
    Vote,
    interpreted_only,
    lay,
    notes,
    toy,
    toy_box,
)

pytestmark = interpreted_only


# The agenda


def test_steps_happen_in_the_order_they_are_named() -> None:
    assert notes(toy(Note(1), Note(2), Note(3)).events) == [1, 2, 3]


def test_what_a_step_adds_comes_before_whatever_was_to_come() -> None:
    assert notes(toy(Nest(10), Nest(20), Note(30)).events) == [10, 11, 12, 20, 21, 22, 30]


def test_a_step_may_be_done_twice() -> None:
    again = Nest(10)
    assert notes(toy(again, again).events) == [10, 11, 12, 10, 11, 12]


def test_play_stops_at_a_question_and_goes_on_after_the_answer() -> None:
    s = toy(Note(1), Say(0, 3), Note(2))
    assert notes(s.events) == [1]
    assert s.waiting == [0]
    s.apply(0, Move("say", 2))
    assert notes(s.events) == [1, 2, 2]
    assert s.waiting == []


def test_an_empty_agenda_is_the_end() -> None:
    s = toy()
    assert s.waiting == s.legal_moves(0) == []
    with pytest.raises(IllegalMove) as refused:
        s.apply(0, Move("say", 1))
    assert refused.value.refusal == Refusal("", "game-over")


def test_an_agenda_reads_as_a_sentence() -> None:
    s = toy(Say(0, 3), Note(2), Play())
    assert repr(s.agenda) == "[Play(), Note(2), Say(0, 3)]"
    assert s.view(1)["asks"] == "Say(0, 3)"


# Choices


def test_a_choice_is_asked_of_one_seat() -> None:
    s = toy(Say(1, 3))
    assert s.waiting == [1]
    assert s.legal_moves(1) == [Move("say", 0), Move("say", 1), Move("say", 2)]
    assert s.legal_moves(0) == []


def test_a_choice_of_one_is_made_without_asking() -> None:
    s = toy(Say(1, 1), Note(5))
    assert s.waiting == []
    assert notes(s.events) == [0, 5]


def test_a_choice_of_nothing_is_skipped() -> None:
    assert notes(toy(Say(1, 0), Note(5)).events) == [5]


def test_what_one_choice_offered_is_forgotten_at_the_next() -> None:
    s = toy(Say(1, 3), Say(0, 2))
    s.apply(1, Move("say", 2))
    assert s.legal_moves(0) == [Move("say", 0), Move("say", 1)]
    s.apply(0, Move("say", 1))
    assert s.offered == []


def test_a_step_may_allow_more_than_it_lists() -> None:
    s = toy(Ring(0))
    assert Move("ring", 17) not in s.legal_moves(0)
    s.apply(0, Move("ring", 17))
    assert s.numbers[RINGS] == 17


# Refusals


@pytest.mark.parametrize(
    ("seat", "move", "refusal"),
    [
        (0, Move("ring", 2), Refusal("TY-5", "too-low", (2,))),
        (1, Move("ring", 3), Refusal("TY-5", "not-your-turn")),
        (9, Move("ring", 3), Refusal("TY-5", "not-your-turn")),
    ],
)
def test_a_refusal_names_rule_and_reason_and_changes_nothing(
    seat: int, move: Move, refusal: Refusal
) -> None:
    s = toy(Ring(0))
    before = s.digest()
    assert s.why_not(seat, move) == refusal
    with pytest.raises(IllegalMove) as refused:
        s.apply(seat, move)
    assert refused.value.refusal == refusal
    assert refused.value.rule == "TY-5"
    assert s.digest() == before


def test_a_refusal_is_a_sentence_with_its_rule() -> None:
    with pytest.raises(IllegalMove, match=r"^2 is too low\. \(TY-5\)$"):
        toy(Ring(0)).apply(0, Move("ring", 2))


def test_what_a_step_does_not_explain_is_not_offered() -> None:
    assert toy(Say(0, 3)).why_not(0, Move("say", 3)) == Refusal("TY-4", "not-offered")


def test_a_legal_move_is_not_refused() -> None:
    assert toy(Say(0, 3)).why_not(0, Move("say", 2)) is None


# Ballots


def test_a_ballot_waits_for_everyone_concerned() -> None:
    s = toy(Play(), hands="1 2, , 5 6")
    assert s.waiting == [0, 2]


def test_a_ballot_without_voters_is_settled_at_once() -> None:
    s = toy(Play(), Note(5), hands="")
    assert s.waiting == []
    assert notes(s.events) == [5]


def test_answers_to_a_ballot_are_sealed_until_the_last() -> None:
    s = toy(Play(), Note(5), hands="1 2, 3 4, 5 6")
    s.apply(2, Move("play", 5))
    s.apply(0, Move("play", 2))
    assert s.waiting == [1]
    assert s.sealed == {2: Move("play", 5), 0: Move("play", 2)}
    assert not s.events
    assert not s.places[SHOW]
    s.apply(1, Move("play", 3))
    assert s.sealed == {}
    assert s.places[SHOW] == (2, 3, 5)
    assert notes(s.events) == [5]


def test_a_sealed_answer_is_seen_by_its_seat_alone() -> None:
    s = toy(Play(), hands="1 2, 3 4, 5 6")
    unsealed = s.view(1)
    s.apply(0, Move("play", 2))
    assert s.view(0)["sealed"] == {"0": "play 2"}
    assert s.view(1) == unsealed


def test_nobody_answers_a_ballot_twice() -> None:
    s = toy(Play(), hands="1 2, 3 4")
    s.apply(0, Move("play", 2))
    assert s.why_not(0, Move("play", 1)) == Refusal("TY-6", "already-answered")
    assert s.legal_moves(0) == []


def test_the_last_answer_reveals_and_the_others_do_not() -> None:
    s = toy(Vote())
    s.apply(0, Move("vote", 1))
    s.apply(1, Move("vote", 1))
    assert s.revealed == 0
    s.apply(2, Move("vote", 0))
    assert s.revealed == 1
    assert s.numbers[RINGS] == 2


def test_a_ballot_of_one_is_not_special() -> None:
    s = toy(Play(), hands="1 2")
    s.apply(0, Move("play", 2))
    assert s.places[SHOW] == (2,)


# Clones and guesses


def test_a_clone_goes_its_own_way() -> None:
    s = toy(Play(), Deal(), Ring(1), hands="1 2, 3 4")
    before = s.digest()
    clone = s.clone()
    clone.apply(0, Move("play", 1))
    clone.apply(1, Move("play", 3))
    clone.apply(1, Move("ring", 4))
    assert s.digest() == before
    assert s.events == []


def test_a_clone_leaves_the_events_behind() -> None:
    assert toy(Note(1), Say(0, 2)).clone().events is None


def test_a_guess_deals_what_is_hidden_anew() -> None:
    s = toy(Play(), hands="1 2, 3 4, 5", deck="6 7")
    lay(s, hands="1 2, 3 4, 5", deck="6 7", pile="9 8")
    guesses = [s.determinize(0, seed) for seed in range(50)]
    assert {guess.places[HAND] for guess in guesses} == {(1, 2)}
    assert {card for guess in guesses for card in guess.places[HAND + 2]} == {3, 4, 5, 6, 7, 8, 9}
    assert len({guess.places[PILE] for guess in guesses}) > 20
    assert all(guess.places[DECK] == tuple(sorted(guess.places[DECK])) for guess in guesses)


def test_a_guess_opens_the_answers_of_others_and_keeps_ones_own() -> None:
    s = toy(Play(), hands="1 2, 3 4, 5 6")
    s.apply(2, Move("play", 5))
    s.apply(0, Move("play", 2))
    guess = s.determinize(0, seed=3)
    assert guess.sealed == {0: Move("play", 2)}
    assert guess.waiting == [1, 2]


def test_in_a_guess_another_seat_chooses_among_the_cards_it_has_there() -> None:
    s = toy(Drop(1), hands="1 2, 3 4", deck="5 6 7 8 9")
    guess = s.determinize(0, seed=3)
    assert guess.places[HAND + 1] != (3, 4)
    assert [move.about[0] for move in guess.legal_moves(1)] == list(guess.places[HAND + 1])


def test_the_same_seed_gives_the_same_guess() -> None:
    s = toy(Play(), hands="1 2, 3 4, 5 6")
    assert s.determinize(0, 3).digest() == s.determinize(0, 3).digest()
    assert s.determinize(0, 3).digest() != s.determinize(0, 4).digest()


def test_a_guess_tells_nothing_of_what_is_hidden() -> None:
    first = toy(Play(), hands="1 2, 3 4, 5 6", deck="7 8 9")
    second = toy(Play(), hands="1 2, 7 9, 3 8", deck="4 5 6")
    assert first.determinize(0, 3).digest() == second.determinize(0, 3).digest()


# What a step must say for itself


def test_parts_that_say_nothing_are_not_implemented() -> None:
    s: Toy = toy()
    with pytest.raises(NotImplementedError):
        Step[Toy]().resolve(s)
    with pytest.raises(NotImplementedError):
        Choice[Toy](0).choose(s, Move("say", 1))
    with pytest.raises(NotImplementedError):
        Ballot[Toy]().deciders(s)
    with pytest.raises(NotImplementedError):
        Ballot[Toy]().reveal(s, {})
    assert Step[Toy]().moves(s, 0) == []


def test_an_untouched_state_is_empty() -> None:
    s = State(toy_box())
    assert not s.places
    assert not s.agenda
    assert not s.waiting
    assert s.events is None
