"""What is asked and told of advice: hints at the table, and reviews of what was played."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

Moment = Annotated[int, Meta(ge=-1, le=1_000_000)]
Id = Annotated[int, Meta(ge=-(2**53), le=2**53)]


class AskHint(Struct, tag="hint"):
    """What would a bot answer here, and why?"""

    position: Moment
    branch: Moment | None = None
    id: Id | None = None


class Why(Struct):
    """Why: a key of the catalogue's section `hints`, and the numbers that fill its sentence."""

    key: str
    about: tuple[int, ...] = ()


class Hint(Struct, tag="hint"):
    """What a bot would answer, from what this seat may know."""

    position: int
    branch: int
    move: str
    why: list[Why]
    chance: float | UnsetType = UNSET  # of this answer, from 0 to 1, if it was weighed,
    others: float | UnsetType = UNSET  # and of the others, on the average
    offer: bool | UnsetType = UNSET  # true, where it is to be offered to others first
    id: Id | UnsetType | None = UNSET
