"""Tune the weights of a mind that was written by hand, by play: CMA-ES.

    python -m duskhall.lab.train.tune dark-dealings --generations 80 --deals 400 --seed 1 --write

A generation of weights plays the same deals against those in use, from every seat, with the answers
that the mind gives at once (`Mind.sample`), until the mind in use can judge the table; with `--whole`
to the end. Deals are new
in every generation, so that no weights win by the luck of few. In the end the mean of the search is
held against the weights in use on deals that neither has seen; `--write` puts it in their place, if
it is better beyond doubt. Seeded, and the same with any number of workers.

Against one kind of rival what is found is an answer to that rival, which may be none to itself.
`--against FILE` adds further weights, of earlier runs: at each deal rivals are drawn of all of them.
`--start FILE` are weights from which to look around, instead of those in use.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from functools import lru_cache, partial
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from duskhall.bots.bot import luck
from duskhall.bots.mind import Mind
from duskhall.bots.weights import Weights, read_weights
from duskhall.engine.game import game
from duskhall.lab.logbook import Logbook
from duskhall.lab.statistics import Sample
from duskhall.lab.workers import cores, in_order

STEP: Final = 0.3  # how far the first generation strays, in parts of a weight
LEAST: Final = 0.05  # of a weight, that is left of it
HELD_BACK: Final = 1 << 40  # deals from this number on are for the comparison at the end


Fixed = tuple[tuple[str, float], ...]  # weights as a worker gets them


class Contest(NamedTuple):
    """New weights at one seat against those known at the others: plain data for a worker."""

    game: str
    players: int
    weights: Fixed
    seed: int
    is_whole: bool  # whether the game is played to its end


@lru_cache(64)
def mind_with(name: str, weights: Fixed) -> Mind:
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


def contest(known: tuple[Fixed, ...], held: Contest) -> float:
    """What the new weights may hope for, more than their share, over all seats of one deal."""
    kind = game(held.game)
    box = kind.box(held.players)
    judge, lot = mind_with(held.game, known[0]), Random(held.seed)
    rivals = [lot.choice(known) for _ in range(held.players - 1)]
    total = 0.0
    for at in range(held.players):
        seated = [*rivals[:at], held.weights, *rivals[at:]]
        minds = [mind_with(held.game, weights) for weights in seated]
        s = kind.deal(box, held.seed)
        while s.waiting and (held.is_whole or not judge.is_settled(s)):
            seat = s.waiting[0]
            s.play(seat, minds[seat].sample(s, seat))
            s.pass_time()
        total += judge.values(s)[at] - 1 / held.players
    return total / held.players


class Tuner:
    """The search, in steps of each weight's own size."""

    def __init__(
        self,
        name: str,
        players: int,
        seed: int,
        workers: int,
        kept: Sequence[str] = (),
        is_whole: bool = False,
        others: Sequence[Weights] = (),
    ) -> None:
        self.name: Final = name
        self.players: Final = players
        self.seed: Final = seed
        self.workers: Final = workers
        self.is_whole: Final = is_whole
        self.path: Final = weights_file(name)
        self.used: Final = tuple(read_weights(self.path).items())
        self.known: Final = (self.used, *[tuple(weights.items()) for weights in others])
        # Of a weight to keep the name is given, or how its name begins.
        self.steps: Final = {
            key: STEP * abs(value) or 1.0
            for key, value in self.used
            if not key.startswith(tuple(kept))
        }

    def weights(self, point: Any) -> Weights:
        """Weights of a point, in which each is a number of steps from the one in use.

        A price below nothing is none: whatever has a sign keeps it.
        """
        used, found = dict(self.used), dict(self.used)
        for (key, step), far in zip(self.steps.items(), point, strict=True):
            weight = used[key] + step * float(far)
            least = LEAST * used[key]
            found[key] = least if weight * least < least * least else weight
        return found

    def point(self, weights: Weights) -> list[float]:
        """Where these weights lie."""
        used = dict(self.used)
        return [(weights[key] - used[key]) / step for key, step in self.steps.items()]

    def gains(self, points: list[Any], first: int, deals: int) -> list[Sample]:
        """By point, how it did on the same deals."""
        tasks = [
            Contest(
                self.name,
                self.players,
                tuple(self.weights(point).items()),
                luck(self.seed, first + deal),
                self.is_whole,
            )
            for point in points
            for deal in range(deals)
        ]
        found = [Sample() for _ in points]
        for at, gain in enumerate(in_order(partial(contest, self.known), tasks, self.workers)):
            found[at // deals].add(gain)
        return found

    def run(
        self,
        generations: int,
        deals: int,
        folder: Path | None = None,
        start: Weights | None = None,
    ) -> Any:
        """The mean of the search after so many generations; of a folder, it goes on from there.

        The search asks for the same points again, so that it is enough to keep how they did.
        """
        import cma

        header = {
            "known": self.known,
            "steps": self.steps,
            "deals": deals,
            "players": self.players,
            "seed": self.seed,
            "whole": self.is_whole,
            "start": start,
        }
        book = Logbook[list[float]](folder, header, list) if folder else None
        known = list(book.entries) if book else []
        search = cma.CMAEvolutionStrategy(
            self.point(start or dict(self.used)), 1.0, {"seed": self.seed + 1, "verbose": -9}
        )
        for generation in range(generations):
            points = search.ask()
            if generation < len(known):
                means = known[generation]
            else:
                gains = self.gains(points, generation * deals, deals)
                means = [gain.mean for gain in gains]
                if book:
                    book.add(means)
            search.tell(points, [-mean for mean in means])
            print(
                f"{generation + 1:4} of {generations}: best {100 * max(means):+.1f} points, "
                f"mean {100 * sum(means) / len(means):+.1f}, step {search.sigma:.2f}",
                flush=True,
            )
        if book:
            book.close()
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
    parser.add_argument("--keep", action="append", default=[], help="leave weights that begin so")
    parser.add_argument("--whole", action="store_true", help="play games to their end")
    parser.add_argument("--results", type=Path, help="a folder to go on from")
    parser.add_argument("--write", action="store_true", help="into the file, if it is better")
    parser.add_argument(
        "--against", type=Path, action="append", default=[], help="weights of further rivals"
    )
    parser.add_argument("--start", type=Path, help="weights to start from")
    given = parser.parse_args()
    others = [read_weights(path) for path in given.against]
    tuner = Tuner(
        given.game, given.players, given.seed, given.workers, given.keep, given.whole, others
    )
    start = read_weights(given.start) if given.start else None
    found = tuner.run(given.generations, given.deals, given.results, start)
    gain = tuner.compare(found, 10 * given.deals).estimate()
    rivals = "known" if others else "in use"
    print(
        f"against the weights {rivals}: {100 * gain.value:+.2f} points "
        f"({100 * gain.low:+.2f} to {100 * gain.high:+.2f}, {10 * given.deals} deals from every seat)"
    )
    text = written(tuner.weights(found))
    print(text)
    if given.write and gain.low > 0:
        tuner.path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
