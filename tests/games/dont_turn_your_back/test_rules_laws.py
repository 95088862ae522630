"""Don't Turn Your Back's rulebook, paragraph by paragraph: rank in 13, and the laws."""

from __future__ import annotations

import pytest

from duskhall.games.dont_turn_your_back import GAME
from duskhall.games.dont_turn_your_back.box import TURN
from tests.games.dont_turn_your_back.words import (
    SHOP,
    SLEEPER,
    STRANGER,
    candles,
    night,
    offers,
    play,
    refused,
    table,
)
from tests.games.words import asks, at, events, said, sees, sizes, told

# Rank in 13

ALL_TEN = "10 / 10 / 10 / 10"


def pays(law: str, d13: str, **words: str) -> list[int]:
    """By seat of four who have ten Candles each, what a law gives and takes."""
    s = table({"law": law, "d13": d13, "candles": ALL_TEN, **words})
    return [score - 10 for score in candles(s)]


ADMONISHMENT = "The First Admonishment"


def test_the_rank_in_13_is_by_total_pain() -> None:
    """TB-64"""
    assert pays(ADMONISHMENT, "Thirteen 1, Thirteen 3, Thirteen 3 of 1") == [6, 3, 0, 0]
    assert pays(ADMONISHMENT, "Thirteen 1, Thirteen 2, Thirteen 3 of 1") == [4, 4, 0, 0]


def test_without_a_card_in_13_there_is_no_rank() -> None:
    """TB-64"""
    assert pays(ADMONISHMENT, "Thirteen 2, Thirteen 0 of 1") == [6, 3, 0, 0]
    assert pays(ADMONISHMENT, "Thirteen 0 of 1") == [0, 6, 0, 0]


def test_second_is_the_next_lower_total() -> None:
    """TB-64"""
    law = "The Statute of Elimination"
    assert pays(law, "Thirteen 3, Thirteen 3 of 1, Thirteen 1 of 2, Thirteen 1 of 3") == [
        6,
        6,
        4,
        4,
    ]
    assert pays(law, "Thirteen 3, Thirteen 2 of 1, Thirteen 1 of 2") == [8, 5, 0, 0]


# Laws


@pytest.mark.parametrize(
    ("d13", "wanted"),
    [
        ("Thirteen 1, Thirteen 3 of 1, Thirteen 2 of 3", [3, 6, 0, 3]),
        ("Thirteen 3, Thirteen 1 of 1, Thirteen 3 of 3", [4, 3, 0, 4]),
        ("Thirteen 2 of 1, Thirteen 2 of 2, Thirteen 2 of 3", [0, 4, 4, 4]),
        ("", [0, 0, 0, 0]),
    ],
)
def test_the_first_admonishment(d13: str, wanted: list[int]) -> None:
    """TB-70"""
    assert pays(ADMONISHMENT, d13) == wanted


THIRTEENTH = "The 13th Admonishment"


def test_the_13th_admonishment_gives_the_first_any_card_of_their_row() -> None:
    """TB-71 TB-80"""
    s = night(law=THIRTEENTH, d13="Thirteen 3, Thirteen 2 of 1", rows=SHOP)
    assert (asks(s), candles(s)) == ("TakeByLaw(0)", [0, 0])
    assert offers(s).split(", ")[:6] == [f"acquire {card}" for card in SHOP.split(", ")]
    play(s, "0 acquire City 6 $8")
    assert "City 6 $8" in at(s, "hand.0")  # from the top of the deck
    assert told(s, "acquire") == [["City 6 $8"]]
    assert at(s, "row.0") == [*SHOP.split(", ")[:5], STRANGER]


def test_what_a_law_gives_lies_on_top_of_the_deck_and_is_drawn_first() -> None:
    """TB-71 TB-11"""
    s = night("City 1", law=THIRTEENTH, d13="Thirteen 3", rows=SHOP)
    play(s, "0 pass, 0 acquire City 6 $8")
    assert (at(s, "top.0"), sees(s, 1, "top.0")) == (["City 6 $8"], ["City 6 $8"])
    assert (asks(s), at(s, "discard.0")) == ("DiscardLeftovers()", ["Thirteen 3"])
    play(s, "0 discard")
    assert sorted(at(s, "hand.0")) == ["City 1", "City 6 $8", SLEEPER, SLEEPER]


