"""Many games between bots, on all cores, with the same result on any number of them."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from typing import NamedTuple

from duskhall.engine.edition import Edition
from duskhall.engine.events import OUTSIDE, Seat
from duskhall.engine.game import Game, WrongOption, game, points_in
from duskhall.engine.moves import Move
from duskhall.engine.records import Record
from duskhall.engine.table import Table
from duskhall.lab.match import Give, play_out, seat_bots, wins, write_record
from duskhall.lab.on_ray import PROCESSES, RAY, play_all, ray_package
from duskhall.lab.plan import Decision, Outcome, Plan, lineup, read_once
from duskhall.lab.results import PARQUET, Results, WrongResults
from duskhall.lab.statistics import Counted, Estimate, wilson
from duskhall.lab.workers import Progress, cores, unheard


class Share(NamedTuple):
    """How a bot, or a seat, has done."""

    wins: Estimate  # the share of first places per seat taken; a shared one counts by parts
    score: Estimate  # the mean of how far one came: points, and not the win itself
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
    before: int = 0  # games that had been played already

    def games_per_second(self) -> float:
        return (self.summary.games - self.before) / self.seconds if self.seconds else 0.0


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
    *,
    paired: bool = False,
    results: Path | None = None,
    kind: str = PARQUET,
    decisions: bool = False,
    on: str = PROCESSES,
) -> Simulation:
    """Play many games and measure them. Each bot plays each seat equally often.

    The summary is the same for any number of workers, unless a bot thinks by the clock, as
    `search:0.5s` does: what it finds in its time depends on the machine. With `results`, rows are
    written to that folder; what is there already is not played again.

    Raises UnknownGame, WrongOption, WrongEdition, UnknownBot or WrongResults before anything is
    played; and BrokenGame or WrongResults where a game or a worker breaks down: what was played
    until then stays in the folder.
    """
    own = game(game_name)
    plan = make_plan(own, players, bots, seed, options, edition, save_dir)
    plan = plan._replace(paired=paired, rows=results is not None, decisions=decisions)
    if games < 1:
        raise WrongOption("no-games", count=games)
    if workers is not None and workers < 1:
        raise WrongOption("no-workers", count=workers)
    if on == RAY:
        ray_package()
    box = plan.box()
    tally = Tally(players, box.is_cooperative, plan.rotations(), own.points_part, box.may_be_lost)
    progress = progress or unheard
    folder = Results(results, plan, kind) if results else None
    is_finished = False
    try:
        before = 0
        if folder is not None:
            for outcome in folder.outcomes():
                tally.add(outcome)
            before = tally.games
        left = range(before, max(before, games))
        workers = max(1, min(workers or cores(), len(left)))
        started = time.perf_counter()
        playing = play_all(partial(play_one, plan), left, workers, progress, on) if left else []
        for outcome in playing:
            if folder is not None:
                folder.add(outcome)
            tally.add(outcome)
            progress(tally.games - before, len(left))
        is_finished = True
    except BrokenProcessPool as error:
        raise WrongResults("worker-died", reason=type(error).__name__) from None
    finally:
        if folder is not None:
            folder.close(is_finished)
    seconds = time.perf_counter() - started
    return Simulation(tally.summary(own, plan), seconds, workers, tally.is_cooperative, before)


def make_plan(
    kind: Game,
    players: int,
    bots: Sequence[str],
    seed: int,
    options: Mapping[str, object] | None,
    edition: str | Edition,
    save_dir: Path | None = None,
) -> Plan:
    """What is to be played, if all of it can be had together."""
    cards = (
        kind.edition(edition or next(iter(kind.editions())))
        if isinstance(edition, str)
        else edition
    )
    box = kind.box(players, dict(options or {}), cards)
    seated = lineup(kind, bots, players)
    source = (cards.name, cards.text, cards.built_in)
    return Plan(
        kind.name, players, seated, seed, box.options, source, str(save_dir) if save_dir else ""
    )


class BrokenGame(RuntimeError):
    """A game that the rules could not play to its end: the message says which, and why."""


def play_one(plan: Plan, number: int) -> Outcome:
    """Play the game of this number: its seed and seats follow from the plan alone."""
    try:
        return _play_one(plan, number)
    except OSError:
        raise
    except Exception as error:
        why = " ".join(str(error).split()) or type(error).__name__
        seed = f"{plan.deal_seed(number):032x}"
        raise BrokenGame(f"game {number} (seed {seed}) broke down: {why}") from error


def _play_one(plan: Plan, number: int) -> Outcome:
    kind = game(plan.game)
    seed = plan.deal_seed(number)
    names = plan.seated(number)
    bots = seat_bots(kind, names, plan.players, seed)
    edition = read_once(*plan.edition)
    box = kind.box(plan.players, plan.options, edition)
    titles = [f"{name} {seat}" for seat, name in enumerate(names, 1)]
    record = Record(kind, plan.players, box.options, edition, seed, titles)
    table = Table(record) if plan.save_to else None
    s = table.state if table else kind.deal(box, seed)
    play: Give = table.play if table else s.apply
    moves: list[str] = []
    decisions: list[Decision] = []

    def give(seat: Seat, move: Move) -> None:
        if plan.decisions and seat != OUTSIDE:
            question, choices = type(s.agenda[-1]).__name__, len(s.legal_moves(seat))
            decisions.append((len(moves), seat, question, choices, str(move)))
        play(seat, move)
        moves.append(f"{seat} {move}")

    answers = play_out(kind, s, bots, give if plan.rows else play)
    if table:
        turned = f"-{plan.rotation(number)}" if plan.rotations() > 1 else ""
        write_record(record, Path(plan.save_to) / f"{kind.name}-{seed:032x}{turned}.json")
    standing = kind.standing(s)
    return Outcome(
        names,
        standing.ranks,
        standing.scores,
        standing.reason,
        answers,
        standing.rule,
        ";".join(moves),
        tuple(decisions),
        tuple(kind.points(s)),
    )


class Tally:
    """Counts outcomes as they come in. The game is the unit, as bots of one game depend on each
    other; or the deal, where so many games in a row have the same luck."""

    def __init__(
        self,
        players: int,
        is_cooperative: bool = False,
        together: int = 1,
        part: int = 0,
        may_be_lost: bool = False,
    ) -> None:
        self.players = players
        self.is_cooperative = is_cooperative
        self.together = together
        self.part = part  # of the score: the first may be the win itself
        self.may_be_lost = may_be_lost  # by all, so that nobody has the first place
        self.games = 0
        self.seat_wins = [Counted(together) for _ in range(players)]
        self.seat_scores = [Counted(together) for _ in range(players)]
        self.bot_wins: dict[str, Counted] = {}
        self.bot_scores: dict[str, Counted] = {}
        self.reasons: dict[str, int] = {}
        self.answers = Counted(together)

    def add(self, outcome: Outcome) -> None:
        self.games += 1
        self.answers.add(outcome.answers)
        self.reasons[outcome.reason] = self.reasons.get(outcome.reason, 0) + 1
        won = wins(outcome.ranks, self.is_cooperative)
        scores = outcome.points or points_in(outcome.scores, self.part)
        for seat in range(self.players):
            self.seat_wins[seat].add(won[seat])
            self.seat_scores[seat].add(scores[seat])
        for bot in set(outcome.bots):
            seats = [seat for seat in range(self.players) if outcome.bots[seat] == bot]
            together = won[0] if self.is_cooperative else sum([won[seat] for seat in seats])
            self.bot_wins.setdefault(bot, Counted(self.together)).add(together)
            mean = sum([scores[seat] for seat in seats]) / len(seats)
            self.bot_scores.setdefault(bot, Counted(self.together)).add(mean)

    def summary(self, kind: Game, plan: Plan) -> Summary:
        bots: dict[str, Share] = {}
        for bot in dict.fromkeys(plan.bots):
            seats = plan.bots.count(bot)
            won = self.bot_wins[bot].share()
            if seats == self.players and not self.is_cooperative and not self.may_be_lost:
                won = Estimate(1.0, 1.0, 1.0)  # it plays against itself: nothing is in doubt
            if not self.is_cooperative:
                won = won.divided_by(seats)
            bots[bot] = Share(won, self.bot_scores[bot].estimate(), seats)
        deals = -(-self.games // self.together)
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
                Share(wins.share(), scores.estimate(), 1)
                for wins, scores in zip(self.seat_wins, self.seat_scores, strict=True)
            ],
            {
                reason: wilson(count * deals / self.games, deals)
                for reason, count in sorted(
                    self.reasons.items(), key=lambda item: (-item[1], item[0])
                )
            },
            self.answers.estimate(),
        )
