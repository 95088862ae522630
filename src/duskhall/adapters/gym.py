"""Gymnasium: one seat against bots, or all seats of a game that is played alone or together.

from duskhall.adapters.gym import SeatEnv
env = SeatEnv("dont-turn-your-back", players=3, bots=["greedy", "random"])
"""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces

from duskhall.adapters.spaces import (
    check_dealt,
    id_of,
    longest,
    make_play,
    observation_space,
    observe,
    seed_of,
)
from duskhall.bots import make_bot
from duskhall.bots.bot import Bot, luck
from duskhall.engine.game import Game


class SeatEnv(gymnasium.Env):
    """A table with one learner. The reward comes at the end: its share of the win, alone its score.

    In a game that all win or lose together, and alone, the learner answers for every seat, unless
    bots are named; it is shown what the seat sees that is asked. An id that is not legal changes
    nothing, and is told in the info.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        seat: int = 0,
        bots: list[str] | None = None,
        options: dict[str, object] | None = None,
        edition: str = "",
        form: str = "steps",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.play = play = make_play(game, players, options, edition, form)
        if not 0 <= seat < play.box.players:
            raise ValueError(f"there is no seat {seat}: they go from 0 to {play.box.players - 1}")
        self.seat = seat
        self.plays_all = play.box.players == 1 or (play.box.is_cooperative and not bots)
        self.bot_names = bots or ["random"]
        for name in self.bot_names:
            make_bot(name, play.game)
        self.bots: list[Bot] = []
        self.max_cycles = longest(play, max_cycles)
        self.render_mode = render_mode
        self.observation_space = observation_space(play)
        self.action_space = spaces.Discrete(play.actions())
        self.cycles = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        deal = seed_of(self.np_random, options)
        others = [at for at in range(self.play.box.players) if at != self.seat]
        by_seat = {
            other: self.bot_names[at % len(self.bot_names)] for at, other in enumerate(others)
        }
        self.bots = [
            make_bot(by_seat.get(at, "random"), self.play.game, luck(deal, at + 1))
            for at in range(self.play.box.players)
        ]
        self.cycles = 0
        self.play.deal(deal)
        self.let_others()
        return self.seen(), {}

    def let_others(self) -> None:
        """Let the bots answer until the learner is asked, or the game is over."""
        play = self.play
        if self.plays_all:
            return
        while play.ids and play.seat != self.seat:
            other = play.seat
            play.play(other, self.bots[other].answer(play.state, other, len(play.moves)))

    def seen(self) -> dict[str, Any]:
        return observe(self.play, max(self.play.seat, 0) if self.plays_all else self.seat)

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        check_dealt(self.play)
        info: dict[str, Any] = {}
        step = id_of(action)
        if not self.play.give(step):
            info["illegal"] = step
        self.let_others()
        self.cycles += 1
        is_over = not self.play.ids
        reward = 0.0
        if is_over:
            payoffs = self.play.payoffs()
            reward = payoffs[self.seat]
            info["payoffs"] = payoffs
            info["scores"] = self.play.game.standing(self.play.state).scores
        is_late = not is_over and self.cycles >= self.max_cycles
        return self.seen(), reward, is_over, is_late, info

    def action_masks(self) -> Any:
        """What may be given now, as the maskable algorithms of sb3-contrib ask for it."""
        return self.seen()["action_mask"].astype(np.bool_)

    def words(self) -> list[str]:
        """By id, the words it stands for."""
        return self.play.words.words

    def named(self) -> list[str]:
        """By id, what it stands for in English, with cards by name and number."""
        return self.play.words.named()

    def render(self) -> Any:
        from duskhall.engine.positions import print_position

        play = self.play
        eyes = max(play.seat, 0) if self.plays_all else self.seat
        return print_position(play.state, play.game, play.box.source[1], eyes)
