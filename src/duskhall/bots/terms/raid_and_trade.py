"""What is counted of an answer in Raid & Trade: what leads to the gate, or out of the city."""

from __future__ import annotations

from typing import Final

from duskhall.bots.terms import NOW, Terms
from duskhall.bots.values.raid_and_trade_deeds import Deeds
from duskhall.bots.values.raid_and_trade_plan import (
    FAVOR_WAY,
    QUEST_WAY,
    SKILL_WAY,
    Lore,
    Plan,
    Taste,
    outpost_distance,
    plan_of,
)
from duskhall.bots.values.raid_and_trade_prices import Prices
from duskhall.engine.events import Event, Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import State
from duskhall.games.raid_and_trade.box import Ruins
from duskhall.games.raid_and_trade.parts import (
    AP,
    AT,
    ENTER_AP,
    FAVOR,
    HOUSE,
    RAID_DRAW,
    ROUND,
    SP,
    SPENT,
    TILE,
    WINNER,
)
from duskhall.games.raid_and_trade.rules.raid import discount
from duskhall.games.raid_and_trade.rules.trade import Agree
from duskhall.games.raid_and_trade.rules.turn import END, PASS_ROUND, Act
from duskhall.games.raid_and_trade.state import Ruin

Fact = tuple[str, tuple[int, ...]]

GOALS: Final = ["goal.skill", "goal.favor", "goal.quests"]  # by way
BLACKLISTED: Final = ".blacklist"  # after the goal of Favor: of who has none, but Blacklist
# By what an answer does: to get hold of what is needed, to craft or fulfill it, or to pay at last.
GATHERS: Final = ["raid", "market", "trade", "agree", "counter", "cross", "leave"]
PAYS: Final = ["gate", "use", "trade", "agree", "counter", "cross", "enter", "leave"]
# Verbs of which more may be hoped for by the end of the round than what they do at once. What is
# hoped for of others, as of a raid, comes of answers that follow, and those may be given otherwise.
PROMISING: Final = ["enter", "storm", "attack", "market", "trade", "agree", "counter", "use"]
OF_GATE: Final = ["through", "stopped"]
# Verbs whose outcome no luck has a part in; and in one's own turn, to use a card.
CERTAIN: Final = ["craft", "quest", "disc", "train", "keep", "put_back", "buy"]


