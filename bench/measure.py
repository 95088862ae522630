"""Measure one build of the engine, in CPU time: random games, set-up, clones, guesses, search."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from statistics import median
from time import process_time

import duskhall
from duskhall.bots import make_bot
from duskhall.bots.bot import play_randomly
from duskhall.bots.search import SearchBot

ROUNDS = 5
SET_UP = 2  # answers with which a game may begin, before there is something to think about


def rate(work: Callable[[], int]) -> float:
    """Units of work per second: the median of several rounds."""
    rates = []
    for _ in range(ROUNDS):
        start = process_time()
        done = work()
        rates.append(done / (process_time() - start))
    return median(rates)


def measure(name: str, players: int) -> dict[str, float]:
    game = duskhall.game(name)
    box = game.box(players)
    seeds = iter(range(10**9))

    def answers() -> int:
        """Of whole random games, set-up included."""
        total = 0
        while total < 20_000:
            total += play_randomly(game.deal(box, next(seeds)), game.longest)
        return total

    def setups() -> int:
        for _ in range(2_000):
            game.deal(box, next(seeds))
        return 2_000

    middle = game.deal(box, 1)
    play_randomly(middle, play_randomly(middle.clone(), game.longest) // 2)

    def clones() -> int:
        for _ in range(20_000):
            middle.clone()
        return 20_000

    def guesses() -> int:
        for seed in range(2_000):
            middle.determinize(0, seed)
        return 2_000

    search = make_bot("search:100", game)
    assert isinstance(search, SearchBot)
    start = game.deal(box, 2)
    play_randomly(start, SET_UP)
    seat = start.waiting[0]

    def iterations() -> int:
        search.decide(start.determinize(seat, 3), seat)
        return search.iterated

    return {
        "answers per second": rate(answers),
        "set-up, microseconds": 1e6 / rate(setups),
        "clone, microseconds": 1e6 / rate(clones),
        "guess, microseconds": 1e6 / rate(guesses),
        "search iterations per second": rate(iterations),
    }


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], int(sys.argv[2]))))
