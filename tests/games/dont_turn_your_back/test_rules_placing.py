"""Don't Turn Your Back's rulebook, paragraph by paragraph: phase 1, placing cards."""

from __future__ import annotations

import pytest

from duskhall.games.dont_turn_your_back.box import DISTRICTS
from tests.games.dont_turn_your_back.words import (
    SERVICE,
    SLEEPER,
    about,
    candles,
    line,
    night,
    offers,
    play,
    refused,
    table,
)
from tests.games.words import asks, at, events, sizes


def test_each_places_one_card_in_turn_from_the_starting_player() -> None:
    """TB-20"""
    s = night("City 1, City 2 / City 1, City 2 / City 1, City 2", first=1)
    play(s, "1 place City 1 in CS, 2 place City 1 in CS, 0 place City 1 in CS")
    assert s.waiting == [1]
    assert line(s, "CS") == "City 1 of 1, City 1 of 2, City 1 of 0"


def test_a_card_goes_to_a_district_that_it_names() -> None:
    """TB-20"""
    s = night("School+Wax 2, City 3")
    wanted = "place School+Wax 2 in HS, place School+Wax 2 in WK, place City 3 in CS, pass"
    assert sorted(offers(s).split(", ")) == sorted(wanted.split(", "))
    assert refused(s, "0 place City 3 in HS") == "TB-20 wrong-district"
    assert refused(s, "0 place School+Wax 2 in BB") == "TB-20 wrong-district"
    assert line(play(s, "0 place School+Wax 2 in WK"), "WK") == "School+Wax 2 of 0"
    assert at(s, "hand.0") == ["City 3"]


def test_only_hand_cards_are_placed() -> None:
    """TB-20"""
    s = night("City 1 / City 2", discards="City 3")
    assert refused(s, "0 place City 3 in CS") == "TB-20 not-in-hand"
    assert refused(s, "0 place City 2 of 1 in CS") == "TB-20 not-in-hand"
    assert refused(s, "0 place 9999 in CS") == "TB-20 not-in-hand"


def test_one_places_a_card_or_passes() -> None:
    """TB-20"""
    s = night("City 1")
    assert refused(s, "0 done") == "TB-20 place-or-pass"
    assert refused(s, "0 place City 1") == "TB-20 place-or-pass"
    assert refused(s, "0 place City 1 in 7") == "TB-20 no-district"
    assert refused(s, "0 place City 1 in -1") == "TB-20 no-district"


def test_one_waits_for_ones_turn() -> None:
    """TB-20"""
    s = night("City 1 / City 1")
    assert refused(s, "1 place City 1 in CS") == "TB-20 not-your-turn"
    assert refused(s, "1 pass") == "TB-20 not-your-turn"


def test_who_has_cards_but_no_space_for_them_can_only_pass() -> None:
    """TB-20"""
    s = night("Wax 1 / City 1", wk="Wax 2, Wax 2 of 1")
    assert (s.waiting, offers(s)) == ([0], "pass")
    assert play(s, "0 pass").waiting == [1]


def test_who_has_no_card_passes_unasked() -> None:
    """TB-20 TB-21"""
    s = night("City 1 / City 1, City 2")
    play(s, "0 place City 1 in CS, 1 place City 1 in CS")
    assert s.waiting == [1]
    assert [event.seat for event in events(s, "pass")] == [0]


def test_who_has_passed_places_no_more() -> None:
    """TB-21"""
    s = play(night("City 1 / City 1, City 2, City 3"), "0 pass, 1 place City 1 in CS")
    assert s.waiting == [1]
    assert refused(s, "0 place City 1 in CS") == "TB-20 not-your-turn"
    assert play(s, "1 place City 2 in CS").waiting == [1]


def test_who_has_passed_stays_out_though_a_space_opens() -> None:
    """TB-21"""
    bazaar = "Cleaner of 1, Cleaner of 1"
    s = night("Cleaner / Clockwork Lieutenant, City 1", bb=bazaar, d13="Thirteen 1", first=1)
    play(s, "1 place Clockwork Lieutenant in BB")
    assert offers(play(s, "1 decline"), 0) == "pass"
    s = night("Cleaner / Clockwork Lieutenant, City 1", bb=bazaar, d13="Thirteen 1")
    play(s, "0 pass, 1 place Clockwork Lieutenant in BB, 1 oust Thirteen 1 of 0")
    assert (line(s, "BB"), s.waiting) == ("Cleaner of 1, Cleaner of 1", [1])


def test_placing_ends_when_all_have_passed() -> None:
    """TB-21"""
    s = play(night("City 1 / City 1, City 3", rows="City 1 $1"), "0 place City 1 in CS, 1 pass")
    assert asks(s) == "Buy(0)"
    s = play(night("City 1, City 2 / City 1"), "0 pass, 1 pass")
    assert asks(s) == "DiscardLeftovers()"


@pytest.mark.parametrize(
    ("card", "district", "there"),
    [
        ("Thirteen 2", "13", "Thirteen 1, Thirteen 1 of 1, Thirteen 1"),
        ("School 2", "HS", "School 1, School 1 of 1, School 1, School 1 of 1"),
        ("City 2", "CS", "City 1, City 1, City 1, City 1 of 1"),
        ("Wax 2", "WK", "Wax 1, Wax 1 of 1"),
        ("Cleaner", "BB", "Faceless, Faceless, Faceless"),
    ],
)
def test_a_full_district_takes_no_more_cards(card: str, district: str, there: str) -> None:
    """TB-22"""
    key = "d13" if district == "13" else district.lower()
    s = table({"hands": card, key: there})
    assert offers(s) == "pass"
    assert refused(s, f"0 place {card} in {district}") == "TB-22 full"
    assert about(s, f"0 place {card} in {district}") == [DISTRICTS.index(district)]
    with_room = table({"hands": card, key: there.partition(", ")[2]})
    assert offers(with_room) == f"place {card} in {district}, pass"


def test_in_the_high_school_one_takes_the_space_nearest_to_the_start() -> None:
    """TB-23"""
    s = play(night("School 2 / School 3, City 1", hs="School 1 of 1"), "0 place School 2 in HS")
    play(s, "1 place School 3 in HS")
    assert [at(s, f"hs.{n}") for n in (1, 2, 3)] == [["School 1"], ["School 2"], ["School 3"]]


def test_a_service_is_rendered_at_once_in_the_bazaar() -> None:
    """TB-24"""
    s = play(night("Shameful, City 1"), "0 place Shameful in BB")
    assert at(s, "hand.0") == [SLEEPER, SLEEPER, "City 1"]


@pytest.mark.parametrize("service", SERVICE)
@pytest.mark.parametrize("district", ["13", "HS", "CS", "WK"])
def test_elsewhere_a_card_has_no_service(service: str, district: str) -> None:
    """TB-24"""
    s = night(
        f"{service}+Anywhere 2, City 1 / City 1, City 1, City 1, City 2",
        candles="5 / 5",
        d13="Thirteen 1 of 1",
        hs="School 1 of 1",
        wk="Wax 1 of 1",
        discards="Wax 4",
    )
    row = at(s, "row.0")
    play(s, f"0 place {service}+Anywhere 2 in {district}")
    assert asks(s) == "PlaceCard(1)"
    assert (candles(s), sizes(s, "hand"), at(s, "row.0")) == ([5, 5], [1, 4], row)
    assert (at(s, "discard.0"), at(s, "encased.0")) == (["Wax 4"], [])
    assert (s.is_protected(0), s.merchants(0)) == (False, [])
    assert s.influence(0) == (2 if district == "CS" else 0)
