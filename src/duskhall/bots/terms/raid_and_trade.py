"""What is counted of an answer in Raid & Trade: what leads to the gate, or out of the city."""

from __future__ import annotations

from typing import Final

from duskhall.bots.terms import Terms
from duskhall.bots.values.raid_and_trade_plan import (
    FAVOR_WAY,
    QUEST_WAY,
    SKILL_WAY,
    Lore,
    Plan,
    Taste,
    plan_of,
)
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
# By what an answer does: to get hold of what is needed, to craft or fulfill it, or to pay at last.
GATHERS: Final = ["raid", "market", "trade", "agree", "counter", "cross", "leave"]
PAYS: Final = ["gate", "use", "trade", "agree", "counter", "cross", "enter", "leave"]


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
            "flight.skill": 1.6,
            "flight.items": 2.0,
            "flight.tokens": 1.0,
            "calm": 1.5,
        }

    def shares(self) -> list[str]:
        return ["through", "stopped"]

    def goal(self, s: State, seat: Seat, move: Move) -> tuple[str, tuple[int, ...]] | None:
        """RT-75 In one's turn: the shortest of the three ways, how far one is, and what comes next."""
        assert isinstance(s, Ruin)
        if s.ruins.line is not None or not isinstance(s.agenda[-1], (Act, Agree)):
            return None
        if s.goal(seat):
            fee = s.ruins.gate_fee
            return ("goal.gate", (s.numbers[AP + seat], fee)) if move.verb in PAYS else None
        plan = plan_of(self.lore_of(s.ruins), s, seat)
        if not serves(plan, move):
            return None
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
        skill, favor = float(s.numbers[SP + seat]), float(s.numbers[FAVOR + seat])
        items, tokens = float(len(s.crafted(seat))), float(s.tokens(seat))
        if s.ruins.line is not None:
            # RT-106, RT-128 What the dial shows below 0 is adrenaline, of which one wants little.
            # Who flees is judged as the next turn begins, not as the round ends.
            return {
                "flight.skill": skill,
                "flight.items": items,
                "flight.tokens": tokens,
                "calm": min(0.0, favor),
            }
        found = {
            "skill": skill,
            "favor": favor,
            "quests": float(s.quests(seat)),
            "items": items,
            "tokens": tokens,
            "incidents": float(len(s.incidents(seat))),
        }
        # A race to the gate, of which a plan tells how far it is.
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


def serves(plan: Plan, move: Move) -> bool:
    """Whether an answer is a step on the way that a plan has chosen."""
    way = plan.way
    if move.verb == "craft":
        return move.about[0] in way.items
    if move.verb == "quest":
        return plan.best == QUEST_WAY
    if move.verb == "train":
        return plan.best == SKILL_WAY
    if move.verb == "disc":
        return plan.best == FAVOR_WAY
    if move.verb == "enter":
        return bool(way.discs or way.trained)
    return move.verb in GATHERS


def make_terms() -> Terms:
    return RuinTerms()
