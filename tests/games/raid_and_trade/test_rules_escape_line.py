"""Raid & Trade's rulebook, paragraph by paragraph: Escape the City's line, and walking along it."""

from __future__ import annotations

import pytest

from duskhall.engine.game import WrongOption
from duskhall.games.raid_and_trade import GAME
from duskhall.games.raid_and_trade.parts import (
    AGE,
    COLOURS,
    DIE,
    GUNS,
    HELIPAD,
    HOUSE,
    NUMBERS,
    OUTPOST,
    ROUND,
    START,
    TRADER,
)
from duskhall.games.raid_and_trade.state import Ruin
from tests.games.raid_and_trade.escape_words import flight, guards, out
from tests.games.raid_and_trade.words import (
    TILE_IDS,
    ap,
    asked,
    deal,
    favor,
    figure,
    house,
    offers,
    paid,
    pass_all,
    play,
    refused,
    sp,
    token_counts,
)
from tests.games.words import all_answer, answer_until, at, events


def escape(players: int = 3, /, **options: object) -> Ruin:
    return deal(players, scenario="escape", **options)


def row(s: Ruin) -> list[str]:
    assert s.ruins.line is not None
    return [[*TILE_IDS, "pad"][tile] for tile in s.ruins.line.row()]


def filled(s: Ruin, tile: str) -> str:
    """What stands on a tile, in the order in which it was filled: "small medium large guard"."""
    assert s.ruins.line is not None
    number = TILE_IDS.index(tile)
    place = next(place for place in s.ruins.line.places if place.tile == number)
    words = []
    for square in place.fill:
        words.append(
            "guard" if s.is_guarded(square) else ["-", *COLOURS][s.numbers[HOUSE + square]]
        )
    return " ".join(words)


# Set-up


@pytest.mark.parametrize(
    ("players", "tiles"),
    [
        (2, "t1 t2 t8 t4 pad"),
        (3, "t1 t2 t8 t4 pad"),
        (4, "t1 t2 t8 t4 t9 pad"),
        (5, "t1 t2 t8 t4 t9 t7 pad"),
    ],
)
def test_the_line_is_as_long_as_there_are_players(players: int, tiles: str) -> None:
    """RT-100"""
    s = escape(players)
    assert row(s) == tiles.split()
    assert [at for at in s.lying() if at >= 0] != []
    assert len(guards(s)) == len(row(s)) - 1
    assert row(escape(players, escape_length=6)) == ["t1", "t2", "t8", "t4", "t9", "pad"]


def test_two_play_only_this_and_it_is_played_on_no_city_of_ones_own() -> None:
    """RT-100, RT-120"""
    assert GAME.counts({"scenario": "escape"}) == [2, 3, 4, 5]
    with pytest.raises(WrongOption, match="Two can play Escape the City only"):
        deal(2)
    with pytest.raises(WrongOption, match="belongs to the scenario"):
        deal(escape_length=7)
    with pytest.raises(WrongOption) as caught:
        escape(city="custom")
    assert caught.value.rule == "RT-115"


def test_tiles_are_filled_small_medium_large_guard() -> None:
    """RT-100, RT-121"""
    s = escape(5)
    assert filled(s, "t1") == "green yellow red green yellow red"
    assert filled(s, "t2") == "green yellow red guard"
    for tile in ("t8", "t4", "t9", "t7"):
        assert filled(s, tile) == "green yellow red guard green yellow"
    assert "helipad-g1" in guards(s)
    assert not any(s.numbers[HOUSE + square] for square in s.ruins.tiles.tiles[HELIPAD].squares)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_squares_are_filled_whatever_their_marks_say(players: int) -> None:
    """RT-100, RT-120"""
    for tile in ("t1", "t2", "t8", "t4"):
        assert "-" not in filled(escape(players), tile).split()


def test_a_guard_may_stand_on_the_start_tile_too() -> None:
    """RT-121"""
    s = escape(3, start_guard=True)
    assert filled(s, "t1") == "green yellow red guard green yellow"
    assert len(guards(s)) == 5
    longest = escape(5, start_guard=True)  # with one guard too few
    assert len(guards(longest)) == 6
    assert "helipad-g1" in guards(longest)
    assert filled(longest, "t7") == "green yellow red - green yellow"


