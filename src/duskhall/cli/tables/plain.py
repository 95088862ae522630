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
        rows += [(self.number_name(name), str(n)) for name, n in numbers(view).items() if n]
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

    def asked(self, view: View) -> str:
        """The question, in words."""
        return self.word("asks", question(view))

    def typing(self, view: View, moves: Sequence[Move]) -> list[tuple[str, str]]:
        """What may be typed beside a menu of moves: how it is written, and what it does."""
        return []

    def typed(self, view: View, text: str) -> Move | None:
        """The move that a text means in the game's own way of speaking, if it is one."""
        return None

    def account(self, view: View) -> RenderableType | None:
        """How the final scores came about, where that is not plain."""
        return None

    def score_name(self, part: int) -> str:
        named = self.box.catalogue.find("scores", str(part), self.language)
        return named or self.words("standing.score", number=part + 1)

    def score(self, part: int, value: int) -> str:
        return str(value)

    # What drawings share

    def name(self, card: int) -> str:
        return clean(self.box.catalogue.card(self.box, card, self.language))

    def word(self, section: str, key: str) -> str:
        return self.box.catalogue.word(section, key, self.language)

    def say(self, key: str, **fields: object) -> str:
        """What this drawing says of its own accord; its section of the catalogue is `terminal`."""
        words = {field: str(value) for field, value in fields.items()}
        return self.box.catalogue.phrase("terminal", key, self.language, words)

    def place_name(self, place: str) -> str:
        return self.named("places", place, place in self.box.seat_of)

    def number_name(self, number: str) -> str:
        """The word for a number, or its name made readable: `coins_left.0` are coins left."""
        _, _, index = number.partition(".")
        return self.named("numbers", number, index.isdigit() and int(index) < len(self.names))

    def named(self, section: str, name: str, is_seats: bool) -> str:
        """A place or a number in words; where every seat has one, with whose it is."""
        kind, _, index = name.partition(".")
        title = self.box.catalogue.find(section, kind, self.language) or kind.replace("_", " ")
        if is_seats:
            return f"{title} · {self.names[int(index)]}"
        return f"{title} {index}" if index else title


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
