"""Bots answer legally, the same way every time, and the better ones win."""

from __future__ import annotations

import pytest

import duskhall
from duskhall.bots import BOTS, UnknownBot, make_bot
from duskhall.bots.bot import RandomBot, luck, play_randomly
from duskhall.bots.mind import Mind, mind_of
from duskhall.bots.search import Branch, Node, SearchBot, is_decided
from duskhall.engine.game import Game
from duskhall.engine.moves import Move
from duskhall.engine.state import State
from duskhall.games.the_faceless.box import TEAM

GAMES = duskhall.installed()


def play(game: Game, names: list[str], seed: int, **options: object) -> State:
    """A whole game between the bots named, seat by seat."""
    bots = [make_bot(name, game, seed) for name in names]
    s = game.deal(game.box(len(names), options), luck(seed))
    position = 0
    while s.waiting:
        seat = s.waiting[0]
        s.apply(seat, bots[seat].answer(s, seat, position))
        position += 1
    return s


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("name", ["random", "greedy", "erring", "search:3"])
def test_every_bot_plays_every_game_to_its_end(game: Game, name: str) -> None:
    s = play(game, [name] * max(2, min(game.counts({}))), 1)
    assert not s.waiting
    assert 1 in game.standing(s).ranks or s.box.is_cooperative


@pytest.mark.once
@pytest.mark.parametrize("options", [{"hardcore": True}, {"dragons": True}])
@pytest.mark.parametrize("players", [1, 3])
def test_search_plays_every_variant_of_dark_dealings(
    options: dict[str, object], players: int
) -> None:
    """DD-60, DD-63, DD-70: Solo, Hardcore and both."""
    game = duskhall.game("dark-dealings")
    assert not play(game, ["search:2"] * players, 2, **options).waiting


@pytest.mark.parametrize("name", ["greedy", "erring", "search:20"])
def test_a_bot_answers_the_same_question_the_same_way(name: str) -> None:
    game = duskhall.game("dark-dealings")
    s = game.setup(3, seed=7)
    first, second = make_bot(name, game, seed=4), make_bot(name, game, seed=4)
    assert first.answer(s, 1, 0) == second.answer(s.clone(), 1, 0)


def test_a_bot_never_touches_the_table() -> None:
    game = duskhall.game("dark-dealings")
    s = game.setup(2, seed=8)
    before = s.digest()
    make_bot("search:20", game).answer(s, 0, 0)
    assert s.digest() == before


def test_greedy_beats_random() -> None:
    """A smoke test: sixteen games, of which chance alone would lose it half."""
    game = duskhall.game("dark-dealings")
    won = 0
    for seed in range(16):
        names = ["greedy", "random"] if seed % 2 else ["random", "greedy"]
        ranks = game.standing(play(game, names, seed)).ranks
        won += ranks[names.index("greedy")] == 1
    assert won >= 13


class Moody(Mind):
    """Judges a table by its luck alone, but for a small reward on the answer that is right."""

    right = 0

    def values(self, s: State) -> list[float]:
        return [0.8 * s.seed[-1] / 255 + 0.05 * (s.numbers[TEAM] == self.right)] * s.box.players


@pytest.mark.parametrize("seed", range(5))
def test_a_search_tries_every_answer_on_the_same_tables(seed: int) -> None:
    """Luck is alike for all answers, so that even a small difference between them is found."""
    game = duskhall.game("the-faceless")
    s = game.setup(2, seed=3)
    mind = Moody(game)
    mind.right = s.legal_moves(s.waiting[0])[-1].about[0]
    answer = SearchBot(mind, seed, iterations=60).answer(s, s.waiting[0], 0)
    assert answer.about[0] == mind.right


def test_a_game_without_a_mind_is_judged_by_playing_it_out() -> None:
    game = duskhall.game("dark-dealings")
    values = Mind(game).values(game.setup(4, seed=1))
    assert sum(values) == pytest.approx(1)


def test_a_mind_is_found_by_the_name_of_its_game() -> None:
    game = duskhall.game("dark-dealings")
    assert type(mind_of(game)) is not Mind


def test_random_play_stops_at_its_limit() -> None:
    s = duskhall.game("dark-dealings").setup(4, seed=1)
    assert play_randomly(s, 3) == 3


@pytest.mark.parametrize(
    ("name", "says"),
    [
        (
            "clever",
            "there is no bot 'clever'; there is beginner, novice, adept, master, random, greedy",
        ),
        ("random:5", "the bot 'random' takes no budget"),
        ("greedy:1s", "the bot 'greedy' takes no budget"),
        ("search:soon", "search takes seconds or iterations"),
        ("search:-3", "search takes seconds or iterations"),
        ("search:0s", "search takes seconds or iterations"),
        ("search:9|greedy", "search takes seconds or iterations"),
        ("greedy|random", "the bot 'greedy' takes no budget"),
        ("learned|clever", "there is no bot 'clever'"),
    ],
)
def test_a_wrong_bot_is_refused_in_one_line(name: str, says: str) -> None:
    with pytest.raises(UnknownBot, match=says):
        make_bot(name, duskhall.game("dark-dealings"))


def test_a_budget_is_seconds_or_iterations() -> None:
    game = duskhall.game("dark-dealings")
    timed, counted = make_bot("search:0.25s", game), make_bot("search:40", game)
    assert isinstance(timed, SearchBot)
    assert isinstance(counted, SearchBot)
    assert (timed.seconds, timed.iterations) == (0.25, 0)
    assert (counted.seconds, counted.iterations) == (0.0, 40)
    assert isinstance(make_bot("random", game), RandomBot)
    assert set(BOTS) == {"random", "greedy", "erring", "search", "learned"}


def test_a_search_ends_when_no_answer_can_overtake() -> None:
    root = Node()
    for verb, visits in (("wait", 3), ("go", 7), ("stay", 4)):
        root.branches[Move(verb)] = Branch()
        root.branches[Move(verb)].visits = visits
    assert is_decided(root, 2)
    assert not is_decided(root, 3)  # they could be as many then
