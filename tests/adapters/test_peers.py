"""The peers' own suites, unmodified, for every game: PettingZoo's, Gymnasium's and OpenSpiel's."""

from typing import Any

import pytest

from duskhall import Game, installed

pytest.importorskip("pettingzoo", reason="the extra `rl` is not installed")
pytest.importorskip("gymnasium", reason="the extra `rl` is not installed")

from gymnasium.utils.env_checker import check_env
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    seed_test,
)

from duskhall.adapters import aec, parallel
from duskhall.adapters.gym import SeatEnv

each_game = pytest.mark.parametrize("game", installed(), ids=lambda game: game.name)
each_form = pytest.mark.parametrize("form", ["steps", "moves"])
CYCLES = 60

# They warn of what is unlike Atari: of sights that are dictionaries, and of rewards at the end.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@each_game
@each_form
def test_pettingzoo_seat_after_seat(game: Game, form: str) -> None:
    api_test(aec.env(game, form=form), num_cycles=CYCLES)
    seed_test(lambda: aec.env(game, form=form), num_cycles=CYCLES)


@each_game
@each_form
def test_pettingzoo_all_at_once(game: Game, form: str) -> None:
    parallel_api_test(parallel.parallel_env(game, form=form), num_cycles=CYCLES)
    parallel_seed_test(lambda: parallel.parallel_env(game, form=form), num_cycles=20)
    max_cycles_test(parallel.of(game, form=form))


@each_game
@each_form
def test_gymnasium(game: Game, form: str) -> None:
    """One seat against bots; and alone or together, where the game can be played so."""
    check_env(SeatEnv(game, form=form), skip_render_check=True)
    if 1 in game.counts({}):
        check_env(SeatEnv(game, players=1, form=form), skip_render_check=True)


@each_game
def test_openspiel(game: Game) -> None:
    pyspiel: Any = pytest.importorskip("pyspiel", reason="the extra `rl` is not installed")
    import duskhall.adapters.openspiel  # noqa: F401

    for players in game.counts({})[:2]:
        name = f"duskhall_{game.name.replace('-', '_')}(players={players})"
        pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)
