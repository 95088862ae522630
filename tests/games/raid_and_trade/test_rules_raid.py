"""Raid & Trade's rulebook, paragraph by paragraph: raids."""

from __future__ import annotations

import pytest

from duskhall.games.raid_and_trade.parts import ACTED, RAIDED, TAKEN
from duskhall.games.raid_and_trade.state import Ruin
from tests.games.raid_and_trade.words import (
    FAR_HOUSE,
    ap,
    asked,
    dial,
    dice,
    favor,
    figure,
    house,
    in_hand,
    may,
    offers,
    paid,
    play,
    put,
    refused,
    ruin,
    sp,
    token_counts,
    tokens,
    told_kinds,
)
from tests.games.words import at, events, sees

GREEN = {"houses": f"t2-c1 green, {FAR_HOUSE}"}
YELLOW = {"houses": f"t2-c1 yellow, {FAR_HOUSE}"}
RED = {"houses": f"t2-c1 red, {FAR_HOUSE}"}
SHELVES = {**GREEN, "green": "Kitchen Shelves"}  # a die: 2 or 4 tokens, no effect
FAMILY = {**GREEN, "green": "Sleeping Family"}  # blacklist 1, 4 tokens


def drain_bag(s: Ruin, left: int, seat: int = 2) -> Ruin:
    """Give all tokens but so many of scrap to a seat."""
    for kind, count in enumerate(s.bag()):
        s.numbers[s.box.number_name.index(f"scrap.{seat}") + kind * 5] += count
    s.numbers[s.box.number_name.index(f"scrap.{seat}")] -= left
    return s


@pytest.mark.parametrize(("colour", "price"), [("green", 6), ("yellow", 8), ("red", 10)])
def test_a_house_beside_ones_road_costs_by_its_size(colour: str, price: int) -> None:
    """RT-40"""
    s = ruin(houses=f"t2-c1 {colour}, {FAR_HOUSE}")
    play(s, "0 raid t2-c1")
    assert paid(s, 0) == price


def test_a_house_of_another_section_is_not_raided() -> None:
    """RT-40"""
    s = ruin(houses="t2-c1 green, t2-c4 green, t1-c1 green")
    assert offers(s, "raid") == ["raid t2-c1"]
    assert refused(s, "0 raid t2-c4") == "RT-40 not-beside-house"  # behind a barricade
    assert refused(s, "0 raid t1-c1") == "RT-40 not-beside-house"  # over a border


def test_a_house_between_two_sections_is_raided_from_both() -> None:
    """RT-40"""
    for where in ("t7/a", "t7/b"):
        assert offers(ruin(at=where, houses="t7-c2 green"), "raid") == ["raid t7-c2"]


def test_the_figure_goes_before_the_house_at_no_cost() -> None:
    """RT-40 It stays on its road, and may still walk."""
    s = play(dice(ruin(**SHELVES), "success"), "0 raid t2-c1")
    assert (figure(s, 0), paid(s, 0)) == ("t2/a", 6)
    assert may(s, "0 cross t2/b")


@pytest.mark.parametrize("face", ["success", "fail"])
def test_the_house_goes_to_the_raider_success_or_failure(face: str) -> None:
    """RT-40, RT-41"""
    s = play(dice(ruin(**SHELVES), face), "0 raid t2-c1")
    assert (house(s, "t2-c1"), dial(s, TAKEN), dial(s, RAIDED)) == ("", [1, 0, 0], [1, 0, 0])
    assert (token_counts(s)[0], s.numbers[ACTED]) == (4 if face == "success" else 2, 1)


def test_the_card_matches_the_house_and_is_discarded() -> None:
    """RT-41, RT-46"""
    s = dice(ruin(**RED, red="Freight Depot"), "fail")
    play(s, "0 raid t2-c1")
    assert "Freight Depot" in at(s, "red_discard")
    assert (at(s, "red_deck"), at(s, "raid_card")) == ([], [])


@pytest.mark.parametrize(("face", "gained"), [("success", 2), ("fail", 0)])
def test_an_effect_works_only_after_success(face: str, gained: int) -> None:
    """RT-41"""
    s = dice(ruin(**GREEN, green="Warm Stove"), face)
    assert ap(play(s, "0 raid t2-c1"))[0] == 9 + gained


@pytest.mark.parametrize(("face", "gained", "drawn"), [("success", 0, 4), ("fail", 2, 1)])
def test_an_effect_on_failure_works_only_then(face: str, gained: int, drawn: int) -> None:
    """RT-41"""
    s = dice(ruin(**GREEN, green="Rotten Floor"), face)
    play(s, "0 raid t2-c1")
    assert (ap(s)[0], token_counts(s)[0]) == (9 + gained, drawn)


