"""Raid & Trade's rulebook, paragraph by paragraph: crafting and trading."""

from __future__ import annotations

import pytest

from duskhall.engine.state import Offer
from duskhall.games.raid_and_trade.parts import ACTED, MOVED, NOT_MOVED, OFFERS
from duskhall.games.raid_and_trade.state import Ruin
from tests.games.raid_and_trade.test_rules_raid import drain_bag
from tests.games.raid_and_trade.words import (
    ap,
    asked,
    bag,
    dial,
    may,
    next_turn,
    offers,
    play,
    refused,
    ruin,
    sp,
    token_counts,
    tokens,
)
from tests.games.words import at, events

TRAY = "1 tools 2 scrap 2 clothing"
WITH_GARCIA = {"characters": "Garcia | Mayu"}
MARKET = {"tokens": "3 food 2 scrap"}


def swap(terms: str, maker: int = 0, to: tuple[int, ...] = (1,)) -> Offer:
    """An offer that lies beside the table: swap("1 0 7") gives scrap for a gun."""
    return Offer(maker, to, f"swap {terms}")


def why_not(s: Ruin, offer: Offer) -> str:
    refusal = s.may_offer(offer)
    return f"{refusal.rule} {refusal.reason}" if refusal else ""


# Crafting


def test_a_craft_costs_1_ap_and_the_items_tokens() -> None:
    """RT-60"""
    s = play(ruin(tokens="3 scrap 1 clothing"), "0 craft Helmet")
    assert (ap(s)[0], tokens(s, 0), sp(s)[0]) == (14, "1 scrap", 2)
    assert (at(s, "ready.0"), s.numbers[ACTED]) == (["Helmet"], 1)
    assert "Helmet" not in at(s, "items.0")


def test_without_its_tokens_an_item_is_not_crafted() -> None:
    """RT-60"""
    s = ruin(tokens="1 scrap 1 clothing")
    assert offers(s, "craft") == ["craft Knuckle Wraps"]
    assert refused(s, "0 craft Helmet") == "RT-60 craft-tokens"


def test_a_crafted_item_is_usable_at_once_and_one_use_goes_away() -> None:
    """RT-60"""
    s = play(ruin(tokens="2 food", ap="10"), "0 craft Dried Meat, 0 use Dried Meat")
    assert (ap(s)[0], at(s, "ready.0"), at(s, "used.0")) == (11, [], ["Dried Meat"])
    assert refused(s, "0 use Dried Meat") == "RT-35 not-ready"


def test_a_craft_needs_its_ap() -> None:
    """RT-60, RT-24"""
    s = play(ruin(ap="1", tokens="2 food", unseen="Forger"), "0 cross t2/b")
    assert refused(s, "0 craft Dried Meat") == "RT-24 too-dear"


def test_an_item_for_every_round_is_used_once_in_each() -> None:
    """RT-60"""
    s = play(ruin(crafted="Generator", ap="10"), "0 use Generator")
    assert (ap(s)[0], at(s, "tired.0")) == (11, ["Generator"])
    assert refused(s, "0 use Generator") == "RT-35 not-ready"


def test_items_crafted_free_give_their_sp() -> None:
    """RT-60"""
    s = play(ruin(crafted="Field Welder"), "0 use Field Welder, 0 craft Hip Flask")
    assert (sp(s)[0], ap(s)[0], s.numbers[ACTED]) == (1, 15, 0)


def test_the_example_of_crafting() -> None:
    """RT-67, RT-91 1 AP, 1 + 2 + 2 tokens, 3 SP; later it is given up for 3 AP."""
    s = play(ruin(tokens=TRAY, **WITH_GARCIA), "0 craft Hawker's Tray")
    assert (ap(s)[0], tokens(s, 0), sp(s)[0]) == (14, "", 3)
    play(s, "0 use Hawker's Tray")
    assert (ap(s)[0], at(s, "used.0"), sp(s)[0]) == (17, ["Hawker's Tray"], 3)


def test_the_item_of_the_example_may_wait_for_a_later_turn() -> None:
    """RT-67"""
    s = play(ruin(tokens=TRAY, **WITH_GARCIA), "0 craft Hawker's Tray, 0 end, 1 pass, 2 pass")
    assert ap(play(s, "0 use Hawker's Tray"))[0] == 17


