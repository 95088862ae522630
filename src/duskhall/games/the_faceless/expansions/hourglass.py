"""The Hourglass: when it runs out and no memory came in the meantime, threats gather."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from duskhall.engine.moves import Move
from duskhall.engine.state import Clock
from duskhall.engine.steps import Refusal, Step
from duskhall.games.the_faceless.box import MEMORIES, SPOT_AT, TURN, Duskworld
from duskhall.games.the_faceless.parts import Part
from duskhall.games.the_faceless.state import TABLE, Dusk


class Hourglass(Part):
    """TF-140 The server keeps the time; where none passes, turns are counted (TF-141)."""

    name: ClassVar[str] = "sand"
    rule: ClassVar[str] = "TF-140"

    def __init__(self, seconds: int, numbers: dict[str, int]) -> None:
        self.seconds: Final = seconds
        self.turns: Final = max(numbers["turns"], 1)
        self.cards: Final = numbers["cards"]
        self.run = 0  # how often it was turned
        self.shield = 0  # whether a memory was collected since then
        self.since = 0  # the turn in which it was turned

    def join(self, box: Duskworld) -> None:
        box.hourglass = self
        self.run = box.more_number("sand_run", 0)
        self.shield = box.more_number("sand_shield", 0)
        self.since = box.more_number("sand_since", 1)
        box.has_weather = True
        box.moments.collecting.append(self)
        box.moments.outside.append(self)

    def is_running(self, s: Dusk) -> bool:
        """TF-141, TF-143 From the first turn on, until the last memory is collected."""
        if not s.numbers[TURN] or s.is_over():
            return False
        return any(s.numbers[SPOT_AT + spot] >= 0 for spot in range(MEMORIES))

    def collected(self, s: Dusk) -> None:
        """TF-144 Several within one run shield once."""
        if not s.numbers[self.shield]:
            s.set("sand_shield", "TF-140", TABLE, self.shield, 1)

    def clock(self, s: Dusk) -> Clock | None:
        if not self.is_running(s):
            return None
        return Clock(s.numbers[self.run], self.seconds, Move("sand"))

    def weather(self, s: Dusk) -> Move | None:
        ended = s.numbers[TURN] - s.numbers[self.since]
        return Move("sand") if self.is_running(s) and ended >= self.turns else None

    def hears(self, s: Dusk, move: Move) -> bool:
        return move.verb == "sand" and not move.about and self.is_running(s)

    def heard(self, s: Dusk, move: Move) -> list[Step[Any]]:
        return [RunOut()]

    def by_hand(self, s: Dusk) -> Refusal:
        return Refusal("TF-142", "sand-by-hand")


class RunOut(Step[Dusk]):
    """TF-140, TF-142 The sand has run out: cards join the display, and it is turned again."""

    rule: ClassVar[str] = "TF-140"

    def resolve(self, s: Dusk) -> None:
        part = s.world.hourglass
        assert isinstance(part, Hourglass)
        is_shielded = s.numbers[part.shield] != 0
        s.set("sand_run", self.rule, TABLE, part.run, s.numbers[part.run] + 1)
        s.set("quiet", self.rule, TABLE, part.shield, 0)
        s.set("quiet", self.rule, TABLE, part.since, s.numbers[TURN])
        if is_shielded:
            s.tell("sand_harmless", self.rule, TABLE)
            return
        for _ in range(part.cards):
            if not s.is_over():
                s.add_to_display(TABLE, self.rule)
