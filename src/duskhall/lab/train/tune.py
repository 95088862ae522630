"""Tune the weights of a mind that was written by hand, by play: CMA-ES.

    python -m duskhall.lab.train.tune dark-dealings --generations 80 --deals 400 --seed 1 --write

A generation of weights plays the same deals against those in use, from every seat, with the answers
that the mind gives at once (`Mind.sample`), until the mind in use can judge the table. Deals are new
in every generation, so that no weights win by the luck of few. In the end the mean of the search is
held against the weights in use on deals that neither has seen; `--write` puts it in their place, if
it is better beyond doubt. Seeded, and the same with any number of workers.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from functools import lru_cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from duskhall.bots.bot import luck
from duskhall.bots.mind import Mind
from duskhall.bots.weights import Weights, read_weights
from duskhall.engine.game import game
from duskhall.lab.statistics import Sample
from duskhall.lab.workers import cores, in_order

STEP: Final = 0.3  # how far the first generation strays, in parts of a weight
HELD_BACK: Final = 1 << 40  # deals from this number on are for the comparison at the end


class Contest(NamedTuple):
    """New weights at one seat against those in use at the others: plain data for a worker."""

    game: str
    players: int
    weights: tuple[tuple[str, float], ...]
    seed: int


@lru_cache(64)
def mind_with(name: str, weights: tuple[tuple[str, float], ...]) -> Mind:
    module = import_module(f"duskhall.bots.values.{name.replace('-', '_')}")
    made: Mind = module.make_mind(game(name), dict(weights))
    return made


def weights_file(name: str) -> Path:
    """Where the weights of a game's mind lie. SystemExit, where it has none."""
    module = import_module(f"duskhall.bots.values.{name.replace('-', '_')}")
    path: Path | None = getattr(module, "WEIGHTS", None)
    if path is None:
        raise SystemExit(f"{name}: its mind has no weights in a file")
    return path


def contest(used: tuple[tuple[str, float], ...], held: Contest) -> float:
    """What the new weights may hope for, more than their share, over all seats of one deal."""
    kind = game(held.game)
    box = kind.box(held.players)
    ours, theirs = mind_with(held.game, held.weights), mind_with(held.game, used)
    total = 0.0
    for at in range(held.players):
        s = kind.deal(box, held.seed)
        while s.waiting and not theirs.is_settled(s):
            seat = s.waiting[0]
            s.play(seat, (ours if seat == at else theirs).sample(s, seat))
        total += theirs.values(s)[at] - 1 / held.players
    return total / held.players


class Tuner:
    """The search, in steps of each weight's own size."""

    def __init__(
        self, name: str, players: int, seed: int, workers: int, kept: Sequence[str] = ()
    ) -> None:
        self.name: Final = name
        self.players: Final = players
        self.seed: Final = seed
        self.workers: Final = workers
        self.path: Final = weights_file(name)
        self.used: Final = tuple(read_weights(self.path).items())
        self.steps: Final = [
            0.0 if key in kept else STEP * abs(value) or 1.0 for key, value in self.used
        ]

    def weights(self, point: Any) -> Weights:
        """Weights of a point, in which each is a number of steps from the one in use."""
        stepped = zip(self.used, self.steps, point, strict=True)
        return {key: value + step * float(far) for (key, value), step, far in stepped}

    def gains(self, points: list[Any], first: int, deals: int) -> list[Sample]:
        """By point, how it did on the same deals."""
        tasks = [
            Contest(
                self.name,
                self.players,
                tuple(self.weights(point).items()),
                luck(self.seed, first + deal),
            )
            for point in points
            for deal in range(deals)
        ]
        found = [Sample() for _ in points]
        for at, gain in enumerate(in_order(partial(contest, self.used), tasks, self.workers)):
            found[at // deals].add(gain)
        return found

    def run(self, generations: int, deals: int) -> Any:
        """The mean of the search after so many generations."""
        import cma

        search = cma.CMAEvolutionStrategy(
            [0.0] * len(self.used), 1.0, {"seed": self.seed + 1, "verbose": -9}
        )
        for generation in range(generations):
            points = search.ask()
            gains = self.gains(points, generation * deals, deals)
            search.tell(points, [-gain.mean for gain in gains])
            best = max(gains, key=lambda gain: gain.mean)
            print(
                f"{generation + 1:4} of {generations}: best {100 * best.mean:+.1f} points, "
                f"step {search.sigma:.2f}",
                flush=True,
            )
        return search.result.xfavorite

    def compare(self, point: Any, deals: int) -> Sample:
        """On deals that were not tuned on."""
        return self.gains([point], HELD_BACK, deals)[0]


def written(weights: Weights) -> str:
    lines = [f"{json.dumps(name)}: {value:.4g}" for name, value in weights.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--generations", type=int, default=80)
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=cores())
    parser.add_argument("--keep", action="append", default=[], help="a weight to leave as it is")
    parser.add_argument("--write", action="store_true", help="into the file, if it is better")
    given = parser.parse_args()
    tuner = Tuner(given.game, given.players, given.seed, given.workers, given.keep)
    found = tuner.run(given.generations, given.deals)
    gain = tuner.compare(found, 10 * given.deals).estimate()
    print(
        f"against the weights in use: {100 * gain.value:+.2f} points "
        f"({100 * gain.low:+.2f} to {100 * gain.high:+.2f}, {10 * given.deals} deals from every seat)"
    )
    text = written(tuner.weights(found))
    print(text)
    if given.write and gain.low > 0:
        tuner.path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
