"""Don't Turn Your Back's rulebook, paragraph by paragraph: attacks, and who is safe from them."""

from __future__ import annotations

import pytest

from duskhall.games.dont_turn_your_back.box import TURN
from tests.games.dont_turn_your_back.words import (
    FIVE,
    SLEEPER,
    about,
    candles,
    line,
    night,
    offers,
    paid,
    play,
    refused,
    table,
)
from tests.games.words import ONLOOKER, asks, at, said, sees, sizes

# TB-25: attacks and those whom they do not touch

PROTECTORS = ["Paperboy", "City Desk Editor"]


def touched(attack: str, bazaar: str) -> list[int]:
    """Whom the attack of seat 0 touches, of two others with cards and Candles to lose."""
    s = night(
        f"{attack} / City 1, City 1, City 2, City 2 / City 1, City 1, City 2, City 2",
        candles="5 / 5 / 5",
        d13="Thirteen 1 of 1, Thirteen 2 of 2",
        hs="School 1 of 1, School 2 of 2",
        wk="Wax 1 of 1, Wax 2 of 2",
        bb=bazaar,
    )
    play(s, f"0 place {attack} in BB")
    if "Oust" in asks(s):
        return [seat for seat in (1, 2) if f"of {seat}" in offers(s)]
    if "Discard" in asks(s):
        return s.waiting
    return [seat for seat in (1, 2) if candles(s)[seat] < 5]


ATTACKS = [
    "Smothered Folk",
    "Clockwork Lieutenant",
    "Lady In Hating",
    "The Tacks Man",
    "The Wax King",
    "Mother When",
]


@pytest.mark.parametrize("protector", PROTECTORS)
@pytest.mark.parametrize("attack", ATTACKS)
def test_attacks_do_not_touch_whom_a_card_in_the_bazaar_protects(
    attack: str, protector: str
) -> None:
    """TB-25 TB-31 TB-41"""
    assert touched(attack, "") == [1, 2]
    assert touched(attack, f"{protector} of 1") == [2]
    assert touched(attack, f"{protector} of 2") == [1]
    assert touched(attack, f"{protector} of 0") == [1, 2]


@pytest.mark.parametrize("protector", PROTECTORS)
def test_a_protected_card_is_refused_as_a_target(protector: str) -> None:
    """TB-25"""
    s = night("Lady In Hating", hs="School 1 of 1, School 2 of 2", bb=f"{protector} of 1")
    play(s, "0 place Lady In Hating in BB")
    assert refused(s, "0 oust School 1 of 1") == "TB-25 protected"
    assert about(s, "0 oust School 1 of 1")[1] == 1


@pytest.mark.parametrize("protector", PROTECTORS)
def test_elsewhere_a_protector_protects_nobody(protector: str) -> None:
    """TB-25 TB-24"""
    s = night(f"The Tacks Man / {protector}+City", first=1, candles="0 / 5")
    play(s, f"1 place {protector}+City in CS, 0 place The Tacks Man in BB")
    assert candles(s)[1] == 3


def test_protection_that_comes_later_does_not_help() -> None:
    """TB-25"""
    s = night("Mother When, City 1 / City Desk Editor, City 1", candles="0 / 5")
    play(s, "0 place Mother When in BB, 1 discard City 1, 1 place City Desk Editor in BB")
    assert (at(s, "discard.1"), candles(s)) == (["City 1"], [4, 8])


def test_protection_helps_against_all_that_follows_in_the_turn() -> None:
    """TB-25 TB-31"""
    s = night("The Tacks Man, City 1 / City Desk Editor, City 1", candles="0 / 5", first=1)
    play(s, "1 place City Desk Editor in BB, 0 place The Tacks Man in BB")
    assert candles(s)[1] == 8


def test_protection_ends_with_the_turn() -> None:
    """TB-25 TB-31 TB-41"""
    s = night(
        "City Desk Editor",
        decks="City 1, City 1, City 1, City 1 / The Tacks Man",
        discards="rest / ",
    )
    play(s, "0 place City Desk Editor in BB")
    assert (s.numbers[TURN], candles(s), s.waiting) == (2, [3, 0], [1])
    assert not s.is_protected(0)
    assert candles(play(s, "1 place The Tacks Man in BB")) == [1, 0]


# Services that attack


