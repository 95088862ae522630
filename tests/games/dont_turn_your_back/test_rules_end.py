"""Don't Turn Your Back's rulebook, paragraph by paragraph: phase 4, and the end."""

from __future__ import annotations

import pytest

from duskhall.engine.moves import Move
from duskhall.engine.steps import Refusal
from duskhall.games.dont_turn_your_back import GAME
from duskhall.games.dont_turn_your_back.box import DISTRICTS, FIRST, LEVEL, TURN
from duskhall.games.dont_turn_your_back.rules.turn import Turn
from duskhall.games.dont_turn_your_back.state import Night
from tests.games.dont_turn_your_back.words import (
    FIVE,
    SHOP,
    SLEEPER,
    candles,
    deal,
    line,
    night,
    offers,
    paid,
    play,
    refused,
    table,
    until,
)
from tests.games.words import ONLOOKER, all_answer, asks, at, events, sees, sizes, told

# Phase 4: clean up and draw up


def test_cards_of_the_wax_kingdom_are_encased_with_their_owner() -> None:
    """TB-90"""
    s = night(wk="Wax 3, Wax 2 of 1")
    assert (at(s, "encased.0"), at(s, "encased.1"), line(s, "WK")) == (["Wax 3"], ["Wax 2"], "")
    assert (at(s, "discard.0"), candles(s)) == ([], [0, 0])


def test_encased_cards_lie_face_down() -> None:
    """TB-90"""
    s = night(wk="Wax 3, Wax 2 of 1")
    assert (sees(s, 0, "encased.0"), sees(s, 1, "encased.0")) == (["Wax 3"], 1)
    assert sees(s, ONLOOKER, "encased.1") == 1


def test_encased_cards_are_never_drawn_again() -> None:
    """TB-90 TB-11"""
    s = night(wk="Wax 3", decks="City 1", discards="City 2")
    assert (sorted(at(s, "hand.0")), at(s, "deck.0")) == (["City 1", "City 2"], [])
    assert "Wax 3" in at(s, "encased.0")


def test_cards_of_bazaar_13_and_city_slumbering_are_discarded_to_their_owners() -> None:
    """TB-91"""
    s = night(
        bb="Cleaner, Paperboy of 1",
        d13="Thirteen 1 of 1, Thirteen 2",
        cs="City 1, City 2 of 1",
        hs="School 1, School 2 of 1",
        wk="Wax 1",
    )
    assert sorted(at(s, "discard.0")) == ["City 1", "Cleaner", "School 1", "Thirteen 2"]
    assert sorted(at(s, "discard.1")) == ["City 2", "Paperboy", "Thirteen 1"]
    assert [line(s, district) for district in DISTRICTS] == ["", "School 2 of 1", "", "", ""]


def test_leftover_cards_may_be_kept() -> None:
    """TB-92"""
    s = play(night("City 1, City 2, City 3"), "0 pass, 0 discard")
    assert sorted(at(s, "hand.0")) == ["City 1", "City 2", "City 3", SLEEPER]
    assert at(s, "discard.0") == []


def test_any_leftover_cards_may_be_discarded() -> None:
    """TB-92"""
    s = play(night("City 1, City 2, City 3"), "0 pass")
    assert len(s.legal_moves(0)) == 8
    play(s, "0 discard City 1 & City 3")
    assert sorted(at(s, "hand.0")) == ["City 2", SLEEPER, SLEEPER, SLEEPER]
    assert at(s, "discard.0") == ["City 1", "City 3"]


def test_all_leftover_cards_may_be_discarded() -> None:
    """TB-92"""
    s = play(night("City 1, City 2 / City 3"), "0 pass, 1 pass")
    assert offers(s) == "discard, discard City 1, discard City 2, discard City 1 & City 2"
    assert offers(s, 1) == "discard, discard City 3"
    play(s, "0 discard City 1 & City 2, 1 discard City 3")
    assert (at(s, "discard.0"), at(s, "discard.1")) == (["City 1", "City 2"], ["City 3"])
    assert sizes(s, "hand") == [4, 4]


def test_leftovers_are_discarded_in_secret_and_together() -> None:
    """TB-92"""
    s = play(night("City 1, City 2 / City 3"), "0 pass, 1 pass, 0 discard City 1")
    assert (s.waiting, at(s, "discard.0"), s.view(1)["sealed"]) == ([1], [], {})
    assert refused(s, "0 discard") == "TB-92 already-answered"


def test_more_than_four_kept_are_no_draw() -> None:
    """TB-92"""
    s = play(night(FIVE), "0 pass, 0 discard")
    assert (at(s, "hand.0"), told(s, "draw", 0)) == (FIVE.split(", "), [["?"] * 4])
    s = play(night(FIVE), "0 pass, 0 discard City 1 & City 2 & City 3")
    assert len(at(s, "hand.0")) == 4


