"""RT-70 to RT-74: the Outpost, its discs and its training, and how one is thrown out of it."""

from __future__ import annotations

from typing import ClassVar, Final

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Choice, Refusal, SeatStep
from duskhall.games.raid_and_trade.box import DISCS
from duskhall.games.raid_and_trade.parts import (
    ACTED,
    AP,
    AT,
    DISC,
    DISC_AP,
    ENTER_AP,
    INSIDE,
    MOVE_OVER,
    MOVED,
    NOT_MOVED,
    OUTPOST_OFF,
    SP,
    SP_MOST,
    STORM_AP,
    STORM_BLACKLIST,
    STORM_TOKENS,
)
from duskhall.games.raid_and_trade.rules.effects import LOSER_CHOOSES, LoseTokens
from duskhall.games.raid_and_trade.state import Ruin

ENTER: Final = Move("enter")
STORM: Final = Move("storm")
TRAIN: Final = Move("train")


def reduced(s: Ruin, price: int) -> int:
    """A price at the Outpost, as cards make it."""
    return max(0, price - s.numbers[OUTPOST_OFF])


def may_enter(s: Ruin, seat: Seat) -> Refusal | None:
    """RT-70 With the move, from beside it, for 5 AP, only if it is empty."""
    if s.numbers[MOVED] != NOT_MOVED:
        return Refusal("RT-70", "move-spent")
    if s.is_inside(seat) or s.numbers[AT + seat] not in s.beside_outpost():
        return Refusal("RT-70", "not-beside-outpost")
    if s.insiders() and not s.shared:
        return Refusal("RT-70", "outpost-taken")
    if s.numbers[AP + seat] < reduced(s, ENTER_AP):
        return Refusal("RT-24", "too-dear", (reduced(s, ENTER_AP), s.numbers[AP + seat]))
    return None


def enter(s: Ruin, seat: Seat) -> None:
    s.pay_ap(seat, reduced(s, ENTER_AP), "RT-70")
    s.numbers_set(OUTPOST_OFF, 0, "RT-70")
    s.numbers_set(MOVED, MOVE_OVER, "RT-70")
    s.set("enter", "RT-70", seat, INSIDE + seat, 1)


def inside_moves(s: Ruin, seat: Seat) -> list[Move]:
    """RT-70 The Outpost's actions: a disc, or training."""
    found: list[Move] = []
    ap = s.numbers[AP + seat]
    if ap >= reduced(s, DISC_AP):
        found += [s.ruins.disc_moves[disc] for disc in range(DISCS) if not s.numbers[DISC + disc]]
    price = s.training_price()
    if price and ap >= reduced(s, price) and s.numbers[SP + seat] < SP_MOST:
        found.append(TRAIN)
    return found


def buy_disc(s: Ruin, seat: Seat, disc: int) -> None:
    """RT-70, RT-74 8 AP for an unclaimed disc, whose value is gained in Favor."""
    s.numbers_set(ACTED, 1, "RT-70")
    s.pay_ap(seat, reduced(s, DISC_AP), "RT-70")
    s.numbers_set(OUTPOST_OFF, 0, "RT-70")
    s.take_disc(seat, disc, "RT-70")


def train(s: Ruin, seat: Seat) -> None:
    """RT-70 AP for 1 SP."""
    s.numbers_set(ACTED, 1, "RT-70")
    s.pay_ap(seat, reduced(s, s.training_price()), "RT-70")
    s.numbers_set(OUTPOST_OFF, 0, "RT-70")
    s.gain_sp(seat, 1, "RT-70")


def go_out(s: Ruin, seat: Seat, section: int, rule: str) -> None:
    """RT-73 Onto one of the sections beside it."""
    s.set("leave", rule, seat, INSIDE + seat, 0)
    s.set("stand", rule, seat, AT + seat, section)


def may_storm(s: Ruin, seat: Seat) -> Refusal | None:
    """RT-71 From the road outside an occupied Outpost, for 7 AP."""
    if not s.may_attack():
        return Refusal("RT-71", "ceasefire")
    if s.is_inside(seat) or s.numbers[AT + seat] not in s.beside_outpost():
        return Refusal("RT-71", "not-beside-outpost")
    if s.shared:
        return Refusal("RT-82", "outpost-shared")
    if not s.insiders():
        return Refusal("RT-71", "outpost-empty")
    if s.numbers[AP + seat] < STORM_AP:
        return Refusal("RT-24", "too-dear", (STORM_AP, s.numbers[AP + seat]))
    return None


def storm(s: Ruin, seat: Seat) -> None:
    """RT-71, RT-73 No gun, no dice: three tokens of the occupant's choice, and out."""
    (occupant,) = s.insiders()
    s.numbers_set(ACTED, 1, "RT-71")
    s.tell_of("storm", "RT-71", seat, occupant)
    s.pay_ap(seat, STORM_AP, "RT-71")
    s.then(
        LoseTokens(occupant, seat, STORM_TOKENS, LOSER_CHOOSES),
        PutOut(occupant),
        Blacklisted(seat),
    )


class PutOut(Choice[Ruin]):
    """RT-73 Whoever is put out chooses among the sections beside the square."""

    rule: ClassVar[str] = "RT-73"

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        return [s.ruins.outs[section] for section in s.beside_outpost()]

    def choose(self, s: Ruin, move: Move) -> None:
        go_out(s, self.seat, move.about[0], self.rule)


class Blacklisted(SeatStep[Ruin]):
    """RT-71 The attacker of the Outpost gains 3 Blacklist."""

    rule: ClassVar[str] = "RT-71"

    def resolve(self, s: Ruin) -> None:
        s.turn_dial(self.seat, -STORM_BLACKLIST, self.rule)
