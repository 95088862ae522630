"""Measures: the same on any number of workers, what a plain loop counts, and fair in its seats."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product

import pytest

from duskhall import Move, game
from duskhall.bots import make_bot
from duskhall.bots.bot import Bot, luck
from duskhall.engine.events import Event, Seat
from duskhall.engine.game import Game
from duskhall.lab.match import in_turn, mixed, seat_bot, unlike
from duskhall.lab.measures import (
    ALL,
    BotWins,
    Findings,
    Mean,
    Measure,
    Played,
    Reading,
    Series,
    Share,
    measure_all,
    together,
)
from duskhall.lab.statistics import wilson

GAME = "dont-turn-your-back"


class Answers(Mean):
    """By seat, its answers: counted in play."""

    def __init__(self, played: Played) -> None:
        super().__init__(played)
        self.counts = [0] * played.players

    def answered(self, seat: Seat, move: Move, events: Sequence[Event]) -> None:
        self.counts[seat] += 1

    def readings(self) -> Iterable[Reading]:
        return enumerate(self.counts)


class Told(Mean):
    """Events: of the dealing, in play, and in all."""

    def __init__(self, played: Played) -> None:
        super().__init__(played)
        self.dealt = len(played.events)
        self.in_play = 0

    def answered(self, seat: Seat, move: Move, events: Sequence[Event]) -> None:
        self.in_play += len(events)

    def readings(self) -> Iterable[Reading]:
        return [
            ("dealt", self.dealt),
            ("in play", self.in_play),
            (ALL, len(self.played.events)),
        ]


class Scores(Mean):
    """By bot, its scores: read at the end."""

    def readings(self) -> Iterable[Reading]:
        scores = self.played.standing().scores
        return [(bot, scores[seat][0]) for seat, bot in enumerate(self.played.bots)]


class Options(Mean):
    """By what the table was laid out with, games."""

    def readings(self) -> Iterable[Reading]:
        box = self.played.s.box
        return [((box.players, box.options["high_school"], len(box.card_names)), 1)]


MEASURES = (Answers, Told, Scores, BotWins)


def anyone(kind: Game, name: str, seat: Seat, seed: int) -> Bot:
    """Plays under any name."""
    return seat_bot(kind, "random", seat, seed)


def series(**changed: object) -> Series:
    plain = Series(GAME, players=[2], bots=["a", "b"], games=4, seed=(7, 2), make_bot=anyone)
    return plain._replace(**changed)  # type: ignore[arg-type]


@pytest.mark.parametrize("workers", [2, 3])
def test_findings_do_not_depend_on_the_number_of_workers(workers: int) -> None:
    asked = {"two": series(), "by turns": series(players=[2, 3, 4], games=7)}
    alone = measure_all(asked, MEASURES, workers=1)
    spread = measure_all(asked, MEASURES, workers=workers)
    assert [found.games for found in alone.values()] == [4, 7]
    assert {name: found.read for name, found in alone.items()} == {
        name: found.read for name, found in spread.items()
    }


def test_another_seed_gives_other_games() -> None:
    found = measure_all(
        {seed: series(seed=(seed,), games=1) for seed in (1, 2)}, MEASURES, workers=1
    )
    assert found[1].read != found[2].read


def test_a_measure_finds_what_a_plain_loop_counts() -> None:
    kind = game(GAME)
    asked = Series(GAME, players=[3], bots=["greedy", "random"], games=2, seed=(7, 2))
    answers: dict[int, list[int]] = {seat: [] for seat in range(3)}
    told: list[int] = []
    scores: dict[str, list[int]] = {"greedy": [], "random": []}
    for number in range(asked.games):
        seed = luck(7, 2, number)
        names = [["greedy", "random"][(number + seat) % 2] for seat in range(3)]
        bots = [make_bot(name, kind, luck(seed, seat + 1)) for seat, name in enumerate(names)]
        events: list[Event] = []
        s = kind.deal(kind.box(3), luck(seed), events)
        given: list[int] = []
        while s.waiting:
            seat = s.waiting[0]
            s.apply(seat, bots[seat].answer(s, seat, len(given)))
            given.append(seat)
        told.append(len(events))
        for seat, name in enumerate(names):
            answers[seat].append(given.count(seat))
            scores[name].append(kind.standing(s).scores[seat][0])
    found = measure_all({"asked": asked}, MEASURES, workers=1)["asked"]
    assert found.read[Answers] == answers
    assert found.of(Told).values == told
    assert found.of(Told, "dealt", "in play").total == sum(told)
    assert found.of(Told, "dealt").total > 0
    assert {bot: sorted(values) for bot, values in found.read[Scores].items()} == {
        bot: sorted(values) for bot, values in scores.items()
    }


def test_a_series_may_have_its_options_edition_and_bots() -> None:
    made: list[tuple[str, int]] = []

    def make(kind: Game, name: str, seat: Seat, seed: int) -> Bot:
        made.append((name, seat))
        return anyone(kind, name, seat, seed)

    asked = series(
        players=[2, 3],
        bots=["somebody"],
        games=3,
        options={"high_school": "winner"},
        edition="designed-25",
        make_bot=make,
    )
    found = measure_all({"asked": asked}, [Options], workers=1)["asked"]
    cards = {
        players: len(game(GAME).box(players, {}, "designed-25").card_names) for players in (2, 3)
    }
    assert {key: len(values) for key, values in found.read[Options].items()} == {
        (2, "winner", cards[2]): 2,
        (3, "winner", cards[3]): 1,
    }
    assert made == [("somebody", seat) for players in (2, 3, 2) for seat in range(players)]


def test_each_series_is_told_when_it_is_done() -> None:
    told: list[tuple[object, int]] = []
    asked = {name: series(games=games) for name, games in {"a": 2, "b": 1}.items()}
    measure_all(asked, [BotWins], 1, lambda name, found: told.append((name, found.games)))
    assert told == [("a", 2), ("b", 1)]


# Seats


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_names_by_turns_sit_on_each_seat_equally_often(count: int, players: int) -> None:
    names = "abcde"[:count]
    games = [in_turn(names, players, number) for number in range(3 * count)]
    for seat in range(players):
        assert Counter(seated[seat] for seated in games) == dict.fromkeys(names, 3)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_mixed_names_come_in_every_arrangement(count: int, players: int) -> None:
    names = "abcde"[:count]
    games = [mixed(names, players, number) for number in range(count**players)]
    assert sorted(games) == sorted(product(names, repeat=players))


def test_seats_move_on_with_each_number_of_players() -> None:
    asked = series(players=[2, 4])
    assert [asked.seated(number) for number in range(4)] == [
        ("a", "b"),
        ("a", "b", "a", "b"),
        ("b", "a"),
        ("b", "a", "b", "a"),
    ]


def test_nobody_plays_only_against_oneself() -> None:
    games = [unlike("abc", 2, number) for number in range(9)]
    assert sorted(seated for seated in games if seated) == sorted(
        [(one, other) for one in "abc" for other in "abc" if one != other]
    )
    asked = series(seating=unlike)
    found = measure_all({"asked": asked}, [BotWins], workers=1)["asked"]
    assert found.games == 2
    assert [found.of(BotWins, bot).n for bot in ("a", "b")] == [2, 2]


# Sums


class Half(Share):
    pass


class Number(Mean):
    pass


def filled(values: Sequence[float], *measures: type[Measure]) -> Findings:
    found = Findings()
    for value in values:
        found.add(measures, [[("key", value)] for _ in measures])
    return found


def test_readings_are_summed_up_with_n_and_interval() -> None:
    found = filled([1, 0, 0.5, 0], Half, Number)
    share, mean = found.of(Half, "key"), found.of(Number, "key")
    assert (share.n, share.total) == (mean.n, mean.total) == (4, 1.5)
    assert share.estimate == wilson(1.5, 4)
    assert mean.value == 0.375
    assert mean.estimate.high - mean.value == pytest.approx(1.959964 * 0.478714 / 2, abs=1e-5)
    assert found.of(Half).n == 0


def test_several_series_count_as_one() -> None:
    joined = together([filled([1, 0], Half), filled([1], Half)])
    assert joined.games == 3
    assert joined.of(Half, "key").values == [1, 0, 1]
