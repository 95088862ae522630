"""What is counted of an answer in Raid & Trade: what leads to the gate, or out of the city."""

from __future__ import annotations

from duskhall.bots.terms import Terms
from duskhall.engine.events import Event, Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import State
from duskhall.games.raid_and_trade.parts import FAVOR, SP
from duskhall.games.raid_and_trade.state import Ruin


class RuinTerms(Terms):
    def weights(self) -> dict[str, float]:
        return {
            "skill": 1.6,
            "favor": 1.5,
            "quests": 8.0,
            "items": 2.0,
            "tokens": 1.0,
            "incidents": 1.0,
        }

    def own(self, s: State, seat: Seat, move: Move) -> list[str] | None:
        """Who ends the turn does nothing: what comes then is others' doing, or a later turn's."""
        return [] if move.verb == "end" else None

    def count(self, s: State, seat: Seat, events: list[Event]) -> dict[str, float]:
        assert isinstance(s, Ruin)
        return {
            "skill": float(s.numbers[SP + seat]),
            "favor": float(s.numbers[FAVOR + seat]),
            "quests": float(s.quests(seat)),
            "items": float(len(s.crafted(seat))),
            "tokens": float(s.tokens(seat)),
            "incidents": float(len(s.incidents(seat))),
        }


def make_terms() -> Terms:
    return RuinTerms()