def test_everyone_draws_up_to_four() -> None:
    """TB-92"""
    s = night("City 1", players=3)
    assert sizes(play(s, "0 pass, 0 discard"), "hand") == [4, 4, 4]


def test_what_was_just_discarded_may_be_drawn_again() -> None:
    """TB-92 TB-11"""
    s = night("City 1, City 2", decks="City 3", d13="Thirteen 1")
    play(s, "0 pass, 0 discard City 1 & City 2")
    assert sorted(at(s, "hand.0")) == ["City 1", "City 2", "City 3", "Thirteen 1"]


EIGHT = ", ".join([f"City {n}" for n in range(1, 9)])


def test_up_to_seven_leftover_cards_every_choice_is_listed() -> None:
    """TB-92"""
    s = play(night(EIGHT.rpartition(", ")[0]), "0 pass")
    assert len(set(s.legal_moves(0))) == 2**7


def test_with_more_leftover_cards_every_choice_is_legal_though_not_listed() -> None:
    """TB-92"""
    s = play(night(EIGHT), "0 pass")
    assert len(s.legal_moves(0)) == 10  # none, each one, all
    play(s, "0 discard City 2 & City 4 & City 6")
    assert at(s, "discard.0") == ["City 2", "City 4", "City 6"]
    assert len(at(s, "hand.0")) == 5


@pytest.mark.parametrize("hand", [EIGHT, "City 1, City 2, City 3"])
def test_only_leftover_hand_cards_are_discarded_each_once(hand: str) -> None:
    """TB-92"""
    s = play(night(f"{hand} / City 9"), "0 pass, 1 pass")
    one, two = s.hand(0)[:2]
    assert refused(s, "0 discard City 1 & City 9 of 1") == "TB-92 not-in-hand"
    assert refused(s, "0 discard City 1 & City 1") == "TB-92 ascending"
    assert s.why_not(0, Move("discard", two, one)) == Refusal("TB-92", "ascending")
    assert refused(s, "0 pass") == "TB-92 discard-any"


def test_who_has_no_leftovers_is_not_asked() -> None:
    """TB-92"""
    s = play(night("City 1 / City 1"), "0 place City 1 in CS, 1 pass")
    assert s.waiting == [1]


def test_the_starting_players_card_passes_to_the_left() -> None:
    """TB-93"""
    s = night(players=3, first=1)
    assert (s.numbers[FIRST], s.waiting) == (2, [2])
    s = until(play(s, "2 pass, 0 pass, 1 pass"), "PlaceCard")
    assert (s.numbers[FIRST], s.waiting) == (0, [0])


def test_a_new_turn_begins_with_nobody_passed() -> None:
    """TB-93 TB-21"""
    s = night(players=3)
    assert [s.has_passed(seat) for seat in range(3)] == [False] * 3
    assert (s.numbers[TURN], asks(s)) == (2, "PlaceCard(1)")


# End


@pytest.mark.parametrize(("players", "last"), [(2, 8), (3, 9), (4, 8)])
def test_the_game_ends_after_the_turn_of_the_last_law(players: int, last: int) -> None:
    """TB-95 TB-01"""
    assert night(players=players, turn=last - 1).waiting != []
    s = night(players=players, turn=last)
    assert (s.waiting, s.agenda, at(s, "law")) == ([], [], [])
    assert refused(s, "0 pass") == "game-over"


def test_after_the_last_turn_nobody_discards_or_draws() -> None:
    """TB-95 TB-92"""
    s = play(night("City 1 $2", turn=8), "0 pass")
    assert (s.waiting, told(s, "draw")) == ([], [])


def worth(**words: str) -> list[int]:
    """By seat, the Candles at the end of a game without any before."""
    return candles(table(words, turn=8))


def test_the_deck_is_hand_favor_deck_and_discard() -> None:
    """TB-95 TB-98"""
    s = night(
        "City 2 $3",
        turn=8,
        decks="City 2 $4, rest",
        tops="City 2 $5",
        discards="City 2 $6",
        encased="Wax 1",
    )
    assert GAME.standing(s).scores[0] == (0, 18)
    assert candles(play(s, "0 pass"))[0] == 18
    assert GAME.standing(s).scores[0] == (18, 18)


def test_cards_in_the_city_count_as_discarded() -> None:
    """TB-95 TB-91"""
    s = night(turn=8, encased="Wax 1", d13="Thirteen 0 $3", cs="City 0 $4", rows="")
    assert paid(s, "TB-96") == [7, 0]


def test_cards_left_in_the_high_school_count() -> None:
    """TB-95"""
    s = night(turn=8, encased="Wax 1", hs="School 2 of 1, School 1, School 2 $7")
    assert line(s, "HS") == ""
    assert paid(s, "TB-96") == [7, 0]
    assert "School 2 $7" in at(s, "discard.0")


