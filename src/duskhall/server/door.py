"""The door: uvicorn's side of a request, with an end to what one connection may send, and when."""

from __future__ import annotations

import asyncio
from asyncio import TimerHandle
from typing import ClassVar, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from duskhall.server.limits import Buckets, Counts, counted_as
from duskhall.server.settings import Settings

PIPELINE: Final = 8  # requests that may wait behind the one that is answered
OVERHEAD: Final = 32  # bytes that a header costs besides its own


class TooLarge(Exception):
    """More of a request's head than is read; the parser makes a 400 of it."""


class Door(HttpToolsProtocol):
    """Reads requests as uvicorn does, but none that is endless or never ends.

    The parser tells a header when it has all of it. So two things are counted: what it has told of
    a request's head, and what it was fed since it last told anything.
    """

    settings: ClassVar[Settings]
    open: ClassVar[Counts]
    arrivals: ClassVar[Buckets]
    has_entered = False  # whether it is counted among the open ones
    head = 0  # bytes of the head that were told
    silent = 0  # bytes since anything was told
    late: TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.has_entered = self.may_arrive() and self.open.enter(self.address)
        if self.has_entered:
            self.expect_request()
        else:
            transport.abort()

    def may_arrive(self) -> bool:
        """Whether this address does not come too often. A proxy comes for others: it has to count."""
        return bool(self.settings.proxies) or self.arrivals.of(self.address).take()

    @property
    def address(self) -> str:
        return counted_as(self.client[0]) if self.client else ""

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.leave()

    def handle_websocket_upgrade(self) -> None:
        self.leave()  # from here on it is counted, and timed, as a socket
        super().handle_websocket_upgrade()

    def leave(self) -> None:
        self.expect_nothing()
        if self.has_entered:
            self.has_entered = False
            self.open.leave(self.address)

    # How long

    def expect_request(self) -> None:
        """A request has to be whole some time after it began, or could have begun."""
        if self.late is None:
            self.late = self.loop.call_later(self.settings.request_time, self.transport.close)

    def expect_nothing(self) -> None:
        if self.late is not None:
            self.late.cancel()
            self.late = None

    # How much

    def data_received(self, data: bytes) -> None:
        if not self.has_entered:
            return
        self.silent += len(data)
        super().data_received(data)
        if self.silent > self.settings.head_size and not self.transport.is_closing():
            self.send_400_response("Too large.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.silent = self.head = 0
        self.expect_request()

    def on_url(self, url: bytes) -> None:
        self.count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self.count(len(name) + len(value) + OVERHEAD)
        super().on_header(name, value)

    def count(self, size: int) -> None:
        self.silent = 0
        self.head += size
        if self.head > self.settings.head_size:
            raise TooLarge

    def on_headers_complete(self) -> None:
        self.silent = 0
        if len(self.pipeline) >= PIPELINE:
            raise TooLarge
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self.silent = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self.silent = 0
        self.expect_nothing()
        super().on_message_complete()


def door_of(settings: Settings) -> type[Door]:
    """The door of one server."""
    parts = {
        "settings": settings,
        "open": Counts(settings.connections),
        "arrivals": Buckets(*settings.arrivals, settings.addresses),
    }
    return type("Door", (Door,), parts)
