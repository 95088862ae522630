"""What of a table goes into a network: numbers that the seat may know, each with a name."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from mypy_extensions import mypyc_attr

from duskhall.engine.box import Box
from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import State

MOST: Final = 255  # the largest number that is seen


@mypyc_attr(allow_interpreted_subclasses=True)
class Eyes:
    """How one game is seen. Made for a box; boxes that are seen by the same names share networks.

    It looks at what the seat may know and at nothing else: in a guess, what others hide is made up.
    A name is of the form `my hand: Crow (3 2 1)`, with what is printed on the card in brackets.
    """

    spread = 1  # how much of the first score makes a game clearly won

    def __init__(self, box: Box) -> None:
        self.box = box
        self.names: list[str] = []  # by input
        self.scales: list[int] = []  # by input: the number that is a lot of it
        self.part_names: list[str] = []  # by part of an answer

    def sees(self, names: list[str], scale: int = 1) -> int:
        """More inputs; the first of them."""
        first = len(self.names)
        self.names += names
        self.scales += [scale] * len(names)
        return first

    def knows(self, names: list[str]) -> int:
        """More parts that answers are made of; the first of them."""
        first = len(self.part_names)
        self.part_names += names
        return first

    def schema(self) -> str:
        """A hash of all that is seen and answered: a network fits just one."""
        text = "\n".join([f"{name} {by}" for name, by in zip(self.names, self.scales, strict=True)])
        return sha256((text + "\n\n" + "\n".join(self.part_names)).encode()).hexdigest()[:16]

    def covers(self, s: State) -> bool:
        """Whether the network judges here and plays on; it also judges the first table after."""
        return True

    def look(self, s: State, seat: Seat) -> list[int]:
        """What this seat knows: input, number, input, number, ... Numbers are positive."""
        raise NotImplementedError

    def parts(self, s: State, seat: Seat, move: Move) -> list[int]:
        """What an answer is made of, for the network that foretells answers."""
        return []


def without_values(name: str) -> str:
    """What an input or a part is called whatever is printed on its card."""
    return name.partition(" (")[0]


def put(found: list[int], first: int, cards: tuple[int, ...], at: list[int]) -> None:
    """Add cards that are seen, each by what it is in its deck."""
    for card in cards:
        found.append(first + at[card])
        found.append(1)


def add(found: list[int], first: int, numbers: list[int]) -> None:
    """Add numbers that are seen, one input each; nothing is told by absence."""
    for number in numbers:
        if number > 0:
            found.append(first)
            found.append(min(number, MOST))
        first += 1
