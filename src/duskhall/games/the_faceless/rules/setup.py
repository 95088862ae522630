"""Set-up: obstacles, memories, kids, hands, display, and where Team and Billygoat begin."""

from __future__ import annotations

from typing import ClassVar, Final

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Choice, Refusal, Step
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
            s.lay_obstacle(obstacle, placement, "TF-11")
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
    entrance = board.placements[ENTRANCE][0]
    chosen = [0] + [-1] * 5
    blocked, halo = entrance.mask, entrance.halo
    order = [1, 2, 3, 4, 5]
    while order:
        obstacle = order.pop(s.random_below(len(order)))
        ways = [
            index for index, way in enumerate(board.placements[obstacle]) if not way.mask & halo
        ]
        if not ways:
            return []
        chosen[obstacle] = ways[s.random_below(len(ways))]
        way = board.placements[obstacle][chosen[obstacle]]
        blocked |= way.mask
        halo |= way.halo
    return chosen if board.is_connected(blocked) else []


def memory_layout(s: Dusk, obstacles: list[int]) -> list[int]:
    """Some tries to lay a memory beside every mark, none next to another; empty if all fail."""
    board = s.world.board
    marks: list[int] = []
    blocked = 0
    for obstacle, placement in enumerate(obstacles):
        way = board.placements[obstacle][placement]
        marks += way.marks
        blocked |= way.mask
    for _ in range(60):
        order, spaces = marks[:], []
        taken = blocked
        while order:
            mark = order.pop(s.random_below(len(order)))
            free = [space for space in board.neighbours[mark] if not taken >> space & 1]
            if not free:
                break
            space = free[s.random_below(len(free))]
            spaces.append(space)
            taken |= 1 << space
            for near in board.neighbours[space]:
                taken |= 1 << near
        if len(spaces) == MEMORIES:
            return sorted(spaces)
    return []


class PlaceTeam(Choice[Dusk]):
    """TF-16 The Team starts on a free space next to the Entrance."""

    rule: ClassVar[str] = "TF-16"

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        return [Move("team", space) for space in entrance_spaces(s)]

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "team-at-entrance")

    def choose(self, s: Dusk, move: Move) -> None:
        s.set("team", "TF-16", self.seat, TEAM, move.about[0])


def entrance_spaces(s: Dusk) -> list[int]:
    """The free spaces next to the Entrance, the one farthest from the edge first."""
    board = s.world.board
    found: list[int] = []
    for cell in board.placements[ENTRANCE][s.numbers[OBSTACLE]].cells:
        found += [space for space in board.neighbours[cell] if s.is_free(space)]
    middle = board.count // 2
    return sorted(
        set(found), key=lambda space: (board.distance[space * board.count + middle], space)
    )


class PlaceGoat(Choice[Dusk]):
    """TF-16 Billygoat starts on a free space next to an obstacle, not at the edge, facing the Team."""

    rule: ClassVar[str] = "TF-16"

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        return [Move("goat", space) for space in goat_spaces(s)]

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "goat-at-obstacle")

    def choose(self, s: Dusk, move: Move) -> None:
        s.set("goat", "TF-16", self.seat, GOAT, move.about[0])
        s.goat_faces_team(self.seat, "TF-16")


def goat_spaces(s: Dusk) -> list[int]:
    """Where Billygoat may start, the space farthest from the Team first: that is the suggestion."""
    board = s.world.board
    found = [
        space
        for space in range(board.count)
        if s.is_free(space)
        and not board.is_edge[space]
        and any(s.walls[near] for near in board.neighbours[space])
    ]
    team = s.numbers[TEAM]
    return sorted(found, key=lambda space: (-board.distance[team * board.count + space], space))
