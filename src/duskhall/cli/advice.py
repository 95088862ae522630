"""Advice in the terminal: a hint at a question, and `duskhall review`, which looks back at a game."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Final

from rich.console import Console

from duskhall.bots import review
from duskhall.bots.advice import ADVICE, hint
from duskhall.bots.bot import Bot, luck
from duskhall.bots.insight import Reason, because, looking_back, percent
from duskhall.bots.review import Curve, Leap, Reviewer, Studied, Turning, smooth
from duskhall.cli.bad_input import BadInput
from duskhall.cli.screen import Screen, progress_bar, say
from duskhall.cli.verify import read_to_verify
from duskhall.cli.words import Words, clean
from duskhall.engine.events import Seat
from duskhall.engine.records import Record
from duskhall.engine.state import State
from duskhall.engine.table import Table

SECTION: Final = "hints"


def tell_hint(table: Table, seat: Seat, words: Words, tell: Callable[[str], None]) -> None:
    for line in hint_of(table.record, table.state, seat, table.asked(), words):
        tell(line)


def hint_of(record: Record, s: State, seat: Seat, asked: int, words: Words) -> list[str]:
    """What a bot would answer in this seat's place, from what it may know, and why."""
    language, catalogue = words.language, s.box.catalogue
    moves = s.legal_moves(seat)
    if len(moves) == 1:
        return [catalogue.word(SECTION, "only", language)]
    guess = Bot(luck(int(record.commitment(), 16), seat)).guess(s, seat, asked)
    found = hint(record.game, guess, seat, ADVICE.bot)
    described = clean(record.game.describe(s, found.best.move, record.names, language))
    told = reasons(s, because(found, s.box.is_cooperative, has_words_of(s, language)), language)
    return [words("hint.would", move=described), *([told] if told else [])]


def has_words_of(s: State, language: str) -> Callable[[str], bool]:
    return lambda key: bool(s.box.catalogue.find(SECTION, key, language))


def reasons(s: State, found: list[Reason], language: str) -> str:
    """Why, in the sentences of the game."""
    catalogue = s.box.catalogue
    told: list[str] = []
    for one in found:
        template = catalogue.find(SECTION, one.key, language)
        if template is not None:
            told.append(catalogue.fill(template, s.box, one.about, [], language, {}))
    return catalogue.word("table", "stop", language)[1:].join(told)


def run(arguments: Namespace, words: Words) -> int:
    """`duskhall review`: the chances over a game, and the answers that cost most."""
    record = read_to_verify(Path(arguments.file))
    if record.verify().waiting:
        raise BadInput(words("review.unfinished", file=arguments.file))
    reviewer = Reviewer(record, arguments.bot or ADVICE.bot, ADVICE.review)
    with progress_bar(words("review.progress")) as progress:
        total, done = len(reviewer.moments) + ADVICE.review.answers_of_all, 0
        curve: Curve = {}
        for position in reviewer.moments:
            curve[position] = reviewer.chances(position)
            done += 1
            progress(done, total)
        for position in reviewer.jumps(curve):
            curve[position] = reviewer.chances_again(position)
        found: list[Studied[Turning]] = []
        for position in reviewer.suspects(curve):
            found.append(reviewer.study(position))
            done += 1
            progress(done, total)
    worst, drawn = review.worst(found, reviewer.plan.shown), smooth(curve)
    leaps = reviewer.leaps(drawn, [one.position for one in worst])
    lucky = [leap for leap in leaps if reviewer.was_luck(leap)]
    screen = Screen()
    show(screen, reviewer, drawn, worst, words)
    show_leaps(screen, reviewer, leaps, lucky, words)
    show_sums(screen, reviewer, found, words)
    return 0


def show(
    console: Console,
    reviewer: Reviewer,
    curve: Curve,
    worst: list[Turning],
    words: Words,
) -> None:
    """The curve in a few lines, and each turning point with what a bot would have answered."""
    record, language = reviewer.record, words.language
    names = [clean(name) for name in record.names]
    is_together = reviewer.states[0].box.is_cooperative
    say(console, words("review.curve"), "bold")
    known = sorted(curve)
    step = max(1, len(known) // 8)
    for position in [*known[:-1:step], known[-1]]:
        shares = curve[position][:1] if is_together else curve[position]
        parts = [
            f"{'' if is_together else name + ' '}{percent(share)}"
            for name, share in zip(names, shares, strict=False)
        ]
        say(console, words("review.moment", position=position, shares=" · ".join(parts)))
    say(console, words("review.face-up"), "dim")
    console.print()
    say(console, words("review.turnings" if worst else "review.none"), "bold")
    for one in worst:
        s = reviewer.states[one.position]
        played = clean(record.game.describe(s, one.played, record.names, language))
        better = clean(record.game.describe(s, one.better, record.names, language))
        line = words("review.played", position=one.position, name=names[one.seat], move=played)
        say(console, line)
        chance, might = percent(one.chance), percent(one.better_chance)
        points = review.points(one)
        told = words("review.better", move=better, chance=chance, better=might, points=points)
        say(console, f"  {told}")
        for move, share in one.also:
            other = clean(record.game.describe(s, move, record.names, language))
            say(console, "  " + words("review.also", move=other, chance=percent(share)))
        why = reasons(s, looking_back(one.why, has_words_of(s, language)), language)
        if why:
            say(console, f"  {why}")
    if worst:
        say(console, words("review.knew"), "dim")


def show_leaps(
    console: Console, reviewer: Reviewer, leaps: list[Leap], lucky: list[Leap], words: Words
) -> None:
    """The jumps that no turning point explains: falls by luck, and what no bot had foreseen."""
    by_luck = [(leap, leap.loser, -leap.loss) for leap in lucky]
    others = [(leap, leap.seat, leap.change) for leap in leaps if leap not in lucky]
    together = "-together" if reviewer.states[0].box.is_cooperative else ""
    for title, found in (("review.luck", by_luck), ("review.unforeseen", others)):
        if found:
            console.print()
            say(console, words(title), "bold")
        for leap, seat, change in found:
            key = ("review.fell" if change < 0 else "review.rose") + together
            name, points = clean(reviewer.record.names[seat]), percent(abs(change))
            say(console, words(key, position=leap.position, name=name, points=points))


def show_sums(
    console: Console, reviewer: Reviewer, found: list[Studied[Turning]], words: Words
) -> None:
    """What comes of the answers of each seat, where none of them may have cost much."""
    console.print()
    say(console, words("review.sums"), "bold")
    names = reviewer.record.names
    sums = review.sums(found, len(names), reviewer.plan.shown)
    for name, own in zip(names, sums, strict=True):
        if own.looked:
            cost = "review.sum-one" if own.points == 1 else "review.sum"
            key = cost if own.same < own.looked else "review.sum-same"
            say(
                console,
                words(key, name=clean(name), looked=own.looked, same=own.same, points=own.points),
            )
