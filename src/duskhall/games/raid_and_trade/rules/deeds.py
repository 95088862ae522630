"""What cards do to the table: whether they could, and what their players still choose."""

from __future__ import annotations

from typing import ClassVar, Final

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Choice, Refusal
from duskhall.games.raid_and_trade.cards import (
    CLEAR_BLACKLIST,
    CRAFT_DISCOUNT,
    CRAFT_FREE,
    DRAIN_AP,
    DRAW_INCIDENT,
    DRAW_RESOURCES,
    EITHER,
    GAIN_AP,
    GAIN_FAVOR,
    GAIN_SKILL,
    MOVE_FREE,
    OUTPOST_DISCOUNT,
    PICK_RESOURCES,
    PROTECT,
    RAID_BONUS,
    RAID_DISCOUNT,
    RAID_SUCCESS,
    REDRAW_ALL,
    REROLL,
    RESTORE_ITEM,
    SKIP_COMBAT_AFTER,
    SKIP_COMBAT_BEFORE,
    STEAL_RESOURCES,
    STOP_RAID,
    SWAP_RESOURCES,
    WILD_RESOURCE,
    Effect,
)
from duskhall.games.raid_and_trade.parts import (
    ACTED,
    AP,
    AP_MOST,
    AT,
    BONUS,
    CHARACTER,
    CRAFT_OFF,
    CRAFT_WILD,
    DIE,
    FACES,
    FAVOR,
    FAVOR_MOST,
    FREE,
    INCIDENT_DECK,
    INCIDENT_DISCARD,
    ITEMS,
    MOVED,
    NO_FACE,
    NOT_MOVED,
    OUTPOST_OFF,
    RAID_CARD,
    RAID_OFF,
    READY,
    SAFE,
    SKIPPED,
    SP,
    SP_MOST,
    START,
    SURE,
    TILE,
    TILES,
    TOKEN_KINDS,
    USED,
)
from duskhall.games.raid_and_trade.state import Ruin

DECLINE: Final = Move("decline")
DRAW: Final = Move("draw")


def could(s: Ruin, seat: Seat, effect: Effect) -> bool:
    """RT-93 Whether this would do anything at all now."""
    verb, numbers = effect.verb, s.numbers
    if verb == GAIN_AP:
        return numbers[AP + seat] < AP_MOST
    if verb == GAIN_SKILL:
        return numbers[SP + seat] < SP_MOST
    if verb == GAIN_FAVOR:
        return numbers[FAVOR + seat] < FAVOR_MOST
    if verb == CLEAR_BLACKLIST:
        return numbers[FAVOR + seat] < 0
    if verb == DRAW_RESOURCES:
        return sum(s.bag()) > 0
    if verb == PICK_RESOURCES:
        bag = s.bag()
        return any(bag[kind] and effect.kinds >> kind & 1 for kind in range(TOKEN_KINDS))
    if verb == SWAP_RESOURCES:
        return s.tokens(seat) > 0
    if verb == DRAW_INCIDENT:
        if s.hand_room(seat) < 1:
            return False
        from_deck = bool(s.places[INCIDENT_DECK] or s.places[INCIDENT_DISCARD])
        return from_deck or (effect.which == EITHER and bool(lying(s)))
    if verb == RESTORE_ITEM:
        return any(s.ruins.sp[card] <= effect.n for card in s.places[USED + seat])
    if verb == CRAFT_FREE:
        return any(s.ruins.sp[card] <= effect.n for card in s.places[ITEMS + seat])
    if verb in (RAID_BONUS, RAID_SUCCESS):
        card = s.places[RAID_CARD]
        if not card or numbers[SURE]:
            return bool(card) and verb == RAID_BONUS
        return verb == RAID_BONUS or not s.ruins.blacklist[card[0]]
    if verb in (SKIP_COMBAT_BEFORE, SKIP_COMBAT_AFTER, STOP_RAID):
        return not numbers[SKIPPED]
    if verb == PROTECT:
        return numbers[SAFE] < effect.which
    if verb == STEAL_RESOURCES:
        return bool(victims(s, seat, effect))
    if verb == DRAIN_AP:
        return bool(victims(s, seat, effect))
    if verb == MOVE_FREE:
        return not s.must_pass(seat) and numbers[MOVED] == NOT_MOVED and not s.is_inside(seat)
    if verb == OUTPOST_DISCOUNT:
        if s.must_pass(seat):
            return False
        if s.is_inside(seat):
            return not numbers[ACTED]
        beside = s.beside_outpost()
        return numbers[MOVED] == NOT_MOVED and numbers[AT + seat] in beside
    return verb in (CRAFT_DISCOUNT, WILD_RESOURCE, RAID_DISCOUNT, REROLL, REDRAW_ALL)


def could_any(s: Ruin, seat: Seat, card: int) -> bool:
    """Whether using this card would do anything."""
    return any(could(s, seat, effect) for effect in s.ruins.effects[card])


SETTERS: Final = {  # verbs that add to a number of the step in progress
    CRAFT_DISCOUNT: CRAFT_OFF,
    WILD_RESOURCE: CRAFT_WILD,
    RAID_DISCOUNT: RAID_OFF,
    RAID_BONUS: BONUS,
    MOVE_FREE: FREE,
    OUTPOST_DISCOUNT: OUTPOST_OFF,
}
FLAGS: Final = {
    RAID_SUCCESS: SURE,
    STOP_RAID: SKIPPED,
    SKIP_COMBAT_BEFORE: SKIPPED,
    SKIP_COMBAT_AFTER: SKIPPED,
}


