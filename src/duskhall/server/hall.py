"""The hall: all tables of a server. One is loaded when somebody comes, and put away when idle."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

from duskhall.engine.events import SPECTATOR
from duskhall.engine.game import Game, new_seed
from duskhall.engine.records import BrokenRecord, Record
from duskhall.engine.table import Table
from duskhall.server.messages import About, Created, Given, Seat, WantedSeat
from duskhall.server.seats import hashed, new_table_id, new_token, seat_people
from duskhall.server.settings import Settings
from duskhall.server.store import Done, Header, Outcome, Store, Stored
from duskhall.server.tables import Room
from duskhall.server.thinking import Thinker
from duskhall.server.words import Refused

LOBBY: Final = 100  # tables shown
SWEEP: Final = 5.0  # seconds between looks for idle tables


class Hall:
    """Finds, sets up and puts away tables."""

    def __init__(self, store: Store, thinker: Thinker, settings: Settings) -> None:
        self.store: Final = store
        self.thinker: Final = thinker
        self.settings: Final = settings
        self.rooms: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Task[Room]] = {}

    async def room(self, name: str) -> Room:
        """The table of this name. Refused, if there is none or it cannot be played any more."""
        room = self.rooms.get(name)
        if room is not None and not room.failed:
            room.used = time.monotonic()
            return room
        task = self.loading.get(name)
        if task is None:
            task = self.loading[name] = asyncio.create_task(self.load(name))
            task.add_done_callback(lambda _: self.loading.pop(name, None))
        return await asyncio.shield(task)

    async def load(self, name: str) -> Room:
        stored, table = await asyncio.to_thread(self.read, name)
        return self.open(stored, table)

    def read(self, name: str) -> tuple[Stored, Table]:
        """Read a table from the store and replay it; in a thread, as it may take a while."""
        stored = self.store.load(name, self.settings.chat_shown)
        if stored is None:
            raise Refused("unknown-table")
        try:
            record = stored.header.record()
        except BrokenRecord as error:
            raise Refused("other-version", error) from None
        record.moves, stored.moves = stored.moves, []
        return stored, Table(record, sparing=True)

    def open(self, stored: Stored, table: Table) -> Room:
        room = Room(stored, table, self.store, self.thinker, self.settings)
        self.rooms[room.name] = room
        return room

    # Setting up

    async def set_up(
        self,
        game: Game,
        options: dict[str, object],
        wanted: list[WantedSeat],
        public: bool,
        lang: str,
    ) -> Created:
        """A new table."""
        edition = next(iter(game.editions().values()))
        box = game.box(len(wanted), options, edition)
        record = Record(game, len(wanted), box.options, edition, new_seed())
        return await self.seat(record, wanted, public, lang)

    async def seat(
        self, record: Record, wanted: list[WantedSeat], public: bool, language: str
    ) -> Created:
        """A table for this record, played on from where it ends."""
        seats = seat_people(wanted, record.players, language)
        tokens: dict[bytes, int] = {}
        given: list[Given] = []
        for number, seat in enumerate(seats):
            given.append(Given(number))
            if seat.kind == "person":
                token = new_token()
                given[-1].token = token
                tokens[hashed(token)] = number
        spectator = new_token()
        tokens[hashed(spectator)] = SPECTATOR
        room = await self.create(record, seats, public, tokens)
        return Created(room.name, spectator, given, room.commitment)

    async def create(
        self,
        record: Record,
        seats: list[Seat],
        public: bool,
        tokens: dict[bytes, int],
        rematch_of: Room | None = None,
    ) -> Room:
        moves = record.moves[:]
        table = Table(record, sparing=True)
        is_over = not table.state.waiting
        stored = Stored(
            new_table_id(),
            Header.of(record),
            seats,
            public,
            int(time.time()),
            is_over,
            tokens=tokens,
            moves=moves,
            entries=len(moves),
        )
        if rematch_of is None:
            await self.durable(lambda done: self.store.create(stored, done))
        else:
            old = rematch_of.name
            await self.durable(lambda done: self.store.save_rematch(old, stored, done))
        stored.moves = []
        room = self.open(stored, table)
        room.wake_bots()
        return room

    async def durable(self, write: Callable[[Done], None]) -> None:
        """Wait until a write is durable. Refused, if it cannot be."""
        waiting: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()

        def done(outcome: Outcome) -> None:
            if not waiting.done():
                waiting.set_result(outcome)

        write(done)
        if await waiting is not None:
            raise Refused("storage")

    async def rematch(self, room: Room) -> None:
        """A new table with the same seats and options, opened by the same tokens."""
        if not room.is_over:
            raise Refused("not-over")
        if room.rematch:
            return
        if room.rematching is None:
            room.rematching = asyncio.create_task(self.set_up_again(room))
        try:
            await asyncio.shield(room.rematching)
        finally:
            room.rematching = None

    async def set_up_again(self, room: Room) -> None:
        old = room.record
        record = Record(old.game, old.players, old.options, old.edition, new_seed())
        seats = [Seat(seat.kind, seat.name, seat.bot, False, seat.host) for seat in room.seats]
        tokens = dict(room.tokens)
        again = await self.create(record, seats, room.public, tokens, rematch_of=room)
        room.rematch = again.name

    async def lobby(self, game: str) -> list[About]:
        """Public tables with an open seat."""
        found = await asyncio.to_thread(self.store.lobby, game, LOBBY)
        return [self.listed(stored) for stored in found]

    def listed(self, stored: Stored) -> About:
        header, room = stored.header, self.rooms.get(stored.table)
        return About(
            header.game,
            header.version,
            header.edition,
            header.players,
            header.options,
            stored.table,
            stored.public,
            stored.created,
            room.seats if room is not None else absent(stored.seats),
            stored.over,
        )

    # Putting away

    async def sweep_forever(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            self.sweep()

    def sweep(self) -> None:
        """Put away tables that nobody has used for a while, and the oldest of too many."""
        now = time.monotonic()
        idle = sorted([room for room in self.rooms.values() if room.is_idle], key=last_used)
        spare = len(idle) - self.settings.tables
        for number, room in enumerate(idle):
            if number < spare or room.failed or now - room.used > self.settings.idle_time:
                room.close()
                del self.rooms[room.name]

    async def close(self) -> None:
        for room in self.rooms.values():
            room.close()
        self.thinker.close()
        await asyncio.to_thread(self.store.close)


def last_used(room: Room) -> float:
    return room.used


def absent(seats: list[Seat]) -> list[Seat]:
    for seat in seats:
        seat.here = False
    return seats
