"""Don't Turn Your Back's rulebook, paragraph by paragraph: phase 2 and phase 3."""

from __future__ import annotations

import pytest

from duskhall.games.dont_turn_your_back.box import POINTS, TURN
from tests.games.dont_turn_your_back.words import (
    SHOP,
    STRANGER,
    about,
    candles,
    line,
    night,
    offers,
    paid,
    play,
    refused,
    until,
)
from tests.games.words import asks, at, events, sees, told

# Phase 2: acquire influence


def test_the_pain_in_the_city_slumbering_and_services_are_spent_on_ones_row() -> None:
    """TB-50 TB-34 TB-35"""
    s = night(
        cs="City 1, City 2, City 6 of 1",
        bb="Dream Dealer, Faceless, Faceless of 1",
        rows=f"{SHOP} / {SHOP}",
    )
    assert (asks(s), s.numbers[POINTS]) == ("Buy(0)", 6)
    play(s, "0 buy City 3 $4")
    assert (s.numbers[POINTS], at(s, "discard.0")) == (2, ["City 3 $4"])
    assert offers(s) == "buy City 1 $2, done"
    play(s, "0 buy City 1 $2")
    assert at(s, "discard.0") == ["City 3 $4", "City 1 $2"]
    assert (asks(s), s.numbers[POINTS]) == ("Buy(1)", 7)


def test_other_pain_is_not_spent() -> None:
    """TB-50"""
    s = night(d13="Thirteen 3", hs="School 3", wk="Wax 3", bb="Cleaner 3", rows=SHOP)
    assert (events(s, "influence"), s.numbers[TURN]) == ([], 2)


def test_players_acquire_in_turn_order() -> None:
    """TB-50"""
    s = night(cs="City 3, City 3 of 1, City 3 of 2", first=1, rows=f"{SHOP} / {SHOP} / {SHOP}")
    order = [asks(s)]
    order.append(asks(play(s, "1 done")))
    order.append(asks(play(s, "2 done")))
    assert order == ["Buy(1)", "Buy(2)", "Buy(0)"]


def test_unspent_points_are_lost() -> None:
    """TB-50"""
    s = night(cs="City 3, City 2 of 1", rows=f"{SHOP} / {SHOP}")
    play(s, "0 buy City 1 $2")
    assert [event.change for event in events(s, "unspent")] == [-1]
    assert s.numbers[POINTS] == 2  # the other player's
    play(s, "1 done")
    assert s.numbers[POINTS] == 0
    assert at(s, "row.1") == SHOP.split(", ")


def test_who_can_afford_nothing_is_not_asked() -> None:
    """TB-50"""
    s = night(cs="City 1", rows=SHOP)
    assert [event.value for event in events(s, "influence")] == [1]
    assert (s.numbers[TURN], at(s, "row.0")) == (2, SHOP.split(", "))


def test_one_buys_what_one_can_pay_from_ones_own_row() -> None:
    """TB-50"""
    s = night(cs="City 3", rows=f"{SHOP} / City 9 $1")
    assert refused(s, "0 buy City 3 $4") == "TB-50 too-dear"
    assert about(s, "0 buy City 3 $4")[1:] == [4, 3]
    assert refused(s, "0 buy City 9 $1 of 1") == "TB-50 not-in-row"
    assert refused(s, "0 buy City 9 $1") == "TB-50 not-in-row"
    assert refused(s, "0 buy City 1 $2 & City 2 $3") == "TB-50 buy-or-done"
    assert refused(s, "0 pass") == "TB-50 buy-or-done"
    assert refused(s, "1 done") == "TB-50 not-your-turn"


def test_a_row_is_refilled_at_once_and_the_new_card_may_be_bought() -> None:
    """TB-51"""
    s = night(cs="City 5", rows=SHOP, acquisition_decks="Wax 1 $3, Wax 1 $3")
    play(s, "0 buy City 1 $2")
    assert at(s, "row.0") == [*SHOP.split(", ")[1:], "Wax 1 $3"]
    assert offers(s) == "buy City 2 $3, buy Wax 1 $3, done"
    assert at(play(s, "0 buy Wax 1 $3"), "discard.0")[:2] == ["City 1 $2", "Wax 1 $3"]


def test_a_card_refills_the_row_unseen_until_then() -> None:
    """TB-51"""
    s = night(cs="City 2", rows=SHOP)
    assert (sees(s, 0, "acquisition_deck.0"), sees(s, 1, "acquisition_deck.0")) == (12, 12)
    play(s, "0 buy City 1 $2")
    assert told(s, "refill")[-1] == [STRANGER]


# Phase 3: score


