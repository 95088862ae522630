"""Escape the City as one seat sees it: who is where, who can beat guards, and what is still needed.

Those who flee are thought of as one squad: whoever can use a gun best should have it.
"""

from __future__ import annotations

from typing import Final

from duskhall.bots.values.raid_and_trade_plan import Lore
from duskhall.engine.events import Seat
from duskhall.games.raid_and_trade.cards import (
    AS_GUN_ATTACK,
    AS_GUN_DEFEND,
    CLEAR_BLACKLIST,
    CRAFT_DISCOUNT,
    CRAFT_FREE,
    DRAW_RESOURCES,
    GAIN_AP,
    GAIN_FAVOR,
    GAIN_SKILL,
    MOVE_FREE,
    PICK_RESOURCES,
    PROTECT,
    RAID_BONUS,
    RAID_DISCOUNT,
    RAID_SUCCESS,
    REROLL,
    RESTORE_ITEM,
    SKIP_COMBAT_AFTER,
    SKIP_COMBAT_BEFORE,
    SWAP_RESOURCES,
    WILD_RESOURCE,
)
from duskhall.games.raid_and_trade.escape import (
    guard_on,
    guards_of,
    line_of,
    loot,
    needed,
    standing_tiles,
)
from duskhall.games.raid_and_trade.parts import (
    AP,
    AT,
    ATTACK_AP,
    BARRICADE,
    BORDER,
    CHARACTER,
    FAVOR,
    GUARD,
    GUNS,
    HELIPAD,
    HIT,
    NOWHERE,
    ON_ATTACK,
    OUT,
    PASSED,
    SHIELD,
    SP,
    SPENT,
    TOKEN_KINDS,
    WAITS,
    WIN,
)
from duskhall.games.raid_and_trade.rules.combat import gun_cards
from duskhall.games.raid_and_trade.state import Ruin

# All in AP.
GUN: Final = 5.0  # to who beats a guard one time in three
USUAL: Final = 1 / 3
NEEDED: Final = 3.4  # a token the helicopter needs and nobody has
HELD: Final = 2.4  # and one that somebody has
PLAIN: Final = 0.9  # any other
SKILL: Final = 2.6  # an SP, while the squad is short of it
SKILL_SPARE: Final = 0.3
VERB_WORTH: Final = {  # by verb of a card: for each of its n, or for all of it where it has none
    GAIN_AP: 0.9,
    GAIN_FAVOR: 0.9,
    CLEAR_BLACKLIST: 0.5,
    DRAW_RESOURCES: 1.6,
    PICK_RESOURCES: 4.6,
    SWAP_RESOURCES: 0.4,
    RESTORE_ITEM: 3.0,
    CRAFT_FREE: 3.0,
    CRAFT_DISCOUNT: 1.0,
    WILD_RESOURCE: 0.5,
    RAID_DISCOUNT: 0.8,
    RAID_BONUS: 1.5,
    RAID_SUCCESS: 1.5,
    AS_GUN_ATTACK: 6.0,
    AS_GUN_DEFEND: 2.0,
    SKIP_COMBAT_BEFORE: 3.0,
    SKIP_COMBAT_AFTER: 3.0,
    REROLL: 3.5,
    PROTECT: 3.0,
    MOVE_FREE: 0.8,
}
WHOLE: Final = [RESTORE_ITEM, CRAFT_FREE]  # verbs whose n is a limit
EVERY_ROUND: Final = 2.5  # a card that works once a round, against one that works once


