"""Dark Dealings' cards as text: heroes, and defenses with their sides in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from duskhall.cli.tables.plain import Drawing, View, cards_in, numbers
from duskhall.cli.words import Words
from duskhall.engine.box import Box
from duskhall.engine.events import Seat
from duskhall.games.dark_dealings.box import (
    ABILITIES,
    BOOSTER,
    CLASSES,
    EXPANSION_CLASSES,
    GONE,
    HEROES,
    TYPES,
    Keep,
)
from duskhall.games.dark_dealings.fight import Dials, strike_value

COLOURS: Final = {"spell": "magenta", "minion": "green", "trap": "yellow"}
HERO_COLUMNS: Final = ["challenge", "hero", "class", "armor", "weak"]
DEFENSE_COLUMNS: Final = ["defense", "sides", "ability"]
TO_THE_RIGHT: Final = ["label", "challenge", "armor"]
LABEL_WIDTH: Final = 3

# How much is said of a card: as much as there is room for.
SHORT: Final = 0  # a letter for each type
FULL: Final = 1  # types in words
WIDE: Final = 2  # also what the ability does

Row = list[Text]


class CardDrawing(Drawing):
    """Draws cards, alone and one below the other."""

    def __init__(self, box: Box, names: Sequence[str], words: Words) -> None:
        super().__init__(box, names, words)
        assert isinstance(box, Keep)
        self.keep: Final = box

    # Types

    def types(self, mask: int, detail: int, between: str) -> Text:
        """The types of a bitmask, coloured."""
        shown = [self.type(bit, detail) for bit in range(len(TYPES)) if mask >> bit & 1]
        return Text(between).join(shown)

    def type(self, bit: int, detail: int) -> Text:
        kind = TYPES[bit]
        word = self.say(f"{kind}") if detail == SHORT else self.word("types", kind).lower()
        return Text(word, COLOURS[kind])

    def aligned_types(self, mask: int, detail: int) -> Text:
        """The same, each type in a column of its own, so that heroes can be compared."""
        columns = [self.type(bit, detail) for bit in range(len(TYPES))]
        shown = [
            column if mask >> bit & 1 else Text(" " * column.cell_len)
            for bit, column in enumerate(columns)
        ]
        return Text(" ").join(shown)

    def legend(self) -> Text:
        """What the letters mean, where there is no room for words."""
        meanings = [
            Text.assemble(self.type(bit, SHORT), " ", self.type(bit, FULL).plain)
            for bit in range(len(TYPES))
        ]
        return Text("     ", "dim") + Text(" · ").join(meanings)

    # Heroes

    def class_key(self, hero: int) -> str:
        return (CLASSES + EXPANSION_CLASSES)[self.keep.hero_class[hero]]

    def class_name(self, hero: int) -> str:
        return self.word("classes", self.class_key(hero))

    def class_text(self, hero: int) -> Text:
        return Text(self.word("class_text", self.class_key(hero)), "italic")

    def hero_row(self, hero: int, detail: int) -> Row:
        row = [
            Text(str(self.keep.challenge[hero])),
            Text(self.name(hero)),
            Text(self.class_name(hero)),
            Text(str(self.keep.armor[hero]), "bold"),
            self.aligned_types(self.keep.weak[hero], detail),
        ]
        return [*row, self.class_text(hero)] if detail == WIDE else row

    def hero_line(self, hero: int, immune: int = 0) -> Text:
        """A hero in one line, without the vulnerabilities it has lost."""
        return Text.assemble(
            (self.name(hero), "bold"),
            f" · {self.class_name(hero)} · {self.say('armor')} ",
            (str(self.keep.armor[hero]), "bold"),
            f" · {self.say('weak')} ",
            self.types(self.keep.weak[hero] & ~immune, FULL, " "),
            f" · {self.say('challenge')} {self.keep.challenge[hero]}",
        )

    # Defenses

    def dial(self, view: View, defense: int) -> int:
        return defense * 4 + numbers(view)[f"turned.{defense}"]

    def dials(self, view: View, place: str) -> Dials:
        return tuple([self.dial(view, defense) for defense in cards_in(view, place) or []])

    def busy(self, view: View, owner: Seat) -> Dials:
        """The owner's defenses that have struck the hero being fought."""
        return self.dials(view, f"striking.{owner}") + self.dials(view, f"spent.{owner}")

    def sides(self, view: View, defense: int, detail: int) -> Text:
        """The sides still to come, the current one first: `trap 4 > trap 3 x`."""
        dial = self.dial(view, defense)
        shown: list[Text] = []
        while dial != GONE:
            side = self.types(self.keep.types[dial], detail, "+")
            side.append(f" {self.keep.strength[dial]}", "bold")
            if self.keep.after_strike[dial] == GONE:
                side.append(" x", "red")
            shown.append(side)
            dial = self.keep.next_dial[dial]
        return Text(" > ", "dim").join(shown)

    def ability(self, view: View, defense: int) -> str:
        """Its ability; a Booster in front of its owner also tells what it is worth now."""
        ability = self.keep.ability[defense]
        if not ability:
            return ""
        name = self.word("abilities", ABILITIES[ability - 1])
        for owner in range(self.keep.players):
            if ability == BOOSTER and defense in (cards_in(view, f"front.{owner}") or []):
                ready, busy = self.dials(view, f"front.{owner}"), self.busy(view, owner)
                value = strike_value(self.keep, self.dial(view, defense), ready, busy)
                return self.say("worth", name=name, value=value)
        return name

    def ability_text(self, defense: int) -> Text:
        ability = self.keep.ability[defense]
        return Text(self.word("ability_text", ABILITIES[ability - 1]) if ability else "", "italic")

    def defense_row(self, view: View, defense: int, detail: int) -> Row:
        row = [
            Text(self.name(defense)),
            self.sides(view, defense, detail),
            Text(self.ability(view, defense)),
        ]
        return [*row, self.ability_text(defense)] if detail == WIDE else row

    # Cards of either kind

    def look(self, view: View, card: int) -> RenderableType:
        if self.keep.deck_of[card] == HEROES:
            return Group(self.hero_line(card), self.class_text(card))
        line = Text.assemble((self.name(card), "bold"), " · ", self.sides(view, card, FULL))
        if not self.keep.ability[card]:
            return line
        return Group(line, Text(f"{self.ability(view, card)}. ") + self.ability_text(card))

    def cards(
        self, view: View, cards: Sequence[int], labels: Sequence[str], width: int
    ) -> RenderableType:
        kinds = {self.keep.deck_of[card] for card in cards}
        if len(kinds) != 1:
            return super().cards(view, cards, labels, width)
        columns = HERO_COLUMNS if kinds == {HEROES} else DEFENSE_COLUMNS
        for detail in (WIDE, FULL, SHORT):
            rows = [self.header(columns, detail)]
            for card in cards:
                is_hero = columns is HERO_COLUMNS
                rows.append(
                    self.hero_row(card, detail) if is_hero else self.defense_row(view, card, detail)
                )
            if LABEL_WIDTH + breadth(rows, detail) <= width:
                break
        grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, gap(detail), 0, 0))
        grid.add_column(justify="right", min_width=LABEL_WIDTH, style="bold cyan")
        for column in columns:
            grid.add_column(justify="right" if column in TO_THE_RIGHT else "left")
        for label, row in zip(["", *labels], rows, strict=True):
            grid.add_row(label, *row)
        return Group(grid, self.legend()) if detail == SHORT else grid

    def header(self, columns: Sequence[str], detail: int) -> Row:
        size = "short" if detail == SHORT else "column"
        header = [Text(self.say(f"{size}.{column}"), "dim") for column in columns]
        return [*header, Text()] if detail == WIDE else header


def gap(detail: int) -> int:
    """How many blanks stand between columns."""
    return 1 if detail == SHORT else 2


def breadth(rows: Sequence[Row], detail: int) -> int:
    """How many columns of a terminal these rows take, with the blanks before each cell."""
    cells = [0] * len(rows[0])
    for row in rows:
        for index, cell in enumerate(row):
            parts = [cell_len(part) for part in cell.plain.split("\n")]
            cells[index] = max([cells[index], *parts])
    return sum(cells) + gap(detail) * len(cells)
