"""Many tables at once in NumPy: one array of sights, one of masks, a step of every table at a time.

tables = Tables("dark-dealings", 64, players=2, seed=1)
while learning:
    tables.step(choose(tables.observations, tables.masks, tables.seats))
"""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

from duskhall.adapters.core.play import Play
from duskhall.adapters.spaces import make_play
from duskhall.bots.bot import luck
from duskhall.engine.game import Game


class Tables:
    """Tables of one box, each asking one seat at a time. A game that is over is dealt anew at once.

    After a step, `observations` and `masks` are what the seats in `seats` see and may give;
    `over` says at which tables a game has just ended, and `rewards` what every seat got there.
    """

    def __init__(
        self,
        game: str | Game,
        count: int,
        players: int | None = None,
        options: dict[str, object] | None = None,
        edition: str = "",
        seed: int = 0,
    ) -> None:
        if count < 1:
            raise ValueError(f"there must be at least one table, not {count}")
        first = make_play(game, players, options, edition, "steps")
        self.seed = seed
        self.dealt = 0
        self.plays: list[Play] = [first] + [Play(first.game, first.box) for _ in range(count - 1)]
        self.words = first.words.words
        self.names = first.layout.names
        self.observations = np.zeros((count, first.layout.size), np.int32)
        self.masks = np.zeros((count, first.actions()), np.int8)
        self.seats = np.zeros(count, np.int32)
        self.over = np.zeros(count, np.bool_)
        self.rewards = np.zeros((count, first.box.players), np.float32)
        for play in self.plays:
            self.deal(play)
        self.look()

    def deal(self, play: Play) -> None:
        """Deal until somebody is asked; the games are the same for the same seed and answers."""
        play.deal(luck(self.seed, self.dealt))
        self.dealt += 1
        if not play.ids:
            self.deal(play)

    def step(self, ids: Any) -> None:
        """Give one id at every table.

        ValueError, with nothing changed, names the first that is not legal.
        """
        ids = np.asarray(ids)
        self.check(ids)
        self.over[:] = False
        self.rewards[:] = 0
        for at, step in enumerate(ids.tolist()):
            play = self.plays[at]
            if not play.give(step):
                self.refuse(at, step)
            if not play.ids:
                self.over[at] = True
                self.rewards[at] = play.payoffs()
                self.deal(play)
        self.look()

    def check(self, ids: Any) -> None:
        tables, known = self.masks.shape
        if ids.shape != (tables,):
            raise ValueError(f"one id for each of {tables} tables, not an array of {ids.shape}")
        if ids.dtype.kind not in "iu":
            raise ValueError(f"ids are whole numbers, not {ids.dtype}")
        for at in ((ids < 0) | (ids >= known)).nonzero()[0]:
            raise ValueError(f"table {at}: there is no id {ids[at]}: they go from 0 to {known - 1}")
        for at in (self.masks[np.arange(tables), ids] == 0).nonzero()[0]:
            self.refuse(at, int(ids[at]))

    def refuse(self, at: int, step: int) -> NoReturn:
        raise ValueError(f"table {at}: '{self.words[step]}' ({step}) is not legal now")

    def look(self) -> None:
        cells = bytearray()
        masks = bytearray()
        seats: list[int] = []
        for play in self.plays:
            cells += play.row(play.seat)
            masks += play.mask(play.seat)
            seats.append(play.seat)
        self.observations = np.frombuffer(cells, np.int32).reshape(self.observations.shape)
        self.masks = np.frombuffer(masks, np.int8).reshape(self.masks.shape)
        self.seats = np.array(seats, np.int32)
