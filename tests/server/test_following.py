"""Lean messages are enough: who follows them sees what the engine shows, in every game."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

import duskhall
from duskhall import Record, Table
from duskhall.engine.events import ALL_SEEING, SPECTATOR
from duskhall.engine.game import Standing, installed
from duskhall.server.header import Header
from duskhall.server.logbook import Logs
from duskhall.server.messages import Line, Seat
from duskhall.server.notes import Note
from duskhall.server.rooms.audience import Onlooker
from duskhall.server.rooms.room import Room
from duskhall.server.settings import Settings
from duskhall.server.store import Done, Entry, Store, Stored
from duskhall.server.telling import changed, frames, ordered
from duskhall.server.thinking import Thinker
from duskhall.server.words import Refused
from tests.server.following import Message, step, views_of
from tests.server.hosting import Host
from tests.server.playing import Person, get, play_on, post, set_up, sit_down

TABLES = [(game.name, players) for game in installed() for players in game.counts({})]
each_table = pytest.mark.parametrize(("game", "players"), TABLES)


class Memory(Store):
    """Keeps nothing, and says at once that it has."""

    def append(
        self,
        table: str,
        entries: list[Entry],
        result: Standing | None,
        done: Done,
        notes: Sequence[Note] = (),
    ) -> None:
        done(None)

    def save_told(
        self, table: str, entries: int, told: bytes, result: Standing | None, done: Done
    ) -> None:
        done(None)

    def say(
        self, table: str, line: Line, most: int, done: Done, notes: Sequence[Note] = ()
    ) -> None:
        done(None)


class Follower(Onlooker):
    """Follows a table from what it is told alone."""

    def __init__(self, eyes: int, views: bool, whole: Message, ordered: list[str]) -> None:
        self.eyes, self.views = eyes, views
        self.view: Message = whole["view"]
        self.ordered = ordered
        self.told: list[Message] = []

    def push(self, message: bytes) -> None:
        told = json.loads(message)
        if told["type"] in ("table", "moved"):
            self.told.append(told)
            self.view = step(self.view, told, self.ordered)


def as_sent(message: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(message))


def room_of(game: str, players: int, seed: int) -> Room:
    kind = duskhall.game(game)
    record = duskhall.new_table(kind, players, seed=seed).record
    seats = [Seat("person", f"Seat {seat}") for seat in range(players)]
    stored = Stored("table", Header.of(record), seats, False, 0)
    table, settings = Table(record, sparing=True), Settings(Path("none"))
    return Room(stored, table, Memory(), Thinker(1, 1), settings, Logs(settings.logs_size))


@pytest.mark.once
@each_table
def test_following_lean_messages_gives_the_whole_views(game: str, players: int) -> None:
    async def run() -> None:
        rng = random.Random(players)
        room = room_of(game, players, players)
        play, box = room.play, room.play.table.state.box
        followers = [
            Follower(eyes, views, as_sent(room.whole(eyes, -1, 0)), ordered(box))
            for eyes in [*range(players), SPECTATOR]
            for views in (False, True)
        ]
        for follower in followers:
            room.enter(follower)
        while not play.is_over:
            seat = rng.choice(play.waiting)
            move = rng.choice(play.table.state.legal_moves(seat))
            room.answer(seat, str(move), play.position, play.branch)
            if rng.random() < 0.02:  # what is taken back is told as a whole, and followed from
                take_back(room, rng.randrange(players))
            for follower in followers:
                assert follower.view == as_sent(play.table.state.view(follower.eyes))
        for follower in followers:
            moved = [told for told in follower.told if told["type"] == "moved"]
            assert all(("view" in told) == follower.views for told in moved)
            assert all(("asks" in told) != follower.views for told in moved)

    asyncio.run(run())


def take_back(room: Room, seat: int) -> None:
    try:
        room.undo(seat, None)
        while room.takebacks.undoing is not None:
            room.undo(room.takebacks.undoing.asked[0], True)
    except Refused:
        pass  # the seat has not answered yet, or it is over


@pytest.mark.once
@each_table
def test_following_lean_frames_gives_the_whole_views(game: str, players: int) -> None:
    record = played(game, players)
    for eyes in [*range(players), SPECTATOR, ALL_SEEING]:
        whole = as_sent(frames(record, eyes, views=True))
        lean = as_sent(frames(record, eyes, views=False))
        assert views_of(lean) == [frame["view"] for frame in whole["frames"]]
        assert ["view" in frame for frame in lean["frames"]] == [True] + [False] * len(record.moves)


def played(game: str, players: int) -> Record:
    table = duskhall.new_table(duskhall.game(game), players, seed=players)
    rng = random.Random(players)
    while table.state.waiting:
        seat = rng.choice(table.state.waiting)
        table.play(seat, rng.choice(table.state.legal_moves(seat)))
    return table.record


def test_what_changed_in_an_outlook() -> None:
    before = {"same": [1], "other": 1, "gone": 1}
    after = {"same": [1], "other": 2, "new": 3}
    assert changed(before, after) == {"other": 2, "new": 3, "gone": None}
    assert changed(before, dict(before)) is msgspec.UNSET


def test_whole_views_are_sent_to_who_asks_for_them(host: Host) -> None:
    made = set_up(host.address, "Ada", "Grace")
    people = sit_down(host.address, made)
    token = made["seats"][0]["token"]
    with Person(host.address, made["table"], token, views=True) as again:
        play_on(people, random.Random(1), 30)
        again.catch_up(30)
        lean = [told for told in people[0].seen if told["type"] == "moved"]
        whole = [told for told in again.seen if told["type"] == "moved"]
        assert not [told for told in lean if "view" in told]
        assert all("view" in told and "asks" not in told for told in whole)
        assert people[0].view == again.view == whole[-1]["view"]
    path = f"/api/tables/{made['table']}/frames"
    assert views_of(get(host.address, path, token).json()) == [
        frame["view"] for frame in get(host.address, path, token, views="true").json()["frames"]
    ]
    for person in people:
        person.close()


def test_whole_views_of_a_record_are_sent_to_who_asks_for_them(host: Host) -> None:
    text = played("dark-dealings", 2).dumps()
    lean = post(host.address, "/api/replay", {"record": text}).json()
    whole = post(host.address, "/api/replay", {"record": text, "views": True}).json()
    assert views_of(lean) == [frame["view"] for frame in whole["frames"]]
    assert len(json.dumps(lean)) < len(json.dumps(whole)) / 2
