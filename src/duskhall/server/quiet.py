"""Quiet questions: nobody is told who has answered one, until all have.

To eyes that have not answered, the table stands where the question was asked; to those that have,
one position later. When the last answer is in, everyone is told the positions in between, which
look the same whoever answered first, and then what came of it.
"""

from __future__ import annotations

from duskhall.engine.moves import Move
from duskhall.engine.state import State


def is_quiet(s: State) -> bool:
    """Whether the open question is quiet. Of one seat alone, all know when it has answered."""
    return s.is_quiet() and len(s.waiting) + len(s.sealed) > 1


def waiting(s: State) -> list[int]:
    """The seats that are told to owe an answer."""
    return s.asked() if is_quiet(s) else s.waiting


def position(s: State, moves: int, eyes: int) -> int:
    """The position that these eyes know of, after so many moves."""
    return moves - len(s.sealed) + (eyes in s.sealed) if is_quiet(s) else moves


def own(answers: dict[int, Move], eyes: int) -> dict[str, str]:
    """Of the answers to a question, that of these eyes."""
    return {str(eyes): str(answers[eyes])} if eyes in answers else {}
