"""Networks: whole numbers, what a seat may know and nothing else, and only where they fit."""

from __future__ import annotations

from math import log
from pathlib import Path
from random import Random

import numpy as np
import pytest

import duskhall
from duskhall.bots import make_bot
from duskhall.bots.bot import Bot, RandomBot, play_randomly
from duskhall.bots.learned import FOLDER, LearnedMind, Model, eyes_for, insight_for
from duskhall.bots.learned_bot import LearnedBot
from duskhall.bots.learned_search import LearnedSearch
from duskhall.bots.net import CAP, COARSE, FINE, MOST_INPUT, VALUE, Habit, Net, Rows
from duskhall.engine.game import Game
from duskhall.engine.state import State
from duskhall.lab.train.networks import HabitNet, ValueNet, written

SEEN = ["dont-turn-your-back", "dark-dealings"]  # the games that networks see


def raw_model(game: Game, players: int, seed: int = 1) -> Model:
    """A network that has learned nothing."""
    eyes = eyes_for(game.box(players))
    assert eyes is not None
    rng = np.random.default_rng(seed)
    header: dict[str, object] = {
        "game": game.name,
        "rules": game.version,
        "edition": "designed",
        "players": [players],
    }
    value, habit = ValueNet(eyes.scales, rng), HabitNet(eyes.scales, len(eyes.part_names), rng)
    return Model(written(header, eyes, value, habit))


def tables(game: Game, players: int, seed: int, every: int = 7) -> list[State]:
    """A random game, as it stood after every few answers."""
    s = game.setup(players, seed=seed)
    found = []
    while s.waiting:
        found.append(s.clone())
        play_randomly(s, every)
    return found


def plainly(sight: list[int], weights: list[list[int]], inputs: int, wide: int, narrow: int) -> int:
    """The value as one would write it down: layer by layer, input by input."""
    x = [0] * inputs
    for at in range(0, len(sight), 2):
        x[sight[at]] += sight[at + 1]
    first = [
        weights[1][o] + sum(x[i] * weights[0][i * wide + o] for i in range(inputs))
        for o in range(wide)
    ]
    first = [min(max(value, 0) >> FINE - COARSE, CAP) for value in first]
    second = [
        weights[3][o] + sum(first[i] * weights[2][i * narrow + o] for i in range(wide))
        for o in range(narrow)
    ]
    second = [min(max(value, 0) >> FINE, CAP) for value in second]
    out = weights[5][0] + sum(a * b for a, b in zip(second, weights[4], strict=True))
    return out >> FINE + COARSE - VALUE


@pytest.mark.parametrize("most", [40, 3_000, 32_767])
def test_packed_lanes_add_up_as_single_numbers_do(most: int) -> None:
    """Small weights are in short lanes, large ones in long lanes; neither overflows."""
    rng = Random(most)
    inputs, wide, narrow = 30, 16, 8
    sizes = [inputs * wide, wide, wide * narrow, narrow, narrow, 1]
    for _ in range(20):
        weights = [[rng.randint(-most, most) for _ in range(size)] for size in sizes]
        net = Net(
            Rows(weights[0], weights[1], MOST_INPUT),
            Rows(weights[2], weights[3], wide * CAP),
            weights[4],
            weights[5][0],
        )
        sight = []
        for at in range(inputs):
            sight += [at, rng.choice([1, 1, 2, 255])]
        assert net.value(sight) == plainly(sight, weights, inputs, wide, narrow)


def test_likings_add_up_over_the_parts_of_an_answer() -> None:
    first = Rows([1024, 0, 0, 1024, -1024, 1024], [0, 512], MOST_INPUT)
    habit = Habit(first, [[10, 1024, 0], [0, 0, 1024], [-5, 0, 0]])
    # Inputs 0 (twice) and 1: the hidden layer is 2 and 1.5.
    assert habit.likings([0, 2, 1, 1], [[0], [1], [0, 2], []]) == [2058, 1536, 2053, 0]


@pytest.mark.parametrize("name", SEEN)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_eyes_see_only_what_the_seat_may_know(name: str, players: int) -> None:
    """A guess looks the same to a seat as the truth: so does what a network is shown of it."""
    game = duskhall.game(name)
    eyes = eyes_for(game.box(players))
    assert eyes is not None
    differ = 0
    for s in tables(game, players, seed=5):
        for seat in range(players):
            if not eyes.covers(s):
                continue
            seen = eyes.look(s, seat)
            guess = s.determinize(seat, 11)
            assert sorted_sight(eyes.look(guess, seat)) == sorted_sight(seen)
            assert all(0 <= at < len(eyes.names) for at in seen[::2])
            assert all(0 < number <= 255 for number in seen[1::2])
            assert sum(seen[1::2]) <= MOST_INPUT
            differ += guess.places != s.places
            if seat in s.waiting:
                for move in s.legal_moves(seat):
                    parts = eyes.parts(s, seat, move)
                    assert parts
                    assert all(0 <= part < len(eyes.part_names) for part in parts)
    assert differ


def sorted_sight(sight: list[int]) -> list[tuple[int, int]]:
    return sorted(zip(sight[::2], sight[1::2], strict=True))


