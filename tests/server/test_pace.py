"""The pace of bots: where people only watch they rest after each answer, and nowhere else."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from duskhall.server.rooms.room import Room
from tests.server.hosting import Host, hosting
from tests.server.playing import Message, Person, set_up, sit_down
from tests.server.toys.keeping import sitting

FOR_EVER = 1e6  # seconds: who waits for a rest to be over waits in vain
PATIENCE = 30


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    with hosting(tmp_path / "tables.sqlite", pace_time=FOR_EVER) as running:
        yield running


def rest(host: Host, made: Message) -> int:
    """Wait until the bots of a table rest. The position at which they do."""
    room = host.hall.rooms[made["table"]]
    assert isinstance(room, Room)
    deadline = time.monotonic() + PATIENCE
    while not host.call(lambda: room.bots.resting is not None):
        assert time.monotonic() < deadline, "they do not rest"
        time.sleep(0.01)
    return host.call(lambda: room.play.position)


def play_out(person: Person) -> None:
    """One person answers by lot among bots, until the game is over."""
    rng = random.Random(1)
    while not person.over:
        if person.moves:
            person.move(rng.choice(person.moves))
        else:
            person.read()


def test_who_lets_a_bot_play_for_them_can_come_back_to_where_they_looked(host: Host) -> None:
    made = set_up(host.address, "Ada", "bot:random", "bot:random")
    (ada,) = sit_down(host.address, made)
    with sitting(ada):
        assert ada.ask("seat", bot="random")["type"] == "done"
        at = rest(host, made)
        ada.catch_up(at)
        assert not ada.over
        assert ada.ask("sync")["position"] == at
        assert ada.ask("seat", bot=None)["type"] == "done"
        play_out(ada)  # nobody rests any more
        assert ada.position > at


def test_where_a_person_plays_nobody_rests(host: Host) -> None:
    made = set_up(host.address, "Ada", "Grace", "bot:random")
    ada, grace = sit_down(host.address, made)
    with sitting(ada, grace):
        assert ada.ask("seat", bot="random")["type"] == "done"  # only Grace is left to play
        play_out(grace)


def test_who_watches_bots_can_follow_them(host: Host) -> None:
    made = set_up(host.address, "bot:random", "bot:random", "bot:random", public=True)
    with Person(host.address, made["table"]) as bench:
        at = rest(host, made)
        bench.catch_up(at)
        assert not bench.over
