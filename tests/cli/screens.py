"""What the terminal draws, as text; and tables that are changed to have it drawn."""

from __future__ import annotations

import io
from typing import TypeVar

from rich.console import Console, RenderableType

from duskhall.cli.tables import drawing_of
from duskhall.cli.words import Words
from duskhall.engine.events import Place, Seat
from duskhall.engine.game import Game
from duskhall.engine.state import State
from duskhall.engine.steps import Step

NAMES = ["Ann", "Bob", "Cid", "Dee"]
S = TypeVar("S", bound=State)


def plain_console(width: int = 80) -> Console:
    """A terminal without colours that nobody looks at."""
    return Console(width=width, file=io.StringIO(), markup=False, highlight=False)


def text(shown: RenderableType, width: int = 80) -> str:
    console = plain_console(width)
    with console.capture() as capture:
        console.print(shown)
    return "\n".join([line.rstrip() for line in capture.get().splitlines()])


def table_text(
    game: Game,
    s: State,
    eyes: Seat = 0,
    width: int = 80,
    whole: bool = False,
    language: str = "en",
) -> str:
    """The table as these eyes see it."""
    drawing = drawing_of(game, s.box, NAMES[: s.box.players], Words(language))
    return text(drawing.table(s.view(eyes), eyes, width, whole), width)


def put(s: State, number: int, place: Place) -> int:
    """Take a card from wherever it is, and lay it somewhere else."""
    s.places = [tuple([other for other in cards if other != number]) for cards in s.places]
    pile = (*s.places[place], number)
    s.places[place] = pile if s.box.ordered[place] else tuple(sorted(pile))
    return number


def ask(s: S, step: Step[S]) -> S:
    """The table as it asks this, and nothing after it."""
    s.agenda, s.waiting, s.offered = [], [], []
    s.then(step)
    s.play_on()
    return s
