"""Greedy: looks one answer ahead, and takes what looks best."""

from __future__ import annotations

from typing import Final

from duskhall.bots.bot import Bot
from duskhall.bots.mind import Mind
from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import State

BALLOT_GUESSES: Final = 4  # where others answer at the same time, so many guesses of theirs


class GreedyBot(Bot):
    """Judges the position after each of its answers; what others answer meanwhile is guessed."""

    def __init__(self, mind: Mind, seed: int = 0) -> None:
        super().__init__(seed)
        self.mind: Final = mind

    def decide(self, guess: State, seat: Seat) -> Move:
        planned = self.mind.plan(guess, seat)
        if planned is not None:
            return planned
        moves = self.mind.moves(guess, seat)
        totals = [0.0] * len(moves)
        ballot = len(guess.waiting) > 1
        for _ in range(BALLOT_GUESSES if ballot else 1):
            before = guess
            if ballot:
                before = guess.determinize(seat, guess.random_below(1 << 30))
                for other in [other for other in before.waiting if other != seat]:
                    before.play(other, self.mind.sample(before, other))
            for index, move in enumerate(moves):
                after = before.clone()
                after.play(seat, move)
                totals[index] += self.mind.values(after)[seat]
        return moves[totals.index(max(totals))]
