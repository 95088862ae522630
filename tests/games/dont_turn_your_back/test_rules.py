"""Don't Turn Your Back's rulebook, paragraph by paragraph."""

from __future__ import annotations

import pytest

from duskhall.engine.game import WrongOption
from duskhall.engine.moves import Move
from duskhall.engine.steps import Refusal
from duskhall.games.dont_turn_your_back import GAME
from duskhall.games.dont_turn_your_back.box import DISTRICTS, FIRST, LEVEL, POINTS, TURN
from duskhall.games.dont_turn_your_back.rules.turn import Turn
from tests.games.dont_turn_your_back.words import (
    COPIES,
    REST,
    SERVICE,
    SLEEPER,
    STRANGER,
    about,
    candles,
    deal,
    line,
    night,
    offers,
    paid,
    play,
    refused,
    spaces,
    table,
    until,
)
from tests.games.words import ONLOOKER, all_answer, asks, at, events, sees, sizes, told

# Set-up


@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_play(players: int) -> None:
    """TB-02"""
    with pytest.raises(WrongOption, match=f"2 to 4 players, not {players}"):
        GAME.setup(players=players, seed=1)


@pytest.mark.parametrize(("players", "below", "unused"), [(2, 7, 2), (3, 8, 1), (4, 7, 2)])
def test_the_first_admonishment_lies_on_seven_or_eight_laws(
    players: int, below: int, unused: int
) -> None:
    """TB-01"""
    s = deal(players)
    assert sees(s, ONLOOKER, "law") == ["The First Admonishment"]
    assert (sees(s, 0, "law_deck"), sees(s, 0, "law_box")) == (below, unused)


def test_the_laws_are_random() -> None:
    """TB-01"""
    assert len({tuple(at(deal(2, seed), "law_box")) for seed in range(10)}) > 5


@pytest.mark.parametrize(("players", "turns"), [(2, 8), (3, 9), (4, 8)])
def test_the_game_lasts_one_turn_for_each_law(players: int, turns: int) -> None:
    """TB-01"""
    s = until(deal(players), "")
    assert (s.numbers[TURN], len(told(s, "law"))) == (turns, turns)
    assert (at(s, "law"), at(s, "law_deck")) == ([], [])


def test_everyone_has_the_same_cards() -> None:
    """TB-02"""
    s = deal(4)
    sets = [
        [{**face, "owner": 0} for face in GAME.faces(s.box) if face.get("owner") == seat]
        for seat in range(4)
    ]
    assert sets[0] == sets[1] == sets[2] == sets[3]


def test_the_start_cards_are_the_first_favor_deck_and_scores_are_0() -> None:
    """TB-02"""
    s = deal(3)
    owned = [sorted(at(s, f"hand.{seat}") + at(s, f"deck.{seat}")) for seat in range(3)]
    start = [s.box.card_names[card] for card in s.city.start[0]]
    assert owned == [sorted(start)] * 3
    assert candles(s) == [0, 0, 0]


def test_six_acquisition_cards_are_turned_up_for_each_player() -> None:
    """TB-03"""
    s = deal(3)
    assert sizes(s, "row") == [6, 6, 6]
    assert set(s.row(2)) < set(s.city.acquisition[2])
    assert sees(s, 0, "row.2") == at(s, "row.2")
    assert sees(s, 2, "acquisition_deck.2") == 14


def test_acquisition_cards_are_shuffled() -> None:
    """TB-03"""
    assert len({tuple(at(deal(2, seed), "row.0")) for seed in range(5)}) == 5
    assert at(deal(2), "row.0") != at(deal(2), "row.1")


def test_four_start_cards_are_drawn_as_the_hand() -> None:
    """TB-04"""
    s = deal(3)
    assert (sizes(s, "hand"), sizes(s, "deck")) == ([4, 4, 4], [4, 4, 4])
    assert (sees(s, 1, "hand.1"), sees(s, 0, "hand.1")) == (at(s, "hand.1"), 4)
    assert sees(s, 1, "deck.1") == 4


