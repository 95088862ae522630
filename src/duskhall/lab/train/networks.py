"""The networks while they are trained: in floating point, with NumPy, and Adam by hand.

Three layers of a few dozen columns are so small that a framework would bring nothing but its size.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from duskhall.bots.learned import FORMAT, Weights
from duskhall.bots.learned.eyes import Eyes, without_values
from duskhall.bots.net import FINE

Floats = npt.NDArray[Any]  # of 32 bits
Bytes = npt.NDArray[np.uint8]
Ids = npt.NDArray[np.int16]
WIDE: Final = 64
NARROW: Final = 32
HIDDEN: Final = 32  # of the network that foretells answers
CAP: Final = 15.9  # what a layer hands on at most
FADE: Final = 1e-5  # how much weights shrink in a step, in parts of the rate
BATCH: Final = 512
STEADY: Final = 400  # steps that weights are averaged over
MAX_WEIGHT: Final = 32767


class Layers:
    """Weights by name, with what Adam remembers of each, and their mean over the last steps.

    Single steps follow the luck of single games; the mean is what is played with and kept.
    """

    def __init__(self, weights: dict[str, Floats]) -> None:
        self.weights: Final = weights
        self.steady: Final = {name: w.copy() for name, w in weights.items()}
        self.mean: Final = {name: np.zeros_like(w) for name, w in weights.items()}
        self.square: Final = {name: np.zeros_like(w) for name, w in weights.items()}
        self.steps = 0

    def step(self, slopes: dict[str, Floats], rate: float) -> None:
        self.steps += 1
        fresh = float(np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps))
        for name, slope in slopes.items():
            mean, square, w = self.mean[name], self.square[name], self.weights[name]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            w -= rate * (fresh * mean / (np.sqrt(square) + 1e-8) + FADE * w)
            self.steady[name] += max(1 / STEADY, 8 / (8 + self.steps)) * (w - self.steady[name])

    def settle(self) -> None:
        """Begin anew from the weights as they are."""
        for name, w in self.weights.items():
            self.steady[name][...] = w

    def kept(self, prefix: str) -> dict[str, Any]:
        """Everything, to go on from later."""
        found: dict[str, Any] = {f"{prefix}steps": np.array(self.steps)}
        for name, w in self.weights.items():
            found[f"{prefix}{name}"] = w
            found[f"{prefix}{name}.steady"] = self.steady[name]
            found[f"{prefix}{name}.mean"] = self.mean[name]
            found[f"{prefix}{name}.square"] = self.square[name]
        return found

    def take(self, prefix: str, kept: dict[str, Any]) -> None:
        self.steps = int(kept[f"{prefix}steps"])
        for name, w in self.weights.items():
            w[...] = kept[f"{prefix}{name}"]
            self.steady[name][...] = kept[f"{prefix}{name}.steady"]
            self.mean[name][...] = kept[f"{prefix}{name}.mean"]
            self.square[name][...] = kept[f"{prefix}{name}.square"]


def drawn(rng: np.random.Generator, inputs: int, outputs: int, active: int) -> Floats:
    return (rng.standard_normal((inputs, outputs)) * float(np.sqrt(1.5 / active))).astype(
        np.float32
    )


class ValueNet:
    """From what a seat knows to what it may hope for."""

    def __init__(
        self, scales: list[int], rng: np.random.Generator, wide: int = WIDE, narrow: int = NARROW
    ) -> None:
        self.scales: Final = np.array(scales, np.float32)
        self.layers: Final = Layers(
            {
                "1": drawn(rng, len(scales), wide, 60),
                "1b": np.zeros(wide, np.float32),
                "2": drawn(rng, wide, narrow, wide),
                "2b": np.zeros(narrow, np.float32),
                "3": drawn(rng, narrow, 1, 8 * narrow),
                "3b": np.full(1, 0.5, np.float32),
            }
        )

    def begin(self, held: Weights, names: list[str]) -> None:
        """Begin as a network was that saw nearly the same."""
        layers = [unrounded(layer) for layer in held.value]
        w = self.layers.weights
        w["1"][...] = taken_over(layers[0], held.inputs, names) * self.scales[:, None]
        for name, layer in zip(("1b", "2", "2b", "3", "3b"), layers[1:], strict=True):
            w[name][...] = layer.reshape(w[name].shape)
        self.layers.settle()

    def values(self, seen: Bytes) -> Floats:
        found = np.empty(len(seen), np.float32)
        for start in range(0, len(seen), 4096):
            part = slice(start, start + 4096)
            found[part] = self.forward(seen[part], self.layers.steady)[3]
        return found

    def forward(self, seen: Bytes, w: dict[str, Floats]) -> tuple[Floats, Floats, Floats, Floats]:
        x = seen.astype(np.float32) / self.scales
        first = np.clip(x @ w["1"] + w["1b"], 0, CAP)
        second = np.clip(first @ w["2"] + w["2b"], 0, CAP)
        return x, first, second, (second @ w["3"] + w["3b"])[:, 0]

    def fit(self, seen: Bytes, wanted: Floats, rate: float) -> float:
        """One step towards what is wanted; the mean squared error before it."""
        w = self.layers.weights
        x, first, second, out = self.forward(seen, w)
        error = (out - wanted) / len(out)
        slopes: dict[str, Floats] = {"3": second.T @ error[:, None], "3b": error.sum(keepdims=True)}
        back = error[:, None] @ w["3"].T * ((second > 0) & (second < CAP))
        slopes["2"], slopes["2b"] = first.T @ back, back.sum(0)
        back = back @ w["2"].T * ((first > 0) & (first < CAP))
        slopes["1"], slopes["1b"] = x.T @ back, back.sum(0)
        self.layers.step(slopes, rate)
        return float(((out - wanted) ** 2).mean())

    def whole(self) -> list[npt.NDArray[np.int16]]:
        w = self.layers.steady
        return [
            rounded(w["1"] / self.scales[:, None]),
            *[rounded(w[name]) for name in ("1b", "2", "2b", "3", "3b")],
        ]


class HabitNet:
    """From what a seat knows to how likely it gives each answer."""

    def __init__(self, scales: list[int], parts: int, rng: np.random.Generator) -> None:
        self.scales: Final = np.array(scales, np.float32)
        self.parts: Final = parts  # after them comes one that stands for none
        self.layers: Final = Layers(
            {
                "1": drawn(rng, len(scales), HIDDEN, 60),
                "1b": np.zeros(HIDDEN, np.float32),
                "parts": drawn(rng, parts + 1, HIDDEN + 1, 20 * HIDDEN),
            }
        )

    def begin(self, held: Weights, names: list[str], part_names: list[str]) -> None:
        """Begin as a network foretold that saw nearly the same."""
        first, bias, parts = [unrounded(layer) for layer in held.habit]
        w = self.layers.weights
        w["1"][...] = taken_over(first, held.inputs, names) * self.scales[:, None]
        w["1b"][...] = bias
        w["parts"][: self.parts] = taken_over(parts, held.parts, part_names)
        self.layers.settle()

    def fit(self, seen: Bytes, answers: Ids, chosen: Ids, rate: float) -> tuple[float, float]:
        """One step towards the answers given; surprise and share foretold right before it.

        Answers are parts by position and answer; missing ones have no part at all.
        """
        w = self.layers.weights
        x = seen.astype(np.float32) / self.scales
        hidden = np.clip(x @ w["1"] + w["1b"], 0, CAP)
        full = np.concatenate([np.ones((len(x), 1), np.float32), hidden], 1)
        w["parts"][self.parts] = 0
        rows = w["parts"][answers].sum(2)
        likings = np.einsum("bmh,bh->bm", rows, full)
        likings[answers[:, :, 0] == self.parts] = -1e9
        shares = np.exp(likings - likings.max(1, keepdims=True))
        shares /= shares.sum(1, keepdims=True)
        at = np.arange(len(x))
        surprise = float(-np.log(shares[at, chosen] + 1e-9).mean())
        right = float((likings.argmax(1) == chosen).mean())
        error = shares
        error[at, chosen] -= 1
        error /= len(x)
        spread = error[:, :, None] * full[:, None, :]
        slope = np.zeros_like(w["parts"])
        for part in range(answers.shape[2]):
            np.add.at(slope, answers[:, :, part], spread)
        back = np.einsum("bm,bmh->bh", error, rows)[:, 1:] * ((hidden > 0) & (hidden < CAP))
        slopes = {"parts": slope, "1": x.T @ back, "1b": back.sum(0)}
        self.layers.step(slopes, rate)
        return surprise, right

    def whole(self) -> list[npt.NDArray[np.int16]]:
        w = self.layers.steady
        return [
            rounded(w["1"] / self.scales[:, None]),
            rounded(w["1b"]),
            rounded(w["parts"][: self.parts]),
        ]


def rounded(weights: Floats) -> npt.NDArray[np.int16]:
    whole = np.clip(np.rint(weights * (1 << FINE)), -MAX_WEIGHT, MAX_WEIGHT)
    found: npt.NDArray[np.int16] = whole.astype("<i2")
    return found


def unrounded(weights: Sequence[int]) -> Floats:
    return np.array(weights, np.float32) / (1 << FINE)


def taken_over(weights: Floats, known: list[str], names: list[str]) -> Floats:
    """Rows for these names: those of the same card and place, whatever is printed on it now.

    What is new begins as the mean of its place, which stands before the colon; else with nothing.
    """
    rows = weights.reshape(len(known), -1)
    at = {name: number for number, name in enumerate(known)}
    places: dict[str, list[int]] = {}
    for name, number in at.items():
        places.setdefault(name.partition(":")[0], []).append(number)
    found = np.zeros((len(names), rows.shape[1]), np.float32)
    for number, name in enumerate(without_values(name) for name in names):
        place = places.get(name.partition(":")[0])
        if name in at:
            found[number] = rows[at[name]]
        elif place is not None:
            found[number] = rows[place].mean(0)
    return found


def written(
    header: dict[str, object], eyes: Eyes, value: ValueNet, habit: HabitNet | None
) -> bytes:
    """A model as a file, with the networks in whole numbers."""
    full = {
        "format": FORMAT,
        **header,
        "schema": eyes.schema(),
        "inputs": [without_values(name) for name in eyes.names],
        "parts": [without_values(name) for name in eyes.part_names],
        "sizes": [len(eyes.names), WIDE, NARROW],
        "habit": [habit.parts, HIDDEN] if habit else [0, 0],
    }
    weights = value.whole() + (habit.whole() if habit else [])
    return json.dumps(full).encode() + b"\n" + b"".join([w.tobytes() for w in weights])
