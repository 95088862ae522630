"""What balance pages are written with."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final

from duskhall.engine.game import Game
from duskhall.lab.match import seat_bot
from duskhall.lab.measures import Findings, Found, Key, MakeBot, Measure, Series, measure_all


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

    def write(self, workers: int | None = None) -> str:
        """Play, measure, and write the page."""
        found = measure_all(self.series(), self.measures, workers, note)
        return "\n".join(self.lines(found)) + "\n"


def note(name: Key, found: Findings) -> None:
    """Say how far it got: the pages take a while."""
    words = name if isinstance(name, tuple) else (name,)
    print(*words, f"({found.games} games)", file=sys.stderr, flush=True)


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


def bare_percent(share: float) -> str:
    """A share without its interval, in percent."""
    return f"{100 * share:.1f}"


def over_fair(found: Found, players: int) -> str:
    """A win rate as a multiple of the fair one: 1 is neutral."""
    return f"{found.value * players:.2f}"
