"""Where output goes: consoles that take text for text, and bars for long work."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Final

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
)
from rich.table import Table as Grid
from rich.text import Text

from duskhall.cli.words import clean

FEW: Final = 3  # that are done before a bar says how long the rest will take


class Screen(Console):
    """The standard output. Nothing in a text is taken for markup: names come from anywhere."""

    def __init__(self) -> None:
        super().__init__(highlight=False, markup=False, emoji=False)

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError  # the command line has one way to end quietly


def say(console: Console, text: str | Text, style: str = "") -> None:
    """Print a paragraph: wrapped on a terminal, and in one line where a program may read it."""
    console.print(text, style=style, soft_wrap=not console.is_terminal)


def say_command(console: Console, *words: str) -> None:
    """Print a command to be copied: in one line, however long it is."""
    console.print(Text(f"  {shlex.join(['duskhall', *words])}", "bold"), soft_wrap=True)


def say_numbered(console: Console, number: int, lines: Sequence[Text]) -> None:
    """Print lines, the first after a number; on a terminal, wrapped ones stay indented."""
    for index, line in enumerate(lines):
        label = Text(f"{number if index == 0 else '':>4}  ", "dim")
        if not console.is_terminal:
            say(console, label + line)
            continue
        grid = Grid.grid()
        grid.add_row(label, line)
        console.print(grid)


def ruled(sentence: str, rule: str) -> Text:
    """A sentence with the id of its rule, dim."""
    text = Text(clean(sentence))
    if rule:
        text.append(f"  {rule}", "dim")
    return text


def unseen(done: int, total: int) -> None:
    """A progress bar for nobody."""


class Rate(ProgressColumn):
    """How many are done in a second."""

    def render(self, task: Task) -> Text:
        speed = speed_of(task)
        if not speed:
            return Text("")
        return Text(f"{speed:.1f}/s" if speed < 10 else f"{speed:.0f}/s", "dim")


class Left(ProgressColumn):
    """The time that is left, once enough is done to tell."""

    def render(self, task: Task) -> Text:
        speed = speed_of(task)
        if not speed or task.total is None:
            return Text("-:--:--", "cyan")
        left = max(0.0, task.total - task.completed)
        return Text(str(timedelta(seconds=round(left / speed))), "cyan")


def speed_of(task: Task) -> float:
    """How many were done in a second so far; 0, as long as too few were."""
    if task.completed < FEW or not task.elapsed:
        return 0.0
    return task.completed / task.elapsed


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[int, int], None]]:
    """A bar with the rate and the time left, on a terminal's error output; in a pipe there is none."""
    if not sys.stderr.isatty():
        yield unseen
        return
    bar = Progress(
        TextColumn(title, markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        Rate(),
        Left(),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task(title, total=None)

    def show(done: int, total: int) -> None:
        # The bar has a thread of its own: it starts after the work has forked its processes.
        if not bar.live.is_started:
            bar.start()
        bar.update(task, completed=done, total=total)

    try:
        yield show
    finally:
        bar.stop()
