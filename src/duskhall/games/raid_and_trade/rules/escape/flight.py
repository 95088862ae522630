"""RT-105, RT-108, RT-129 to RT-132: the bombardment, lost fights, and the helicopter."""

from __future__ import annotations

from typing import ClassVar

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Refusal, SeatStep
from duskhall.games.raid_and_trade.escape import (
    farthest,
    guards_of,
    line_of,
    needed,
)
from duskhall.games.raid_and_trade.fate import put_out
from duskhall.games.raid_and_trade.parts import (
    DYNAMITE,
    ESCAPED,
    FAVOR,
    FAVOR_MOST,
    FLOWN,
    GAVE,
    GIVEN,
    GIVEN_SP,
    GUARD,
    GUARDS,
    HELIPAD,
    HELIPAD_AT,
    HOUSE,
    NOWHERE,
    OUTCOME,
    SEATS,
    SP,
    SPENT_TOKEN,
    START,
    TILE_AT,
    TOKEN_KINDS,
    UNDER,
    WINNER,
)
from duskhall.games.raid_and_trade.rules import combat
from duskhall.games.raid_and_trade.state import TABLE, Ruin

# Fights between players


class EscapeOutcome(combat.Outcome):
    """RT-129 Who loses a fight to another player gains 1 adrenaline besides what is taken."""

    def win(self, s: Ruin) -> None:
        s.then(combat.Spoils(self.seat, self.other), Shaken(self.other))


class Shaken(SeatStep[Ruin]):
    """RT-129 The loser's adrenaline rises by one."""

    rule: ClassVar[str] = "RT-129"

    def resolve(self, s: Ruin) -> None:
        s.turn_dial(self.seat, -1, self.rule)


# The bombardment


def bombard(s: Ruin) -> None:
    """RT-105, RT-130 The tile farthest from the helipad is hit; the others gain 1 adrenaline.

    Nobody whom this bombardment eliminates gets tokens of another whom it does.
    """
    tile = farthest(s)
    number = HELIPAD_AT if tile == HELIPAD else TILE_AT + tile
    s.tell_of("bombard", "RT-105", TABLE, tile)
    s.numbers_set(number, NOWHERE, "RT-130")
    clear_tile(s, tile)
    seats = s.seats_from(s.numbers[START])
    hit = [seat for seat in seats if s.tile(seat) == tile]
    for seat in seats:
        if seat not in hit:
            value = s.numbers[FAVOR + seat] - 1
            s.set("adrenaline", "RT-105", seat, FAVOR + seat, value)
            if value == -FAVOR_MOST:
                hit.append(seat)
    s.lay_roads()
    put_out(s, hit, "RT-130")


def clear_tile(s: Ruin, tile: int) -> None:
    """RT-130 Its houses, guards and what lies under them; RT-96 dynamite is lost."""
    for square in s.ruins.tiles.tiles[tile].squares:
        s.numbers_set(HOUSE + square, 0, "RT-130")
        for token in (DYNAMITE, DYNAMITE + 1):
            if s.numbers[token] == square:
                s.numbers_set(token, SPENT_TOKEN, "RT-96")
    for guard in guards_of(s, tile):
        s.numbers_set(GUARD + guard, NOWHERE, "RT-130")
        for kind in range(TOKEN_KINDS):
            s.numbers_set(UNDER + kind * GUARDS + guard, 0, "RT-130")


# The helicopter


def may_give(s: Ruin, seat: Seat) -> Refusal | None:
    """RT-108, RT-132 On the helipad, with no guard on it."""
    if s.tile(seat) != HELIPAD:
        return Refusal("RT-132", "not-at-helipad")
    if guards_of(s, HELIPAD):
        return Refusal("RT-108", "helipad-guarded")
    return None


def give_moves(s: Ruin, seat: Seat) -> list[Move]:
    """RT-132 Any part of what is still needed: tokens one by one, SP as many as one likes."""
    if may_give(s, seat) is not None:
        return []
    skill, tokens = needed(s)
    found = [
        Move("give", kind) for kind in range(TOKEN_KINDS) if tokens[kind] and s.has(seat, kind)
    ]
    most = min(skill, s.numbers[SP + seat])
    return found + [Move("give_sp", n) for n in range(1, most + 1)]


def can_give(s: Ruin, seat: Seat, kinds: tuple[int, ...]) -> bool:
    """Whether these tokens may be given together."""
    if not kinds or may_give(s, seat) is not None:
        return False
    tokens = needed(s)[1]
    for kind in kinds:
        if not 0 <= kind < TOKEN_KINDS:
            return False
        if kinds.count(kind) > min(tokens[kind], s.has(seat, kind)):
            return False
    return True


def refuse_give(s: Ruin, seat: Seat) -> Refusal:
    return may_give(s, seat) or Refusal("RT-132", "give")


def give(s: Ruin, seat: Seat, kinds: tuple[int, ...]) -> None:
    """RT-132 Tokens for the helicopter; they go into the bag."""
    for kind in range(TOKEN_KINDS):
        count = kinds.count(kind)
        if count:
            given = GIVEN + kind * SEATS + seat
            s.add_tokens("spend", "RT-132", seat, kind, -count)
            s.numbers_set(given, s.numbers[given] + count, "RT-132")
    s.then(Given(seat))


def give_sp(s: Ruin, seat: Seat, n: int) -> None:
    """RT-132 SP for the helicopter."""
    s.set("spend_sp", "RT-132", seat, SP + seat, s.numbers[SP + seat] - n)
    s.numbers_set(GIVEN_SP + seat, s.numbers[GIVEN_SP + seat] + n, "RT-132")
    s.then(Given(seat))


class Given(SeatStep[Ruin]):
    """RT-108, RT-132 When the need is met the giver flies, with those there who gave before."""

    rule: ClassVar[str] = "RT-132"

    def resolve(self, s: Ruin) -> None:
        seat = self.seat
        if not s.numbers[GAVE + seat]:
            s.numbers_set(GAVE + seat, 1 + max(s.numbers[GAVE : GAVE + SEATS]), self.rule)
        skill, tokens = needed(s)
        if skill or any(tokens):
            return
        others = [
            (s.numbers[GAVE + other], other)
            for other in s.seats_from(seat)
            if other != seat and s.numbers[GAVE + other] and s.tile(other) == HELIPAD
        ]
        aboard = [seat, *[other for _, other in sorted(others)]][: line_of(s).seats]
        for flyer in aboard:
            s.set("fly", self.rule, flyer, FLOWN + flyer, 1)
        s.numbers_set(WINNER, seat, self.rule)
        s.numbers_set(OUTCOME, ESCAPED, self.rule)
        s.agenda.clear()
