"""What memories do when they are used: once each."""

from __future__ import annotations

from typing import ClassVar, Final

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Choice, Refusal
from duskhall.games.the_faceless.board import set_bits
from duskhall.games.the_faceless.box import (
    BAGS,
    BLUE,
    BOW,
    CAMPFIRE,
    COLUMN,
    GREEN,
    HAND,
    HAND_SIZE,
    HAT,
    MUSIC_PLAYER,
    OBSTACLE,
    OBSTACLES,
    OLD_ROPE,
    SCHOOL_BOOK,
    STREET,
    YELLOW,
)
from duskhall.games.the_faceless.rules.walk import FreeStep, MoveGoat, PlaceFigure
from duskhall.games.the_faceless.state import Dusk


def use_memory(s: Dusk, seat: Seat, memory: int) -> None:
    """TF-40 Use a collected memory for its effect."""
    effect = s.world.effect[memory]
    s.spend(seat, memory, "TF-40")
    if effect == HAT:
        s.then(PlaceFigure(seat, GREEN, "TF-40"))
    elif effect == BOW:
        s.then(PlaceFigure(seat, YELLOW, "TF-40"))
    elif effect == SCHOOL_BOOK:
        s.then(PlaceFigure(seat, BLUE, "TF-40"))
    elif effect == BAGS:
        s.then(MoveGoat(seat, "TF-40"))
    elif effect == STREET:
        s.then(FreeStep(seat))
    elif effect == MUSIC_PLAYER:
        s.then(ChooseListener(seat))
    elif effect == CAMPFIRE:
        s.then(Burn(seat, 2))
    elif effect == OLD_ROPE:
        s.then(MoveObstacle(seat))


class ChooseListener(Choice[Dusk]):
    """TF-40 Music Player. A chosen player refills to exactly three cards from the display."""

    rule: ClassVar[str] = "TF-40"

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        return [
            Move("listen", other) for other in s.seats_from(seat) if len(s.hand(other)) < HAND_SIZE
        ]

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "listener", (HAND_SIZE,))

    def choose(self, s: Dusk, move: Move) -> None:
        s.then(Refill(move.about[0], HAND_SIZE))


class Refill(Choice[Dusk]):
    """TF-26 Fill a hand from the bottom cards of the threat columns, any columns.

    Where the display is empty, cards come from the deck. At last the display is topped up.
    """

    rule: ClassVar[str] = "TF-26"

    def __init__(self, seat: Seat, size: int) -> None:
        super().__init__(seat)
        self.size: Final = size

    def key(self) -> tuple[int, ...]:
        return (self.seat, self.size)

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        if len(s.hand(seat)) >= self.size:
            return []
        return [s.world.draws[colour] for colour in s.columns()]

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "draw-bottom")

    def settle(self, s: Dusk, answers: dict[Seat, Move]) -> None:
        if answers or s.offered:
            super().settle(s, answers)
        elif len(s.hand(self.seat)) < self.size:
            if s.draw_event(self.seat, HAND + self.seat, "draw_event", self.rule):
                s.then(Refill(self.seat, self.size))
        else:
            s.top_up(self.seat)

    def choose(self, s: Dusk, move: Move) -> None:
        s.take(self.seat, move.about[0], self.rule)
        s.then(Refill(self.seat, self.size))


class Burn(Choice[Dusk]):
    """TF-40 Campfire. Up to two bottom cards of the display are discarded."""

    rule: ClassVar[str] = "TF-40"

    def __init__(self, seat: Seat, count: int) -> None:
        super().__init__(seat)
        self.count: Final = count

    def key(self) -> tuple[int, ...]:
        return (self.seat, self.count)

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        if not self.count:
            return []
        return [Move("burn", colour) for colour in s.columns()] + [s.world.done]

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "burn-bottom")

    def settle(self, s: Dusk, answers: dict[Seat, Move]) -> None:
        if answers or s.offered:
            super().settle(s, answers)
        else:
            s.top_up(self.seat)

    def choose(self, s: Dusk, move: Move) -> None:
        if move.verb == "done":
            s.top_up(self.seat)
            return
        colour = move.about[0]
        s.discard(self.seat, s.column(colour)[-1:], COLUMN + colour, self.rule)
        s.then(Burn(self.seat, self.count - 1))


class MoveObstacle(Choice[Dusk]):
    """TF-40 Old Rope. One obstacle is moved to another place, by the rules of set-up (TF-11)."""

    rule: ClassVar[str] = "TF-40"

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        found: list[Move] = []
        for obstacle in range(1, OBSTACLES):
            found += [Move("lay", obstacle, way) for way in new_places(s, obstacle)]
        return found

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        return Refusal("TF-11", "obstacle-place")

    def choose(self, s: Dusk, move: Move) -> None:
        s.lay_obstacle(self.seat, move.about[0], move.about[1], self.rule)


def new_places(s: Dusk, obstacle: int) -> list[int]:
    """TF-11 Where else an obstacle may lie: on free spaces, apart from the others."""
    board, numbers = s.world.board, s.numbers
    room = board.whole[obstacle] & ~(1 << numbers[OBSTACLE + obstacle])
    for other in range(OBSTACLES):
        if other != obstacle:
            room &= board.placements[other][numbers[OBSTACLE + other]].leaves[obstacle]
    for space in s.occupied():
        room &= ~board.over[obstacle][space]
    return set_bits(room)