def test_start_cards_are_shuffled() -> None:
    """TB-04"""
    assert len({deal(2, seed).hand(0) for seed in range(10)}) > 5


def test_any_player_may_start() -> None:
    """TB-05"""
    starts = {deal(3, seed).numbers[FIRST] for seed in range(20)}
    assert starts == {0, 1, 2}
    s = deal(3, seed=3)
    assert s.waiting == [s.numbers[FIRST]]


@pytest.mark.parametrize(
    ("players", "open_spaces"), [(2, [3, 4, 4, 2, 3]), (3, [4, 6, 5, 3, 4]), (4, [5, 7, 7, 4, 6])]
)
def test_fewer_players_leave_spaces_unused(players: int, open_spaces: list[int]) -> None:
    """TB-06"""
    s = night("Sleeper", players=players)
    assert [spaces(s, district) for district in DISTRICTS] == open_spaces


# Cards and piles


def test_discards_lie_face_up() -> None:
    """TB-10"""
    s = play(night("Mother When / City 1, City 2"), "0 place Mother When in BB, 1 discard City 2")
    assert at(s, "discard.1") == sees(s, ONLOOKER, "discard.1") == ["City 2"]


def test_cards_of_a_row_go_to_the_acquisition_discard() -> None:
    """TB-10 TB-38"""
    row = ", ".join([f"City 1 ${n}" for n in range(4, 10)])
    s = play(night("Harvester / City 1", rows=row), "0 place Harvester in BB")
    assert sees(s, ONLOOKER, "acquisition_discard.0") == row.split(", ")
    assert at(s, "discard.0") == []


def test_a_draw_takes_first_what_lies_on_top() -> None:
    """TB-11 TB-71"""
    s = play(night("Cleaner", tops="Wax 1 $2, Wax 2 $2"), "0 place Cleaner in BB")
    assert (at(s, "hand.0"), at(s, "top.0")) == (["Wax 2 $2"], ["Wax 1 $2"])


def test_a_draw_goes_on_below_what_lay_on_top() -> None:
    """TB-11"""
    s = play(night("Shameful", tops="Wax 1 $2", decks="City 3"), "0 place Shameful in BB")
    assert sorted(at(s, "hand.0")) == ["City 3", "Wax 1 $2"]


def test_a_deck_that_runs_out_mid_draw_is_made_of_the_discard() -> None:
    """TB-11"""
    s = night("Shameful", decks="City 3", discards="Wax 1, Wax 2, Wax 3")
    play(s, "0 place Shameful in BB")
    assert len(at(s, "hand.0")) == 2
    assert "City 3" in at(s, "hand.0")
    assert (len(at(s, "deck.0")), at(s, "discard.0")) == (2, [])


def test_the_new_deck_is_shuffled() -> None:
    """TB-11"""
    tables = [night("Cleaner", seed=n, decks="", discards="Wax 1, Wax 2, Wax 3") for n in range(20)]
    drawn = {at(play(s, "0 place Cleaner in BB"), "hand.0")[0] for s in tables}
    assert drawn == {"Wax 1", "Wax 2", "Wax 3"}


def test_a_draw_stops_when_deck_and_discard_are_empty() -> None:
    """TB-11"""
    s = play(night("Shameful / Wax 1", decks="City 3"), "0 place Shameful in BB")
    assert (at(s, "hand.0"), at(s, "deck.0"), at(s, "discard.0")) == (["City 3"], [], [])
    s = play(night("Shameful / Wax 1", decks=""), "0 place Shameful in BB")
    assert at(s, "hand.0") == []


def test_a_deck_is_not_made_anew_before_it_is_needed() -> None:
    """TB-11"""
    s = night("Shameful", decks="City 1, City 2", discards="Wax 1")
    play(s, "0 place Shameful in BB")
    assert (at(s, "deck.0"), at(s, "discard.0")) == ([], ["Wax 1"])