@pytest.mark.parametrize("face", ["success", "fail"])
def test_one_number_is_drawn_either_way(face: str) -> None:
    """RT-41"""
    s = dice(ruin(**GREEN, green="Picture Frames"), face)
    assert token_counts(play(s, "0 raid t2-c1"))[0] == 3


def test_the_effect_may_be_left() -> None:
    """RT-41, RT-46"""
    s = play(
        dice(ruin(**GREEN, green="Radio Corner", incidents="Forger"), "success"), "0 raid t2-c1"
    )
    assert (asked(s), offers(s)) == ("RaidEffect 0", ["use Radio Corner", "decline"])
    play(s, "0 decline")
    assert (in_hand(s, 0), house(s, "t2-c1"), token_counts(s)[0]) == ([], "", 3)


def test_the_effect_may_be_used() -> None:
    """RT-41, RT-46"""
    s = dice(ruin(**GREEN, green="Radio Corner", incidents="Forger"), "success")
    play(s, "0 raid t2-c1, 0 use Radio Corner")
    assert (in_hand(s, 0), house(s, "t2-c1")) == (["Forger"], "")


def test_an_effect_that_could_do_nothing_is_not_asked_about() -> None:
    """RT-41, RT-93"""
    full = "Forger, Water Cart, Sweet Rain, Old Battery, Pickpocket"
    s = dice(ruin(**GREEN, green="Radio Corner", seen=full), "success")
    assert asked(play(s, "0 raid t2-c1")) == "Act 0"


def test_tokens_come_before_the_effect_and_the_house_after_it() -> None:
    """RT-46"""
    s = dice(ruin(**GREEN, green="Tool Drawer"), "success")
    play(s, "0 raid t2-c1, 0 use Tool Drawer")
    assert (asked(s), token_counts(s)[0], house(s, "t2-c1")) == ("PickFromBag 0", 3, "green")
    assert offers(s) == ["take tools", "take parts"]
    play(s, "0 take 1 tools")
    assert (token_counts(s)[0], house(s, "t2-c1")) == (4, "")


def test_a_blacklist_card_is_kept_for_its_points() -> None:
    """RT-42"""
    s = play(ruin(**GREEN, green="Locked Trunk"), "0 raid t2-c1")
    assert offers(s) == ["keep", "put_back"]
    assert refused(s, "0 roll") == "RT-42 raid-keep"
    play(s, "0 keep")
    assert (favor(s)[0], token_counts(s)[0], house(s, "t2-c1")) == (-2, 5, "")


def test_a_kept_card_has_its_effect() -> None:
    """RT-42"""
    s = play(ruin(**YELLOW, yellow="Tax Office"), "0 raid t2-c1, 0 keep")
    assert ap(s)[0] == 15 - 8 + 3


def test_a_card_put_back_gives_1_favor_and_the_house_stays() -> None:
    """RT-42"""
    s = play(ruin(**FAMILY), "0 raid t2-c1, 0 put_back")
    assert (favor(s)[0], token_counts(s)[0], house(s, "t2-c1")) == (1, 0, "green")
    assert (ap(s)[0], s.numbers[ACTED], dial(s, TAKEN)[0]) == (9, 1, 0)
    assert (at(s, "green_bottom"), at(s, "green_discard")[-1:]) == (
        ["Sleeping Family"],
        ["Hidden Hatch"],
    )


def test_a_table_may_have_the_house_taken_all_the_same() -> None:
    """RT-42"""
    s = play(ruin(**FAMILY, put_back="taken"), "0 raid t2-c1, 0 put_back")
    assert (house(s, "t2-c1"), dial(s, TAKEN)[0], token_counts(s)[0]) == ("", 1, 0)


@pytest.mark.parametrize(
    ("dial_at", "open_houses"),
    [
        ("-5", ["t2-c1", "t2-c2", "t2-c3"]),
        ("-6", ["t2-c2", "t2-c3"]),
        ("-7", ["t2-c2", "t2-c3"]),
        ("-8", ["t2-c3"]),
        ("-9", ["t2-c3"]),
        ("-10", []),
    ],
)
def test_with_much_blacklist_houses_are_barred(dial_at: str, open_houses: list[str]) -> None:
    """RT-43"""
    s = ruin(houses="t2-c1 green, t2-c2 yellow, t2-c3 red", favor=dial_at)
    assert offers(s, "raid") == [f"raid {where}" for where in open_houses]
    for where in {"t2-c1", "t2-c2", "t2-c3"} - set(open_houses):
        assert refused(s, f"0 raid {where}") == "RT-43 blacklisted"