def test_a_discount_takes_tokens_off_as_the_player_chooses() -> None:
    """RT-60"""
    s = ruin(tokens=TRAY, crafted="Spare Battery", **WITH_GARCIA)
    play(s, "0 craft Hawker's Tray Spare Battery, 0 spend 2 scrap 1 clothing")
    assert (tokens(s, 0), sp(s)[0], at(s, "used.0")) == ("1 clothing 1 tools", 3, ["Spare Battery"])


def test_with_a_discount_one_token_is_paid_at_least() -> None:
    """RT-60"""
    s = ruin(tokens="2 food 1 scrap", crafted="Spare Battery, Spare Wheel")
    play(s, "0 craft Dried Meat Spare Battery Spare Wheel")
    assert (tokens(s, 0), sp(s)[0]) == ("1 scrap 1 food", 1)


def test_a_discount_helps_who_lacks_tokens() -> None:
    """RT-60"""
    s = ruin(tokens="1 tools", seen="Travelling Smith", **WITH_GARCIA)
    assert refused(s, "0 craft Hawker's Tray") == "RT-60 craft-tokens"
    assert refused(s, "0 craft Hawker's Tray Travelling Smith") == "RT-60 craft-tokens"
    assert may(
        ruin(tokens="1 tools 1 scrap", seen="Travelling Smith", **WITH_GARCIA),
        "0 craft Hawker's Tray Travelling Smith",
    )


def test_other_kinds_stand_in_where_a_card_says_so() -> None:
    """RT-60"""
    s = ruin(tokens="1 scrap 2 food", crafted="Wrench Roll")
    play(s, "0 craft Helmet Wrench Roll, 0 spend 1 scrap")
    assert (tokens(s, 0), at(s, "ready.0")) == ("", ["Helmet"])
    short = ruin(tokens="3 food", crafted="Wrench Roll")
    assert refused(short, "0 craft Helmet Wrench Roll") == "RT-60 craft-tokens"


def test_a_card_that_does_not_help_is_refused() -> None:
    """RT-60"""
    s = ruin(tokens="2 food", crafted="Wrench Roll, Hip Flask")
    assert refused(s, "0 craft Dried Meat Hip Flask") == "RT-60 craft-cards"
    assert refused(s, "0 craft Dried Meat Wrench Roll Wrench Roll") == "RT-60 craft-cards"


def test_open_workshops_let_crafts_be_free_of_ap() -> None:
    """RT-60"""
    s = play(ruin(event="Open Workshops", tokens="2 food"), "0 craft Dried Meat")
    assert ap(s)[0] == 15


# Trading with players


def test_a_trade_costs_each_1_ap_and_is_the_action() -> None:
    """RT-61"""
    s = ruin(tokens="2 scrap | 1 food", at="t2/a | t4/b")
    play(s, "0 trade 1 2 scrap for 1 food, 1 agree")
    assert (tokens(s, 0), tokens(s, 1)) == ("1 food", "2 scrap")
    assert (ap(s), s.numbers[ACTED], asked(s)) == ([14, 14, 15], 1, "Act 0")
    assert refused(s, "0 trade 1 1 food for 1 scrap") == "RT-22 action-spent"


def test_items_are_traded_crafted_or_not() -> None:
    """RT-61, RT-63"""
    s = ruin(tokens=" | 1 food", crafted="Helmet", tired="Body Armour")
    play(s, "0 trade 1 Helmet Body Armour Hip Flask for 1 food, 1 agree")
    assert (at(s, "ready.1"), at(s, "tired.1")) == (["Helmet"], ["Body Armour"])
    assert "Hip Flask" in at(s, "items.1")
    assert sp(s) == [0, 0, 0]


def test_an_uncrafted_item_is_crafted_by_its_new_holder() -> None:
    """RT-63"""
    s = ruin(tokens=" | 1 food 1 scrap 1 tools")
    play(s, "0 trade 1 Hip Flask for 1 food, 1 agree, 0 end, 1 craft Hip Flask")
    assert (sp(s), at(s, "ready.1")) == ([0, 1, 0], ["Hip Flask"])


