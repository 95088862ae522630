"""Levels: four names at every game, and players that err as people do, never by nonsense."""

from __future__ import annotations

import pytest

from duskhall import Game, game, installed
from duskhall.bots import BOTS, UnknownBot, make_bot
from duskhall.bots.bot import luck
from duskhall.bots.budget import BAR, read_budget, within
from duskhall.bots.erring import OBVIOUS, WORST, ErringBot
from duskhall.bots.learned_search import LearnedSearch
from duskhall.bots.levels import LEVELS, bot_of, table
from duskhall.bots.mind import Mind, mind_of
from duskhall.bots.search import SearchBot
from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import State
from duskhall.games.the_faceless.state import Dusk
from tests.engine.toy import interpreted_only

each_game = pytest.mark.parametrize("kind", installed(), ids=lambda kind: kind.name)


def question(kind: Game, seed: int = 3, players: int = 0) -> tuple[State, Seat]:
    """A table at which somebody has something to choose."""
    s = kind.setup(players or kind.counts({})[-1], seed)
    while len(s.legal_moves(s.waiting[0])) < 4:
        s.apply(s.waiting[0], s.legal_moves(s.waiting[0])[-1])
        s.pass_time()
    return s, s.waiting[0]


# Levels


@each_game
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_every_game(kind: Game, level: str) -> None:
    s, seat = question(kind)
    name = bot_of(level, kind.name)
    assert all(part.partition(":")[0] in BOTS for part in name.split(BAR))
    quick = make_bot(within(name, 0.01), kind, 5)
    assert quick.answer(s, seat, 0) in s.legal_moves(seat)
    assert type(make_bot(level, kind)) is type(quick)


def test_what_is_no_level_stands_for_itself() -> None:
    assert bot_of("search:0.5s", "dark-dealings") == "search:0.5s"
    with pytest.raises(UnknownBot, match="novice"):  # those that there are are named
        make_bot("expert", game("dark-dealings"))
    assert all({*levels} <= {*LEVELS} for levels in table().values())
    assert {*table()} <= {"any", *[kind.name for kind in installed()]}


@each_game
def test_levels_that_think_by_iterations_have_an_end_by_the_clock(kind: Game) -> None:
    """So that a server with much to do plays no weaker than it must, and nobody waits for long."""
    for level in LEVELS:
        for part in bot_of(level, kind.name).split(BAR):
            bot, _, budget = part.partition(":")
            if bot not in ("random", "greedy", "erring") and part != "learned":
                read = read_budget(budget)
                assert read is not None
                assert 0 < read[0] <= 5
                assert read[1] > 0


def test_a_level_with_a_network_is_a_search_where_none_fits() -> None:
    kind = game("dont-turn-your-back")
    bot = make_bot("adept", kind)
    assert isinstance(bot, LearnedSearch)
    assert bot.learned.fits(kind.deal(kind.box(2, {}, "designed"), 1))
    assert not bot.learned.fits(kind.deal(kind.box(3, {}, "designed"), 1))
    assert isinstance(bot.otherwise, SearchBot)
    assert (bot.otherwise.iterations, bot.otherwise.seconds) == (32, 2.0)


# Budgets


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("0.5s", (0.5, 0)),
        ("2000", (0.0, 2000)),
        ("2000/3s", (3.0, 2000)),
        ("", None),
        ("0", None),
        ("0s", None),
        ("-1s", None),
        ("nans", None),
        ("2000/", None),
        ("/3s", None),
        ("2000/3", None),
        ("0/3s", None),
        ("9999s", None),
        ("1e3", None),
    ],
)
def test_a_budget_is_seconds_or_iterations_or_both(
    text: str, read: tuple[float, int] | None
) -> None:
    assert read_budget(text) == read


def test_a_bot_is_hurried_by_its_clock_alone() -> None:
    assert within("search:2s", 0.25) == "search:0.25s"
    assert within("search:400/4s", 0.25) == "search:400/0.25s"
    assert within("search:400/4s", 6.0) == "search:400/4s"
    assert within("search:400", 0.25) == "search:400"
    assert within("erring:0.05", 0.25) == "erring:0.05"
    assert within("greedy", 0.25) == "greedy"
    assert within("learned|search:400/4s", 0.25) == "learned|search:400/0.25s"
    assert within("learned:30/4s|search:2s", 0.25) == "learned:30/0.25s|search:0.25s"


@each_game
def test_a_search_ends_with_its_iterations_or_its_time(kind: Game) -> None:
    s, seat = question(kind)
    for budget, done in (("5/3600s", 5), ("1000000/0.000001s", 1), ("0.000001s", 1)):
        bot = make_bot(f"search:{budget}", kind, 1)
        assert isinstance(bot, SearchBot)
        bot.answer(s, seat, 0)
        # None, where the answer was found at once; fewer, where no other could overtake any more.
        assert bot.iterated <= done


# Erring


class Told(Mind):
    """A mind that is told what each first answer is worth."""

    def __init__(self, kind: Game, worth: dict[Move, float]) -> None:
        super().__init__(kind)
        self.worth = worth

    def moves(self, s: State, seat: Seat) -> list[Move]:
        return list(self.worth)


class Errs(ErringBot):
    """Values as they were told, whatever the table would say."""

    def values(self, guess: State, seat: Seat, moves: list[Move]) -> list[float]:
        assert isinstance(self.mind, Told)
        return [self.mind.worth[move] for move in moves]