def test_favor_bars_nothing() -> None:
    """RT-43"""
    assert len(offers(ruin(houses="t2-c1 green, t2-c2 yellow, t2-c3 red", favor="10"), "raid")) == 3


def test_tokens_are_drawn_by_luck() -> None:
    """RT-44"""
    drawn = set()
    for seed in range(12):
        s = dice(ruin(seed=seed, **SHELVES), "success")
        drawn.add(tokens(play(s, "0 raid t2-c1"), 0))
    assert len(drawn) > 6


@pytest.mark.parametrize("left", [0, 1, 3])
def test_an_empty_bag_gives_what_there_is(left: int) -> None:
    """RT-44"""
    s = dice(drain_bag(ruin(**SHELVES), left), "success")
    play(s, "0 raid t2-c1")
    assert (token_counts(s)[0], sum(s.bag()), house(s, "t2-c1")) == (left, 0, "")


def test_only_squares_with_a_house_are_raided() -> None:
    """RT-45"""
    s = ruin(houses=FAR_HOUSE, outpost="t2-c3")
    assert refused(s, "0 raid t2-c1") == "RT-45 no-house"
    assert refused(s, "0 raid t2-c3") == "RT-45 no-house"
    s = play(dice(ruin(**SHELVES), "fail"), "0 raid t2-c1, 0 end, 1 pass, 2 pass")
    assert refused(s, "0 raid t2-c1") == "RT-45 no-house"


def test_a_discount_is_named_with_the_house_and_used_up() -> None:
    """RT-46"""
    s = ruin(**SHELVES, crafted="Crowbar", ap="4")
    assert offers(s, "raid") == ["raid t2-c1 Crowbar"]
    play(dice(s, "success"), "0 raid t2-c1 Crowbar")
    assert (ap(s)[0], at(s, "used.0")) == (0, ["Crowbar"])


def test_several_discounts_add_up_and_never_give_ap() -> None:
    """RT-46"""
    s = ruin(**SHELVES, crafted="Crowbar, Battering Ram", seen="Open Window", ap="3")
    play(dice(s, "success"), "0 raid t2-c1 Crowbar Battering Ram Open Window")
    assert (ap(s)[0], at(s, "used.0")) == (3, ["Crowbar", "Battering Ram"])


def test_a_discount_is_no_card_twice_and_no_other_card() -> None:
    """RT-46"""
    s = ruin(**GREEN, crafted="Crowbar, Hip Flask")
    assert refused(s, "0 raid t2-c1 Crowbar Crowbar") == "RT-46 raid-cards"
    assert refused(s, "0 raid t2-c1 Crowbar Hip Flask") == "RT-46 raid-cards"


def test_a_raid_is_paid_before_others_may_stop_it() -> None:
    """RT-46, RT-90"""
    s = play(ruin(**GREEN, seen=" | Stray Dogs"), "0 raid t2-c1")
    assert (asked(s), ap(s)[0], at(s, "raid_card")) == ("StopRaid 1", 9, [])


def test_cards_for_the_raid_come_when_the_raid_card_lies_open() -> None:
    """RT-46"""
    s = play(ruin(**SHELVES, crafted="Door Bypass, Push Cart"), "0 raid t2-c1")
    assert (asked(s), at(s, "raid_card")) == ("RaidCard 0", ["Kitchen Shelves"])
    assert offers(s) == ["roll", "use Door Bypass", "use Push Cart"]
    play(s, "0 use Push Cart, 0 use Door Bypass")
    assert (token_counts(s)[0], at(s, "used.0")) == (6, ["Door Bypass", "Push Cart"])
    assert "roll_raid" not in told_kinds(s)


def test_a_bonus_is_drawn_also_after_failure() -> None:
    """RT-46"""
    s = ruin(**SHELVES, crafted="Push Cart")
    play(s, "0 raid t2-c1")
    play(dice(s, "fail"), "0 use Push Cart")
    assert token_counts(s)[0] == 4


def test_a_sure_success_is_of_no_use_on_a_blacklist_card() -> None:
    """RT-46, RT-93"""
    s = play(ruin(**FAMILY, crafted="Door Bypass"), "0 raid t2-c1")
    assert offers(s) == ["keep", "put_back"]


def test_a_bonus_is_lost_when_the_card_is_put_back() -> None:
    """RT-46"""
    s = play(ruin(**FAMILY, crafted="Push Cart"), "0 raid t2-c1, 0 use Push Cart, 0 put_back")
    assert token_counts(s)[0] == 0


