"""A training run: it can be stopped and gone on with, and every checkpoint is tried.

First come games of the hand-written mind, whose positions are to be worth what it thought of the
later ones and how the game ended: so what it knows is learned in minutes. Then the network plays
against itself, one answer ahead and some by lot, and positions are to be worth what the later ones
of their game were (TD with a trace). The answers it gives train the network that
foretells answers. A checkpoint is kept if it is not beaten by the best one so far.

A run can begin from the network of a nearly equal game, as with other values on the cards: then it
needs no teacher, fewer games, and steps are smaller from the start.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from duskhall.bots import make_bot
from duskhall.bots.bot import Bot, luck
from duskhall.bots.greedy import GreedyBot
from duskhall.bots.learned import LearnedMind, Model, Weights
from duskhall.bots.learned_bot import LearnedBot
from duskhall.engine.box import Box
from duskhall.engine.game import Game
from duskhall.lab.statistics import wilson
from duskhall.lab.train.games import (
    MOST_ANSWERS,
    MOST_PARTS,
    Player,
    backed_up,
    contest,
    dense,
    eyes_of,
    padded,
)
from duskhall.lab.train.lessons import RUN
from duskhall.lab.train.networks import (
    BATCH,
    HIDDEN,
    NARROW,
    WIDE,
    HabitNet,
    ValueNet,
    written,
)

KEPT: Final = 400_000  # positions that are learned from, the newest
KEPT_ANSWERS: Final = 150_000
CHUNK: Final = 50  # games between two times of learning
ENOUGH: Final = 40_000  # positions before which nothing is learned: few would be learned by heart
PASSES: Final = 3  # how often a position is learned from while it is kept, per chunk's worth
FIRST_CHANCE: Final = 0.1
CHANCE: Final = 0.05  # of an answer by lot
FIRST_TRACE: Final = 0.9  # how far an end is felt back, where a teacher judges what comes between
TRACE: Final = 0.95  # and where the network itself does
FAST: Final = 1e-3  # rates of learning: at first,
WARM: Final = 3e-4  # at first, if it begins from another network,
SLOW: Final = 1e-4  # and at the end
GATE: Final = 50  # deals of a gate


class Plan(NamedTuple):
    """What is trained, and for how long."""

    game: Game
    boxes: Sequence[Box]
    seed: int
    first: int  # games of the hand-written mind
    games: int  # in all
    gate: int  # games between two checkpoints
    rival: str  # a bot that every checkpoint meets, besides the best so far
    folder: Path
    start: Path | None = None  # the network to begin from


class Ring:
    """The newest rows of a kind."""

    def __init__(self, most: int, *shapes: tuple[tuple[int, ...], str]) -> None:
        self.columns: Final = [np.zeros((most, *shape), kind) for shape, kind in shapes]
        self.most: Final = most
        self.count = 0
        self.at = 0

    def add(self, *rows: Any) -> None:
        where = (self.at + np.arange(len(rows[0]))) % self.most
        for column, more in zip(self.columns, rows, strict=True):
            column[where] = more
        self.at = (self.at + len(rows[0])) % self.most
        self.count = min(self.count + len(rows[0]), self.most)

    def draw(self, rng: np.random.Generator, count: int) -> list[Any]:
        chosen = rng.integers(0, self.count, count)
        return [column[chosen] for column in self.columns]


class Run:
    """The state of a training run."""

    def __init__(self, plan: Plan, say: Callable[[str], None] = print) -> None:
        self.plan: Final = plan
        self.say: Final = say
        eyes = eyes_of(plan.boxes[0])
        self.eyes: Final = eyes
        self.inputs: Final = len(eyes.names)
        self.rng = np.random.default_rng(plan.seed)
        self.value: Final = ValueNet(eyes.scales, self.rng)
        self.habit: Final = HabitNet(eyes.scales, len(eyes.part_names), self.rng)
        self.all_eyes: Final = [eyes_of(box) for box in plan.boxes]
        if any(other.schema() != eyes.schema() for other in self.all_eyes):
            raise ValueError("one network cannot see all these tables: train one for each")
        self.header: dict[str, object] = {
            "game": plan.game.name,
            "rules": plan.game.version,
            "edition": plan.boxes[0].source[1],
            "players": sorted({box.players for box in plan.boxes}),
        }
        self.foretells = False
        self.games = 0
        self.seconds = 0.0  # of processor time used so far
        self.gates: list[dict[str, object]] = []
        self.best: bytes = b""
        self.positions: Final = Ring(KEPT, ((self.inputs,), "u1"), ((), "f4"))
        self.answers: Final = Ring(
            KEPT_ANSWERS, ((self.inputs,), "u1"), ((MOST_ANSWERS, MOST_PARTS), "i2"), ((), "i2")
        )
        if plan.start is not None:
            self.begin(Weights(plan.start.read_bytes()))

    def begin(self, held: Weights) -> None:
        """Begin from the network of a nearly equal game, which is then the first to be beaten."""
        if held.game != self.plan.game.name:
            raise ValueError(f"{self.plan.start} is a network of {held.game}")
        self.value.begin(held, self.eyes.names)
        if held.habit:
            self.habit.begin(held, self.eyes.names, self.eyes.part_names)
            self.foretells = True
        self.best = self.model()

    # Keeping and going on

    def save(self) -> None:
        folder = self.plan.folder
        folder.mkdir(parents=True, exist_ok=True)
        draft = folder / "run.draft.npz"
        state = {
            "games": self.games,
            "seconds": self.seconds,
            "gates": self.gates,
            "rng": self.rng.bit_generator.state,
            "schema": self.eyes.schema(),
        }
        np.savez(
            draft,
            allow_pickle=False,
            **self.value.layers.kept("value."),
            **self.habit.layers.kept("habit."),
            state=np.array(json.dumps(state)),
        )
        draft.replace(folder / RUN)
        (folder / "best.model").write_bytes(self.best)
        (folder / "card.md").write_text(self.card(), encoding="utf-8")

    def load(self) -> bool:
        """Go on with a run that was kept here. What it had seen is played anew."""
        path = self.plan.folder / RUN
        if not path.exists():
            return False
        with np.load(path) as file:
            kept = dict(file)
        state = json.loads(str(kept["state"]))
        if state["schema"] != self.eyes.schema():
            raise ValueError(f"{path} was trained on other inputs: begin in another folder")
        self.value.layers.take("value.", kept)
        self.habit.layers.take("habit.", kept)
        self.foretells = self.habit.layers.steps > 0
        self.games, self.seconds = state["games"], state["seconds"]
        self.gates = state["gates"]
        self.rng.bit_generator.state = state["rng"]
        self.best = (self.plan.folder / "best.model").read_bytes()
        return True

    def model(self) -> bytes:
        habit = self.habit if self.foretells else None
        return written({**self.header, "games": self.games}, self.eyes, self.value, habit)

    def card(self) -> str:
        """What the network is, and how strong it was while it was trained."""
        plan = self.plan
        players = [box.players for box in plan.boxes]
        command = (
            f"duskhall train {plan.game.name} --players {' '.join([str(n) for n in players])}"
            f" --first {plan.first} --games {plan.games} --gate {plan.gate} --rival {plan.rival}"
            f" --seed {plan.seed}"
        )
        if self.header["edition"] != next(iter(plan.game.editions())):
            command += f" --edition {self.header['edition']}"
        if plan.start is not None:
            command += f" --from {plan.start.name}"
        lines = [
            f"# {plan.game.title}: a network",
            "",
            f"Made by `{command}`. {self.games} games, the first {plan.first} of them played by the"
            f" hand-written mind; {self.seconds / 60:.1f} minutes of processor time, gates not"
            " counted.",
            "",
            f"{self.inputs} inputs, {WIDE}, {NARROW}, 1; foretelling: {self.inputs} inputs, {HIDDEN},"
            f" {self.habit.parts} parts of answers. Rules version {plan.game.version}, edition"
            f" {self.header['edition']}, schema `{self.eyes.schema()}`.",
            "",
            "One answer ahead, share of the win of one such bot, with 95 % intervals (Wilson):",
            "",
            f"| games | minutes | against the best before | against {plan.rival} | n | kept |",
            "|---|---|---|---|---|---|",
        ]
        for gate in self.gates:
            last = gate.get("last")
            lines.append(
                f"| {gate['games']} | {gate['minutes']} | {shown(last) if last else ''}"
                f" | {shown(gate['rival'])} | {gate['n']} | {'yes' if gate['kept'] else 'no'} |"
            )
        return "\n".join(lines) + "\n"

    # Training

    def go(self) -> None:
        """Train until all games are played."""
        plan = self.plan
        while self.games < plan.games:
            began = time.process_time()
            self.chunk(self.games < plan.first, self.games / plan.games)
            self.seconds += time.process_time() - began
            if self.games % plan.gate < CHUNK or self.games >= plan.games:
                self.gate()
            self.save()

    def chunk(self, first: bool, share: float) -> None:
        """Some games, and as much learning."""
        plan = self.plan
        model = None if first else Model(self.model())
        player = Player(plan.game, model, FIRST_CHANCE if first else CHANCE)
        added = asked = 0
        began = time.perf_counter()
        for number in range(self.games, self.games + CHUNK):
            at = number % len(plan.boxes)
            lived = player.play(plan.boxes[at], self.all_eyes[at], luck(plan.seed, 7, number))
            for seen, hopes, end in zip(lived.seen, lived.hopes, lived.ends, strict=True):
                rows = dense(seen, self.inputs)
                if first:
                    wanted = backed_up(np.array(hopes, np.float32), end, FIRST_TRACE)
                else:
                    wanted = backed_up(self.value.values(rows), end, TRACE)
                self.positions.add(rows, wanted)
                added += len(rows)
            if lived.asked:
                rows = dense(lived.asked, self.inputs)
                chosen = np.array(lived.chosen, np.int16)
                self.answers.add(rows, padded(lived.answers, self.habit.parts), chosen)
                asked += len(rows)
        self.games += CHUNK
        played = time.perf_counter() - began
        fast = FAST if plan.start is None else WARM
        rate = fast * (SLOW / fast) ** share
        errors = []
        passes = PASSES if self.positions.count >= ENOUGH else 0
        for _ in range(int(passes * added / BATCH)):
            rows, wanted = self.positions.draw(self.rng, BATCH)
            errors.append(self.value.fit(rows, wanted, rate))
        foretold = []
        for _ in range(int(passes * asked / BATCH)):
            rows, answers, chosen = self.answers.draw(self.rng, BATCH)
            foretold.append(self.habit.fit(rows, answers, chosen, rate))
            self.foretells = True
        error = f", error {np.mean(errors):.4f}" if errors else ""
        right = f", foretells {np.mean([f[1] for f in foretold]):.0%}" if foretold else ""
        self.say(
            f"{self.games} games, {self.seconds / 60:.1f} minutes{error}{right}"
            f" ({CHUNK / played:.1f} games/s, learning {time.perf_counter() - began - played:.1f} s)"
        )

    def gate(self) -> None:
        """Try the network as it is against the best so far, and against a bot that stays the same."""
        plan = self.plan
        data = self.model()
        ours = LearnedMind(plan.game, Model(data), 0.0)
        deals = range(10**6 * (len(self.gates) + 1), 10**6 * (len(self.gates) + 1) + GATE)
        gate: dict[str, object] = {"games": self.games, "minutes": round(self.seconds / 60, 2)}
        is_better = True
        if self.best and not plan.boxes[0].is_cooperative:
            last = LearnedMind(plan.game, Model(self.best), 0.0)
            shares = contest(
                plan.game,
                plan.boxes,
                partial(one_ahead, ours),
                partial(one_ahead, last),
                deals,
            )
            gate["last"] = list(wilson(sum(shares), len(shares)))
            is_better = sum(shares) >= len(deals)  # equal ones share one win a deal
        shares = contest(
            plan.game,
            plan.boxes,
            partial(one_ahead, ours),
            lambda seed: make_bot(plan.rival, plan.game, seed),
            deals,
        )
        gate["rival"] = list(wilson(sum(shares), len(shares)))
        gate["n"] = len(shares)
        gate["kept"] = is_better
        if is_better:
            self.best = data
        self.gates.append(gate)
        self.say(f"gate: {json.dumps(gate)}")


def one_ahead(mind: LearnedMind, seed: int) -> Bot:
    return LearnedBot(mind, GreedyBot(mind.plain, seed), seed)


def shown(estimate: Any) -> str:
    share, low, high = estimate
    return f"{share:.1%} ({low:.1%} to {high:.1%})"