def test_an_acquisition_deck_that_runs_out_is_made_of_its_discard() -> None:
    """TB-11 TB-51"""
    row = "City 1 $1, " + ", ".join([STRANGER] * 5)
    s = night(
        cs="City 1", rows=row, acquisition_decks="", acquisition_discards="Wax 1 $2, Wax 2 $2"
    )
    play(s, "0 buy City 1 $1")
    assert len(at(s, "row.0")) == 6
    assert at(s, "row.0")[-1] in ("Wax 1 $2", "Wax 2 $2")
    assert (len(at(s, "acquisition_deck.0")), at(s, "acquisition_discard.0")) == (1, [])


def test_a_row_stays_short_when_acquisition_deck_and_discard_are_empty() -> None:
    """TB-11 TB-51"""
    row = "City 1 $1, " + ", ".join([STRANGER] * 5)
    s = night(cs="City 1", rows=row, acquisition_decks="", acquisition_discards="")
    assert at(play(s, "0 buy City 1 $1"), "row.0") == [STRANGER] * 5


@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (2, 0), (3, 1)])
def test_a_score_never_drops_below_0(before: int, after: int) -> None:
    """TB-12"""
    s = night("The Tacks Man", candles=f"0 / {before}", decks="")
    assert candles(play(s, "0 place The Tacks Man in BB")) == [0, after]


# Phase 1: place cards


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


# Bazaar services


def test_a_blind_knight_encases_a_card_from_hand() -> None:
    """TB-30"""
    s = play(night("Blind Knight, Wax 3, City 1"), "0 place Blind Knight in BB, 0 encase Wax 3")
    assert (at(s, "encased.0"), at(s, "hand.0"), candles(s)) == (["Wax 3"], ["City 1"], [3, 0])
    assert told(s, "show") == [["Wax 3"]]


def test_a_blind_knight_encases_a_card_from_the_discard() -> None:
    """TB-30"""
    s = night("Blind Knight, City 1", discards="Wax 1, City 4")
    play(s, "0 place Blind Knight in BB, 0 encase City 4")
    assert (at(s, "encased.0"), at(s, "discard.0"), candles(s)) == (["City 4"], ["Wax 1"], [4, 0])
    assert at(s, "hand.0") == ["City 1"]


def test_a_blind_knight_needs_no_space_in_the_wax_kingdom() -> None:
    """TB-30"""
    s = night("Blind Knight, Wax 3", wk="Wax 1 of 1, Wax 1 of 1")
    play(s, "0 place Blind Knight in BB, 0 encase Wax 3")
    assert line(s, "WK") == ""  # the turn is over: two are encased with their owner
    assert (at(s, "encased.0"), at(s, "encased.1")) == (["Wax 3"], ["Wax 1", "Wax 1"])


def test_a_blind_knight_may_be_content_with_watching() -> None:
    """TB-30"""
    s = night("Blind Knight, Wax 3 / City 1", discards="Wax 1")
    play(s, "0 place Blind Knight in BB")
    assert offers(s) == "encase Wax 3, encase Wax 1, decline"
    play(s, "0 decline")
    assert (at(s, "encased.0"), candles(s), s.waiting) == ([], [0, 0], [1])


def test_a_blind_knight_without_anything_to_encase_asks_nothing() -> None:
    """TB-30"""
    s = play(night("Blind Knight / City 1"), "0 place Blind Knight in BB")
    assert asks(s) == "PlaceCard(1)"


def test_a_blind_knight_encases_only_what_is_in_ones_hand_or_discard() -> None:
    """TB-30"""
    s = night(
        "Blind Knight, Wax 3 / Wax 2", discards="Wax 1 / Wax 4", cs="City 2", rows="City 1 $2"
    )
    play(s, "0 place Blind Knight in BB")
    assert refused(s, "0 encase Wax 2 of 1") == "TB-30 not-to-encase"
    assert refused(s, "0 encase Wax 4 of 1") == "TB-30 not-to-encase"
    assert refused(s, "0 encase City 2") == "TB-30 not-to-encase"
    assert refused(s, "0 encase City 1 $2") == "TB-30 not-to-encase"
    assert refused(s, "0 encase Wax 3 & Wax 1") == "TB-30 encase-one"
    assert refused(s, "0 pass") == "TB-30 encase-one"
    assert refused(s, "1 encase Wax 2") == "TB-30 not-your-turn"


