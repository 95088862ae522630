"""The gate of the Golden City: who comes in wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from duskhall.engine.steps import Step
from duskhall.games.raid_and_trade.parts import OUTCOME, WINNER

if TYPE_CHECKING:
    from duskhall.engine.events import Seat
    from duskhall.games.raid_and_trade.state import Ruin


class AtTheGate(Step["Ruin"]):
    """RT-79 Without a fee: of those who meet a goal, the first from the active player on wins."""

    rule: ClassVar[str] = "RT-79"

    def resolve(self, s: Ruin) -> None:
        for seat in s.seats_from(s.current):
            if s.goal(seat):
                win(s, seat, "RT-79")
                return


def win(s: Ruin, seat: Seat, rule: str) -> None:
    """RT-75 The game ends."""
    s.numbers_set(OUTCOME, s.goal(seat), rule)
    s.set("win", rule, seat, WINNER, seat)
    s.agenda.clear()
