"""Raid & Trade's rulebook, paragraph by paragraph: movement."""

from __future__ import annotations

import pytest

from duskhall.games.raid_and_trade.parts import MOVE_OVER, MOVED, TILES
from tests.games.raid_and_trade.words import (
    ap,
    asked,
    begun,
    dice,
    figure,
    in_hand,
    incident_on,
    may,
    offers,
    paid,
    play,
    refused,
    ruin,
    section,
    sp,
    tokens,
)
from tests.games.words import at, events

ON_T3 = "t3/u"  # a raised road: it joins the north and south borders
PLAIN = {"incidents": "Forger"}  # the only incident to come


def test_a_border_costs_1_ap() -> None:
    """RT-30"""
    s = play(ruin(), "0 cross t1/a")
    assert (figure(s, 0), ap(s)) == ("t1/a", [14, 15, 15])


def test_a_barricade_costs_1_ap() -> None:
    """RT-30"""
    s = play(ruin(), "0 cross t2/b")
    assert (figure(s, 0), ap(s)) == ("t2/b", [14, 15, 15])


def test_within_a_section_there_is_nothing_to_pay() -> None:
    """RT-30 Both houses of a road are raided without a crossing."""
    s = ruin(houses="t2-c1 green, t2-c3 green")
    assert offers(s, "raid") == ["raid t2-c1", "raid t2-c3"]
    assert refused(s, "0 cross t2/a") == "RT-30 height"


def test_only_a_section_beside_ones_own_is_crossed_to() -> None:
    """RT-30, RT-33"""
    s = ruin()
    assert offers(s, "cross") == ["cross t2/b", "cross t1/a", "cross t8/a", "cross t9/a"]
    assert refused(s, "0 cross t7/a") == "RT-30 not-beside"
    assert refused(s, "0 cross t7/b") == "RT-30 not-beside"


def test_a_height_line_is_not_crossed_inside_a_tile() -> None:
    """RT-30"""
    s = ruin(at=ON_T3)
    assert offers(s, "cross") == ["cross t8/a"]
    assert refused(s, "0 cross t3/g") == "RT-30 height"


def test_the_other_side_of_a_height_line_is_reached_over_other_tiles() -> None:
    """RT-30"""
    s = play(ruin(at=ON_T3), "0 cross t8/a, 0 cross t2/a, 0 cross t1/a, 0 cross t3/g")
    assert (figure(s, 0), ap(s)[0]) == ("t3/g", 11)


def test_where_heights_are_climbed_it_costs_1_ap() -> None:
    """RT-30"""
    s = play(ruin(at=ON_T3, height="climb"), "0 cross t3/g")
    assert (figure(s, 0), ap(s)[0]) == ("t3/g", 14)
    assert "cross t3/u" in offers(s, "cross")


def test_where_heights_are_climbed_nothing_is_raided_over_them() -> None:
    """RT-30, RT-34"""
    s = ruin(at=ON_T3, height="climb", houses="t3-c1 green, t3-c4 green")
    assert offers(s, "raid") == []
    assert refused(s, "0 raid t3-c1") == "RT-40 not-beside-house"


def test_barricade_border_barricade_is_3_ap() -> None:
    """RT-31"""
    s = ruin(at="t7/a")
    play(s, "0 cross t7/b, 0 cross t2/b, 0 cross t2/a")
    assert (figure(s, 0), paid(s, 0), ap(s)[0]) == ("t2/a", 3, 12)


def test_the_way_of_the_example_is_what_a_screen_is_told() -> None:
    """RT-31, RT-33"""
    ways = ruin(at="t7/a").outlook()["ways"]
    assert isinstance(ways, dict)
    assert ways[str(section("t2/a"))] == [3, [section(x) for x in ("t7/b", "t2/b", "t2/a")]]


def test_a_screen_is_told_only_of_ways_that_can_be_paid() -> None:
    """RT-24, RT-33"""
    ways = ruin(ap="1").outlook()["ways"]
    assert isinstance(ways, dict)
    assert sorted(ways) == sorted([str(section(x)) for x in ("t2/b", "t1/a", "t8/a", "t9/a")])


def test_entering_a_tile_turns_up_an_incident() -> None:
    """RT-32"""
    s = play(ruin(**PLAIN), "0 cross t1/a")
    assert (incident_on(s, "t1"), at(s, "incident_deck")) == (["Forger"], [])


def test_a_tile_that_holds_an_incident_gets_no_other() -> None:
    """RT-32"""
    s = play(ruin(lying="t1 Water Cart", **PLAIN), "0 cross t1/a")
    assert (incident_on(s, "t1"), at(s, "incident_deck")) == (["Water Cart"], ["Forger"])


def test_a_barricade_turns_up_nothing() -> None:
    """RT-32"""
    s = play(ruin(**PLAIN), "0 cross t2/b, 0 cross t2/a")
    assert (incident_on(s, "t2"), events(s, "turn_up")) == ([], [])


def test_every_tile_on_the_way_counts_also_one_entered_again() -> None:
    """RT-32"""
    s = ruin(tokens="9 scrap 9 food 9 clothing 9 tools 9 parts 9 medical 9 guns 9 electrics")
    play(s, "0 cross t1/a, 0 cross t2/a, 0 cross t9/a")
    for tile in ("t1", "t2", "t9"):
        assert len(incident_on(s, tile)) == 1
    play(s, "0 claim, 0 cross t2/a, 0 cross t9/a")
    assert (len(incident_on(s, "t9")), len(events(s, "turn_up"))) == (1, 4)


