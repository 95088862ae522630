"""RT-22 to RT-34: a turn, its one move and its one action, and the claims around them."""

from __future__ import annotations

from typing import ClassVar, Final

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Choice, Forced, Refusal, SeatStep
from duskhall.games.raid_and_trade import terms
from duskhall.games.raid_and_trade.cards import CRAFT_DISCOUNT, WILD_RESOURCE
from duskhall.games.raid_and_trade.gate import win
from duskhall.games.raid_and_trade.parts import (
    ACTED,
    ANY_TIME,
    AP,
    AT,
    CRAFT_OFF,
    CRAFT_PRICE,
    CRAFT_WILD,
    CURRENT,
    FREE,
    HIDDEN_HAND,
    ITEMS,
    MOVE_OVER,
    MOVED,
    NOT_MOVED,
    OFFERS,
    ON_CRAFT,
    ON_MOVE,
    OUTPOST_OFF,
    OWN_TURN,
    PASSED,
    QUEST_ROW,
    QUESTED,
    SECTIONS,
    SPENT,
    TURN,
    WAITS,
    WALKING,
)
from duskhall.games.raid_and_trade.rules import combat, outpost, quests, raid, trade
from duskhall.games.raid_and_trade.rules.deeds import could_any, craft, refuse_use
from duskhall.games.raid_and_trade.rules.effects import Moment, Use, use
from duskhall.games.raid_and_trade.rules.tokens import can_craft, pay_for
from duskhall.games.raid_and_trade.state import Ruin

END: Final = Move("end")
PASS_ROUND: Final = Move("pass")
GATE: Final = Move("gate")
ACTIONS: Final = [
    "raid",
    "attack",
    "fight",
    "storm",
    "craft",
    "market",
    "disc",
    "train",
    "trade",
]


class Turn(SeatStep[Ruin]):
    """RT-22 A turn begins: nothing is spent, moved or done yet."""

    rule: ClassVar[str] = "RT-22"

    def resolve(self, s: Ruin) -> None:
        s.numbers_set(CURRENT, self.seat, self.rule)
        s.set("turn", self.rule, self.seat, TURN, s.numbers[TURN] + 1)
        for number in (MOVED, ACTED, QUESTED, SPENT, FREE, OUTPOST_OFF):
            s.numbers_set(number, 0, self.rule)
        for seat in range(s.box.players):
            s.numbers_set(OFFERS + seat, 0, "RT-65")
        s.then(self.act())

    def act(self) -> Act:
        """What may be done in it."""
        return Act(self.seat)


def crossing_cost(s: Ruin, section: int, is_border: int) -> int:
    """RT-30 What a crossing costs now, with cards that pay for it."""
    return max(0, s.crossing_price(section, is_border) - s.numbers[FREE])


def cross_moves(s: Ruin, seat: Seat) -> list[Move]:
    """RT-30 The sections beside one's own that can be paid for."""
    found: list[Move] = []
    ap = s.numbers[AP + seat]
    is_held = s.is_held(s.tile(seat))
    for section, is_border in s.city.beside[s.numbers[AT + seat]]:
        if crossing_cost(s, section, is_border) <= ap and not (is_border and is_held):
            found.append(s.ruins.crosses[section])
    return found


