"""OpenSpiel: every game of the hall, registered as `duskhall_dark_dealings` and so on.

    import pyspiel
    import duskhall.adapters.openspiel
    game = pyspiel.load_game("duskhall_dark_dealings(players=3)")

All luck is in the seed of the deal, which chance draws first, byte by byte: so a history is a whole
game, and states are written as their history. What a seat knows with perfect recall is all that it
was told (`information_state_string`); what it sees now is its observation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pyspiel

from duskhall.adapters.core.play import Play
from duskhall.adapters.core.told import Guess, Told
from duskhall.adapters.spaces import STEPS_PER_ANSWER, make_play
from duskhall.bots.bot import luck
from duskhall.engine.game import Game, installed

BYTES: Final = 4  # of a seed, each drawn by chance
OUTCOMES: Final = 256
CHANCE: Final = [(byte, 1 / OUTCOMES) for byte in range(OUTCOMES)]
CHANCE_PLAYER: Final = int(pyspiel.PlayerId.CHANCE)
TERMINAL_PLAYER: Final = int(pyspiel.PlayerId.TERMINAL)
MOST_SCORE: Final = 1_000.0  # alone; with others a share of 1 is the most


def game_type(kind: Game) -> Any:
    players = kind.player_counts()
    return pyspiel.GameType(
        short_name=f"duskhall_{kind.name.replace('-', '_')}",
        long_name=kind.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players[-1],
        min_num_players=players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        default_loadable=True,
        parameter_specification={"players": 0, "options": "", "edition": ""},
    )


def read_options(text: str) -> dict[str, object]:
    """Options as a parameter writes them: `hardcore:true;dragons:true`."""
    found: dict[str, object] = {}
    for part in text.split(";"):
        if part.strip():
            name, _, value = part.partition(":")
            found[name.strip()] = value.strip()
    return found


class HallGame(pyspiel.Game):
    """One game, for so many players and with such options."""

    def __init__(self, kind: Game, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.play = make_play(
            kind,
            int(given.get("players", 0)) or None,
            read_options(str(given.get("options", ""))),
            str(given.get("edition", "")),
            "steps",
        )
        players = self.play.box.players
        alone = players == 1 and not self.play.box.is_cooperative
        super().__init__(
            TYPES[kind.name],
            pyspiel.GameInfo(
                num_distinct_actions=self.play.actions(),
                max_chance_outcomes=OUTCOMES,
                num_players=players,
                min_utility=0.0,
                max_utility=MOST_SCORE if alone else 1.0,
                max_game_length=kind.longest * STEPS_PER_ANSWER,
            ),
            given,
        )

    def new_initial_state(self) -> HallState:
        return HallState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> HallObserver:
        if params:
            raise ValueError(f"a seat sees what it sees: {params} cannot be chosen")
        return HallObserver(
            self.play, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        )


class HallState(pyspiel.State):
    """A table in play, or before its seed is drawn."""

    def __init__(self, game: HallGame) -> None:
        super().__init__(game)
        self.play = Play(game.play.game, game.play.box, state=game.play.state)
        self.drawn: list[int] = []
        self.player = CHANCE_PLAYER  # who is asked: OpenSpiel wants to know it many times a step
        self.told: Told | None = None
        self.guess: Guess | None = None  # what it began with, if not with a deal

    def current_player(self) -> int:
        return self.player

    def is_terminal(self) -> bool:
        return self.player == TERMINAL_PLAYER

    def is_chance_node(self) -> bool:
        return self.player == CHANCE_PLAYER

    def legal_actions(self, *player: int) -> list[int]:
        """Asked from Python, what OpenSpiel's own code would ask for here in three calls."""
        if player or self.player == CHANCE_PLAYER:
            return list(super().legal_actions(*player))
        return self.play.ids[:]

    def _legal_actions(self, player: int) -> list[int]:
        return self.play.ids if player == self.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return CHANCE

    def _apply_action(self, action: int) -> None:
        play = self.play
        if self.player == CHANCE_PLAYER:
            self.drawn.append(action)
            if len(self.drawn) < BYTES:
                return
            play.deal(luck(*self.drawn))
        elif not play.give(action):
            raise ValueError(f"{action} is not legal now")
        self.player = play.seat if play.ids else TERMINAL_PLAYER

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE_PLAYER:
            return f"luck {action}"
        return self.play.words.words[action]

    def returns(self) -> list[float]:
        return self.play.payoffs() if self.is_terminal() else [0.0] * self.play.box.players

    def told_to(self, seat: int) -> str:
        """All that this seat was told: its information state with perfect recall."""
        if self.player == CHANCE_PLAYER:
            return ""
        if self.told is None:
            self.told = Told(self.play, self.guess)
        return "\n".join(self.told.to(seat))

    def seen_by(self, seat: int) -> str:
        """What this seat sees now."""
        if self.player == CHANCE_PLAYER:
            return ""
        return f"{self.play.state.view(seat)} {self.play.given_by(seat)}"

    def __str__(self) -> str:
        if self.player == CHANCE_PLAYER:
            return f"luck {self.drawn}"
        answers = "; ".join([f"{seat} {move}" for seat, move in self.play.moves])
        return f"luck {self.drawn}: {answers} {self.play.given_by(self.play.seat)}"


def resampler(seed: int) -> Callable[[HallState, int], HallState]:
    """What `set_resampler` of OpenSpiel's IS-MCTS in Python takes: guesses for who is asked.

    Answers that others gave in secret are open again in a guess. It is for search alone: no seed
    deals it, so its history is still that of the table that it is a guess of.
    """
    count = 0

    def guessed(state: HallState, player: int) -> HallState:
        nonlocal count
        if player != state.player or player < 0:
            raise ValueError(f"player {player} is not asked: a guess is for who is")
        told = state.told_to(player).split("\n")[:-2]  # without the question
        again: HallState = state.clone()
        count += 1
        play = again.play
        play.state = play.game.determinize(play.state, player, luck(seed, count))
        play.moves = []
        again.drawn, again.told = [], None
        again.guess = Guess(play.state.clone(), player, told)
        return again

    return guessed


class HallObserver:
    """What a seat sees or has been told, as a tensor and as a string."""

    def __init__(self, play: Play, kind: Any) -> None:
        self.perfect_recall = kind.perfect_recall
        self.tensor = np.zeros(0 if self.perfect_recall else play.layout.size, np.float32)
        self.dict = {} if self.perfect_recall else {"observation": self.tensor}

    def set_from(self, state: HallState, player: int) -> None:
        if not self.perfect_recall:
            self.tensor[:] = np.frombuffer(state.play.row(player), np.int32)

    def string_from(self, state: HallState, player: int) -> str:
        return state.told_to(player) if self.perfect_recall else state.seen_by(player)


TYPES: Final = {kind.name: game_type(kind) for kind in installed()}


def register(kind: Game) -> None:
    class Registered(HallGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(kind, params)

    pyspiel.register_game(TYPES[kind.name], Registered)


for _kind in installed():
    register(_kind)
