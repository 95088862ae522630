"""The peers' own suites, unmodified, for every game: PettingZoo's, Gymnasium's and OpenSpiel's."""

import random
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
pytestmark = [pytest.mark.once, pytest.mark.filterwarnings("ignore::UserWarning")]


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


def test_openspiel_hears_from_python_what_its_own_code_would_tell() -> None:
    pyspiel: Any = pytest.importorskip("pyspiel", reason="the extra `rl` is not installed")
    import duskhall.adapters.openspiel  # noqa: F401

    state = pyspiel.load_game("duskhall_dark_dealings(players=2)").new_initial_state()
    own, steps = pyspiel.State, 0
    while not state.is_terminal():
        assert state.is_chance_node() == own.is_chance_node(state)
        assert state.legal_actions() == own.legal_actions(state)
        assert state.legal_actions(1) == own.legal_actions(state, 1)
        state.legal_actions().clear()  # it is one's own
        state.apply_action(state.legal_actions()[steps % 2])
        steps += 1
    assert state.legal_actions() == own.legal_actions(state) == []


@each_game
def test_many_tables_in_numpy_are_those_of_one(game: Game) -> None:
    """Each table goes as it would alone, and is dealt anew when its game is over."""
    import numpy as np

    from duskhall.adapters.vector import Tables

    tables = Tables(game, 3, seed=5)
    lots = np.random.default_rng(1)
    ended = 0
    for _ in range(150):
        steps = (lots.random(tables.masks.shape) * tables.masks).argmax(axis=1)
        tables.step(steps)
        ended += int(tables.over.sum())
        for at, play in enumerate(tables.plays):
            assert tables.seats[at] == play.seat
            assert tables.observations[at].tolist() == play.look(play.seat)
            assert tables.masks[at].nonzero()[0].tolist() == play.ids
    assert tables.dealt == 3 + ended
    wrong = (1 - tables.masks).argmax(axis=1)
    with pytest.raises(ValueError, match=r"table 0: .* is not legal now"):
        tables.step(wrong)


def test_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="no seat 7: they go from 0 to 1"):
        SeatEnv("dark-dealings", players=2, seat=7)
    with pytest.raises(ValueError, match="steps or moves, not 'words'"):
        aec.env("dark-dealings", form="words")


def test_tables_in_numpy_refuse_what_is_no_id_for_each() -> None:
    import numpy as np

    from duskhall.adapters.vector import Tables

    with pytest.raises(ValueError, match="at least one table, not 0"):
        Tables("dark-dealings", 0, players=2)
    tables = Tables("dark-dealings", 3, players=2, seed=5)
    before = [play.state.digest() for play in tables.plays]
    legal = tables.masks.argmax(axis=1)
    most = tables.masks.shape[1]
    for wrong, told in (
        (legal[:2], r"one id for each of 3 tables, not an array of \(2,\)"),
        (np.append(legal, 0), r"not an array of \(4,\)"),
        (legal.astype(float), "whole numbers, not float64"),
        (np.array([legal[0], most, -1]), f"table 1: there is no id {most}: they go from 0 to"),
        (np.array([legal[0], legal[1], -1]), "table 2: there is no id -1"),
        (np.array([legal[0], 0, legal[2]]), r"table 1: .* is not legal now"),
    ):
        with pytest.raises(ValueError, match=told):
            tables.step(wrong)
        assert [play.state.digest() for play in tables.plays] == before
    tables.step(legal.tolist())


def test_nothing_is_played_before_it_is_dealt() -> None:
    from gymnasium.error import ResetNeeded

    told = r"call reset\(\) before step"
    with pytest.raises(ResetNeeded, match=told):
        SeatEnv("dark-dealings", players=2).step(0)
    with pytest.raises(ResetNeeded, match=told):
        aec.env("dark-dealings").step(0)
    with pytest.raises(ResetNeeded, match=told):
        parallel.parallel_env("dark-dealings").step({"seat_0": 0})


