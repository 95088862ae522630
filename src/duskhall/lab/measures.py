"""What is measured of games, and the one loop that plays them: seeded, and on all cores."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import partial
from math import nan
from typing import Final, NamedTuple, TypeVar

from duskhall.bots.bot import Bot, luck
from duskhall.engine.events import Event, Seat
from duskhall.engine.game import Game, Standing, game
from duskhall.engine.moves import Move
from duskhall.engine.state import State
from duskhall.lab.match import in_turn, play_out, seat_bot, wins
from duskhall.lab.plan import read_once
from duskhall.lab.statistics import Estimate, Sample, wilson
from duskhall.lab.workers import Progress, cores, in_order, unheard

Key = Hashable  # what a reading is about: a seat, a bot, a card
Name = TypeVar("Name", bound=Hashable)  # of a series
Reading = tuple[Key, float]
ALL: Final = ""  # the key of readings that are about nothing in particular
Seating = Callable[[Sequence[str], int, int], tuple[str, ...]]
MakeBot = Callable[[Game, str, Seat, int], Bot]  # for a seat, by its name, of the game's seed


class Series(NamedTuple):
    """Games of one kind, as plain data that any process can read."""

    game: str
    players: Sequence[int]  # how many sit down: by turns, if there are several numbers
    bots: Sequence[str]
    games: int
    seed: tuple[int, ...]  # with the number of a game, its luck
    options: Mapping[str, object] = {}
    edition: str | tuple[str, str, bool] = ""  # a name or a path; or name, text, and if it is ours
    seating: Seating = in_turn  # who sits where; nobody does where no game is to be played
    make_bot: MakeBot = seat_bot
    turns: int = 1  # so many games in a row have the same luck

    def seated(self, number: int) -> tuple[str, ...]:
        """The bots by seat in the game of this number. Seats move on by themselves for each count."""
        turn, which = divmod(number, len(self.players))
        return self.seating(self.bots, self.players[which], turn)


class Played:
    """One game, as its measures see it: dealt, after every answer, and at its end."""

    def __init__(self, kind: Game, bots: tuple[str, ...], s: State, events: list[Event]) -> None:
        self.game: Final = kind
        self.bots: Final = bots  # their names by seat
        self.s: Final = s
        self.events: Final = events  # all there were so far, with nothing hidden
        self.players: Final = len(bots)

    def standing(self) -> Standing:
        return self.game.standing(self.s)

    def wins(self) -> list[float]:
        """By seat, its part of the first place."""
        return wins(self.standing().ranks, self.s.box.is_cooperative)


class Measure:
    """Something that is read of every game. It is declared as a class, and made for each game.

    It may look at the game when it is dealt, after every answer and at its end. What it gives back
    then are readings under keys; those under one key are summed up over all games of a series.
    """

    def __init__(self, played: Played) -> None:
        self.played: Final = played

    def answered(self, seat: Seat, move: Move, events: Sequence[Event]) -> None:
        """An answer was given, and this came of it. For what is to be counted in play."""

    def readings(self) -> Iterable[Reading]:
        """What is read at the end of the game."""
        raise NotImplementedError

    @staticmethod
    def summed(values: Sequence[float]) -> Estimate:
        """All readings under a key as one number, with its interval."""
        raise NotImplementedError


class Share(Measure):
    """A measure whose readings are successes: 1, 0, or a part of a shared one."""

    @staticmethod
    def summed(values: Sequence[float]) -> Estimate:
        return wilson(sum(values), len(values))


class Mean(Measure):
    """A measure whose readings are numbers, of which the mean is wanted."""

    @staticmethod
    def summed(values: Sequence[float]) -> Estimate:
        sample = Sample()
        for value in values:
            sample.add(value)
        return sample.estimate()


class BotWins(Share):
    """By bot, the seats that win."""

    def readings(self) -> Iterable[Reading]:
        return zip(self.played.bots, self.played.wins(), strict=True)


class Found(NamedTuple):
    """The readings of a measure under one key, or under several together."""

    values: list[float]  # in the order of the games
    estimate: Estimate

    @property
    def n(self) -> int:
        return len(self.values)

    @property
    def total(self) -> float:
        return sum(self.values)

    @property
    def value(self) -> float:
        return self.estimate.value


class Findings:
    """What the measures have read in one or several series."""

    def __init__(self) -> None:
        self.games = 0
        self.read: dict[type[Measure], dict[Key, list[float]]] = {}

    def add(self, measures: Sequence[type[Measure]], readings: Sequence[Iterable[Reading]]) -> None:
        """Note what the measures have read of one more game."""
        self.games += 1
        for measure, read in zip(measures, readings, strict=True):
            by_key = self.read.setdefault(measure, {})
            for key, value in read:
                by_key.setdefault(key, []).append(value)

    def of(self, measure: type[Measure], *keys: Key) -> Found:
        """What a measure found under these keys together; without any, under ALL."""
        by_key = self.read.get(measure, {})
        values = [value for key in keys or (ALL,) for value in by_key.get(key, [])]
        return Found(values, measure.summed(values))


class Unmeasured(Findings):
    """Stands for a series that was not played: all that is found there is no number."""

    def of(self, measure: type[Measure], *keys: Key) -> Found:
        return Found([nan], Estimate(nan, nan, nan))


def together(several: Iterable[Findings]) -> Findings:
    """What was found in several series, as if they were one."""
    joined = Findings()
    for findings in several:
        if isinstance(findings, Unmeasured):
            return findings
        joined.games += findings.games
        for measure, by_key in findings.read.items():
            all_keys = joined.read.setdefault(measure, {})
            for key, values in by_key.items():
                all_keys.setdefault(key, []).extend(values)
    return joined


def measure_all(
    series: Mapping[Name, Series],
    measures: Sequence[type[Measure]],
    workers: int | None = None,
    told: Callable[[Name, Findings], None] | None = None,
    progress: Progress = unheard,
) -> dict[Name, Findings]:
    """Play all series and collect all measures; `told` hears of each series when it is done.

    The findings are the same for any number of workers, unless a bot thinks by the clock.
    """
    tasks = [
        (name, number)
        for name, games in series.items()
        for number in range(games.games)
        if games.seated(number)
    ]
    results = in_order(
        partial(play_one, series, measures),
        tasks,
        min(workers or cores(), len(tasks) or 1),
        progress,
    )
    findings = {name: Findings() for name in series}
    for done, ((name, _), readings) in enumerate(zip(tasks, results, strict=True), 1):
        findings[name].add(measures, readings)
        progress(done, len(tasks))
        if told and (done == len(tasks) or tasks[done][0] != name):
            told(name, findings[name])
    return findings


def play_one(
    series: Mapping[Name, Series], measures: Sequence[type[Measure]], task: tuple[Name, int]
) -> list[list[Reading]]:
    """Play one game of one series. By measure, what was read: plain data, which can travel."""
    name, number = task
    games = series[name]
    kind, seated = game(games.game), games.seated(number)
    seed = luck(*games.seed, number // games.turns)
    bots = [games.make_bot(kind, bot, seat, seed) for seat, bot in enumerate(seated)]
    edition = games.edition if isinstance(games.edition, str) else read_once(*games.edition)
    box = kind.box(len(bots), dict(games.options), edition)
    events: list[Event] = []
    s = kind.deal(box, luck(seed), events)
    played = Played(kind, seated, s, events)
    watching = [measure(played) for measure in measures]

    def give(seat: Seat, move: Move) -> None:
        before = len(events)
        s.apply(seat, move)
        came = events[before:]
        for measure in watching:
            measure.answered(seat, move, came)

    play_out(kind, s, bots, give)
    return [list(measure.readings()) for measure in watching]
