"""Don't Turn Your Back's rulebook, paragraph by paragraph: services that harm nobody."""

from __future__ import annotations

import pytest

from duskhall.games.dont_turn_your_back.box import POINTS
from tests.games.dont_turn_your_back.words import (
    COPIES,
    REST,
    SLEEPER,
    candles,
    line,
    night,
    offers,
    play,
    refused,
    until,
)
from tests.games.words import ONLOOKER, asks, at, sees, told


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


def test_a_paperboy_draws_two_and_protects() -> None:
    """TB-41"""
    s = play(night("Paperboy"), "0 place Paperboy in BB")
    assert (at(s, "hand.0"), candles(s)) == ([SLEEPER, SLEEPER], [0, 0])
    assert (s.is_protected(0), s.is_protected(1)) == (True, False)


def test_a_shameful_draws_two() -> None:
    """TB-42"""
    s = play(night("Shameful"), "0 place Shameful in BB")
    assert (at(s, "hand.0"), candles(s), s.is_protected(0)) == ([SLEEPER] * 2, [0, 0], False)