def test_the_raid_die_may_be_rerolled_before_it_counts() -> None:
    """RT-46, RT-88"""
    s = dice(ruin(**SHELVES, crafted=" | Taser"), "success")
    play(s, "0 raid t2-c1")
    assert (asked(s), token_counts(s)[0]) == ("AfterRoll 1", 0)
    play(dice(s, "fail"), "1 use Taser 0")
    assert (token_counts(s)[0], at(s, "used.1")) == (2, ["Taser"])


def test_a_raid_deck_that_is_out_takes_its_discards_back() -> None:
    """RT-47"""
    s = ruin(**RED, red="")
    play(dice(s, "success"), "0 raid t2-c1")
    lying = [len(at(s, f"red_{pile}")) for pile in ("deck", "discard")]
    assert sum(lying) + len(at(s, "raid_card")) == 10
    assert lying[0] == 9


def test_cards_put_back_are_drawn_in_their_order_when_the_others_are_gone() -> None:
    """RT-47"""
    s = ruin(houses=f"t2-c1 green, t2-c3 green, {FAR_HOUSE}", green="Kitchen Shelves")
    put(s, ["Winter Store", "Sleeping Family"], s.box.name_of.index("green_bottom"))
    play(dice(s, "fail"), "0 raid t2-c1, 0 end")
    assert at(s, "green_bottom") == ["Winter Store", "Sleeping Family"]
    play(s, "1 raid t2-c3")
    assert (at(s, "raid_card"), at(s, "green_bottom")) == (["Winter Store"], ["Sleeping Family"])


def test_a_card_put_back_comes_after_those_put_back_before() -> None:
    """RT-47"""
    s = ruin(**FAMILY)
    put(s, ["Winter Store"], s.box.name_of.index("green_bottom"))
    play(s, "0 raid t2-c1, 0 put_back")
    assert at(s, "green_bottom") == ["Winter Store", "Sleeping Family"]
    assert sees(s, 2, "green_bottom") == ["Winter Store", "Sleeping Family"]


def test_discards_are_not_shuffled_while_cards_put_back_are_left() -> None:
    """RT-47"""
    s = ruin(**GREEN, green="")
    put(s, ["Winter Store"], s.box.name_of.index("green_bottom"))
    play(s, "0 raid t2-c1")
    assert (at(s, "raid_card"), len(at(s, "green_discard"))) == (["Winter Store"], 24)
    assert events(s, "reshuffle") == []


def test_the_example_of_a_success() -> None:
    """RT-48 Six tokens, an item of 1 SP crafted free, then the house."""
    s = dice(ruin(**YELLOW, yellow="Repair Shop"), "success")
    play(s, "0 raid t2-c1")
    assert (token_counts(s)[0], asked(s), house(s, "t2-c1")) == (6, "CraftFree 0", "yellow")
    assert "craft Helmet" not in offers(s)
    play(s, "0 craft Hip Flask")
    assert (sp(s)[0], at(s, "ready.0"), house(s, "t2-c1")) == (1, ["Hip Flask"], "")
    assert (token_counts(s)[0], ap(s)[0]) == (6, 7)


def test_the_example_of_a_blacklist_card() -> None:
    """RT-48 5 Favor become 3; four tokens; 5 AP may be paid for 1 SP; the house."""
    s = ruin(**GREEN, green="Scribe's Desk", favor="5")
    play(s, "0 raid t2-c1, 0 keep")
    assert (favor(s)[0], token_counts(s)[0], offers(s)) == (3, 4, ["buy", "decline"])
    play(s, "0 buy")
    assert (ap(s)[0], sp(s)[0], house(s, "t2-c1")) == (4, 1, "")


def test_the_price_of_the_example_may_be_kept() -> None:
    """RT-48"""
    s = play(ruin(**GREEN, green="Scribe's Desk"), "0 raid t2-c1, 0 keep, 0 decline")
    assert (ap(s)[0], sp(s)[0], house(s, "t2-c1")) == (9, 0, "")
    poor = play(ruin(**GREEN, green="Scribe's Desk", ap="10"), "0 raid t2-c1, 0 keep")
    assert (asked(poor), ap(poor)[0]) == ("Act 0", 4)


@pytest.mark.parametrize(("event", "drawn"), [("Rich Pickings", 5), ("Dust Storm", 5), ("", 4)])
def test_events_change_what_is_drawn(event: str, drawn: int) -> None:
    """RT-41"""
    s = dice(ruin(event=event, **SHELVES), "success")
    assert token_counts(play(s, "0 raid t2-c1"))[0] == drawn