def test_a_crafted_item_works_for_its_new_holder() -> None:
    """RT-63"""
    s = ruin(tokens=" | 1 food", crafted="Hip Flask", ap="15 | 10")
    play(s, "0 trade 1 Hip Flask for 1 food, 1 agree, 0 end, 1 use Hip Flask")
    assert ap(s)[1] == 11


@pytest.mark.parametrize(
    ("words", "thing"),
    [
        ({"seen": "Forger"}, "Forger"),
        ({"unseen": "Forger"}, "Forger"),
        ({"fulfilled": "Master Class"}, "Master Class"),
        ({"used": "Hip Flask"}, "Hip Flask"),
        ({}, "Taser"),
        ({}, "Carter"),
    ],
)
def test_nothing_but_tokens_and_items_is_traded(words: dict[str, str], thing: str) -> None:
    """RT-63"""
    s = ruin(tokens=" | 1 food", **words)
    assert refused(s, f"0 trade 1 {thing} for 1 food") == "RT-63 trade-item"


def test_nobody_in_the_outpost_trades() -> None:
    """RT-61, RT-70, RT-72"""
    words = {"tokens": "1 scrap | 1 food", "outpost": "t2-c1"}
    for inside in ("0", "1"):
        s = ruin(inside=inside, **words)
        assert offers(s, "trade") == []
        assert refused(s, "0 trade 1 1 scrap for 1 food") == "RT-61 trade-outpost"


def test_with_garcia_nobody_pays() -> None:
    """RT-61, RT-80"""
    for characters in ("Garcia | Mayu", "Mayu | Garcia"):
        s = ruin(tokens="1 scrap | 1 food", characters=characters)
        play(s, "0 trade 1 1 scrap for 1 food, 1 agree")
        assert (ap(s), s.numbers[ACTED]) == ([15, 15, 15], 1)


def test_what_one_has_not_got_is_not_offered() -> None:
    """RT-64"""
    s = ruin(tokens="1 scrap | 1 food")
    assert refused(s, "0 trade 1 2 scrap for 1 food") == "RT-64 trade-tokens"
    assert refused(s, "0 trade 1 1 scrap for 2 food") == "RT-64 trade-tokens"
    assert refused(s, "0 trade 0 1 scrap for 1 scrap") == "RT-64 trade-partner"
    assert refused(s, "0 trade 1 1 scrap for Helmet") == "RT-63 trade-item"


def test_each_side_gives_something() -> None:
    """RT-64"""
    s = ruin(tokens="1 scrap | 1 food")
    assert refused(s, "0 trade 1 1 scrap for") == "RT-64 trade-gift"
    assert refused(s, "0 trade 1 for 1 food") == "RT-64 trade-gift"
    assert refused(s, "0 trade 1 for") == "RT-64 trade-nothing"


def test_a_table_may_allow_gifts() -> None:
    """RT-64"""
    s = ruin(tokens="1 scrap | 1 food", gifts=True)
    play(s, "0 trade 1 1 scrap for, 1 agree")
    assert (tokens(s, 0), tokens(s, 1)) == ("", "1 scrap 1 food")
    s = ruin(tokens="1 scrap | 1 food", gifts=True)
    play(s, "0 trade 1 for 1 food, 1 agree")
    assert tokens(s, 0) == "1 scrap 1 food"
    assert refused(ruin(gifts=True), "0 trade 1 for") == "RT-64 trade-nothing"


def test_a_partner_without_ap_trades_only_with_garcia() -> None:
    """RT-64"""
    words = {"tokens": "1 scrap | 1 food", "ap": "15 | 0"}
    assert refused(ruin(**words), "0 trade 1 1 scrap for 1 food") == "RT-64 trade-ap"
    s = play(ruin(**words, **WITH_GARCIA), "0 trade 1 1 scrap for 1 food, 1 agree")
    assert tokens(s, 1) == "1 scrap"


