"""Learned judgement: networks that lie in the package, each for what it was trained on.

A file is a line of JSON and then weights, two bytes each. Several may lie side by side, for other
numbers of players and other editions. One is used where game, rules version,
number of players and all that the game's eyes see are those it was trained with, so also the values
printed on the cards; else the hand-written mind serves.
"""

from __future__ import annotations

import json
import sys
from array import array
from importlib import import_module
from importlib.util import find_spec
from math import exp, log
from pathlib import Path
from typing import Final

from duskhall.bots.learned.eyes import Eyes
from duskhall.bots.mind import Mind, mind_of
from duskhall.bots.net import CAP, COARSE, MOST_INPUT, Habit, Net, Rows
from duskhall.engine.box import Box
from duskhall.engine.events import Seat
from duskhall.engine.game import Game
from duskhall.engine.moves import Move
from duskhall.engine.state import State

FOLDER: Final = Path(__file__).parent / "models"
FORMAT: Final = 1
ONE: Final = 65536.0  # a sure win
DEPTH: Final = 8  # own answers that a search looks ahead
HAND: Final = 0.3  # how much the hand-written mind has to say beside the network
# What a network tells is half of the win, half how clear it is. As games of the levels ended (300 with
# two players, 150 with three, 120 with four), chances lie so many times as far apart as that, for
# each of two or three players.
APART: Final = 2.0
NOISE: Final = [round(-1024 * log(-log((i + 0.5) / 256))) for i in range(256)]  # Gumbel's


class Weights:
    """What a file holds: whom it fits, and by layer its weights in whole numbers."""

    def __init__(self, data: bytes) -> None:
        line, _, body = data.partition(b"\n")
        header = json.loads(line)
        if header["format"] != FORMAT:
            raise ValueError(f"a model of format {header['format']}, not {FORMAT}")
        self.game: Final = str(header["game"])
        self.rules: Final = int(header["rules"])
        self.edition: Final = str(header["edition"])
        self.players: Final = [int(players) for players in header["players"]]
        self.schema: Final = str(header["schema"])
        self.inputs: Final = [str(name) for name in header["inputs"]]  # without printed values
        self.parts: Final = [str(name) for name in header["parts"]]
        inputs, wide, narrow = [int(size) for size in header["sizes"]]
        parts, self.hidden = [int(size) for size in header["habit"]]
        weights = array("h")
        weights.frombytes(body)
        if sys.byteorder == "big":
            weights.byteswap()
        sizes = [inputs * wide, wide, wide * narrow, narrow, narrow, 1]
        sizes += [inputs * self.hidden, self.hidden, parts * (self.hidden + 1)] if parts else []
        if len(weights) != sum(sizes):
            raise ValueError(f"{len(weights)} weights, not {sum(sizes)}")
        self.value: list[list[int]] = []  # two layers and the last one, each with its bias
        self.habit: list[list[int]] = []  # a layer with its bias, and the parts, if it foretells
        start = 0
        for size in sizes:
            kind = self.value if len(self.value) < 6 else self.habit
            kind.append(weights[start : start + size].tolist())
            start += size


class Model:
    """A network of one game, and what it fits."""

    def __init__(self, data: bytes) -> None:
        held = Weights(data)
        self.game: Final = held.game
        self.rules: Final = held.rules
        self.edition: Final = held.edition
        self.players: Final = held.players
        self.schema: Final = held.schema
        first, first_bias, second, second_bias, last, last_bias = held.value
        self.net: Final = Net(
            Rows(first, first_bias, MOST_INPUT),
            Rows(second, [bias << COARSE for bias in second_bias], len(first_bias) * CAP),
            last,
            last_bias[0] << COARSE,
        )
        self.habit: Habit | None = None
        if held.habit:
            hidden, hidden_bias, rows = held.habit
            by = held.hidden + 1
            self.habit = Habit(
                Rows(hidden, hidden_bias, MOST_INPUT),
                [rows[at : at + by] for at in range(0, len(rows), by)],
            )


def eyes_for(box: Box) -> Eyes | None:
    """How the game of this box is seen: `make_eyes` of the module here that is named like it."""
    module = f"duskhall.bots.learned.{box.source[0].replace('-', '_')}"
    if find_spec(module) is None:
        return None
    eyes = import_module(module).make_eyes(box)
    assert eyes is None or isinstance(eyes, Eyes)
    return eyes


_models: Final[dict[str, list[Model]]] = {}


def models_of(game: str) -> list[Model]:
    """The networks of a game in the package."""
    if game not in _models:
        _models[game] = [Model(path.read_bytes()) for path in sorted(FOLDER.glob(f"{game}*.model"))]
    return _models[game]


class Insight:
    """A network and the eyes for one box."""

    def __init__(self, eyes: Eyes, model: Model) -> None:
        self.eyes: Final = eyes
        self.model: Final = model

    def value(self, s: State, seat: Seat) -> int:
        return self.model.net.value(self.eyes.look(s, seat))


