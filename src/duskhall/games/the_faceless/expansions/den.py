"""The Den: three spaces beside which Billygoat begins, and where the Team is lost."""

from __future__ import annotations

from typing import ClassVar, Final

from duskhall.engine.edition import Edition
from duskhall.engine.events import Seat
from duskhall.games.the_faceless.board import Board, Placement, pairs, section
from duskhall.games.the_faceless.box import BOUND, DEVOURED, NOT_YET, TEAM, USED, Duskworld
from duskhall.games.the_faceless.parts import Part
from duskhall.games.the_faceless.state import TABLE, Dusk


class Den(Part):
    """TF-120 Entering it loses; next to it no power and no memory's effect can be used."""

    name: ClassVar[str] = "den"
    rule: ClassVar[str] = "TF-120"

    def __init__(self, source: Edition, board: Board) -> None:
        row = section(source, "den")
        self.board: Final = board
        self.number = 0  # which of its ways to lie
        self.ways: list[Placement] = []  # TF-122 those that do not part the board
        for shape in (pairs(source, row, "cells"), pairs(source, row, "turned")):
            for q, r in board.cells:
                way = board.lay([(q + a, r + b) for a, b in shape], [])
                if way is not None and board.is_connected(way.mask):
                    way.beside = board.spaces(way.halo & ~way.mask)
                    self.ways.append(way)

    def join(self, box: Duskworld) -> None:
        self.number = box.more_number("den", NOT_YET)
        moments = box.moments
        moments.on_board.append(self)
        moments.goat_starts.append(self)
        moments.tokens.append(self)
        moments.ropes.append(self)
        moments.stepping.append(self)
        moments.turns.append(self)
        moments.powers.append(self)
        moments.outlooks.append(self)

    def fit(self, s: Dusk, walls: int) -> int:
        """TF-120, TF-122 On free spaces that touch no obstacle."""
        fitting = [number for number, way in enumerate(self.ways) if not way.halo & walls]
        return fitting[s.random_below(len(fitting))] if fitting else NOT_YET

    def covered(self, value: int) -> int:
        return self.ways[value].mask

    def lay_board(self, s: Dusk, value: int) -> None:
        s.set("den", "TF-120", TABLE, self.number, value)

    def lies(self, s: Dusk) -> Placement | None:
        placement = s.numbers[self.number]
        return self.ways[placement] if placement != NOT_YET else None

    def goat_starts(self, s: Dusk) -> list[int]:
        den = self.lies(s)
        return den.beside if den is not None else []

    def spaces(self, s: Dusk) -> list[int]:
        den = self.lies(s)
        return den.cells if den is not None else []

    def keeps(self, s: Dusk, obstacle: int, room: int) -> int:
        """TF-11, TF-120 No obstacle comes to touch the Den."""
        den = self.lies(s)
        if den is not None:
            for space in den.cells + den.beside:
                room &= ~self.board.over[obstacle][space]
        return room

    def stepping(self, s: Dusk, seat: Seat, space: int, rule: str) -> bool:
        """TF-123 The Team is lost however it comes there."""
        if space not in self.spaces(s):
            return False
        s.set("team", "TF-120", seat, TEAM, space)
        s.be_final()
        s.end(DEVOURED, "TF-120")
        return True

    def deadly(self, s: Dusk) -> list[int]:
        return self.spaces(s)

    # TF-121

    def is_beside(self, s: Dusk) -> bool:
        den = self.lies(s)
        return den is not None and s.numbers[TEAM] in den.beside

    def turn_begins(self, s: Dusk) -> None:
        if self.is_beside(s):
            s.set("bound", "TF-121", TABLE, USED, s.numbers[USED] | BOUND)

    def stops_powers(self, s: Dusk) -> bool:
        return s.has_used(BOUND) or self.is_beside(s)

    def stops_memories(self, s: Dusk) -> bool:
        return s.has_used(BOUND) or self.is_beside(s)

    def outlook(self, s: Dusk, found: dict[str, object]) -> None:
        found["den"] = self.spaces(s)
        found["bound"] = self.stops_powers(s)
