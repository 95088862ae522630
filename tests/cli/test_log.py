"""The log: what was forced is dim, and what came from outside has no seat."""

from __future__ import annotations

import random
from collections.abc import Sequence

from rich.console import Console

import duskhall
from duskhall import Move, Table
from duskhall.bots.bot import Bot
from duskhall.cli.log import Log
from duskhall.cli.replay import Replay
from duskhall.cli.session import Session
from duskhall.cli.words import Words
from duskhall.engine.events import ALL_SEEING, OUTSIDE, Seat
from duskhall.engine.state import State
from duskhall.lab.match import play_table
from tests.cli.screens import NAMES, plain_console
from tests.engine.toy import RINGS, TOLL, Deal, Only, Ring, Say, interpreted_only, toy_table

pytestmark = interpreted_only


def log_of(table: Table) -> Log:
    return Log(table.state.box, NAMES[:2], "en", ALL_SEEING)


class First(Bot):
    """Answers the first thing that is legal."""

    def __init__(self) -> None:
        """It needs no luck."""

    def answer(self, s: State, seat: Seat, position: int) -> Move:
        return s.legal_moves(seat)[0]


def test_why_something_was_forced_is_told_dim_behind_it() -> None:
    table = toy_table(Only(0), Say(1, 2), hands="3, 4 5")
    (line,) = log_of(table).at(table, 0)
    assert line.plain == "Ann showed Card 3.  TY-11  Ann has only 3."
    assert line.spans[-1].style == "dim"
    assert line.plain[line.spans[-1].start :] == "  Ann has only 3."


def test_what_another_rule_does_then_is_a_line_of_its_own() -> None:
    table = toy_table(Only(0), Say(1, 2), hands="3, 4 5")
    forced, done = table.events[0]
    lines = log_of(table).sentences([forced, done._replace(rule="TY-7"), done])
    assert [line.plain for line in lines] == [
        "Ann has only 3.  TY-11",
        "Ann showed Card 3.  TY-7",
        "Ann showed Card 3.  TY-11",
    ]
    assert any(span.style == "dim" and span.start == 0 for span in lines[0].spans)


def test_what_came_from_outside_is_told_without_a_seat() -> None:
    table = toy_table(Say(0, 3), Say(1, 3))
    table.play(OUTSIDE, TOLL)
    lines = [line.plain for line in log_of(table).at(table, 1)]
    assert lines == ["It struck the hour.", "The bell rang.  TY-10"]


def test_fresh_luck_is_told() -> None:
    table = toy_table(Say(0, 3), Deal(), Say(1, 3), hands="1, 2")
    table.play(0, Move("say", 1))
    table.take_back(0, consent=True)
    assert [line.plain for line in log_of(table).at(table, 1)] == ["Luck is new."]


def replayed(table: Table) -> str:
    console = plain_console()
    table.record.names = NAMES[:2]
    with console.capture() as capture:
        replay = Replay(table, ALL_SEEING, Words("en"), console)
        for position in range(len(table.events)):
            replay.show(position)
    return capture.get()


def windy_table() -> Table:
    table = toy_table(Ring(0), Ring(1), Say(0, 2))
    table.state.box.has_weather = True
    return table


def test_time_passes_when_bots_play_and_replays_tell_of_it() -> None:
    table = windy_table()
    bots: Sequence[Bot] = [First(), First()]
    play_table(table, bots)
    assert [move for seat, move in table.record.moves if seat == OUTSIDE] == [TOLL, TOLL]
    assert table.state.numbers[RINGS] == 8
    table.record.verify()
    assert replayed(table).count("It struck the hour.") == 2


def test_time_passes_in_a_session() -> None:
    table = windy_table()
    table.record.names = NAMES[:2]
    lines = iter(["ring 3", "say 0"])
    console: Console = plain_console()
    session = Session(table, 0, [First(), First()], Words("en"), console, lambda: next(lines))
    with console.capture() as capture:
        while table.state.waiting:
            session.let_bots_answer()
            if table.state.waiting:
                session.ask()
    assert [str(move) for _, move in table.record.moves] == [
        *("ring 3", "toll"),
        *("ring 3", "toll"),
        "say 0",
    ]
    assert "It struck the hour." in capture.get()


def test_the_log_of_a_hardcore_game_does_not_tell_its_piles_again() -> None:
    """DD-70 What is new is told, and once only."""
    kind = duskhall.game("dark-dealings")
    table = duskhall.new_table(kind, 2, 5, "", NAMES[:2], hardcore=True)
    luck = random.Random(5)
    while len(table.record.moves) < 20:
        seat = luck.choice(table.state.waiting)
        table.play(seat, luck.choice(table.state.legal_moves(seat)))
    box = table.state.box
    log = Log(box, NAMES[:2], "en", 0)
    stacked = [
        (position, box.card_names[event.cards[0]])
        for position, events in enumerate(table.events)
        for event in events
        if event.kind == "stack"
    ]
    assert stacked
    for position, hero in stacked:
        assert hero in "".join([line.plain for line in log.at(table, position)])
    again = [
        line.plain
        for position in range(len(table.events))
        for line in log.at(table, position, again=True)
        if "on the pile" in line.plain or "committed" in line.plain
    ]
    assert again
    assert not any(hero in line for line in again for _, hero in stacked)