def test_a_clockwork_lieutenant_takes_the_place_of_a_card_in_13() -> None:
    """TB-33"""
    s = night(
        "Clockwork Lieutenant, City 1", d13="Thirteen 1 of 1, Thirteen 2 of 1, Thirteen 3 of 1"
    )
    play(s, "0 place Clockwork Lieutenant in BB, 0 oust Thirteen 2 of 1")
    wanted = "Thirteen 1 of 1, Clockwork Lieutenant of 0, Thirteen 3 of 1"
    assert (line(s, "13"), line(s, "BB")) == (wanted, "")
    assert (at(s, "discard.1"), at(s, "discard.0")) == (["Thirteen 2"], [])


def test_a_clockwork_lieutenants_pain_counts_in_13() -> None:
    """TB-33 TB-64"""
    s = night("Clockwork Lieutenant 3", d13="Thirteen 4 of 1, Thirteen 2 of 1")
    play(s, "0 place Clockwork Lieutenant 3 in BB, 0 oust Thirteen 4 of 1")
    assert paid(s, "TB-70") == [6, 3]


def test_the_space_that_a_clockwork_lieutenant_leaves_is_open_again() -> None:
    """TB-33 TB-22"""
    s = night("Clockwork Lieutenant / Cleaner", bb="Faceless, Faceless", d13="Thirteen 1 of 1")
    play(s, "0 place Clockwork Lieutenant in BB, 0 oust Thirteen 1 of 1")
    assert offers(s, 1) == "place Cleaner in BB, pass"


@pytest.mark.parametrize(
    "city",
    [
        {},
        {"d13": "Thirteen 1"},
        {"d13": "Thirteen 1 of 1", "bb": "Paperboy of 1"},
        {"hs": "School 1 of 1", "wk": "Wax 1 of 1", "cs": "City 1 of 1"},
    ],
)
def test_a_clockwork_lieutenant_without_a_target_stays_in_the_bazaar(city: dict[str, str]) -> None:
    """TB-33 TB-46"""
    s = table({"hands": "Clockwork Lieutenant / City 1", **city})
    play(s, "0 place Clockwork Lieutenant in BB")
    assert asks(s) == "PlaceCard(1)"
    assert "Clockwork Lieutenant of 0" in line(s, "BB")


@pytest.mark.parametrize(
    ("attack", "rule", "own", "elsewhere"),
    [
        ("Clockwork Lieutenant", "TB-33", "Thirteen 1", "School 2"),
        ("Lady In Hating", "TB-39", "School 1", "Thirteen 2"),
        ("Smothered Folk", "TB-43", "Wax 1", "School 2"),
    ],
)
def test_an_attack_on_one_card_is_on_anothers_in_its_district(
    attack: str, rule: str, own: str, elsewhere: str
) -> None:
    """TB-33 TB-39 TB-43 TB-46"""
    s = night(
        f"{attack}, City 1",
        d13="Thirteen 1, Thirteen 2 of 1",
        hs="School 1, School 2 of 1",
        wk="Wax 1, Wax 2 of 1",
    )
    play(s, f"0 place {attack} in BB")
    assert offers(s) == f"oust {own[:-1]}2 of 1, decline"
    assert refused(s, f"0 oust {own}") == f"{rule} own-card"
    assert refused(s, f"0 oust {elsewhere} of 1") == f"{rule} not-there"
    assert refused(s, f"0 oust {own[:-1]}2 of 1 & {elsewhere} of 1") == "TB-46 oust-one"
    assert refused(s, "0 pass") == "TB-46 oust-one"


def test_a_lady_in_hating_takes_exactly_the_space_of_a_card_in_the_high_school() -> None:
    """TB-39"""
    s = night("Lady In Hating, City 1 / City 1", hs="School 1 of 1, School 2 of 1, School 3 of 1")
    play(s, "0 place Lady In Hating in BB, 0 oust School 2 of 1")
    assert line(s, "HS") == "School 1 of 1, Lady In Hating of 0, School 3 of 1"
    assert (at(s, "hs.2"), line(s, "BB")) == (["Lady In Hating"], "")
    assert (at(s, "discard.1"), at(s, "discard.0")) == (["School 2"], [])


@pytest.mark.parametrize(
    ("attack", "city"),
    [("Lady In Hating", {"hs": "School 1"}), ("Smothered Folk", {"wk": "Wax 1"})],
)
def test_without_a_target_these_attackers_stay_in_the_bazaar(
    attack: str, city: dict[str, str]
) -> None:
    """TB-39 TB-43 TB-46"""
    s = table({"hands": f"{attack} / City 1", **city})
    play(s, f"0 place {attack} in BB")
    assert (asks(s), line(s, "BB")) == ("PlaceCard(1)", f"{attack} of 0")