def chosen(worth: list[float], slip: float, seed: int = 1, times: int = 300) -> list[int]:
    """How often each answer is given, of those with these values."""
    kind = game("dark-dealings")
    s, seat = question(kind, players=2)
    moves = [Move("pick", number) for number in range(len(worth))]
    bot = Errs(Told(kind, dict(zip(moves, worth, strict=True))), seed, slip)
    found = [bot.decide(s.determinize(seat, luck(number)), seat) for number in range(times)]
    return [found.count(move) for move in moves]


@interpreted_only
def test_the_better_an_answer_the_oftener_it_is_given() -> None:
    several = [chosen([0.5, 0.48, 0.46], 0.02, seed, times=60) for seed in range(8)]
    first, second, third = [sum(counts) for counts in zip(*several, strict=True)]
    assert first > second > third > 0


@interpreted_only
def test_nonsense_is_never_given() -> None:
    slip = 0.05
    worth = [0.5, 0.5 - slip, 0.5 - (WORST + 0.1) * slip, 0.0]
    several = [chosen(worth, slip, seed, times=60) for seed in range(8)]
    counts = [sum(of_one) for of_one in zip(*several, strict=True)]
    assert counts[0] > 0
    assert counts[1] > 0
    assert counts[2:] == [0, 0]


@interpreted_only
def test_what_is_obvious_is_not_overlooked() -> None:
    slip = 0.02
    counts = chosen([0.5, 0.5 - (OBVIOUS + WORST + 0.1) * slip, 0.1], slip)
    assert counts == [300, 0, 0]


@interpreted_only
def test_a_larger_slip_is_a_weaker_player() -> None:
    worth = [0.5, 0.47, 0.45, 0.42, 0.4]
    best = [chosen(worth, slip)[0] for slip in (0.005, 0.02, 0.08)]
    assert best == sorted(best, reverse=True)
    assert best[0] > 200


@interpreted_only
def test_players_have_tastes_which_stay_with_them() -> None:
    equal = [0.5] * 6
    tastes = {seed: chosen(equal, 0.05, seed) for seed in range(1, 5)}
    favourites = {counts.index(max(counts)) for counts in tastes.values()}
    assert len(favourites) > 1
    assert chosen(equal, 0.05, seed=1) == tastes[1]


@pytest.mark.parametrize(
    "budget", ["0", "-1", "2", "much", "nan", "0.1/", "0.1/much", "0.1|greedy"]
)
def test_a_slip_is_a_part_of_a_win(budget: str) -> None:
    with pytest.raises(UnknownBot, match="slip"):
        make_bot(f"erring:{budget}", game("dark-dealings"))


@each_game
def test_what_was_forgotten_does_not_change_what_is_seen(kind: Game) -> None:
    for seed in range(4):
        s, seat = question(kind, seed)
        for _ in range(12):
            if not s.waiting:
                break
            bot = make_bot("erring", kind, seed)
            assert isinstance(bot, ErringBot)
            guess = bot.guess(s, seat, 0)
            forgotten = bot.forgetful(guess, seat)
            assert kind.view(forgotten, seat) == kind.view(s, seat)
            assert forgotten.legal_moves(seat) == s.legal_moves(seat)
            s.apply(seat, bot.answer(s, seat, 0))
            s.pass_time()
            seat = s.waiting[0] if s.waiting else seat


def test_one_may_err_with_what_was_learned() -> None:
    """With a small slip it answers as the network would, elsewhere as who stands after the bar."""
    kind = game("dont-turn-your-back")
    s, seat = question(kind, players=2)
    bot = make_bot("erring:0.000001/learned|search:5", kind, 5)
    assert isinstance(bot, ErringBot)
    guess = bot.guess(s, seat, 0)
    moves = bot.mind.moves(guess, seat)
    values = bot.values(guess, seat, moves)
    assert values != ErringBot(mind_of(kind), 5).values(guess, seat, moves)
    assert bot.answer(s, seat, 0) == moves[values.index(max(values))]
    other = kind.deal(kind.box(3, {}, "designed"), 1)
    assert not bot.mind.judges(other)
    for name, plain in (
        ("erring:0.1/learned", "erring:0.1"),
        ("erring:0.1/learned|search:5", "search:5"),
    ):
        ours, theirs = make_bot(name, kind, 5), make_bot(plain, kind, 5)
        asked = other.waiting[0]
        assert ours.answer(other, asked, 0) == theirs.answer(other, asked, 0)


# Together


@pytest.mark.parametrize("bot", ["greedy", "erring:0.1", "search:2"])
def test_helpers_leave_whispers_to_persons(bot: str) -> None:
    """TF-27 TF-70: whose cards go where is for people to talk about, unless the next has none."""
    kind = game("the-faceless")
    could = 0
    for seed in range(3):
        s = kind.setup(3, seed, kids=True)
        assert isinstance(s, Dusk)
        bots = [make_bot(bot, kind, seed) for _ in range(3)]
        for position in range(60):
            if not s.waiting:
                break
            seat = s.waiting[0]
            could += any("give" in move.verb for move in s.legal_moves(seat))
            move = bots[seat].answer(s, seat, position)
            assert "give" not in move.verb or not s.hand(move.about[1])
            assert "swap" not in move.verb
            s.apply(seat, move)
            s.pass_time()
    assert could > 10
