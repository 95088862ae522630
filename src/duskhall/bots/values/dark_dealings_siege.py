"""How a siege of Dark Dealings will end: a small network, fitted to sieges that were solved exactly
(`duskhall train dark-dealings`).

It sees a card by what is printed on it, so that it knows no edition. What cards add to its first
layer is a row for each, made once: a siege is judged by adding up some sixteen of them.
"""

from __future__ import annotations

import json
import sys
from array import array
from functools import cache
from pathlib import Path
from typing import Final

from duskhall.bots.net import CAP, COARSE, Net, Rows
from duskhall.games.dark_dealings.box import DRAGON, GNOME, GONE, RANGER, Keep
from duskhall.games.dark_dealings.fight import Dials

MODEL: Final = Path(__file__).parent / "dark_dealings_siege.model"
ONE: Final = 65536.0  # a hero
HEROES: Final = 8  # of a pile
CLASSES: Final = 8
SETS: Final = 7  # of types
SIDES: Final = 3
ABILITIES: Final = 4
HERO_INPUTS: Final = 3 * CLASSES + 2 * SETS + CLASSES * SETS
INPUTS: Final = HERO_INPUTS + 2 * SIDES * SETS + 2 * ABILITIES + ABILITIES * SETS + 1
MOST_INPUT: Final = 1 << 12  # what the inputs of one siege add up to at most


def hero_inputs(box: Keep, hero: int, place: int) -> list[int]:
    """What is seen of a hero: input, number, ... Its place is how many are met after it."""
    kind, weak, armor = box.hero_class[hero], box.weak[hero] - 1, box.armor[hero]
    if kind in (GNOME, DRAGON):
        kind = RANGER  # the network was fitted without the expansion
    found = [kind, 1, CLASSES + kind, armor]
    at = 2 * CLASSES
    found += [at + weak, 1, at + SETS + weak, armor]
    at += 2 * SETS
    found += [at + kind, place]
    return [*found, at + CLASSES + kind * SETS + weak, 1]


def dial_inputs(box: Keep, dial: int) -> list[int]:
    """What is seen of a defense: the sides it has left, from the current one on, and its ability."""
    found: list[int] = []
    at, side = HERO_INPUTS, dial
    for _ in range(SIDES):
        if side != GONE:
            types = box.types[side] - 1
            found += [at + types, 1, at + SETS + types, box.strength[side]]
            side = box.next_dial[side]
        at += 2 * SETS
    ability = box.ability[dial >> 2]
    found += [at + ability, 1, at + ABILITIES + ability, box.strength[dial]]
    at += 2 * ABILITIES
    found += [at + ability * SETS + box.types[dial] - 1, 1]
    if box.after_strike[dial] == GONE and box.next_dial[dial] != GONE:
        found += [INPUTS - 1, 1]  # a strike trashes it, a turn does not
    return found


@cache
def network(path: Path) -> Net:
    """The weights, out of their file: a line of JSON, and then two bytes each."""
    line, _, body = path.read_bytes().partition(b"\n")
    wide, narrow = [int(size) for size in json.loads(line)["sizes"]]
    weights = array("h")
    weights.frombytes(body)
    if sys.byteorder == "big":
        weights.byteswap()
    layers: list[list[int]] = []
    start = 0
    for size in (INPUTS * wide, wide, wide * narrow, narrow, narrow, 1):
        layers.append(weights[start : start + size].tolist())
        start += size
    first, first_bias, second, second_bias, last, last_bias = layers
    return Net(
        Rows(first, first_bias, MOST_INPUT),
        Rows(second, [bias << COARSE for bias in second_bias], wide * CAP),
        last,
        last_bias[0] << COARSE,
    )


class Sum:
    """What the rows of a first layer add up to, one after the other."""

    def __init__(self, net: Net) -> None:
        self.net: Final = net
        self.total: int = net.first.bias
        self.added: int = 0

    def add(self, row: tuple[int, int]) -> None:
        self.total += row[0]
        self.added += row[1]

    def value(self) -> float:
        """In heroes."""
        return self.net.value_of(self.net.first.lanes(self.total, self.added)) / ONE


class SiegeJudge:
    """The network with the cards of one box."""

    def __init__(self, box: Keep, model: Path = MODEL) -> None:
        self.net: Final = network(model)
        first = self.net.first
        self.heroes: list[tuple[int, int]] = [(0, 0)] * (box.cards * HEROES)  # by card and place
        self.dials: list[tuple[int, int]] = [(0, 0)] * (box.cards * 4)
        for hero in box.heroes:
            for place in range(HEROES):
                row = first.joined(hero_inputs(box, hero, place))
                self.heroes[hero * HEROES + place] = row
        for card in box.defenses:
            for dial in range(card * 4, card * 4 + SIDES):
                if box.types[dial]:
                    self.dials[dial] = first.joined(dial_inputs(box, dial))

    def value(self, pile: tuple[int, ...], front: Dials) -> float:
        """How many of these heroes, met from the last on, will be defeated; a card left is a tenth."""
        found = Sum(self.net)
        for place, hero in enumerate(pile):
            found.add(self.heroes[hero * HEROES + place])
        for dial in front:
            found.add(self.dials[dial])
        return min(max(found.value(), 0.0), len(pile) + 0.1 * len(front))
