"""How much faster `simulate` is on two cores than on one, in one run, one after the other by turns.

    PYTHONPATH=build/compiled python bench/workers.py --games 600 --rounds 5

Besides the clock, which on a busy machine tells of others' work, it tells the CPU time per game: of
all processes together, and of the parent alone, which hands out games and hears how they ended.
The same CPU per game on two workers, and little of it in the parent, is what two cores can halve.

Last it tells how long two workers stood idle: of the time from the call to its end, what they were
neither on a core nor waiting for one (Linux counts both).
"""

from __future__ import annotations

import argparse
import os
import resource
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from duskhall.engine.game import game
from duskhall.lab.simulate import make_plan, play_one, simulate
from duskhall.lab.workers import in_order

CLOCK = Path("/proc/self/schedstat")  # nanoseconds on a core, and waiting for one


def used(who: int) -> float:
    found = resource.getrusage(who)
    return found.ru_utime + found.ru_stime


def play(game: str, players: int, games: int, bot: str, workers: int) -> tuple[float, float, float]:
    """Seconds by the clock; of CPU of all; and of the parent."""
    parent, children = used(resource.RUSAGE_SELF), used(resource.RUSAGE_CHILDREN)
    start = perf_counter()
    simulate(game, players, games, [bot], 1, workers=workers)
    clock = perf_counter() - start
    parent = used(resource.RUSAGE_SELF) - parent
    return clock, parent + used(resource.RUSAGE_CHILDREN) - children, parent


class Stamp(NamedTuple):
    """When a game began or ended in a worker, and how much it had run and waited for a core by then."""

    worker: int
    time: float
    had: float  # seconds on a core and waiting for one


def stamp() -> Stamp:
    ran, waited, _ = CLOCK.read_text().split()
    return Stamp(os.getpid(), perf_counter(), (int(ran) + int(waited)) / 1e9)


def stamped(play: Callable[[int], object], number: int) -> tuple[Stamp, Stamp]:
    began = stamp()
    play(number)
    return began, stamp()


def idle(name: str, players: int, games: int, bot: str) -> list[tuple[float, float, float]]:
    """By worker, its seconds idle before its first game, between its games and after the last."""
    play = partial(play_one, make_plan(game(name), players, [bot], 1, None, ""))
    start = perf_counter()
    found = list(in_order(partial(stamped, play), range(games), 2))
    end = perf_counter()
    idles: list[tuple[float, float, float]] = []
    for worker in sorted({began.worker for began, _ in found}):
        own = sorted([played for played in found if played[0].worker == worker])
        first, last = own[0][0], own[-1][1]
        between = last.time - first.time - (last.had - first.had)
        idles.append((first.time - start, max(0.0, between), end - last.time))
    return idles


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="dark-dealings")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    play(given.game, given.players, 2, given.bot, 1)  # what is made once
    ratios: list[float] = []
    for number in range(given.rounds):
        one = play(given.game, given.players, given.games, given.bot, 1)
        two = play(given.game, given.players, given.games, given.bot, 2)
        ratios.append(one[0] / two[0])
        per_game = [1000 * seconds / given.games for seconds in (one[1], two[1], two[2])]
        print(
            f"{number}: {ratios[-1]:.2f} times as fast; CPU per game {per_game[0]:.2f} ms alone,"
            f" {per_game[1]:.2f} ms with two workers, {per_game[2]:.2f} ms of it in the parent",
            flush=True,
        )
    print(f"median {median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")
    for before, between, after in idle(given.game, given.players, given.games, given.bot):
        print(
            f"a worker began after {1000 * before:.0f} ms, was idle for {1000 * between:.1f} ms"
            f" between its games, and was done {1000 * after:.0f} ms before the end"
        )


if __name__ == "__main__":
    main()