def test_a_city_desk_editor_gives_three_candles() -> None:
    """TB-31"""
    s = play(night("City Desk Editor, City 1"), "0 place City Desk Editor in BB")
    assert (candles(s), s.is_protected(0), s.is_protected(1)) == ([3, 0], True, False)
    assert at(s, "hand.0") == ["City 1"]


def test_a_cleaner_draws_one_and_gives_one_candle() -> None:
    """TB-32"""
    s = play(night("Cleaner, City 1"), "0 place Cleaner in BB")
    assert (sorted(at(s, "hand.0")), candles(s)) == (["City 1", SLEEPER], [1, 0])


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


def test_a_dream_dealer_in_the_bazaar_is_worth_two_to_spend() -> None:
    """TB-34"""
    s = play(night("Dream Dealer+City 4", rows="City 1 $2"), "0 place Dream Dealer+City 4 in BB")
    assert (asks(s), s.numbers[POINTS]) == ("Buy(0)", 2)
    assert s.influence(1) == 0


def test_a_dream_dealer_in_the_city_slumbering_is_worth_its_pain() -> None:
    """TB-34"""
    s = night("Dream Dealer+City 2", cs="City 1", rows="City 1 $2")
    play(s, "0 place Dream Dealer+City 2 in CS")
    assert s.numbers[POINTS] == 3


def test_a_faceless_in_the_bazaar_is_worth_one_to_spend() -> None:
    """TB-35"""
    s = night("Faceless+City 3", cs="City 1", rows="City 1 $2")
    assert offers(s) == "place Faceless+City 3 in CS, place Faceless+City 3 in BB, pass"
    play(s, "0 place Faceless+City 3 in BB")
    assert s.numbers[POINTS] == 2


def test_a_faceless_in_the_city_slumbering_is_worth_its_pain() -> None:
    """TB-35"""
    s = play(night("Faceless+City 3", rows="City 1 $2"), "0 place Faceless+City 3 in CS")
    assert s.numbers[POINTS] == 3


def test_a_face_merchant_draws_one() -> None:
    """TB-36"""
    s = play(night("Face Merchant, City 1 / City 1"), "0 place Face Merchant in BB")
    assert sorted(at(s, "hand.0")) == ["City 1", SLEEPER]
    assert asks(s) == "PlaceCard(1)"


def test_a_face_merchant_gives_way_in_a_later_round() -> None:
    """TB-36"""
    s = night("Face Merchant, Cleaner, City 1 / City 1, City 2", bb="Faceless of 1")
    play(s, "0 place Face Merchant in BB, 1 place City 1 in CS")
    play(s, "0 swap Cleaner for Face Merchant")
    assert (at(s, "bb.2"), at(s, "discard.0")) == (["Cleaner"], ["Face Merchant"])
    assert candles(s) == [1, 0]  # the Cleaner's service
    assert sorted(at(s, "hand.0")) == ["City 1", SLEEPER, SLEEPER]
    assert asks(s) == "PlaceCard(1)"


def test_a_face_merchant_gives_way_though_the_bazaar_is_full() -> None:
    """TB-36 TB-22"""
    s = night("Cleaner / City 1", bb="Faceless of 1, Face Merchant, Faceless of 1")
    assert offers(s) == "swap Cleaner for Face Merchant, pass"
    play(s, "0 swap Cleaner for Face Merchant")
    assert line(s, "BB") == "Faceless of 1, Cleaner of 0, Faceless of 1"


