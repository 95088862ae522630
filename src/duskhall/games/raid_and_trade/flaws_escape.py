"""What can never be at a table of Escape the City that somebody has written down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from duskhall.games.raid_and_trade import flaws
from duskhall.games.raid_and_trade.parts import (
    COLOURS,
    CURRENT,
    DYNAMITE,
    EVENT_CARDS,
    FAVOR,
    FAVOR_MOST,
    FLOWN,
    GAVE,
    GIVEN,
    GUARD,
    GUARDS,
    HELIPAD,
    HOUSE,
    INCIDENT_CARDS,
    INSIDE,
    ITEM_BOX,
    NOWHERE,
    OUT,
    OUTCOME,
    OUTPOST,
    QUEST_CARDS,
    ROUND,
    SEATS,
    SPENT_TOKEN,
    TILES,
    TOKEN_KINDS,
    UNDER,
)

if TYPE_CHECKING:
    from duskhall.games.raid_and_trade.line import Line
    from duskhall.games.raid_and_trade.state import Ruin


def belongs(s: Ruin, card: int, place: int) -> bool:
    """RT-100 There are no events, incidents and quests: they stay in the box."""
    if s.ruins.deck_kind[card] in (INCIDENT_CARDS, QUEST_CARDS, EVENT_CARDS):
        return place == ITEM_BOX
    return flaws.belongs(s, card, place)


def flaw(s: Ruin, line: Line) -> str:
    return (
        flaw_of_line(s, line)
        or flaws.flaw_of_seats(s)
        or flaw_of_guards(s)
        or flaw_of_fates(s, line)
        or flaws.flaw_of_cards(s)
    )


def flaw_of_line(s: Ruin, line: Line) -> str:
    """RT-100, RT-130 The tiles in their row, from the first that was not bombarded on."""
    numbers, lying = s.numbers, s.lying()
    if all(at < 0 for at in lying) and (not numbers[ROUND] or numbers[OUTCOME]):
        return ""
    wanted = [NOWHERE] * (TILES + 1)
    row = line.row()
    for cell, tile in enumerate(row):
        turn = 0 if tile == HELIPAD else line.places[cell].turn
        wanted[tile] = cell * 4 + turn
    burnt = 0
    while burnt < len(row) and lying[row[burnt]] == NOWHERE:
        wanted[row[burnt]] = NOWHERE
        burnt += 1
    if lying != wanted:
        return "line"
    if numbers[OUTPOST] != NOWHERE or any(numbers[INSIDE : INSIDE + SEATS]):
        return "no-outpost"
    for number, square in enumerate(line.squares):
        house = numbers[HOUSE + number]
        if not 0 <= house <= len(COLOURS):
            return "house-size"
        if house and (lying[square.tile] < 0 or square.tile == HELIPAD):
            return "house-line"
    for token in (DYNAMITE, DYNAMITE + 1):
        at = numbers[token]
        if not SPENT_TOKEN <= at < len(line.squares) or (at >= 0 and not numbers[HOUSE + at]):
            return "dynamite-house"
    return ""


def flaw_of_guards(s: Ruin) -> str:
    numbers, lying = s.numbers, s.lying()
    squares = s.ruins.tiles.squares
    taken: list[int] = []
    if min(numbers[UNDER : UNDER + TOKEN_KINDS * GUARDS]) < 0:
        return "tokens"
    for guard in range(GUARDS):
        at = numbers[GUARD + guard]
        under = [numbers[UNDER + kind * GUARDS + guard] for kind in range(TOKEN_KINDS)]
        if at == NOWHERE:
            if any(under):
                return "guard-tokens"
        elif not 0 <= at < len(squares) or lying[squares[at].tile] < 0 or at in taken:
            return "guard-square"
        taken.append(at)
    return ""


def flaw_of_fates(s: Ruin, line: Line) -> str:
    numbers = s.numbers
    for seat in range(s.box.players):
        if not all(numbers[number + seat] in (0, 1) for number in (OUT, FLOWN)):
            return "fate"
        if not 0 <= numbers[GAVE + seat] <= s.box.players:
            return "gave"
        if numbers[OUT + seat] and s.tokens(seat):
            return "out-tokens"
        if not numbers[OUT + seat] and numbers[FAVOR + seat] <= -FAVOR_MOST:
            return "out-dial"
    if min(numbers[GIVEN:GAVE]) < 0:
        return "given"
    skill, tokens = line.pad_sp[s.ruins.pad], list(line.pad_tokens[s.ruins.pad])
    first = GIVEN + TOKEN_KINDS * SEATS
    skill -= sum(numbers[first : first + SEATS])
    for kind in range(TOKEN_KINDS):
        given = GIVEN + kind * SEATS
        tokens[kind] -= sum(numbers[given : given + SEATS])
    if min(skill, *tokens) < 0 or (not numbers[OUTCOME] and not skill and not any(tokens)):
        return "given"
    if numbers[ROUND] and s.agenda and not s.is_playing(numbers[CURRENT]):
        return "whose-turn"
    return ""
