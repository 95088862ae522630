"""The reasons of hints, at tables where what an answer does is beyond doubt."""

from __future__ import annotations

import pytest

from duskhall.bots.advice import adviser
from duskhall.bots.insight import Insight, Reason, Weighed, because, why
from duskhall.bots.terms import terms_of
from duskhall.cli.advice import reasons
from duskhall.engine.catalogue import LANGUAGES
from duskhall.engine.events import Event, Seat
from duskhall.engine.moves import Move
from duskhall.games import dont_turn_your_back
from duskhall.games.dont_turn_your_back.state import Night
from tests.games.dont_turn_your_back.words import night, play, say

NIGHT = dont_turn_your_back.GAME


def told(s: Night, words: str, seat: Seat = 0) -> list[str]:
    """In English, what an answer does at once."""
    move = answer(s, words, seat)
    facts = adviser(NIGHT, "greedy").facts(s, seat, move)
    return [reasons(s, [fact], "en") for fact in facts]


def answer(s: Night, words: str, seat: Seat = 0) -> Move:
    return next(move for move in s.legal_moves(seat) if say(s, move) == words)


def own(s: Night, words: str) -> list[str]:
    found = terms_of(NIGHT).own(s, 0, answer(s, words))
    assert found is not None
    return found


def because_of(weighed: Weighed, *told: Reason) -> list[Reason]:
    return because(Insight(weighed, [], list(told)), False, lambda _: True)


# In general


def test_what_is_told_as_a_fact_is_told_first_and_not_again_as_a_hope() -> None:
    weights = {"candles": 1.0, "law": 0.5}
    drawn = Reason("candles.now", (4,))
    best = Weighed(Move("pass"), 0.5, [{"candles": 4.0, "law": 2.0}], None, (drawn,))
    other = Weighed(Move("done"), 0.4, [{"candles": 0.0, "law": 0.0}])
    assert why(weights, best, [other]) == [Reason("law", (2,))]
    assert because_of(best, Reason("law", (2,))) == [drawn, Reason("law", (2,))]
    assert because_of(best) == [drawn, Reason("even")]  # a fact is no reason: others may do as much


# Don't Turn Your Back


def test_a_service_is_told_by_what_it_does_at_once() -> None:
    """TB-40, TB-42, TB-32, TB-44, TB-30"""
    s = night("Shameful, Mother When, Cleaner, The Tacks Man / City 1, City 2", candles="0 / 5")
    assert told(s, "place Shameful in BB") == ["You draw 2 cards at once."]
    assert told(s, "place Mother When in BB") == ["It brings you 4 Candles at once."]
    cleaned = ["It brings you 1 Candle at once.", "You draw 1 card at once."]
    assert told(s, "place Cleaner in BB") == cleaned
    assert told(s, "place The Tacks Man in BB") == ["Your opponent loses 2 Candles at once."]
    s = play(night("Blind Knight, Wax 3 / City 1"), "0 place Blind Knight in BB")
    assert told(s, "encase Wax 3") == ["It brings you 3 Candles at once."]


def test_what_a_law_pays_after_the_last_answer_is_not_what_a_card_does() -> None:
    """TB-70: who places the last card sees the turn played to its end."""
    s = night("Shameful", d13="Thirteen 2", law="The First Admonishment")
    assert told(s, "place Shameful in BB") == ["You draw 2 cards at once."]


def test_a_card_leaves_the_hand_wherever_it_is_placed() -> None:
    """What is true of every answer is no reason; of a pass it is told how many stay."""
    s = night("City 1, School 1 / City 1")
    assert told(s, "place City 1 in CS") == []
    assert told(s, "pass") == ["You place no more this turn, and keep 2 cards in hand."]
    assert not any("kept" in key for key in terms_of(NIGHT).weights())


@pytest.mark.parametrize(
    ("law", "brings"),
    [
        ("The Wax Tax", ["wax"]),
        ("The First Admonishment", ["law", "rivals", "opponent"]),
        ("The Somnambulation Act", ["law", "rivals", "opponent"]),
        ("The 13th Admonishment", ["law", "rivals", "opponent", "bought", "pain"]),
        ("Have Us A Corpus", ["bought", "pain"]),
    ],
)
def test_a_law_brings_what_is_written_on_it(law: str, brings: list[str]) -> None:
    """TB-70, TB-71, TB-73, TB-77, TB-79: where no Candles are paid, none are kept from anybody."""
    s = night("Thirteen 2 / City 1", law=law)
    assert own(s, "place Thirteen 2 in 13") == brings


def test_a_service_that_harms_nobody_keeps_nothing_from_anybody() -> None:
    """TB-42, TB-44"""
    s = night("Shameful, The Tacks Man / City 1")
    assert own(s, "place Shameful in BB") == []
    assert "rivals" in own(s, "place The Tacks Man in BB")


def test_what_is_bought_counts_and_is_told() -> None:
    """TB-50, TB-96, TB-79"""
    s = night("City 4 / ", rows="City 2 $3, City 1 $2")
    play(s, "0 place City 4 in CS")
    bought = "It has 2 Pain, and its Cost of 3 counts at the end for whoever leads in wax."
    assert told(s, "buy City 2 $3") == [bought]
    taxed = night(d13="Thirteen 2", law="The Wax Tax", rows="City 2 $3, City 1 $2")
    assert told(taxed, "acquire City 2 $3") == ["2 Pain goes into the wax at once."]
    events: list[Event] = []
    s.events = events
    before = terms_of(NIGHT).count(s, 0, [])
    play(s, "0 buy City 2 $3")
    after = terms_of(NIGHT).count(s, 0, events)
    assert after["bought"] - before["bought"] == 3
    assert after["pain"] - before["pain"] == 2
    assert set(own(night("City 1 / "), "place City 1 in CS")) == {"bought", "influence"}


def test_a_purchase_has_a_reason() -> None:
    s = night("City 4 / City 1", rows="City 5 $4, City 1 $2, City 1 $2")
    play(s, "0 place City 4 in CS, 1 place City 1 in CS")
    found = adviser(NIGHT, "greedy").advise(s, 0, 5, 8, 5.0)
    assert say(s, found.best.move) == "buy City 5 $4"
    assert found.reasons


@pytest.mark.parametrize("players", [2, 3])
def test_of_two_the_other_is_the_opponent(players: int) -> None:
    s = night("City 1 / City 1", players=players)
    counted = terms_of(NIGHT).count(s, 0, [])
    assert ("opponent" in counted, "rivals" in counted) == (players == 2, players > 2)


def test_what_is_given_up_is_told_with_its_unit() -> None:
    """Without it, 'about 1 more' reads as if it were said of the Pain before it."""
    words = NIGHT.catalogue()
    for key in ("school.less", "law.less", "candles.less", "rivals.less", "opponent.less"):
        for language, unit in zip(LANGUAGES, ("Candle", "キャンドル"), strict=True):
            assert unit in (words.find("hints", key, language) or "")