def test_start_cards_rows_and_acquisition_piles_do_not_count() -> None:
    """TB-95"""
    assert worth(
        encased="Wax 1",
        discards="City 5, City 4",
        rows=SHOP,
        acquisition_decks="City 5 $5",
        acquisition_discards="rest",
    ) == [0, 0]
    assert worth(discards="City 5 $6, City 4 / City 4, City 3") == [5, 0]


def test_at_the_end_everyone_sees_decks_and_encased_piles() -> None:
    """TB-95 TB-96"""
    s = play(night("City 1", turn=8, encased="Wax 2", tops="City 2 $2"), "0 pass")
    assert sees(s, 1, "opened.0") == ["Wax 2"]
    assert {"City 1", "City 2 $2", SLEEPER} <= set(at(s, "discard.0"))
    assert [sizes(s, place) for place in ("hand", "deck", "top", "encased")] == [[0, 0]] * 4


BONUS = "City 2 $5, City 3 $3"  # Cost 8, Pain 5, two cards
FOUR = " / ".join([BONUS] * 4)


@pytest.mark.parametrize(
    ("encased", "levels"),
    [
        ("Wax 4 / Wax 3 / Wax 2 / Wax 1", [1, 2, 3, 4]),
        ("Wax 1 / Wax 2 / Wax 3 / Wax 4", [4, 3, 2, 1]),
        ("Wax 1, Wax 2, Wax 3 / Wax 5 / Wax 4 / ", [1, 2, 3, 4]),
    ],
)
def test_the_rank_by_encased_pain_decides_what_a_deck_is_worth(
    encased: str, levels: list[int]
) -> None:
    """TB-96"""
    s = night(turn=8, discards=FOUR, encased=encased)
    assert s.numbers[LEVEL : LEVEL + 4] == levels
    assert candles(s) == [[8, 5, 4, 2][level - 1] for level in levels]


def test_encased_start_cards_count_for_the_rank() -> None:
    """TB-96"""
    assert worth(encased="Wax 3 / Wax 2 $2", discards=f"{BONUS} / {BONUS}") == [8, 5]


def test_without_the_ruling_encased_start_cards_do_not_count_for_the_rank() -> None:
    """TB-96"""
    decks = f"{BONUS} / {BONUS}"
    assert worth(encased="Wax 3 / Wax 2 $2", discards=decks, encased_start="nothing") == [5, 8]


def test_what_the_wax_will_count_is_known_before() -> None:
    """TB-96"""
    words = {"hands": "City 1", "encased": "Wax 3, Wax 2 $2", "wk": "Wax 1, Wax 4 $3 of 1"}
    s, other = table(words), table({**words, "encased_start": "nothing"})
    assert (s.outlook()["wax"], s.outlook()["wk"]) == ([5, 0], [1, 4])
    assert (other.outlook()["wax"], other.outlook()["wk"]) == ([2, 0], [0, 4])


def test_cards_encased_on_the_last_turn_count_for_the_rank_and_not_for_the_deck() -> None:
    """TB-96 TB-90"""
    assert worth(wk="Wax 3 $9", encased=" / Wax 2", discards=f"{BONUS} / {BONUS}") == [8, 5]


@pytest.mark.parametrize(
    ("encased", "levels"),
    [
        ("Wax 2 / Wax 2", [2, 2]),
        (" / ", [2, 2]),
        ("Wax 2 / Wax 2 / Wax 1", [2, 2, 3]),
        ("Wax 2 / Wax 1 / Wax 1", [1, 3, 3]),
        ("Wax 2 / Wax 2 / Wax 2", [2, 2, 2]),
        ("Wax 2 / Wax 2 / Wax 1 / ", [2, 2, 3, 4]),
        ("Wax 2 / Wax 2 / Wax 2 / Wax 1", [2, 2, 2, 4]),
        ("Wax 2 / Wax 2 / Wax 2 / Wax 2", [2, 2, 2, 2]),
        ("Wax 1 / Wax 2 / Wax 2 / Wax 1", [4, 2, 2, 4]),
        ("Wax 3 / Wax 2 / Wax 2 / Wax 1", [1, 3, 3, 4]),
        ("Wax 3 / Wax 2 / Wax 2 / Wax 2", [1, 3, 3, 3]),
        ("Wax 3 / Wax 2 / Wax 1 / Wax 1", [1, 2, 4, 4]),
    ],
)
def test_the_tied_get_the_next_lower_level(encased: str, levels: list[int]) -> None:
    """TB-97"""
    players = len(levels)
    discards = " / ".join([BONUS] * players)
    s = night(turn=9 if players == 3 else 8, discards=discards, encased=encased)
    assert s.numbers[LEVEL : LEVEL + players] == levels
    assert candles(s) == [[8, 5, 4, 2][level - 1] for level in levels]