def test_mother_when_gives_four_candles_and_takes_a_card_of_each_other_player() -> None:
    """TB-40"""
    s = night("Mother When, City 1 / City 1, City 2 / City 1, City 2, City 3")
    play(s, "0 place Mother When in BB")
    assert (candles(s), s.waiting) == ([4, 0, 0], [1, 2])
    assert offers(s, 1) == "discard City 1, discard City 2"
    play(s, "1 discard City 2, 2 discard City 1")
    assert [at(s, f"discard.{seat}") for seat in range(3)] == [[], ["City 2"], ["City 1"]]
    assert sizes(s, "hand") == [1, 1, 2]


def test_what_mother_when_takes_is_chosen_in_secret_and_revealed_together() -> None:
    """TB-40"""
    s = night("Mother When, City 1 / City 1, City 2 / City 1, City 2, City 3")
    play(s, "0 place Mother When in BB, 2 discard City 3")
    assert (at(s, "discard.2"), s.waiting) == ([], [1])
    assert s.view(1)["sealed"] == s.view(ONLOOKER)["sealed"] == {}
    assert refused(s, "2 discard City 1") == "TB-40 already-answered"
    play(s, "1 discard City 1")
    assert (at(s, "discard.1"), at(s, "discard.2")) == (["City 1"], ["City 3"])


def test_mother_when_takes_an_only_card_unasked_and_nothing_of_an_empty_hand() -> None:
    """TB-40"""
    s = play(night("Mother When, City 1 / City 1 / "), "0 place Mother When in BB")
    assert s.waiting == [0]
    assert [at(s, f"discard.{seat}") for seat in range(3)] == [[], ["City 1"], []]


def test_mother_when_takes_exactly_one_hand_card() -> None:
    """TB-40"""
    s = play(night("Mother When, City 3 / City 1, City 2"), "0 place Mother When in BB")
    assert refused(s, "1 discard City 1 & City 2") == "TB-40 discard-so-many"
    assert about(s, "1 discard City 1 & City 2") == [1]
    assert refused(s, "1 discard") == "TB-40 discard-so-many"
    assert refused(s, "1 pass") == "TB-40 discard-so-many"
    assert refused(s, "1 discard City 3") == "TB-40 not-in-hand"
    assert refused(s, "0 discard City 3") == "TB-40 not-your-turn"


def test_mother_when_spares_the_protected_unasked() -> None:
    """TB-40 TB-25"""
    s = night("Mother When, City 1 / City 1 / City 1, City 2", bb="Paperboy of 1")
    play(s, "0 place Mother When in BB")
    assert s.waiting == [2]
    assert sizes(play(s, "2 discard City 1"), "hand") == [1, 1, 1]


def test_a_smothered_folk_takes_the_space_of_a_card_in_the_wax_kingdom() -> None:
    """TB-43"""
    s = night("Smothered Folk, City 1", wk="Wax 1 of 1, Wax 2 of 1")
    play(s, "0 place Smothered Folk in BB, 0 oust Wax 1 of 1")
    assert (line(s, "WK"), line(s, "BB")) == ("Smothered Folk of 0, Wax 2 of 1", "")
    assert (at(s, "discard.1"), at(s, "encased.1")) == (["Wax 1"], [])


def test_a_smothered_folk_in_the_wax_kingdom_is_encased() -> None:
    """TB-43 TB-90"""
    s = night("Smothered Folk 4", wk="Wax 1 of 1, Wax 2 of 1")
    play(s, "0 place Smothered Folk 4 in BB, 0 oust Wax 1 of 1")
    assert (at(s, "encased.0"), at(s, "encased.1")) == (["Smothered Folk 4"], ["Wax 2"])


def test_the_tacks_man_takes_two_candles_of_each_other_player() -> None:
    """TB-44"""
    s = night("The Tacks Man", candles="5 / 5 / 3", decks="")
    assert candles(play(s, "0 place The Tacks Man in BB")) == [5, 3, 1]


def test_the_tacks_man_places_the_top_card_of_the_favor_deck() -> None:
    """TB-44"""
    s = night("The Tacks Man / City 1", decks="School+Wax 2, School+Wax 2")
    play(s, "0 place The Tacks Man in BB")
    assert (sees(s, 1, "shown.0"), s.waiting) == (["School+Wax 2"], [0])
    assert offers(s) == "place School+Wax 2 in HS, place School+Wax 2 in WK"
    play(s, "0 place School+Wax 2 in WK")
    assert (line(s, "WK"), s.waiting) == ("School+Wax 2 of 0", [1])
    assert (at(s, "deck.0"), at(s, "shown.0"), at(s, "hand.0")) == (["School+Wax 2"], [], [])


