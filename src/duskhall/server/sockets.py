"""Sockets: one per person and table. What is sent waits in a bounded queue for slow readers."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from time import thread_time
from typing import Final

from msgspec import DecodeError
from starlette.types import Receive, Scope, Send

from duskhall.engine.catalogue import LANGUAGES
from duskhall.engine.events import SPECTATOR
from duskhall.server.advising import AskHint
from duskhall.server.costs import HEAVY, cost_of, cost_of_all, cost_of_time
from duskhall.server.hall import Hall
from duskhall.server.limits import Bucket, Buckets, Counts, Purse, counted_as
from duskhall.server.messages import (
    Agree,
    Answer,
    Asked,
    Beat,
    Beating,
    BeginAnew,
    Commit,
    Done,
    Error,
    GoAhead,
    HandOver,
    Id,
    Join,
    MakeOffer,
    PlayAgain,
    Point,
    Propose,
    RefuseOffer,
    Rename,
    Reveal,
    Say,
    SetStanding,
    Settle,
    Sync,
    Undo,
    Why,
    Withdraw,
    answering,
    decode_answer,
    decode_asked,
    decode_id,
    decode_join,
    encode,
)
from duskhall.server.origins import is_allowed, is_known_host
from duskhall.server.rooms.audience import Onlooker
from duskhall.server.rooms.gathering import Gathering
from duskhall.server.rooms.kinds import AnyRoom
from duskhall.server.rooms.room import Room
from duskhall.server.rooms.still import Still
from duskhall.server.settings import Settings
from duskhall.server.wire import NAME as WIRE
from duskhall.server.wire import Wire
from duskhall.server.words import Refused

CODES: Final = {  # of closing; what is not named here is 4401
    "wrong-origin": 4403,
    "wrong-host": 4403,
    "too-late": 4408,
    "too-slow": 4410,
    "too-many": 4429,
    "storage": 4500,
}
UNREADABLE: Final = (DecodeError, UnicodeDecodeError, RecursionError)
PATIENCE: Final = 3  # times the bucket may run dry, in a row, before the socket is closed
LINGER: Final = 5.0  # seconds to hand over what is left when closing
BEAT: Final = encode(Beating())  # as it is answered, and mostly sent
BEATS: Final = 10.0, 1.0  # that cost nothing: so many at once, and a second

logger: Final = logging.getLogger("duskhall.server")


def nothing() -> None:
    """There is nothing to be done."""


class Connection(Onlooker):
    """One socket, from its first message on."""

    def __init__(
        self, wire: Wire, send: Send, settings: Settings, host: str, address: Bucket
    ) -> None:
        self.wire: Final = wire
        self.send: Final = send
        self.settings: Final = settings
        self.host: Final = host  # the address, as it is counted,
        self.address: Final = address  # and what it may spend
        self.asking: Final[set[asyncio.Task[None]]] = set()  # for hints
        self.purse = Purse(address)  # from which every message is paid,
        self.table_purse = Purse(address)  # and from which what it does beyond that
        self.queue: deque[bytes] = deque()
        self.size = 0  # of what is in the queue
        self.wake: asyncio.Future[None] | None = None
        self.closing = ""  # the error for which it is being closed
        self.floods = 0
        self.is_reading = False  # whether it waits for the next message
        self.room: AnyRoom | None = None
        self.beats: Final = Bucket(*BEATS)

    def push(self, message: bytes) -> None:
        if self.closing or (self.wake is not None and self.wire.write_text(message)):
            return  # without waking the writer, which waits for work: most readers are fast
        self.queue.append(message)
        self.size += len(message)
        if len(
            self.queue
        ) > self.settings.queue_length or self.size > self.settings.queue_size + len(message):
            self.queue.clear()
            self.drop("too-slow")
        elif self.wake is not None:
            wake, self.wake = self.wake, None
            if not wake.done():
                wake.set_result(None)

    def be_given(self, has_token: bool, table: Bucket) -> None:
        """What it may spend: whoever came without a token has less."""
        own = Bucket(*(self.settings.messages if has_token else self.settings.stranger_messages))
        self.purse, self.table_purse = Purse(own, self.address), Purse(own, self.address, table)

    def drop(self, error: str) -> None:
        if not self.closing:
            self.closing = error
            if self.room is not None:
                self.room.leave(self)
            self.on_drop()

    on_drop: Callable[[], None] = staticmethod(nothing)

    async def write(self) -> None:
        """Send what waits in the queue, as fast as the reader reads."""
        loop = asyncio.get_running_loop()
        queue, send = self.queue, self.send
        while True:
            while queue:
                self.size -= len(queue[0])
                # Nothing here holds on to what was sent: this waits far longer than it works.
                await send({"type": "websocket.send", "text": queue.popleft().decode()})
            if self.closing:
                return
            self.wake = loop.create_future()
            await self.wake


class SocketServer:
    """The application behind /ws."""

    def __init__(self, hall: Hall, settings: Settings) -> None:
        self.hall: Final = hall
        self.settings: Final = settings
        self.sockets: Final = Counts(settings.sockets)
        self.addresses: Final = Buckets(*settings.address_messages, settings.addresses)
        self.tables: Final = Buckets(*settings.table_messages, settings.addresses)
        self.benches: Final = Buckets(*settings.strangers_messages, settings.addresses)
        self.advising: Final = Counts(settings.hints)  # hints that are thought of

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()  # websocket.connect
        await send({"type": "websocket.accept"})
        if not is_known_host(scope, self.settings):
            await close(send, "wrong-host")
            return
        if not is_allowed(scope, self.settings):
            await close(send, "wrong-origin")
            return
        address = counted_as(scope["client"][0]) if scope.get("client") else ""
        if not self.sockets.enter(address):
            await close(send, "too-many")
            return
        try:
            wire: Wire = scope["extensions"][WIRE]["wire"]
            purse = self.addresses.of(address)
            await self.serve(Connection(wire, send, self.settings, address, purse), receive)
        finally:
            self.sockets.leave(address)

    async def serve(self, connection: Connection, receive: Receive) -> None:
        reading = asyncio.ensure_future(self.read(connection, receive))
        writing = asyncio.ensure_future(connection.write())
        connection.on_drop = reading.cancel  # type: ignore[assignment]
        try:
            await asyncio.wait([reading, writing], return_when=asyncio.FIRST_COMPLETED)
        finally:
            reading.cancel()
            for asked in connection.asking:
                asked.cancel()
            # From here on nothing goes in a circle: what is over is not to wait for its removal.
            connection.wire.take, connection.on_drop = None, nothing
            if connection.room is not None:
                connection.room.leave(connection)
            await self.finish(connection, reading, writing)

    async def finish(
        self,
        connection: Connection,
        reading: asyncio.Future[None],
        writing: asyncio.Future[None],
    ) -> None:
        """Hand over what is left, if there is a reason to tell, and close."""
        error = connection.closing
        if error and not writing.done():
            if connection.wake is not None and not connection.wake.done():
                connection.wake.set_result(None)
            await asyncio.wait([writing], timeout=LINGER)
        writing.cancel()
        for done in await asyncio.gather(reading, writing, return_exceptions=True):
            if isinstance(done, Exception) and not isinstance(done, OSError):
                logger.error("a socket failed", exc_info=done)
                error = error or "internal"
        if error:
            with contextlib.suppress(OSError, RuntimeError, TimeoutError):  # it is gone already
                await asyncio.wait_for(close(connection.send, error), LINGER)

    async def read(self, connection: Connection, receive: Receive) -> None:
        """Read messages until the client goes."""
        try:
            async with asyncio.timeout(self.settings.join_time):
                text = await receive_text(receive)
                if text is None:
                    return
        except TimeoutError:
            connection.drop("too-late")
            return
        await self.join(connection, text)
        connection.wire.take = partial(self.take, connection)
        while connection.room is not None:
            connection.is_reading = True
            text = await receive_text(receive)
            connection.is_reading = False
            if text is None:
                return
            if self.beat(connection, text.encode()):
                continue
            if not connection.purse.take():
                connection.floods += 1
                self.refuse(connection, Refused("too-many"), id_of(text))
                if connection.floods >= PATIENCE:
                    connection.drop("too-many")
                    return
                await asyncio.sleep(1.0)
                continue
            connection.floods = 0
            await self.hear(connection, connection.room, text)

    async def join(self, connection: Connection, text: str) -> None:
        answers: Id | None = None
        try:
            message = decode_join(text)
            answers = message.id
            connection.language = language(message.language)
            connection.views = message.views
            connection.is_program = message.program
            if not connection.address.take(HEAVY):
                raise Refused("too-many")
            room = await self.hall.enter(message.table, message.token)
            connection.eyes = room.seating.opens(message.token)
            cost = cost_of_all(room)
            table = (self.tables if message.token else self.benches).of(room.name)
            if not (connection.address.take(cost - HEAVY) and table.take(cost)):
                raise Refused("too-many")
            connection.be_given(bool(message.token), table)
        except UNREADABLE as error:
            self.refuse(connection, Refused("malformed", error), id_of(text))
            connection.drop("malformed")
            return
        except Refused as refused:
            self.refuse(connection, refused, answers)
            if refused.error == "too-many":
                await asyncio.sleep(self.settings.rest_time)
            connection.drop(refused.error)
            return
        await room.journal.settled()
        if room.failed:
            connection.drop("storage")
            return
        connection.room = room
        room.enter(connection)
        self.bring_up_to_date(connection, room, message)

    def bring_up_to_date(
        self, connection: Connection, room: AnyRoom, moment: Join | Sync | Answer
    ) -> None:
        position = -1 if moment.position is None else moment.position
        message = encode(room.whole(connection.eyes, position, moment.branch or 0))
        connection.push(message if isinstance(moment, Answer) else answering(message, moment.id))

    def take(self, connection: Connection, text: bytes) -> bool:
        """Take a move at once. False, if this is to be heard in its turn, like anything else."""
        room = connection.room
        if not connection.is_reading:
            return False
        if self.beat(connection, text):
            return True
        if not isinstance(room, Room):
            return False
        if connection.closing or not connection.purse.has():
            return False
        try:
            message = decode_answer(text)
        except UNREADABLE:
            return False
        try:
            self.answer(connection, room, message)
        except Refused:
            return False  # nothing has happened: it will be refused in its turn
        except Exception:
            self.fail(connection, room, message.id)
        connection.purse.take()
        return True

    def beat(self, connection: Connection, text: bytes) -> bool:
        """Answer who asks whether anybody is there. That costs nothing, unless it is asked all the time."""
        if text != BEAT or not connection.beats.take():
            return False
        connection.push(BEAT)
        return True

    def answer(self, connection: Connection, room: Room, message: Answer) -> None:
        eyes = connection.eyes
        if eyes == SPECTATOR:
            raise Refused("not-your-seat")
        if room.seats[eyes].bot is not None:
            raise Refused("bot-plays")
        with timed(connection.address):
            room.answer(
                eyes, message.move, message.position, message.branch, connection, message.id
            )

    async def hear(self, connection: Connection, room: AnyRoom, text: str) -> None:
        """Do what a message asks for, or say why not."""
        try:
            message = decode_asked(text)
        except UNREADABLE as error:
            self.refuse(connection, Refused("malformed", error), id_of(text))
            return
        if isinstance(message, Beat):
            connection.push(answering(BEAT, message.id))
            return
        try:
            if not connection.table_purse.take(cost_of(message, room)):
                raise Refused("too-many")
            if isinstance(room, Still):
                await self.do_still(connection, room, message)
            elif isinstance(room, Gathering):
                await self.do_gathering(connection, room, message)
            else:
                await self.do(connection, room, message)
        except Refused as refused:
            self.refuse(connection, refused, message.id)
            if refused.error == "stale" and isinstance(message, Answer):
                if connection.table_purse.take(cost_of_all(room)):
                    await room.journal.settled()
                    self.bring_up_to_date(connection, room, message)
        except Exception:
            self.fail(connection, room, message.id)

    async def do(self, connection: Connection, room: Room, message: Asked) -> None:
        eyes = connection.eyes
        if isinstance(message, Answer):
            self.answer(connection, room, message)
        elif isinstance(message, Why):
            if eyes == SPECTATOR:
                raise Refused("not-your-seat")
            wanted = language(message.language or connection.language)
            await room.journal.settled()
            with timed(connection.address):
                connection.push(encode(room.answers.why(eyes, message.move, wanted, message.id)))
        elif isinstance(message, AskHint):
            if connection.eyes == SPECTATOR:
                raise Refused("only-seats")
            check_seat(connection, room)
            await room.journal.settled()
            self.advise(connection, room, message)
        elif isinstance(message, Sync):
            await room.journal.settled()
            self.bring_up_to_date(connection, room, message)
        elif isinstance(message, Say):
            room.say(connection, message.text, message.name, message.id)
        elif isinstance(message, Point):
            room.talk.point(connection, message.at, message.id)
        elif isinstance(message, Propose):
            await room.journal.settled()
            room.propose(connection, message)
        elif isinstance(message, SetStanding):
            if eyes == SPECTATOR:
                raise Refused("not-your-seat")
            room.pass_on(connection, message.passes, message.id)
        elif isinstance(message, Agree):
            check_seat(connection, room)
            room.agree(connection, message.offer, message.id)
        elif isinstance(message, PlayAgain):
            if eyes == SPECTATOR:
                raise Refused("not-your-seat")
            await self.hall.rematch(room, connection, message.id)
        elif isinstance(message, Settle):
            raise Refused("not-halted")
        elif isinstance(message, Commit | Reveal | BeginAnew):
            raise Refused("not-gathering")
        else:
            with timed(connection.address):
                self.change(connection, room, message)
            room.journal.when_kept(lambda: connection.push(encode(Done(message.id))))

    def advise(self, connection: Connection, room: Room, message: AskHint) -> None:
        """Have a hint thought of. Whoever asked goes on meanwhile, and may answer without it."""
        host = connection.host
        if not self.advising.enter(host):
            raise Refused("busy")

        async def tell() -> None:
            try:
                hint = await room.hints.ask(connection.eyes, message)
                connection.push(answering(encode(hint), message.id))
            except Refused as refused:
                self.refuse(connection, refused, message.id)
            except Exception:
                self.fail(connection, room, message.id)

        def told(thought: asyncio.Task[None]) -> None:
            self.advising.leave(host)
            connection.asking.discard(thought)

        thought = asyncio.create_task(tell())
        connection.asking.add(thought)
        thought.add_done_callback(told)

    async def do_still(self, connection: Connection, room: Still, message: Asked) -> None:
        """What can be done at a table that is not played on: to read, to talk and to decide."""
        if isinstance(message, Sync):
            await room.journal.settled()
            self.bring_up_to_date(connection, room, message)
        elif isinstance(message, Say):
            room.chat.say(connection, message.text, message.name, message.id)
        else:
            if isinstance(message, HandOver):
                room.hand_over(connection.eyes, message, connection.language)
            elif isinstance(message, Rename):
                room.seating.rename(connection.eyes, message.name)
            elif isinstance(message, Settle):
                room.settle(connection.eyes, message.wish)
            else:
                raise Refused(room.state)
            room.journal.when_kept(lambda: connection.push(encode(Done(message.id))))

    async def do_gathering(self, connection: Connection, room: Gathering, message: Asked) -> None:
        """What can be done at a table before there is a seed: to add to it, and to talk."""
        eyes = connection.eyes
        if isinstance(message, Sync):
            await room.journal.settled()
            self.bring_up_to_date(connection, room, message)
        elif isinstance(message, Say):
            room.chat.say(connection, message.text, message.name, message.id)
        else:
            if isinstance(message, Commit):
                room.commit(eyes, message.round, message.commitment)
            elif isinstance(message, Reveal):
                room.reveal(eyes, message.round, message.share)
            elif isinstance(message, BeginAnew):
                room.anew(eyes, message.round)
            elif isinstance(message, HandOver):
                room.hand_over(eyes, message, connection.language)
            elif isinstance(message, Rename):
                room.seating.rename(eyes, message.name)
            else:
                raise Refused("not-dealt")
            room.journal.when_kept(lambda: connection.push(encode(Done(message.id))))

    def change(
        self,
        connection: Connection,
        room: Room,
        message: Undo | GoAhead | HandOver | Rename | MakeOffer | RefuseOffer | Withdraw,
    ) -> None:
        eyes = connection.eyes
        if isinstance(message, HandOver):
            room.hand_over(eyes, message, connection.language)
            return
        if isinstance(message, Rename):
            room.play.check_hush(connection)  # a name can say anything
            room.seating.rename(eyes, message.name)
            return
        if isinstance(message, Undo) and message.agree is not None and eyes != SPECTATOR:
            room.undo(eyes, message.agree)  # also who lets a bot play is asked
            return
        check_seat(connection, room)
        if isinstance(message, MakeOffer):
            room.offer(connection, message)
        elif isinstance(message, RefuseOffer):
            room.refuse(connection, message.offer, message.words)
        elif isinstance(message, Withdraw):
            room.withdraw(connection, message.offer)
        elif isinstance(message, GoAhead):
            room.helpers.go_ahead(message)
        else:
            room.undo(eyes, None)

    def fail(self, connection: Connection, room: AnyRoom, answers: Id | None) -> None:
        """Say that something is our fault. Called where an exception is being handled."""
        logger.exception("table %s: a message failed", room.name)
        self.refuse(connection, Refused("internal"), answers)

    def refuse(self, connection: Connection, refused: Refused, answers: Id | None) -> None:
        connection.push(answering(encode(error_of(refused, connection.language)), answers))


@contextlib.contextmanager
def timed(bucket: Bucket) -> Iterator[None]:
    """Let a bucket pay for the time that something took."""
    began = thread_time()
    try:
        yield
    finally:
        bucket.owe(cost_of_time(thread_time() - began))


def id_of(text: str) -> Id | None:
    """The id of a message, whatever else it says."""
    try:
        return decode_id(text).id
    except UNREADABLE:
        return None


def check_seat(connection: Connection, room: Room) -> None:
    """Refuse who may not decide for a seat now."""
    if connection.eyes == SPECTATOR:
        raise Refused("not-your-seat")
    if room.seats[connection.eyes].bot is not None:
        raise Refused("bot-plays")


async def receive_text(receive: Receive) -> str | None:
    """The next message, or None once the client has gone."""
    message = await receive()
    if message["type"] == "websocket.disconnect":
        return None
    text: str | None = message.get("text")
    return "" if text is None else text


async def close(send: Send, error: str) -> None:
    await send({"type": "websocket.close", "code": CODES.get(error, 4401), "reason": error})


def error_of(refused: Refused, language: str) -> Error:
    error = Error(refused.error, refused.sentence(language))
    if refused.rule:
        error.rule = refused.rule
    return error


def language(wanted: str) -> str:
    return wanted if wanted in LANGUAGES else LANGUAGES[0]