@pytest.mark.parametrize("name", SEEN)
@pytest.mark.parametrize("kind", ["one ahead", "search"])
def test_answers_are_the_same_at_twin_tables(name: str, kind: str) -> None:
    """What a bot answers depends on what its seat knows, not on what is hidden from it."""
    game = duskhall.game(name)
    mind = LearnedMind(game, raw_model(game, 2))
    asked = 0
    for s in tables(game, 2, seed=9, every=11)[:8]:
        seat = s.waiting[0]
        if len(s.legal_moves(seat)) == 1 or not mind.judges(s):
            continue
        bot: Bot = LearnedBot(mind, RandomBot(), 3)
        if kind == "search":
            bot = LearnedSearch(mind, RandomBot(), 3, iterations=12)
        before = s.digest()
        answer = bot.answer(s, seat, 4)
        assert s.digest() == before
        twin = s.determinize(seat, 77)
        assert bot.answer(twin, seat, 4) == answer
        asked += 1
    assert asked


def test_a_search_deals_from_what_was_worked_out_once() -> None:
    game = duskhall.game("dark-dealings")
    for s in tables(game, 3, seed=2):
        unknown = s.unknown(1)
        for seed in (1, 2):
            assert s.dealt(1, seed, unknown).digest() == s.determinize(1, seed).digest()


@pytest.mark.parametrize("options", [{"hardcore": True}, {"dragons": True}])
def test_without_a_network_that_fits_the_hand_written_mind_serves(
    options: dict[str, object],
) -> None:
    """Another set of cards, or other rules, is not what was learned."""
    game = duskhall.game("dark-dealings")
    s = game.deal(game.box(2, options), 4)
    assert insight_for(game, s.box) is None
    names = {"learned": "greedy", "learned:6": "search:6"}
    names |= {"learned|search:5": "search:5", "learned:6|greedy": "greedy"}
    for learned, plain in names.items():
        ours = make_bot(learned, game, 5).answer(s, 0, 0)
        assert ours == make_bot(plain, game, 5).answer(s, 0, 0)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.model")), ids=lambda path: path.stem)
def test_networks_of_the_package_fit_its_games(path: Path) -> None:
    model = Model(path.read_bytes())
    game = duskhall.game(model.game)
    for players in model.players:
        s = game.deal(game.box(players, {}, model.edition), 1)
        insight = insight_for(game, s.box)
        assert insight is not None
        assert insight.model.schema == model.schema
        mind = LearnedMind(game)
        assert all(0 <= value <= 1 for value in mind.values(s))
        assert len(set(mind.likings(s, s.waiting[0], s.legal_moves(s.waiting[0])))) > 1


def test_the_hand_written_mind_has_a_say_beside_the_network() -> None:
    game = duskhall.game("dont-turn-your-back")
    model = raw_model(game, 2)
    s = game.setup(2, seed=2)
    learned, plain = LearnedMind(game, model, 0.0).value(s, 0), LearnedMind(game).plain.values(s)[0]
    assert learned != plain
    mixed = LearnedMind(game, model, 0.25).value(s, 0)
    assert mixed == pytest.approx(0.75 * learned + 0.25 * plain)


@pytest.mark.parametrize("players", [2, 3])
def test_chances_foretell_who_wins(players: int) -> None:
    """As one tells people: shares of one win, better than a guess by the hand-written mind is."""
    game = duskhall.game("dont-turn-your-back")
    mind = LearnedMind(game)
    surprise, plain, count = 0.0, 0.0, 0
    for seed in range(16):
        s, seen = game.setup(players, seed=seed), []
        bots = [make_bot(["erring:0.05", "learned"][at % 2], game, seed) for at in range(players)]
        while s.waiting:
            if mind.is_settled(s):
                seen.append((mind.chances(s), mind.plain.chances(s)))
            s.play(s.waiting[0], bots[s.waiting[0]].answer(s, s.waiting[0], 0))
        ends = mind.chances(s)
        assert ends == mind.payoffs(s)
        for chances, others in seen:
            assert sum(chances) == pytest.approx(1)
            won = [end / sum(ends) for end in ends]
            surprise -= sum(w * log(c) for w, c in zip(won, chances, strict=True))
            plain -= sum(w * log(c) for w, c in zip(won, others, strict=True))
            count += 1
    assert surprise / count < min(plain / count, log(players))


def test_without_a_network_chances_are_those_of_the_hand_written_mind() -> None:
    game = duskhall.game("the-faceless")
    s = game.setup(2, seed=1)
    mind = LearnedMind(game)
    assert mind.chances(s) == mind.plain.values(s)
    assert mind.may_try(s) == mind.plain.may_try(s)


def test_a_model_that_is_cut_short_is_refused() -> None:
    eyes = eyes_for(duskhall.game("dark-dealings").box(2))
    assert eyes is not None
    header: dict[str, object] = {"game": "x", "rules": 1, "edition": "", "players": [2]}
    data = written(header, eyes, ValueNet(eyes.scales, np.random.default_rng(1)), None)
    with pytest.raises(ValueError, match="weights"):
        Model(data[:-2])


def test_rounded_weights_judge_nearly_as_those_that_were_trained() -> None:
    game = duskhall.game("dont-turn-your-back")
    eyes = eyes_for(game.box(2))
    assert eyes is not None
    value = ValueNet(eyes.scales, np.random.default_rng(3))
    header: dict[str, object] = {"game": "", "rules": 1, "edition": "", "players": [2]}
    net = Model(written(header, eyes, value, None)).net
    for s in tables(game, 2, seed=3):
        sight = eyes.look(s, 0)
        row = np.zeros((1, len(eyes.names)), np.uint8)
        np.add.at(row, (0, sight[::2]), np.array(sight[1::2], np.uint8))
        assert net.value(sight) / 65536 == pytest.approx(float(value.values(row)[0]), abs=0.02)