@pytest.mark.parametrize(
    ("d13", "wanted"),
    [
        ("Thirteen 3, Thirteen 3 of 1, Thirteen 1 of 2", [3, 3, 0, 0]),
        ("Thirteen 3 of 1, Thirteen 3 of 2, Thirteen 3 of 3", [0, 3, 3, 3]),
        ("", [0, 0, 0, 0]),
    ],
)
def test_tied_the_13th_admonishment_gives_three_candles_and_no_card(
    d13: str, wanted: list[int]
) -> None:
    """TB-71"""
    s = night(players=4, law=THIRTEENTH, d13=d13)
    assert (candles(s), told(s, "acquire"), s.numbers[TURN]) == (wanted, [], 2)


BASS_WARD = "The Bass-Ward Act"


@pytest.mark.parametrize(
    ("d13", "wanted", "otherwise"),
    [
        ("Thirteen 3, Thirteen 2 of 1, Thirteen 1 of 2", [4, 6, 0, 0], [4, 6, 0, 0]),
        ("Thirteen 3, Thirteen 2 of 1, Thirteen 2 of 2", [4, 7, 7, 0], [4, 7, 7, 0]),
        ("Thirteen 3, Thirteen 3 of 1, Thirteen 2 of 2", [5, 5, 6, 0], [5, 5, 0, 0]),
        (
            "Thirteen 3, Thirteen 3 of 1, Thirteen 2 of 2, Thirteen 2 of 3",
            [5, 5, 7, 7],
            [5, 5, 0, 0],
        ),
        ("Thirteen 3", [4, 0, 0, 0], [4, 0, 0, 0]),
        ("", [0, 0, 0, 0], [0, 0, 0, 0]),
    ],
)
def test_the_bass_ward_act(d13: str, wanted: list[int], otherwise: list[int]) -> None:
    """TB-72"""
    assert pays(BASS_WARD, d13) == wanted
    assert pays(BASS_WARD, d13, second_after_tie="nothing") == otherwise


CORPUS = "Have Us A Corpus"
CHEAP = "City 1 $2, City 2 $2, City 3 $4, City 4 $6, City 5 $7, City 6 $8"


def test_have_us_a_corpus_gives_everyone_present_one_of_their_cheapest_cards() -> None:
    """TB-73 TB-80"""
    s = night(
        law=CORPUS, d13="Thirteen 1, Thirteen 3 of 2", first=1, rows=f"{CHEAP} / {SHOP} / {SHOP}"
    )
    assert (asks(s), offers(s, 2)) == ("TakeByLaw(2)", "acquire City 1 $2, decline")
    play(s, "2 acquire City 1 $2")
    assert (asks(s), offers(s, 0)) == (
        "TakeByLaw(0)",
        "acquire City 1 $2, acquire City 2 $2, decline",
    )
    play(s, "0 acquire City 2 $2")
    assert told(s, "acquire") == [["City 1 $2"], ["City 2 $2"]]
    assert "City 2 $2" in at(s, "hand.0")
    assert (sizes(s, "row"), candles(s)) == ([6, 6, 6], [0, 0, 0])


@pytest.mark.parametrize(
    ("d13", "takers"),
    [
        ("Thirteen 2, Thirteen 2 of 1", [0, 1]),
        ("Thirteen 1, Thirteen 2 of 1, Thirteen 3 of 2", [0, 1, 2]),
        ("Thirteen 1 of 2, Thirteen 1 of 2", [2]),
        ("", []),
    ],
)
def test_have_us_a_corpus_gives_to_all_present_whatever_their_rank(
    d13: str, takers: list[int]
) -> None:
    """TB-73"""
    s = night(players=4, law=CORPUS, d13=d13)
    while "TakeByLaw" in asks(s):
        play(s, f"{s.waiting[0]} acquire {STRANGER}")
    assert [event.seat for event in events(s, "acquire")] == takers


def test_a_card_that_is_not_among_the_cheapest_is_refused() -> None:
    """TB-73"""
    s = night(law=CORPUS, d13="Thirteen 1", rows=f"{CHEAP} / City 9 $1")
    assert refused(s, "0 acquire City 3 $4") == "TB-73 not-the-cheapest"
    assert refused(s, "0 acquire City 9 $1 of 1") == "TB-73 not-in-row"
    assert refused(s, "0 acquire City 1 $2 & City 2 $2") == "TB-73 acquire-one"
    assert refused(s, "0 done") == "TB-73 acquire-one"
    assert refused(s, "1 decline") == "TB-80 not-your-turn"


def test_a_card_for_the_deck_may_be_declined() -> None:
    """TB-71 TB-73"""
    s = play(night(law=CORPUS, d13="Thirteen 1", rows=CHEAP), "0 decline")
    assert (at(s, "row.0"), told(s, "acquire")) == (CHEAP.split(", "), [])
    s = play(night(law=THIRTEENTH, d13="Thirteen 1", rows=CHEAP), "0 decline")
    assert (at(s, "row.0"), candles(s)) == (CHEAP.split(", "), [0, 0])