@pytest.mark.parametrize(
    ("school", "wanted"),
    [
        ("School 3, School 2 of 1", [3, 1, 0]),
        ("School 2 of 2, School 3, School 2 of 1, School 2 of 2", [1, 1, 4]),
        ("School 1 of 1, School 2 of 1, School 4 of 2", [0, 2, 4]),
        ("School 5", [5, 0, 0]),
        ("School 0 of 1", [0, 0, 0]),
        ("School 0 of 1, School 0 of 2", [0, 0, 1]),
        ("", [0, 0, 0]),
    ],
)
def test_most_pain_scores_it_and_the_others_score_their_cards(
    school: str, wanted: list[int]
) -> None:
    """TB-60"""
    assert candles(night(players=3, hs=school)) == wanted


@pytest.mark.parametrize(
    ("school", "wanted"),
    [
        ("School 3, School 3 of 1", [3, 1, 0]),
        ("School 3 of 1, School 3", [1, 3, 0]),
        ("School 1 of 2, School 1, School 3 of 1, School 2", [3, 1, 1]),
        ("School 1 of 1, School 3, School 2 of 1", [1, 3, 0]),
    ],
)
def test_a_tie_in_the_high_school_goes_to_the_card_nearest_to_the_start(
    school: str, wanted: list[int]
) -> None:
    """TB-60"""
    assert candles(night(players=3, hs=school)) == wanted


MOST = "School 5 of 1, School 1, School 1, School 2 of 2"  # seat 1 wins, seat 0 has most cards


def test_as_many_cards_leave_the_high_school_as_the_most_that_one_player_has() -> None:
    """TB-61"""
    s = night(players=3, hs=MOST)
    assert line(s, "HS") == "School 1 of 0, School 2 of 2"
    assert [at(s, f"discard.{seat}") for seat in range(3)] == [["School 1"], ["School 5"], []]


def test_by_another_reading_as_many_leave_as_the_winner_has() -> None:
    """TB-61"""
    s = night(players=3, hs=MOST, high_school="winner")
    assert line(s, "HS") == "School 1 of 0, School 1 of 0, School 2 of 2"
    assert [at(s, f"discard.{seat}") for seat in range(3)] == [[], ["School 5"], []]
    assert candles(s) == candles(night(players=3, hs=MOST)) == [2, 5, 1]


def test_what_is_left_in_the_high_school_shifts_to_the_start_and_stays() -> None:
    """TB-61 TB-91"""
    s = night(players=3, hs="School 1, School 2 of 1, School 3 of 2")
    assert [at(s, f"hs.{n}") for n in (1, 2, 3)] == [["School 2"], ["School 3"], []]
    assert told(s, "shift") == [["School 2"], ["School 3"]]


def test_what_stays_in_the_high_school_scores_again() -> None:
    """TB-61 TB-60"""
    s = until(night(hs="School 2, School 3 of 1"), "PlaceCard")
    assert candles(s) == [1, 3]
    play(s, "1 pass, 0 pass")
    assert candles(s) == [1, 6]
    assert line(until(s, "PlaceCard"), "HS") == ""


@pytest.mark.parametrize("reading", ["most-cards", "winner"])
def test_the_rulebooks_example(reading: str) -> None:
    """TB-62 TB-60 TB-61"""
    school = "School 2, School 3 of 1, School 2 of 2, School 2"
    s = night(players=3, hs=school, high_school=reading)
    assert candles(s) == [4, 1, 1]
    assert line(s, "HS") == "School 2 of 2, School 2 of 0"
    assert [at(s, f"discard.{seat}") for seat in range(3)] == [["School 2"], ["School 3"], []]


def test_the_high_school_is_scored_before_13() -> None:
    """TB-63 TB-76"""
    s = night(law="The Sawtooth Act", hs="School 3", d13="Thirteen 1, Thirteen 2 of 1")
    assert candles(s) == [1, 7]


def test_a_law_is_discarded_and_the_next_turned_up() -> None:
    """TB-63"""
    s = night(law="My Gun's Law", turn=3)
    assert at(s, "law_discard")[-1] == "My Gun's Law"
    assert (len(at(s, "law")), len(at(s, "law_deck"))) == (1, 4)
    assert told(s, "law") == [at(s, "law")]


def test_the_next_law_is_random() -> None:
    """TB-63 TB-01"""
    assert len({at(night(seed=seed), "law")[0] for seed in range(20)}) > 3


def test_each_turn_has_its_law() -> None:
    """TB-63"""
    s = night(turn=7, d13="Thirteen 2")
    second = at(s, "law")
    assert (paid(s, "TB-70"), at(s, "law_deck")) == ([6, 0], [])
    until(s, "")
    assert (at(s, "law"), at(s, "law_discard")[-1:]) == ([], second)