def test_the_example_of_a_trade() -> None:
    """RT-64 2 + 2 for 1 + 2 is countered with one more; 3 + 2 for 1 + 2 is agreed."""
    s = ruin(tokens="3 food 2 scrap | 1 guns 2 tools", characters="Carter | Zoey")
    play(s, "0 trade 1 2 food 2 scrap for 1 guns 2 tools")
    assert asked(s) == "Agree 1"
    play(s, "1 counter 1 guns 2 tools for 3 food 2 scrap")
    assert (asked(s), tokens(s, 0)) == ("Agree 0", "2 scrap 3 food")
    play(s, "0 agree")
    assert (tokens(s, 0), tokens(s, 1)) == ("2 tools 1 guns", "2 scrap 3 food")
    assert ap(s) == [14, 14, 15]


def test_the_example_of_a_trade_with_garcia() -> None:
    """RT-64 Two tokens for his uncrafted Safe, and nobody pays."""
    s = ruin(tokens="2 food", characters="Mayu | Garcia")
    play(s, "0 trade 1 2 food for Safe, 1 agree")
    assert ("Safe" in at(s, "items.0"), tokens(s, 1), ap(s)) == (True, "2 food", [15, 15, 15])


def test_an_offer_costs_nothing_until_it_is_agreed() -> None:
    """RT-65"""
    s = play(ruin(tokens="1 scrap | 1 food"), "0 trade 1 1 scrap for 1 food, 1 refuse")
    assert (ap(s), s.numbers[ACTED], asked(s)) == ([15, 15, 15], 0, "Act 0")
    assert may(s, "0 trade 2 1 scrap for Taser")


def test_a_counter_must_be_possible_too() -> None:
    """RT-65"""
    s = play(ruin(tokens="1 scrap | 1 food"), "0 trade 1 1 scrap for 1 food")
    assert refused(s, "1 counter 1 food for 2 scrap") == "RT-64 trade-tokens"
    assert refused(s, "1 counter 1 food for") == "RT-64 trade-gift"


@pytest.mark.parametrize("limit", [1, 5, 20])
def test_the_active_player_makes_so_many_offers_a_turn(limit: int) -> None:
    """RT-65"""
    s = ruin(tokens="1 scrap | 1 food", offers=limit)
    for _ in range(limit):
        play(s, "0 trade 1 1 scrap for 1 food, 1 refuse")
    assert offers(s, "trade") == []
    assert refused(s, "0 trade 1 1 scrap for 1 food") == "RT-65 offers-spent"
    assert dial(s, OFFERS) == [limit, 0, 0]
    next_turn(play(s, "0 cross t2/b"))
    assert dial(s, OFFERS) == [0, 0, 0]


def test_counter_offers_are_counted_too() -> None:
    """RT-65"""
    s = play(ruin(tokens="1 scrap | 1 food", offers=1), "0 trade 1 1 scrap for 1 food")
    play(s, "1 counter 1 food for 1 scrap")
    assert refused(s, "0 counter 1 scrap for 1 food") == "RT-65 offers-spent"
    assert offers(s) == ["agree", "refuse"]


def test_each_player_has_so_many_counter_offers() -> None:
    """RT-65"""
    s = play(ruin(tokens="2 scrap | 2 food", offers=2), "0 trade 1 1 scrap for 1 food")
    play(
        s,
        "1 counter 1 food for 2 scrap, 0 counter 1 scrap for 1 food, 1 counter 1 food for 2 scrap",
    )
    assert dial(s, OFFERS) == [2, 2, 0]
    assert refused(s, "0 counter 1 scrap for 1 food") == "RT-65 offers-spent"


def test_an_offer_may_be_opened_and_let_be() -> None:
    """RT-65"""
    s = ruin(tokens="1 scrap | 1 food")
    play(s, "0 trade 1")
    assert asked(s) == "Propose 0"
    play(s, "0 decline")
    assert (asked(s), s.numbers[ACTED], s.numbers[MOVED]) == ("Act 0", 0, NOT_MOVED)


def test_an_offer_is_made_in_two_steps_as_well() -> None:
    """RT-65"""
    s = play(ruin(tokens="1 scrap | 1 food"), "0 trade 1, 0 offer 1 scrap for 1 food, 1 agree")
    assert tokens(s, 0) == "1 food"