@pytest.mark.parametrize(("law", "rule"), [(CORPUS, "TB-73"), (THIRTEENTH, "TB-71")])
def test_without_the_ruling_a_card_for_the_deck_may_not_be_declined(law: str, rule: str) -> None:
    """TB-71 TB-73"""
    s = night(law=law, d13="Thirteen 1", rows=CHEAP, cards_by_law="must")
    assert refused(s, "0 decline") == f"{rule} must-take"
    assert "decline" not in offers(s)


def test_a_law_that_must_give_a_card_finds_none_in_an_empty_row() -> None:
    """TB-71 TB-73"""
    s = night(law=THIRTEENTH, d13="Thirteen 1", rows="", acquisition_decks="", cards_by_law="must")
    assert (told(s, "acquire"), s.numbers[TURN]) == ([], 2)


@pytest.mark.parametrize(
    ("d13", "wanted"),
    [
        ("Thirteen 1, Thirteen 3, Thirteen 2 of 1, Thirteen 1 of 3", [8, 2, 0, 2]),
        ("Thirteen 3, Thirteen 3 of 1, Thirteen 1 of 2", [3, 3, 2, 0]),
        ("Thirteen 3, Thirteen 1 of 1, Thirteen 2 of 1, Thirteen 3 of 2", [3, 3, 3, 0]),
        ("", [0, 0, 0, 0]),
    ],
)
def test_the_lie_your_ground_law(d13: str, wanted: list[int]) -> None:
    """TB-74"""
    assert pays("The Lie Your Ground Law", d13) == wanted


@pytest.mark.parametrize(
    ("d13", "wanted"),
    [
        ("Thirteen 1, Thirteen 3, Thirteen 2 of 1, Thirteen 1 of 3", [8, 2, 0, 2]),
        ("Thirteen 3, Thirteen 2 of 1, Thirteen 1 of 1, Thirteen 1 of 2", [3, 6, 2, 0]),
        ("Thirteen 5, Thirteen 2 of 1, Thirteen 2 of 1", [4, 2, 0, 0]),
        ("", [0, 0, 0, 0]),
    ],
)
def test_my_guns_law(d13: str, wanted: list[int]) -> None:
    """TB-75"""
    assert pays("My Gun's Law", d13) == wanted


@pytest.mark.parametrize(
    ("d13", "wanted"),
    [
        ("Thirteen 3, Thirteen 2 of 1, Thirteen 1 of 3", [7, -2, 0, -2]),
        ("Thirteen 3, Thirteen 3 of 1, Thirteen 1 of 2", [-1, -1, -2, 0]),
        ("Thirteen 1 of 2", [0, 0, 7, 0]),
        ("", [0, 0, 0, 0]),
    ],
)
def test_the_sawtooth_act(d13: str, wanted: list[int]) -> None:
    """TB-76"""
    assert pays("The Sawtooth Act", d13) == wanted


def test_the_sawtooth_act_leaves_no_score_below_0() -> None:
    """TB-76 TB-12"""
    d13 = "Thirteen 3, Thirteen 3 of 1, Thirteen 1 of 2"
    s = night(law="The Sawtooth Act", d13=d13, candles="0 / 5 / 1 / 0")
    assert candles(s) == [0, 4, 0, 0]


@pytest.mark.parametrize(
    ("d13", "wanted"),
    [
        ("Thirteen 3, Thirteen 0 of 2", [0, -4, 0, -4]),
        ("Thirteen 1, Thirteen 1 of 1, Thirteen 1 of 2, Thirteen 1 of 3", [0, 0, 0, 0]),
        ("", [-4, -4, -4, -4]),
    ],
)
def test_the_somnambulation_act(d13: str, wanted: list[int]) -> None:
    """TB-77"""
    assert pays("The Somnambulation Act", d13) == wanted


def test_the_somnambulation_act_leaves_no_score_below_0() -> None:
    """TB-77 TB-12"""
    s = night(law="The Somnambulation Act", candles="0 / 3 / 4 / 5")
    assert candles(s) == [0, 0, 0, 1]


