"""Solo: two rows instead of the drafts."""

from __future__ import annotations

from typing import ClassVar, Final

from duskhall.engine.events import Place, Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Choice, Refusal, Step
from duskhall.games.dark_dealings.box import (
    DEFENSE_DECK,
    DEFENSE_DISCARD,
    DEFENSE_HOLE,
    HERO_DECK,
    HERO_DISCARD,
    HERO_HOLE,
    HERO_ROW,
    MARKET,
)
from duskhall.games.dark_dealings.rules.combat import CombatRound
from duskhall.games.dark_dealings.state import TABLE, Siege

LAYOUTS: Final = 4  # DD-62
ALONE: Final = 0  # the only seat


class SoloLayout(Step[Siege]):
    """DD-60 to DD-62. Lay out two rows, take a pair from them twice, discard the rest; four times."""

    rule: ClassVar[str] = "DD-60"

    def __init__(self, number: int) -> None:
        self.number: Final = number

    def key(self) -> tuple[int, ...]:
        return (self.number,)

    def resolve(self, s: Siege) -> None:
        s.begin_round(self.number, "DD-62")
        heroes = s.draw(HERO_DECK, s.keep.row)
        defenses = s.draw(DEFENSE_DECK, s.keep.row)
        # Sorting is stable: equal ranks keep the order they were dealt in.
        heroes = tuple(sorted(heroes, key=lambda card: -s.keep.challenge[card]))
        defenses = tuple(sorted(defenses, key=lambda card: -s.keep.rank[card]))
        s.move("lay_heroes", "DD-60", TABLE, heroes, HERO_DECK, HERO_ROW)
        s.move("lay_out", "DD-60", TABLE, defenses, DEFENSE_DECK, MARKET)
        last = self.number >= LAYOUTS
        s.then(
            TakePair(ALONE),
            TakePair(ALONE),
            ClearRows(),
            CombatRound(1) if last else SoloLayout(self.number + 1),
        )


class TakePair(Choice[Siege]):
    """DD-61 Take a hero, and a defense from the same column or further right.

    Ruling: columns stay as dealt for both picks; a taken card leaves a hole (option
    `solo_columns`).
    """

    rule: ClassVar[str] = "DD-61"

    def moves(self, s: Siege, seat: Seat) -> list[Move]:
        heroes = columns(s, HERO_ROW, HERO_HOLE)
        defenses = columns(s, MARKET, DEFENSE_HOLE)
        return [
            Move("pair", hero, defense)
            for hero, column in heroes
            for defense, other in defenses
            if other >= column
        ]

    def refuse(self, s: Siege, seat: Seat, move: Move) -> Refusal:
        if move.verb != "pair" or len(move.about) != 2:
            return Refusal(self.rule, "take-pair")
        hero, defense = move.about
        if hero not in s.places[HERO_ROW]:
            return Refusal(self.rule, "not-in-row", (hero,))
        if defense not in s.places[MARKET]:
            return Refusal(self.rule, "not-in-row", (defense,))
        return Refusal(self.rule, "left-of-hero", (hero, defense))

    def choose(self, s: Siege, move: Move) -> None:
        hero, defense = move.about
        hero_column = dict(columns(s, HERO_ROW, HERO_HOLE))[hero]
        defense_column = dict(columns(s, MARKET, DEFENSE_HOLE))[defense]
        s.stack(ALONE, hero, HERO_ROW, "DD-61")
        s.take(ALONE, defense, "DD-61")
        if not s.keep.columns_close:
            s.set("quiet", "DD-61", ALONE, HERO_HOLE, hero_column)
            s.set("quiet", "DD-61", ALONE, DEFENSE_HOLE, defense_column)


class ClearRows(Step[Siege]):
    """DD-62 The rest of both rows is discarded."""

    rule: ClassVar[str] = "DD-62"

    def resolve(self, s: Siege) -> None:
        s.move("clear", "DD-62", TABLE, s.places[HERO_ROW], HERO_ROW, HERO_DISCARD)
        s.move("clear", "DD-62", TABLE, s.places[MARKET], MARKET, DEFENSE_DISCARD)
        s.set("quiet", "DD-62", TABLE, HERO_HOLE, 0)
        s.set("quiet", "DD-62", TABLE, DEFENSE_HOLE, 0)


def columns(s: Siege, row: Place, hole: int) -> list[tuple[int, int]]:
    """The cards of a row with their columns, from 1, counting the hole a taken card left."""
    taken = s.numbers[hole]
    found: list[tuple[int, int]] = []
    for index, card in enumerate(s.places[row], 1):
        found.append((card, index + 1 if taken and index >= taken else index))
    return found
