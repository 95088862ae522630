"""Many games between bots, on all cores, with the same result on any number of them."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from duskhall.bots import make_bot
from duskhall.bots.bot import luck
from duskhall.engine.edition import Edition
from duskhall.engine.game import Game, WrongOption, game
from duskhall.engine.records import Record
from duskhall.engine.table import Table
from duskhall.lab.match import in_turn, play_out, play_table, seat_bots, wins, write_record
from duskhall.lab.statistics import Estimate, Sample, wilson
from duskhall.lab.workers import Progress, cores, in_order, unheard


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
        return in_turn(self.bots, self.players, number)


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
    is_cooperative: bool = False

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
        raise WrongOption("no-games", count=games)
    if workers is not None and workers < 1:
        raise WrongOption("no-workers", count=workers)
    workers = min(workers or cores(), games)
    started = time.perf_counter()
    is_cooperative = kind.box(players, plan.options).is_cooperative
    tally = Tally(players, is_cooperative)
    progress = progress or unheard
    for outcome in in_order(partial(play_one, plan), range(games), workers, progress):
        tally.add(outcome)
        progress(tally.games, games)
    seconds = time.perf_counter() - started
    return Simulation(tally.summary(kind, plan), seconds, workers, is_cooperative)


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
        raise WrongOption("no-bots")
    for name in bots:
        make_bot(name, kind)
    lineup = tuple([bots[seat % len(bots)] for seat in range(players)])
    source = (cards.name, cards.text, cards.built_in)
    return Plan(
        kind.name, players, lineup, seed, box.options, source, str(save_dir) if save_dir else ""
    )


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
        won = wins(outcome.ranks, self.is_cooperative)
        scores = [score[self.part] for score in outcome.scores]
        for seat in range(self.players):
            self.seat_wins[seat] += won[seat]
            self.seat_scores[seat].add(scores[seat])
        for bot in set(outcome.bots):
            seats = [seat for seat in range(self.players) if outcome.bots[seat] == bot]
            together = won[0] if self.is_cooperative else sum([won[seat] for seat in seats])
            self.bot_wins[bot] = self.bot_wins.get(bot, 0.0) + together
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
