"""Duskworld: its spaces, the ring around it, where obstacles may lie, and the compass."""

from __future__ import annotations

from math import atan2, degrees
from typing import Final, NamedTuple

from duskhall.engine.edition import Edition, Row
from duskhall.games.the_faceless.needle import COS, SIN, SIXTY, Field, direction

DIRECTIONS: Final = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]  # counter-clockwise
OFF: Final = -1  # no space
ROWS: Final = "abcdefghijklmnopqrs"  # enough for the greatest board
FACELESS: Final = ["judith", "sam", "alan"]

ONES: Final = [byte.bit_count() for byte in range(256)]  # by byte: its bits that are set

Cell = tuple[int, int]


class Placement:
    """One way in which an obstacle may lie."""

    def __init__(self, cells: list[int], marks: list[int], mask: int, halo: int) -> None:
        self.cells: Final = cells
        self.marks: Final = marks  # cells that have a memory beside them
        self.beside: list[int] = []  # the spaces next to it
        self.mask: Final = mask  # its cells as bits
        self.halo: Final = halo  # its cells and all next to them
        self.leaves: list[int] = []  # by obstacle: its placements that keep apart, as bits


class Side(NamedTuple):
    """What is printed on one side of the board, and where the Entrance lies on it."""

    symbols: list[Cell]
    entrance: list[Cell]  # its symbol
    entrance_cells: list[Cell]  # none where the edition's obstacles say it
    reverse: list[Cell]  # TF-130


def front(edition: Edition) -> Side:
    """Duskworld, the side of the base game."""
    board = section(edition, "board")
    return Side(pairs(edition, board, "symbols"), entrance_symbol(edition, board, "board"), [], [])


def back(edition: Edition) -> Side:
    """TF-130 Nightworld, the other side."""
    board = section(edition, "nightworld")
    return Side(
        pairs(edition, board, "symbols"),
        entrance_symbol(edition, board, "nightworld"),
        pairs(edition, board, "entrance_cells"),
        pairs(edition, board, "reverse"),
    )


def entrance_symbol(edition: Edition, board: Row, name: str) -> list[Cell]:
    if not is_pair(board.get("entrance")):
        raise edition.wrong(0, f"'entrance' in [{name}] must be a pair of coordinates")
    return pairs(edition, {"entrance": [board["entrance"]]}, "entrance")


