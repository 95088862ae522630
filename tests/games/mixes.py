"""Random mixes of a game's expansions, held to every promise.

    python -m tests.games.mixes the-faceless --games 5000 --seed 1
    python -m tests.games.mixes the-faceless --set-ups 10000 --seed 1

Each game is played at random, and all that `test_every_game` and `test_secrets` promise of a table
is looked at. With --each N a game is held to N of the promises, which take turns.
"""

from __future__ import annotations

import argparse
import inspect
import random
import sys
import traceback
from collections.abc import Callable

import duskhall
from duskhall import Game
from tests.games.tables import Case

Promise = Callable[[Case], None]
TOLD = 500  # tables between two words of how far it got


def mix(game: Game, lots: random.Random) -> Case:
    """A table with any number of parts: some are a scenario, some have all that goes together."""
    share = lots.random()
    wanted = {
        option.name: lots.choice(option.values[1:])
        for option in game.options()
        if lots.random() < (share if option.part else 0.2) and len(option.values) > 1
    }
    names = list(wanted)
    lots.shuffle(names)
    options = game.fit({name: wanted[name] for name in names})
    return Case(game, lots.choice(game.counts(options)), options)


def mixes(game: Game, count: int, seed: int) -> list[Case]:
    return [mix(game, random.Random(f"{game.name} {seed} {number}")) for number in range(count)]


def promises() -> list[Promise]:
    """Every test of a single table."""
    from tests.games import test_every_game, test_secrets

    found: list[Promise] = []
    for module in (test_every_game, test_secrets):
        for name, test in vars(module).items():
            if name.startswith("test_") and list(inspect.signature(test).parameters) == ["case"]:
                found.append(test)
    return found


def set_up(case: Case) -> None:
    """Answer with what is proposed until nothing is left of set-up: the first turn has begun."""
    s = case.deal()
    for _ in range(100):
        if s.numbers[s.box.number_name.index("turn")]:
            return
        s.apply(s.waiting[0], s.legal_moves(s.waiting[0])[0])
    raise AssertionError("set-up does not end")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.games.mixes")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=0, help="games held to the promises")
    parser.add_argument("--each", type=int, default=0, help="promises per game (all)")
    parser.add_argument("--set-ups", type=int, default=0, help="tables set up and no further")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    kind, every, broken = duskhall.game(chosen.game), promises(), 0
    each = chosen.each or len(every)
    for number, case in enumerate(mixes(kind, max(chosen.games, chosen.set_ups), chosen.seed)):
        held = [every[(number * each + turn) % len(every)] for turn in range(each)]
        tests = held * (number < chosen.games) + [set_up] * (number < chosen.set_ups)
        if number % TOLD == 0 and number:
            print(f"{number} tables, {broken} broken promises", file=sys.stderr, flush=True)
        for test in tests:
            try:
                test(case)
            except Exception:
                broken += 1
                print(f"{case}: {test.__name__}")
                traceback.print_exc(limit=-3, file=sys.stdout)
    print(f"{chosen.games} games, {chosen.set_ups} set-ups: {broken} broken promises")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
