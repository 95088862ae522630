"""Taking back around a quiet question tells nothing of who has answered it; and no offers by default."""

from __future__ import annotations

from typing import ClassVar

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import Offer
from duskhall.engine.table import ALONE, CONSENT, Table
from tests.engine.toy import Say, Toy, Vote, interpreted_only, toy, toy_table

pytestmark = interpreted_only
YES = Move("vote", 1)


class Whisper(Vote):
    """TY-9 The second and third seat vote, and nobody is told who has."""

    is_quiet: ClassVar[bool] = True

    def deciders(self, s: Toy) -> list[Seat]:
        return [1, 2]


def asked_quietly() -> Table:
    table = toy_table(Say(0, 3), Whisper(), Say(0, 3), hands="1, 2, 3")
    table.play(0, Move("say", 1))
    return table


def test_an_answer_before_it_is_taken_back_alone_whoever_has_answered() -> None:
    table = asked_quietly()
    assert table.may_take_back(0) == ALONE
    table.play(2, YES)
    assert table.may_take_back(0) == ALONE
    table.take_back(0)
    assert table.record.moves == []
    assert table.roots == [0]


def test_one_takes_back_ones_own_and_the_others_stay() -> None:
    table = asked_quietly()
    table.play(1, YES)
    assert table.way_back(1) == 1
    table.take_back(1)
    assert table.state.waiting == [1, 2]
    table.play(2, YES)
    table.play(1, Move("vote", 0))
    assert table.state.waiting == [0]


def test_after_the_reveal_all_answers_go_together() -> None:
    for first, second in ((1, 2), (2, 1)):
        table = asked_quietly()
        table.play(first, YES)
        table.play(second, YES)
        for seat in (1, 2):
            assert table.may_take_back(seat) == CONSENT
            assert table.way_back(seat) == 1
        table.take_back(2, consent=True)
        assert table.state.waiting == [1, 2]
        assert len(table.record.moves) == 1


def test_nothing_is_offered_unless_a_game_says_so() -> None:
    s = toy(Say(0, 3))
    offer = Offer(0, (1,), "swap 1 1")
    refusal = s.may_offer(offer)
    assert refusal is not None
    assert refusal.reason == "nothing-to-offer"
    assert s.closes(offer, 1) == []
    assert s.current_turn() == 0
