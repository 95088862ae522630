"""Set-up: obstacles, memories, kids, hands, display, and where Team and Billygoat begin."""

from __future__ import annotations

from typing import ClassVar, Final, NamedTuple

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Choice, Refusal, SeatStep, Step
from duskhall.games.the_faceless.board import nth_bit
from duskhall.games.the_faceless.box import (
    DECK,
    ENTRANCE,
    FACING,
    GOAT,
    HAND,
    KID,
    KID_BOX,
    MEMORIES,
    MEMORY_BOX,
    NOT_YET,
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

TRIES: Final = 300  # for an edition to show that there is room; ours needs one or two
PART_TRIES: Final = 40  # the same with all that expansions lay out


class Layout(NamedTuple):
    """TF-95 Where everything lies that is laid out before the Team comes."""

    obstacles: list[int]  # by obstacle: its placement
    others: list[int]  # by part that goes with the obstacles: what it has found
    memories: list[int]  # the spaces


class SetUp(Step[Dusk]):
    """TF-10 to TF-17. All that is left to chance; then the players place Team and Billygoat."""

    rule: ClassVar[str] = "TF-11"

    def resolve(self, s: Dusk) -> None:
        for figure in range(3):
            s.set("put", "TF-10", TABLE, RING + figure, s.world.board.starts[figure])
            s.set("face", "TF-10", TABLE, FACING + figure, s.random_below(360))
        lay_board(s)
        if s.world.has_kids and s.world.picks_kids:
            s.then(*[ChooseKid(seat) for seat in range(s.box.players)], Deal())
            return
        for seat in range(s.box.players):
            if s.world.has_kids:
                s.move("kid", "TF-13", seat, (random_kid(s),), KID_BOX, KID + seat)
            deal_hand(s, seat)
        begin(s)


class ChooseKid(Choice[Dusk]):
    """TF-166 As an option, the players choose their kids among those that are in the game."""

    rule: ClassVar[str] = "TF-166"

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        return [Move("be", kid) for kid in s.places[KID_BOX] if kid in s.world.cast]

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "choose-kid")

    def choose(self, s: Dusk, move: Move) -> None:
        s.move("kid", self.rule, self.seat, move.about, KID_BOX, KID + self.seat)


class Deal(Step[Dusk]):
    """TF-14 Hands are dealt once the kids are chosen."""

    rule: ClassVar[str] = "TF-14"

    def resolve(self, s: Dusk) -> None:
        for seat in range(s.box.players):
            deal_hand(s, seat)
        begin(s)


def random_kid(s: Dusk) -> int:
    """TF-13, TF-178 One of the kids that are in the game and not dealt yet."""
    kids = s.places[KID_BOX]
    if len(s.world.cast) < len(s.world.kids):
        kids = tuple([kid for kid in kids if kid in s.world.cast])
    return kids[s.random_below(len(kids))]


def deal_hand(s: Dusk, seat: Seat) -> None:
    s.move("deal", "TF-14", seat, s.draw(DECK, s.limit(seat)), DECK, HAND + seat)


def begin(s: Dusk) -> None:
    """TF-15 to TF-17 The display, then Team and Billygoat, and what is laid out after them."""
    for _ in range(s.world.display):
        s.add_to_display(TABLE, "TF-15")
    s.move("remove", "TF-15", TABLE, s.draw(DECK, REMOVED_UNSEEN), DECK, REMOVED)
    place_figures(s, s.random_below(s.box.players))


def place_figures(s: Dusk, first: Seat) -> None:
    s.then(Turn(first))
    if s.world.moments.set_up:
        s.then(LayParts(first))
    s.then(PlaceTeam(first), PlaceGoat(first))


def lay_board(s: Dusk) -> None:
    """TF-11, TF-12, TF-95 Lay obstacles, what goes with them, and memories."""
    laid = layout(s)
    for obstacle, placement in enumerate(laid.obstacles):
        s.set("obstacle", "TF-11", TABLE, OBSTACLE + obstacle, placement)
    s.raise_walls()
    for part, value in zip(s.world.moments.on_board, laid.others, strict=True):
        part.lay_board(s, value)
    for spot, space in enumerate(laid.memories):
        card = s.draw(MEMORY_BOX, 1)
        s.move("memory", "TF-12", TABLE, card, MEMORY_BOX, SPOT + spot, SPOT_AT + spot, space)


class LayParts(SeatStep[Dusk]):
    """TF-95 What expansions lay out once Team and Billygoat stand; without room, all is laid anew."""

    rule: ClassVar[str] = "TF-95"

    def resolve(self, s: Dusk) -> None:
        found = find_room(s)
        if found is None:
            lay_anew(s, self.seat)
            return
        for part, spaces in zip(s.world.moments.set_up, found, strict=True):
            part.lay(s, spaces)


