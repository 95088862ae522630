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
    ENTRANCE,
    GOAT,
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
    TEAM,
    YELLOW,
)
from duskhall.games.the_faceless.rules.walk import FreeStep, MoveGoat, move_figure, movement
from duskhall.games.the_faceless.state import Dusk


def use_memory(s: Dusk, seat: Seat, memory: int) -> None:
    """TF-40 Use a collected memory for its effect."""
    effect = s.world.effect[memory]
    s.spend(seat, memory, "TF-40")
    if effect in (HAT, BOW, SCHOOL_BOOK, BAGS):
        s.be_final()  # TF-25 nor before the memory is used
    if effect == HAT:
        move_figure(s, seat, GREEN, "TF-40")
    elif effect == BOW:
        move_figure(s, seat, YELLOW, "TF-40")
    elif effect == SCHOOL_BOOK:
        move_figure(s, seat, BLUE, "TF-40")
    elif effect == BAGS:
        s.then(MoveGoat(seat, "TF-40"))
    elif effect == STREET:
        movement(s, seat, FreeStep(seat))
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
    """TF-40 Old Rope. One obstacle is moved to another place, by the rules of set-up (TF-11).

    Ruling: the Entrance stays, as set-up has one place for it (option `entrance`).
    Where it can lie on the same spaces in several ways, one of them is listed; all are legal.
    """

    rule: ClassVar[str] = "TF-40"

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        found: list[Move] = []
        under = [s.walls[s.numbers[TEAM]], s.walls[s.numbers[GOAT]]]  # TF-108, TF-162
        for obstacle in range(OBSTACLES):
            if obstacle + 1 in under or not may_move(s, obstacle):
                continue
            found += [s.world.lays[obstacle][way] for way in new_places(s, obstacle)]
        return found

    def allows(self, s: Dusk, seat: Seat, move: Move) -> bool:
        if move.verb != "lay" or len(move.about) != 2 or not 0 <= move.about[0] < OBSTACLES:
            return False
        obstacle, way = move.about
        if not may_move(s, obstacle):
            return False
        ways = s.world.board.placements[obstacle]
        return 0 <= way < len(ways) and any(
            ways[listed].mask == ways[way].mask for listed in new_places(s, obstacle)
        )

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        if move.verb != "lay" or len(move.about) != 2 or not 0 <= move.about[0] < OBSTACLES:
            return Refusal(self.rule, "lay-one")
        return refuse_place(s, *move.about)

    def choose(self, s: Dusk, move: Move) -> None:
        obstacle, way = move.about
        board = s.world.board
        before = board.placements[obstacle][s.numbers[OBSTACLE + obstacle]]
        s.lay_obstacle(self.seat, obstacle, way, self.rule)
        symbols = board.covered(before) + board.covered(board.placements[obstacle][way])
        s.tell_of("rope", self.rule, self.seat, obstacle, *symbols)


def may_move(s: Dusk, obstacle: int) -> bool:
    return obstacle != ENTRANCE or s.world.board.entrance_moves


def new_places(s: Dusk, obstacle: int) -> list[int]:
    """TF-11 Where else an obstacle may lie: on free spaces, apart from the others. Each place once."""
    board, numbers = s.world.board, s.numbers
    room = board.whole[obstacle]
    for other in range(OBSTACLES):
        if other != obstacle:
            room &= board.placements[other][numbers[OBSTACLE + other]].leaves[obstacle]
    for space in s.occupied():
        room &= ~board.over[obstacle][space]
    for part in s.world.moments.ropes:
        room = part.keeps(s, obstacle, room)
    ways = board.placements[obstacle]
    known = [ways[numbers[OBSTACLE + obstacle]].mask]  # where it lies is no other place
    found: list[int] = []
    for way in set_bits(room):
        if ways[way].mask not in known:
            known.append(ways[way].mask)
            found.append(way)
    return found


def refuse_place(s: Dusk, obstacle: int, way: int) -> Refusal:
    """TF-11, TF-40 Why an obstacle cannot be laid there: the first reason there is."""
    board, numbers = s.world.board, s.numbers
    ways = board.placements[obstacle]
    if not may_move(s, obstacle):
        return Refusal("TF-40", "entrance-stays")
    if not new_places(s, obstacle):
        return Refusal("TF-11", "nowhere-else", (obstacle,))
    if not 0 <= way < len(ways):
        return Refusal("TF-11", "one-symbol", (obstacle,))
    if ways[way].mask == ways[numbers[OBSTACLE + obstacle]].mask:
        return Refusal("TF-40", "lies-there", (obstacle,))
    for other in range(OBSTACLES):
        if other != obstacle:
            lying = board.placements[other][numbers[OBSTACLE + other]]
            if not lying.leaves[obstacle] >> way & 1:
                return Refusal("TF-11", "touches", (obstacle, other))
    for space in s.occupied():
        if space in ways[way].cells:
            return Refusal("TF-11", "not-free", (obstacle, space))
    return Refusal("TF-11", "cuts-off", (obstacle,))
