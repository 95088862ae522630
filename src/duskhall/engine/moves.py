"""A move: one seat's answer, and its notation."""

from __future__ import annotations

from typing import Final, final


@final
class Move:
    """A verb, and the numbers of the cards or seats it is about: `pick 3 12`."""

    def __init__(self, verb: str, *about: int) -> None:
        self.verb: Final = verb
        self.about: Final = about
        self.text = ""  # its notation, once somebody has asked for it
        self.hashed = 0  # once it has been looked for in a table

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.verb == other.verb and self.about == other.about

    def __hash__(self) -> int:
        if not self.hashed:
            self.hashed = hash((self.verb, self.about)) >> 2  # within a compiled integer
        return self.hashed

    def __str__(self) -> str:
        if not self.text:
            self.text = " ".join([self.verb, *[str(number) for number in self.about]])
        return self.text

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Move, (self.verb, *self.about)


PASS: Final = Move("pass")  # what a window takes from who does not interrupt


def parse_move(text: str) -> Move:
    """Read a move as `str` prints it, and no other way: what is shown of it is what it does.

    A ValueError says what is wrong with the text.
    """
    words = text.split()
    if not words or not words[0].isidentifier():
        raise ValueError(f"{text!r} is not a move: a move is a verb and numbers, as in 'pick 3 12'")
    try:
        move = Move(words[0], *[int(word) for word in words[1:]])
    except ValueError:
        move = Move("")
    if str(move) != " ".join(words):
        raise ValueError(f"{text!r} is not a move: after the verb come whole numbers")
    return move
