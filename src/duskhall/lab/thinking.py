"""How long bots think: mean, the time that 19 of 20 answers keep to, and the worst."""

from __future__ import annotations

import time
from math import ceil, log2
from typing import Any, Final

from duskhall.bots.bot import Bot
from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import State

FINENESS: Final = 16  # steps in which a time doubles: a percentile is told 4 % too long at most
LEAST: Final = 1e-6  # seconds; what is shorter counts as this
OLDER: Final = 5  # fields of times that were written when of the work only the worst was kept


class Lengths:
    """Seconds of many answers, in little room."""

    def __init__(self) -> None:
        self.count = 0
        self.total = 0.0
        self.worst = 0.0
        self.steps: dict[int, int] = {}  # answers by length

    def add(self, seconds: float) -> None:
        self.count += 1
        self.total += seconds
        self.worst = max(self.worst, seconds)
        step = ceil(log2(max(seconds, LEAST) / LEAST) * FINENESS)
        self.steps[step] = self.steps.get(step, 0) + 1

    def merge(self, other: Lengths) -> None:
        self.count += other.count
        self.total += other.total
        self.worst = max(self.worst, other.worst)
        for step, count in other.steps.items():
            self.steps[step] = self.steps.get(step, 0) + count

    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    def within(self, part: float) -> float:
        """The time that this part of the answers keeps to."""
        length: float
        left = part * self.count
        for step in sorted(self.steps):
            left -= self.steps[step]
            if left <= 0:
                length = LEAST * 2.0 ** (step / FINENESS)
                return min(self.worst, length)
        return self.worst

    def written(self) -> list[Any]:
        steps = [[step, count] for step, count in sorted(self.steps.items())]
        return [self.count, self.total, self.worst, steps]

    @staticmethod
    def read(said: list[Any]) -> Lengths:
        lengths = Lengths()
        lengths.count, lengths.total, lengths.worst, steps = said
        lengths.steps = dict(steps)
        return lengths


class Times:
    """How long answers took by the clock, and without waiting for the processor."""

    def __init__(self) -> None:
        self.clock = Lengths()
        self.work = Lengths()

    def add(self, seconds: float, work: float) -> None:
        self.clock.add(seconds)
        self.work.add(work)

    def merge(self, other: Times) -> None:
        self.clock.merge(other.clock)
        self.work.merge(other.work)

    def written(self) -> list[Any]:
        return [self.clock.written(), self.work.written()]

    @staticmethod
    def read(said: list[Any]) -> Times:
        times = Times()
        if len(said) == OLDER:
            count, total, worst, times.work.worst, steps = said
            times.clock = Lengths.read([count, total, worst, steps])
        else:
            times.clock, times.work = [Lengths.read(lengths) for lengths in said]
        return times


class Timed(Bot):
    """A bot with a clock beside it, which runs where there is something to choose."""

    def __init__(self, bot: Bot, times: Times) -> None:
        super().__init__(bot.seed)
        self.bot: Final = bot
        self.times: Final = times

    def answer(self, s: State, seat: Seat, position: int) -> Move:
        if len(s.legal_moves(seat)) == 1:
            return self.bot.answer(s, seat, position)
        started, worked = time.perf_counter(), time.thread_time()
        move = self.bot.answer(s, seat, position)
        self.times.add(time.perf_counter() - started, time.thread_time() - worked)
        return move
