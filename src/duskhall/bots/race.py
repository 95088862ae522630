"""A race: who will be first, told from a few numbers of each seat by a small network.

All seats are judged by the same weights, and their hopes are shared out. Sums go in one order, so
that a table is judged the same compiled and interpreted.
"""

from __future__ import annotations

import json
from math import exp
from pathlib import Path
from typing import Final


class Race:
    """Weights out of a file: by hidden number, its bias and one for each trait; then the last."""

    def __init__(self, path: Path, traits: list[str]) -> None:
        held = json.loads(path.read_text("utf-8"))
        if held["traits"] != traits:
            raise ValueError(f"{path.name} knows other traits")
        self.bias: Final = [float(row[0]) for row in held["hidden"]]
        self.rows: Final = [[float(weight) for weight in row[1:]] for row in held["hidden"]]
        self.last: Final = [float(weight) for weight in held["last"]]
        self.straight: Final = [float(weight) for weight in held["straight"]]  # past the hidden

    def hope(self, traits: list[float]) -> float:
        return self.hope_on(self.begun([], 0), traits)

    def begun(self, traits: list[float], first: int) -> list[float]:
        """What the traits from this one on come to: past the hidden numbers, and in each of them."""
        straight = 0.0
        for at, trait in enumerate(traits):
            if trait:
                straight += self.straight[first + at] * trait
        sums = [straight]
        for number, weights in enumerate(self.rows):
            hidden = self.bias[number]
            for at, trait in enumerate(traits):
                if trait:
                    hidden += weights[first + at] * trait
            sums.append(hidden)
        return sums

    def hope_on(self, begun: list[float], traits: list[float]) -> float:
        """The hope, where the other traits have come to so much."""
        total = begun[0]
        for at, trait in enumerate(traits):
            if trait:
                total += self.straight[at] * trait
        for number, weights in enumerate(self.rows):
            hidden = begun[number + 1]
            for at, trait in enumerate(traits):
                if trait:
                    hidden += weights[at] * trait
            if hidden > 0.0:
                total += self.last[number] * hidden
        return total

    def shares(self, traits: list[list[float]]) -> list[float]:
        """By seat, its share of the win."""
        hopes = [self.hope(each) for each in traits]
        best = max(hopes)
        parts = [exp(hope - best) for hope in hopes]
        total = 0.0
        for part in parts:
            total += part
        return [part / total for part in parts]
