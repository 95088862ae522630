"""The Creepy Die: what it shows holds until it shows something else."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Refusal, SeatStep, Step
from duskhall.games.the_faceless.box import ROLLED, YELLOW, Duskworld
from duskhall.games.the_faceless.parts import Omen, Part
from duskhall.games.the_faceless.rules.threats import Chase
from duskhall.games.the_faceless.state import Dusk

FACES: Final = ["powers_off", "one_more", "one_less", "shelter", "hunt", "nothing"]
POWERS_OFF: Final = 0
ONE_MORE: Final = 1
ONE_LESS: Final = 2
SHELTER: Final = 3
HUNT: Final = 4
NOTHING: Final = 5


class CreepyDie(Part):
    """TF-110 Each yellow threat rolls it first; once a turn a player may, for a card on display."""

    name: ClassVar[str] = "die"
    rule: ClassVar[str] = "TF-110"

    def __init__(self) -> None:
        self.number = 0

    def join(self, box: Duskworld) -> None:
        box.die = self
        self.number = box.more_number("die", NOTHING)
        moments = box.moments
        moments.before[YELLOW].append(self)
        moments.extras.append(self)
        moments.counting.append(self)
        moments.shelters.append(self)
        moments.powers.append(self)

    def shows(self, s: Dusk) -> int:
        return s.numbers[self.number]

    def wakes(self, s: Dusk) -> list[Omen]:
        return [Omen(YELLOW, "die")]

    def before(self, s: Dusk, seat: Seat, card: int) -> list[Step[Any]]:
        return [RollDie(seat)]

    # TF-111 The roll by choice

    def extras(self, s: Dusk, seat: Seat) -> list[Move]:
        return [] if s.has_used(ROLLED) or not s.deck_count() else [Move("roll")]

    def do_extra(self, s: Dusk, seat: Seat, move: Move) -> None:
        s.use(ROLLED)
        s.then(RollDie(seat))
        s.add_to_display(seat, "TF-110")

    def refuse_extra(self, s: Dusk, seat: Seat, move: Move) -> Refusal | None:
        if move.verb != "roll":
            return None
        return Refusal("TF-111", "rolled" if s.has_used(ROLLED) else "roll-empty")

    # TF-110 to TF-113 What it shows

    def stops_powers(self, s: Dusk) -> bool:
        return self.shows(s) == POWERS_OFF

    def stops_limits(self, s: Dusk) -> bool:
        return self.shows(s) == POWERS_OFF

    def more_steps(self, s: Dusk) -> int:
        if self.shows(s) == ONE_MORE:
            return 1
        return -1 if self.shows(s) == ONE_LESS else 0

    def shelters(self, s: Dusk) -> bool:
        return self.shows(s) == SHELTER

    def shelter(self, s: Dusk, seat: Seat) -> None:
        s.tell("shelter", "TF-113", seat)
        s.then(RollDie(seat))


class RollDie(SeatStep[Dusk]):
    """TF-110, TF-114 The die is rolled; the hunting face brings Billygoat nearer and rolls again."""

    rule: ClassVar[str] = "TF-110"

    def resolve(self, s: Dusk) -> None:
        die = s.world.die
        assert isinstance(die, CreepyDie)
        face = s.random_below(len(FACES))
        s.set("die", self.rule, self.seat, die.number, face)
        if face == HUNT:
            s.then(Chase(self.seat), RollDie(self.seat))
