"""Sockets: one per person and table. What is sent waits in a bounded queue for slow readers."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable
from typing import Final

from msgspec import DecodeError
from starlette.types import Receive, Scope, Send

from duskhall.engine.catalogue import LANGUAGES
from duskhall.engine.events import SPECTATOR
from duskhall.server.hall import Hall
from duskhall.server.limits import Bucket, Sockets
from duskhall.server.messages import (
    Answer,
    Asked,
    Done,
    Error,
    HandOver,
    Id,
    Join,
    PlayAgain,
    Point,
    Propose,
    Rename,
    Say,
    Sync,
    Undo,
    Why,
    answering,
    decode_asked,
    decode_join,
    encode,
)
from duskhall.server.origins import is_allowed
from duskhall.server.settings import Settings
from duskhall.server.tables import Onlooker, Room
from duskhall.server.words import Refused

CODES: Final = {  # of closing; what is not named here is 4401
    "wrong-origin": 4403,
    "too-late": 4408,
    "too-slow": 4410,
    "too-many": 4429,
    "storage": 4500,
}
HEAVY: Final = 5.0  # messages: what it costs to be told everything
PATIENCE: Final = 3  # times the bucket may run dry, in a row, before the socket is closed
LINGER: Final = 5.0  # seconds to hand over what is left when closing

logger: Final = logging.getLogger("duskhall.server")


class Connection(Onlooker):
    """One socket, from its first message on."""

    def __init__(self, send: Send, settings: Settings) -> None:
        self.send: Final = send
        self.settings: Final = settings
        self.bucket: Final = Bucket(*settings.messages)
        self.queue: deque[bytes] = deque()
        self.size = 0  # of what is in the queue
        self.wake: asyncio.Future[None] | None = None
        self.closing = ""  # the error for which it is being closed
        self.floods = 0
        self.room: Room | None = None

    def push(self, message: bytes) -> None:
        if self.closing or (self.wake is not None and self.send_at_once(message)):
            return
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

    def send_at_once(self, message: bytes) -> bool:
        """Send without waking the writer, which waits for work: most readers are fast.

        Uvicorn's `send` waits, if at all, before it writes anything; so an attempt that would have
        to wait can be given up, and the message goes into the queue.
        """
        attempt = self.send({"type": "websocket.send", "text": message.decode()})
        try:
            attempt.send(None)  # type: ignore[attr-defined]
        except StopIteration:
            return True
        except (OSError, RuntimeError):
            return True  # it is gone or being closed, as the reading side will notice
        attempt.close()  # type: ignore[attr-defined]
        return False

    def drop(self, error: str) -> None:
        if not self.closing:
            self.closing = error
            if self.room is not None:
                self.room.leave(self)
            self.on_drop()

    on_drop: Callable[[], None] = staticmethod(lambda: None)

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
        self.sockets: Final = Sockets(settings.sockets)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()  # websocket.connect
        await send({"type": "websocket.accept"})
        if not is_allowed(scope, self.settings):
            await close(send, "wrong-origin")
            return
        address = scope["client"][0] if scope.get("client") else ""
        if not self.sockets.enter(address):
            await close(send, "too-many")
            return
        try:
            await self.serve(receive, send)
        finally:
            self.sockets.leave(address)

    async def serve(self, receive: Receive, send: Send) -> None:
        connection = Connection(send, self.settings)
        reading = asyncio.ensure_future(self.read(connection, receive))
        writing = asyncio.ensure_future(connection.write())
        connection.on_drop = reading.cancel  # type: ignore[assignment]
        try:
            await asyncio.wait([reading, writing], return_when=asyncio.FIRST_COMPLETED)
        finally:
            reading.cancel()
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
        room = await self.join(connection, text)
        while room is not None:
            text = await receive_text(receive)
            if text is None:
                return
            if not connection.bucket.take():
                connection.floods += 1
                connection.push(encode(error_of(Refused("too-many"), connection.language)))
                if connection.floods >= PATIENCE:
                    connection.drop("too-many")
                    return
                await asyncio.sleep(1.0)
                continue
            connection.floods = 0
            await self.hear(connection, room, text)

    async def join(self, connection: Connection, text: str) -> Room | None:
        answers: Id | None = None
        try:
            message = decode_join(text)
            answers = message.id
            connection.language = language(message.language)
            room = await self.hall.room(message.table)
            connection.eyes = room.opens(message.token)
        except DecodeError as error:
            self.refuse(connection, Refused("malformed", error), None)
            connection.drop("malformed")
            return None
        except Refused as refused:
            self.refuse(connection, refused, answers)
            connection.drop(refused.error)
            return None
        await settled(room)
        if room.failed:
            connection.drop("storage")
            return None
        connection.room = room
        room.enter(connection)
        self.bring_up_to_date(connection, room, message)
        return room

    def bring_up_to_date(
        self, connection: Connection, room: Room, moment: Join | Sync | Answer
    ) -> None:
        position = -1 if moment.position is None else moment.position
        message = encode(room.whole(connection.eyes, position, moment.branch or 0))
        connection.push(message if isinstance(moment, Answer) else answering(message, moment.id))

    async def hear(self, connection: Connection, room: Room, text: str) -> None:
        """Do what a message asks for, or say why not."""
        try:
            message = decode_asked(text)
        except DecodeError as error:
            self.refuse(connection, Refused("malformed", error), None)
            return
        try:
            await self.do(connection, room, message)
        except Refused as refused:
            self.refuse(connection, refused, message.id)
            if refused.error == "stale" and isinstance(message, Answer):
                await settled(room)
                connection.bucket.take(HEAVY)
                self.bring_up_to_date(connection, room, message)
        except Exception:
            logger.exception("table %s: a message failed", room.name)
            self.refuse(connection, Refused("internal"), message.id)

    async def do(self, connection: Connection, room: Room, message: Asked) -> None:
        eyes = connection.eyes
        if isinstance(message, Answer):
            if eyes == SPECTATOR:
                raise Refused("not-your-seat")
            if room.seats[eyes].bot is not None:
                raise Refused("bot-plays")
            room.answer(
                eyes, message.move, message.position, message.branch, connection, message.id
            )
        elif isinstance(message, Why):
            if eyes == SPECTATOR:
                raise Refused("not-your-seat")
            wanted = language(message.language or connection.language)
            await settled(room)
            connection.push(encode(room.why(eyes, message.move, wanted, message.id)))
        elif isinstance(message, Sync):
            if not connection.bucket.take(HEAVY):
                raise Refused("too-many")
            await settled(room)
            self.bring_up_to_date(connection, room, message)
        elif isinstance(message, Say):
            room.say(connection, message.text, message.name, message.id)
        elif isinstance(message, Point):
            room.point(connection, message.at, message.id)
        elif isinstance(message, Propose):
            await settled(room)
            room.propose(connection, message)
        elif isinstance(message, PlayAgain):
            if eyes == SPECTATOR:
                raise Refused("not-your-seat")
            await self.hall.rematch(room)
            room.tell_rematch(connection, message.id)
        else:
            self.change(connection, room, message)
            room.when_kept(lambda: connection.push(encode(Done(message.id))))

    def change(self, connection: Connection, room: Room, message: Undo | HandOver | Rename) -> None:
        eyes = connection.eyes
        if isinstance(message, HandOver):
            room.hand_over(eyes, message)
        elif isinstance(message, Rename):
            room.rename(eyes, message.name)
        elif eyes == SPECTATOR:
            raise Refused("not-your-seat")
        elif room.seats[eyes].bot is not None:
            raise Refused("bot-plays")
        elif message.agree is None:
            room.undo(eyes)
        else:
            room.agree(eyes, message.agree)

    def refuse(self, connection: Connection, refused: Refused, answers: Id | None) -> None:
        connection.push(answering(encode(error_of(refused, connection.language)), answers))


async def receive_text(receive: Receive) -> str | None:
    """The next message, or None once the client has gone."""
    message = await receive()
    if message["type"] == "websocket.disconnect":
        return None
    text: str | None = message.get("text")
    return "" if text is None else text


async def settled(room: Room) -> None:
    """Wait until all that has happened at a table is durable."""
    while room.unsaved and not room.failed:
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        room.when_kept(lambda waiting=waiting: None if waiting.done() else waiting.set_result(None))  # type: ignore[misc]
        await waiting


async def close(send: Send, error: str) -> None:
    await send({"type": "websocket.close", "code": CODES.get(error, 4401), "reason": error})


def error_of(refused: Refused, language: str) -> Error:
    error = Error(refused.error, refused.sentence(language))
    if refused.rule:
        error.rule = refused.rule
    return error


def language(wanted: str) -> str:
    return wanted if wanted in LANGUAGES else LANGUAGES[0]
