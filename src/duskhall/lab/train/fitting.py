"""A run that fits what a game judges by to ever more examples: every checkpoint is tried.

Examples are kept line by line as they are made, on all cores, so that the same command goes on with
whatever was stopped. At a checkpoint the judgement is fitted anew to all of them, and plays against
the best so far, which at first is the one in use, and against a bot that stays the same. It is kept
if it is not beaten.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from duskhall.bots import make_bot
from duskhall.bots.bot import luck
from duskhall.lab.logbook import Logbook
from duskhall.lab.match import play_out, wins
from duskhall.lab.statistics import wilson
from duskhall.lab.train.lessons import Fitted, Lessons, lessons_of
from duskhall.lab.workers import cores, in_order

CHUNK: Final = 50  # examples between two lines of how far it is
DEALS: Final = 50  # of a gate
GATES: Final = 20  # if nothing else is asked for


class Plan(NamedTuple):
    """What is learned, and from how much."""

    lessons: Lessons
    seed: int
    games: int  # examples in all
    gate: int  # of them between two checkpoints
    rival: str
    folder: Path
    workers: int = 0


class Whose(NamedTuple):
    """Lessons, as a worker is told of them."""

    game: str
    players: tuple[int, ...]
    seed: int


class Meeting(NamedTuple):
    """One game of a gate: one player judges by what was learned, the others are rivals."""

    deal: int
    own: int  # its seat; where all win together, it has all of them
    learned: str
    rival: str = ""  # a bot, or else who judges by
    other: str = ""  # this file


@lru_cache(4)
def taught(game: str, players: tuple[int, ...]) -> Lessons:
    found = lessons_of(game, players)
    assert found is not None
    return found


def made(whose: Whose, number: int) -> tuple[float, list[Any]]:
    """An example, and what it took of the processor."""
    began = time.process_time()
    example = taught(whose.game, whose.players).example(whose.seed, number)
    return time.process_time() - began, example


def met(whose: Whose, meeting: Meeting) -> float:
    """The share of the win that one gets."""
    lessons = taught(whose.game, whose.players)
    box = lessons.box(lessons.players_of(meeting.deal), meeting.deal)
    game, dealt = lessons.game, luck(whose.seed, 11, meeting.deal)
    bots = [
        lessons.bot(Path(meeting.learned), luck(dealt, seat + 1))
        if meeting.learned and (seat == meeting.own or box.is_cooperative)
        else make_bot(meeting.rival, game, luck(dealt, seat + 1))
        if meeting.rival
        else lessons.bot(Path(meeting.other), luck(dealt, seat + 1))
        for seat in range(box.players)
    ]
    s = game.deal(box, dealt)
    play_out(game, s, bots, s.play)
    return wins(game.standing(s).ranks, box.is_cooperative)[meeting.own]


class FittingRun:
    """The state of such a run."""

    def __init__(self, plan: Plan, say: Callable[[str], None] = print) -> None:
        self.plan: Final = plan
        self.say: Final = say
        self.lessons: Final = plan.lessons
        self.whose: Final = Whose(plan.lessons.game.name, tuple(plan.lessons.players), plan.seed)
        self.workers: Final = plan.workers or cores()
        self.known: list[list[Any]] = []  # by number: what an example took, and the example
        self.gates: list[dict[str, Any]] = []
        self.best = plan.lessons.in_use
        make_bot(plan.rival, plan.lessons.game)  # or it says why not

    def header(self) -> dict[str, Any]:
        """What all examples of a folder have in common."""
        kind = self.lessons.game
        return {
            "game": kind.name,
            "learns": self.lessons.what,
            "rules": kind.version,
            "edition": self.lessons.edition.name,
            "players": self.lessons.players,
            "schema": self.lessons.schema(),
            "seed": self.plan.seed,
        }

    def go(self) -> int:
        """Learn until all examples were learned from; how many were there before."""
        plan = self.plan
        book: Logbook[list[Any]] = Logbook(plan.folder, self.header(), list)
        try:
            self.known = book.entries
            before = len(self.known)
            self.load()
            if before:
                self.say(f"{before} {self.lessons.unit} are there")
            done = self.gates[-1]["games"] if self.gates else 0
            while done < plan.games:
                done = min(plan.games, (done // plan.gate + 1) * plan.gate)
                self.gather(book, done)
                self.gate(done)
                self.save()
        finally:
            book.close()
        return before

    def gather(self, book: Logbook[list[Any]], games: int) -> None:
        """Make examples until there are so many, and note each."""
        began, first = time.perf_counter(), len(self.known)
        numbers = range(first, games)
        if not numbers:
            return
        for one in in_order(partial(made, self.whose), numbers, min(self.workers, len(numbers))):
            book.add(one)
            self.known.append(list(one))
            if len(self.known) % CHUNK == 0 or len(self.known) == games:
                rate = (len(self.known) - first) / (time.perf_counter() - began)
                unit, minutes = self.lessons.unit, self.minutes(len(self.known))
                self.say(f"{len(self.known)} {unit}, {minutes:.1f} minutes ({rate:.1f} a second)")

    def minutes(self, games: int) -> float:
        """Of processor time, that so many examples took."""
        return sum([float(took) for took, _ in self.known[:games]]) / 60

    # Checkpoints

    def gate(self, games: int) -> None:
        """Fit to what is there, and try it."""
        fitted = self.lessons.fit([example for _, example in self.known[:games]], self.plan.seed)
        draft = self.plan.folder / f"{games}-{self.lessons.file}"
        draft.write_bytes(fitted.data)
        deals = range(len(self.gates) * DEALS, (len(self.gates) + 1) * DEALS)
        together = self.lessons.box(self.lessons.players[0], 0).is_cooperative
        if together:
            mine = self.shares(deals, str(draft))
            last = self.shares(deals, str(self.best))
            rival = self.shares(deals, "", self.plan.rival)
            is_kept = sum(mine) >= sum(last)
        else:
            mine = []
            last = self.shares(deals, str(draft), "", str(self.best))
            rival = self.shares(deals, str(draft), self.plan.rival)
            is_kept = sum(last) >= len(deals)  # equal ones share one win a deal
        self.gates.append(
            {
                "games": games,
                "minutes": round(self.minutes(games), 2),
                "tables": fitted.tables,
                "told": fitted.told,
                "own": shown(mine) if mine else "",
                "last": shown(last),
                "rival": shown(rival),
                "n": len(last),
                "kept": is_kept,
                "file": draft.name,
            }
        )
        if is_kept:
            self.best = draft
        self.say(self.told(fitted, self.gates[-1], together))

    def told(self, fitted: Fitted, gate: dict[str, Any], together: bool) -> str:
        rival = self.plan.rival
        tried = (
            f"wins {gate['own']}, the best before {gate['last']}, {rival} {gate['rival']}"
            if together
            else f"against the best before {gate['last']}, against {rival} {gate['rival']}"
        )
        kept = "kept" if gate["kept"] else "not kept"
        return f"gate: {fitted.told}; {tried}, n = {gate['n']}: {kept}"

    def shares(self, deals: range, learned: str, rival: str = "", other: str = "") -> list[float]:
        """By game of a gate, the share of the win: every deal from each seat, or from all at once."""
        tasks = []
        for deal in deals:
            players = self.lessons.players_of(deal)
            seats = 1 if self.lessons.box(players, deal).is_cooperative else players
            tasks += [Meeting(deal, own, learned, rival, other) for own in range(seats)]
        return list(in_order(partial(met, self.whose), tasks, self.workers))

    def load(self) -> None:
        """The checkpoints that were kept in this folder."""
        path = self.plan.folder / "gates.json"
        if path.exists():
            self.gates = json.loads(path.read_text("utf-8"))
        for gate in self.gates:
            if gate["kept"]:
                self.best = self.plan.folder / gate["file"]

    def save(self) -> None:
        folder = self.plan.folder
        draft = folder / "gates.draft.json"
        draft.write_text(json.dumps(self.gates, indent=1), "utf-8")
        draft.replace(folder / "gates.json")
        if self.is_better():
            (folder / self.lessons.file).write_bytes(self.best.read_bytes())
        (folder / "card.md").write_text(self.card(), encoding="utf-8")

    def is_better(self) -> bool:
        """Whether anything was not beaten by what is in use."""
        return any(gate["kept"] for gate in self.gates)

    def card(self) -> str:
        """What it was fitted to, and how strong it was after so many examples."""
        plan, lessons = self.plan, self.lessons
        unit, last = lessons.unit, self.gates[-1]
        together = bool(last["own"])
        command = (
            f"duskhall train {lessons.game.name} --what {lessons.what} --players"
            f" {' '.join([str(n) for n in lessons.players])} --games {plan.games}"
            f" --gate {plan.gate} --rival {plan.rival} --seed {plan.seed}"
        )
        head = f"| {unit} | minutes | learned from | held out |"
        if together:
            head += f" wins | the best before | {plan.rival} | n | kept |"
        else:
            head += f" against the best before | against {plan.rival} | n | kept |"
        lines = [
            f"# {lessons.game.title}: {lessons.what}",
            "",
            f"Made by `{command}`. {last['games']} {unit}, {last['minutes']:.1f} minutes of processor"
            f" time, fitting and gates not counted. Rules version {lessons.game.version}, edition"
            f" {lessons.edition.name}.",
            "",
            f"Gates are played by `{lessons.bot_name()}` with what was learned; shares of the win"
            " have 95 % intervals (Wilson, by game), and the best before is at first the one in use."
            + (" All win together, so that each plays the same deals alone." if together else ""),
            "",
            head,
            "|" + "---|" * (head.count("|") - 1),
        ]
        for gate in self.gates:
            own = f" {gate['own']} |" if together else ""
            lines.append(
                f"| {gate['games']} | {gate['minutes']} | {gate['tables']} | {gate['told']} |{own}"
                f" {gate['last']} | {gate['rival']} | {gate['n']} | {'yes' if gate['kept'] else 'no'} |"
            )
        return "\n".join(lines) + "\n"


def shown(shares: Sequence[float]) -> str:
    share, low, high = wilson(sum(shares), len(shares))
    return f"{share:.1%} ({low:.1%} to {high:.1%})"
