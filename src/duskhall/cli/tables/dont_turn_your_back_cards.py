"""Don't Turn Your Back's cards as text: Favor cards in columns, and laws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from duskhall.cli.tables.plain import Drawing, View, cards_in, places
from duskhall.cli.words import Words
from duskhall.engine.box import Box
from duskhall.engine.events import Seat
from duskhall.games.dont_turn_your_back.box import DISTRICTS, SERVICES, MadCity

SIGNS: Final = "●◆▲■"  # the seats' signs, as on the page
COLOURS: Final = ["cyan", "yellow", "magenta", "green"]
FULL: Final = "--"  # in place of a district that the card names, but that has no open space
LABEL_WIDTH: Final = 3
GAP: Final = 2
LEAST_TEXT: Final = 18  # narrower than this, a text is left out


class CardDrawing(Drawing):
    """Draws cards, alone and one below the other."""

    def __init__(self, box: Box, names: Sequence[str], words: Words) -> None:
        super().__init__(box, names, words)
        assert isinstance(box, MadCity)
        self.city: Final = box

    def sign(self, seat: Seat) -> Text:
        return Text(SIGNS[seat], COLOURS[seat])

    # Where cards lie

    def where(self, view: View, card: int) -> str:
        """The name of the place where a card is seen, or ''."""
        return next((place for place in places(view) if card in (cards_in(view, place) or [])), "")

    def whereabouts(self, place: str) -> str:
        """A place in brief: `HS 3`, or what the pile is called."""
        kind, _, number = place.partition(".")
        if place not in self.box.seat_of:
            return f"{kind.upper()} {number}"
        return self.word("places", kind)

    def copies(self, view: View, card: int, place: str) -> int:
        """How many cards of the same name lie where this one does."""
        there = cards_in(view, place) if place else None
        return len([other for other in there or [] if self.name(other) == self.name(card)])

    def is_open(self, view: View, district: int) -> bool:
        start, end = self.city.space_from[district], self.city.space_to[district]
        names = [self.box.name_of[place] for place in range(start, end)]
        return any(not cards_in(view, name) for name in names)

    def may_go(self, view: View, card: int) -> bool:
        """Whether a district that the card names has an open space."""
        named = [d for d in range(len(DISTRICTS)) if self.city.districts[card] >> d & 1]
        return any(self.is_open(view, district) for district in named)

    # What is printed on a card

    def service(self, card: int) -> str:
        service = self.city.service[card]
        return self.word("service_text", SERVICES[service]) if service else ""

    def districts(self, view: View, card: int, in_hand: bool) -> Text:
        """The districts that a card names, each in its column; for a hand, full ones crossed out."""
        text = Text()
        for district, code in enumerate(DISTRICTS):
            if not self.city.districts[card] >> district & 1:
                text.append("   ")
            elif in_hand and not self.is_open(view, district):
                text.append(f"{FULL} ", "dim")
            else:
                text.append(f"{code} ")
        text.right_crop(1)
        return text

    def with_pain(self, card: int) -> Text:
        """A card in a line of others: its name and its Pain."""
        return Text.assemble(f"{self.name(card)} ", (str(self.city.pain[card]), "bold"))

    def with_cost(self, card: int) -> Text:
        return Text.assemble(f"{self.name(card)} ", (str(self.city.cost[card]), "bold"))

    def look(self, view: View, card: int) -> RenderableType:
        if card >= self.city.first_law:
            text = self.word("law_text", self.city.law(card).key)
            return Group(Text(self.name(card), "bold"), Text(text))
        named = [
            f"{code} {self.word('districts', code)}"
            for district, code in enumerate(DISTRICTS)
            if self.city.districts[card] >> district & 1
        ]
        price = (
            self.say("start")
            if self.city.is_start[card]
            else self.say("cost", cost=self.city.cost[card])
        )
        pain = self.say("pain", pain=self.city.pain[card])
        line = Text.assemble((self.name(card), "bold"), f" · {pain} · {price} · {', '.join(named)}")
        if not self.city.service[card]:
            return line
        bazaar = Text(f"{self.say('column.service')}: ", "dim")
        return Group(line, bazaar + Text(self.service(card)))

    # Cards one below the other

    def cards(
        self, view: View, cards: Sequence[int], labels: Sequence[str], width: int
    ) -> RenderableType:
        if any(card >= self.city.first_law for card in cards):
            return super().cards(view, cards, labels, width)
        found = {card: self.where(view, card) for card in cards}
        has_cost = any(place.startswith("row.") for place in found.values())
        columns = ["card", *(["cost"] if has_cost else []), "pain", "districts", "service"]
        rows = [self.row(view, card, found, columns) for card in cards]
        titles = [Text(self.say(f"column.{column}"), "dim") for column in columns]
        taken = [
            max([row[index].cell_len for row in [titles, *rows]]) for index in range(len(columns))
        ]
        if width - LABEL_WIDTH - GAP * len(columns) - sum(taken[:-1]) < LEAST_TEXT:
            columns.pop()
        grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, GAP, 0, 0))
        grid.add_column(justify="right", min_width=LABEL_WIDTH, style="bold cyan")
        for column in columns:
            is_text, is_number = column == "service", column in ("cost", "pain")
            grid.add_column(
                justify="right" if is_number else "left", no_wrap=not is_text, overflow="fold"
            )
        for label, row in zip(["", *labels], [titles, *rows], strict=True):
            grid.add_row(label, *row[: len(columns)])
        return grid

    def row(
        self, view: View, card: int, found: dict[int, str], columns: Sequence[str]
    ) -> list[Text]:
        in_hand = found[card].partition(".")[0] in ("hand", "shown")
        cells = {
            "card": self.card_cell(view, card, found),
            "cost": Text(str(self.city.cost[card])),
            "pain": Text(str(self.city.pain[card])),
            "districts": self.districts(view, card, in_hand),
            "service": Text(self.service(card)),
        }
        return [cells[column] for column in columns]

    def card_cell(self, view: View, card: int, found: dict[int, str]) -> Text:
        """A card's name, with its owner in the city, its copies, and where it lies if that varies."""
        place = found[card]
        text = Text(self.name(card))
        copies = self.copies(view, card, place)
        listed = [other for other in found if self.name(other) == self.name(card)]
        if copies > len(listed):
            text.append(f" ×{copies}", "dim")
        if place and place not in self.box.seat_of:
            text = self.sign(self.city.owner[card]) + " " + text
            return text.append(f" ({self.whereabouts(place)})", "dim")
        if len({other.partition(".")[0] for other in found.values()}) > 1:
            text.append(f" ({self.whereabouts(place)})", "dim")
        return text


def flow(pieces: Sequence[Text], width: int) -> Text:
    """Pieces in a row, that goes on in the next line before a piece would be parted."""
    text, used = Text(), 0
    for index, piece in enumerate(pieces):
        if index and used + GAP + piece.cell_len > width:
            text.append("\n")
            used = 0
        elif index:
            text.append(" " * GAP)
            used += GAP
        text.append_text(piece)
        used += piece.cell_len
    return text
