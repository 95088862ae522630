"""Nightworld: the other side of the board, with spaces that turn the rule of the needle."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from duskhall.engine.events import Seat
from duskhall.engine.steps import SeatStep, Step
from duskhall.games.the_faceless.board import Board
from duskhall.games.the_faceless.box import Duskworld
from duskhall.games.the_faceless.parts import Part
from duskhall.games.the_faceless.state import Dusk


class Nightworld(Part):
    """TF-130 From a reverse space on, the Team follows the white end of the needle, until the next."""

    name: ClassVar[str] = "nightworld"
    rule: ClassVar[str] = "TF-130"

    def __init__(self, board: Board) -> None:
        self.reverse: Final = board.reverse
        self.bits: Final = sum([board.bit[space] for space in board.reverse])

    def join(self, box: Duskworld) -> None:
        box.white = box.more_number("white", 0)
        box.reverse_bits = self.bits
        box.moments.entering.append(self)
        box.moments.outlooks.append(self)

    def entered(self, s: Dusk, seat: Seat, space: int) -> list[Step[Any]]:
        """TF-131 A reverse space under an obstacle, swamp or Den does nothing."""
        return [Reverse(seat)] if space in self.reverse and not s.walls[space] else []

    def outlook(self, s: Dusk, found: dict[str, object]) -> None:
        found["white"] = s.follows_white()


class Reverse(SeatStep[Dusk]):
    """TF-131 The Team has landed on a reverse space: red to white, white to red."""

    rule: ClassVar[str] = "TF-131"

    def resolve(self, s: Dusk) -> None:
        s.set("white", self.rule, self.seat, s.world.white, 1 - s.numbers[s.world.white])
