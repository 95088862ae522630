"""Bots for learners: what they see, how they draw, and what came of it."""

import pytest

np = pytest.importorskip("numpy", reason="the extra `rl` is not installed")

import duskhall  # noqa: E402
from duskhall.bots import make_bot  # noqa: E402
from duskhall.bots.bot import Bot  # noqa: E402
from duskhall.engine.moves import Move  # noqa: E402
from duskhall.lab.ahead import Ahead, Batch, Look, later  # noqa: E402
from duskhall.lab.match import play_out  # noqa: E402


def answers(game: duskhall.Game, look: Look, bots: list[Bot], seed: int) -> list[tuple[int, Move]]:
    s = game.deal(look.box, seed)
    given: list[tuple[int, Move]] = []

    def give(seat: int, move: Move) -> None:
        given.append((seat, move))
        s.apply(seat, move)

    play_out(game, s, bots, give)
    return given


def test_by_greedys_thoughts_alone_it_is_greedy() -> None:
    game = duskhall.game("dark-dealings")
    look = Look(game, players=1)
    odds = np.eye(look.size)[-1]
    ahead, greedy = Ahead(look, odds, seed=3), make_bot("greedy", game, 3)
    assert answers(game, look, [ahead], 5) == answers(game, look, [greedy], 5)
    assert all(choice.chance == 1.0 for choice in ahead.choices)


def test_what_greedy_plans_outright_is_weighed_where_that_is_wanted() -> None:
    game = duskhall.game("dark-dealings")
    look = Look(game, players=1)
    odds = np.eye(look.size)[-1]
    planned, weighed = Ahead(look, odds, seed=3), Ahead(look, odds, seed=3, weigh_all=True)
    assert {move.verb for _, move in answers(game, look, [planned], 5)} > {"pair", "strike"}
    assert len(planned.choices) < len(answers(game, look, [weighed], 5))
    assert len(weighed.choices) > len(planned.choices)


@pytest.mark.parametrize("name", ["dark-dealings", "dont-turn-your-back", "the-faceless"])
def test_it_is_looked_at_by_numbers_that_the_seat_knows(name: str) -> None:
    game = duskhall.game(name)
    look = Look(game, players=2)
    s = game.deal(look.box, 4)
    for seat in range(2):
        row = look(s, seat)
        assert row.shape == (look.size,)
        assert np.isfinite(row).all()
        guess = s.determinize(seat, 9)
        assert (look(guess, seat)[:-1] == row[:-1]).all()  # greedy's thoughts are about a guess


def test_answers_are_drawn_by_the_chances_that_are_told() -> None:
    game = duskhall.game("dark-dealings")
    look = Look(game, players=1)
    weights = np.random.default_rng(2).normal(size=look.size)
    bot = Ahead(look, weights, heat=1.0, seed=1)
    answers(game, look, [bot], 6)
    batch = Batch(bot.choices)
    chances = batch.chances(weights)
    assert chances[batch.taken] == pytest.approx(batch.before)
    assert np.add.reduceat(chances, batch.first) == pytest.approx(np.ones(len(bot.choices)))
    sure = np.zeros(len(chances))
    sure[batch.taken] = 1.0
    assert not batch.surprise(sure).any()
    assert (bot.seen() == batch.rows[batch.taken]).all()
    assert 0 < batch.before.min() < 1


def test_what_came_of_an_answer_is_the_end_and_what_was_thought_on_the_way() -> None:
    assert later([5.0, 2.0, 4.0], 10.0, trust=0.5) == pytest.approx([4.5, 7.0, 10.0])
    assert later([5.0, 2.0], 10.0, trust=0.0) == pytest.approx([10.0, 10.0])
