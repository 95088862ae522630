"""What can never be at a table that somebody has written down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from duskhall.games.raid_and_trade.box import DISCS
from duskhall.games.raid_and_trade.city import Tiles
from duskhall.games.raid_and_trade.parts import (
    AGE,
    AP,
    AP_MOST,
    AT,
    CENTRE,
    CHARACTER,
    CHARACTER_BOX,
    CHARACTER_CARDS,
    COLOURS,
    CURRENT,
    DIE,
    DISC,
    DYNAMITE,
    EVENT,
    EVENT_CARDS,
    EVENT_DECK,
    EVENT_DISCARD,
    EVENT_ROW,
    FACES,
    FAVOR,
    FAVOR_MOST,
    FULFILLED,
    FULFILLED_USED,
    GRID,
    HIDDEN_HAND,
    HOUSE,
    INCIDENT_CARDS,
    INCIDENT_DECK,
    INCIDENT_DISCARD,
    INSIDE,
    ITEM_BOX,
    ITEM_CARDS,
    ITEMS,
    MIDDLE,
    MOVE_OVER,
    MOVED,
    NO_FACE,
    OPEN_HAND,
    OUTPOST,
    QUEST_CARDS,
    QUEST_DECK,
    QUEST_ROW,
    RAID_BOTTOM,
    RAID_CARD,
    RAID_CARDS,
    RAID_DECK,
    RAID_DISCARD,
    READY,
    ROUND,
    SEATS,
    SP,
    SP_MOST,
    SPENT_TOKEN,
    START,
    TILE,
    TILE_AT,
    TILES,
    TIRED,
    TOKEN_SORTS,
    TOKENS,
    TRADER,
    USED,
)

if TYPE_CHECKING:
    from duskhall.games.raid_and_trade.state import Ruin


def belongs(s: Ruin, card: int, place: int) -> bool:
    """Whether this card may ever lie there."""
    deck = s.ruins.deck_kind[card]
    if deck == CHARACTER_CARDS:
        return place == CHARACTER_BOX or CHARACTER <= place < CHARACTER + SEATS
    if deck == ITEM_CARDS:
        if USED <= place < USED + SEATS:
            return s.ruins.once[card]
        if TIRED <= place < TIRED + SEATS:
            return not s.ruins.once[card]
        return place == ITEM_BOX or ITEMS <= place < READY + SEATS
    if RAID_CARDS <= deck < RAID_CARDS + len(COLOURS):
        colour = deck - RAID_CARDS
        return place in (
            RAID_CARD,
            RAID_DECK + colour,
            RAID_BOTTOM + colour,
            RAID_DISCARD + colour,
        )
    if deck == INCIDENT_CARDS:
        on_tile = TILE <= place < TILE + TILES
        in_hand = OPEN_HAND <= place < HIDDEN_HAND + SEATS
        return place in (INCIDENT_DECK, INCIDENT_DISCARD) or on_tile or in_hand
    if deck == QUEST_CARDS:
        claimed = FULFILLED <= place < FULFILLED_USED + SEATS
        return place in (QUEST_DECK, QUEST_ROW) or claimed
    if deck == EVENT_CARDS:
        return place in (EVENT_DECK, EVENT_ROW, EVENT, EVENT_DISCARD)
    return place == TOKEN_SORTS


def flaw(s: Ruin) -> str:
    """What else cannot be, as the section `flaws` says it; '' where nothing is wrong."""
    return flaw_of_city(s) or flaw_of_seats(s) or flaw_of_cards(s)


def flaw_of_city(s: Ruin) -> str:
    numbers, tiles = s.numbers, s.ruins.tiles
    lying = numbers[TILE_AT : TILE_AT + TILES]
    if all(at < 0 for at in lying):
        return "" if numbers[ROUND] == 0 else "no-tiles"
    cells = sorted([at // 4 for at in lying if at >= 0])
    middle = CENTRE if s.ruins.is_custom else MIDDLE
    if s.ruins.is_custom:
        if len(set(cells)) < len(cells) or (s.numbers[ROUND] and len(cells) < TILES):
            return "cells"
    elif cells != [row * GRID + column for row in range(3) for column in range(3)]:
        return "grid"
    if lying[tiles.market] // 4 != middle:
        return "market-middle"
    return flaw_of_squares(s, tiles) if s.numbers[ROUND] else ""


def flaw_of_squares(s: Ruin, tiles: Tiles) -> str:
    numbers, count = s.numbers, len(tiles.squares)
    if not all(0 <= numbers[HOUSE + square] <= len(COLOURS) for square in range(count)):
        return "house-size"
    outpost = numbers[OUTPOST]
    if not 0 <= outpost < count or numbers[HOUSE + outpost]:
        return "outpost-square"
    for token in (DYNAMITE, DYNAMITE + 1):
        at = numbers[token]
        if not SPENT_TOKEN <= at < count or (at >= 0 and not numbers[HOUSE + at]):
            return "dynamite-house"
    return ""


def flaw_of_seats(s: Ruin) -> str:
    numbers, players = s.numbers, s.box.players
    if not all(0 <= numbers[number] < players for number in (CURRENT, START)):
        return "whose-turn"
    if not 0 <= numbers[TRADER] < len(s.ruins.traders):
        return "trader"
    if not 0 <= numbers[MOVED] <= MOVE_OVER:
        return "move-state"
    if not all(NO_FACE <= numbers[DIE + which] < FACES for which in (0, 1)):
        return "faces"
    if not all(0 <= numbers[DISC + disc] <= players for disc in range(DISCS)):
        return "disc-owner"
    ages = sorted(numbers[AGE : AGE + players])
    if numbers[ROUND] and ages != list(range(players)):
        return "ages"
    for seat in range(players):
        at = numbers[AT + seat]
        if s.roads is not None and s.is_playing(seat) and not is_on_road(s, at):
            return "on-road"
        if numbers[INSIDE + seat] not in (0, 1):
            return "inside"
        if not 0 <= numbers[AP + seat] <= AP_MOST or not 0 <= numbers[SP + seat] <= SP_MOST:
            return "dials"
        if abs(numbers[FAVOR + seat]) > FAVOR_MOST:
            return "dial"
    if len(s.insiders()) > 1 and not s.shared:
        return "outpost-one"
    if min(numbers[TOKENS:HOUSE]) < 0 or min(s.bag()) < 0:
        return "tokens"
    return "" if len(numbers) == s.ruins.number_count else "numbers"


def is_on_road(s: Ruin, at: int) -> bool:
    """Whether a figure may stand there. While the city grows there are not all roads yet."""
    assert s.roads is not None
    exists = s.roads.exists
    return 0 <= at < len(exists) and (exists[at] or not s.numbers[ROUND])


def flaw_of_cards(s: Ruin) -> str:
    for seat in range(s.box.players):
        if s.hand_room(seat) < 0:
            return "hand"
        if len(s.places[CHARACTER + seat]) > 1 or (
            s.numbers[ROUND] and not s.places[CHARACTER + seat]
        ):
            return "character"
    if any(len(s.places[TILE + tile]) > 1 for tile in range(TILES)):
        return "tile-incident"
    if len(s.places[EVENT]) > 1 or len(s.places[RAID_CARD]) > 1:
        return "one-card"
    return ""
