"""PettingZoo: seats that are asked one after another.

from duskhall.adapters import aec
env = aec.env("dark-dealings", players=3)
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

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


class TableEnv(AECEnv):
    """A table of one game. Rewards come at its end: shares of the win.

    An id that is not legal changes nothing, and is told in the infos; it counts as a step.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "duskhall_v1",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        options: dict[str, object] | None = None,
        edition: str = "",
        form: str = "steps",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.play = make_play(game, players, options, edition, form)
        self.max_cycles = longest(self.play, max_cycles)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.play.box.players)]
        self.seat_of = {name: seat for seat, name in enumerate(self.possible_agents)}
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

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal. The same seed deals the same games; the option `deal` names the seed of a record."""
        if seed is not None:
            self.random = np.random.default_rng(seed)
        self.play.deal(seed_of(self.random, options))
        self.cycles = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self.agent_selection = self.possible_agents[max(self.play.seat, 0)]

    def observe(self, agent: str) -> dict[str, Any]:
        return observe(self.play, self.seat_of[agent])

    def step(self, action: Any) -> None:
        check_dealt(self.play)
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        play, given = self.play, id_of(action)
        self._cumulative_rewards[agent] = 0.0
        infos = self.infos[agent]
        if infos:
            infos.clear()
        if not play.give(given):
            infos["illegal"] = given
        self.cycles += 1
        if play.ids:
            self.agent_selection = self.possible_agents[play.seat]
            if self.cycles >= self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
            return
        self.rewards = dict(zip(self.possible_agents, play.payoffs(), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def words(self) -> list[str]:
        """By id, the words it stands for."""
        return self.play.words.words

    def named(self) -> list[str]:
        """By id, what it stands for in English, with cards by name and number."""
        return self.play.words.named()

    def render(self) -> str | None:
        """The table as the seat that is asked may know it, as text."""
        from duskhall.engine.positions import print_position

        s, box = self.play.state, self.play.box
        return print_position(s, self.play.game, box.source[1], self.seat_of[self.agent_selection])

    def close(self) -> None:
        pass


def raw_env(game: str | Game, **settings: Any) -> TableEnv:
    return TableEnv(game, **settings)


env = raw_env