def test_what_is_no_id_is_refused_in_words() -> None:
    seat, table = SeatEnv("dark-dealings", players=2), aec.env("dark-dealings", players=2)
    rounds = parallel.parallel_env("dark-dealings", players=2)
    seat.reset(seed=1)
    table.reset(seed=1)
    rounds.reset(seed=1)
    for wrong, told in ((None, "None is for seats whose game is over"), ("x", "number, not 'x'")):
        with pytest.raises(ValueError, match=told):
            seat.step(wrong)
        with pytest.raises(ValueError, match=told):
            table.step(wrong)
        with pytest.raises(ValueError, match=told):
            rounds.step({"seat_0": wrong})


def test_an_id_that_is_not_legal_is_told() -> None:
    env = aec.env("dark-dealings", players=2)
    env.reset(seed=1)
    before = env.play.state.digest()
    env.step(0)
    assert env.infos["seat_0"] == {"illegal": 0}
    assert env.play.state.digest() == before


def test_a_deal_is_named_as_a_record_or_a_row_has_it() -> None:
    """By its 32 digits or as a number; whatever else is refused in one sentence."""
    import numpy as np

    digits = "c0ffee00000000000000000000000007"
    for env in (
        SeatEnv("dark-dealings", players=2),
        aec.env("dark-dealings", players=2),
        parallel.parallel_env("dark-dealings", players=2),
    ):
        for deal in (digits, digits.upper(), int(digits, 16)):
            env.reset(options={"deal": deal})
            assert f"{env.play.seed:032x}" == digits
        env.reset(options={"deal": np.int64(7)})
        assert env.play.seed == 7
        for wrong in ("7", digits + "0", "0x" + digits[2:], -1, 1 << 128, 7.0, True, b"7"):
            with pytest.raises(ValueError, match="or the 32 hexadecimal digits of a record"):
                env.reset(options={"deal": wrong})


@each_game
@each_form
def test_a_mask_alone_is_the_one_of_the_sight(game: Game, form: str) -> None:
    """What sb3-contrib's MaskablePPO asks an environment for."""
    env = SeatEnv(game, form=form)
    seen, _ = env.reset(seed=3)
    for _ in range(5):
        masks = env.action_masks()
        assert masks.dtype == bool
        assert masks.tolist() == seen["action_mask"].astype(bool).tolist()
        seen, _, over, _, _ = env.step(masks.argmax())
        if over:
            break


@each_game
def test_openspiel_searches_on_guesses_that_tell_nothing(game: Game) -> None:
    """A guess is another table, the same to who is asked; it is played on and copied."""
    pyspiel: Any = pytest.importorskip("pyspiel", reason="the extra `rl` is not installed")
    from duskhall.adapters.openspiel import resampler

    players = next(count for count in game.counts({}) if count > 1)
    name = f"duskhall_{game.name.replace('-', '_')}(players={players})"
    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(7)
    lots, guess_for = random.Random(2), resampler(seed=3)
    for _ in range(12):
        seat = state.current_player()
        before = state.play.state.digest()
        guess = guess_for(state, seat)
        assert guess.information_state_string(seat) == state.information_state_string(seat)
        assert guess.observation_string(seat) == state.observation_string(seat)
        assert guess.legal_actions() == state.legal_actions()
        assert guess.play.state.digest() != before  # its luck is new at least
        with pytest.raises(ValueError, match="is not asked"):
            guess_for(state, (seat + 1) % players)
        for _ in range(20):
            if guess.is_terminal():
                break
            copied = guess.clone()
            seat = guess.current_player()
            assert copied.information_state_string(seat) == guess.information_state_string(seat)
            guess.apply_action(lots.choice(guess.legal_actions()))
        assert state.play.state.digest() == before
        state.apply_action(lots.choice(state.legal_actions()))


def test_openspiel_s_information_set_search_plays_a_game() -> None:
    pytest.importorskip("pyspiel", reason="the extra `rl` is not installed")
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts

    from duskhall.adapters.openspiel import resampler

    table = pyspiel.load_game("duskhall_dark_dealings(players=2)")
    state, luck = table.new_initial_state(), np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(table, mcts.RandomRolloutEvaluator(1, luck), 2.0, 3, random_state=luck)
    bot.set_resampler(resampler(seed=1))
    while not state.is_terminal():
        state.apply_action(7 if state.is_chance_node() else bot.step(state))
    assert sum(state.returns()) == 1
