"""RT-01, RT-10, RT-110 to RT-115: the city is laid out, at random or by the players' turns."""

from __future__ import annotations

from typing import ClassVar, Final

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Choice, Refusal, Step
from duskhall.games.raid_and_trade.city import COLUMN_STEP, ROW_STEP
from duskhall.games.raid_and_trade.parts import (
    CENTRE,
    GRID,
    HOUSE,
    LARGE,
    MEDIUM,
    MIDDLE,
    NOWHERE,
    OUTPOST,
    SECTIONS,
    SMALL,
    START,
    TILE_AT,
    TILES,
    TRADER,
)
from duskhall.games.raid_and_trade.state import TABLE, Ruin

FAR: Final = 9_999  # what cannot be reached is farther


class LayCity(Step[Ruin]):
    """RT-01 The Black Market in the centre, the other tiles around it at random, in any turn."""

    rule: ClassVar[str] = "RT-01"

    def resolve(self, s: Ruin) -> None:
        market = s.ruins.tiles.market
        left = [tile for tile in range(TILES) if tile != market]
        for row in range(3):
            for column in range(3):
                cell = row * GRID + column
                tile = market
                if cell != MIDDLE:
                    tile = left.pop(s.random_below(len(left)))
                lay(s, TABLE, tile, cell, s.random_below(4), self.rule)
        s.lay_roads()


def lay(s: Ruin, seat: Seat, tile: int, cell: int, turn: int, rule: str) -> None:
    s.set("lay_tile", rule, seat, TILE_AT + tile, cell * 4 + turn)


class BuildCity(Step[Ruin]):
    """RT-111, RT-114 The Black Market lies first; then each in turn places one of the tiles left."""

    rule: ClassVar[str] = "RT-114"

    def resolve(self, s: Ruin) -> None:
        lay(s, TABLE, s.ruins.tiles.market, CENTRE, 0, self.rule)
        s.lay_roads()
        seats = s.seats_from(s.numbers[START])
        s.then(*[PlaceTile(seats[number % len(seats)]) for number in range(TILES - 1)])


