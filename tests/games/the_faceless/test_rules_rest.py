"""The Faceless' rulebook, paragraph by paragraph: rest and whisper."""

from __future__ import annotations

from tests.games.the_faceless.words import (
    FULL_HAND,
    SIX,
    at,
    columns,
    dusk,
    goat,
    may,
    offers,
    play,
    refused,
    sizes,
)
from tests.games.words import asks

# Rest


def test_a_rest_fills_the_hand_to_three_from_the_bottom_of_the_columns() -> None:
    """TF-26"""
    s = play(dusk("Green 1", display=SIX), "0 rest")
    assert offers(s) == ["draw Yellow", "draw Red", "draw Purple"]
    play(s, "0 draw Yellow, 0 draw Red")
    assert at(s, "hand.0") == ["Yellow 3", "Green 1", "Red 2"]
    assert at(s, "yellow")[:2] == ["Yellow 1", "Yellow 2"]


def test_several_cards_may_come_from_one_column() -> None:
    """TF-26"""
    s = play(dusk("Green 1", display=SIX), "0 rest, 0 draw Yellow, 0 draw Yellow")
    assert at(s, "hand.0") == ["Yellow 2", "Yellow 3", "Green 1"]


def test_a_rest_of_an_empty_hand_draws_three() -> None:
    """TF-26"""
    s = dusk(" / Green 1", display=SIX, collected="Hat")
    play(s, "0 rest, 0 draw Yellow, 0 draw Yellow, 0 draw Yellow")
    assert sizes(s, "hand.0", "hand.1") == [3, 1]


def test_only_a_column_with_a_card_is_drawn_from() -> None:
    """TF-26"""
    s = play(dusk("Green 1", display=SIX), "0 rest")
    assert refused(s, "0 draw Blue") == "TF-26 draw-bottom"
    assert refused(s, "0 done") == "TF-26 draw-bottom"


def test_a_full_hand_may_rest_and_draws_nothing() -> None:
    """TF-26"""
    s = play(dusk(FULL_HAND, display=SIX), "0 rest")
    assert (at(s, "hand.0"), asks(s), columns(s)) == (
        FULL_HAND.split(", "),
        "Act(1)",
        [3, 0, 1, 2, 1],
    )


def test_a_display_with_too_few_cards_is_filled_up_without_effects() -> None:
    """TF-26"""
    s = dusk("Green 1", display=SIX, top="Red 1, Red 1, Red 1", collected="Hat")
    play(s, "0 rest, 0 draw Red, 0 draw Yellow")
    assert (sum(columns(s)), at(s, "red")) == (6, ["Red 1", "Red 1", "Red 1"])
    assert (goat(s), asks(s)) == ("-3,0 180", "After(0)")


def test_a_display_with_enough_cards_is_not_filled_up() -> None:
    """TF-26"""
    s = dusk("Green 1", display=SIX, level="easy", collected="Hat")
    play(s, "0 rest, 0 draw Red, 0 draw Yellow")
    assert sum(columns(s)) == 5
    s = dusk("Green 1", display=SIX + ", Green 1, Blue 1, Blue 1", collected="Hat")
    play(s, "0 rest, 0 draw Red, 0 draw Yellow")
    assert sum(columns(s)) == 7


def test_the_display_is_filled_up_once_all_are_drawn() -> None:
    """TF-26"""
    s = play(dusk("Green 1", display=SIX), "0 rest, 0 draw Yellow")
    assert sum(columns(s)) == 5


def test_without_a_display_a_rest_draws_from_the_deck() -> None:
    """TF-26"""
    s = dusk("Green 1", top="Blue 1, Red 3, Purple 3", collected="Hat", deck=SIX)
    play(s, "0 rest")
    assert at(s, "hand.0") == ["Green 1", "Red 3", "Purple 3"]
    assert (sum(columns(s)), asks(s)) == (6, "After(0)")


def test_a_display_that_runs_out_is_followed_by_the_deck() -> None:
    """TF-26"""
    s = dusk(" / Green 1", display="Red 1, Red 2", top="Blue 1, Purple 3", collected="Hat")
    play(s, "0 rest")  # nothing to choose
    assert at(s, "hand.0") == ["Red 1", "Red 2", "Purple 3"]


