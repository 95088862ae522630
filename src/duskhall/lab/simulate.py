"""Many games between bots, on all cores, with the same result on any number of them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from duskhall.bots import make_bot
from duskhall.bots.bot import luck
from duskhall.engine.edition import Edition
from duskhall.engine.game import Game, WrongOption, game
from duskhall.engine.records import Record
from duskhall.engine.table import Table
from duskhall.lab.match import play_out, play_table, seat_bots, write_record
from duskhall.lab.statistics import Estimate, Sample, wilson

LARGEST_CHUNK: Final = 25  # games sent to a worker at once: few enough for a lively progress bar
Progress = Callable[[int, int], None]  # called with the games done and the games in all


class Plan(NamedTuple):
    """What is to be played, as plain data that any process can read."""

    game: str
    players: int
    bots: tuple[str, ...]  # one name per seat, before seats are rotated
    seed: int
    options: dict[str, object]
    edition: tuple[str, str, bool]  # name, text, and whether it came with the game
    save_to: str  # a folder, or '' for nowhere

    def seated(self, number: int) -> tuple[str, ...]:
        """The bots by seat in the game of this number: each game they move on by one."""
        turn = number % self.players
        return self.bots[turn:] + self.bots[:turn]


class Outcome(NamedTuple):
    """How one game ended."""

    bots: tuple[str, ...]  # by seat
    ranks: list[int]
    scores: list[tuple[int, ...]]
    reason: str
    answers: int


class Share(NamedTuple):
    """How a bot, or a seat, has done."""

    wins: Estimate  # the share of first places per seat taken; a shared one counts by parts
    score: Estimate  # the mean of the first thing the victory rule compares
    seats: int  # how many seats of each game were taken


class Summary(NamedTuple):
    """What many games have shown."""

    game: str
    version: int
    edition: str
    players: int
    games: int
    seed: int
    options: dict[str, object]
    bots: dict[str, Share]  # by name
    seats: list[Share]
    reasons: dict[str, Estimate]  # by the key of a standing's sentence
    answers: Estimate  # per game


class Simulation(NamedTuple):
    """A summary, and what it took. The summary is the same on any machine; the time is not."""

    summary: Summary
    seconds: float
    workers: int

    def games_per_second(self) -> float:
        return self.summary.games / self.seconds if self.seconds else 0.0


def simulate(
    game_name: str,
    players: int,
    games: int,
    bots: Sequence[str],
    seed: int,
    options: Mapping[str, object] | None = None,
    edition: str | Edition = "",
    save_dir: Path | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Play many games and measure them. Each bot plays each seat equally often.

    The summary is the same for any number of workers, unless a bot thinks by the clock, as
    `search:0.5s` does: what it finds in its time depends on the machine.

    Raises UnknownGame, WrongOption, WrongEdition or UnknownBot before anything is played.
    """
    kind = game(game_name)
    plan = _plan(kind, players, bots, seed, options, edition, save_dir)
    if games < 1:
        raise WrongOption(f"at least one game must be played, not {games}")
    if workers is not None and workers < 1:
        raise WrongOption(f"at least one worker must play, not {workers}")
    workers = min(workers or cores(), games)
    started = time.perf_counter()
    tally = Tally(players, kind.is_cooperative)
    progress = progress or unheard
    for outcome in play_all(plan, games, workers, progress):
        tally.add(outcome)
        progress(tally.games, games)
    seconds = time.perf_counter() - started
    return Simulation(tally.summary(kind, plan), seconds, workers)


def _plan(
    kind: Game,
    players: int,
    bots: Sequence[str],
    seed: int,
    options: Mapping[str, object] | None,
    edition: str | Edition,
    save_dir: Path | None,
) -> Plan:
    cards = (
        kind.edition(edition or next(iter(kind.editions())))
        if isinstance(edition, str)
        else edition
    )
    box = kind.box(players, dict(options or {}), cards)
    if not bots:
        raise WrongOption("at least one bot must play")
    for name in bots:
        make_bot(name, kind)
    lineup = tuple([bots[seat % len(bots)] for seat in range(players)])
    source = (cards.name, cards.text, cards.built_in)
    return Plan(
        kind.name, players, lineup, seed, box.options, source, str(save_dir) if save_dir else ""
    )


