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
    answers: Id | None = None  # the offer that is asked about, instead of the game's question
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
    answers: Id | UnsetType = UNSET  # the offer that it is an answer to
    id: Id | UnsetType | None = UNSET


class AskReview(Struct):
    """A record that somebody brings, to be looked back at."""

    record: str


class AlsoTold(Struct):
    """Another answer that a bot thought of, and the share of the win that it leaves to hope for."""

    move: str
    chance: float


class TurningTold(Struct):
    """An answer that cost its seat something, and what a bot would have answered."""

    position: int  # of the question
    seat: int
    played: str
    better: str
    chance: float  # the share of the win that was left to hope for,
    better_chance: float  # and that would have been
    why: list[Why]
    also: list[AlsoTold]  # what else the bot thought of, the best first


class LuckTold(Struct):
    """A fall of the curve that no answer explains: with other luck, most of it would not have been."""

    position: int  # the moment after it
    seat: int  # who lost most by it,
    loss: float  # and how much of the win


class LeapTold(Struct):
    """A jump of the curve that neither a turning point nor such luck explains: no bot had foreseen it."""

    position: int  # the moment after it
    seat: int  # who answered, or whose share of the win changed most,
    change: float  # and by how much


class SumTold(Struct):
    """What comes of all answers of a seat that were looked at closely."""

    looked: int
    same: int  # a bot would have given them, too
    points: int  # of a hundred, that the others cost all in all


class ReviewTold(Struct):
    """A review, as far as it has come."""

    review: str  # its name, by which it is looked at again
    state: str  # working, done or failed
    done: int  # pieces,
    total: int  # of about so many
    together: bool  # all win or all lose: one curve is enough
    positions: list[int]  # of the curve, rising,
    chances: list[list[float]]  # and there by seat the share of the win, with all cards face up
    turnings: list[TurningTold]  # the largest losses of each seat so far, in the order of the game
    sums: list[SumTold]  # by seat
    luck: list[LuckTold]  # the largest falls by luck, once it is done,
    leaps: list[LeapTold]  # and the other jumps that no turning point explains
