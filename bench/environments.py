"""Steps per second of every environment of every game, in CPU time, compiled where it was compiled.

    PYTHONPATH=build/compiled python bench/environments.py --seconds 5

A step is one id that is given: the answer to a question, or a part of one. Ids are drawn by lot of
what is legal. PettingZoo's and the NumPy form make a sight and a mask for each step; OpenSpiel's
loop asks for the legal actions alone, as its own random play does.

Where RLCard is installed (`pip install rlcard`), its card games with hidden hands are played beside
in the same run: each step makes the observation of the next player and its legal actions, as ours
for PettingZoo does. They are other games, so a ratio says how fast learners get their steps.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from time import process_time

import numpy as np
import pyspiel

import duskhall
import duskhall.adapters.openspiel
import duskhall.engine.state
from duskhall.adapters import aec
from duskhall.adapters.vector import Tables
from duskhall.bots.bot import play_randomly

TABLES = 64


def engine(game: duskhall.Game, players: int) -> Iterator[int]:
    """The rules alone: answers of random play."""
    seed = 0
    box = game.box(players)
    while True:
        yield play_randomly(game.deal(box, seed), game.longest)
        seed += 1


def pettingzoo(game: duskhall.Game, players: int) -> Iterator[int]:
    env = aec.env(game, players=players)
    lots = random.Random(1)
    env.reset(seed=1)
    while True:
        done = 0
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = seen["action_mask"].nonzero()[0]
            env.step(legal[int(lots.random() * len(legal))])
            done += 1
        env.reset()
        yield done


def openspiel(game: duskhall.Game, players: int) -> Iterator[int]:
    name = f"duskhall_{game.name.replace('-', '_')}(players={players})"
    loaded = pyspiel.load_game(name)
    lots = random.Random(1)
    while True:
        state, done = loaded.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(lots.randrange(256))
                continue
            legal = state.legal_actions()
            state.apply_action(legal[int(lots.random() * len(legal))])
            done += 1
        state.returns()
        yield done


def numpy(game: duskhall.Game, players: int) -> Iterator[int]:
    tables = Tables(game, TABLES, players=players, seed=1)
    lots = np.random.default_rng(1)
    while True:
        # By lot of what is legal, for all tables at once.
        drawn = lots.random(tables.masks.shape, np.float32) * tables.masks
        tables.step(drawn.argmax(axis=1))
        yield TABLES


PEERS = ["gin-rummy", "uno", "mahjong"]  # of RLCard: many cards, hidden hands

FORMS: dict[str, Callable[[duskhall.Game, int], Iterator[int]]] = {
    "engine": engine,
    "PettingZoo": pettingzoo,
    "OpenSpiel": openspiel,
    "NumPy": numpy,
}


def rlcard(name: str) -> Iterator[int]:
    import rlcard as peer

    env = peer.make(name, config={"seed": 1})
    lots = random.Random(1)
    while True:
        seen, _ = env.reset()
        done = 0
        while not env.is_over():
            legal = list(seen["legal_actions"])
            seen, _ = env.step(legal[int(lots.random() * len(legal))])
            done += 1
        env.get_payoffs()
        yield done


def rate(steps: Iterator[int], seconds: float) -> float:
    next(steps)
    start, done = process_time(), 0
    while process_time() - start < seconds:
        done += next(steps)
    return done / (process_time() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="of CPU for each number")
    parser.add_argument("--game", action="append", help="only this game")
    arguments = parser.parse_args()
    is_compiled = not str(duskhall.engine.state.__file__).endswith(".py")
    print("compiled" if is_compiled else "interpreted", "steps per second of CPU")
    print(f"{'':22}{'players':>9}", *[f"{form:>12}" for form in FORMS])
    for game in duskhall.installed():
        if arguments.game and game.name not in arguments.game:
            continue
        counts = game.counts({})
        players = next((count for count in counts if count > 1), counts[0])
        rates = [rate(make(game, players), arguments.seconds) for make in FORMS.values()]
        print(f"{game.name:22}{players:>9}", *[f"{found:>12,.0f}" for found in rates], flush=True)
    if find_spec("rlcard") is None:
        print("RLCard is not installed: nothing to be set beside")
        return
    for name in PEERS:
        print(f"RLCard's {name:22}{rate(rlcard(name), arguments.seconds):>23,.0f}", flush=True)


if __name__ == "__main__":
    main()
