"""A ladder: every bot against every other, on the same deals from every seat, and what that shows.

With more than two seats one bot sits among copies of another, and the other way round. Where all win
or lose together nobody is beaten: each bot takes all seats of the same deals.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import nullcontext
from functools import partial
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any, Final, NamedTuple

from duskhall.bots import make_bot
from duskhall.bots.bot import Bot, luck
from duskhall.engine.edition import Edition
from duskhall.engine.game import Game, WrongOption, game
from duskhall.lab.logbook import Logbook
from duskhall.lab.match import play_out, seat_bot, wins
from duskhall.lab.plan import Plan, read_once
from duskhall.lab.programs import PREFIX, STAND_IN, ProgramBot, command_of, ended_with_us
from duskhall.lab.rating import Duel, ratings
from duskhall.lab.results import WrongResults
from duskhall.lab.simulate import BrokenGame, make_plan
from duskhall.lab.statistics import Counted, Estimate
from duskhall.lab.thinking import Timed, Times
from duskhall.lab.workers import Progress, cores, in_order, unheard

SECONDS: Final = 10.0  # for an answer of a program


class Pairing(NamedTuple):
    """Who plays: one at a seat, the other at all the rest; or one at all of them."""

    one: str
    others: str


class Task(NamedTuple):
    """One game of a ladder."""

    pairing: Pairing
    number: int  # among those of the pairing


class Played(NamedTuple):
    """How one game of a ladder ended."""

    task: Task
    seated: list[str]
    share: float  # of the win, for the one
    times: dict[str, Times]  # by bot
    failed: dict[str, str]  # programs that another had to stand in for, and why

    def written(self) -> list[Any]:
        times = {bot: times.written() for bot, times in self.times.items()}
        return [*self.task.pairing, self.task.number, self.seated, self.share, times, self.failed]

    @staticmethod
    def read(said: list[Any]) -> Played:
        """A game out of JSON. ValueError."""
        try:
            one, others, number, seated, share, times, failed = said
            read = {bot: Times.read(written) for bot, written in times.items()}
        except (TypeError, AttributeError) as error:
            raise ValueError(str(error)) from None
        return Played(Task(Pairing(one, others), number), seated, share, read, failed)


class Rung(NamedTuple):
    """How one bot has done."""

    bot: str
    games: int
    wins: Estimate  # its share of all its games; of more than two seats, where it sat alone
    rating: Estimate | None  # none where nobody is beaten, or for one that failed in every game
    times: Times
    failures: dict[str, int]  # of a program: games in which another stood in for it, by why


class Meeting(NamedTuple):
    """How one pairing has gone."""

    pairing: Pairing
    games: int
    share: Estimate  # of the wins that went to the one


class Ladder(NamedTuple):
    """What a ladder has shown, the best first."""

    plan: Plan
    rungs: list[Rung]
    meetings: list[Meeting]
    chance: float  # the share of a bot among its like
    is_shared: bool  # all win or lose together
    games: int
    before: int  # of them, that had been played already
    seconds: float
    workers: int


def ladder(
    game_name: str,
    players: int,
    bots: Sequence[str],
    games: int,
    seed: int,
    options: Mapping[str, object] | None = None,
    edition: str | Edition = "",
    folder: Path | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    seconds: float = SECONDS,
) -> Ladder:
    """Let every pair of bots play so many games, rounded up to whole deals.

    With a folder, what was played there is not played again: more games, and more bots, come to it.

    A bot `exec:COMMAND` is a program, which has so many seconds for an answer.

    Raises what `simulate` raises.
    """
    kind = game(game_name)
    plan = make_plan(kind, players, [STAND_IN], seed, options, edition)._replace(paired=True)
    for bot in bots:
        if bot.startswith(PREFIX):
            command_of(bot)
        else:
            make_bot(bot, kind)
    is_shared = plan.is_cooperative()
    check(bots, games, workers, is_shared)
    if players == 1 and not is_shared:
        raise WrongOption("ladder-alone", title=kind.title)
    tasks = list(schedule(plan, pairings(bots, players, is_shared), games))
    logbook = Logbook(folder, header(plan), Played.read) if folder else None
    try:
        found: dict[Task, Played] = {}
        for played in logbook.entries if logbook else []:
            found.setdefault(played.task, played)
        left = [task for task in tasks if task not in found]
        before = len(tasks) - len(left)
        workers = max(1, min(workers or cores(), len(left)))
        progress = progress or unheard
        started = time.perf_counter()
        done = (
            in_order(partial(play_one, plan, seconds), left, workers, progress)
            if left
            else iter(())
        )
        for count, played in enumerate(done, 1):
            if logbook is not None:
                logbook.add(played.written())
            found[played.task] = played
            progress(count, len(left))
    except BrokenProcessPool as error:
        raise WrongResults("worker-died", reason=type(error).__name__) from None
    finally:
        if logbook is not None:
            logbook.close()
    taken = time.perf_counter() - started
    rungs, meetings = climb(plan, bots, [found[task] for task in tasks], is_shared)
    chance = 1.0 if is_shared else 1 / players
    return Ladder(plan, rungs, meetings, chance, is_shared, len(tasks), before, taken, workers)


def check(bots: Sequence[str], games: int, workers: int | None, is_shared: bool) -> None:
    """WrongOption, if there is nothing to be compared."""
    for bot in bots:
        if bots.count(bot) > 1:
            raise WrongOption("bot-twice", bot=bot)
    if len(bots) < 2 and not is_shared:
        raise WrongOption("one-bot")
    if games < 1:
        raise WrongOption("no-games", count=games)
    if workers is not None and workers < 1:
        raise WrongOption("no-workers", count=workers)


def header(plan: Plan) -> dict[str, Any]:
    """What all games of a folder have in common, whoever plays them."""
    said = plan.written()
    del said["bots"]
    return said


def pairings(bots: Sequence[str], players: int, is_shared: bool) -> list[Pairing]:
    """Round robin. Among two seats one way is both."""
    if is_shared:
        return [Pairing(bot, bot) for bot in bots]
    found: list[Pairing] = []
    for one, other in combinations(bots, 2):
        found.append(Pairing(one, other))
        if players > 2:
            found.append(Pairing(other, one))
    return found


def plan_of(plan: Plan, pairing: Pairing) -> Plan:
    """What a pairing plays. Each pair has deals of its own, and both ways of it have the same.

    Where all win together, all bots get the same deals.
    """
    one, others = pairing
    lineup = (one, *[others] * (plan.players - 1))
    if one == others:
        return plan._replace(bots=lineup)
    names = sha256("\n".join(sorted(pairing)).encode()).digest()[:16]
    return plan._replace(bots=lineup, seed=luck(plan.seed, int.from_bytes(names, "big")))


def schedule(plan: Plan, pairs: Sequence[Pairing], games: int) -> Iterator[Task]:
    """All games, deal by deal, so that an interrupted ladder is even."""
    ways = 2 if plan.players > 2 and any(one != others for one, others in pairs) else 1
    together = plan_of(plan, pairs[0]).rotations()
    for deal in range(-(-games // (together * ways))):
        for pairing in pairs:
            for turned in range(together):
                yield Task(pairing, deal * together + turned)


def play_one(plan: Plan, seconds: float, task: Task) -> Played:
    """Play one game: its seed and seats follow from the plan and its number alone."""
    own = plan_of(plan, task.pairing)
    seed = own.deal_seed(task.number)
    try:
        return _play_one(own, task, seed, seconds)
    except OSError:
        raise
    except Exception as error:
        why = " ".join(str(error).split()) or type(error).__name__
        pair = " - ".join(task.pairing)
        raise BrokenGame(f"{pair}, game {task.number} (seed {seed:032x}): {why}") from error


def _play_one(plan: Plan, task: Task, seed: int, seconds: float) -> Played:
    kind = game(plan.game)
    box = kind.box(plan.players, plan.options, read_once(*plan.edition))
    s = kind.deal(box, seed)
    seated = list(plan.seated(task.number))
    times = {bot: Times() for bot in seated}
    bots = [seat_any(plan, kind, bot, at, seed, seconds) for at, bot in enumerate(seated)]
    programs = {at: bot for at, bot in enumerate(bots) if isinstance(bot, ProgramBot)}
    try:
        with ended_with_us() if programs else nullcontext():
            play_out(kind, s, [Timed(bot, times[seated[at]]) for at, bot in enumerate(bots)])
            for program in programs.values():
                program.end(kind.standing(s).ranks)
    finally:
        for program in programs.values():
            program.close()
    failed = {seated[at]: program.failed for at, program in programs.items() if program.failed}
    won = wins(kind.standing(s).ranks, box.is_cooperative)
    if box.is_cooperative:
        return Played(task, seated, won[0], times, failed)
    share = sum([won[at] for at, bot in enumerate(seated) if bot == task.pairing.one])
    return Played(task, seated, share, times, failed)


def seat_any(plan: Plan, kind: Game, bot: str, at: int, seed: int, seconds: float) -> Bot:
    """A bot of ours, or a program, for one seat."""
    if bot.startswith(PREFIX):
        return ProgramBot(bot, kind, plan.edition[0], luck(seed, at + 1), seconds)
    return seat_bot(kind, bot, at, seed)


def climb(
    plan: Plan, bots: Sequence[str], found: Sequence[Played], is_shared: bool
) -> tuple[list[Rung], list[Meeting]]:
    """Rungs, the best first; and meetings in the order in which they were played."""
    counted: dict[Pairing, Counted] = {}
    own: dict[str, Counted] = {}
    games = dict.fromkeys(bots, 0)
    times = {bot: Times() for bot in bots}
    failures: dict[str, dict[str, int]] = {bot: {} for bot in bots}
    # Games of a pairing come deal by deal; the deals of one bot must not mix with another's.
    for played in sorted(found, key=lambda played: (played.task.pairing, played.task.number)):
        pairing = played.task.pairing
        together = plan_of(plan, pairing).rotations()
        counted.setdefault(pairing, Counted(together)).add(played.share)
        own.setdefault(pairing.one, Counted(together)).add(played.share)
        if plan.players == 2 and not is_shared:
            own.setdefault(pairing.others, Counted(together)).add(1 - played.share)
        for bot in set(pairing):
            games[bot] += 1
        for bot, why in played.failed.items():
            failures[bot][why] = failures[bot].get(why, 0) + 1
        for bot, taken in played.times.items():
            times[bot].merge(taken)
    pairs = list(dict.fromkeys([played.task.pairing for played in found]))
    meetings = [Meeting(pair, counted[pair].games.count, counted[pair].share()) for pair in pairs]
    rated: dict[str, Estimate] = {}
    # Who failed in every game did not play: what was won is the stand-in's.
    able = [bot for bot in bots if sum(failures[bot].values()) < games[bot]]
    if not is_shared and able:
        seats = 1, plan.players - 1
        duels = [
            Duel(
                able.index(pair.one),
                able.index(pair.others),
                seats,
                counted[pair].games.mean,
                counted[pair].worth(),
            )
            for pair in pairs
            if pair.one in able and pair.others in able
        ]
        rated = dict(zip(able, ratings(len(able), duels, plan.seed), strict=True))
    rungs = [
        Rung(bot, games[bot], own[bot].share(), rated.get(bot), times[bot], failures[bot])
        for bot in bots
    ]
    rungs.sort(key=lambda rung: (-(rung.rating or rung.wins).value, rung.bot))
    return rungs, meetings