def test_any_time_cards_answer_a_trade() -> None:
    """RT-65, RT-87"""
    s = ruin(tokens="1 scrap | 1 food", crafted=" | Antibiotics", ap="15 | 1")
    play(s, "0 trade 1 1 scrap for 1 food, 1 use Antibiotics, 1 agree")
    assert ap(s)[:2] == [14, 3]


def test_all_hear_an_offer() -> None:
    """RT-68"""
    s = play(ruin(tokens="1 scrap | 1 food"), "0 trade 1 1 scrap for 1 food")
    (event,) = events(s, "propose")
    assert event.shown_to(2).about == (1, 1, 0, 1)


def test_the_active_player_offers_to_several_and_another_to_the_active_player() -> None:
    """RT-68"""
    s = ruin(tokens="1 scrap | 1 food | 1 food")
    assert why_not(s, swap("1 0 1", to=(1, 2))) == ""
    assert why_not(s, swap("1 1 0", maker=1, to=(0,))) == ""
    assert why_not(s, swap("1 1 0", maker=1, to=(2,))) == "RT-64 trade-active"
    assert why_not(s, swap("nonsense")) == "RT-64 trade-nonsense"


def test_an_offer_to_several_stands_while_one_can_take_it() -> None:
    """RT-68"""
    s = ruin(tokens="1 scrap | 1 guns | 1 food")
    assert why_not(s, swap("1 0 1", to=(1, 2))) == ""
    assert why_not(s, swap("1 0 1", to=(1,))) == "RT-64 trade-tokens"


def test_the_first_yes_takes_an_offer_once() -> None:
    """RT-68"""
    s = ruin(tokens="1 scrap | 1 food | 1 food")
    offer = swap("1 0 1", to=(1, 2))
    for seat, move in s.closes(offer, 2):
        s.apply(seat, move)
    assert (tokens(s, 0), tokens(s, 2), ap(s)) == ("1 food", "1 scrap", [14, 15, 14])
    assert s.closes(offer, 1) == []
    assert why_not(s, offer) == "RT-22 action-spent"


def test_the_active_player_takes_an_offer_of_another() -> None:
    """RT-68"""
    s = ruin(tokens="1 scrap | 1 food | 1 food")
    for seat, move in s.closes(swap("1 1 0", maker=1, to=(0,)), 0):
        s.apply(seat, move)
    assert (tokens(s, 0), tokens(s, 1), ap(s)) == ("1 food", "1 scrap", [14, 14, 15])


def test_an_offer_that_cannot_be_any_more_is_not_closed() -> None:
    """RT-68"""
    s = ruin(tokens="1 scrap 1 food | 1 food", lying="t2 Forger")
    offer = swap("1 0 1")
    assert s.closes(offer, 1) != []
    play(s, "0 claim")
    assert (s.closes(offer, 1), why_not(s, offer)) == ([], "RT-64 trade-tokens")


def test_who_has_made_all_offers_closes_none() -> None:
    """RT-65, RT-68"""
    s = ruin(tokens="1 scrap | 1 food", offers=1)
    play(s, "0 trade 1 1 scrap for 1 food, 1 refuse")
    assert s.closes(swap("1 0 1"), 1) == []


def test_an_agreement_is_closed_only_while_a_proposal_can_be_made() -> None:
    """RT-68 Not while the active player thinks of another one, nor inside an action."""
    s = ruin(
        tokens="1 scrap | 1 food | 1 food", houses="t2-c1 green, t4-c3 green", green="Locked Trunk"
    )
    offer = swap("1 0 1", to=(1, 2))
    assert s.closes(offer, 1) != []
    play(s, "0 trade 2")
    assert s.closes(offer, 1) == []
    play(s, "0 decline, 0 raid t2-c1")
    assert s.closes(offer, 1) == []


def test_what_has_become_impossible_is_not_agreed_to() -> None:
    """RT-68"""
    s = ruin(tokens="1 scrap | 1 food", ap="1", seen=" | Spread Rumours")
    play(s, "0 trade 1 1 scrap for 1 food, 1 use Spread Rumours, 1 tire 0")
    assert (offers(s), refused(s, "1 agree")) == (["refuse"], "RT-64 trade-ap")
    assert refused(s, "1 keep") == "RT-65 agree"