def test_a_face_merchant_gives_way_to_a_card_on_its_very_space() -> None:
    """TB-36"""
    merchants = "Face Merchant of 1, Face Merchant"
    s = night("Cleaner / Clockwork Lieutenant, City 1", first=1, bb=merchants, d13="Thirteen 1")
    play(s, "1 swap Clockwork Lieutenant for Face Merchant, 1 oust Thirteen 1 of 0")
    play(s, "0 swap Cleaner for Face Merchant")
    assert (at(s, "bb.1"), at(s, "bb.2")) == ([], ["Cleaner"])


def test_a_face_merchant_may_also_stay() -> None:
    """TB-36"""
    s = night("Cleaner / City 1", bb="Face Merchant")
    assert offers(s) == "place Cleaner in BB, swap Cleaner for Face Merchant, pass"
    assert line(play(s, "0 place Cleaner in BB"), "BB") == "Face Merchant of 0, Cleaner of 0"


def test_an_attacker_in_a_face_merchants_place_attacks_and_moves_on() -> None:
    """TB-36 TB-43"""
    s = night("Smothered Folk / City 1", bb="Face Merchant", wk="Wax 2 of 1")
    play(s, "0 swap Smothered Folk for Face Merchant, 0 oust Wax 2 of 1")
    assert (line(s, "BB"), line(s, "WK")) == ("", "Smothered Folk of 0")


def test_a_protector_in_a_face_merchants_place_protects() -> None:
    """TB-36 TB-25"""
    s = night("Paperboy / The Tacks Man", bb="Face Merchant", candles="5 / 0")
    play(s, "0 swap Paperboy for Face Merchant, 1 place The Tacks Man in BB")
    assert candles(s)[0] == 5


def test_only_a_card_for_the_bazaar_takes_a_face_merchants_place() -> None:
    """TB-36"""
    s = night("City 1, Cleaner", bb="Face Merchant, Faceless")
    assert refused(s, "0 swap City 1 for Face Merchant") == "TB-36 wrong-district"
    assert refused(s, "0 swap Cleaner for Faceless") == "TB-36 no-merchant"
    assert refused(s, "0 swap Faceless for Face Merchant") == "TB-20 not-in-hand"


def test_only_ones_own_face_merchant_in_the_bazaar_gives_way() -> None:
    """TB-36"""
    s = night("Cleaner", bb="Face Merchant of 1", cs="Face Merchant+City")
    assert offers(s) == "place Cleaner in BB, pass"
    assert refused(s, "0 swap Cleaner for Face Merchant of 1") == "TB-36 no-merchant"
    assert refused(s, "0 swap Cleaner for Face Merchant+City") == "TB-36 no-merchant"


def test_a_face_merchant_does_not_give_way_in_its_own_round_or_after_a_pass() -> None:
    """TB-36 TB-21"""
    s = play(night("Face Merchant, Cleaner / City 1, City 2"), "0 place Face Merchant in BB")
    assert refused(s, "0 swap Cleaner for Face Merchant") == "TB-20 not-your-turn"
    play(s, "1 place City 1 in CS, 0 pass")
    assert refused(s, "0 swap Cleaner for Face Merchant") == "TB-20 not-your-turn"


def test_a_face_merchant_does_not_stay_for_the_next_turn() -> None:
    """TB-36 TB-91"""
    s = play(night("Face Merchant", decks="Cleaner / rest"), "0 place Face Merchant in BB, 0 pass")
    until(s, "PlaceCard")
    play(s, "1 pass")
    assert (s.waiting, s.merchants(0)) == ([0], [])
    assert "swap" not in offers(s)


def test_a_fortune_taker_draws_four_keeps_two_and_discards_two() -> None:
    """TB-37"""
    s = night("Fortune Taker, City 9", decks="City 1, City 2, City 3, City 4, City 5")
    play(s, "0 place Fortune Taker in BB")
    one, two, three, four = at(s, "aside.0")
    assert len(s.legal_moves(0)) == 6
    play(s, f"0 keep {one} & {four}")
    assert sorted(at(s, "hand.0")) == sorted([one, four, "City 9"])
    assert (at(s, "discard.0"), at(s, "aside.0")) == ([two, three], [])
    assert len(at(s, "deck.0")) == 1