class Squad:
    """What one seat knows of the flight."""

    def __init__(self, lore: Lore, s: Ruin, seat: Seat) -> None:
        self.lore: Final = lore
        self.s: Final = s
        self.seat: Final = seat
        self.box: Final = lore.box
        numbers = s.numbers
        self.tiles: Final = standing_tiles(s)
        self.alive: Final = [other for other in range(self.box.players) if not numbers[OUT + other]]
        self.kill: Final = [self.kill_of(other) for other in range(self.box.players)]
        self.cards: Final = [
            len(gun_cards(s, other, ON_ATTACK, AS_GUN_ATTACK)) if other in self.alive else 0
            for other in range(self.box.players)
        ]
        self.pool: Final = sum([self.guns(other) for other in self.alive])
        self.last: Final = len(self.tiles) <= 1
        # In the last round, what those have who passed is lost with them.
        givers = [other for other in self.alive if not (self.last and numbers[PASSED + other])]
        skill, tokens = needed(s)
        self.need: Final = tokens
        self.need_sp: Final = skill
        self.short_sp: Final = max(0, skill - sum([numbers[SP + other] for other in givers]))
        self.short: Final = [  # by kind: what the squad has not got yet
            max(0, tokens[kind] - sum([s.has(other, kind) for other in givers]))
            for kind in range(TOKEN_KINDS)
        ]
        self.worth: Final = [self.worth_of(kind, seat) for kind in range(TOKEN_KINDS)]

    def kill_of(self, seat: Seat) -> float:
        """The chance that this seat beats a guard: its die against the same die."""
        cards = self.s.places[CHARACTER + seat]
        if not cards:
            return USUAL
        die = self.box.dice[cards[0]]
        hits, wins, shields = 0, 0, 0
        for face in die:
            hits += face[0] == HIT
            wins += face[0] == WIN
            shields += face[1] == SHIELD
        n = len(die)
        return wins / n + hits / n * (n - shields) / n

    def worth_of(self, kind: int, seat: Seat) -> float:
        """What one more token of a kind is worth in this seat's hands."""
        if kind == GUNS:
            return GUN * (0.4 + 0.6 * self.kill[seat] / USUAL)
        if self.short[kind]:
            return NEEDED
        return HELD if self.need[kind] else PLAIN

    def keep(self, kind: int) -> float:
        """What a token in one's own hand is worth: fewer than are there may be needed."""
        if kind == GUNS:
            return self.worth[kind]
        others = 0
        for other in self.alive:
            others += self.s.has(other, kind)
        return HELD if self.need[kind] >= others else PLAIN

    def guns(self, seat: Seat) -> int:
        return self.s.has(seat, GUNS) + self.cards[seat]

    def at(self, seat: Seat) -> int:
        """How many tiles from the fire this seat stands: on 0 it dies at the end of the round."""
        tile = self.s.tile(seat)
        return self.tiles.index(tile) if tile in self.tiles else 0

    def guards(self, tile: int) -> list[int]:
        return guards_of(self.s, tile)

    def adrenaline(self, seat: Seat) -> int:
        return max(0, -self.s.numbers[FAVOR + seat])

    def is_laden(self, square: int) -> bool:
        guard = guard_on(self.s, square)
        return guard != NOWHERE and sum(loot(self.s, guard)) > 0

    def laden(self, tile: int) -> int:
        """How many guards of a tile have tokens under them."""
        return len([guard for guard in self.guards(tile) if sum(loot(self.s, guard))])

    def next_tile(self, seat: Seat) -> int:
        at = self.at(seat) + 1
        return self.tiles[at] if at < len(self.tiles) else NOWHERE

    def price(self, tile: int) -> int:
        """AP of entering a tile from the one before it."""
        row = line_of(self.s).row()
        return row.index(tile) + 1

    def way_to_guard(self, seat: Seat, square: int) -> int:
        """AP to a section from which this seat could attack a guard of its tile."""
        s = self.s
        far = s.city.distances(s.changed[BORDER], max(0, s.changed[BARRICADE]))
        here = s.numbers[AT + seat]
        best = 99
        for section in self.box.tiles.squares[square].near:
            best = min(best, far[here][section])
        return best

    def fighters(self, tile: int) -> list[Seat]:
        """Who could attack a guard on this tile in the round, the best first."""
        numbers = self.s.numbers
        found: list[Seat] = []
        for other in self.alive:
            if self.s.tile(other) != tile or not self.guns(other) or numbers[PASSED + other]:
                continue
            for guard in self.guards(tile):
                way = self.way_to_guard(other, numbers[GUARD + guard])
                if numbers[AP + other] >= ATTACK_AP + way:
                    found.append(other)
                    break
        ranked = sorted([(-self.kill[other], other) for other in found])
        return [other for _, other in ranked]

    def comes_in_time(self, others: list[Seat]) -> bool:
        """Whether one of these has a turn before the round is over, should all others wait."""
        s = self.s
        active = [other for other in s.seats_from(self.seat) if not s.numbers[PASSED + other]]
        waits = s.numbers[WAITS] + 1 if not s.numbers[SPENT] else 0
        for distance, other in enumerate(active):
            if other in others and other != self.seat and distance <= len(active) - waits:
                return True
        return False

    def card_worth(self, card: int) -> float:
        """What the effect of an item is worth here, ready for use."""
        worth = 0.0
        for effect in self.box.effects[card]:
            if effect.verb == GAIN_SKILL:
                worth += effect.n * (SKILL if self.short_sp else SKILL_SPARE)
            elif effect.verb in VERB_WORTH:
                each = VERB_WORTH[effect.verb]
                if effect.verb == AS_GUN_ATTACK:
                    each *= 0.4 + 0.6 * self.kill[self.seat] / USUAL
                worth += each * (1 if effect.verb in WHOLE else max(1, effect.n))
        return worth if self.box.once[card] else worth * EVERY_ROUND

    def on_helipad(self) -> bool:
        return self.s.tile(self.seat) == HELIPAD
