"""What follows from what all can see: ways, prices, and what is missing. For screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from duskhall.games.raid_and_trade.parts import (
    ACTED,
    AP,
    AT,
    BARRED_FROM,
    BARRICADE,
    BORDER,
    FAVOR,
    FREE,
    HOUSE,
    ITEMS,
    KINDS,
    MODIFIED,
    MOVE_OVER,
    MOVED,
    NOWHERE,
    QUEST_ROW,
    RAIDED,
    SP,
    TOKEN_KINDS,
    UNMODIFIED,
)
from duskhall.games.raid_and_trade.terms import price

if TYPE_CHECKING:
    from duskhall.engine.events import Seat
    from duskhall.games.raid_and_trade.state import Ruin


def outlook(s: Ruin) -> dict[str, object]:
    if s.roads is None:
        return {}
    seats = range(s.box.players)
    return {
        **common(s),
        "goals": [goals(s, seat) for seat in seats],
    }


def common(s: Ruin) -> dict[str, object]:
    """What is told in every way to play."""
    seats = range(s.box.players)
    reached = ways(s)
    # What is missing stands by seat, so that a screen is told again only of whom it changed for.
    lacking: dict[str, object] = {}
    for seat in seats:
        lacking[f"missing.{seat}"] = missing(s, seat)
        lacking[f"needs.{seat}"] = needs(s, seat)
    return {
        **lacking,
        "ways": reached,
        "prices": prices(s, reached),
        "event": {
            MODIFIED[rule]: value
            for rule, value in enumerate(s.changed)
            if value != UNMODIFIED[rule]
        },
        "trade": [price(s, s.current, seat) for seat in seats],
    }


def by_name(tokens: list[int]) -> dict[str, int]:
    """By the name of a kind, how many there are of it."""
    return {KINDS[kind]: n for kind, n in enumerate(tokens) if n}


def ways(s: Ruin) -> dict[str, list[object]]:
    """RT-33 Where the active figure can walk now: the AP, and the sections on the cheapest way."""
    seat = s.current
    if s.numbers[MOVED] == MOVE_OVER or s.is_inside(seat) or s.must_pass(seat):
        return {}
    here = s.numbers[AT + seat]
    border, barricade = max(0, s.changed[BORDER]), max(0, s.changed[BARRICADE])
    held = [s.is_held(tile) for tile in range(len(s.ruins.tiles.tiles))]
    far, before = s.city.ways(here, border, barricade, held)
    most = s.numbers[AP + seat] + s.numbers[FREE]
    found: dict[str, list[object]] = {}
    for section, walk in enumerate(far):
        if section != here and walk <= most:
            path = [section]
            while before[path[0]] not in (here, NOWHERE):
                path.insert(0, before[path[0]])
            found[str(section)] = [max(0, walk - s.numbers[FREE]), path]
    return found


def prices(s: Ruin, ways: dict[str, list[object]]) -> dict[str, list[int]]:
    """RT-40, RT-43 The houses the active player may raid this turn, here or after a way: their AP."""
    seat = s.current
    ap, blacklist = s.numbers[AP + seat], -s.numbers[FAVOR + seat]
    if s.numbers[ACTED] or s.is_inside(seat):
        return {}
    found: dict[str, list[int]] = {}
    for number, square in enumerate(s.ruins.tiles.squares):
        colour = s.numbers[HOUSE + number] - 1
        if colour < 0 or blacklist >= BARRED_FROM[colour] or s.is_guarded(number):
            continue
        price = s.ruins.raid_price[colour]
        for section in square.near:
            walk = 0 if section == s.numbers[AT + seat] else ways.get(str(section), [ap])[0]
            assert isinstance(walk, int)
            if walk + price <= ap:
                found[str(number)] = [price]
    return found


def goals(s: Ruin, seat: Seat) -> list[int]:
    """RT-75 What is short of each of the three ways, and of the gate's fee."""
    skill, favor, quests = s.ruins.goals
    return [
        max(0, skill - s.numbers[SP + seat]),
        max(0, favor - s.numbers[FAVOR + seat]),
        max(0, quests - s.quests(seat)),
        max(0, s.ruins.gate_fee - s.numbers[AP + seat]),
    ]


def missing(s: Ruin, seat: Seat) -> dict[str, dict[str, int]]:
    """RT-60 By item that is not crafted, the tokens its holder lacks."""
    found: dict[str, dict[str, int]] = {}
    for item in s.places[ITEMS + seat]:
        cost = s.ruins.cost[item]
        found[str(item)] = {
            KINDS[kind]: cost[kind] - s.has(seat, kind)
            for kind in range(TOKEN_KINDS)
            if cost[kind] > s.has(seat, kind)
        }
    return found


def needs(s: Ruin, seat: Seat) -> dict[str, dict[str, int]]:
    """RT-36 By quest that lies open, what this seat lacks for it."""
    return {str(quest): lacks(s, seat, quest) for quest in s.places[QUEST_ROW]}


def lacks(s: Ruin, seat: Seat, quest: int) -> dict[str, int]:
    """RT-36 What is still missing for a quest, by its kind; empty, if it may be claimed."""
    need = s.ruins.need[quest]
    missing: dict[str, int] = {}
    short = 0
    for kind in range(TOKEN_KINDS):
        less = need.kinds[kind] - s.has(seat, kind)
        if less > 0:
            missing[s.ruins.card_names[kind].lower()] = less
            short += less
    spare = s.tokens(seat) - (sum(need.kinds) - short)
    numbers = s.numbers
    wanted = [
        ("any", need.any - spare),
        ("incidents", need.incidents - len(s.incidents(seat))),
        ("items", need.items - len(s.crafted(seat))),
        ("sp", need.sp - numbers[SP + seat]),
        ("ap", need.ap - numbers[AP + seat]),
        ("favor", need.favor - numbers[FAVOR + seat] if need.favor else 0),
        ("houses", need.houses - numbers[RAIDED + seat]),
    ]
    for name, less in wanted:
        if less > 0:
            missing[name] = less
    return missing
