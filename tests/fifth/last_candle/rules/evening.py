"""An evening: candles are lit in secret, and the brightest takes from the shelf."""

from __future__ import annotations

from typing import ClassVar, Final

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Ballot, Choice, Refusal, Step

from ..box import HAND, LIT, SHELF
from ..state import Evening

HAND_SIZE: Final = 4  # LC-01
ON_THE_SHELF: Final = 2  # LC-01


class SetUp(Step[Evening]):
    """LC-01 Everyone is dealt four candles, and two are laid on the shelf."""

    rule: ClassVar[str] = "LC-01"

    def resolve(self, s: Evening) -> None:
        for seat in range(s.box.players):
            s.deal(seat, HAND_SIZE)
        s.move("lay_out", self.rule, -1, s.draw(0, ON_THE_SHELF), 0, SHELF)
        s.then(Round())


class Round(Step[Evening]):
    """LC-02 One more candle is laid on the shelf. The game ends when nobody has a candle left."""

    rule: ClassVar[str] = "LC-02"

    def resolve(self, s: Evening) -> None:
        if s.places[HAND]:
            s.begin_round()
            s.then(LightOne(), Round())


class LightOne(Ballot[Evening]):
    """LC-03 Everyone lights one candle of their hand in secret."""

    rule: ClassVar[str] = "LC-03"

    def deciders(self, s: Evening) -> list[Seat]:
        return list(range(s.box.players))

    def moves(self, s: Evening, seat: Seat) -> list[Move]:
        return [Move("light", candle) for candle in s.places[HAND + seat]]

    def refuse(self, s: Evening, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "of-your-hand")

    def reveal(self, s: Evening, answers: dict[Seat, Move]) -> None:
        for seat in sorted(answers):
            s.light(seat, answers[seat].about[0])
        brightest = max(sorted(answers), key=lambda seat: s.shelf.wax[s.places[LIT + seat][0]])
        s.then(TakeOne(brightest), BurnDown())


class TakeOne(Choice[Evening]):
    """LC-04 Whoever lit the most wax takes a candle from the shelf, or leaves it; of equals, the first."""

    rule: ClassVar[str] = "LC-04"

    def moves(self, s: Evening, seat: Seat) -> list[Move]:
        return [Move("leave"), *[Move("take", candle) for candle in s.places[SHELF]]]

    def refuse(self, s: Evening, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "of-the-shelf")

    def choose(self, s: Evening, move: Move) -> None:
        if move.verb == "take":
            s.take(self.seat, move.about[0])
        else:
            s.tell("leave", self.rule, self.seat)


class BurnDown(Step[Evening]):
    """LC-03 What was lit burns down."""

    rule: ClassVar[str] = "LC-03"

    def resolve(self, s: Evening) -> None:
        s.burn_down()