class Board:
    """Everything about the board that never changes. Spaces are numbered row by row."""

    def __init__(self, edition: Edition, side: Side, entrance_moves: bool = False) -> None:
        self.entrance_moves: Final = entrance_moves  # TF-40, the other reading
        board = section(edition, "board")
        radius = whole(edition, board, "radius", 3, 9)
        self.cells: list[Cell] = [
            (q, r)
            for r in range(-radius, radius + 1)
            for q in range(-radius, radius + 1)
            if abs(q + r) <= radius
        ]
        self.count: Final = len(self.cells)
        self.names: list[str] = [space_name(q, r, radius) for q, r in self.cells]
        self.space_at: dict[Cell, int] = {cell: index for index, cell in enumerate(self.cells)}
        self.near: list[int] = []  # by space * 6 + direction: the neighbour, or OFF
        self.far_end: list[int] = []  # TF-60: the far end of the line of travel
        self.mirrored: list[int] = []  # TF-60, the other reading: the antipode
        for q, r in self.cells:
            for dq, dr in DIRECTIONS:
                self.near.append(self.space_at.get((q + dq, r + dr), OFF))
                k = 0
                while (q - (k + 1) * dq, r - (k + 1) * dr) in self.space_at:
                    k += 1
                self.far_end.append(self.space_at[q - k * dq, r - k * dr])
                self.mirrored.append(self.space_at[-q, -r])
        self.neighbours: list[list[int]] = [
            [space for space in self.near[6 * index : 6 * index + 6] if space != OFF]
            for index in range(self.count)
        ]
        # Sets of spaces are bits, a column wider than the board: so `spread` does not run over.
        self.width: Final = 2 * radius + 2
        self.bit: list[int] = [1 << (r + radius) * self.width + q + radius for q, r in self.cells]
        self.everywhere: Final = sum(self.bit)
        self.is_edge: list[bool] = [len(near) < 6 for near in self.neighbours]
        self.distance: list[int] = [
            max(abs(q - p), abs(r - t), abs(q + r - p - t))
            for q, r in self.cells
            for p, t in self.cells
        ]
        self.towards: list[list[int]] = [  # by target, space: the neighbours that are nearer to it
            [
                near
                for near in self.neighbours[space]
                if self.distance[target * self.count + near]
                < self.distance[target * self.count + space]
            ]
            for target in range(self.count)
            for space in range(self.count)
        ]
        inner = [space for space in range(self.count) if not self.is_edge[space]]
        self.inner: list[list[int]] = [  # by space: those not at the edge, the farthest first
            self.by_distance(inner, space, -1) for space in range(self.count)
        ]
        self.read_ring(edition, board)
        self.read_magnets(edition)
        self.read_obstacles(edition, side)
        self.reverse: list[int] = [self.printed_space(edition, cell) for cell in side.reverse]

    def printed_space(self, edition: Edition, cell: Cell) -> int:
        if cell not in self.space_at:
            raise edition.wrong(0, f"the space {list(cell)} is not on the board")
        return self.space_at[cell]

    def by_distance(self, spaces: list[int], start: int, sign: int) -> list[int]:
        """The nearest to a space first; with a sign of -1 the farthest."""
        ranked = [(sign * self.distance[start * self.count + space], space) for space in spaces]
        return [space for _, space in sorted(ranked)]

    def read_ring(self, edition: Edition, board: Row) -> None:
        self.ring: list[Cell] = pairs(edition, board, "external")
        self.places = len(self.ring)
        starts = board.get("starts")
        if not isinstance(starts, dict) or sorted(starts) != sorted(FACELESS):
            raise edition.wrong(0, "'starts' in [board] must name judith, sam and alan")
        self.starts: list[int] = [
            whole(edition, starts, name, 0, self.places - 1) for name in FACELESS
        ]
        self.touches: list[list[int]] = []  # by external space: the edge spaces it touches
        for q, r in self.ring:
            if (q, r) in self.space_at:
                raise edition.wrong(0, f"the external space [{q}, {r}] lies on the board")
            beside = [self.space_at.get((q + dq, r + dr), OFF) for dq, dr in DIRECTIONS]
            self.touches.append([space for space in beside if space != OFF])
            if not self.touches[-1]:
                raise edition.wrong(0, f"the external space [{q}, {r}] does not touch the board")
        for one in range(3):
            for two in range(one):
                if not self.apart(self.starts[one], self.starts[two]):
                    raise edition.wrong(0, "the Faceless need a free space between them")

    def apart(self, one: int, two: int) -> bool:
        """TF-21 Whether there is a free external space between two places of the ring."""
        gap = (one - two) % self.places
        return 2 <= gap <= self.places - 2

    def read_magnets(self, edition: Edition) -> None:
        magnets = section(edition, "magnets")
        spacing = real(edition, magnets, "spacing", low=0.1)
        height = real(edition, magnets, "height", low=0.1)
        self.tie = real(edition, magnets, "tie")
        self.magnets: dict[str, float] = {
            name: real(edition, magnets, name)
            for name in ("spacing", "height", "faceless", "billygoat", "tie")
        }
        spaces = [point(q, r, spacing) for q, r in self.cells]
        ring = [point(q, r, spacing) for q, r in self.ring]
        self.ring_field = Field(ring, spaces, height, real(edition, magnets, "faceless"))
        self.goat_field = Field(spaces, spaces, height, real(edition, magnets, "billygoat"))
        # TF-52 Billygoat's facing when its blank half is towards the Team: by Team, Billygoat.
        self.away: list[int] = []
        for tx, ty in spaces:
            for gx, gy in spaces:
                self.away.append(round(degrees(atan2(gy - ty, gx - tx))) % 360)

    def printed(self) -> dict[str, object]:
        """What a screen draws, and what it needs to turn the needle itself."""
        return {
            "spaces": self.cells,
            "ring": self.ring,
            "magnets": self.magnets,
            "symbols": self.symbols,
            **({"reverse": self.reverse} if self.reverse else {}),
            "obstacles": self.obstacle_names,
            "placements": [[way.cells for way in ways] for ways in self.placements],
            "marks": [[way.marks for way in ways] for ways in self.placements],
        }

    def needle(
        self, team: int, ring: list[int], facing: list[int], goat: int, goat_facing: int
    ) -> tuple[int, int]:
        """TF-03 Where the red needle points: a direction, and another if it is between two.

        Both are -1 where all fields cancel out and it points nowhere. A Faceless whose place is OFF
        has been removed and has no field.
        """
        bx = by = 0.0
        count = self.count
        table = self.ring_field.table
        for figure in range(3):
            if ring[figure] != OFF:
                i = (ring[figure] * count + team) * 3
                c, s = COS[facing[figure]], SIN[facing[figure]]
                bx += table[i] * c + table[i + 1] * s
                by += table[i + 1] * c + table[i + 2] * s
        i = (goat * count + team) * 3
        table = self.goat_field.table
        c, s = COS[goat_facing], SIN[goat_facing]
        bx += table[i] * c + table[i + 1] * s
        by += table[i + 1] * c + table[i + 2] * s
        return direction(bx, by, self.tie)

    # Obstacles

    def read_obstacles(self, edition: Edition, side: Side) -> None:
        self.symbols: list[int] = []
        for cell in side.symbols + side.entrance:
            if cell not in self.space_at:
                raise edition.wrong(0, f"the symbol {list(cell)} is not on the board")
            self.symbols.append(self.space_at[cell])
        self.obstacle_names: list[str] = []
        self.placements: list[list[Placement]] = []  # by obstacle; the Entrance's own is first
        marks = 0
        for line, row in edition.rows("obstacles"):
            edition.fields(line, row, ["name", "cells", "marks"], [])
            self.obstacle_names.append(edition.word(line, row, "name"))
            cells = pairs(edition, row, "cells", line)
            marked = pairs(edition, row, "marks", line)
            fixed = not self.placements
            if fixed and side.entrance_cells:
                cells = side.entrance_cells
            if not all(mark in cells for mark in marked):
                raise edition.wrong(line, "'marks' must be among the 'cells'")
            marks += len(marked)
            found = [self.lay(cells, marked)] if fixed else self.ways(cells, marked)
            if not all(isinstance(way, Placement) for way in found) or not found:
                raise edition.wrong(line, "this obstacle cannot lie on the board")
            if fixed and self.covered(found[0]) != self.symbols[-1:]:
                raise edition.wrong(line, "the first obstacle must cover 'entrance' and no symbol")
            if fixed and self.entrance_moves:
                found += self.ways(cells, marked)
            self.placements.append([way for way in found if way is not None])
        if len(self.placements) != 6 or marks != 8:
            raise edition.wrong(
                0,
                f"there are six obstacles with eight marks, not {len(self.placements)} with {marks}",
            )
        self.compare()

    def ways(self, cells: list[Cell], marks: list[Cell]) -> list[Placement | None]:
        """TF-11 All ways to lay an obstacle so that it covers exactly one symbol."""
        found: list[Placement | None] = []
        seen: set[tuple[int, ...]] = set()
        for _ in range(6):
            for q, r in self.cells:
                way = self.lay(
                    [(q + a, r + b) for a, b in cells], [(q + a, r + b) for a, b in marks]
                )
                if way is None:
                    continue
                covered = self.covered(way)
                key = (way.mask, *sorted(way.marks))
                if len(covered) == 1 and covered[0] != self.symbols[-1] and key not in seen:
                    seen.add(key)
                    found.append(way)
            cells = [(-b, a + b) for a, b in cells]
            marks = [(-b, a + b) for a, b in marks]
        return found

    def covered(self, way: Placement | None) -> list[int]:
        """The symbols that an obstacle lies on."""
        return [symbol for symbol in self.symbols if way is not None and symbol in way.cells]

    def lay(self, cells: list[Cell], marks: list[Cell]) -> Placement | None:
        spaces: list[int] = []
        for cell in cells:
            if cell not in self.space_at:
                return None
            spaces.append(self.space_at[cell])
        mask = sum([self.bit[space] for space in spaces])
        halo = self.spread(mask) & self.everywhere
        return Placement(sorted(spaces), [self.space_at[mark] for mark in marks], mask, halo)

    def compare(self) -> None:
        """TF-11 Find which placements go together, as bits by the placement's number.

        Obstacles that lie apart only part the board where one of them does so alone: then the
        spaces around each of the others hang together, and lead around it.
        """
        self.over: list[list[int]] = []  # by obstacle, space: the placements that cover it
        self.whole: list[int] = []  # by obstacle: the placements that do not part the board
        for ways in self.placements:
            over, whole = [0] * self.count, 0
            for index, way in enumerate(ways):
                for space in way.cells:
                    over[space] |= 1 << index
                if self.is_connected(way.mask):
                    whole |= 1 << index
            self.over.append(over)
            self.whole.append(whole)
        for ways in self.placements:
            for way in ways:
                way.beside = self.spaces(way.halo & ~way.mask)
                for other, over in enumerate(self.over):
                    leaves = (1 << len(self.placements[other])) - 1
                    for space in way.cells + way.beside:
                        leaves &= ~over[space]
                    way.leaves.append(leaves)
        # TF-16 The spaces next to the Entrance, the one nearest to the middle first.
        self.entrance = self.by_distance(self.placements[0][0].beside, self.count // 2, 1)

    def spaces(self, bits: int) -> list[int]:
        return [space for space in range(self.count) if bits & self.bit[space]]

    def spread(self, spaces: int) -> int:
        """These spaces and all next to them; what lies outside of the board is to be masked."""
        east = spaces | spaces << 1  # each with its eastern neighbour: all rows need both
        return east | spaces >> 1 | east << self.width - 1 | east >> self.width

    def is_connected(self, blocked: int) -> bool:
        """Whether the spaces that are not blocked hang together, without the Maze rule."""
        free = self.everywhere & ~blocked
        reached, wider = 0, free & -free
        while wider != reached:
            reached, wider = wider, self.spread(wider) & free
        return reached == free


def nth_bit(bits: int, n: int) -> int:
    """The number of the n-th bit that is set; the lowest is the 0th."""
    octets = bits.to_bytes((bits.bit_length() + 7) // 8, "little")
    at = 0
    while n >= ONES[octets[at]]:
        n -= ONES[octets[at]]
        at += 1
    return 8 * at + set_bits(octets[at])[n]


def set_bits(bits: int) -> list[int]:
    """The numbers of the bits that are set."""
    found: list[int] = []
    while bits:
        found.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return found


def space_name(q: int, r: int, radius: int) -> str:
    """A space by row, from the top, and place, from the left: the center is 'f6'."""
    return f"{ROWS[r + radius]}{q - max(-radius, -radius - r) + 1}"


def point(q: int, r: int, spacing: float) -> tuple[float, float]:
    """Where a space lies, in cm: x to the right and y up."""
    return spacing * (q + r / 2), -(spacing * r * SIXTY)


def section(edition: Edition, name: str) -> Row:
    found = edition.data.get(name)
    if not isinstance(found, dict):
        raise edition.wrong(0, f"there is no section [{name}]")
    return found


def whole(edition: Edition, row: Row, field: str, low: int, high: int) -> int:
    if field not in row:
        raise edition.wrong(0, f"'{field}' is missing")
    return edition.number(0, row, field, low, high)


def real(edition: Edition, row: Row, field: str, low: float = 0.0) -> float:
    value = row.get(field)
    if not isinstance(value, int | float) or isinstance(value, bool) or not low <= value <= 1000:
        raise edition.wrong(0, f"'{field}' must be a number from {low:g} to 1000, not {value!r}")
    return float(value)


def is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(part) is int for part in value)


def pairs(edition: Edition, row: Row, field: str, line: int = 0) -> list[Cell]:
    value = row.get(field)
    if not isinstance(value, list) or not all(is_pair(pair) for pair in value):
        raise edition.wrong(line, f"'{field}' must be a list of pairs of coordinates")
    found = [(int(pair[0]), int(pair[1])) for pair in value]
    if len(set(found)) < len(found):
        raise edition.wrong(line, f"'{field}' names a space twice")
    return found
