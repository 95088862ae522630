"""The box of The Last Candle: what is printed on the candles, and the map of the table."""

from __future__ import annotations

from typing import Final

from duskhall.engine.box import Box
from duskhall.engine.catalogue import Catalogue
from duskhall.engine.edition import Edition

SEATS: Final = 4
DECK: Final = 0
SHELF: Final = 1
BURNT: Final = 2
HAND: Final = 3  # + seat, as all that follow
LIT: Final = HAND + SEATS
TAKEN: Final = LIT + SEATS
PLACES: Final = TAKEN + SEATS

ROUND: Final = 0
WAX: Final = 1  # + seat
NUMBERS: Final = WAX + SEATS

SCENTS: Final = ["smoke", "honey", "pine"]


class Shelf(Box):
    def __init__(
        self, players: int, options: dict[str, object], edition: Edition, catalogue: Catalogue
    ) -> None:
        super().__init__(players, options, catalogue, PLACES)
        self.wax: list[int] = [0]  # by card
        self.scent: list[str] = [""]
        self.card_names.append("")
        self.deck_of.append(0)
        for line, row in edition.rows("candles"):
            edition.fields(line, row, ["name", "wax", "scent"], [])
            self.card_names.append(edition.word(line, row, "name"))
            self.wax.append(edition.number(line, row, "wax", 1, 9))
            self.scent.append(edition.word(line, row, "scent", SCENTS))
            self.deck_of.append(0)
        self.lay_out(DECK, "deck", seen_by=0)
        self.lay_out(SHELF, "shelf")
        self.lay_out(BURNT, "burnt")
        for seat in range(players):
            self.lay_out(HAND + seat, "hand", of=seat, seen_by=1 << seat)
            self.lay_out(LIT + seat, "lit", of=seat)
            self.lay_out(TAKEN + seat, "taken", of=seat)
        self.count(ROUND, "round")
        for seat in range(players):
            self.count(WAX + seat, f"wax.{seat}")