def test_at_most_nine_incidents_lie_on_the_tiles() -> None:
    """RT-32"""
    names = ["Forger", "Water Cart", "Sweet Rain", "Scavenger", "Pack Mule", "Pickpocket"]
    lying = ", ".join([f"t{n} {name}" for n, name in zip((1, 2, 3, 7, 8, 9), names, strict=True)])
    s = play(ruin(lying=lying), "0 cross t1/a, 0 cross t2/a, 0 cross t8/a, 0 cross t2/a")
    assert events(s, "turn_up") == []
    assert sum([len(at(s, f"tile.{tile}")) for tile in range(TILES)]) == 6


def test_the_tile_of_the_start_is_not_entered() -> None:
    """RT-32"""
    assert incident_on(begun(), "t2") == []


def test_each_crossing_is_paid_as_it_is_made() -> None:
    """RT-33"""
    s = play(ruin(at="t7/a"), "0 cross t7/b")
    assert ap(s)[0] == 14
    play(s, "0 cross t2/b")
    assert ap(s)[0] == 13
    play(s, "0 end")
    assert figure(s, 0) == "t2/b"


def test_one_may_claim_between_crossings_and_walk_on() -> None:
    """RT-33"""
    s = play(ruin(tokens="1 scrap", **PLAIN), "0 cross t1/a, 0 claim, 0 cross t2/a, 0 cross t2/b")
    assert (in_hand(s, 0), figure(s, 0), ap(s)[0]) == (["Forger"], "t2/b", 12)


def test_one_may_claim_a_quest_between_crossings_and_walk_on() -> None:
    """RT-33, RT-22"""
    s = ruin(row="Master Class", sp="6", tokens="3 scrap")
    play(s, "0 cross t1/a, 0 quest Master Class, 0 cross t2/a")
    assert (sp(s)[0], tokens(s, 0), figure(s, 0)) == (0, "", "t2/a")


@pytest.mark.parametrize(
    "line",
    ["0 use Hip Flask", "0 craft Dried Meat", "0 trade 1 1 food for 1 scrap", "0 raid t1-c1"],
)
def test_anything_but_a_claim_ends_the_move(line: str) -> None:
    """RT-33"""
    s = ruin(
        tokens="3 food | 1 scrap",
        crafted="Hip Flask",
        houses="t1-c1 green, t4-c3 green",
        green="Kitchen Shelves",
    )
    play(s, f"0 cross t1/a, {line}")
    if asked(s) == "Agree 1":
        play(s, "1 refuse")
    assert s.numbers[MOVED] == MOVE_OVER
    assert refused(s, "0 cross t2/a") == "RT-33 move-spent"


def test_a_card_for_walking_is_used_before_the_move() -> None:
    """RT-33"""
    s = ruin(at="t7/a", crafted="Night Lamp")
    play(s, "0 use Night Lamp, 0 cross t7/b, 0 cross t2/b, 0 cross t2/a")
    assert ap(s)[0] == 14
    late = play(ruin(crafted="Night Lamp"), "0 cross t2/b")
    assert refused(late, "0 use Night Lamp") == "RT-93 no-effect"


def test_a_card_for_walking_pays_also_where_there_are_not_enough_ap() -> None:
    """RT-33"""
    s = play(ruin(ap="1", crafted="Night Lamp"), "0 use Night Lamp")
    play(s, "0 cross t2/b, 0 cross t7/b, 0 cross t7/a")
    assert (figure(s, 0), ap(s)[0]) == ("t7/a", 0)


def test_nothing_is_raided_from_a_raised_road() -> None:
    """RT-34"""
    s = ruin(at=ON_T3, houses="t3-c1 green, t3-c4 red")
    assert offers(s, "raid") == []
    assert refused(s, "0 raid t3-c4") == "RT-40 not-beside-house"
    assert offers(ruin(at="t3/g", houses="t3-c1 green, t3-c4 red"), "raid") == [
        "raid t3-c1",
        "raid t3-c4",
    ]


def test_figures_on_two_levels_do_not_reach_each_other() -> None:
    """RT-34"""
    s = ruin(at="t3/u | t3/g | t3/u", tokens="1 guns")
    assert offers(s, "attack") == ["attack 2"]
    assert refused(s, "0 attack 1") == "RT-56 attack-far"


@pytest.mark.parametrize(
    ("event", "way", "price"),
    [
        ("Open Roads", "t2/b", 0),
        ("Open Roads", "t1/a", 1),
        ("Dust Storm", "t1/a", 2),
        ("Dust Storm", "t2/b", 1),
    ],
)
def test_events_change_what_a_crossing_costs(event: str, way: str, price: int) -> None:
    """RT-30"""
    s = play(ruin(event=event), f"0 cross {way}")
    assert ap(s)[0] == 15 - price


def test_a_figure_is_where_its_crossings_took_it_when_it_attacks() -> None:
    """RT-33, RT-50"""
    s = dice(ruin(at="t2/a | t1/a", tokens="1 guns"), "0 attack nothing")
    assert not may(s, "0 attack 1")
    play(s, "0 cross t1/a")
    assert offers(s, "attack") == ["attack 1"]