class PlaceTile(Choice[Ruin]):
    """RT-114 Any tile in any turn, edge to edge, so that every house of it can be reached."""

    rule: ClassVar[str] = "RT-114"

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        reached = s.city.ways(s.ruins.tiles.start, 1, 1)[0]
        lying = s.numbers[TILE_AT : TILE_AT + TILES]
        tile_in = {at // 4: tile for tile, at in enumerate(lying) if at >= 0}
        found: list[Move] = []
        for cell in free_cells(tile_in):
            for tile in range(TILES):
                if lying[tile] < 0:
                    found += [
                        Move("lay", tile, cell, turn)
                        for turn in range(4)
                        if is_joined(s, tile, cell, turn, tile_in, reached)
                    ]
        return found

    def refuse(self, s: Ruin, seat: Seat, move: Move) -> Refusal:
        if move.verb != "lay" or len(move.about) != 3:
            return Refusal(self.rule, "lay-tile")
        tile, cell, turn = move.about
        lying = s.numbers[TILE_AT : TILE_AT + TILES]
        if not 0 <= tile < TILES or not 0 <= turn < 4 or lying[tile] >= 0:
            return Refusal(self.rule, "lay-tile")
        if cell not in free_cells({at // 4: number for number, at in enumerate(lying) if at >= 0}):
            return Refusal(self.rule, "lay-edge")
        return Refusal(self.rule, "lay-reach")

    def choose(self, s: Ruin, move: Move) -> None:
        tile, cell, turn = move.about
        lay(s, self.seat, tile, cell, turn, self.rule)
        s.lay_roads()


def free_cells(tile_in: dict[int, int]) -> list[int]:
    """The cells that touch a tile by an edge."""
    found: list[int] = []
    for cell in tile_in:
        for border in range(4):
            beside = cell + ROW_STEP[border] * GRID + COLUMN_STEP[border]
            if beside not in tile_in and beside not in found:
                found.append(beside)
    return sorted(found)


def is_joined(
    s: Ruin, tile: int, cell: int, turn: int, tile_in: dict[int, int], reached: list[int]
) -> bool:
    """RT-114 Whether each section of it with a house joins one that can already be reached."""
    drawn = s.ruins.tiles.tiles[tile]
    joined = [False] * len(drawn.sections)
    for border in range(4):
        other = tile_in.get(cell + ROW_STEP[border] * GRID + COLUMN_STEP[border], NOWHERE)
        if other == NOWHERE:
            continue
        theirs = s.ruins.tiles.tiles[other].exit_of[(border + 2 - s.numbers[TILE_AT + other]) % 4]
        if reached[other * SECTIONS + theirs] < FAR:
            joined[drawn.exit_of[(border - turn) % 4]] = True
    links = drawn.barricades + (drawn.heights if s.ruins.climbs else [])
    for _ in links:  # as often as there are links, so that what they join is joined as well
        for one, two in links:
            if joined[one] or joined[two]:
                joined[one] = joined[two] = True
    for square in drawn.squares:
        near = s.ruins.tiles.squares[square].near
        if not all(joined[section % SECTIONS] for section in near):
            return False
    return True


class LayTrader(Step[Ruin]):
    """RT-02 One random trader token lies on the Black Market."""

    rule: ClassVar[str] = "RT-02"

    def resolve(self, s: Ruin) -> None:
        traders = s.ruins.drawn_traders()
        s.set("trader", self.rule, TABLE, TRADER, traders[s.random_below(len(traders))])


class LayHouses(Step[Ruin]):
    """RT-10 Houses and the Outpost are dealt together over all squares in play."""

    rule: ClassVar[str] = "RT-10"

    def resolve(self, s: Ruin) -> None:
        squares = s.ruins.squares_in_play()
        for colour, count in enumerate(s.ruins.house_counts):
            for _ in range(count):
                square = squares.pop(s.random_below(len(squares)))
                s.set("lay_house", self.rule, TABLE, HOUSE + square, 1 + colour)
        s.set("lay_outpost", self.rule, TABLE, OUTPOST, squares[0])


class LayWasteland(Step[Ruin]):
    """RT-110, RT-112 Large houses on the diagonals; the Outpost where the starting player says."""

    rule: ClassVar[str] = "RT-112"

    def resolve(self, s: Ruin) -> None:
        for square in s.ruins.squares_in_play():
            if s.ruins.tiles.squares[square].diagonal:
                s.set("lay_house", self.rule, TABLE, HOUSE + square, 1 + LARGE)
        s.then(ChooseSite(s.numbers[START]), FillWasteland())


class ChooseSite(Choice[Ruin]):
    """RT-112 The Outpost on any other square in play."""

    rule: ClassVar[str] = "RT-112"

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        return [
            Move("site", square)
            for square in s.ruins.squares_in_play()
            if not s.numbers[HOUSE + square]
        ]

    def refuse(self, s: Ruin, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "site")

    def choose(self, s: Ruin, move: Move) -> None:
        s.set("lay_outpost", self.rule, self.seat, OUTPOST, move.about[0])


class FillWasteland(Step[Ruin]):
    """RT-112 Tile by tile in reading order: small, medium, small, and so on, each tile anew."""

    rule: ClassVar[str] = "RT-112"

    def resolve(self, s: Ruin) -> None:
        left = s.ruins.house_counts[:]
        in_play = s.ruins.squares_in_play()
        cells = s.numbers[TILE_AT : TILE_AT + TILES]
        for tile in sorted(range(TILES), key=lambda tile: cells[tile]):
            colour = SMALL
            for square in s.ruins.tiles.tiles[tile].squares:
                is_free = not s.numbers[HOUSE + square] and square != s.numbers[OUTPOST]
                if is_free and square in in_play:
                    laid = colour if left[colour] else SMALL + MEDIUM - colour
                    left[laid] -= 1
                    s.set("lay_house", self.rule, TABLE, HOUSE + square, 1 + laid)
                    colour = SMALL + MEDIUM - colour