def cross(s: Ruin, seat: Seat, section: int) -> bool:
    """RT-30, RT-33 A crossing is paid as it is made. Whether another tile was entered by it."""
    here = s.numbers[AT + seat]
    is_border = int(section // SECTIONS != here // SECTIONS)
    price = s.crossing_price(section, is_border)
    cost = crossing_cost(s, section, is_border)
    s.numbers_set(MOVED, WALKING, "RT-33")
    s.numbers_set(FREE, s.numbers[FREE] - (price - cost), "RT-33")
    s.pay_ap(seat, cost, "RT-30")
    s.set("walk", "RT-30", seat, AT + seat, section)
    return bool(is_border)


def craft_cards(s: Ruin, seat: Seat) -> list[tuple[int, int, int]]:
    """Cards for a craft: each with how many tokens fewer it needs, and how many of any kind."""
    found: list[tuple[int, int, int]] = []
    for card in s.cards_for(seat, ON_CRAFT):
        off, wild = 0, 0
        for effect in s.ruins.effects[card]:
            if effect.verb == CRAFT_DISCOUNT:
                off += effect.n
            elif effect.verb == WILD_RESOURCE:
                wild += effect.n
        found.append((card, off, wild))
    return found


def craft_price(s: Ruin) -> int:
    return max(0, s.changed[CRAFT_PRICE])


def craft_moves(s: Ruin, seat: Seat) -> list[Move]:
    """RT-60 Items one has the tokens for, with cards that help or without."""
    found: list[Move] = []
    if craft_price(s) > s.numbers[AP + seat]:
        return found
    cards = craft_cards(s, seat)
    for item in s.places[ITEMS + seat]:
        if can_craft(s, seat, item, 0, 0):
            found.append(s.ruins.crafts[item])
        for card, off, wild in cards:
            if can_craft(s, seat, item, off, wild):
                found.append(Move("craft", item, card))
    return found


def may_craft(s: Ruin, seat: Seat, move: Move) -> Refusal | None:
    """Why this cannot be crafted; several cards may help."""
    item, used = move.about[0], move.about[1:]
    if item not in s.places[ITEMS + seat]:
        return Refusal("RT-60", "not-held", (item,))
    if craft_price(s) > s.numbers[AP + seat]:
        return Refusal("RT-24", "too-dear", (craft_price(s), s.numbers[AP + seat]))
    known = {card: (off, wild) for card, off, wild in craft_cards(s, seat)}
    if len(set(used)) < len(used) or not all(card in known for card in used):
        return Refusal("RT-60", "craft-cards")
    off = sum([known[card][0] for card in used])
    wild = sum([known[card][1] for card in used])
    if not can_craft(s, seat, item, off, wild):
        return Refusal("RT-60", "craft-tokens", (item,))
    return None


def start_craft(s: Ruin, seat: Seat, item: int, used: tuple[int, ...]) -> None:
    """RT-60 1 AP and the item's tokens; its SP are gained."""
    for number in (CRAFT_OFF, CRAFT_WILD):
        s.numbers_set(number, 0, "RT-60")
    s.pay_ap(seat, craft_price(s), "RT-60")
    s.then(*[Use(seat, card, 0) for card in used], Craft(seat, item), Crafted(seat, item))


class Craft(SeatStep[Ruin]):
    """RT-60 The tokens of an item are paid."""

    rule: ClassVar[str] = "RT-60"

    def __init__(self, seat: Seat, item: int) -> None:
        super().__init__(seat)
        self.item: Final = item

    def key(self) -> tuple[int, ...]:
        return self.seat, self.item

    def resolve(self, s: Ruin) -> None:
        pay_for(s, self.seat, self.item)


class Crafted(Craft):
    """RT-60 The item lies ready, usable at once."""

    def resolve(self, s: Ruin) -> None:
        craft(s, self.seat, self.item, self.rule)


def use_moves(s: Ruin, seat: Seat) -> list[Move]:
    """Cards for one's own turn, and for one's move before it begins."""
    found: list[Move] = []
    for when in (OWN_TURN, ANY_TIME, ON_MOVE):
        for card in s.cards_for(seat, when):
            if could_any(s, seat, card):
                found.append(s.ruins.uses[card])
    return found


def may_pay_gate(s: Ruin, seat: Seat) -> bool:
    """RT-75, RT-77 A goal is met and the fee can be paid."""
    fee = s.ruins.gate_fee
    return bool(fee) and s.numbers[AP + seat] >= fee and s.goal(seat) > 0


class Act(Choice[Ruin]):
    """RT-22 At most one move and one action, in either order; claims around them; or pass."""

    rule: ClassVar[str] = "RT-22"
    is_open_ended: ClassVar[bool] = True

    def offer(self, s: Ruin) -> None:
        s.offered = self.moves(s, self.seat)
        # RT-94 Who holds unseen incidents is asked, whatever they are.
        might = s.places[HIDDEN_HAND + self.seat] and (
            s.ruins.answerable[OWN_TURN] or s.ruins.answerable[ANY_TIME]
        )
        if len(s.offered) > 1 or might:
            s.waiting = [self.seat]

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        numbers = s.numbers
        found = self.claims(s, seat)
        if s.must_pass(seat):
            return [*found, PASS_ROUND]  # RT-23, RT-28
        moved, is_inside = numbers[MOVED], s.is_inside(seat)
        if moved != MOVE_OVER and not is_inside:
            found += cross_moves(s, seat)
            if outpost.may_enter(s, seat) is None:
                found.append(outpost.ENTER)
        if moved == NOT_MOVED and is_inside:
            found += [s.ruins.leaves[section] for section in s.beside_outpost()]
        if not numbers[ACTED]:
            found += self.actions(s, seat, is_inside)
        if numbers[AP + seat]:
            found.append(END)
        found.append(PASS_ROUND)
        return found

    def claims(self, s: Ruin, seat: Seat) -> list[Move]:
        """What is neither move nor action: cards, an incident, a quest, the gate."""
        found = use_moves(s, seat)
        if quests.may_claim(s, seat) is None:
            found.append(quests.CLAIM)
        if not s.numbers[QUESTED]:
            for quest in s.places[QUEST_ROW]:
                if quests.is_met(s, seat, quest):
                    found.append(s.ruins.quest_moves[quest])
        if may_pay_gate(s, seat):
            found.append(GATE)
        return found

    def actions(self, s: Ruin, seat: Seat, is_inside: bool) -> list[Move]:
        found = craft_moves(s, seat)
        if is_inside:
            found += outpost.inside_moves(s, seat)
        else:
            found += raid.raid_moves(s, seat)
            found += trade.market_moves(s, seat)
            if outpost.may_storm(s, seat) is None:
                found.append(outpost.STORM)
            if terms.has_offers_left(s, seat):
                for other in range(s.box.players):
                    if terms.may_deal(s, seat, other) is None and s.tokens(other):
                        found.append(s.ruins.trades[other])
        if combat.can_attack(s, seat):
            found += [s.ruins.attacks[other] for other in combat.targets(s, seat)]
        return found

    def allows(self, s: Ruin, seat: Seat, move: Move) -> bool:
        if move in s.legal_moves(seat):
            return True
        about = move.about
        if move.verb in ("raid", "craft") and len(about) > 2:
            return self.why_not_action(s, seat, move) is None
        return move.verb == "trade" and self.why_not_trade(s, seat, move) is None

    def why_not_action(self, s: Ruin, seat: Seat, move: Move) -> Refusal | None:
        """Why this raid or craft cannot be."""
        if s.numbers[ACTED]:
            return Refusal("RT-22", "action-spent")
        if s.must_pass(seat):
            return Refusal("RT-23", "no-ap")
        if move.verb == "raid":
            return raid.may_raid(s, seat, move)
        return may_craft(s, seat, move)

    def why_not_trade(self, s: Ruin, seat: Seat, move: Move) -> Refusal | None:
        """RT-64 Why this trade cannot be proposed: any that is legal may be, listed or not."""
        found = terms.read(move.about[1:]) if len(move.about) > 1 else None
        if s.must_pass(seat):
            return Refusal("RT-23", "no-ap")
        if not terms.has_offers_left(s, seat):
            return Refusal("RT-65", "offers-spent", (s.ruins.most_offers,))
        if len(move.about) == 1:
            return terms.may_deal(s, seat, move.about[0])
        if found is None:
            return Refusal("RT-64", "trade-nonsense")
        return terms.may_trade(s, seat, move.about[0], found)

    def refuse(self, s: Ruin, seat: Seat, move: Move) -> Refusal:
        return refuse_act(self, s, seat, move)

    def forced(self, s: Ruin, move: Move) -> Forced | None:
        return Forced("RT-28", "no-ap")

    def choose(self, s: Ruin, move: Move) -> None:
        seat, verb, about = self.seat, move.verb, move.about
        if verb == "pass":
            s.set("pass", "RT-22", seat, PASSED + seat, 1)
            s.numbers_set(WAITS, 0, "RT-27")
            return
        if verb == "end":
            waited = not s.numbers[SPENT]
            s.numbers_set(WAITS, s.numbers[WAITS] + 1 if waited else 0, "RT-27")
            s.tell("wait" if waited else "end", "RT-27" if waited else "RT-22", seat)
            return
        s.then(self)
        if verb not in ("cross", "claim", "quest") and s.numbers[MOVED] == WALKING:
            s.numbers_set(MOVED, MOVE_OVER, "RT-33")
        if verb in ACTIONS and verb != "trade":
            s.numbers_set(ACTED, 1, "RT-22")
        self.do(s, seat, verb, about, move)

    def do(self, s: Ruin, seat: Seat, verb: str, about: tuple[int, ...], move: Move) -> None:
        if verb == "cross":
            if cross(s, seat, about[0]):
                self.enter(s, seat)
        elif verb == "raid":
            raid.raid(s, seat, about[0], about[1:])
        elif verb == "craft":
            start_craft(s, seat, about[0], about[1:])
        elif verb == "use":
            s.then(use(s, seat, move))
        elif verb == "claim":
            quests.claim(s, seat)
        elif verb == "quest":
            quests.fulfil(s, seat, about[0])
        elif verb == "attack":
            combat.declare(s, seat, about[0], combat.Outcome(seat, about[0]))
        elif verb == "trade":
            self.trade(s, seat, about)
        elif verb == "market":
            trade.go_to_market(s, seat, about[0])
        elif verb == "enter":
            outpost.enter(s, seat)
        elif verb == "leave":
            s.numbers_set(MOVED, MOVE_OVER, "RT-70")
            outpost.go_out(s, seat, about[0], "RT-70")
        elif verb == "disc":
            outpost.buy_disc(s, seat, about[0])
        elif verb == "train":
            outpost.train(s, seat)
        elif verb == "storm":
            outpost.storm(s, seat)
        else:
            s.then(BeforeGate(seat), PayGate(seat))

    def enter(self, s: Ruin, seat: Seat) -> None:
        """RT-32 A tile entered turns up an incident."""
        s.turn_up_incident(seat, s.tile(seat))

    def trade(self, s: Ruin, seat: Seat, about: tuple[int, ...]) -> None:
        """RT-65 An offer is counted; only an agreed trade is the action."""
        s.numbers_set(OFFERS + seat, s.numbers[OFFERS + seat] + 1, "RT-65")
        if len(about) == 1:
            s.then(trade.Propose(seat, about[0]))
            return
        found = terms.read(about[1:])
        assert found is not None
        trade.propose(s, seat, about[0], found)


class BeforeGate(Moment):
    """RT-77 Somebody is about to pay the gate: the others may answer first."""

    rule: ClassVar[str] = "RT-77"
    whens: ClassVar[list[int]] = [ANY_TIME]

    def __init__(self, seat: Seat) -> None:
        self.seat: Final = seat

    def key(self) -> tuple[int, ...]:
        return (self.seat,)

    def asked(self, s: Ruin) -> list[Seat]:
        return s.seats_from(self.seat)[1:] if may_pay_gate(s, self.seat) else []


class PayGate(SeatStep[Ruin]):
    """RT-75, RT-77 If the goal still holds and the fee can be paid, the game ends."""

    rule: ClassVar[str] = "RT-77"

    def resolve(self, s: Ruin) -> None:
        if may_pay_gate(s, self.seat):
            s.pay_ap(self.seat, s.ruins.gate_fee, "RT-75")
            win(s, self.seat, "RT-75")
        else:
            s.tell("gate_shut", self.rule, self.seat)


def refuse_act(act: Act, s: Ruin, seat: Seat, move: Move) -> Refusal:
    """Why this cannot be done in one's turn, with the rule."""
    verb, about, numbers = move.verb, move.about, s.numbers
    if verb in ACTIONS and numbers[ACTED]:
        return Refusal("RT-22", "action-spent")
    wrong: Refusal | None = None
    if verb == "use" and len(about) == 1:
        return refuse_use(s, seat, about[0])
    if s.must_pass(seat):
        return Refusal("RT-23", "no-ap")
    if verb in ("raid", "craft") and about:
        wrong = act.why_not_action(s, seat, move)
    elif verb == "trade" and about:
        wrong = act.why_not_trade(s, seat, move)
    elif verb == "cross" and len(about) == 1:
        wrong = refuse_cross(s, seat, about[0])
    elif verb == "enter":
        wrong = outpost.may_enter(s, seat)
    elif verb == "storm":
        wrong = outpost.may_storm(s, seat)
    elif verb == "market":
        wrong = trade.may_market(s, seat) or Refusal("RT-62", "market-kind")
    elif verb == "claim":
        wrong = quests.may_claim(s, seat)
    elif verb == "quest" and len(about) == 1:
        wrong = refuse_quest(s, seat, about[0])
    elif verb == "attack" and len(about) == 1:
        wrong = refuse_attack(s, seat, about[0])
    elif verb in ("disc", "train"):
        wrong = refuse_inside(s, seat, verb)
    elif verb == "leave":
        wrong = refuse_leave(s, seat)
    elif verb == "gate":
        wrong = Refusal("RT-75", "gate" if s.goal(seat) else "no-goal", (s.ruins.gate_fee,))
    return wrong or Refusal("RT-22", "act")


def refuse_cross(s: Ruin, seat: Seat, section: int) -> Refusal:
    if s.is_inside(seat):
        return Refusal("RT-70", "leave-first")
    if s.numbers[MOVED] == MOVE_OVER:
        return Refusal("RT-33", "move-spent")
    for beside, is_border in s.city.beside[s.numbers[AT + seat]]:
        if beside == section:
            if is_border and s.is_held(s.tile(seat)):
                return Refusal("RT-102", "held")
            price = crossing_cost(s, section, is_border)
            return Refusal("RT-24", "too-dear", (price, s.numbers[AP + seat]))
    if section // SECTIONS == s.tile(seat):
        return Refusal("RT-30", "height")
    return Refusal("RT-30", "not-beside")


def refuse_quest(s: Ruin, seat: Seat, quest: int) -> Refusal:
    if s.numbers[QUESTED]:
        return Refusal("RT-22", "one-quest")
    if quest not in s.places[QUEST_ROW]:
        return Refusal("RT-36", "no-quest")
    return Refusal("RT-36", "quest-needs", (quest,))


def refuse_attack(s: Ruin, seat: Seat, other: Seat) -> Refusal:
    if not s.is_playing(other) or other == seat:
        return Refusal("RT-50", "attack-whom")
    if not s.may_attack():
        return Refusal("RT-50", "ceasefire")
    if s.is_inside(other) != s.is_inside(seat):
        return Refusal("RT-56", "attack-outpost", (other,))
    if not s.are_together(seat, other):
        return Refusal("RT-56", "attack-far", (other,))
    return Refusal("RT-50", "attack-price")


def refuse_leave(s: Ruin, seat: Seat) -> Refusal:
    if not s.is_inside(seat):
        return Refusal("RT-70", "not-inside")
    if s.numbers[MOVED] != NOT_MOVED:
        return Refusal("RT-70", "move-spent")
    return Refusal("RT-73", "leave")


def refuse_inside(s: Ruin, seat: Seat, verb: str) -> Refusal:
    if not s.is_inside(seat):
        return Refusal("RT-70", "not-inside")
    if verb == "train" and not s.training_price():
        return Refusal("RT-70", "no-training")
    return Refusal("RT-70", "outpost-price")
