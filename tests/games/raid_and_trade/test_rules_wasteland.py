"""Raid & Trade's rulebook, paragraph by paragraph: the wasteland."""

from __future__ import annotations

import pytest

from duskhall.engine.moves import Move
from duskhall.games.raid_and_trade import GAME
from duskhall.games.raid_and_trade.parts import (
    AP,
    AT,
    COLOURS,
    FAVOR,
    HOUSE,
    OUTPOST,
    RAID_DECK,
    RAID_DISCARD,
    READY,
    START,
    TILE_AT,
)
from duskhall.games.raid_and_trade.rules.building import ChooseSite, LayWasteland
from duskhall.games.raid_and_trade.state import Ruin
from tests.games.raid_and_trade.words import (
    EDITION,
    asked,
    begun,
    card,
    deal,
    keep_only,
    put,
)
from tests.games.words import at, begin, events

COUNTS = {3: [9, 4, 9], 4: [13, 7, 9], 5: [15, 10, 9]}
SIDE = GAME.tiles(EDITION, "wasteland")
IDS = [str(row["id"]) for _, row in SIDE.own_rows("squares")]


def house_counts(s: Ruin) -> list[int]:
    houses = s.numbers[HOUSE : HOUSE + len(SIDE.squares)]
    return [houses.count(1 + colour) for colour in range(3)]


def sites(s: Ruin) -> list[str]:
    return [IDS[move.about[0]] for move in s.legal_moves(s.waiting[0])]


def built(players: int, where: str) -> Ruin:
    """The tiles as on the standard map, and the Outpost where the starting player puts it."""
    s = GAME.open(GAME.box(players, {"side": "wasteland"}))
    assert isinstance(s, Ruin)
    s.agenda.clear()
    s.numbers[TILE_AT : TILE_AT + 9] = SIDE.standard
    s.lay_roads()
    begin(s, LayWasteland())
    s.apply(s.numbers[START], Move("site", IDS.index(where)))
    return s


def in_reading_order(s: Ruin) -> list[tuple[str, str]]:
    """The houses by tile, as they lie from the top left: ("t4", "small medium")."""
    lying = s.numbers[TILE_AT : TILE_AT + 9]
    found = []
    for tile in sorted(range(9), key=lambda tile: lying[tile] // 4):
        colours = []
        for number in SIDE.tiles[tile].squares:
            if s.numbers[HOUSE + number] and not SIDE.squares[number].diagonal:
                colours.append(COLOURS[s.numbers[HOUSE + number] - 1])
        found.append((list(SIDE.ids)[tile], " ".join(colours)))
    return found


@pytest.mark.parametrize("players", [3, 4, 5])
def test_so_many_houses_the_large_ones_on_the_diagonals(players: int) -> None:
    """RT-110, RT-112"""
    s = begun(players, side="wasteland")
    assert house_counts(s) == COUNTS[players]
    for number, square in enumerate(SIDE.squares):
        assert square.diagonal == (s.numbers[HOUSE + number] == 3)
    assert not SIDE.squares[s.numbers[OUTPOST]].diagonal
    assert not s.numbers[HOUSE + s.numbers[OUTPOST]]


@pytest.mark.parametrize(("players", "free"), [(3, 14), (4, 21), (5, 26)])
def test_the_starting_player_chooses_where_the_outpost_stands(players: int, free: int) -> None:
    """RT-110, RT-112"""
    s = deal(players, side="wasteland")
    assert asked(s) == f"ChooseSite {s.numbers[START]}"
    assert len(sites(s)) == free
    marks = {SIDE.squares[IDS.index(name)].mark for name in sites(s)}
    assert marks == {0, *range(4, players + 1)}
    assert isinstance(s.agenda[-1], ChooseSite)
    diagonal = next(i for i, square in enumerate(SIDE.squares) if square.diagonal)
    refusal = s.why_not(s.waiting[0], Move("site", diagonal))
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("RT-112", "site")
    chosen = s.legal_moves(s.waiting[0])[5]
    s.apply(s.waiting[0], chosen)
    assert s.numbers[OUTPOST] == chosen.about[0]


def test_houses_are_small_and_medium_in_turn_and_each_tile_begins_with_small() -> None:
    """RT-112"""
    assert in_reading_order(built(3, "t1-w3"))[:4] == [
        ("t4", "green"),  # one square besides the diagonal is in play
        ("t1", "green"),  # the Outpost has the other
        ("t3", "green yellow"),
        ("t8", "green yellow"),
    ]
    assert house_counts(built(3, "t1-w3")) == COUNTS[3]
    assert in_reading_order(built(5, "t1-w3"))[:3] == [
        ("t4", "green yellow green"),
        ("t1", "green yellow"),
        ("t3", "green yellow green"),
    ]


def test_when_one_kind_has_run_out_the_other_is_used() -> None:
    """RT-112"""
    rows = in_reading_order(built(3, "t4-w1"))
    assert house_counts(built(3, "t4-w1")) == COUNTS[3]
    assert [houses for _, houses in rows] == [
        *("", "green yellow", "green yellow", "green yellow", "green yellow", "green green"),
        *("green", "green", "green"),
    ]


# A large house of the wasteland


def raiding(card_name: str, *crafted: str) -> Ruin:
    """A turn before a large house on a diagonal; this is the only card of the red deck."""
    s = begun(side="wasteland")
    seat = s.current
    number = next(i for i, square in enumerate(SIDE.squares) if square.diagonal)
    s.numbers[AT + seat] = SIDE.squares[number].near[0]
    put(s, crafted, READY + seat)
    keep_only(s, [card_name], RAID_DECK + 2, RAID_DISCARD + 2)
    s.ask_again()
    s.apply(seat, Move("raid", number))
    return s


def test_its_die_card_always_fails_without_a_die() -> None:
    """RT-110, RT-113"""
    for name, low in (("City Library", 4), ("Freight Depot", 3)):
        s = raiding(name, "Taser")  # with which any die could be rolled again
        assert len(events(s, "doomed")) == 1
        assert not events(s, "roll_raid")
        assert s.tokens(s.current) == low
        assert asked(s) == f"Act {s.current}"


def test_nothing_makes_sure_of_it() -> None:
    """RT-113"""
    s = raiding("Freight Depot", "Door Bypass")
    assert s.tokens(s.current) == 3
    assert "Door Bypass" in at(s, f"ready.{s.current}")


def test_what_works_on_failure_works_there() -> None:
    """RT-113"""
    s = raiding("Burning Wing")
    assert s.tokens(s.current) == 3
    assert s.numbers[AP + s.current] == 15 - 10 + 3


def test_a_blacklist_card_is_as_always() -> None:
    """RT-113"""
    s = raiding("Grain Silo")
    seat = s.current
    assert {str(move) for move in s.legal_moves(seat)} == {"keep", "put_back"}
    s.apply(seat, Move("keep"))
    assert s.tokens(seat) == s.ruins.high[card(s, "Grain Silo")]
    assert s.numbers[FAVOR + seat] == -s.ruins.blacklist[card(s, "Grain Silo")]


def test_on_the_city_side_large_houses_are_as_always() -> None:
    """RT-110"""
    s = begun()
    assert not s.ruins.is_wasteland
    assert not any(square.diagonal for square in s.ruins.tiles.squares)