def test_there_are_no_events_incidents_quests_discs_and_no_outpost() -> None:
    """RT-100, RT-109"""
    s = flight()
    assert s.numbers[OUTPOST] == -1
    for place in ("event_deck", "event_row", "incident_deck", "quest_deck", "quest_row"):
        assert at(s, place) == []
    for line in ("claim", "quest Light the Beacon", "gate", "enter", "storm", "train", "disc 0"):
        assert refused(s, f"0 {line}") == "RT-100 not-in-escape"
    play(s, "0 cross t2/a")
    assert not events(s, "turn_up")


def test_trader_and_helipad_token_are_the_players_choice() -> None:
    """RT-100"""
    s = escape()
    assert s.ruins.trader_names[s.numbers[TRADER]] == "Caravan"
    assert need(s) == {"sp": 12, "tokens": {"scrap": 2, "tools": 2, "parts": 1, "electrics": 1}}
    s = escape(helipad="rotor", escape_market="beggar")
    assert s.ruins.trader_names[s.numbers[TRADER]] == "Beggar"
    assert need(s) == {"sp": 16, "tokens": {"clothing": 1, "tools": 2, "parts": 2}}


def need(s: Ruin) -> object:
    return s.outlook()["need"]


def test_everybody_starts_with_a_gun_two_tokens_and_items_of_four_sp() -> None:
    """RT-101"""
    s = answer_until(escape(4), "PickKit")
    seat = s.waiting[0]
    while asked(s).startswith("PickKit"):
        left = int(str(s.agenda[-1]).split(", ")[1].rstrip(")"))
        for move in s.legal_moves(s.waiting[0]):
            assert s.ruins.sp[move.about[0]] <= left
        all_answer(s, -1)
    assert asked(s) == f"Flee {s.numbers[START]}"
    assert sp(s) == [4] * 4
    assert token_counts(s) == [3] * 4
    for each in range(4):
        assert s.has(each, GUNS) >= 1
        items = s.places[s.box.name_of.index(f"ready.{each}")]
        assert sum([s.ruins.sp[item] for item in items]) == 4
    assert seat == s.numbers[START]


def test_an_item_that_leaves_no_way_to_four_cannot_be_chosen() -> None:
    """RT-101"""
    s = answer_until(escape(), "PickKit")
    seat = s.waiting[0]
    three = next(m for m in s.legal_moves(seat) if s.ruins.sp[m.about[0]] == 3)
    four = next(m for m in s.legal_moves(seat) if s.ruins.sp[m.about[0]] == 4)
    s.apply(seat, three)
    assert {s.ruins.sp[move.about[0]] for move in s.legal_moves(seat)} == {1}
    assert s.why_not(seat, four) is not None


def test_numbers_of_the_base_game_stay_where_they_are() -> None:
    """RT-109"""
    assert len(deal().numbers) == NUMBERS
    base = [name for _, name in deal().box.number_names]
    own = [name for _, name in escape().box.number_names]
    assert own[: len(base)] == base
    assert "guard.0" not in base


# Wasteland


def test_the_wasteland_side_has_a_line_of_its_own_and_no_rule_of_the_diagonal() -> None:
    """RT-120"""
    s = escape(2, side="wasteland")
    assert row(s) == ["t1", "t2", "t5", "t4", "pad"]
    assert filled(s, "t1") == "green yellow red green"
    assert filled(s, "t5") == "green yellow red guard"
    assert not s.ruins.is_wasteland
    diagonals = [number for number, q in enumerate(s.ruins.tiles.squares) if q.diagonal]
    assert {s.numbers[HOUSE + number] for number in diagonals} != {0, 3}


def test_a_large_house_of_the_wasteland_is_raided_with_the_die() -> None:
    """RT-120"""
    s = flight(2, side="wasteland", red="Freight Depot")
    diagonal = s.ruins.tiles.tiles[0].squares[0]
    assert s.ruins.tiles.squares[diagonal].diagonal
    s.numbers[HOUSE + diagonal] = 3
    s.ask_again()
    play(s, f"0 raid {diagonal}")
    assert not events(s, "doomed")
    assert events(s, "roll_raid")
    assert s.numbers[DIE] == -1


