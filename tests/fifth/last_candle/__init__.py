"""The Last Candle: one candle each, and whoever burns the brightest takes from the shelf."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Final

from duskhall.engine.box import Box
from duskhall.engine.edition import Edition
from duskhall.engine.game import Game, Standing, rank
from duskhall.engine.state import State

from .box import DECK, NUMBERS, TAKEN, WAX, Shelf
from .rules.evening import SetUp
from .state import Evening

REASONS: Final = ["most-wax", "more-candles"]


class LastCandle(Game):
    folder: ClassVar[Path] = Path(__file__).parent
    edition_files: ClassVar[dict[str, str]] = {"designed": "cards.toml"}
    name = "last-candle"
    title = "The Last Candle"
    minutes = 5
    version = 1
    longest = 60

    def player_counts(self) -> list[int]:
        return [2, 3, 4]

    def faces(self, box: Box) -> list[dict[str, object]]:
        assert isinstance(box, Shelf)
        return [
            {"name": name, "wax": box.wax[card], "scent": box.scent[card], "rule": "LC-04"}
            if card
            else {"name": ""}
            for card, name in enumerate(box.card_names)
        ]

    def pack(self, players: int, options: dict[str, object], edition: Edition) -> Box:
        return Shelf(players, options, edition, self.catalogue())

    def open(self, box: Box) -> State:
        assert isinstance(box, Shelf)
        s = Evening(box)
        s.places = [()] * len(box.seers)
        s.places[DECK] = tuple(range(1, len(box.card_names)))
        s.numbers = [0] * NUMBERS
        s.then(SetUp())
        return s

    def standing(self, s: State) -> Standing:
        """LC-05 Most wax wins; among equals, more candles taken."""
        seats = range(s.box.players)
        scores: list[tuple[int, ...]] = [
            (s.numbers[WAX + seat], len(s.places[TAKEN + seat])) for seat in seats
        ]
        ranks, parted = rank(scores)
        return Standing(ranks, scores, "LC-05", REASONS[parted] if parted >= 0 else "shared")


GAME: Final = LastCandle()
