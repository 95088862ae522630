"""What screens are told of Raid & Trade beside the table itself: it must come true."""

from __future__ import annotations

import pytest

from duskhall.engine.moves import Move
from duskhall.games.raid_and_trade import GAME
from duskhall.games.raid_and_trade.parts import AP
from duskhall.games.raid_and_trade.state import Ruin
from tests.games.raid_and_trade.words import FAR_HOUSE, SQUARE_IDS, card, play, ruin, section
from tests.games.tables import Case, some_positions


def ways(s: Ruin) -> dict[str, tuple[int, list[int]]]:
    found = s.outlook()["ways"]
    assert isinstance(found, dict)
    return {target: (way[0], way[1]) for target, way in found.items()}


def prices(s: Ruin) -> dict[str, int]:
    found = s.outlook()["prices"]
    assert isinstance(found, dict)
    return {SQUARE_IDS[int(square)]: price[0] for square, price in found.items()}


@pytest.mark.parametrize("options", [{}, {"height": "climb"}], ids=str)
def test_every_way_is_walked_for_the_ap_that_are_told(options: dict[str, object]) -> None:
    """RT-30, RT-33"""
    walked = 0
    for s in some_positions(Case(GAME, 3, options), 25):
        assert isinstance(s, Ruin)
        if str(s.agenda[-1]).startswith("Act("):
            for target, (price, path) in ways(s).items():
                walker = s.clone()
                for step in path:
                    walker.apply(s.current, Move("cross", step))
                assert path[-1] == int(target)
                assert s.numbers[AP + s.current] - walker.numbers[AP + s.current] == price
                walked += 1
    assert walked > 50


def test_no_way_is_told_where_there_is_none() -> None:
    """RT-23, RT-33"""
    assert ways(play(ruin(tokens="2 food"), "0 cross t2/b, 0 craft Dried Meat")) == {}
    assert ways(ruin(inside="0", outpost="t2-c1")) == {}
    assert ways(ruin(ap="0", unseen="Forger", event="Open Roads")) == {}


def test_cards_that_pay_for_walking_make_ways_cheaper() -> None:
    """RT-33"""
    s = play(ruin(at="t7/a", ap="1", crafted="Night Lamp"), "0 use Night Lamp")
    assert ways(s)[str(section("t2/a"))][0] == 1


def test_houses_are_told_that_can_be_raided_here_or_after_a_way() -> None:
    """RT-40, RT-43"""
    houses = f"t2-c1 green, t2-c4 yellow, t1-c1 red, {FAR_HOUSE}"
    assert prices(ruin(houses=houses, ap="9")) == {"t2-c1": 6, "t2-c4": 8, "t4-c3": 6}
    assert prices(ruin(houses=houses, ap="8")) == {"t2-c1": 6}
    assert "t2-c1" not in prices(ruin(houses=houses, favor="-6"))
    assert prices(play(ruin(houses=houses, tokens="2 food"), "0 craft Dried Meat")) == {}


def test_what_is_short_of_the_goals_is_told() -> None:
    """RT-75"""
    s = ruin(sp="13", favor="-2 | 4", fulfilled="Master Class", ap="15 | 20")
    assert s.outlook()["goals"] == [[7, 12, 2, 5], [20, 6, 3, 0], [20, 10, 3, 5]]


def test_what_is_missing_of_items_and_quests_is_told() -> None:
    """RT-36, RT-60"""
    s = ruin(tokens="1 scrap", sp="2", row="Master Class")
    missing, needs = s.outlook()["missing.0"], s.outlook()["needs.0"]
    assert isinstance(missing, dict)
    assert isinstance(needs, dict)
    assert missing[str(card(s, "Helmet"))] == {"scrap": 1, "clothing": 1}
    assert needs[str(card(s, "Master Class"))] == {"any": 2, "sp": 4}


@pytest.mark.parametrize(
    ("event", "changed"),
    [
        ("", {}),
        ("Dust Storm", {"border": 2, "raid_draw": 1}),
        ("Ceasefire", {"attack_allowed": 0, "trade": 0}),
        ("Open Workshops", {"training": 4, "craft": 0}),
    ],
)
def test_what_the_event_changes_is_told(event: str, changed: dict[str, int]) -> None:
    """RT-25"""
    assert ruin(event=event).outlook()["event"] == changed


def test_nothing_is_told_before_the_city_lies_there() -> None:
    s = GAME.open(GAME.box(3))
    assert s.outlook() == {}
