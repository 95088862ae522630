"""The table of The Last Candle, and the verbs of its rulebook."""

from __future__ import annotations

from typing import Final

from duskhall.engine.events import Seat
from duskhall.engine.state import State

from .box import BURNT, DECK, HAND, LIT, ROUND, SHELF, TAKEN, WAX, Shelf

TABLE: Final = -1  # the seat of an event that nobody caused


class Evening(State):
    def __init__(self, box: Shelf) -> None:
        super().__init__(box)
        self.shelf: Final = box

    def clone(self) -> Evening:
        copy = Evening(self.shelf)
        self.copy_into(copy)
        return copy

    def deal(self, seat: Seat, count: int) -> None:
        self.move("deal", "LC-01", seat, self.draw(DECK, count), DECK, HAND + seat)

    def begin_round(self) -> None:
        self.set("round", "LC-02", TABLE, ROUND, self.numbers[ROUND] + 1)
        self.move("lay_out", "LC-02", TABLE, self.draw(DECK, 1), DECK, SHELF)

    def light(self, seat: Seat, candle: int) -> None:
        self.move("light", "LC-03", seat, (candle,), HAND + seat, LIT + seat)

    def burn_down(self) -> None:
        for seat in range(self.box.players):
            self.move("burn", "LC-03", seat, self.places[LIT + seat], LIT + seat, BURNT)

    def take(self, seat: Seat, candle: int) -> None:
        self.move("take", "LC-04", seat, (candle,), SHELF, TAKEN + seat)
        self.set(
            "gain", "LC-04", seat, WAX + seat, self.numbers[WAX + seat] + self.shelf.wax[candle]
        )
