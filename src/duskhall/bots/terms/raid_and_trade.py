"""What is counted of an answer in Raid & Trade: what leads to the gate, or out of the city."""

from __future__ import annotations

from typing import Final

from duskhall.bots.terms import Terms
from duskhall.bots.values.raid_and_trade_plan import Lore, Taste, plan_of
from duskhall.bots.values.raid_and_trade_prices import Prices
from duskhall.engine.events import Event, Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import State
from duskhall.games.raid_and_trade.box import Ruins
from duskhall.games.raid_and_trade.parts import FAVOR, SP, WINNER
from duskhall.games.raid_and_trade.rules.turn import END, PASS_ROUND
from duskhall.games.raid_and_trade.state import Ruin

ALL_IN_ALL: Final = ["through", "stopped", "gate", "ahead"]  # what all else comes to


class RuinTerms(Terms):
    def __init__(self) -> None:
        self.lore: Lore | None = None

    def weights(self) -> dict[str, float]:
        return {
            "skill": 1.6,
            "favor": 1.5,
            "quests": 8.0,
            "items": 2.0,
            "tokens": 1.0,
            "incidents": 1.0,
            "through": 0.08,
            "stopped": 0.08,
            "gate": 0.2,
            "ahead": 0.15,
        }

    def own(self, s: State, seat: Seat, move: Move) -> list[str] | None:
        """Who does nothing gets nothing: what comes then is others' doing, or a later turn's."""
        return ALL_IN_ALL if move in (END, PASS_ROUND) else None

    def count(self, s: State, seat: Seat, events: list[Event]) -> dict[str, float]:
        assert isinstance(s, Ruin)
        found = {
            "skill": float(s.numbers[SP + seat]),
            "favor": float(s.numbers[FAVOR + seat]),
            "quests": float(s.quests(seat)),
            "items": float(len(s.crafted(seat))),
            "tokens": float(s.tokens(seat)),
            "incidents": float(len(s.incidents(seat))),
        }
        if s.ruins.line is None:  # a race to the gate, of which a plan tells how far it is
            others = [other for other in range(s.box.players) if other != seat]
            winner = -1 if s.waiting else s.numbers[WINNER]
            found["through"] = 100.0 if winner == seat else 0.0
            found["stopped"] = 0.0 if winner in others else 100.0
            if s.waiting:
                lore = self.lore_of(s.ruins)
                found["gate"] = -max(0.0, plan_of(lore, s, seat).cost)
                found["ahead"] = min([plan_of(lore, s, other, False).cost for other in others])
        return found

    def lore_of(self, box: Ruins) -> Lore:
        if self.lore is None or self.lore.box is not box:
            self.lore = Lore(box, Taste(), Prices())
        return self.lore


def make_terms() -> Terms:
    return RuinTerms()
