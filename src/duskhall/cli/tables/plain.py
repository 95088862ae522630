"""The plain drawing: every place and number of a view, by its name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from duskhall.cli.words import Words, clean
from duskhall.engine.box import Box
from duskhall.engine.events import Seat
from duskhall.engine.moves import Move

View = dict[str, object]


class Drawing:
    """Draws what a view shows, and nothing else: it is never given the state."""

    by_card: ClassVar[tuple[str, ...]] = ()  # verbs whose moves a menu lists as cards

    def __init__(self, box: Box, names: Sequence[str], words: Words) -> None:
        self.box: Final = box
        self.names: Final = [clean(name) for name in names]
        self.words: Final = words
        self.language: Final = words.language

    # What every drawing offers

    def title(self, view: View) -> str:
        """Where in the game this is, for the line above the table."""
        return ""

    def table(self, view: View, seat: Seat, width: int, whole: bool) -> RenderableType:
        """The table as these eyes see it; with `whole`, also what does not matter just now."""
        rows: list[tuple[str, str]] = []
        for place in places(view):
            cards = cards_in(view, place)
            if cards is None:
                rows.append((self.place_name(place), str(count_in(view, place))))
            elif cards:
                rows.append(
                    (self.place_name(place), ", ".join([self.name(card) for card in cards]))
                )
        rows += [(name, str(value)) for name, value in numbers(view).items() if value]
        grid = Grid(box=None, show_header=False, pad_edge=False)
        grid.add_column(style="dim")
        grid.add_column()
        for row in rows:
            grid.add_row(*row)
        return grid

    def cards(
        self, view: View, cards: Sequence[int], labels: Sequence[str], width: int
    ) -> RenderableType:
        """Cards one below the other, each after a label such as the number to choose it by."""
        grid = Grid(box=None, show_header=False, pad_edge=False)
        grid.add_column(justify="right", style="bold cyan")
        grid.add_column()
        for card, label in zip(cards, labels, strict=True):
            grid.add_row(label, self.name(card))
        return grid

    def own_cards(self, view: View, seat: Seat, width: int) -> RenderableType:
        """Every card that only this seat sees, in order."""
        shown: list[RenderableType] = []
        for place in places(view):
            cards = cards_in(view, place)
            if cards and self.box.seat_of.get(place) == seat:
                shown.append(Text(self.place_name(place), "bold"))
                shown.append(self.cards(view, cards, [""] * len(cards), width))
        return Group(*shown) if shown else Text(self.words("no-cards"))

    def look(self, view: View, card: int) -> RenderableType:
        """All that a card says."""
        return Text(self.name(card), "bold")

    def headings(self, view: View, move: Move) -> tuple[str, ...]:
        """What a long list files a move under, the widest first; nothing for a line of its own."""
        return ()

    def note(self, view: View, seat: Seat, move: Move) -> Text:
        """What a move would lead to, beside its sentence."""
        return Text()

    def account(self, view: View) -> RenderableType | None:
        """How the final scores came about, where that is not plain."""
        return None

    def score_name(self, part: int) -> str:
        return self.words("standing.score", number=part + 1)

    def score(self, part: int, value: int) -> str:
        return str(value)

    # What drawings share

    def name(self, card: int) -> str:
        return clean(self.box.catalogue.card(self.box, card, self.language))

    def word(self, section: str, key: str) -> str:
        return self.box.catalogue.word(section, key, self.language)

    def place_name(self, place: str) -> str:
        kind, _, number = place.partition(".")
        title = self.word("places", kind)
        if place in self.box.seat_of:
            return f"{title} · {self.names[self.box.seat_of[place]]}"
        return f"{title} {number}" if number else title


def places(view: View) -> list[str]:
    found = view["places"]
    assert isinstance(found, dict)
    return list(found)


def cards_in(view: View, place: str) -> list[int] | None:
    """The cards of a place, or None where only their number can be seen."""
    found = view["places"]
    assert isinstance(found, dict)
    cards = found[place]
    return None if isinstance(cards, int) else list(cards)


def count_in(view: View, place: str) -> int:
    found = view["places"]
    assert isinstance(found, dict)
    cards = found[place]
    return cards if isinstance(cards, int) else len(cards)


def numbers(view: View) -> dict[str, int]:
    found = view["numbers"]
    assert isinstance(found, dict)
    return found


def question(view: View) -> str:
    """The name of the step that asks: 'PickHeroes', or '' when the game is over."""
    return str(view["asks"]).partition("(")[0]