def find_room(s: Dusk) -> list[list[int]] | None:
    """Spaces for each part, one after the other; None where one of them finds no room."""
    board = s.world.board
    free = board.everywhere & ~s.wall_bits & ~s.world.reverse_bits
    for space in s.occupied():
        free &= ~board.bit[space]
    found: list[list[int]] = []
    for part in s.world.moments.set_up:
        spaces = part.seek(s, free)
        if spaces is None:
            return None
        for space in spaces:
            free &= ~board.bit[space]
        found.append(spaces)
    return found


def lay_anew(s: Dusk, first: Seat) -> None:
    """TF-95 Where a later part finds no room, the obstacles are laid anew, and what follows them."""
    s.tell("lay_anew", "TF-95", TABLE)
    for spot in range(MEMORIES):
        card = s.places[SPOT + spot]
        s.move("memory", "TF-95", TABLE, card, SPOT + spot, MEMORY_BOX, SPOT_AT + spot, NOT_YET)
    for figure in (TEAM, GOAT):
        s.set("quiet", "TF-95", TABLE, figure, NOT_YET)
    lay_board(s)
    s.agenda.clear()  # the rest of set-up, which comes again
    place_figures(s, first)


def layout(s: Dusk) -> Layout:
    """TF-11, TF-12 Where obstacles, what goes with them and memories lie, by chance."""
    while True:
        found = try_layout(s)
        if found is not None:
            return found


def try_layout(s: Dusk) -> Layout | None:
    obstacles = obstacle_layout(s)
    if not obstacles:
        return None
    board = s.world.board
    others: list[int] = []
    covered = s.world.reverse_bits
    if s.world.moments.on_board:
        walls = 0
        for obstacle, placement in enumerate(obstacles):
            walls |= board.placements[obstacle][placement].mask
        for part in s.world.moments.on_board:
            value = part.fit(s, walls)
            if value == NOT_YET:
                return None
            others.append(value)
            covered |= part.covered(value)
    memories = memory_layout(s, obstacles, covered)
    return Layout(obstacles, others, memories) if memories else None


def has_room(s: Dusk) -> bool:
    """Whether all can be laid out at all: set-up tries until it is."""
    return any(try_layout(s) is not None for _ in range(TRIES))


def has_room_for_parts(s: Dusk) -> bool:
    """Whether what expansions lay out later finds room too, with Team and Billygoat where proposed."""
    for _ in range(PART_TRIES):
        trial = s.clone()
        trial.reseed(s.random_below(1 << 30))
        lay_board(trial)
        teams = PlaceTeam(0).moves(trial, 0)
        if not teams:
            continue
        trial.numbers[TEAM] = teams[0].about[0]
        goats = goat_spaces(trial)
        if not goats:
            continue
        trial.numbers[GOAT] = goats[0]
        if find_room(trial) is not None:
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


def memory_layout(s: Dusk, obstacles: list[int], covered: int = 0) -> list[int]:
    """Some tries to lay a memory beside every mark, none next to another; empty if all fail.

    None lies on the spaces that are covered, which are bits.
    """
    board = s.world.board
    marks: list[int] = []
    walls = [False] * board.count
    for obstacle, placement in enumerate(obstacles):
        way = board.placements[obstacle][placement]
        marks += way.marks
        for cell in way.cells:
            walls[cell] = True
    for cell in board.spaces(covered) if covered else []:
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
        reverse = s.world.reverse_bits
        return [
            s.world.teams[space]
            for space in board.entrance
            if s.is_free(space) and not board.bit[space] & reverse
        ]

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

    def settle(self, s: Dusk, answers: dict[Seat, Move]) -> None:
        if answers or s.offered:
            super().settle(s, answers)
        else:
            lay_anew(s, self.seat)

    def choose(self, s: Dusk, move: Move) -> None:
        s.set("goat", "TF-16", self.seat, GOAT, move.about[0])
        s.goat_faces_team(self.seat, "TF-16")


def goat_spaces(s: Dusk) -> list[int]:
    """Where Billygoat may start, the space farthest from the Team first: that is the suggestion."""
    board = s.world.board
    is_beside = [False] * board.count
    if s.world.moments.goat_starts:
        for part in s.world.moments.goat_starts:
            for space in part.goat_starts(s):
                is_beside[space] = not s.walls[space]
    else:
        for obstacle, ways in enumerate(board.placements):
            for space in ways[s.numbers[OBSTACLE + obstacle]].beside:
                is_beside[space] = True
    for space in s.occupied():
        is_beside[space] = False
    return [space for space in board.inner[s.numbers[TEAM]] if is_beside[space]]
