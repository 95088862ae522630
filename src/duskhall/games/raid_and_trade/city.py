"""The city: tiles of an edition, and the roads they make where they lie."""

from __future__ import annotations

from typing import Final

from duskhall.engine.edition import Edition, Row
from duskhall.games.raid_and_trade.drawing import (
    check_areas,
    check_decor,
    check_lines,
    check_point,
)
from duskhall.games.raid_and_trade.parts import GRID, NOWHERE, SECTIONS, SQUARES, TILES

SIDES: Final = ["city", "wasteland"]
BORDERS: Final = ["N", "E", "S", "W"]  # clockwise: a quarter turn adds one
ROW_STEP: Final = [-1, 0, 1, 0]
COLUMN_STEP: Final = [0, 1, 0, -1]
MOST_WITH_LEVELS: Final = 2
ROLES: Final = ["plain", "black_market", "escape_start"]


class Tile:
    """One side of a tile: its sections, and what joins them."""

    def __init__(self, name: str, role: str) -> None:
        self.name: Final = name
        self.role: Final = role
        self.sections: list[str] = []  # ids
        self.section_names: list[str] = []
        self.raised: list[bool] = []  # by section
        self.exit_of: list[int] = [NOWHERE] * 4  # by border, before turning: the section
        self.barricades: list[tuple[int, int]] = []
        self.heights: list[tuple[int, int]] = []
        self.squares: list[int] = []
        self.printed: dict[str, object] = {}  # for a screen to draw

    def levels(self) -> list[list[int]]:
        """The sections, in groups between which only a height line lies, or nothing."""
        groups = [[section] for section in range(len(self.sections))]
        for one, two in self.barricades:
            here = next(group for group in groups if one in group)
            there = next(group for group in groups if two in group)
            if here is not there:
                groups.remove(there)
                here += there
        return groups


class Square:
    """Where a house or the Outpost may stand."""

    def __init__(self, tile: int, near: list[int], mark: int, diagonal: bool) -> None:
        self.tile: Final = tile
        self.near: Final = near  # sections one can raid it from
        self.mark: Final = mark  # with how many players it is in play at least
        self.diagonal: Final = diagonal


