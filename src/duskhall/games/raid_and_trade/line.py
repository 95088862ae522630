"""Escape the City: the line of tiles an edition gives, its guards, and what the helicopter needs."""

from __future__ import annotations

from typing import Final

from duskhall.engine.edition import Edition, Row
from duskhall.games.raid_and_trade.cards import read_tokens
from duskhall.games.raid_and_trade.city import BORDERS, Square, Tile, Tiles
from duskhall.games.raid_and_trade.drawing import check_point
from duskhall.games.raid_and_trade.parts import (
    BARRED_FROM,
    FAVOR_MOST,
    GUARDS,
    GUNS,
    HELIPAD,
    HELIPAD_SQUARES,
    KINDS,
    NOWHERE,
    SECTIONS,
    SP_MOST,
    TILES,
)

BY_PLAYERS: Final = "players"  # the length that the edition gives for so many
COUNTS: Final = [2, 3, 4, 5]
LEAST_TILES: Final = 5
MOST_TILES: Final = GUARDS + 1
APRON: Final[dict[str, object]] = {  # the helipad's one section, as we draw it
    "id": "a",
    "name": "apron",
    "exits": ["W"],
    "elevated": False,
    "stand": [420, 500],
    "roads": [[[0, 500], [300, 500]]],
    "areas": [{"shape": "circle", "at": [560, 500], "radius": 280}],
}
TOKEN_AT: Final = [560, 500]


class Place:
    """A tile of the line: how it lies, and in which order its squares are filled."""

    def __init__(self, tile: int, turn: int, fill: list[int]) -> None:
        self.tile: Final = tile
        self.turn: Final = turn
        self.fill: Final = fill  # squares


class Line(Tiles):
    """RT-100 The tiles of one side in a line, with the helipad as a tenth."""

    def __init__(self, edition: Edition, side: str, players: int, length: str) -> None:
        super().__init__(edition, side)
        self.places: list[Place] = []  # from the start on, without the helipad
        self.pads: list[str] = []  # the names of helipad tokens
        self.pad_sp: list[int] = []  # by helipad token: the SP that are needed
        self.pad_tokens: list[tuple[int, ...]] = []  # and the tokens, by kind
        self.read_line()
        self.read_helipad()
        self.read_escape(players)
        if length != BY_PLAYERS:
            self.length = int(length)
        del self.places[self.length - 1 :]
        self.start = self.places[0].tile * SECTIONS
        # RT-102, RT-123: a tile's price is its number in the line, and every border costs 1.
        self.toll = [0] * (TILES + 1)
        for number, tile in enumerate(self.row()):
            self.toll[tile] = number

    def row(self) -> list[int]:
        """The tiles of the line in their order, the helipad last."""
        return [*[place.tile for place in self.places], HELIPAD]

    def read_line(self) -> None:
        edition = self.edition
        squares = [str(row["id"]) for _, row in self.own_rows("squares")]
        for line, row in self.own_rows("line"):
            edition.fields(line, row, ["side", "tile", "turn", "fill"], [])
            tile = self.tile_of(line, row)
            if any(tile == place.tile for place in self.places):
                raise edition.wrong(line, "a tile lies in the line once")
            fill = [squares.index(word) for word in edition.words(line, row, "fill", squares)]
            if sorted(fill) != self.tiles[tile].squares:
                raise edition.wrong(line, "'fill' names every square of the tile once (RT-121)")
            self.places.append(Place(tile, edition.number(line, row, "turn", 0, 3), fill))
        if len(self.places) != MOST_TILES - 1 or self.places[1].tile != self.market:
            raise edition.wrong(
                0, f"the line has {MOST_TILES - 1} tiles, the second is the Black Market (RT-100)"
            )
        for place in self.places:
            east, west = [
                self.tiles[place.tile].exit_of[(BORDERS.index(border) - place.turn) % 4]
                for border in ("E", "W")
            ]
            if len(self.tiles[place.tile].levels()) > 1 or NOWHERE in (east, west):
                raise edition.wrong(0, "a tile of the line is walked from west to east (RT-100)")

    def read_helipad(self) -> None:
        edition = self.edition
        pad = Tile("Helipad", "helipad")
        pad.sections, pad.section_names, pad.raised = ["a"], ["apron"], [False]
        pad.exit_of[BORDERS.index("W")] = 0
        drawn: list[dict[str, object]] = []
        for line, row in edition.rows("guard_squares"):
            edition.fields(line, row, ["id", "at"], [])
            check_point(edition, line, row, "at")
            pad.squares.append(len(self.squares))
            drawn.append({"square": len(self.squares), "at": row["at"], "from": [0]})
            self.squares.append(Square(HELIPAD, [HELIPAD * SECTIONS], 0, False))
        if len(pad.squares) != HELIPAD_SQUARES:
            raise edition.wrong(0, f"the helipad has {HELIPAD_SQUARES} squares for guards")
        pad.printed = {
            "id": "helipad",
            "name": pad.name,
            "role": pad.role,
            "token_at": TOKEN_AT,
            "decor": [],
            "sections": [APRON],
            "links": [],
            "squares": drawn,
        }
        self.tiles.append(pad)
        for line, row in edition.rows("helipad"):
            edition.fields(line, row, ["id", "name", "skill", "resources"], [])
            self.pads.append(edition.word(line, row, "id").removeprefix("helipad-"))
            self.pad_sp.append(edition.number(line, row, "skill", 0, 5 * SP_MOST))
            self.pad_tokens.append(read_tokens(edition, line, row, "resources"))

    def read_escape(self, players: int) -> None:
        edition = self.edition
        rules = edition.data.get("escape")
        if not isinstance(rules, dict):
            raise edition.wrong(0, "there is no table [escape]")
        edition.fields(
            0,
            rules,
            [
                *("length", "guards", "start_tokens", "start_items_sp"),
                *("guard_takes", "seats", "adrenaline"),
            ],
            [],
        )
        lengths = row_of(edition, rules, "length")
        edition.fields(0, lengths, [str(count) for count in COUNTS], [])
        for count in COUNTS:
            found = edition.number(0, lengths, str(count), LEAST_TILES, MOST_TILES)
            if count == players:
                self.length = found  # tiles in all
        edition.number(0, rules, "guards", GUARDS, GUARDS)
        kit = row_of(edition, rules, "start_tokens")
        edition.fields(0, kit, [KINDS[GUNS], "random"], [])
        self.kit_guns = edition.number(0, kit, KINDS[GUNS], 0, 2)
        self.kit_tokens = edition.number(0, kit, "random", 0, 10)
        self.kit_sp = edition.number(0, rules, "start_items_sp", 0, 10)
        self.guard_takes = edition.number(0, rules, "guard_takes", 0, 10)
        self.seats = edition.number(0, rules, "seats", 1, 5)
        bars = row_of(edition, rules, "adrenaline")
        edition.fields(0, bars, ["out", "no_small", "no_medium"], [])
        for field, printed in (
            ("no_small", BARRED_FROM[0]),
            ("no_medium", BARRED_FROM[1]),
            ("out", FAVOR_MOST),
        ):
            edition.number(0, bars, field, printed, printed)


def row_of(edition: Edition, row: Row, field: str) -> Row:
    found = row.get(field)
    if not isinstance(found, dict):
        raise edition.wrong(0, f"'{field}' must be a table in braces")
    return found
