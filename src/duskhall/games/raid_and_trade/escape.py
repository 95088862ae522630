"""Escape the City's table: what the scenario makes of the looks and verbs of the base game."""

from __future__ import annotations

from duskhall.engine.events import Seat
from duskhall.games.raid_and_trade import fate, flaws_escape, outlook
from duskhall.games.raid_and_trade.line import Line
from duskhall.games.raid_and_trade.parts import (
    FAVOR,
    FAVOR_MOST,
    GIVEN,
    GIVEN_SP,
    GUARD,
    GUARDS,
    HELIPAD,
    HELIPAD_AT,
    NOWHERE,
    OUT,
    ROUND,
    SEATS,
    TOKEN_KINDS,
    UNDER,
)
from duskhall.games.raid_and_trade.state import Ruin


class Escape(Ruin):
    """The line of tiles with its guards and its helipad. The dial shows adrenaline below zero."""

    def clone(self) -> Escape:
        copy = Escape(self.ruins)
        self.copy_into(copy)
        copy.roads, copy.changed, copy.shared = self.roads, self.changed, self.shared
        return copy

    def lying(self) -> list[int]:
        return [*super().lying(), self.numbers[HELIPAD_AT]]

    def is_playing(self, seat: Seat) -> bool:
        """RT-131 Who is eliminated is out of the game."""
        return super().is_playing(seat) and not self.numbers[OUT + seat]

    def seats_from(self, seat: Seat) -> list[Seat]:
        """RT-122 Turn order skips the eliminated."""
        return [other for other in super().seats_from(seat) if not self.numbers[OUT + other]]

    def bag(self) -> list[int]:
        """Tokens under guards are not in the bag; what was given for the helicopter is."""
        left = super().bag()
        for kind in range(TOKEN_KINDS):
            first = UNDER + kind * GUARDS
            left[kind] -= sum(self.numbers[first : first + GUARDS])
        return left

    def is_held(self, tile: int) -> bool:
        """RT-102 Nobody leaves a tile with a guard on it."""
        return bool(guards_of(self, tile))

    def is_guarded(self, square: int) -> bool:
        """RT-127 A house under a guard cannot be raided."""
        return guard_on(self, square) != NOWHERE

    def are_together(self, one: Seat, two: Seat) -> bool:
        """RT-108 Players do not fight each other on the helipad."""
        return super().are_together(one, two) and self.tile(one) != HELIPAD

    def turn_dial(self, seat: Seat, n: int, rule: str) -> None:
        """RT-106, RT-128 One number as in the base game; at 10 adrenaline one is eliminated."""
        value = max(-FAVOR_MOST, min(FAVOR_MOST, self.numbers[FAVOR + seat] + n))
        if value != self.numbers[FAVOR + seat]:
            self.set("calm" if n > 0 else "adrenaline", rule, seat, FAVOR + seat, value)
            if value == -FAVOR_MOST:
                fate.doom(self, seat)

    def reach_goal(self, seat: Seat) -> None:
        """RT-109 The three ways into the Golden City are not used."""

    def belongs(self, card: int, place: int) -> bool:
        return flaws_escape.belongs(self, card, place)

    def flaw(self) -> str:
        return flaws_escape.flaw(self, line_of(self))

    def outlook(self) -> dict[str, object]:
        """Beside the ways and prices: what the helicopter still needs, and where the fire comes."""
        if self.roads is None:
            return {}
        skill, tokens = needed(self)
        return {
            **outlook.common(self),
            "need": {"sp": skill, "tokens": outlook.by_name(tokens)},
            "fire": {
                "tile": farthest(self),
                "rounds": len(standing_tiles(self)),
                "last": self.numbers[ROUND] + len(standing_tiles(self)) - 1,
            },
            "adrenaline": [max(0, -self.numbers[FAVOR + seat]) for seat in range(self.box.players)],
            "loot": [outlook.by_name(loot(self, guard)) for guard in range(GUARDS)],
        }


def line_of(s: Ruin) -> Line:
    """The line that the scenario is played on."""
    line = s.ruins.line
    assert line is not None
    return line


def guard_on(s: Ruin, square: int) -> int:
    """The guard on a square, or -1."""
    for guard in range(GUARDS):
        if s.numbers[GUARD + guard] == square:
            return guard
    return NOWHERE


def guards_of(s: Ruin, tile: int) -> list[int]:
    """The guards on a tile."""
    found: list[int] = []
    for guard in range(GUARDS):
        square = s.numbers[GUARD + guard]
        if square >= 0 and s.ruins.tiles.squares[square].tile == tile:
            found.append(guard)
    return found


def loot(s: Ruin, guard: int) -> list[int]:
    """By kind, the tokens under a guard."""
    return [s.numbers[UNDER + kind * GUARDS + guard] for kind in range(TOKEN_KINDS)]


def needed(s: Ruin) -> tuple[int, list[int]]:
    """RT-108 The SP, and the tokens by kind, that the helicopter still needs."""
    line = line_of(s)
    skill = line.pad_sp[s.ruins.pad] - sum(s.numbers[GIVEN_SP : GIVEN_SP + SEATS])
    tokens = list(line.pad_tokens[s.ruins.pad])
    for kind in range(TOKEN_KINDS):
        first = GIVEN + kind * SEATS
        tokens[kind] -= sum(s.numbers[first : first + SEATS])
    return skill, tokens


def standing_tiles(s: Ruin) -> list[int]:
    """The tiles of the line that still lie there, from the farthest to the helipad."""
    lying = s.lying()
    return [tile for tile in line_of(s).row() if lying[tile] >= 0]


def farthest(s: Ruin) -> int:
    """RT-105 The tile that is bombarded next; -1, if none is left."""
    tiles = standing_tiles(s)
    return tiles[0] if tiles else NOWHERE