def test_a_rest_is_followed_by_a_threat() -> None:
    """TF-26 TF-50"""
    s = play(
        dusk(
            FULL_HAND, display="Red 1", level="easy", top="Red 2, Blue 1, Blue 1, Green 1, Green 1"
        ),
        "0 rest",
    )
    assert goat(s) == "-1,0 180"


# Whisper


def test_any_players_card_is_given_to_any_other_with_room() -> None:
    """TF-27"""
    s = dusk("Yellow 1, Yellow 2, Yellow 3 / Green 1 / Blue 1")
    assert offers(s, "give") == [
        "give Yellow 1 to 1",
        "give Yellow 1 to 2",
        "give Yellow 2 to 1",
        "give Yellow 2 to 2",
        "give Yellow 3 to 1",
        "give Yellow 3 to 2",
        "give Green 1 to 2",
        "give Blue 1 to 1",
    ]
    play(s, "0 give Green 1 to 2")
    assert (at(s, "hand.1"), at(s, "hand.2"), asks(s)) == ([], ["Green 1", "Blue 1"], "Act(1)")


def test_one_may_give_and_take() -> None:
    """TF-27"""
    s = dusk("Yellow 1 / Green 1", display=SIX)
    assert at(play(s.clone(), "0 give Yellow 1 to 1"), "hand.1") == ["Yellow 1", "Green 1"]
    assert at(play(s.clone(), "0 give Green 1 to 0"), "hand.0") == ["Yellow 1", "Green 1"]


def test_nobody_ever_holds_more_than_three_cards() -> None:
    """TF-27"""
    s = dusk(f"Yellow 1 / {FULL_HAND}")
    assert refused(s, "0 give Yellow 1 to 1") == "TF-27 no-room"
    assert may(s, "0 give Green 2 to 0")


def test_a_swap_is_the_same_in_either_order() -> None:
    """TF-27 TF-70"""
    for verb in ("swap", "free_swap"):
        tables = [dusk("Yellow 1 / Red 1", kids="Lily") for _ in range(2)]
        play(tables[0], f"0 {verb} Yellow 1 for Red 1")
        play(tables[1], f"0 {verb} Red 1 for Yellow 1")
        assert at(tables[0], "hand.0") == at(tables[1], "hand.0") == ["Red 1"]
        assert tables[0].digest() == tables[1].digest()


def test_two_players_cards_are_swapped() -> None:
    """TF-27"""
    s = dusk(f"Yellow 1 / {FULL_HAND} / Red 1, Red 1, Red 2")
    assert set(offers(s, "swap")) == {
        "swap Yellow 1 for Green 2",
        "swap Yellow 1 for Red 1",
        "swap Yellow 1 for Red 2",
        "swap Green 2 for Red 1",
        "swap Green 2 for Red 2",
    }
    play(s, "0 swap Green 2 for Red 1")
    assert at(s, "hand.1") == ["Green 2", "Green 2", "Red 1"]
    assert at(s, "hand.2") == ["Green 2", "Red 1", "Red 2"]


def test_a_whisper_is_between_two_players_and_about_their_cards() -> None:
    """TF-27"""
    s = dusk("Yellow 1, Yellow 2 / Green 1")
    assert refused(s, "0 give Yellow 1 to 0") == "TF-27 whisper"
    assert refused(s, "0 give Yellow 1 to 2") == "TF-27 whisper"
    assert refused(s, "0 give Blue 1 to 1") == "TF-27 whisper"
    assert refused(s, "0 give Yellow 1") == "TF-27 whisper"
    assert refused(s, "0 swap Yellow 1 for Yellow 2") == "TF-27 whisper"
    assert refused(s, "0 swap Yellow 1 for Blue 1") == "TF-27 whisper"


def test_one_card_is_all_that_a_whisper_moves() -> None:
    """TF-27"""
    s = play(dusk("Yellow 1, Yellow 2 / Green 1"), "0 give Yellow 1 to 1")
    assert asks(s) == "Act(1)"
