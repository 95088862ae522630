"""Who advises people, as `adviser.toml` says."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final, NamedTuple

from duskhall.bots import make_bot
from duskhall.bots.insight import Adviser, Insight, Reason
from duskhall.bots.learned import LearnedMind
from duskhall.bots.terms import terms_of
from duskhall.engine.events import Seat
from duskhall.engine.game import Game
from duskhall.engine.moves import Move
from duskhall.engine.state import State


class HintPlan(NamedTuple):
    others: int  # answers beside the bot's own
    playouts: int
    seconds: float


class ReviewPlan(NamedTuple):
    moments: int  # of the curve
    tables: int  # for each of them
    jump: float  # between two of them, beside which they are reckoned again
    more_tables: int  # where it jumps
    leaps: int  # that no turning point explains, and are marked
    answers: int  # of a seat that are looked at closely,
    answers_of_all: int  # and of all seats
    others: int  # beside the bot's own and the one that was given
    playouts: int
    seconds: float
    shown: int  # turning points of a seat
    loss: float  # share of the win, from which on one is shown


class Advice(NamedTuple):
    bot: str
    quick: str  # asked instead, where the bot takes too long
    hint: HintPlan
    review: ReviewPlan


def read_advice() -> Advice:
    told = tomllib.loads((Path(__file__).parent / "adviser.toml").read_text("utf-8"))
    return Advice(
        told["bot"], told["quick"], HintPlan(**told["hint"]), ReviewPlan(**told["review"])
    )


ADVICE: Final = read_advice()


def adviser(game: Game, bot: str) -> Adviser:
    return Adviser(make_bot(bot, game), LearnedMind(game), terms_of(game), game.longest)


def why(game: Game, guess: State, seat: Seat, move: Move) -> list[Reason]:
    """What speaks for an answer that a seat would give, on a guess of its table."""
    plan = ADVICE.hint
    own = adviser(game, ADVICE.quick)
    return own.justify(guess, seat, move, plan.others, plan.playouts, plan.seconds)


def hint(game: Game, guess: State, seat: Seat, bot: str) -> Insight:
    """What a bot advises a seat to answer, on a guess of its table."""
    plan = ADVICE.hint
    return adviser(game, bot).advise(guess, seat, plan.others, plan.playouts, plan.seconds)
