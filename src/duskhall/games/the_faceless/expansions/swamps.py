"""Swamps: obstacles onto which the Team may step, for a memory a step."""

from __future__ import annotations

from typing import ClassVar, Final

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Choice, Forced, Refusal, SeatStep
from duskhall.games.the_faceless.box import OBSTACLES, TRAPPED, Duskworld
from duskhall.games.the_faceless.parts import Part
from duskhall.games.the_faceless.rules.walk import enter
from duskhall.games.the_faceless.state import TABLE, Dusk


class Swamps(Part):
    """TF-160 Two or three obstacles, never the Entrance, are swamps; for all but the Team, obstacles."""

    name: ClassVar[str] = "swamps"
    rule: ClassVar[str] = "TF-160"

    def __init__(self, count: int) -> None:
        self.count: Final = count
        self.number = 0  # a bitmask of obstacles

    def join(self, box: Duskworld) -> None:
        self.number = box.more_number("swamps", 0)
        box.swamps = self.number
        box.moments.on_board.append(self)
        box.moments.stepping.append(self)
        box.moments.outlooks.append(self)

    def fit(self, s: Dusk, walls: int) -> int:
        """TF-162 By chance."""
        left, swamps = list(range(1, OBSTACLES)), 0
        for _ in range(self.count):
            swamps |= 1 << left.pop(s.random_below(len(left)))
        return swamps

    def lay_board(self, s: Dusk, value: int) -> None:
        s.set("swamps", "TF-160", TABLE, self.number, value)

    def stepping(self, s: Dusk, seat: Seat, space: int, rule: str) -> bool:
        """TF-161 Each step that ends on a swamp costs a memory first."""
        if not s.is_swamp(space):
            return False
        s.tell("sink", "TF-161", seat)
        s.be_final()
        s.then(Sink(seat), Wade(seat, space, rule))
        return True

    def pieces(self) -> dict[str, str]:
        return {"swamp": self.rule}

    def outlook(self, s: Dusk, found: dict[str, object]) -> None:
        swamps = s.numbers[self.number]
        found["swamps"] = [number for number in range(OBSTACLES) if swamps >> number & 1]


class Sink(Choice[Dusk]):
    """TF-160 A step onto a swamp costs an unused memory; without one, all is lost."""

    rule: ClassVar[str] = "TF-160"

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        return [s.world.spends[memory] for memory in s.unused()]

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "spend-one")

    def settle(self, s: Dusk, answers: dict[Seat, Move]) -> None:
        if not answers and not s.offered:
            s.end(TRAPPED, "TF-160")
        else:
            super().settle(s, answers)

    def choose(self, s: Dusk, move: Move) -> None:
        s.spend(self.seat, move.about[0], self.rule)

    def forced(self, s: Dusk, move: Move) -> Forced | None:
        return Forced(self.rule, "last-memory", move.about)


class Wade(SeatStep[Dusk]):
    """TF-161 The step is taken once it is paid for."""

    rule: ClassVar[str] = "TF-161"

    def __init__(self, seat: Seat, space: int, by: str) -> None:
        super().__init__(seat)
        self.space: Final = space
        self.by: Final = by

    def key(self) -> tuple[int, ...]:
        return (self.seat, self.space)

    def spelled(self) -> str:
        return f"Wade({self.seat}, {self.space}, {self.by})"

    def resolve(self, s: Dusk) -> None:
        enter(s, self.seat, self.space, self.by)
