"""Learning how sieges of Dark Dealings end: drafted sieges, solved exactly, and a network fitted to them.

A siege that takes the solver too much work is left out, and counted.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from duskhall.bots.bot import luck
from duskhall.bots.mind import Mind
from duskhall.bots.values.dark_dealings import in_combat, make_mind
from duskhall.bots.values.dark_dealings_combat import DEFEATED, LEFT, Pile, Solver, TooLong
from duskhall.bots.values.dark_dealings_draft import FILE
from duskhall.bots.values.dark_dealings_siege import (
    INPUTS,
    MODEL,
    SiegeJudge,
    dial_inputs,
    hero_inputs,
)
from duskhall.bots.weights import read_weights
from duskhall.engine.game import Game, game
from duskhall.games.dark_dealings.box import FACING, FRONT, PILE, Keep
from duskhall.games.dark_dealings.fight import Dials
from duskhall.games.dark_dealings.state import Siege
from duskhall.lab.train.lessons import Fitted, Lessons
from duskhall.lab.train.networks import ValueNet

GAME: Final = "dark-dealings"
WIDE: Final = 32
NARROW: Final = 16
ON_THE_WAY: Final = 6  # sieges that were solved on the way of one, and are learned from as well
TASTES: Final = 12  # drafters who differ
ASTRAY: Final = 0.4  # in their weights, by such a spread in parts of each,
WHIMS: Final = (2.0, 4.0, 8.0, 16.0)  # in how often they pick another hero,
BY_LOT: Final = 0.1  # and who answer by lot so often
BATCH: Final = 256
PASSES: Final = 60
FAST: Final = 3e-3  # rates of learning: at first,
SLOW: Final = 1e-4  # and at the end
KEPT: Final = 6  # one siege of so many is not learned from, but tells how much was learned
SIEGES: Final = 40_000  # to learn from, as a rule
TABLES: Final = [2, 2, 2, 3, 4]  # with so many players they are drafted, by turns
WAYS: Final = 10_000_000  # steps of the solver: of six sieges, about five take no more


class Ended(NamedTuple):
    """A siege, and how many heroes were defeated; a card left is a tenth."""

    pile: Pile
    front: Dials
    result: float


def box_of() -> Keep:
    return keep_for(2)


@cache
def keep_for(players: int) -> Keep:
    kind = game(GAME)
    box = kind.box(players, {}, kind.edition(next(iter(kind.editions()))))
    assert isinstance(box, Keep)
    return box


@cache
def drafter(taste: int) -> Mind:
    """Whoever drafts by the weights in use, more or less; the first by just these."""
    rng = Random(taste)
    weights = read_weights(FILE)
    strayed = {key: value * (1 + rng.gauss(0, ASTRAY)) for key, value in weights.items()}
    whim = WHIMS[taste % len(WHIMS)]
    return make_mind(game(GAME), {**(strayed if taste else weights), "whim": whim})


def lay(seed: int, number: int, players: int = 2) -> tuple[Pile, Dials]:
    """The siege of this number: eight heroes and eight defenses that somebody drafted."""
    rng = Random(luck(seed, number))
    box = keep_for(players)
    s = game(GAME).deal(box, luck(seed, number, 2))
    assert isinstance(s, Siege)
    minds = [drafter(rng.randrange(TASTES)) for _ in range(box.players)]
    while not in_combat(s):
        seat = s.waiting[0]
        moves = s.legal_moves(seat)
        by_lot = rng.random() < BY_LOT
        s.play(seat, rng.choice(moves) if by_lot else minds[seat].sample(s, seat))
    return s.places[PILE] + s.places[FACING], s.dials(FRONT)


def solve(seed: int, limit: int, number: int, players: int = 2) -> list[Ended]:
    """The siege of this number with its end, and some that were solved on the way; or none."""
    pile, front = lay(seed, number, players)
    solver = Solver(box_of(), limit)
    try:
        best = solver.best(pile, front)
    except TooLong:
        return []
    rng = Random(luck(seed, number, 1))
    exact = [(key, entry >> 1) for key, entry in solver.solved.items() if entry & 1]
    some = rng.sample(exact, min(ON_THE_WAY, len(exact)))
    return [
        Ended(pile, front, worth(best)),
        *[Ended(*key, worth(found)) for key, found in some if key != (pile, front)],
    ]


def worth(result: int) -> float:
    return result // DEFEATED + 0.1 * (result % DEFEATED // LEFT)


def seen(sieges: Sequence[Ended]) -> Any:
    """What the network sees of each, by input."""
    box = box_of()
    found = np.zeros((len(sieges), INPUTS), np.uint8)
    for row, siege in zip(found, sieges, strict=True):
        sights = [hero_inputs(box, hero, place) for place, hero in enumerate(siege.pile)]
        sights += [dial_inputs(box, dial) for dial in siege.front]
        for sight in sights:
            for at in range(0, len(sight), 2):
                row[sight[at]] += sight[at + 1]
    return found


def learn(sieges: Sequence[Ended], seed: int) -> ValueNet:
    inputs, rng = seen(sieges), np.random.default_rng(seed)
    ends = np.array([siege.result for siege in sieges], np.float32)
    scales = np.maximum(1, np.ceil(inputs.std(0))).astype(int).tolist()
    net = ValueNet(scales, rng, WIDE, NARROW)
    net.layers.weights["3b"][...] = ends.mean()
    order = np.arange(len(sieges))
    for number in range(PASSES):
        rate = FAST * (SLOW / FAST) ** (number / (PASSES - 1))
        rng.shuffle(order)
        for start in range(0, len(order), BATCH):
            part = order[start : start + BATCH]
            net.fit(inputs[part], ends[part], rate)
    return net


def written(net: ValueNet, header: dict[str, object]) -> bytes:
    full = {"game": GAME, "sizes": [WIDE, NARROW], **header}
    return json.dumps(full).encode() + b"\n" + b"".join([each.tobytes() for each in net.whole()])


class SiegeLessons(Lessons):
    """Drafted sieges and how they end, and the network that is fitted to them."""

    what = "sieges"
    unit = "sieges"
    file = "best.model"

    def __init__(self, game: Game, players: Sequence[int]) -> None:
        if players and not set(players) <= set(range(2, 7)):
            raise ValueError("sieges are drafted by two to six players")
        super().__init__(game, players or TABLES)
        self.games = SIEGES
        self.in_use = MODEL

    def schema(self) -> object:
        return [INPUTS, WIDE, NARROW, WAYS]

    def example(self, seed: int, number: int) -> list[object]:
        return [list(end) for end in solve(seed, WAYS, number, self.players_of(number))]

    def fit(self, examples: Sequence[Any], seed: int) -> Fitted:
        solved = [[ended(end) for end in ends] for ends in examples]
        learned = [end for number, ends in enumerate(solved) if number % KEPT for end in ends]
        kept = [ends[0] for ends in solved[::KEPT] if ends]
        if not (learned and kept):
            raise ValueError("too few sieges were solved to learn from: ask for more of them")
        net = learn(learned, seed)
        off = net.values(seen(kept)) - np.array([end.result for end in kept], np.float32)
        judge = SiegeJudge(box_of(), MODEL)
        before = [judge.value(end.pile, end.front) - end.result for end in kept]
        told = f"error {spread(off)} heroes, of the one in use {spread(before)}"
        left_out = sum(not ends for ends in solved)
        header: dict[str, object] = {"sieges": len(learned), "seed": seed}
        return Fitted(written(net, header), len(learned), f"{told} ({left_out} not solved)")


def ended(said: Sequence[Any]) -> Ended:
    pile, front, result = said
    return Ended(tuple(pile), tuple(front), float(result))


def spread(off: Any) -> str:
    """Of what was foretold amiss, with half its 95 % interval."""
    found = float(np.std(off))
    return f"{found:.3f} ±{1.96 * found / (2 * len(off)) ** 0.5:.3f}"


def make_lessons(game: Game, players: Sequence[int]) -> Lessons:
    return SiegeLessons(game, players)