# Moving


def test_a_tile_costs_its_number_in_the_line_also_on_the_way_back() -> None:
    """RT-102, RT-123"""
    s = flight(5, guards="helipad-g1")
    play(s, "0 cross t2/a, 0 cross t8/a, 0 cross t4/a")
    assert paid(s, 0) == 2 + 3 + 4
    play(s, "0 cross t8/a")
    assert paid(s, 0) == 9 + 3
    play(s, "0 cross t2/a, 0 cross t1/a")
    assert ap(s)[0] == 15 - 9 - 3 - 2 - 1


def test_over_a_barricade_from_the_fourth_tile_to_the_fifth() -> None:
    """RT-134, RT-102"""
    s = flight(4, at="t4/a", guards="helipad-g1")
    play(s, "0 cross t4/b, 0 cross t9/a")
    assert paid(s, 0) == 1 + 5


def test_nobody_leaves_a_tile_with_a_guard_in_either_direction() -> None:
    """RT-102, RT-123"""
    s = flight(at="t2/a", guards="t2-c3")
    assert offers(s, "cross") == ["cross t2/b"]
    for target in ("t8/a", "t1/a"):
        assert refused(s, f"0 cross {target}") == "RT-102 held"
    play(s, "0 cross t2/b")
    assert paid(s, 0) == 1


def test_a_move_goes_on_through_tiles_without_guards_and_inside_a_guarded_one() -> None:
    """RT-123"""
    s = flight(guards="t8-c4", tokens="3 food")
    play(s, "0 cross t2/a, 0 cross t8/a")
    while asked(s) != "Flee 0":
        all_answer(s)
    assert offers(s, "cross") == ["cross t8/b", "cross t8/c"]
    play(s, "0 cross t8/b")
    assert figure(s, 0) == "t8/b"


def test_the_outlook_knows_prices_of_the_line_and_tiles_that_hold() -> None:
    """RT-102"""
    ways = flight(guards="t8-c4").outlook()["ways"]
    assert isinstance(ways, dict)
    found = {int(section): way[0] for section, way in ways.items()}
    s = flight()
    t8, t4 = TILE_IDS.index("t8") * 4, TILE_IDS.index("t4") * 4
    assert found[t8] == 5
    assert t4 not in found  # nobody comes through
    assert s.crossing_price(t4, 1) == 4


# Rounds


def test_the_youngest_starts_and_later_who_has_the_fewest_tokens() -> None:
    """RT-122"""
    s = answer_until(escape(4), "Flee")
    assert s.numbers[AGE + s.current] == 0
    s = flight(at="t2/a | t2/a | t2/a", tokens="3 food | 1 food | 2 food")
    pass_all(s)
    assert (s.numbers[ROUND], s.numbers[START]) == (2, 1)
    s = flight(at="t2/a | t1/a | t2/a", tokens="3 food | | 2 food")
    pass_all(s)
    assert (out(s), s.numbers[START]) == ([1], 2)  # of those who are left


def test_turn_order_skips_the_eliminated() -> None:
    """RT-122, RT-131"""
    s = flight(at="t2/a | t1/a | t2/a", guards="helipad-g1")
    pass_all(s)
    assert out(s) == [1]
    assert asked(s) == "Flee 0"
    play(s, "0 cross t2/b, 0 end")
    assert asked(s) == "Flee 2"
    play(s, "2 cross t2/b, 2 end")
    assert asked(s) == "Flee 0"


def test_everything_else_is_as_in_the_base_game() -> None:
    """RT-109"""
    words = {"tokens": "4 food 1 guns | 2 tools", "at": "t2/a | t2/a | t1/a"}
    s = flight(**words, guards="helipad-g1", green="Kitchen Shelves")
    assert {move.split()[0] for move in offers(s)} == {
        *("cross", "raid", "craft", "market", "trade", "attack", "end", "pass"),
    }
    play(s, "0 trade 1 1 food for 1 tools, 1 agree")
    assert ap(s) == [14, 14, 15]
    play(s, "0 end, 1 end, 2 raid t1-c1")
    assert house(s, "t1-c1") == ""
    assert favor(s) == [0, 0, 0]
