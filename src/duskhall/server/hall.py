"""The hall: all tables of a server. One is loaded when somebody comes, and put away when idle."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from duskhall.engine.events import SPECTATOR
from duskhall.engine.game import Game, new_seed
from duskhall.engine.records import Record
from duskhall.engine.table import Table
from duskhall.server.header import Header
from duskhall.server.logbook import Logs
from duskhall.server.messages import (
    About,
    Again,
    Created,
    Given,
    Seat,
    Source,
    WantedSeat,
    answering,
    encode,
)
from duskhall.server.notes import Note
from duskhall.server.reopening import Reopened, known_part, reopen
from duskhall.server.rooms import helpers
from duskhall.server.rooms import hints as advice
from duskhall.server.rooms.audience import Onlooker
from duskhall.server.rooms.gathering import Gathering, first_round
from duskhall.server.rooms.kinds import AnyRoom
from duskhall.server.rooms.room import Room
from duskhall.server.rooms.seating import UNCLAIMED
from duskhall.server.rooms.standins import option
from duskhall.server.rooms.still import Still
from duskhall.server.rooms.unplayed import Unplayed
from duskhall.server.seats import hashed, new_table_id, new_token, seat_people
from duskhall.server.settings import Settings
from duskhall.server.sources import source_of
from duskhall.server.store import LEFT, Done, Outcome, Standpoint, Store, Stored
from duskhall.server.thinking import Thinker
from duskhall.server.told import Told
from duskhall.server.upgrade import SAME, Checked, check_all, due, note
from duskhall.server.words import Refused

logger: Final = logging.getLogger("duskhall.server")
LOBBY: Final = 100  # tables on a page
SWEEP: Final = 5.0  # seconds between looks for idle tables


class Hall:
    """Finds, sets up and puts away tables."""

    def __init__(self, store: Store, thinker: Thinker, settings: Settings) -> None:
        self.store: Final = store
        self.thinker: Final = thinker
        self.settings: Final = settings
        self.logs: Final = Logs(settings.logs_size)
        self.rooms: dict[str, AnyRoom] = {}
        self.loading: dict[str, asyncio.Task[AnyRoom]] = {}
        self.checking: asyncio.Task[None] | None = None
        self.wanted: Final = threading.Event()  # while it is, tables are checked
        self.wanted.set()
        self.doubted: set[str] = set()  # tables that may come out otherwise by the rules of today
        self.surveyed: Final = asyncio.Event()  # whether it is known which these are
        self.surveyed.set()
        self.keeping: set[asyncio.Task[None]] = set()  # what was told
        self.leaving: set[str] = set()  # tables that are being deleted
        self.expired = 0  # tables older than this were looked at

    async def room(self, name: str) -> AnyRoom:
        """The table of this name. Refused, if there is none."""
        if name in self.leaving:
            raise Refused("unknown-table")
        room = self.rooms.get(name)
        if room is not None and not room.failed:
            room.visit()
            return room
        task = self.loading.get(name)
        if task is None:
            task = self.loading[name] = asyncio.create_task(self.load(name))
            task.add_done_callback(lambda _: self.loading.pop(name, None))
        return await asyncio.shield(task)

    async def enter(self, name: str, token: str, is_guest: bool = False) -> AnyRoom:
        """The table of this name, for whoever has this token; a guest comes for an open seat.

        That there is none, and that it is private and not theirs, is said in the same words and
        after the same time; and a table that is not theirs is not loaded for them.
        """
        began = time.monotonic()
        room = self.rooms.get(name)
        at_hand = None if room is None or room.failed else room
        try:
            if at_hand is None or not at_hand.seating.admits(token, is_guest):
                # The store is asked also about a table at hand: the way is the same for both.
                key = hashed(token)
                is_theirs = await asyncio.to_thread(self.store.admits, name, key, is_guest)
                if at_hand is not None or not is_theirs:
                    raise Refused("unknown-table")
            return await self.room(name)
        except Refused as refused:
            if refused.error == "unknown-table":
                await asyncio.sleep(began + self.settings.unknown_time - time.monotonic())
            raise

    async def load(self, name: str) -> AnyRoom:
        stored, found, told = await asyncio.to_thread(self.read, name)
        if is_gathering(stored, found):
            return self.gather(stored, found.record)
        if not stored.header.is_gathering:
            note(self.store, stored, found)
        if not is_still(stored, found):
            assert found.table is not None
            stored.moves = []
            return self.open(stored, found.table)
        still = Still(stored, found, told, self.store, self.settings, self.go_on)
        self.rooms[name] = still
        return still

    def read(self, name: str) -> tuple[Stored, Reopened, Told | None]:
        """Read a table from the store and replay it; in a thread, as it may take a while."""
        settings = self.settings
        try:
            stored = self.store.load(name, settings.chat_shown, settings.strangers_shown)
            if stored is None:
                raise Refused("unknown-table")
            found = reopen(stored)
        except Refused:
            raise
        except Exception:  # whatever is wrong with it, it is no fault of who asks
            logger.exception("table %s cannot be read", name)
            raise Refused("damaged") from None
        if not is_still(stored, found):
            return stored, found, None
        return stored, found, known_part(stored, found, self.store.told(name))

    def go_on(self, before: Unplayed, stored: Stored, table: Table) -> None:
        """The persons of a table have agreed, or made its luck: whoever is there plays."""
        self.doubted.discard(before.name)
        stored.moves = []
        room = self.open(stored, table)
        for onlooker in list(before.audience.onlookers):
            before.leave(onlooker)
            room.enter(onlooker)
            onlooker.room = room
            onlooker.push(encode(room.whole(onlooker.eyes, -1, 0)))

    def open(self, stored: Stored, table: Table) -> Room:
        room = Room(stored, table, self.store, self.thinker, self.settings, self.logs)
        self.rooms[room.name] = room
        room.open()
        return room

    def gather(self, stored: Stored, record: Record) -> Gathering:
        room = Gathering(stored, record, self.store, self.settings, self.go_on)
        self.rooms[room.name] = room
        room.open()
        return room

    # Setting up

    async def set_up(
        self,
        game: Game,
        options: dict[str, object],
        wanted: list[WantedSeat],
        public: bool,
        lang: str,
        proof: bool = False,
        stand_in: int = 0,
        hints: bool | None = None,
        ask_first: bool = False,
    ) -> Created:
        """A new table. Its people make the seed with us, if a proof of it is wanted."""
        edition = next(iter(game.editions().values()))
        box = game.box(len(wanted), options, edition)
        record = Record(game, len(wanted), box.options, edition, new_seed())
        return await self.seat(
            record, wanted, public, lang, None, proof, stand_in, hints, ask_first
        )

    async def seat(
        self,
        record: Record,
        wanted: list[WantedSeat],
        public: bool,
        language: str,
        source: Source | None = None,
        proof: bool = False,
        stand_in: int = 0,
        hints: bool | None = None,
        ask_first: bool = False,
    ) -> Created:
        """A table for this record, played on from where it ends."""
        seats = seat_people(wanted, record.players, language, record.names)
        if proof and all(seat.kind == "bot" for seat in seats):
            raise Refused("no-person")
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
        notes = option(stand_in) + advice.option(hints) + helpers.option(ask_first)
        room = await self.create(record, seats, public, tokens, source, proof, notes)
        commitment = "" if isinstance(room, Gathering) else room.commitment
        return Created(room.name, spectator, given, commitment)

    async def create(
        self,
        record: Record,
        seats: list[Seat],
        public: bool,
        tokens: dict[bytes, int],
        source: Source | None,
        proof: bool,
        notes: list[Note],
        rematch_of: Room | None = None,
    ) -> Room | Gathering:
        stored = Stored(
            new_table_id(),
            replace(Header.of(record), source=source),
            seats,
            public,
            int(time.time()),
            tokens=tokens,
            edition=record.edition.sha256,
            standpoint=Standpoint(record.game.version),
        )
        stored.notes = notes
        table: Table | None = None
        if proof:
            stored.header.seed = ""
            stored.notes.append(first_round())
        else:
            moves, freshened, record.result = record.moves[:], record.freshened, None
            # What a stranger brought may take a while to replay.
            table = await asyncio.to_thread(Table, record, True) if moves else Table(record, True)
            stored.moves, stored.entries, stored.pulses = moves, len(moves), table.pulses
            stored.freshened, stored.result = freshened, record.result
            stored.over = not table.state.waiting
        if rematch_of is not None:  # keys are given to whoever is there, or comes first
            persons = [number for number, seat in enumerate(seats) if seat.kind == "person"]
            stored.notes += [Note(UNCLAIMED, number, "1") for number in persons]
        if rematch_of is None:
            await self.durable(lambda done: self.store.create(stored, done))
        else:
            old = rematch_of.name
            await self.durable(lambda done: self.store.save_rematch(old, stored, done))
        stored.moves = []
        return self.gather(stored, record) if table is None else self.open(stored, table)

    async def durable(self, write: Callable[[Done], None]) -> None:
        """Wait until a write is durable. Refused, if it cannot be."""
        waiting: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()

        def done(outcome: Outcome) -> None:
            if not waiting.done():
                waiting.set_result(outcome)

        write(done)
        if await waiting is not None:
            raise Refused("storage")

    async def rematch(self, room: Room, by: Onlooker, answers: int | None) -> None:
        """A new table with the same seats and options, and with keys of its own.

        Who is there is told the key to their own seat. Who asks later is given one as long as
        nobody has come to that seat: a key to the old table opens nothing for long.
        """
        if not room.is_over:
            raise Refused("not-over")
        if not room.rematch and room.rematching is None:
            room.rematching = asyncio.create_task(self.set_up_again(room, by, answers))
            try:
                await asyncio.shield(room.rematching)
            finally:
                room.rematching = None
            return
        if room.rematching is not None:
            await asyncio.shield(room.rematching)
        again = await self.room(room.rematch)
        key = "" if isinstance(again, Still) else again.seating.claim(by.eyes)
        await again.journal.settled()
        by.push(answering(encode(Again(again.name, key or UNSET)), answers))

    async def set_up_again(self, room: Room, by: Onlooker, answers: int | None) -> None:
        old = room.record
        record = Record(old.game, old.players, old.options, old.edition, new_seed())
        stood = room.standins.stood  # who is back at the next table has their seat
        seats = [
            replace(seat, here=False, bot=None if number in stood else seat.bot, failed=UNSET)
            for number, seat in enumerate(room.seats)
        ]
        keys = {SPECTATOR: new_token()}
        for number, seat in enumerate(seats):
            if seat.kind == "person" and room.audience.has(number):
                keys[number] = new_token()
        tokens = {hashed(token): eyes for eyes, token in keys.items()}
        source = source_of(record)
        proof = old.proof is not None
        notes = option(room.standins.seconds) + advice.option(room.hints.wanted)
        notes += helpers.option(room.helpers.is_wanted)
        again = await self.create(record, seats, room.public, tokens, source, proof, notes, room)
        room.rematch = again.name
        room.tell_rematch(keys, by, answers)

    async def lobby(
        self, game: str, most: int = LOBBY, after: tuple[int, str] | None = None
    ) -> tuple[list[About], str]:
        """Public tables with an open seat, and the place after the last: '' if it is the end."""
        await self.surveyed.wait()
        found, last = await asyncio.to_thread(self.store.lobby, game, most, after)
        return [self.listed(stored) for stored in found if self.goes_on(stored.table)], last

    def goes_on(self, name: str) -> bool:
        """Whether a table is known to go on. What came out otherwise may not be written yet."""
        room = self.rooms.get(name)
        return name not in self.doubted if room is None else not isinstance(room, Still)

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
            source=header.source or UNSET,
            proof=header.is_proof or UNSET,
        )

    # Putting away

    async def sweep_forever(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            self.sweep()
            await self.expire()

    async def expire(self) -> None:
        """Delete the tables that nobody ever played at, once they are old; seldom is there one."""
        since, before = self.expired, int(time.time() - self.settings.expiry)
        if before < since + self.settings.expiry / 1000:
            return
        self.expired = before
        for name in await asyncio.to_thread(self.store.unplayed, since, before):
            if name in self.rooms or name in self.loading:
                continue  # somebody is there
            self.leaving.add(name)
            try:
                await self.durable(lambda done, name=name: self.store.remove(name, done))  # type: ignore[misc]
            except Refused:
                logger.error("table %s could not be deleted", name)
            finally:
                self.leaving.discard(name)

    def sweep(self) -> None:
        """Put away tables that nobody has used for a while, and the oldest of too many."""
        now = time.monotonic()
        idle = sorted([room for room in self.rooms.values() if room.is_idle], key=last_used)
        spare = len(idle) - self.settings.tables
        for number, room in enumerate(idle):
            if number < spare or room.failed or now - room.used > self.settings.idle_time:
                self.keep(room)
                room.close()
                del self.rooms[room.name]

    def keep(self, room: AnyRoom) -> None:
        """Begin to keep what was told at a table, where there is anything new."""
        if isinstance(room, Room):
            room.keeping.begin()
            if room.keeping.task is not None:
                self.keeping.add(room.keeping.task)
                room.keeping.task.add_done_callback(self.keeping.discard)

    # After an upgrade

    def check(self, tell: Callable[[list[Checked]], None]) -> None:
        """Hold the tables against the rules of today, in a thread: play need not wait for it."""
        found: list[Checked] = []
        self.surveyed.clear()

        def note_checked(checked: Checked) -> None:
            if checked.outcome == SAME:
                self.doubted.discard(checked.table)
            if checked.is_news:
                found.append(checked)

        async def run() -> None:
            try:
                tables = await asyncio.to_thread(due, self.store)
                self.doubted = {table.table for table in tables.tables}
            finally:
                self.surveyed.set()
            is_wanted = self.wanted.is_set
            await asyncio.to_thread(check_all, self.store, tables, note_checked, is_wanted)
            tell(found)

        self.checking = asyncio.create_task(run())

    async def close(self) -> None:
        self.wanted.clear()
        if self.checking is not None:
            await asyncio.gather(self.checking, return_exceptions=True)
        for room in self.rooms.values():
            room.close()
        self.thinker.close()
        for room in self.rooms.values():
            self.keep(room)
        await asyncio.gather(*self.keeping)
        await asyncio.to_thread(self.store.close)


def is_still(stored: Stored, found: Reopened) -> bool:
    """Whether a table cannot be played on as it is."""
    assert stored.standpoint is not None
    return found.parting is not None or stored.standpoint.still == LEFT


def is_gathering(stored: Stored, found: Reopened) -> bool:
    """Whether a table waits for its luck, and there is a game to be dealt by it."""
    assert stored.standpoint is not None
    return (
        stored.header.is_gathering and found.table is not None and stored.standpoint.still != LEFT
    )


def last_used(room: AnyRoom) -> float:
    return room.used


def absent(seats: list[Seat]) -> list[Seat]:
    for seat in seats:
        seat.here = False
    return seats
