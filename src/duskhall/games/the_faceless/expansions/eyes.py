"""Eyes: two that are open, and must be closed for victory."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from duskhall.engine.events import Seat
from duskhall.engine.steps import SeatStep, Step
from duskhall.games.the_faceless.board import OFF
from duskhall.games.the_faceless.box import DECK, DISCARD, GOAT, NEXT, PURPLE, REMOVED, Duskworld
from duskhall.games.the_faceless.parts import Omen, Part
from duskhall.games.the_faceless.state import TABLE, Dusk

TRIES: Final = 60  # to lay some tokens apart, before the obstacles are laid anew


class Eyes(Part):
    """TF-125 Open eyes cost cards of the deck, and the Team flips an eye by coming to it."""

    name: ClassVar[str] = "eyes"
    rule: ClassVar[str] = "TF-125"

    def __init__(self, places: dict[str, int]) -> None:
        self.count: Final = places["eyes"]
        self.apart: Final = places["apart"]
        self.within: Final = places["eyes_within"]
        self.removes: Final = places["eyes_remove"]
        self.at = 0  # + eye: its space
        self.is_open = 0  # + eye

    def join(self, box: Duskworld) -> None:
        box.eyes = self
        self.at = box.more_numbers("eye_at", self.count, OFF)
        self.is_open = box.more_numbers("eye_open", self.count, 1)
        moments = box.moments
        moments.set_up.append(self)
        moments.tokens.append(self)
        moments.entering.append(self)
        moments.before[PURPLE].append(self)
        moments.victory.append(self)

    def seek(self, s: Dusk, free: int) -> list[int] | None:
        """TF-126 At random among all that fit; where none do, within a wider ring of Billygoat."""
        board, goat = s.world.board, s.numbers[GOAT]
        widest = max(board.distance)
        for within in range(self.within, widest + 1):
            near = [
                space
                for space in board.spaces(free)
                if board.distance[goat * board.count + space] <= within
            ]
            fitting = groups_apart(s, near, self.count, self.apart)
            if fitting:
                return fitting[s.random_below(len(fitting))]
        return None

    def lay(self, s: Dusk, spaces: list[int]) -> None:
        for eye, space in enumerate(spaces):
            s.set("eye", "TF-125", TABLE, self.at + eye, space)

    def spaces(self, s: Dusk) -> list[int]:
        return s.numbers[self.at : self.at + self.count]

    def goals(self, s: Dusk) -> list[int]:
        at = self.spaces(s)
        return [at[eye] for eye in range(self.count) if s.numbers[self.is_open + eye]]

    def toll(self, s: Dusk, colour: int) -> int:
        return self.removes if colour == PURPLE and not self.is_won(s) else 0

    def wakes(self, s: Dusk) -> list[Omen]:
        left = max(s.deck_count() - 1, 0)  # the threat card itself comes first
        return [Omen(PURPLE, "eyes", min(self.removes, left))] * (not self.is_won(s))

    def entered(self, s: Dusk, seat: Seat, space: int) -> list[Step[Any]]:
        return [FlipEye(seat, eye) for eye in range(self.count) if self.spaces(s)[eye] == space]

    def is_won(self, s: Dusk) -> bool:
        return not any(s.numbers[self.is_open : self.is_open + self.count])

    def before(self, s: Dusk, seat: Seat, card: int) -> list[Step[Any]]:
        return [] if self.is_won(s) else [Stare(seat)]


class Stare(SeatStep[Dusk]):
    """TF-125 While an eye is open, a purple threat first removes event cards unseen (TF-127)."""

    rule: ClassVar[str] = "TF-125"

    def resolve(self, s: Dusk) -> None:
        count = eyes_of(s).removes
        seen = s.places[NEXT]
        if seen and count:  # TF-127 the top card, which Karyn has looked at, goes too
            s.move("discard", "TF-127", TABLE, seen, NEXT, DISCARD)
            count -= 1
        for place in s.world.peeked:
            if s.places[place] and count:
                s.move("remove", "TF-127", TABLE, s.places[place], place, REMOVED)
                count -= 1
        cards = s.draw(DECK, count)
        if cards:
            s.move("remove", self.rule, TABLE, cards, DECK, REMOVED)


class FlipEye(SeatStep[Dusk]):
    """TF-125, TF-128 The Team has come to an eye, if only in passing: it opens or closes."""

    rule: ClassVar[str] = "TF-125"

    def __init__(self, seat: Seat, eye: int) -> None:
        super().__init__(seat)
        self.eye: Final = eye

    def key(self) -> tuple[int, ...]:
        return (self.seat, self.eye)

    def resolve(self, s: Dusk) -> None:
        number = eyes_of(s).is_open + self.eye
        s.set("eye_open", self.rule, self.seat, number, 1 - s.numbers[number])
        s.win_if_won()


def eyes_of(s: Dusk) -> Eyes:
    part = s.world.eyes
    assert isinstance(part, Eyes)
    return part


def groups_apart(s: Dusk, spaces: list[int], count: int, apart: int) -> list[list[int]]:
    """All ways to take so many of these spaces that are so far apart (TF-91)."""
    board = s.world.board
    found: list[list[int]] = [[]]
    for _ in range(count):
        wider: list[list[int]] = []
        for group in found:
            for space in spaces:
                if group and space <= group[-1]:
                    continue
                if all(board.distance[space * board.count + other] >= apart for other in group):
                    wider.append([*group, space])
        found = wider
    return found


def some_apart(s: Dusk, spaces: list[int], count: int, apart: int) -> list[int] | None:
    """So many of these spaces that are so far apart, one after the other by chance; None if it fails."""
    board = s.world.board
    for _ in range(TRIES):
        left = spaces[:]
        found: list[int] = []
        while left and len(found) < count:
            space = left[s.random_below(len(left))]
            found.append(space)
            left = [other for other in left if board.distance[space * board.count + other] >= apart]
        if len(found) == count:
            return found
    return None
