"""A small network of whole numbers, which judges the same on every machine, compiled or not.

A layer's weights for one input are packed side by side into one long number, so that adding a row
is one addition. Weights are stored with an offset that makes them positive: no lane borrows from
its neighbour, and what the offsets add up to is taken off again when the lanes are read. Inputs are
few and small whole numbers, most of them absent, so the first layer is a sum of few rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct
from typing import Final

FINE: Final = 10  # bits after the point of weights and of the sums of the first layer
COARSE: Final = 8  # of what a layer hands on
VALUE: Final = 16  # of a value: 1.0 is 65536
CAP: Final = (16 << COARSE) - 1  # the most that a layer hands on
MOST_INPUT: Final = 1 << 14  # what the inputs of one position add up to at most


class Rows:
    """The rows of a layer: by input, its weights to all outputs, packed into one number."""

    def __init__(self, weights: Sequence[int], bias: Sequence[int], most: int) -> None:
        self.outputs: Final = len(bias)
        self.offset: Final = max([abs(weight) for weight in weights], default=0)
        self.base: Final = max([abs(weight) for weight in bias], default=0)
        # `most` is what the inputs add up to at most: no lane is to overflow into the next.
        is_short = 2 * (self.offset * most + self.base) < 1 << 32
        self.lane: Final = Struct(f"<{self.outputs}I" if is_short else f"<{self.outputs}Q")
        self.bytes: Final = self.lane.size
        self.bias: Final = self.pack(bias, self.base)
        self.packed: Final = [
            self.pack(weights[start : start + self.outputs], self.offset)
            for start in range(0, len(weights), self.outputs)
        ]

    def pack(self, weights: Sequence[int], offset: int) -> int:
        lanes = [weight + offset for weight in weights]
        return int.from_bytes(self.lane.pack(*lanes), "little")

    def joined(self, sight: Sequence[int]) -> tuple[int, int]:
        """What is seen together again and again, as one row; and how much the inputs add up to."""
        total, added = 0, 0
        for at in range(0, len(sight), 2):
            total += self.packed[sight[at]] * sight[at + 1]
            added += sight[at + 1]
        return total, added

    def lanes(self, total: int, added: int) -> list[int]:
        """By output, what rows add up to, the bias among them; `added` is the sum of the inputs."""
        floor = self.offset * added + self.base
        return [number - floor for number in self.lane.unpack(total.to_bytes(self.bytes, "little"))]


class Net:
    """Inputs, two hidden layers, and one value.

    Biases of the second and last layer are finer than their weights, by what those are multiplied.
    """

    def __init__(
        self,
        first: Rows,
        second: Rows,
        last: Sequence[int],
        last_bias: int,
    ) -> None:
        self.first: Final = first
        self.second: Final = second
        self.last: Final = list(last)
        self.last_bias: Final = last_bias

    def value(self, sight: list[int]) -> int:
        """The value of a position, in parts of 65536; what is seen is pairs of input and number."""
        return self.value_of(sums(self.first, sight))

    def value_of(self, lanes: list[int]) -> int:
        """The value, from the sums of the first layer."""
        second = self.second
        rows, total, added = second.packed, second.bias, 0
        for at, lane in enumerate(lanes):
            if lane > 0:
                held = min(lane >> FINE - COARSE, CAP)
                total += rows[at] * held
                added += held
        floor = second.offset * added + second.base
        out = self.last_bias
        for at, number in enumerate(second.lane.unpack(total.to_bytes(second.bytes, "little"))):
            if number > floor:
                out += self.last[at] * min(number - floor >> FINE, CAP)
        return out >> FINE + COARSE - VALUE


class Habit:
    """Inputs, one hidden layer, and how likely each part of an answer makes it."""

    def __init__(self, first: Rows, parts: Sequence[Sequence[int]]) -> None:
        self.first: Final = first
        self.parts: Final = [list(row) for row in parts]  # by part: its bias, then its weights

    def likings(self, sight: list[int], answers: list[list[int]]) -> list[int]:
        """By answer, how much it is liked: a sum over its parts. The scale is that of weights."""
        hidden: list[int] = [0]
        for lane in sums(self.first, sight):
            hidden.append(min(lane >> FINE - COARSE, CAP) if lane > 0 else 0)
        hidden[0] = 1 << COARSE
        held = [at for at in range(len(hidden)) if hidden[at]]
        found: list[int] = []
        for answer in answers:
            total = 0
            for part in answer:
                row = self.parts[part]
                for at in held:
                    total += row[at] * hidden[at]
            found.append(total >> COARSE)
        return found


def sums(layer: Rows, sight: list[int]) -> list[int]:
    """What the first layer adds up to, by output."""
    rows, total, added = layer.packed, layer.bias, 0
    for at in range(0, len(sight), 2):
        by = sight[at + 1]
        added += by
        total += rows[sight[at]] if by == 1 else rows[sight[at]] * by
    return layer.lanes(total, added)
