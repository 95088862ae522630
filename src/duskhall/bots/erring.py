"""Erring: looks one answer ahead as greedy does, and errs as people do, never by nonsense."""

from __future__ import annotations

from math import log
from typing import Final

from duskhall.bots.bot import Bot, luck
from duskhall.bots.greedy import BALLOT_GUESSES
from duskhall.bots.mind import Mind
from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import State

OVERLOOKED: Final = 15  # of a hundred answers, so many are not noticed
OBVIOUS: Final = 3.0  # slips by which an answer is better that nobody overlooks
WORST: Final = 4.0  # slips by which an answer may be worse than the best that was noticed
TASTE: Final = 1.0  # slips that a liking is worth
WORD: Final = 1 << 30


class ErringBot(Bot):
    """Answers well, but not exactly: a slip is the part of a win that it hardly feels.

    It overlooks some answers, forgets what it saw others take, has tastes of its own among answers
    that it finds about as good, and wavers between them. An answer that is worse by several slips
    it never gives, so that a small slip is a good player and a large one a beginner. Where its mind
    does not judge, another bot answers.
    """

    def __init__(
        self, mind: Mind, seed: int = 0, slip: float = 0.05, otherwise: Bot | None = None
    ) -> None:
        super().__init__(seed)
        self.mind: Final = mind
        self.slip: Final = slip
        self.otherwise: Final = otherwise

    def decide(self, guess: State, seat: Seat) -> Move:
        if self.otherwise is not None and not self.mind.judges(guess):
            return self.otherwise.decide(guess, seat)
        planned = self.mind.plan(guess, seat)
        moves = self.mind.tempting(guess, seat, planned)
        if planned is not None and planned not in moves:
            moves = [planned, *moves]
        if len(moves) == 1:
            return moves[0]
        values = self.values(self.forgetful(guess, seat), seat, moves)
        if planned is not None:  # weighed better than the positions after it are
            values[moves.index(planned)] = max(values)
        slip = self.slip
        if not guess.box.is_cooperative:
            slip *= 2 / max(2, guess.box.players)  # a win is shared by more
        best = max(values)
        noticed: list[int] = []
        for index in range(len(moves)):
            if guess.random_below(100) >= OVERLOOKED:
                noticed.append(index)
        seen = max([values[index] for index in noticed], default=best - OBVIOUS * slip - 1)
        if best - seen > OBVIOUS * slip:
            noticed = [index for index in range(len(moves)) if values[index] == best]
            seen = best
        chosen, highest = noticed[0], -1_000.0
        for index in noticed:
            waver = -log(-log((guess.random_below(WORD) + 0.5) / WORD))
            worse = (seen - values[index]) / slip
            if worse <= WORST:
                liking = waver - worse + TASTE * self.liking(moves[index])
                if liking > highest:
                    chosen, highest = index, liking
        return moves[chosen]

    def values(self, guess: State, seat: Seat, moves: list[Move]) -> list[float]:
        """What the seat may hope for after each answer; what others answer meanwhile is guessed."""
        ballot = len(guess.waiting) > 1
        guesses = BALLOT_GUESSES if ballot else 1
        totals = [0.0] * len(moves)
        for _ in range(guesses):
            before = guess
            if ballot:
                before = guess.determinize(seat, guess.random_below(WORD))
                for other in [other for other in before.waiting if other != seat]:
                    before.play(other, self.mind.sample(before, other))
            for index, move in enumerate(moves):
                after = before.clone()
                after.play(seat, move)
                totals[index] += self.mind.value(after, seat) / guesses
        return totals

    def forgetful(self, guess: State, seat: Seat) -> State:
        """The table as it may be for who does not remember which hidden cards it has seen."""
        forgotten = guess.clone()
        if not self.mind.forget(forgotten):
            return guess
        return forgotten.determinize(seat, guess.random_below(WORD))

    def liking(self, move: Move) -> float:
        """From -1 to 1: what this player thinks of a kind of answer, all its life."""
        kind = [self.seed, *[ord(letter) for letter in move.verb], *move.about[:1]]
        return luck(*kind) % 2001 / 1000 - 1