def test_only_the_fortune_takers_owner_sees_what_was_drawn() -> None:
    """TB-37"""
    s = play(
        night("Fortune Taker / City 1", decks="Wax 1, Wax 2, Wax 3, Wax 4"),
        "0 place Fortune Taker in BB",
    )
    assert sees(s, 0, "aside.0") == at(s, "aside.0") == ["Wax 1", "Wax 2", "Wax 3", "Wax 4"]
    assert (sees(s, 1, "aside.0"), sees(s, ONLOOKER, "aside.0")) == (4, 4)
    play(s, "0 keep Wax 1 & Wax 2")
    assert told(s, "keep", 1) == [["?", "?"]]
    assert told(s, "discard", 1) == [["Wax 3", "Wax 4"]]


def test_a_fortune_taker_draws_on_through_the_discard() -> None:
    """TB-37 TB-11"""
    s = night("Fortune Taker", decks="City 1", discards="Wax 1, Wax 2, Wax 3, Wax 4")
    play(s, "0 place Fortune Taker in BB")
    assert (len(at(s, "aside.0")), len(at(s, "deck.0")), at(s, "discard.0")) == (4, 1, [])
    assert "City 1" in at(s, "aside.0")


def test_of_three_drawn_a_fortune_taker_keeps_two() -> None:
    """TB-37"""
    s = night("Fortune Taker / City 1", decks="City 1, City 2, City 3")
    play(s, "0 place Fortune Taker in BB, 0 keep City 1 & City 3")
    assert (at(s, "hand.0"), at(s, "discard.0")) == (["City 1", "City 3"], ["City 2"])


@pytest.mark.parametrize("deck", ["City 1, City 2", "City 1", ""])
def test_of_two_or_fewer_drawn_a_fortune_taker_keeps_all(deck: str) -> None:
    """TB-37"""
    s = night("Fortune Taker / City 1", decks=deck)
    play(s, "0 place Fortune Taker in BB")
    assert asks(s) == "PlaceCard(1)"
    assert (", ".join(at(s, "hand.0")), at(s, "discard.0")) == (deck, [])


def test_a_fortune_taker_keeps_exactly_two_of_those_drawn() -> None:
    """TB-37"""
    s = night("Fortune Taker, City 9", decks="City 1, City 2, City 3, City 4")
    play(s, "0 place Fortune Taker in BB")
    assert refused(s, "0 keep City 1") == "TB-37 keep-two"
    assert refused(s, "0 keep City 1 & City 2 & City 3") == "TB-37 keep-two"
    assert refused(s, "0 keep City 1 & City 9") == "TB-37 not-drawn"
    assert refused(s, "0 decline") == "TB-37 keep-two"


ROW = ", ".join([f"Wax {n} $8" for n in range(1, 7)])
HARVEST = "City 1 $1, City 1 $2, City 2 $2, City 1 $3, City 1 $4, City 2 $4"


def test_a_harvester_turns_up_six_new_cards_and_acquires_one_of_cost_two_or_three() -> None:
    """TB-38"""
    s = night("Harvester, City 1", rows=ROW, acquisition_decks=HARVEST)
    play(s, "0 place Harvester in BB")
    assert sorted(at(s, "row.0")) == sorted(HARVEST.split(", "))
    offered = offers(s).split(", ")
    assert sorted(offered) == ["acquire City 1 $2", "acquire City 1 $3", "acquire City 2 $2"]
    play(s, "0 acquire City 1 $3")
    assert (at(s, "discard.0"), len(at(s, "row.0"))) == (["City 1 $3"], 6)
    assert asks(s) == "PlaceCard(0)"