def unheard(done: int, games: int) -> None:
    """Progress that nobody wants to hear of."""


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_all(plan: Plan, games: int, workers: int, progress: Progress) -> Iterator[Outcome]:
    """The outcomes in the order of the games, whoever plays them."""
    if workers == 1:
        progress(0, games)
        for number in range(games):
            yield play_one(plan, number)
        return
    chunk = max(1, min(LARGEST_CHUNK, games // (workers * 32)))
    starts = range(0, games, chunk)
    strangers = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, initializer=_leave_interrupts_to_the_parent)
    try:
        chunks = [
            pool.submit(play_some, plan, start, min(start + chunk, games)) for start in starts
        ]
        progress(
            0, games
        )  # not before: whoever listens may start a thread, and threads do not fork
        for finished in chunks:
            yield from finished.result()
    except BaseException:
        # Nobody wants the rest: a search may think for minutes before it would notice.
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in set(multiprocessing.active_children()) - strangers:
            worker.terminate()
        raise
    pool.shutdown()


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_some(plan: Plan, start: int, end: int) -> list[Outcome]:
    return [play_one(plan, number) for number in range(start, end)]


@cache
def read_once(name: str, text: str, built_in: bool) -> Edition:
    """An edition from its text, read once per process."""
    return Edition(name, text, built_in)


def play_one(plan: Plan, number: int) -> Outcome:
    """Play the game of this number: its seed and seats follow from the plan alone."""
    kind = game(plan.game)
    seed = luck(plan.seed, number)
    names = plan.seated(number)
    bots = seat_bots(kind, names, plan.players, seed)
    edition = read_once(*plan.edition)
    box = kind.box(plan.players, plan.options, edition)
    if plan.save_to:
        titles = [f"{name} {seat}" for seat, name in enumerate(names, 1)]
        table = Table(Record(kind, plan.players, box.options, edition, seed, titles))
        play_table(table, bots)
        write_record(table.record, Path(plan.save_to) / f"{kind.name}-{seed:032x}.json")
        s, answers = table.state, len(table.record.moves)
    else:
        s = kind.deal(box, seed)
        answers = play_out(kind, s, bots)
    standing = kind.standing(s)
    return Outcome(names, standing.ranks, standing.scores, standing.reason, answers)


class Tally:
    """Counts outcomes as they come in. The game is the unit: bots of one game depend on each other."""

    def __init__(self, players: int, is_cooperative: bool = False) -> None:
        self.players = players
        self.is_cooperative = is_cooperative
        self.part = 1 if is_cooperative else 0  # of the score: the first may be the win itself
        self.games = 0
        self.seat_wins = [0.0] * players
        self.seat_scores = [Sample() for _ in range(players)]
        self.bot_wins: dict[str, float] = {}
        self.bot_scores: dict[str, Sample] = {}
        self.reasons: dict[str, int] = {}
        self.answers = Sample()

    def add(self, outcome: Outcome) -> None:
        self.games += 1
        self.answers.add(outcome.answers)
        self.reasons[outcome.reason] = self.reasons.get(outcome.reason, 0) + 1
        winners = 1 if self.is_cooperative else outcome.ranks.count(1)
        wins = [1 / winners if rank == 1 else 0.0 for rank in outcome.ranks]
        scores = [score[self.part] for score in outcome.scores]
        for seat in range(self.players):
            self.seat_wins[seat] += wins[seat]
            self.seat_scores[seat].add(scores[seat])
        for bot in set(outcome.bots):
            seats = [seat for seat in range(self.players) if outcome.bots[seat] == bot]
            won = wins[0] if self.is_cooperative else sum([wins[seat] for seat in seats])
            self.bot_wins[bot] = self.bot_wins.get(bot, 0.0) + won
            mean = sum([scores[seat] for seat in seats]) / len(seats)
            self.bot_scores.setdefault(bot, Sample()).add(mean)

    def summary(self, kind: Game, plan: Plan) -> Summary:
        bots: dict[str, Share] = {}
        for bot in dict.fromkeys(plan.bots):
            seats = plan.bots.count(bot)
            won = wilson(self.bot_wins[bot], self.games)
            if seats == self.players and not self.is_cooperative:
                won = Estimate(1.0, 1.0, 1.0)  # it plays against itself: nothing is in doubt
            if not self.is_cooperative:
                won = won.divided_by(seats)
            bots[bot] = Share(won, self.bot_scores[bot].estimate(), seats)
        return Summary(
            kind.name,
            kind.version,
            plan.edition[0],
            self.players,
            self.games,
            plan.seed,
            plan.options,
            bots,
            [
                Share(wilson(wins, self.games), scores.estimate(), 1)
                for wins, scores in zip(self.seat_wins, self.seat_scores, strict=True)
            ],
            {
                reason: wilson(count, self.games)
                for reason, count in sorted(
                    self.reasons.items(), key=lambda item: (-item[1], item[0])
                )
            },
            self.answers.estimate(),
        )
