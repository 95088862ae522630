"""What balance pages are written with."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from math import isnan, nan
from typing import ClassVar, Final, NamedTuple

from duskhall.engine.game import Game
from duskhall.lab.match import seat_bot
from duskhall.lab.measures import (
    Findings,
    Found,
    Key,
    MakeBot,
    Measure,
    Series,
    Unmeasured,
    measure_all,
)

UNMEASURED: Final = str(nan)  # in a cell: nobody has played for it now,
NEVER: Final = "–"  # or at all


class Page:
    """A game's balance page: what is measured, in which games, and the words around it."""

    measures: ClassVar[Sequence[type[Measure]]] = ()
    styles: ClassVar[Sequence[str]] = ()  # ways to play, by names that its bot maker knows

    def __init__(
        self, kind: Game, games: int, seed: int, edition: str = "", part: str = ""
    ) -> None:
        self.kind: Final = kind
        self.games: Final = games  # per line
        self.seed: Final = seed
        self.edition: Final = edition
        self.part: Final = part  # which of the game's pages, where it has several

    def bot_maker(self) -> MakeBot:
        """Who makes the bots of the page's games: it may have bots of its own."""
        return seat_bot

    def series(self) -> Mapping[Key, Series]:
        """The games that are played, by names of the page's own."""
        raise NotImplementedError

    def line(self, players: Sequence[int], bots: Sequence[str], *luck: int) -> Series:
        """A series for one line of the page. Lines with the same luck are dealt the same."""
        return Series(
            self.kind.name,
            players,
            bots,
            self.games,
            (self.seed, *luck),
            edition=self.edition,
            make_bot=self.bot_maker(),
        )

    def lines(self, found: Mapping[Key, Findings]) -> list[str]:
        """The page, of what was found in each series."""
        raise NotImplementedError

    def command(self) -> str:
        """How this page is made again."""
        part = f" --part {self.part}" if self.part else ""
        return f"`python -m duskhall.lab.balance {self.kind.name}{part} --games {self.games} --seed {self.seed}`"

    def write(self, workers: int | None = None, only: Collection[str] = (), page: str = "") -> str:
        """Play, measure, and write the page.

        With `only`, no series is played but those whose name has all of these words: what others
        would tell stays as it is on the page.
        """
        series = self.series()
        wanted = {
            name: games
            for name, games in series.items()
            if {str(word) for word in words_of(name)}.issuperset(only)
        }
        found: dict[Key, Findings] = {name: Unmeasured() for name in series}
        found |= measure_all(wanted, self.measures, workers, note)
        return "\n".join(kept(self.lines(found), page.splitlines())) + "\n"


def note(name: Key, found: Findings) -> None:
    """Say how far it got: the pages take a while."""
    print(*words_of(name), f"({found.games} games)", file=sys.stderr, flush=True)


def words_of(name: Key) -> tuple[object, ...]:
    return name if isinstance(name, tuple) else (name,)


class Cell(NamedTuple):
    """Where a cell is: under which title, in which of the rows that begin so, in which column."""

    title: str
    row: str
    which: int
    column: str


def kept(lines: Sequence[str], before: Sequence[str]) -> list[str]:
    """The lines, with every cell that was not measured as it stands on the page before."""
    known = {cell: text for row in rows_of(before).values() for cell, text in row.items()}
    made = list(lines)
    for number, row in rows_of(lines).items():
        texts = [
            known.get(cell, NEVER) if UNMEASURED in text else text for cell, text in row.items()
        ]
        made[number] = f"| {' | '.join(texts)} |"
    return made


def rows_of(lines: Sequence[str]) -> dict[int, dict[Cell, str]]:
    """By line, what the tables say."""
    found: dict[int, dict[Cell, str]] = {}
    title, columns, seen = "", [""], [""]
    for number, line in enumerate(lines):
        if not line.startswith("|"):
            title = line if line.startswith("#") else title
            columns = []
        elif not columns:
            heads = line[2:-2].split(" | ")
            columns = [f"{head} {heads[:at].count(head)}" for at, head in enumerate(heads)]
        elif not line.startswith("|---"):
            texts = line[2:-2].split(" | ")
            row = title + texts[0]
            found[number] = {
                Cell(title, texts[0], seen.count(row), column): text
                for column, text in zip(columns, texts, strict=True)
            }
            seen.append(row)
    return found


def table(headings: str, rows: Iterable[Sequence[object]]) -> list[str]:
    """The lines of a table, after an empty one. Headings are parted by bars."""
    return [
        "",
        f"| {headings} |",
        "|---" * len(headings.split(" | ")) + "|",
        *[f"| {' | '.join([str(cell) for cell in row])} |" for row in rows],
    ]


def mean(found: Found, digits: int = 2) -> str:
    """A mean with half its 95 % interval."""
    return f"{found.value:.{digits}f} ±{found.estimate.high - found.value:.{digits}f}"


def percent(found: Found) -> str:
    """A share with its interval, in percent."""
    value, low, high = found.estimate
    return f"{100 * value:.1f} ({100 * low:.1f}–{100 * high:.1f})"


def count(found: Found) -> str:
    """How many readings there were."""
    return UNMEASURED if isnan(found.value) else str(found.n)


def games_of(found: Findings) -> str:
    """How many games were played."""
    return UNMEASURED if isinstance(found, Unmeasured) else str(found.games)


def each(number: float, found: Findings, players: int) -> str:
    """So much for each player and game."""
    return UNMEASURED if isinstance(found, Unmeasured) else f"{number / found.games / players:.2f}"


def bare_percent(share: float) -> str:
    """A share without its interval, in percent."""
    return f"{100 * share:.1f}"


def over_fair(found: Found, players: int) -> str:
    """A win rate as a multiple of the fair one: 1 is neutral."""
    return f"{found.value * players:.2f}"