def test_the_tacks_man_turns_over_what_was_put_on_top() -> None:
    """TB-44 TB-71"""
    s = night("The Tacks Man / City 1", tops="City 1 $2, Wax 1 $2")
    play(s, "0 place The Tacks Man in BB")
    assert (line(s, "WK"), at(s, "top.0")) == ("Wax 1 $2 of 0", ["City 1 $2"])


def test_the_tacks_man_places_a_card_with_one_legal_space_unasked() -> None:
    """TB-44"""
    s = night("The Tacks Man / City 1", decks="Cleaner+School 2", hs="School 1 of 1")
    play(s, "0 place The Tacks Man in BB")
    assert (at(s, "hs.2"), s.waiting) == (["Cleaner+School 2"], [1])
    assert candles(s) == [0, 0]  # no service elsewhere


def test_the_tacks_man_does_not_choose_the_space_in_the_high_school() -> None:
    """TB-44 TB-23"""
    s = night("The Tacks Man / City 1", decks="School+City 2", hs="School 1, School 1 of 1")
    play(s, "0 place The Tacks Man in BB, 0 place School+City 2 in HS")
    assert [at(s, f"hs.{n}") for n in (3, 4)] == [["School+City 2"], []]


@pytest.mark.parametrize("card", ["Cleaner", "Wax 2", "Shameful+Wax 2"])
def test_what_the_tacks_man_cannot_place_goes_to_hand(card: str) -> None:
    """TB-44"""
    s = night("The Tacks Man / City 1", decks=card, wk="Wax 1, Wax 1 of 1")
    play(s, "0 place The Tacks Man in BB")
    assert (at(s, "hand.0"), line(s, "BB"), s.waiting) == ([card], "The Tacks Man of 0", [1])


def test_the_tacks_man_turns_over_a_card_of_the_shuffled_discard() -> None:
    """TB-44 TB-11"""
    s = night("The Tacks Man / City 1", decks="", discards="City 2, City 2")
    play(s, "0 place The Tacks Man in BB")
    assert (line(s, "CS"), at(s, "deck.0"), at(s, "discard.0")) == ("City 2 of 0", ["City 2"], [])


def test_the_tacks_man_does_without_a_card_if_there_is_none() -> None:
    """TB-44 TB-11"""
    s = night("The Tacks Man / City 1", decks="", candles="0 / 5")
    play(s, "0 place The Tacks Man in BB")
    assert (candles(s), asks(s)) == ([0, 3], "PlaceCard(1)")


def test_the_tacks_mans_card_is_placed_where_it_may_be_but_not_in_the_bazaar() -> None:
    """TB-44"""
    s = night("The Tacks Man, City 2", decks="Cleaner+Anywhere 2", wk="Wax 1, Wax 1 of 1")
    play(s, "0 place The Tacks Man in BB")
    assert "WK" not in offers(s)
    assert refused(s, "0 place Cleaner+Anywhere 2 in BB") == "TB-44 not-in-bazaar"
    assert refused(s, "0 place Cleaner+Anywhere 2 in WK") == "TB-22 full"
    assert refused(s, "0 place Cleaner+Anywhere 2 in 8") == "TB-20 no-district"
    assert refused(s, "0 place City 2 in CS") == "TB-44 place-turned"
    assert refused(s, "0 pass") == "TB-44 place-turned"
    s = night("The Tacks Man", decks="School+Wax 2")
    play(s, "0 place The Tacks Man in BB")
    assert refused(s, "0 place School+Wax 2 in CS") == "TB-20 wrong-district"


def test_the_tacks_man_turns_a_card_over_even_if_all_others_are_protected() -> None:
    """TB-44 TB-25"""
    s = night("The Tacks Man / City 1", decks="City 2", bb="City Desk Editor of 1", candles="0 / 5")
    play(s, "0 place The Tacks Man in BB")
    assert (candles(s), line(s, "CS")) == ([0, 5], "City 2 of 0")


