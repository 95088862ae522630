"""Who is out of Escape the City, and when all have lost it."""

from __future__ import annotations

from typing import ClassVar

from duskhall.engine.events import Seat
from duskhall.engine.steps import SeatStep
from duskhall.games.raid_and_trade.parts import (
    AP,
    DIE,
    ELIMINATED,
    ITEM_BOX,
    ITEMS,
    NO_FACE,
    OUT,
    OUTCOME,
    RAID_CARD,
    RAID_DISCARD,
    READY,
    SP,
    TIRED,
    TOKEN_KINDS,
    USED,
    WAITS,
)
from duskhall.games.raid_and_trade.state import TABLE, Ruin


class Eliminated(SeatStep[Ruin]):
    """RT-106, RT-131 With 10 adrenaline one is out at once, even in the middle of a fight or move."""

    rule: ClassVar[str] = "RT-131"

    def resolve(self, s: Ruin) -> None:
        if self.seat == s.current:
            end_turn(s)
        put_out(s, [self.seat], self.rule)


def doom(s: Ruin, seat: Seat) -> None:
    """RT-131 The dial has reached its end: nothing else comes before."""
    s.then(Eliminated(seat))


def end_turn(s: Ruin) -> None:
    """Whatever the active player was doing is over; the turns of the others stay on the agenda."""
    del s.agenda[1:]
    for card in s.places[RAID_CARD]:
        discards = RAID_DISCARD + s.ruins.colour[card]
        s.move("raid_over", "RT-131", TABLE, (card,), RAID_CARD, discards)
    for die in (DIE, DIE + 1):
        s.numbers_set(die, NO_FACE, "RT-131")
    s.numbers_set(WAITS, 0, "RT-27")


def put_out(s: Ruin, seats: list[Seat], rule: str) -> None:
    """RT-107, RT-131 They are out together; their tokens go to the others, all else is lost."""
    for seat in seats:
        s.set("eliminated", rule, seat, OUT + seat, 1)
    for seat in seats:
        deal_out(s, seat)
        for place in (ITEMS, READY, TIRED, USED):
            cards = s.places[place + seat]
            if cards:
                s.move("lose_items", "RT-131", seat, cards, place + seat, ITEM_BOX)
        for dial in (AP, SP):
            s.numbers_set(dial + seat, 0, "RT-131")
    if not s.seats_from(0):
        lose(s, ELIMINATED, "RT-108")


def deal_out(s: Ruin, seat: Seat) -> None:
    """RT-107, RT-131 Tokens are shuffled and dealt one by one, from the left; else to the bag."""
    others = s.seats_from(seat)
    if not others:
        s.spend(seat, tuple([s.has(seat, kind) for kind in range(TOKEN_KINDS)]), "RT-131")
        return
    dealt = 0
    while s.tokens(seat):
        s.hand_over(seat, others[dealt % len(others)], s.random_token(seat), 1, "RT-107")
        dealt += 1


def lose(s: Ruin, outcome: int, rule: str) -> None:
    """RT-108 The game is over, and nobody has won it."""
    s.set("lost", rule, TABLE, OUTCOME, outcome)
    s.agenda.clear()