class Tiles:
    """All tiles of one side, as the edition gives them."""

    def __init__(self, edition: Edition, side: str) -> None:
        self.edition: Final = edition
        self.side: Final = side
        self.tiles: list[Tile] = []
        self.squares: list[Square] = []
        self.ids: dict[str, int] = {}
        self.standard: list[int] = []  # by tile: a map to show and to test on
        self.read_tiles()
        self.read_sections()
        self.read_links()
        self.read_squares()
        self.check()
        self.read_standard()
        self.market: Final = next(
            tile for tile, each in enumerate(self.tiles) if each.role == "black_market"
        )
        self.start = self.market * SECTIONS  # RT-08: all start on its first section
        self.toll: list[int] = [0] * TILES  # by tile: AP more than a border costs, to come in

    def own_rows(self, table: str) -> list[tuple[int, Row]]:
        rows = []
        for line, row in self.edition.rows(table):
            if "side" not in row:
                raise self.edition.wrong(line, "'side' is missing")
            if self.edition.word(line, row, "side", SIDES) == self.side:
                rows.append((line, row))
        return rows

    def read_tiles(self) -> None:
        edition = self.edition
        for line, row in self.own_rows("tiles"):
            edition.fields(line, row, ["id", "side", "name", "role"], ["decor", "market_at"])
            if "decor" in row:
                check_decor(edition, line, row)
            if "market_at" in row:
                check_point(edition, line, row, "market_at")
            known = edition.word(line, row, "id")
            if known in self.ids:
                raise edition.wrong(line, f"the tile '{known}' stands already above")
            self.ids[known] = len(self.tiles)
            role = edition.word(line, row, "role", ROLES)
            tile = Tile(edition.word(line, row, "name"), role)
            tile.printed = {
                "id": known,
                "name": tile.name,
                "role": role,
                "market_at": row.get("market_at"),
                "decor": row.get("decor", []),
            }
            self.tiles.append(tile)
        if len(self.tiles) != TILES:
            raise edition.wrong(
                0, f"the {self.side} has {TILES} tiles, there are {len(self.tiles)}"
            )
        if [tile.role for tile in self.tiles].count("black_market") != 1:
            raise edition.wrong(0, f"the {self.side} has one tile with the Black Market (RT-01)")

    def tile_of(self, line: int, row: Row) -> int:
        known = self.edition.word(line, row, "tile")
        if known not in self.ids:
            raise self.edition.wrong(line, f"there is no tile '{known}'")
        return self.ids[known]

    def section_of(self, line: int, tile: int, name: object) -> int:
        sections = self.tiles[tile].sections
        if name not in sections:
            raise self.edition.wrong(line, f"the tile has no section {name!r}")
        return sections.index(str(name))

    def read_sections(self) -> None:
        edition = self.edition
        for line, row in self.own_rows("sections"):
            edition.fields(
                line,
                row,
                ["tile", "side", "id", "name", "exits", "stand", "roads"],
                ["elevated", "areas"],
            )
            check_point(edition, line, row, "stand")
            check_lines(edition, line, row, "roads")
            if "areas" in row:
                check_areas(edition, line, row)
            at = self.tile_of(line, row)
            tile = self.tiles[at]
            known = edition.word(line, row, "id")
            if known in tile.sections:
                raise edition.wrong(line, f"the section '{known}' stands already above")
            if len(tile.sections) == SECTIONS:
                raise edition.wrong(line, f"a tile has at most {SECTIONS} sections")
            exits = row["exits"]
            if not isinstance(exits, list):
                raise edition.wrong(line, "'exits' must be a list")
            for border in exits:
                if border not in BORDERS:
                    raise edition.wrong(line, f"'exits' may hold N, E, S, W, not {border!r}")
                if tile.exit_of[BORDERS.index(border)] != NOWHERE:
                    raise edition.wrong(line, f"the tile has a road to {border} already")
                tile.exit_of[BORDERS.index(border)] = len(tile.sections)
            tile.sections.append(known)
            tile.section_names.append(edition.word(line, row, "name"))
            tile.raised.append(row.get("elevated") is True)
            drawn = tile.printed.setdefault("sections", [])
            assert isinstance(drawn, list)
            drawn.append(
                {
                    "id": known,
                    "name": row["name"],
                    "exits": exits,
                    "elevated": tile.raised[-1],
                    "stand": row["stand"],
                    "roads": row["roads"],
                    "areas": row.get("areas", []),
                }
            )

    def read_links(self) -> None:
        edition = self.edition
        for line, row in self.own_rows("links"):
            edition.fields(line, row, ["tile", "side", "between", "kind"], ["at", "angle", "lines"])
            if "at" in row:
                check_point(edition, line, row, "at")
            if "lines" in row:
                check_lines(edition, line, row, "lines")
            if "angle" in row:
                edition.number(line, row, "angle", 0, 359)
            tile = self.tile_of(line, row)
            between = row["between"]
            if not isinstance(between, list) or len(between) != 2:
                raise edition.wrong(line, "'between' names two sections")
            one, two = [self.section_of(line, tile, each) for each in between]
            kind = edition.word(line, row, "kind", ["barricade", "height"])
            links = self.tiles[tile].barricades if kind == "barricade" else self.tiles[tile].heights
            links.append((one, two))
            drawn = self.tiles[tile].printed.setdefault("links", [])
            assert isinstance(drawn, list)
            drawn.append(
                {
                    "a": one,
                    "b": two,
                    "kind": kind,
                    "at": row.get("at"),
                    "angle": row.get("angle", 0),
                    "lines": row.get("lines", []),
                }
            )

    def read_squares(self) -> None:
        edition = self.edition
        seen: list[str] = []
        for line, row in self.own_rows("squares"):
            edition.fields(line, row, ["id", "tile", "side", "at", "from"], ["mark", "diagonal"])
            check_point(edition, line, row, "at")
            known = edition.word(line, row, "id")
            if known in seen:
                raise edition.wrong(line, f"the square '{known}' stands already above")
            seen.append(known)
            tile = self.tile_of(line, row)
            near = row["from"]
            if not isinstance(near, list) or not near:
                raise edition.wrong(line, "'from' names the sections it is raided from")
            sections = [self.section_of(line, tile, each) for each in near]
            if any(self.tiles[tile].raised[section] for section in sections):
                raise edition.wrong(line, "nothing is raided from a raised road (RT-34)")
            mark = edition.number(line, row, "mark", 4, 5) if "mark" in row else 0
            self.tiles[tile].squares.append(len(self.squares))
            self.squares.append(
                Square(
                    tile,
                    [tile * SECTIONS + section for section in sections],
                    mark,
                    row.get("diagonal") is True,
                )
            )
            drawn = self.tiles[tile].printed.setdefault("squares", [])
            assert isinstance(drawn, list)
            drawn.append(
                {
                    "square": len(self.squares) - 1,
                    "at": row["at"],
                    "from": sections,
                    "mark": mark,
                    "diagonal": row.get("diagonal") is True,
                }
            )
        if len(self.squares) > SQUARES:
            raise edition.wrong(0, f"the {self.side} has at most {SQUARES} squares")

    def check(self) -> None:
        """RT-01 Every tile has a road to each border, so that streets always meet."""
        for tile in self.tiles:
            tile.printed.setdefault("links", [])
            tile.printed.setdefault("squares", [])
            if NOWHERE in tile.exit_of:
                border = BORDERS[tile.exit_of.index(NOWHERE)]
                raise self.edition.wrong(
                    0, f"no road of '{tile.name}' leads to its {border} border"
                )
        self.check_ways()

    def check_ways(self) -> None:
        """RT-01 Every road must be reachable, however the tiles lie.

        A tile is walked as a whole, or it has levels, each from one border to the opposite one; two
        such tiles never cut a road off, three in a row would.
        """
        with_levels = 0
        for tile in self.tiles:
            levels = tile.levels()
            with_levels += len(levels) > 1
            for level in levels:
                across = [tile.exit_of[border] in level for border in range(4)]
                if not (across[0] and across[2]) and not (across[1] and across[3]):
                    raise self.edition.wrong(
                        0, f"no way leads to a road of '{tile.name}' on some maps (RT-01)"
                    )
        if with_levels > MOST_WITH_LEVELS:
            raise self.edition.wrong(
                0, f"no way leads to every road where {with_levels} tiles have levels (RT-01)"
            )

    def read_standard(self) -> None:
        edition = self.edition
        self.standard = [NOWHERE] * TILES
        for line, row in self.own_rows("standard"):
            edition.fields(line, row, ["side", "tile", "row", "column", "turn"], [])
            cell = edition.number(line, row, "row", 0, 2) * GRID
            cell += edition.number(line, row, "column", 0, 2)
            self.standard[self.tile_of(line, row)] = cell * 4 + edition.number(
                line, row, "turn", 0, 3
            )
        if NOWHERE in self.standard or len({at // 4 for at in self.standard}) != TILES:
            raise edition.wrong(0, f"the standard map of the {self.side} has nine cells")


class Roads:
    """What the tiles make where they lie: never changed, so that clones share it."""

    def __init__(self, tiles: Tiles, lying: list[int], climbing: bool) -> None:
        count = len(tiles.tiles) * SECTIONS
        self.beside: list[list[tuple[int, int]]] = [[] for _ in range(count)]
        # by section: the sections one crosses to, and 1 where that is over a border
        self.squares: list[list[int]] = [[] for _ in range(count)]  # that are raided from it
        self.exists: list[bool] = [False] * count
        self.toll: Final = tiles.toll
        self.far: dict[tuple[int, int], list[list[int]]] = {}  # by prices: all distances
        tile_in = {at // 4: tile for tile, at in enumerate(lying) if at >= 0}
        for tile, at in enumerate(lying):
            if at < 0:
                continue
            drawn = tiles.tiles[tile]
            first = tile * SECTIONS
            for section in range(len(drawn.sections)):
                self.exists[first + section] = True
            links = drawn.barricades + (drawn.heights if climbing else [])
            for one, two in links:
                if (first + two, 0) not in self.beside[first + one]:
                    self.beside[first + one].append((first + two, 0))
                    self.beside[first + two].append((first + one, 0))
            for border in range(4):
                cell = at // 4 + ROW_STEP[border] * GRID + COLUMN_STEP[border]
                other = tile_in.get(cell, NOWHERE)
                if other != NOWHERE:
                    mine = drawn.exit_of[(border - at) % 4]
                    theirs = tiles.tiles[other].exit_of[(border + 2 - lying[other]) % 4]
                    if mine != NOWHERE and theirs != NOWHERE:
                        self.beside[first + mine].append((other * SECTIONS + theirs, 1))
        for number, square in enumerate(tiles.squares):
            for section in square.near:
                if lying[square.tile] >= 0:
                    self.squares[section].append(number)

    def distances(self, border: int, barricade: int) -> list[list[int]]:
        """By two sections: the AP of the cheapest way. Made once for each pair of prices."""
        key = border, barricade
        if key not in self.far:
            self.far[key] = [
                self.ways(section, border, barricade)[0] if self.exists[section] else []
                for section in range(len(self.beside))
            ]
        return self.far[key]

    def ways(
        self, start: int, border: int, barricade: int, held: list[bool] | None = None
    ) -> tuple[list[int], list[int]]:
        """From a section: by section, the AP of the cheapest way, and where one comes from.

        Of tiles that are `held`, no way leads out.
        """
        far = [9_999] * len(self.beside)
        before = [NOWHERE] * len(self.beside)
        far[start] = 0
        rows: list[list[int]] = [[start]]  # by AP, the sections that are reached for it
        price = 0
        while price < len(rows):
            for section in rows[price]:
                if far[section] < price:
                    continue
                for target, is_border in self.beside[section]:
                    if is_border:
                        if held is not None and held[section // SECTIONS]:
                            continue
                        reached = price + border + self.toll[target // SECTIONS]
                    else:
                        reached = price + barricade
                    if reached < far[target]:
                        far[target], before[target] = reached, section
                        while len(rows) <= reached:
                            rows.append([])
                        rows[reached].append(target)
            price += 1
        return far, before