def test_the_wax_king_draws_two_gives_two_and_leaves_others_three_cards() -> None:
    """TB-45"""
    s = night(f"The Wax King / {FIVE} / City 1, City 2, City 3, City 4")
    play(s, "0 place The Wax King in BB")
    assert (at(s, "hand.0"), candles(s), s.waiting) == ([SLEEPER] * 2, [2, 0, 0], [1, 2])
    assert (len(s.legal_moves(1)), len(s.legal_moves(2))) == (10, 4)
    play(s, "1 discard City 5 & City 2, 2 discard City 1")
    assert (at(s, "discard.1"), at(s, "discard.2")) == (["City 2", "City 5"], ["City 1"])
    assert sizes(s, "hand") == [2, 3, 3]


def test_the_wax_king_leaves_small_hands_alone() -> None:
    """TB-45"""
    s = night("The Wax King, City 1 / City 1, City 2, City 3 / City 1")
    play(s, "0 place The Wax King in BB")
    assert (s.waiting, sizes(s, "hand"), at(s, "discard.1")) == ([1], [3, 3, 1], [])
    assert asks(s) == "PlaceCard(1)"


def test_what_the_wax_king_takes_is_chosen_in_secret_and_revealed_together() -> None:
    """TB-45"""
    s = night(f"The Wax King / {FIVE} / City 1, City 2, City 3, City 4")
    play(s, "0 place The Wax King in BB, 1 discard City 1 & City 2")
    assert (at(s, "discard.1"), s.waiting, s.view(2)["sealed"]) == ([], [2], {})
    assert refused(s, "1 discard City 1 & City 3") == "TB-45 already-answered"


def test_the_wax_king_takes_no_more_and_no_less() -> None:
    """TB-45"""
    s = play(night(f"The Wax King, City 9 / {FIVE}"), "0 place The Wax King in BB")
    assert refused(s, "1 discard City 1") == "TB-45 discard-so-many"
    assert about(s, "1 discard City 1") == [2]
    assert refused(s, "1 discard City 1 & City 2 & City 3") == "TB-45 discard-so-many"
    assert refused(s, "1 discard City 1 & City 9 of 0") == "TB-45 not-in-hand"


def test_the_wax_king_spares_the_protected_and_his_owner() -> None:
    """TB-45 TB-25"""
    s = night(f"The Wax King, {FIVE} / {FIVE}", bb="City Desk Editor of 1")
    play(s, "0 place The Wax King in BB")
    assert (asks(s), sizes(s, "hand")) == ("PlaceCard(1)", [7, 5])


@pytest.mark.parametrize(
    ("attack", "city"),
    [
        ("Clockwork Lieutenant", {"d13": "Thirteen 1 of 1"}),
        ("Lady In Hating", {"hs": "School 1 of 1"}),
        ("Smothered Folk", {"wk": "Wax 1 of 1"}),
    ],
)
def test_an_attack_on_one_card_may_be_declined(attack: str, city: dict[str, str]) -> None:
    """TB-46"""
    s = table({"hands": f"{attack} / City 1", **city})
    play(s, f"0 place {attack} in BB, 0 decline")
    assert (line(s, "BB"), asks(s), at(s, "discard.1")) == (f"{attack} of 0", "PlaceCard(1)", [])


def test_without_the_ruling_an_attack_on_one_card_may_not_be_declined() -> None:
    """TB-46"""
    s = night("Smothered Folk / City 1", wk="Wax 1 of 1, Wax 2 of 1", oust="must")
    play(s, "0 place Smothered Folk in BB")
    assert offers(s) == "oust Wax 1 of 1, oust Wax 2 of 1"
    assert refused(s, "0 decline") == "TB-46 must-oust"
    assert line(play(s, "0 oust Wax 1 of 1"), "WK") == "Smothered Folk of 0, Wax 2 of 1"


def test_without_the_ruling_an_attack_without_a_target_still_stays_in_the_bazaar() -> None:
    """TB-46"""
    s = night("Smothered Folk / City 1", wk="Wax 1", oust="must")
    play(s, "0 place Smothered Folk in BB")
    assert (line(s, "BB"), asks(s)) == ("Smothered Folk of 0", "PlaceCard(1)")


def test_a_single_target_that_must_be_ousted_is_told_as_such() -> None:
    """TB-46 TB-33"""
    s = night("Clockwork Lieutenant / City 1", d13="Thirteen 1 of 1", oust="must")
    play(s, "0 place Clockwork Lieutenant in BB")
    assert said(s, "forced.one-to-oust") == ["Clockwork Lieutenant can only oust Thirteen 1."]
    assert line(s, "13") == "Clockwork Lieutenant of 0"