def insight_for(game: Game, box: Box) -> Insight | None:
    """The network that fits a box, if there is one."""
    eyes = eyes_for(box)
    if eyes is None:
        return None
    for model in models_of(game.name):
        if (
            model.rules == game.version
            and box.players in model.players
            and model.schema == eyes.schema()
        ):
            return Insight(eyes, model)
    return None


class LearnedMind(Mind):
    """A mind that judges with a network where one fits, and else as the hand-written one."""

    def __init__(self, game: Game, model: Model | None = None, hand: float = HAND) -> None:
        super().__init__(game)
        self.plain: Final = mind_of(game)
        self.hand: Final = hand
        self.depth = DEPTH
        self.own_model: Final = model  # in place of those of the package
        self.boxes: dict[int, tuple[Box, Insight | None]] = {}

    def insight(self, box: Box) -> Insight | None:
        known = self.boxes.get(id(box))
        if known is not None and known[0] is box:
            return known[1]
        if len(self.boxes) > 16:
            self.boxes.clear()
        found: Insight | None = None
        if self.own_model is not None:
            eyes = eyes_for(box)
            if eyes is not None:
                found = Insight(eyes, self.own_model)
        else:
            found = insight_for(self.game, box)
        self.boxes[id(box)] = (box, found)
        return found

    def fits(self, s: State) -> bool:
        """Whether there is a network for this table."""
        return self.insight(s.box) is not None

    def judges(self, s: State) -> bool:
        """Whether a network judges this table, and knows what to do with it."""
        insight = self.insight(s.box)
        return insight is not None and insight.eyes.covers(s)

    def value(self, s: State, seat: Seat) -> float:
        """What one seat may hope for, by what it may know."""
        insight = self.insight(s.box)
        if insight is None:
            return self.plain.values(s)[seat]
        if not s.waiting:
            return self.payoffs(s)[seat]
        learned = min(max(insight.value(s, seat), 0), 65536) / ONE
        if self.hand == 0.0:
            return learned
        # Two judges err in different ways: together they are better than either.
        return (1 - self.hand) * learned + self.hand * self.plain.values(s)[seat]

    def values(self, s: State) -> list[float]:
        if not self.fits(s):
            return self.plain.values(s)
        return [self.value(s, seat) for seat in range(s.box.players)]

    def chances(self, s: State) -> list[float]:
        if not s.waiting or not self.fits(s):
            return self.plain.chances(s)
        values = self.values(s)
        best, apart = max(values), APART * min(len(values), 3)
        parts = [exp(apart * (value - best)) for value in values]
        total = sum(parts)
        return [part / total for part in parts]

    def foreseen(self, s: State, closely: bool = False) -> list[float]:
        return self.chances(s) if self.fits(s) else self.plain.foreseen(s, closely)

    def payoffs(self, s: State) -> list[float]:
        return self.plain.payoffs(s)

    def moves(self, s: State, seat: Seat) -> list[Move]:
        return self.plain.moves(s, seat)

    def at_first_sight(self, s: State, seat: Seat, moves: list[Move]) -> list[float]:
        return self.plain.at_first_sight(s, seat, moves)

    def sample(self, s: State, seat: Seat) -> Move:
        """An answer as likely as the network thinks it, or that of the hand-written mind."""
        insight = self.insight(s.box)
        if insight is None or insight.model.habit is None:
            return self.plain.sample(s, seat)
        moves = self.plain.moves(s, seat)
        if len(moves) == 1:
            return moves[0]
        best, chosen = -(1 << 60), moves[0]
        luck = 0
        for at, liking in enumerate(self.likings(s, seat, moves)):
            if at & 3 == 0:
                luck = s.random_below(1 << 32)
            liking += NOISE[luck & 255]
            luck >>= 8
            if liking > best:
                best, chosen = liking, moves[at]
        return chosen

    def likings(self, s: State, seat: Seat, moves: list[Move]) -> list[int]:
        """By answer, how much more likely it is than others: 1024 is a factor of e."""
        insight = self.insight(s.box)
        if insight is None or insight.model.habit is None:
            return [0] * len(moves)
        eyes = insight.eyes
        answers = [eyes.parts(s, seat, move) for move in moves]
        return insight.model.habit.likings(eyes.look(s, seat), answers)

    def plan(self, s: State, seat: Seat) -> Move | None:
        return None if self.fits(s) else self.plain.plan(s, seat)

    def reason(self, s: State, seat: Seat, move: Move) -> tuple[str, tuple[int, ...]]:
        return self.plain.reason(s, seat, move)

    def forget(self, s: State) -> bool:
        return self.plain.forget(s)

    def is_settled(self, s: State) -> bool:
        return self.plain.is_settled(s)

    def may_try(self, s: State) -> bool:
        return self.plain.may_try(s)

    def solve(self, s: State, seat: Seat, end: float = 0.0, iterations: int = 0) -> Move | None:
        return self.plain.solve(s, seat, end, iterations)
