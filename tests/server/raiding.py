"""Raid & Trade at a real server: tables that begin where there is something to haggle about."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from duskhall.engine.game import game
from duskhall.engine.table import new_table
from duskhall.games.raid_and_trade.parts import (
    AP,
    AT,
    FREE_TRADE,
    HIDDEN_HAND,
    INCIDENT_DECK,
    INSIDE,
    KINDS,
    SEATS,
    TOKEN_KINDS,
    TOKENS,
)
from duskhall.games.raid_and_trade.state import Ruin
from tests.server.beginning import begin_at
from tests.server.hosting import Host
from tests.server.playing import Message, Person, sit_down

NAME = "raid-and-trade"
HELD = [{"scrap": 3, "food": 2}, {"electrics": 2, "tools": 1}, {"clothing": 2, "scrap": 1}]
SEED = 4


def city(players: int = 3, seed: int = 0, **options: Any) -> Ruin:
    """The first player's turn: everyone has tokens, 8 AP, and an incident nobody else has seen."""
    for number in range(seed, seed + 50):
        rng, table = random.Random(number), new_table(game(NAME), players, number, **options)
        s = table.state
        for _ in range(200):
            if repr(s.agenda[-1]) == "Act(0)":
                assert isinstance(s, Ruin)
                if any(s.power(seat) == FREE_TRADE for seat in range(players)):
                    break  # with Garcia nobody pays
                return furnished(s.clone())
            seat = rng.choice(s.waiting)
            table.play(seat, rng.choice(s.legal_moves(seat)))
    raise AssertionError("nobody ever came to a turn")


def furnished(s: Ruin) -> Ruin:
    for seat in range(s.box.players):
        for kind in range(TOKEN_KINDS):
            s.numbers[TOKENS + kind * SEATS + seat] = HELD[seat % 3].get(KINDS[kind], 0)
        s.numbers[AP + seat], s.numbers[INSIDE + seat] = 8, 0
        s.numbers[AT + seat] = s.numbers[AT]
        deck = s.places[INCIDENT_DECK]
        hand = (*s.places[HIDDEN_HAND + seat], deck[0])
        s.places[HIDDEN_HAND + seat], s.places[INCIDENT_DECK] = tuple(sorted(hand)), deck[1:]
    s.ask_again()
    return s


def tokens(s: Ruin, seat: int) -> dict[str, int]:
    return {kind: s.has(seat, number) for number, kind in enumerate(KINDS) if s.has(seat, number)}


def table_at(host: Host, s: Ruin, seats: Sequence[str] = (), seed: int = SEED) -> Message:
    """A table that begins like this: table_at(host, city(), ["person", "bot:random", "person"])."""
    return begin_at(host, NAME, s, seats, seed)


def sit(host: Host, s: Ruin, seats: Sequence[str] = ()) -> tuple[Message, list[Person]]:
    made = table_at(host, s, seats)
    return made, sit_down(host.address, made)


def swap(give: Sequence[str | int], take: Sequence[str | int]) -> str:
    """Terms: swap(["scrap", "scrap"], ["electrics"]); items by their number."""
    things = [KINDS.index(thing) if isinstance(thing, str) else thing for thing in (*give, *take)]
    return " ".join(["swap", str(len(give)), *[str(thing) for thing in things]])