def test_a_harvester_refills_the_row_from_what_was_in_it_if_need_be() -> None:
    """TB-38 TB-11"""
    s = night("Harvester / City 1", rows=ROW, acquisition_decks=HARVEST, acquisition_discards=REST)
    assert len(at(s, "acquisition_discard.0")) == COPIES
    play(s, "0 place Harvester in BB, 0 acquire City 1 $2")
    assert (len(at(s, "row.0")), at(s, "acquisition_discard.0")) == (6, [])
    assert len(at(s, "acquisition_deck.0")) == COPIES + 5


def test_a_harvester_turns_up_six_with_the_discard_shuffled() -> None:
    """TB-38 TB-11"""
    s = night("Harvester / City 1", rows=ROW, acquisition_decks="City 1 $4, City 2 $4")
    play(s, "0 place Harvester in BB")
    assert (len(at(s, "row.0")), len(at(s, "acquisition_deck.0"))) == (6, 2)
    assert at(s, "row.0")[:2] in (["City 1 $4", "City 2 $4"], ["City 2 $4", "City 1 $4"])


def test_a_harvester_with_nothing_of_cost_two_or_three_acquires_nothing() -> None:
    """TB-38"""
    s = night(
        "Harvester / City 1",
        acquisition_decks="City 1 $1, City 2 $1, City 1 $4, City 2 $4, City 1 $5, City 2 $5",
    )
    play(s, "0 place Harvester in BB")
    assert (asks(s), at(s, "discard.0"), len(at(s, "row.0"))) == ("PlaceCard(1)", [], 6)


def test_a_harvester_does_not_ask_about_the_only_card_of_cost_two_or_three() -> None:
    """TB-38"""
    s = night(
        "Harvester / City 1",
        acquisition_decks="City 1 $2, City 2 $1, City 1 $4, City 2 $4, City 1 $5, City 2 $5",
    )
    play(s, "0 place Harvester in BB")
    assert (asks(s), at(s, "discard.0")) == ("PlaceCard(1)", ["City 1 $2"])


def test_other_cards_are_not_harvested() -> None:
    """TB-38"""
    s = night("Harvester", rows=ROW, acquisition_decks=HARVEST)
    play(s, "0 place Harvester in BB")
    assert refused(s, "0 acquire City 1 $4") == "TB-38 too-dear-to-harvest"
    assert refused(s, "0 acquire City 1 $1") == "TB-38 too-dear-to-harvest"
    assert refused(s, "0 acquire Wax 1 $8") == "TB-38 not-in-row"
    assert refused(s, "0 acquire City 1 $2 & City 2 $2") == "TB-38 acquire-one"
    assert refused(s, "0 decline") == "TB-38 acquire-one"


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


def test_a_paperboy_draws_two_and_protects() -> None:
    """TB-41"""
    s = play(night("Paperboy"), "0 place Paperboy in BB")
    assert (at(s, "hand.0"), candles(s)) == ([SLEEPER, SLEEPER], [0, 0])
    assert (s.is_protected(0), s.is_protected(1)) == (True, False)


def test_a_shameful_draws_two() -> None:
    """TB-42"""
    s = play(night("Shameful"), "0 place Shameful in BB")
    assert (at(s, "hand.0"), candles(s), s.is_protected(0)) == ([SLEEPER] * 2, [0, 0], False)


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


FIVE = "City 1, City 2, City 3, City 4, City 5"


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


# Phase 2: acquire influence

SHOP = "City 1 $2, City 2 $3, City 3 $4, City 4 $6, City 5 $7, City 6 $8"


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
    assert found == {
        "protected": [1],
        "influence": [3, 0],
        "d13": {"pain": [2, 5], "cards": [1, 2]},
        "hs": {"pain": [2, 3], "cards": [1, 1], "pays": [1, 3]},
        "wk": [1, 3],
        "law": [3, 6],
        "takes": [],
    }


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
        "cost": [8, 8],
        "pain": [5, 5],
        "cards": [2, 2],
        "candles": [8, 5],
    }
    assert "law" not in s.outlook()


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