@pytest.mark.parametrize(
    ("d13", "wanted"),
    [
        ("Thirteen 3, Thirteen 2 of 1, Thirteen 1 of 2", [8, 5, 0, 0]),
        ("Thirteen 3, Thirteen 2 of 1, Thirteen 2 of 2, Thirteen 1 of 3", [8, 4, 4, 0]),
        ("Thirteen 3, Thirteen 3 of 1, Thirteen 2 of 2, Thirteen 1 of 3", [6, 6, 5, 0]),
        ("Thirteen 3, Thirteen 3 of 1, Thirteen 2 of 2, Thirteen 2 of 3", [6, 6, 4, 4]),
        ("Thirteen 3 of 3", [0, 0, 0, 8]),
        ("", [0, 0, 0, 0]),
    ],
)
@pytest.mark.parametrize("option", ["scores", "nothing"])
def test_the_statute_of_elimination(d13: str, wanted: list[int], option: str) -> None:
    """TB-78"""
    assert pays("The Statute of Elimination", d13, second_after_tie=option) == wanted


WAX_TAX = "The Wax Tax"


def test_the_wax_tax_encases_a_card_of_the_firsts_row() -> None:
    """TB-79 TB-80"""
    s = night(law=WAX_TAX, d13="Thirteen 3, Thirteen 2 of 1", rows=SHOP)
    assert offers(s) == ", ".join([f"acquire {card}" for card in SHOP.split(", ")])
    assert refused(s, "0 decline") == "TB-79 acquire-one"
    play(s, "0 acquire City 5 $7")
    assert (at(s, "encased.0"), sees(s, 1, "encased.0")) == (["City 5 $7"], 1)
    assert (len(at(s, "row.0")), at(s, "row.0")[-1]) == (6, STRANGER)
    assert (s.numbers[TURN], candles(s), at(s, "encased.1")) == (2, [0, 0], [])


def test_tied_for_first_each_pays_the_wax_tax() -> None:
    """TB-79"""
    s = night(
        players=3,
        law=WAX_TAX,
        d13="Thirteen 3 of 1, Thirteen 3 of 2, Thirteen 1",
        rows=f"{SHOP} / {SHOP} / {SHOP}",
        first=2,
    )
    play(s, "2 acquire City 1 $2, 1 acquire City 2 $3")
    assert [at(s, f"encased.{n}") for n in range(3)] == [[], ["City 2 $3"], ["City 1 $2"]]
    assert s.numbers[TURN] == 2


def test_nobody_in_13_pays_no_wax_tax() -> None:
    """TB-79"""
    s = night(law=WAX_TAX)
    assert (s.numbers[TURN], sizes(s, "encased")) == (2, [0, 0])


@pytest.mark.parametrize("law", [THIRTEENTH, CORPUS, WAX_TAX])
def test_who_has_no_row_takes_nothing_from_it(law: str) -> None:
    """TB-71 TB-73 TB-79"""
    s = night(law=law, d13="Thirteen 1", rows="", acquisition_decks="", acquisition_discards="")
    assert (s.numbers[TURN], told(s, "acquire"), told(s, "encase")) == (2, [], [])


@pytest.mark.parametrize("law", [THIRTEENTH, CORPUS, WAX_TAX])
def test_a_card_that_a_law_takes_from_a_row_is_replaced_at_once(law: str) -> None:
    """TB-80"""
    s = night("City 1", law=law, d13="Thirteen 3", rows=SHOP)
    play(s, "0 pass, 0 acquire City 1 $2")
    assert at(s, "row.0") == [*SHOP.split(", ")[1:], STRANGER]


# What the log says


def test_a_law_that_pays_nobody_is_told() -> None:
    """TB-63"""
    s = table({"law": "The Statute of Elimination", "candles": ALL_TEN})
    assert said(s, "unpaid") == ["The Statute of Elimination neither gave nor took anything."]
    assert not said(table({"law": ADMONISHMENT, "d13": "Thirteen 1"}), "unpaid")


def test_a_law_that_takes_candles_nobody_has_is_told() -> None:
    """TB-12 TB-77"""
    s = table({"law": "The Somnambulation Act"})
    assert said(s, "unpaid") == ["The Somnambulation Act neither gave nor took anything."]
    assert not said(table({"law": "The Somnambulation Act", "candles": "1 / 0"}), "unpaid")


def test_a_card_that_was_declined_is_told() -> None:
    """TB-71"""
    s = table({"law": "The 13th Admonishment", "d13": "Thirteen 1"})
    play(s, "0 decline")
    assert said(s, "declined") == ["Ann took no card of the row."]


def test_the_short_text_of_a_law_says_that_only_those_present_score() -> None:
    """TB-70 TB-74 TB-75 TB-76"""
    short = GAME.catalogue().sentences
    for law in ("first_admonishment", "lie_your_ground_law", "my_guns_law", "sawtooth_act"):
        assert "others present" in short["en"]["law_short"][law]
        assert "ほかに置いた人" in short["ja"]["law_short"][law]
