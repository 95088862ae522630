"""What the rules forbid to look back at is not told again: in no log, by no event."""

from __future__ import annotations

import random

import pytest

import duskhall
from duskhall.engine.events import ALL_SEEING, HIDDEN, SPECTATOR
from duskhall.engine.forgetting import forgotten, retold, without
from duskhall.engine.table import Table
from duskhall.games.dark_dealings.box import PILE
from duskhall.server import telling
from duskhall.server.told import tell

HERO_PHASE = ("deal", "pick", "pass", "last", "take_up")


def played(players: int, moves: int, seed: int, **options: object) -> Table:
    """A game of random moves, as far as so many of them."""
    table = duskhall.new_table(duskhall.game("dark-dealings"), players, seed, "", None, **options)
    luck = random.Random(seed)
    while table.state.waiting and len(table.record.moves) < moves:
        seat = luck.choice(table.state.waiting)
        table.play(seat, luck.choice(table.state.legal_moves(seat)))
    return table


def test_an_event_is_forgotten_with_what_brought_its_cards() -> None:
    told: list[list[tuple[tuple[int, ...], str]]] = [
        [((1, 2), "hand")],
        [((1,), "table"), ((3,), "table")],
        [((1,), "pile")],
    ]
    assert forgotten(told, {"pile"}) == {(2, 0): {1}, (1, 0): {1}}
    assert without((4, 1, 7), {1}) == (4, 7, HIDDEN)


@pytest.mark.parametrize(("players", "moves"), [(1, 5), (1, 8), (2, 20), (2, 30), (3, 26), (3, 40)])
@pytest.mark.parametrize("eyes", [0, SPECTATOR])
def test_no_log_tells_again_what_lies_in_a_hardcore_pile(
    players: int, moves: int, eyes: int
) -> None:
    """DD-70"""
    table = played(players, moves, 5, hardcore=True)
    s = table.state
    assert s.waiting
    piled = {card for seat in range(players) for card in s.places[PILE + seat]}
    assert piled
    logs = [telling.log(table.record, eyes), tell(table.record).log(eyes, -1, False)]
    for log in logs:
        told = [e for events in log for e in events if e.kind not in HERO_PHASE]
        assert not piled & {card for event in told for card in event.cards}
    again = retold(table.events, s.box, eyes, False)
    told_again = [e for events in again for e in events if e.kind not in HERO_PHASE]
    assert not piled & {card for event in told_again for card in event.cards}


@pytest.mark.parametrize("players", [1, 2])
def test_without_hardcore_and_at_the_end_the_log_tells_everything(players: int) -> None:
    """DD-31 DD-70"""
    for table in (played(players, 20, 5), played(players, 999, 5, hardcore=True)):
        over = not table.state.waiting
        assert retold(table.events, table.state.box, 0, over) is table.events
        told = [e for events in telling.log(table.record, SPECTATOR) for e in events]
        assert all(HIDDEN not in event.cards for event in told if event.kind == "stack")
    table = played(players, 20, 5, hardcore=True)
    assert retold(table.events, table.state.box, ALL_SEEING, False) is table.events


def test_what_happens_is_told_once_with_its_cards() -> None:
    """DD-24 DD-70"""
    table = played(2, 20, 5, hardcore=True)
    box = table.state.box
    live = [e for events in table.events for e in telling.happened(events, 0, box, True)]
    once = [event for event in live if event.once]
    assert {event.kind for event in once} == {"stack"}
    assert all(HIDDEN not in event.cards for event in once)
    calm = played(2, 20, 5)
    told = [e for events in calm.events for e in telling.happened(events, 0, calm.state.box, True)]
    assert not any(event.once for event in told)
