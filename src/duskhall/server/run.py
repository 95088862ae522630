"""Running the server on a socket."""

from __future__ import annotations

import asyncio
import errno
import gc
import socket
import sys
from collections.abc import Callable
from typing import Final

import uvicorn

from duskhall.server.app import make_app
from duskhall.server.settings import Settings
from duskhall.server.store import SqliteStore

BACKLOG: Final = 2048
PING: Final = 20.0  # seconds between pings, and to wait for a pong


class PortTaken(Exception):
    """Another program listens there already."""


def listen(host: str, port: int) -> socket.socket:
    """A socket to serve on. PortTaken, if there is another server; OSError, if there is no such host."""
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    bound = socket.socket(family, socket.SOCK_STREAM)
    if sys.platform != "win32":  # there it would let two servers share a port
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
        bound.listen(BACKLOG)
    except OSError as error:
        bound.close()
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            raise PortTaken(f"{host}:{port}") from None
        raise
    return bound


class Server(uvicorn.Server):
    """Uvicorn, which says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready: Final = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and not self.should_exit:
            self.ready()


def serve(settings: Settings, bound: socket.socket, ready: Callable[[], None]) -> bool:
    """Serve until a signal says to stop. WrongFile, if the data is not ours. Whether it started."""
    store = SqliteStore(settings.data, lambda call: call())
    config = uvicorn.Config(
        make_app(settings, store),
        ws="websockets-sansio",
        http="httptools",
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        ws_max_size=settings.message_size,
        ws_per_message_deflate=False,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        access_log=False,  # addresses of tables are not for logs
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=3,
        timeout_keep_alive=30,
    )
    server = Server(config, ready)
    # A move makes and drops a few hundred small objects, none of them in a circle: looking for
    # circles less often saves time, and what was imported never has to be looked at.
    gc.set_threshold(20_000, 20, 20)
    gc.freeze()
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(server.serve(sockets=[bound]))
    return server.started
