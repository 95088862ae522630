"""PettingZoo where all answer at once: who is not asked may only wait.

Questions that several seats answer in secret take one round instead of one after another.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv
from pettingzoo.utils import parallel_to_aec

from duskhall.adapters.spaces import (
    check_dealt,
    id_of,
    longest,
    make_play,
    observation_space,
    observe,
    seed_of,
)
from duskhall.engine.game import Game


class RoundEnv(ParallelEnv):
    """A table of one game, a step of all seats at a time. Ids that are not legal change nothing."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "duskhall_parallel_v1",
        "render_modes": [],
        "is_parallelizable": True,
    }

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        options: dict[str, object] | None = None,
        edition: str = "",
        form: str = "steps",
        max_cycles: int | None = None,
    ) -> None:
        self.play = make_play(game, players, options, edition, form, together=True)
        self.max_cycles = longest(self.play, max_cycles)
        self.render_mode = None
        self.possible_agents = [f"seat_{seat}" for seat in range(self.play.box.players)]
        self.agents: list[str] = []
        self.observation_spaces = {
            name: observation_space(self.play) for name in self.possible_agents
        }
        self.action_spaces = {
            name: spaces.Discrete(self.play.actions()) for name in self.possible_agents
        }
        self.random = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        if seed is not None:
            self.random = np.random.default_rng(seed)
        self.play.deal(seed_of(self.random, options))
        self.cycles = 0
        self.agents = self.possible_agents[:]
        return self.seen(), {name: {} for name in self.agents}

    def seen(self) -> dict[str, Any]:
        return {
            name: observe(self.play, seat, wait=True)
            for seat, name in enumerate(self.possible_agents)
        }

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        check_dealt(self.play)
        names = self.possible_agents
        steps = {seat: id_of(actions[name]) for seat, name in enumerate(names) if name in actions}
        infos: dict[str, Any] = {name: {} for name in names}
        for seat in self.play.give_together(steps):
            infos[names[seat]]["illegal"] = steps.get(seat)
        self.cycles += 1
        is_over = not self.play.asked
        is_late = not is_over and self.cycles >= self.max_cycles
        payoffs = self.play.payoffs() if is_over else [0.0] * len(names)
        if is_over or is_late:
            self.agents = []
        return (
            self.seen(),
            dict(zip(names, payoffs, strict=True)),
            dict.fromkeys(names, is_over),
            dict.fromkeys(names, is_late),
            infos,
        )

    def render(self) -> None:
        return None

    def close(self) -> None:
        pass


def parallel_env(game: str | Game, **settings: Any) -> RoundEnv:
    return RoundEnv(game, **settings)


def env(game: str | Game, **settings: Any) -> Any:
    """The same rounds, walked through seat after seat."""
    return parallel_to_aec(RoundEnv(game, **settings))


def of(game: str | Game, **table: Any) -> Any:
    """`env` and `parallel_env` of one table, as PettingZoo's modules have them."""
    return SimpleNamespace(
        env=lambda **settings: env(game, **table, **settings),
        parallel_env=lambda **settings: parallel_env(game, **table, **settings),
    )
