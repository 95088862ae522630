"""The wire: uvicorn's side of a socket, with a short way for what is sent most."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.utils import apply_mask

from duskhall.server.limits import Bucket

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent

NAME: Final = "duskhall.wire"  # under which the application finds it among a scope's extensions
TEXT: Final = 0x81  # a text in one frame
MASKED: Final = 0x80  # a client's frame, its length in one byte if that is less than LONG
LONG: Final = 126  # the length is in the next two bytes
LONGEST: Final = 127  # the length is in the next eight bytes
CONTROLS: Final = 60.0, 5.0  # control frames at once, and a second: a browser sends none unasked
FRAGMENTS: Final = 64  # of one message
POLICY: Final = 1008  # the code of closing
SLICE: Final = 2_048  # bytes that are parsed in one go: what follows waits until they were heard
LATE: Final = 64_000  # bytes that may still come after a socket was closed
HEAD: Final = 6  # bytes before the payload of a short frame: two, and the mask


class Wire(WebSocketsSansIOProtocol):
    """A socket by RFC 6455.

    Parsing a frame, queueing it and waking who reads the queue cost more than a move does. So a
    short text that comes alone is offered to `take` first. What that does not want, and everything
    else, goes uvicorn's way, whole and in order.
    """

    take: Callable[[bytes], bool] | None = None
    in_step = True  # whether all that came so far ended with a frame
    controls: Bucket | None = None  # of pings and pongs, once there are any
    rest = b""  # what came and is not parsed yet,
    at = 0  # from here on
    late = 0  # bytes that came after it was closed

    async def run_asgi(self) -> None:
        self.scope["extensions"] = {**(self.scope.get("extensions") or {}), NAME: {"wire": self}}
        await super().run_asgi()

    def data_received(self, data: bytes) -> None:
        if self.in_step and self.handshake_complete:
            if self.take is not None and self.is_short_text(data):
                if self.take(apply_mask(data[HEAD:], data[2:HEAD])):
                    return
            self.in_step = len(data) < LATE and ends_with_a_frame(data)
        if self.close_sent:
            self.late += len(data)
            if self.late > LATE:
                self.transport.abort()
                return
        self.rest, self.at = self.rest[self.at :] + data, 0
        self.parse()

    def parse(self) -> None:
        """Parse what has come, a slice at a time, until there is a message to be heard first.

        Parsed, thousands of tiny frames take far longer and far more memory than they took to send.
        """
        while self.at < len(self.rest) and not (self.read_paused or self.transport.is_closing()):
            part = self.rest[self.at : self.at + SLICE]
            self.at += SLICE
            super().data_received(part)
        if self.at >= len(self.rest):
            self.rest, self.at = b"", 0

    async def receive(self) -> ASGIReceiveEvent:
        message = await super().receive()
        if self.rest:
            self.parse()
        return message

    def handle_ping(self) -> None:
        super().handle_ping()
        self.count_control()

    def handle_pong(self, event: Frame) -> None:
        super().handle_pong(event)
        self.count_control()

    def count_control(self) -> None:
        if self.controls is None:
            self.controls = Bucket(*CONTROLS)
        if not self.controls.take():
            self.refuse("too many control frames")

    def handle_cont(self, event: Frame) -> None:
        super().handle_cont(event)
        if len(self.frames) > FRAGMENTS:
            self.refuse("too many fragments")

    def refuse(self, reason: str) -> None:
        """Close a socket that keeps the protocol's letter only."""
        self.frames = []
        if not self.close_sent and not self.transport.is_closing():
            self.conn.send_close(POLICY, reason)
            self.handle_parser_exception()

    def is_short_text(self, data: bytes) -> bool:
        """Whether this is a whole message by itself, with nothing before it still to be heard."""
        return (
            len(data) > HEAD
            and data[0] == TEXT
            and data[1] == len(data) - HEAD | MASKED
            and len(data) - HEAD < LONG
            and self.queue.empty()
            and not self.rest
            and not self.frames
            and not self.close_sent
        )

    def write_text(self, text: bytes) -> bool:
        """Send a message now. False, if the reader is too slow for that."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return True  # there is nobody any more, as the reading side will notice
        if not self.writable.is_set():
            return False
        size = len(text)
        if size < LONG:
            head = bytes((TEXT, size))
        elif size < 1 << 16:
            head = bytes((TEXT, LONG, size >> 8, size & 255))
        else:
            head = bytes((TEXT, LONGEST)) + size.to_bytes(8, "big")
        self.transport.write(head + text)
        return True


def ends_with_a_frame(data: bytes) -> bool:
    """Whether data that starts with a frame also ends with one."""
    at = 0
    while at + 2 <= len(data):
        size, start = data[at + 1] & ~MASKED, at + HEAD
        if size >= LONG:
            width = 2 if size == LONG else 8
            size, start = int.from_bytes(data[at + 2 : at + 2 + width], "big"), start + width
        at = start + size
    return at == len(data)
