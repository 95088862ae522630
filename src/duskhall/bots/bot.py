"""What a bot is, and how one is asked."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from mypy_extensions import mypyc_attr

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """A player made of code.

    It is handed a guess (`State.determinize`), never the table itself: all that its seat knows is
    true in it, and all else is made up. Its luck comes from its own seed and the position, so that
    it answers a question the same way in every process.
    """

    def __init__(self, seed: int = 0) -> None:
        self.seed: Final = seed

    def decide(self, guess: State, seat: Seat) -> Move:
        raise NotImplementedError

    def answer(self, s: State, seat: Seat, position: int) -> Move:
        """The bot's answer at a real table, of which it is shown a guess."""
        moves = s.legal_moves(seat)
        if len(moves) == 1:
            return moves[0]
        return self.decide(self.guess(s, seat, position), seat)

    def guess(self, s: State, seat: Seat, position: int) -> State:
        """The table as this seat may think it to be: what it cannot know is made up."""
        return s.determinize(seat, luck(self.seed, seat, position))


def luck(*numbers: int) -> int:
    """A seed made of numbers, the same everywhere."""
    text = " ".join([str(number) for number in numbers])
    return int.from_bytes(sha256(text.encode()).digest()[:16], "big")


class RandomBot(Bot):
    """Answers anything that is legal. What it does not look at is not guessed for it."""

    def answer(self, s: State, seat: Seat, position: int) -> Move:
        moves = s.legal_moves(seat)
        return moves[luck(self.seed, seat, position) % len(moves)] if len(moves) > 1 else moves[0]

    def decide(self, guess: State, seat: Seat) -> Move:
        moves = guess.legal_moves(seat)
        return moves[guess.random_below(len(moves))]


def play_randomly(s: State, limit: int) -> int:
    """Play a table on with random answers, to its end or the limit; how many were given.

    For benchmarks, fuzzing and the ends of searches: the answers use the table's own luck.
    """
    for answers in range(limit):
        if not s.waiting:
            return answers
        seat = s.waiting[s.random_below(len(s.waiting))] if len(s.waiting) > 1 else s.waiting[0]
        moves = s.legal_moves(seat)
        s.play(seat, moves[s.random_below(len(moves))])
        s.pass_time()
    return limit
