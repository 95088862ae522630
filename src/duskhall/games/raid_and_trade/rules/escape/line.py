"""RT-100, RT-101, RT-121: the line of tiles is laid and filled, and everybody gets ready."""

from __future__ import annotations

from typing import ClassVar, Final

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Choice, Refusal, SeatStep, Step
from duskhall.games.raid_and_trade.box import makes
from duskhall.games.raid_and_trade.escape import line_of
from duskhall.games.raid_and_trade.parts import (
    GUARD,
    GUARDS,
    GUNS,
    HELIPAD,
    HELIPAD_AT,
    HOUSE,
    ITEMS,
    LARGE,
    SMALL,
    START,
    TRADER,
)
from duskhall.games.raid_and_trade.rules.building import lay
from duskhall.games.raid_and_trade.rules.deeds import craft
from duskhall.games.raid_and_trade.rules.escape.rounds import EscapeRound
from duskhall.games.raid_and_trade.rules.rounds import Ages, PickCharacter
from duskhall.games.raid_and_trade.state import TABLE, Ruin

GUARD_TURN: Final = LARGE + 1  # small, medium, large, guard


class EscapeSetUp(Step[Ruin]):
    """RT-100 The line, its houses and guards; then everybody chooses a character and gets ready."""

    rule: ClassVar[str] = "RT-100"

    def resolve(self, s: Ruin) -> None:
        s.then(Ages(), LayLine(), FillLine(), Survivors())


class LayLine(Step[Ruin]):
    """RT-100 Start, Black Market and so on in one row, the helipad last; and the players' trader."""

    rule: ClassVar[str] = "RT-100"

    def resolve(self, s: Ruin) -> None:
        line = line_of(s)
        for cell, place in enumerate(line.places):
            lay(s, TABLE, place.tile, cell, place.turn, self.rule)
        s.set("lay_tile", self.rule, TABLE, HELIPAD_AT, len(line.places) * 4)
        s.lay_roads()
        s.set("trader", self.rule, TABLE, TRADER, s.ruins.line_trader)


class FillLine(Step[Ruin]):
    """RT-100, RT-121 Each tile small, medium, large, guard, and so on; one guard on the helipad.

    There are six guards. Where a guard stands on the start tile too, a line of seven tiles has one
    too few: the helipad has its guard all the same, and the tile before it goes without.
    """

    rule: ClassVar[str] = "RT-121"

    def resolve(self, s: Ruin) -> None:
        line = line_of(s)
        guards = 0
        for number, place in enumerate(line.places):
            has_guard = number > 0 or s.ruins.start_guard
            turn = SMALL
            for square in place.fill:
                if turn == GUARD_TURN and not has_guard:
                    turn = SMALL
                if turn < GUARD_TURN:
                    s.set("lay_house", self.rule, TABLE, HOUSE + square, 1 + turn)
                elif guards < GUARDS - 1:
                    s.set("lay_guard", self.rule, TABLE, GUARD + guards, square)
                    guards += 1
                turn = (turn + 1) % (GUARD_TURN + 1)
        square = line.tiles[HELIPAD].squares[0]
        s.set("lay_guard", self.rule, TABLE, GUARD + guards, square)


class Survivors(Step[Ruin]):
    """RT-101 From the starting player on, each picks a character, and then what they start with."""

    rule: ClassVar[str] = "RT-101"

    def resolve(self, s: Ruin) -> None:
        seats = s.seats_from(s.numbers[START])
        steps: list[Step[Ruin]] = [PickCharacter(seat) for seat in seats]
        steps += [Kit(seat) for seat in seats]
        s.then(*steps, EscapeRound())


class Kit(SeatStep[Ruin]):
    """RT-101 One gun, two random tokens, and crafted items of exactly 4 SP."""

    rule: ClassVar[str] = "RT-101"

    def resolve(self, s: Ruin) -> None:
        line = line_of(s)
        guns = min(line.kit_guns, s.bag()[GUNS])
        if guns:
            s.add_tokens("pick", self.rule, self.seat, GUNS, guns)
        s.draw_tokens(self.seat, line.kit_tokens, self.rule)
        s.then(PickKit(self.seat, line.kit_sp))


class PickKit(Choice[Ruin]):
    """RT-101 The items one starts with, one by one, so that their SP come out exactly."""

    rule: ClassVar[str] = "RT-101"

    def __init__(self, seat: Seat, left: int) -> None:
        super().__init__(seat)
        self.left: Final = left  # SP

    def key(self) -> tuple[int, ...]:
        return self.seat, self.left

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        if self.left < 1:
            return []
        items = s.places[ITEMS + seat]
        found: list[Move] = []
        for item in items:
            others = [s.ruins.sp[other] for other in items if other != item]
            if makes(self.left - s.ruins.sp[item], others):
                found.append(s.ruins.crafts[item])
        return found

    def refuse(self, s: Ruin, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "kit", (self.left,))

    def choose(self, s: Ruin, move: Move) -> None:
        item = move.about[0]
        craft(s, self.seat, item, self.rule)
        s.then(PickKit(self.seat, self.left - s.ruins.sp[item]))