def test_offers_are_whispered_only_where_the_table_says_so() -> None:
    """RT-68"""
    refusal = ruin().may_whisper()
    assert refusal is not None
    assert refusal.rule == "RT-68"
    assert ruin(whispers=True).may_whisper() is None


def test_offers_beside_the_table_are_counted_with_those_in_play() -> None:
    """RT-65"""
    s = ruin(tokens="1 scrap | 1 food", offers=3)
    assert [s.most_offers(seat) for seat in range(3)] == [3, 3, 3]
    play(s, "0 trade 1 1 scrap for 1 food, 1 counter 1 food for 1 scrap")
    assert [s.most_offers(seat) for seat in range(3)] == [2, 2, 3]
    assert s.offers_spent(0).rule == "RT-65"


# The Black Market


def test_the_black_market_takes_1_ap_and_four_tokens_for_one() -> None:
    """RT-62"""
    s = play(ruin(**MARKET), "0 market guns")
    assert (asked(s), ap(s)[0]) == ("PayMarket 0", 14)
    play(s, "0 spend 3 food 1 scrap")
    assert (tokens(s, 0), s.numbers[ACTED]) == ("1 scrap 1 guns", 1)


def test_the_example_of_the_black_market() -> None:
    """RT-66 Three of one kind and one of another for one of a kind that is shown."""
    s = play(ruin(tokens="3 scrap 1 food", trader="Caravan"), "0 market medical, 0 spend 1 food")
    assert (tokens(s, 0), ap(s)[0]) == ("1 medical", 14)


def test_only_kinds_on_the_token_are_to_be_had() -> None:
    """RT-62"""
    s = ruin(trader="Beggar", **MARKET)
    assert offers(s, "market") == ["market electrics", "market clothing"]
    assert refused(s, "0 market guns") == "RT-62 market-kind"


def test_with_three_tokens_there_is_nothing_to_be_had() -> None:
    """RT-62"""
    assert refused(ruin(tokens="3 food"), "0 market guns") == "RT-62 market-tokens"


def test_any_section_of_its_tile_will_do() -> None:
    """RT-62, RT-66"""
    assert may(ruin(at="t2/b", **MARKET), "0 market guns")
    assert refused(ruin(at="t1/a", **MARKET), "0 market guns") == "RT-62 not-at-market"
    inside = ruin(inside="0", outpost="t2-c1", **MARKET)
    assert refused(inside, "0 market guns") == "RT-72 inside"


def test_it_is_the_turns_action_and_needs_its_ap() -> None:
    """RT-66, RT-24"""
    s = play(ruin(tokens="8 food"), "0 market guns")
    assert refused(s, "0 market guns") == "RT-22 action-spent"
    s = play(ruin(ap="1", unseen="Forger", **MARKET), "0 cross t2/b")
    assert refused(s, "0 market guns") == "RT-24 too-dear"


def test_garcia_pays_at_the_black_market() -> None:
    """RT-66"""
    assert ap(play(ruin(tokens="4 food", **WITH_GARCIA), "0 market guns"))[0] == 14
    free = ruin(tokens="4 food", garcia_market="free", **WITH_GARCIA)
    assert ap(play(free, "0 market guns"))[0] == 15
    other = ruin(tokens="4 food", garcia_market="free")
    assert ap(play(other, "0 market guns"))[0] == 14


def test_what_is_not_in_the_bag_is_not_to_be_had() -> None:
    """RT-66"""
    s = drain_bag(ruin(tokens="4 food"), 3)
    s.ask_again()
    assert bag(s) == "3 scrap"
    assert offers(s, "market") == []


def test_the_four_go_into_the_bag_first_and_must_bring_what_is_taken() -> None:
    """RT-66"""
    s = drain_bag(ruin(tokens="4 food 1 guns"), 0)
    s.ask_again()
    assert offers(s, "market") == ["market guns"]
    play(s, "0 market guns")
    assert refused(s, "0 spend 4 food") == "RT-66 tokens-left"
    play(s, "0 spend 3 food")
    assert (tokens(s, 0), bag(s), token_counts(s)[0]) == ("1 food 1 guns", "3 food", 2)
