"""RT-35 to RT-39: incidents and quests are claimed."""

from __future__ import annotations

from typing import ClassVar, Final

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Choice, Refusal, SeatStep
from duskhall.games.raid_and_trade.parts import (
    AP,
    FAVOR,
    FULFILLED,
    ITEM_BOX,
    QUEST_DECK,
    QUEST_ROW,
    QUESTED,
    RAIDED,
    READY,
    SP,
    TILE,
    TIRED,
)
from duskhall.games.raid_and_trade.rules.tokens import SpendAny
from duskhall.games.raid_and_trade.state import TABLE, Ruin

CLAIM: Final = Move("claim")


def may_claim(s: Ruin, seat: Seat) -> Refusal | None:
    """RT-35, RT-37 Why the incident of one's tile cannot be claimed."""
    lying = s.places[TILE + s.tile(seat)]
    if not lying:
        return Refusal("RT-37", "no-incident")
    if s.hand_room(seat) < 1:
        return Refusal("RT-35", "hand-full")
    if not s.can_spend(seat, s.ruins.cost[lying[0]]):
        return Refusal("RT-35", "incident-price", (lying[0],))
    return None


def claim(s: Ruin, seat: Seat) -> None:
    """RT-35 Its tokens are paid, and it comes into the hand."""
    tile = s.tile(seat)
    s.spend(seat, s.ruins.cost[s.places[TILE + tile][0]], "RT-35")
    s.take_incident("claim", seat, tile, "RT-35")


def is_met(s: Ruin, seat: Seat, quest: int) -> bool:
    """RT-36 Whether a quest may be claimed: `outlook.lacks` says what is missing."""
    need, numbers = s.ruins.need[quest], s.numbers
    if numbers[SP + seat] < need.sp or numbers[AP + seat] < need.ap:
        return False
    if need.favor and numbers[FAVOR + seat] < need.favor:
        return False
    if numbers[RAIDED + seat] < need.houses or s.tokens(seat) < need.tokens:
        return False
    if not s.can_spend(seat, need.kinds):
        return False
    return len(s.incidents(seat)) >= need.incidents and len(s.crafted(seat)) >= need.items


def fulfil(s: Ruin, seat: Seat, quest: int) -> None:
    """RT-36 Its requirements are spent; houses raided this round are only counted."""
    need = s.ruins.need[quest]
    s.numbers_set(QUESTED, 1, "RT-22")
    s.spend(seat, need.kinds, "RT-36")
    s.pay_ap(seat, need.ap, "RT-36")
    if need.sp:
        s.set("spend_sp", "RT-36", seat, SP + seat, s.numbers[SP + seat] - need.sp)
    if need.favor:
        s.turn_dial(seat, -need.favor, "RT-36")
    s.then(
        DropIncident(seat, need.incidents),
        DropItem(seat, need.items),
        SpendAny(seat, need.any),
        TakeQuest(seat, quest),
    )


class Drop(Choice[Ruin]):
    """RT-38 The player chooses what to spend on a quest, one by one."""

    rule: ClassVar[str] = "RT-38"

    def __init__(self, seat: Seat, left: int) -> None:
        super().__init__(seat)
        self.left: Final = left

    def key(self) -> tuple[int, ...]:
        return self.seat, self.left

    def refuse(self, s: Ruin, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "drop", (self.left,))


class DropIncident(Drop):
    """RT-38 An incident of one's hand is spent on a quest."""

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        return [s.ruins.drops[card] for card in s.incidents(seat)] if self.left else []

    def choose(self, s: Ruin, move: Move) -> None:
        s.discard_incident("drop_incident", self.seat, move.about[0], self.rule)
        s.then(DropIncident(self.seat, self.left - 1))


class DropItem(Drop):
    """RT-38 A crafted item is spent on a quest: it goes back to the box, and its SP stay."""

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        return [s.ruins.drops[card] for card in s.crafted(seat)] if self.left else []

    def choose(self, s: Ruin, move: Move) -> None:
        card = move.about[0]
        place = READY if card in s.places[READY + self.seat] else TIRED
        s.move("drop_item", self.rule, self.seat, (card,), place + self.seat, ITEM_BOX)
        s.then(DropItem(self.seat, self.left - 1))


class TakeQuest(SeatStep[Ruin]):
    """RT-36, RT-38 The quest is fulfilled for the game, and another takes its place in the row."""

    rule: ClassVar[str] = "RT-36"

    def __init__(self, seat: Seat, quest: int) -> None:
        super().__init__(seat)
        self.quest: Final = quest

    def key(self) -> tuple[int, ...]:
        return self.seat, self.quest

    def resolve(self, s: Ruin) -> None:
        s.move("fulfil", self.rule, self.seat, (self.quest,), QUEST_ROW, FULFILLED + self.seat)
        if s.places[QUEST_DECK]:
            s.move("new_quest", "RT-36", TABLE, s.draw(QUEST_DECK, 1), QUEST_DECK, QUEST_ROW)
        s.reach_goal(self.seat)