class RuinTerms(Terms):
    def __init__(self) -> None:
        self.lore: Lore | None = None

    def weights(self) -> dict[str, float]:
        return {
            "skill": 1.6,
            "favor": 1.5,
            "quests": 8.0,
            "through": 0.08,
            "stopped": 0.08,
            "flight.skill": 1.6,
            "flight.items": 2.0,
            "flight.tokens": 1.0,
            "calm": 1.5,
        }

    def shares(self) -> list[str]:
        return OF_GATE

    def goal(self, s: State, seat: Seat, move: Move) -> Fact | None:
        """RT-75 In one's turn: the shortest of the three ways, and how far one is."""
        assert isinstance(s, Ruin)
        if s.ruins.line is not None or not isinstance(s.agenda[-1], (Act, Agree)):
            return None
        if s.goal(seat):
            fee = s.ruins.gate_fee
            return ("goal.gate", (s.numbers[AP + seat], fee)) if move.verb in PAYS else None
        plan = plan_of(self.lore_of(s.ruins), s, seat)
        if not serves(plan, move):
            return None
        dial = s.numbers[FAVOR + seat]
        reached = [s.numbers[SP + seat], abs(dial), s.quests(seat)]
        key = GOALS[plan.best]
        if plan.best == FAVOR_WAY and dial < 0:
            key += BLACKLISTED
        return key, (reached[plan.best], s.ruins.goals[plan.best])

    def own(self, s: State, seat: Seat, move: Move) -> list[str] | None:
        """Who does nothing gets nothing: what comes then is others' doing, or a later turn's."""
        assert isinstance(s, Ruin)
        if move in (END, PASS_ROUND):
            return []
        return None if s.ruins.line is not None or move.verb in PROMISING else OF_GATE

    def facts(
        self, s: State, seat: Seat, move: Move, after: State, events: list[Event]
    ) -> list[Fact]:
        """What it costs and brings at once, where it leads, and what becomes of one's AP."""
        assert isinstance(s, Ruin)
        assert isinstance(after, Ruin)
        if s.ruins.line is not None:
            return []
        is_turn = isinstance(s.agenda[-1], Act)
        if is_turn and move in (END, PASS_ROUND):
            return [idle(s, seat, move)]
        if move.verb == "raid":
            return [self.raided(s, move)]
        if after.numbers[ROUND] != s.numbers[ROUND]:
            return []  # what a new round brings is not what the last answer of the old one does
        if move.verb == "cross":
            return self.walked(s, seat, after)
        if move.verb in CERTAIN or (is_turn and move.verb == "use"):
            return brought(s, seat, after)
        return []

    def raided(self, s: Ruin, move: Move) -> Fact:
        """RT-41 What a raid costs, and what such houses bring, by the cards of their deck."""
        colour = s.numbers[HOUSE + move.about[0]] - 1
        off = sum([discount(s, card) for card in move.about[1:]])
        tokens = self.lore_of(s.ruins).loot[colour] + s.changed[RAID_DRAW]
        return "raid" + NOW, (max(0, s.ruins.raid_price[colour] - off), int(tokens + 0.5))

    def walked(self, s: Ruin, seat: Seat, after: Ruin) -> list[Fact]:
        """RT-30, RT-32 Where a step leads, with the AP of the rest, and what turns up there."""
        lore = self.lore_of(s.ruins)
        before, then = Deeds(lore, s, seat), Deeds(lore, after, seat)
        found: list[Fact] = []
        house, worth = then.best_house(0), 0.0
        gain, price = then.outpost_deed()
        left = outpost_distance(after, after.numbers[AT + seat])
        if gain > 0 and left < outpost_distance(s, s.numbers[AT + seat]):
            spent = left + ENTER_AP + price
            worth = gain + then.left(spent) if spent <= then.ap else 0.0
        if worth > 0 and (house is None or worth > house[0]):
            found.append(("way.outpost", (left,)) if left else ("way.beside", ()))
        elif house is not None and house[1] < before.walk_to(house[2]):
            raid = s.ruins.raid_price[s.numbers[HOUSE + house[2]] - 1]
            found.append(("way.house", (house[2], house[1] + raid)))
        tile = after.tile(seat)
        if tile != s.tile(seat) and not s.places[TILE + tile]:
            found.append(("way.incident", ()))
        return found

    def count(self, s: State, seat: Seat, events: list[Event]) -> dict[str, float]:
        assert isinstance(s, Ruin)
        skill, favor = float(s.numbers[SP + seat]), float(s.numbers[FAVOR + seat])
        if s.ruins.line is not None:
            # RT-106, RT-128 What the dial shows below 0 is adrenaline, of which one wants little.
            # Who flees is judged as the next turn begins, not as the round ends.
            return {
                "flight.skill": skill,
                "flight.items": float(len(s.crafted(seat))),
                "flight.tokens": float(s.tokens(seat)),
                "calm": min(0.0, favor),
            }
        winner = -1 if s.waiting else s.numbers[WINNER]
        others = [other for other in range(s.box.players) if other != seat]
        return {
            "skill": skill,
            "favor": favor,
            "quests": float(s.quests(seat)),
            "through": 100.0 if winner == seat else 0.0,
            "stopped": 0.0 if winner in others else 100.0,
        }

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
    is_inside = bool(way.discs or way.trained)
    if move.verb == "enter":
        return is_inside
    if move.verb in ("cross", "leave") and is_inside:
        return True
    return move.verb in GATHERS and sum(way.lack) + way.any_lack > 0


def idle(s: Ruin, seat: Seat, move: Move) -> Fact:
    """RT-22, RT-23, RT-27 What becomes of the AP of who ends a turn, or passes."""
    ap = s.numbers[AP + seat]
    if move == PASS_ROUND:
        return ("idle.passed", (ap,)) if ap else ("idle.spent", ())
    return "idle.kept" if s.numbers[SPENT] else "idle.waits", (ap,)


def brought(s: Ruin, seat: Seat, after: Ruin) -> list[Fact]:
    """What one has more of by an answer, as soon as it is given; and where one's dial falls."""
    skill = after.numbers[SP + seat] - s.numbers[SP + seat]
    dial = after.numbers[FAVOR + seat] - s.numbers[FAVOR + seat]
    gains: list[tuple[str, int]] = [
        ("quests", after.quests(seat) - s.quests(seat)),
        ("skill", skill),
        ("favor", dial),
        ("tokens", after.tokens(seat) - s.tokens(seat)),
        ("ap", after.numbers[AP + seat] - s.numbers[AP + seat]),
    ]
    found: list[Fact] = [(key + NOW, (gain,)) for key, gain in gains if gain > 0]
    return [*found, ("favor.falls", (-dial,))] if dial < 0 else found


def make_terms() -> Terms:
    return RuinTerms()
