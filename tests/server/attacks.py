"""Records and bodies that were made to hurt a server."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from functools import cache

import duskhall
from duskhall import Record, Table
from duskhall.engine.edition import Edition

GAME = duskhall.game("dark-dealings")


@cache
def honest() -> str:
    """A whole game of two, as a record."""
    edition = next(iter(GAME.editions().values()))
    return played(edition, 1).chained().dumps()


def played(edition: Edition, seed: int) -> Record:
    rng = random.Random(seed)
    record = Record(GAME, 2, GAME.box(2, {}, edition).options, edition, seed)
    table = Table(record, sparing=True)
    while table.state.waiting:
        seat = rng.choice(table.state.waiting)
        table.play(seat, rng.choice(table.state.legal_moves(seat)))
    return record


@cache
def heavy_hitters() -> str:
    """Nobody ever falls: every defense is a Heavy Hitter of strength 0, every armor 20."""
    text = next(iter(GAME.editions().values())).text
    text = re.sub(r"armor=\d+", "armor=20", text)
    text = re.sub(r"strength=\d+", "strength=0", text)
    text = re.sub(r', ability="\w+"', "", text)
    text = re.sub(r"(\{rank=.*), sides=", r'\1, ability="heavy_hitter", sides=', text)
    return played(Edition("heavy", text, built_in=False), 2).chained().dumps()


def with_edition(text: str, name: object = "mine") -> str:
    """The honest record, with another edition in it."""
    record = json.loads(honest())
    record["edition"] = {"name": name, "text": text, "sha256": "0" * 64}
    return json.dumps(record)


def many_heroes(count: int = 2_400) -> str:
    rows = "\n".join(
        f'{{challenge={n}, name="{n}", class="knight", armor=1, weak=["trap"]}},'
        for n in range(1, count + 1)
    )
    return with_edition(f"heroes = [\n{rows}\n]\ndefenses = []\n")


def dotted(letters: int) -> str:
    return with_edition(".".join("a" * (letters // 2)) + " = 1\n")


def nested(depth: int = 20_000) -> str:
    return with_edition("a = " + "[" * depth + "]" * depth)


NAMED: dict[str, Callable[[], str]] = {
    "Heavy Hitters of strength 0": heavy_hitters,
    "2,400 heroes": many_heroes,
    "a dotted key of 41 kB": lambda: dotted(41_000),
    "a dotted key of 201 kB": lambda: dotted(201_000),
    "nested lists": nested,
}
