"""Set-up: obstacles, memories, kids, hands, display, and where Team and Billygoat begin."""

from __future__ import annotations

from typing import ClassVar, Final

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Choice, Refusal, Step
from duskhall.games.the_faceless.board import nth_bit
from duskhall.games.the_faceless.box import (
    DECK,
    FACING,
    GOAT,
    HAND,
    KID,
    KID_BOX,
    MEMORIES,
    MEMORY_BOX,
    OBSTACLE,
    OBSTACLES,
    REMOVED,
    REMOVED_UNSEEN,
    RING,
    SPOT,
    SPOT_AT,
    TEAM,
)
from duskhall.games.the_faceless.rules.turn import Turn
from duskhall.games.the_faceless.state import TABLE, Dusk

ENTRANCE: Final = 0  # the first obstacle
TRIES: Final = 300  # for an edition to show that there is room; ours needs one or two


class SetUp(Step[Dusk]):
    """TF-10 to TF-17. All that is left to chance; then the players place Team and Billygoat."""

    rule: ClassVar[str] = "TF-11"

    def resolve(self, s: Dusk) -> None:
        for figure in range(3):
            s.set("put", "TF-10", TABLE, RING + figure, s.world.board.starts[figure])
            s.set("face", "TF-10", TABLE, FACING + figure, s.random_below(360))
        obstacles, memories = layout(s)
        for obstacle, placement in enumerate(obstacles):
            s.set("obstacle", "TF-11", TABLE, OBSTACLE + obstacle, placement)
        s.raise_walls()
        for spot, space in enumerate(memories):
            card = s.draw(MEMORY_BOX, 1)
            s.move("memory", "TF-12", TABLE, card, MEMORY_BOX, SPOT + spot, SPOT_AT + spot, space)
        for seat in range(s.box.players):
            if s.world.has_kids:
                s.move("kid", "TF-13", seat, s.draw(KID_BOX, 1), KID_BOX, KID + seat)
            s.move("deal", "TF-14", seat, s.draw(DECK, s.limit(seat)), DECK, HAND + seat)
        for _ in range(s.world.display):
            s.add_to_display(TABLE, "TF-15")
        s.move("remove", "TF-15", TABLE, s.draw(DECK, REMOVED_UNSEEN), DECK, REMOVED)
        first = s.random_below(s.box.players)
        s.then(PlaceTeam(first), PlaceGoat(first), Turn(first))


def layout(s: Dusk) -> tuple[list[int], list[int]]:
    """TF-11, TF-12 Obstacles by their placements, and the spaces of memories, by chance."""
    while True:
        obstacles = obstacle_layout(s)
        if obstacles:
            memories = memory_layout(s, obstacles)
            if memories:
                return obstacles, memories


def has_room(s: Dusk) -> bool:
    """Whether obstacles and memories can be laid out at all: `layout` tries until they are."""
    for _ in range(TRIES):
        obstacles = obstacle_layout(s)
        if obstacles and memory_layout(s, obstacles):
            return True
    return False


def obstacle_layout(s: Dusk) -> list[int]:
    """One try to lay all obstacles, none next to another; empty if it fails."""
    board = s.world.board
    room = board.placements[ENTRANCE][0].leaves[:]
    chosen = [0] * OBSTACLES
    order = [1, 2, 3, 4, 5]
    while order:
        obstacle = order.pop(s.random_below(len(order)))
        ways = room[obstacle]
        if not ways:
            return []
        placement = nth_bit(ways, s.random_below(ways.bit_count()))
        chosen[obstacle] = placement
        leaves = board.placements[obstacle][placement].leaves
        for other in order:
            room[other] &= leaves[other]
    for obstacle, placement in enumerate(chosen):
        if not board.whole[obstacle] >> placement & 1:
            return []
    return chosen


def memory_layout(s: Dusk, obstacles: list[int]) -> list[int]:
    """Some tries to lay a memory beside every mark, none next to another; empty if all fail."""
    board = s.world.board
    marks: list[int] = []
    walls = [False] * board.count
    for obstacle, placement in enumerate(obstacles):
        way = board.placements[obstacle][placement]
        marks += way.marks
        for cell in way.cells:
            walls[cell] = True
    for _ in range(60):
        order, taken = marks[:], walls[:]
        spaces: list[int] = []
        while order:
            mark = order.pop(s.random_below(len(order)))
            free = [space for space in board.neighbours[mark] if not taken[space]]
            if not free:
                break
            space = free[s.random_below(len(free))]
            spaces.append(space)
            taken[space] = True
            for near in board.neighbours[space]:
                taken[near] = True
        if len(spaces) == MEMORIES:
            return sorted(spaces)
    return []


class PlaceTeam(Choice[Dusk]):
    """TF-16 The Team starts on a free space next to the Entrance."""

    rule: ClassVar[str] = "TF-16"

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        board = s.world.board
        return [Move("team", space) for space in board.entrance if s.is_free(space)]

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "team-at-entrance")

    def choose(self, s: Dusk, move: Move) -> None:
        s.set("team", "TF-16", self.seat, TEAM, move.about[0])


class PlaceGoat(Choice[Dusk]):
    """TF-16 Billygoat starts on a free space next to an obstacle, not at the edge, facing the Team."""

    rule: ClassVar[str] = "TF-16"

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        return [s.world.goat_starts[space] for space in goat_spaces(s)]

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "goat-at-obstacle")

    def choose(self, s: Dusk, move: Move) -> None:
        s.set("goat", "TF-16", self.seat, GOAT, move.about[0])
        s.goat_faces_team(self.seat, "TF-16")


def goat_spaces(s: Dusk) -> list[int]:
    """Where Billygoat may start, the space farthest from the Team first: that is the suggestion."""
    board = s.world.board
    is_beside = [False] * board.count
    for obstacle, ways in enumerate(board.placements):
        for space in ways[s.numbers[OBSTACLE + obstacle]].beside:
            is_beside[space] = True
    for space in s.occupied():
        is_beside[space] = False
    return [space for space in board.inner[s.numbers[TEAM]] if is_beside[space]]