def test_most_candles_win() -> None:
    """TB-98"""
    s = night(turn=9, players=3, candles="4 / 9 / 6")
    standing = GAME.standing(s)
    assert (standing.ranks, standing.rule, standing.reason) == ([3, 1, 2], "TB-98", "most-candles")
    assert standing.scores == [(4, 0), (9, 0), (6, 0)]


def test_the_bonus_counts_for_the_win() -> None:
    """TB-98 TB-96"""
    s = night(turn=8, candles="0 / 4", encased="Wax 1", discards="City 1 $5")
    assert (candles(s), GAME.standing(s).ranks) == ([5, 4], [1, 2])


def test_a_tie_goes_to_the_higher_cost_of_the_deck() -> None:
    """TB-98"""
    s = night(turn=8, candles="0 / 4", encased="Wax 1", discards="City 1 $5 / City 1 $6")
    standing = GAME.standing(s)
    assert (standing.scores, standing.ranks) == ([(5, 5), (5, 6)], [2, 1])
    assert standing.reason == "higher-cost"


def test_if_that_is_tied_too_the_win_is_shared() -> None:
    """TB-98"""
    s = night(turn=9, players=3, candles="3 / 3 / 1", discards=" / ".join(["City 1 $5"] * 3))
    standing = GAME.standing(s)
    assert (standing.ranks, standing.reason) == ([1, 1, 3], "shared")


# The prospects that a screen shows


def outlook(**words: str) -> dict[str, object]:
    found = table({"hands": "City 1", **words}).view(ONLOOKER)["outlook"]
    assert isinstance(found, dict)
    return found


def test_the_outlook_says_what_the_turn_would_pay() -> None:
    """TB-25 TB-50 TB-60 TB-70"""
    found = outlook(
        d13="Thirteen 2, Thirteen 3 of 1, Thirteen 2 of 1",
        hs="School 2, School 3 of 1",
        cs="City 2",
        wk="Wax 1, Wax 3 of 1",
        bb="Paperboy of 1, Faceless",
    )
    would_pay = {
        "protected": [1],
        "influence": [3, 0],
        "d13": {"pain": [2, 5], "cards": [1, 2]},
        "hs": {"pain": [2, 3], "cards": [1, 1], "pays": [1, 3]},
        "wk": [1, 3],
        "law": [3, 6],
        "takes": [],
    }
    assert {name: found[name] for name in would_pay} == would_pay


def test_the_outlook_says_who_takes_a_card_by_the_law() -> None:
    """TB-73 TB-79"""
    corpus = outlook(law="Have Us A Corpus", d13="Thirteen 2, Thirteen 3 of 1")
    assert (corpus["law"], corpus["takes"]) == ([0, 0], [0, 1])
    assert outlook(law="The Wax Tax", d13="Thirteen 2, Thirteen 3 of 1")["takes"] == [1]


def test_the_outlook_of_a_finished_game_explains_the_bonus() -> None:
    """TB-96 TB-97"""
    s = night(turn=8, encased="Wax 3 / Wax 2", discards=f"{BONUS} / {BONUS}")
    assert s.outlook()["bonus"] == {
        "encased": [3, 2],
        "level": [1, 2],
        "rule": ["TB-96", "TB-96"],
        "worth": [worths(s, 0, [5, 3]), worths(s, 1, [2, 3])],
        "cost": [8, 8],
        "pain": [5, 5],
        "cards": [2, 2],
        "candles": [8, 5],
    }
    assert "law" not in s.outlook()
    tied = night(turn=8, encased="Wax 3 / Wax 3", discards=f"{BONUS} / {BONUS}")
    told = tied.outlook()["bonus"]
    assert isinstance(told, dict)
    assert told["rule"] == ["TB-97", "TB-97"]


def worths(s: Night, seat: int, values: list[int]) -> list[list[int]]:
    """The cards of a deck, each with what it is worth."""
    return [list(pair) for pair in zip(s.deck_cards(seat), values, strict=True)]


# Whole games


@pytest.mark.parametrize("players", [2, 3, 4])
def test_first_answers_play_a_game_to_its_end(players: int) -> None:
    """TB-95"""
    s = deal(players)
    while s.waiting:
        all_answer(s)
    assert sizes(s, "hand") == [0] * players
    assert len(events(s, "level")) == players


def test_a_turn_is_told_by_its_number_and_its_starting_player() -> None:
    """TB-01 TB-93"""
    assert repr(Turn(3, 1)) == "Turn(3, 1)"
    s = night(players=3, first=2, turn=4)
    assert [event.value for event in events(s, "turn")] == [4, 5]
    assert [event.seat for event in events(s, "first")] == [2, 0]