def roll(s: Ruin, seat: Seat, which: int, rule: str) -> None:
    """Roll a die: the raid die, or a character's. Of a character's, the face is kept by number."""
    face = s.random_below(FACES)
    if s.places[RAID_CARD]:
        face = s.ruins.raid_faces[face]
    s.set("roll_raid" if s.places[RAID_CARD] else "roll", rule, seat, DIE + which, face)


def symbol(s: Ruin, seat: Seat, which: int) -> int:
    """RT-51 What this seat's die shows: the attacker reads one half, the defender the other."""
    face = s.numbers[DIE + which]
    if face == NO_FACE:
        return NO_FACE
    return s.ruins.dice[s.places[CHARACTER + seat][0]][face][which]


def redraw_all(s: Ruin) -> None:
    """RT-81 All return their tokens, then from the starting player each draws as many."""
    counts = [s.tokens(seat) for seat in range(s.box.players)]
    for seat in range(s.box.players):
        s.spend(seat, tuple([s.has(seat, kind) for kind in range(TOKEN_KINDS)]), "RT-81")
    for seat in s.seats_from(s.numbers[START]):
        s.draw_tokens(seat, counts[seat], "RT-81")


def lying(s: Ruin) -> list[int]:
    """The tiles with an incident."""
    return [tile for tile in range(TILES) if s.places[TILE + tile]]


class DrawIncident(Choice[Ruin]):
    """RT-83 An incident of the deck, or one that lies on a tile, without paying; never beyond five."""

    rule: ClassVar[str] = "RT-83"

    def __init__(self, seat: Seat, either: int) -> None:
        super().__init__(seat)
        self.either: Final = either

    def key(self) -> tuple[int, ...]:
        return self.seat, self.either

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        if s.hand_room(seat) < 1:
            return []
        found: list[Move] = []
        if s.places[INCIDENT_DECK] or s.places[INCIDENT_DISCARD]:
            found.append(DRAW)
        if self.either:
            found += [s.ruins.takes[s.places[TILE + tile][0]] for tile in lying(s)]
            found.append(DECLINE)
        return found

    def choose(self, s: Ruin, move: Move) -> None:
        if move.verb == "draw":
            s.draw_incident(self.seat, self.rule)
        elif move.verb == "take":
            for tile in lying(s):
                if s.places[TILE + tile][0] == move.about[0]:
                    s.take_incident("take_incident", self.seat, tile, self.rule)


class Restore(Choice[Ruin]):
    """RT-92 A single-use item that this player has used comes back, ready; it gives no SP again."""

    rule: ClassVar[str] = "RT-92"

    def __init__(self, seat: Seat, most: int) -> None:
        super().__init__(seat)
        self.most: Final = most

    def key(self) -> tuple[int, ...]:
        return self.seat, self.most

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        used = s.places[USED + seat]
        return [s.ruins.takes[card] for card in used if s.ruins.sp[card] <= self.most]

    def choose(self, s: Ruin, move: Move) -> None:
        s.move("restore", self.rule, self.seat, move.about, USED + self.seat, READY + self.seat)


class CraftFree(Choice[Ruin]):
    """RT-59, RT-60 Craft an item of so many SP without AP or tokens; its SP are gained."""

    rule: ClassVar[str] = "RT-60"

    def __init__(self, seat: Seat, least: int, most: int) -> None:
        super().__init__(seat)
        self.least: Final = least
        self.most: Final = most

    def key(self) -> tuple[int, ...]:
        return self.seat, self.least, self.most

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        fitting = [
            s.ruins.crafts[card]
            for card in s.places[ITEMS + seat]
            if self.least <= s.ruins.sp[card] <= self.most
        ]
        return [*fitting, DECLINE] if fitting else []

    def choose(self, s: Ruin, move: Move) -> None:
        if move.verb == "craft":
            craft(s, self.seat, move.about[0], self.rule)


def craft(s: Ruin, seat: Seat, item: int, rule: str) -> None:
    """RT-60 The item lies ready, and its SP are gained."""
    s.move("craft", rule, seat, (item,), ITEMS + seat, READY + seat)
    s.gain_sp(seat, s.ruins.sp[item], rule)


def victims(s: Ruin, seat: Seat, effect: Effect) -> list[Seat]:
    """Whom a card finds: never anybody inside the Outpost for tokens, nor there for its tile."""
    found: list[Seat] = []
    for other in s.seats_from(seat)[1:]:
        if not s.is_reached(seat, other, bool(effect.which)):
            continue
        if effect.verb == STEAL_RESOURCES:
            if not s.is_inside(other) and s.tokens(other):
                found.append(other)
        elif s.numbers[AP + other]:
            found.append(other)
    return found


class Drain(Choice[Ruin]):
    """RT-72 One other player in reach loses AP."""

    rule: ClassVar[str] = "RT-72"

    def __init__(self, seat: Seat, n: int, reach: int) -> None:
        super().__init__(seat)
        self.n: Final = n
        self.reach: Final = reach

    def key(self) -> tuple[int, ...]:
        return self.seat, self.n, self.reach

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        effect = Effect(DRAIN_AP, self.n, self.reach)
        return [Move("tire", other) for other in victims(s, seat, effect)]

    def choose(self, s: Ruin, move: Move) -> None:
        s.lose_ap(move.about[0], self.n, self.rule)


def refuse_use(s: Ruin, seat: Seat, card: int) -> Refusal:
    """Why this card cannot be used now."""
    if s.owns(seat, card) < 0:
        return Refusal("RT-35", "not-ready", (card,))
    if not could_any(s, seat, card):
        return Refusal("RT-93", "no-effect", (card,))
    return Refusal("RT-93", "not-its-time", (card,))
