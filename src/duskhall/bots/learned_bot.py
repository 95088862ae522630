"""Learned judgement, one answer ahead: takes what looks best."""

from __future__ import annotations

from typing import Final

from duskhall.bots.bot import Bot
from duskhall.bots.learned import LearnedMind
from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import State

LUCKS: Final = 4  # of luck that an answer needs, so many are tried


class LearnedBot(Bot):
    """Judges what its own seat may know after each of its answers.

    Where no network fits, another bot answers.
    """

    def __init__(self, mind: LearnedMind, otherwise: Bot, seed: int = 0) -> None:
        super().__init__(seed)
        self.mind: Final = mind
        self.otherwise: Final = otherwise

    def decide(self, guess: State, seat: Seat) -> Move:
        if not self.mind.judges(guess):
            return self.otherwise.decide(guess, seat)
        moves = self.mind.moves(guess, seat)
        if len(moves) == 1:
            return moves[0]
        totals = self.totals(guess, seat, moves)
        return moves[totals.index(max(totals))]

    def totals(self, guess: State, seat: Seat, moves: list[Move]) -> list[float]:
        """By answer, what it is worth: the mean over what luck and others may do with it."""
        totals = [0.0] * len(moves)
        ballot = len(guess.waiting) > 1
        lucks = [guess.random_below(1 << 30) for _ in range(LUCKS)]
        befores: list[State] = []
        for luck in lucks if ballot else lucks[:1]:
            before = guess.determinize(seat, luck) if ballot else guess
            for other in [other for other in before.waiting if other != seat]:
                before.play(other, self.mind.sample(before, other))
            befores.append(before)
        for index, move in enumerate(moves):
            total, count = 0.0, 0
            for before in befores:
                after = before.clone()
                after.play(seat, move)
                total += self.mind.value(after, seat)
                count += 1
                if not ballot and after.drawn != before.drawn:
                    for luck in lucks[1:]:
                        after = before.clone()
                        after.reseed(luck)
                        after.play(seat, move)
                        total += self.mind.value(after, seat)
                        count += 1
            totals[index] = total / count
        return totals
