"""What is counted of an answer in Raid & Trade: what leads to the gate, or out of the city."""

from __future__ import annotations

from typing import Final

from duskhall.bots.terms import Terms
from duskhall.bots.values.raid_and_trade_plan import QUEST_WAY, Lore, Taste, plan_of
from duskhall.bots.values.raid_and_trade_prices import Prices
from duskhall.engine.events import Event, Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import State
from duskhall.games.raid_and_trade.box import Ruins
from duskhall.games.raid_and_trade.parts import AP, FAVOR, SP, WINNER
from duskhall.games.raid_and_trade.rules.trade import Agree
from duskhall.games.raid_and_trade.rules.turn import END, PASS_ROUND, Act
from duskhall.games.raid_and_trade.state import Ruin

GOALS: Final = ["goal.skill", "goal.favor", "goal.quests"]  # by way
NEXT: Final = ".next"  # after a goal: with the card that comes next on the way
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

    def goal(self, s: State, seat: Seat) -> tuple[str, tuple[int, ...]] | None:
        """RT-75 In one's turn: the shortest of the three ways, how far one is, and what comes next."""
        assert isinstance(s, Ruin)
        if s.ruins.line is not None or not isinstance(s.agenda[-1], (Act, Agree)):
            return None
        if s.goal(seat):
            return "goal.gate", (s.numbers[AP + seat], s.ruins.gate_fee)
        plan = plan_of(self.lore_of(s.ruins), s, seat)
        reached = [s.numbers[SP + seat], max(0, s.numbers[FAVOR + seat]), s.quests(seat)]
        about = reached[plan.best], s.ruins.goals[plan.best]
        key = GOALS[plan.best]
        after = plan.way.quests if plan.best == QUEST_WAY else plan.way.items
        return (key + NEXT, (*about, after[0])) if after else (key, about)

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
