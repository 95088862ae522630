"""Vigil at a real server: tables of chosen deals, and everyone who sits at them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from duskhall.engine import game as games
from duskhall.engine.records import Record
from duskhall.engine.state import State
from duskhall.engine.table import Table
from tests.server.hosting import Host, hosting
from tests.server.luck import drawing
from tests.server.playing import Message, Person, post, sit_down
from tests.server.toys.vigil import GUARDS, HAND, Vigil


@cache
def vigil() -> Vigil:
    return Vigil()


@contextmanager
def keeping_vigil(data: Path, **settings: object) -> Iterator[Host]:
    """A server in this process at which Vigil can be played, until the end of the block."""
    known = [game.name for game in games.installed()]
    games.install(vigil())
    try:
        with hosting(data, **settings) as host:
            yield host
    finally:
        if vigil().name not in known:  # else another server still plays it
            games._installed.pop(vigil().name)


@contextmanager
def sitting(*people: Person) -> Iterator[None]:
    """They leave at the end of the block."""
    try:
        yield
    finally:
        for person in people:
            person.close()


def answer(person: Person, move: str) -> Message:
    """Give an answer that is taken, and return what is told of it."""
    told = person.move(move)
    assert told["type"] == "moved", told
    return told


def all_at(position: int, *people: Person) -> None:
    for person in people:
        person.catch_up(position)


def heard(person: Person) -> list[Message]:
    """What has come since this was asked the last time; all that was sent before has come."""
    person.ask("why", move="pass")
    told, person.seen = person.seen[:-1], []
    return told


def deal(players: int, seed: int, **options: object) -> Table:
    game = vigil()
    box = game.box(players, options)
    return Table(Record(game, players, box.options, game.editions()["plain"], seed))


def holders(s: State) -> list[int]:
    """The seats that hold a Guard."""
    return [seat for seat in range(s.box.players) if set(s.places[HAND + seat]) & set(GUARDS)]


def seed_for(players: int, *seats: int) -> int:
    """A seed by which exactly these seats hold a Guard."""
    return next(n for n in range(10_000) if holders(deal(players, n).state) == list(seats))


def set_up_vigil(
    host: Host, *seats: str, seed: int = 1, public: bool = False, **options: object
) -> Message:
    """A table: set_up_vigil(host, "person", "person", "bot:random", seed=seed_for(3, 1))."""
    wanted = []
    for seat in seats:
        kind, _, bot = seat.partition(":")
        wanted.append({"kind": kind, **({"bot": bot} if bot else {})})
    record = deal(len(seats), seed, **options).record.chained().dumps()
    body = {"record": record, "position": 0, "seats": wanted, "public": public}
    with drawing(seed):
        made: Message = post(host.address, "/api/tables/from-record", body).json()
    assert "table" in made, made
    return made


def keep_vigil(
    host: Host, players: int, seed: int = 1, **options: object
) -> tuple[Message, list[Person]]:
    """A table of persons, and all of them at it."""
    made = set_up_vigil(host, *["person"] * players, seed=seed, public=False, **options)
    return made, sit_down(host.address, made)
