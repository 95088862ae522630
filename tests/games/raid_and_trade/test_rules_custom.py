"""Raid & Trade's rulebook, paragraph by paragraph: the city that the players build."""

from __future__ import annotations

import random

import pytest

from duskhall.engine.game import WrongOption
from duskhall.engine.moves import Move
from duskhall.games.raid_and_trade import GAME
from duskhall.games.raid_and_trade.parts import (
    CENTRE,
    GRID,
    HOUSE,
    NOWHERE,
    OUTPOST,
    ROUND,
    START,
    TILE_AT,
)
from duskhall.games.raid_and_trade.state import Ruin
from tests.games.raid_and_trade.words import TILE_IDS, asked, deal
from tests.games.words import all_answer

UP, RIGHT = CENTRE - GRID, CENTRE + 1


def lying(s: Ruin) -> dict[str, int]:
    """By tile that lies there, its cell."""
    cells = s.numbers[TILE_AT : TILE_AT + 9]
    return {TILE_IDS[tile]: at // 4 for tile, at in enumerate(cells) if at >= 0}


def lay(s: Ruin, tile: str, cell: int, turn: int = 0) -> Ruin:
    s.apply(s.waiting[0], Move("lay", TILE_IDS.index(tile), cell, turn))
    return s


def why_not(s: Ruin, tile: str, cell: int, turn: int = 0) -> str:
    refusal = s.why_not(s.waiting[0], Move("lay", TILE_IDS.index(tile), cell, turn))
    return "" if refusal is None else f"{refusal.rule} {refusal.reason}"


def grown(seed: int, **options: object) -> Ruin:
    """A city that was built by lot, in the first round."""
    s = deal(seed=seed, city="custom", **options)
    lots = random.Random(seed)
    while asked(s).startswith("PlaceTile"):
        s.apply(s.waiting[0], lots.choice(s.legal_moves(s.waiting[0])))
    while not s.numbers[ROUND]:
        all_answer(s)
    return s


def test_the_black_market_lies_first_and_tiles_follow_clockwise() -> None:
    """RT-111, RT-114"""
    s = deal(4, city="custom")
    assert lying(s) == {"t2": CENTRE}
    start = s.numbers[START]
    builders = []
    while asked(s).startswith("PlaceTile"):
        builders.append(s.waiting[0])
        all_answer(s)
    assert builders == [(start + turn) % 4 for turn in range(8)]
    assert len(lying(s)) == len(set(lying(s).values())) == 9
    assert asked(s).startswith("PickCharacter")


def test_a_tile_touches_another_by_an_edge() -> None:
    """RT-111, RT-114"""
    s = deal(city="custom")
    cells = {move.about[1] for move in s.legal_moves(s.waiting[0])}
    assert cells == {CENTRE - GRID, CENTRE + GRID, CENTRE - 1, CENTRE + 1}
    assert why_not(s, "t1", UP - 1) == "RT-114 lay-edge"
    assert why_not(s, "t1", CENTRE) == "RT-114 lay-edge"
    assert why_not(s, "t2", UP) == "RT-114 lay-tile"
    assert why_not(s, "t1", UP, 4) == "RT-114 lay-tile"
    lay(s, "t1", UP)
    assert why_not(s, "t1", RIGHT) == "RT-114 lay-tile"
    assert why_not(s, "t5", UP - GRID) == ""


def test_any_tile_in_any_turn_where_all_its_houses_can_be_reached() -> None:
    """RT-114"""
    s = deal(city="custom")
    found = {(TILE_IDS[m.about[0]], m.about[2]) for m in s.legal_moves(s.waiting[0])}
    whole = [name for name in TILE_IDS if name not in ("t2", "t3", "t6")]
    assert {(name, turn) for name in whole for turn in range(4)} <= found
    # The lower level of t3 and t6, where their houses are, joins two opposite borders only.
    for name in ("t3", "t6"):
        turns = [turn for turn in range(4) if not why_not(s, name, UP, turn)]
        assert turns in ([0, 2], [1, 3])
        other = next(turn for turn in range(4) if turn not in turns)
        assert why_not(s, name, UP, other) == "RT-114 lay-reach"
        assert why_not(s, name, RIGHT, other) == ""


@pytest.mark.parametrize("side", ["city", "wasteland"])
def test_every_house_of_a_city_that_was_built_can_be_reached(side: str) -> None:
    """RT-111, RT-114"""
    for seed in range(25):
        s = grown(seed, side=side)
        far = s.city.ways(s.ruins.tiles.start, 1, 1)[0]
        for number, square in enumerate(s.ruins.tiles.squares):
            if s.numbers[HOUSE + number]:
                assert all(far[section] < 100 for section in square.near)


def test_houses_and_the_rest_are_as_usual() -> None:
    """RT-111, RT-114"""
    s = grown(3)
    houses = s.numbers[HOUSE : HOUSE + 51]
    assert [houses.count(1 + colour) for colour in range(3)] == [15, 9, 6]
    assert s.numbers[OUTPOST] != NOWHERE
    assert asked(s).startswith("ChooseEvent")


def test_a_wasteland_may_be_built_and_is_filled_from_the_top() -> None:
    """RT-112, RT-114, RT-115"""
    s = grown(5, side="wasteland")
    tiles = s.ruins.tiles
    left, wanted = [9, 4], []
    cells = s.numbers[TILE_AT : TILE_AT + 9]
    for tile in sorted(range(9), key=lambda tile: cells[tile] // 4):
        colour = 0
        for number in tiles.tiles[tile].squares:
            square = tiles.squares[number]
            if square.mark or square.diagonal or number == s.numbers[OUTPOST]:
                continue
            used = colour if left[colour] else 1 - colour
            left[used] -= 1
            wanted.append((number, 1 + used))
            colour = 1 - colour
    assert [(number, s.numbers[HOUSE + number]) for number, _ in wanted] == wanted
    assert left == [0, 0]


def test_the_scenario_goes_with_neither_and_says_why() -> None:
    """RT-115, RT-120"""
    with pytest.raises(WrongOption, match="goes with no Custom City") as caught:
        deal(scenario="escape", city="custom")
    assert caught.value.rule == "RT-115"
    assert deal(city="custom", side="wasteland").waiting
    assert GAME.fit({"city": "custom", "scenario": "escape"}) == {"city": "custom"}
