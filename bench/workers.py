"""How much faster `simulate` is on two cores than on one, in one run, one after the other by turns.

    PYTHONPATH=build/compiled python bench/workers.py --games 600 --rounds 5

Besides the clock, which on a busy machine tells of others' work, it tells the CPU time per game: of
all processes together, and of the parent alone, which hands out games and hears how they ended.
The same CPU per game on two workers, and little of it in the parent, is what two cores can halve.
"""

from __future__ import annotations

import argparse
import resource
from statistics import median
from time import perf_counter

from duskhall.lab.simulate import simulate


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


if __name__ == "__main__":
    main()
