"""Running the server on a socket."""

from __future__ import annotations

import asyncio
import errno
import gc
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from duskhall.server import damage
from duskhall.server.app import make_app
from duskhall.server.door import door_of
from duskhall.server.settings import Settings
from duskhall.server.store import SqliteStore
from duskhall.server.upgrade import Checked
from duskhall.server.wire import Wire

BACKLOG: Final = 2048
PING: Final = 4.0  # seconds between pings,
PONG: Final = 6.0  # and to wait for a pong: who has lost the network is away soon


WHY: Final = {errno.EADDRINUSE: "taken", errno.EACCES: "forbidden"}


class CannotListen(Exception):
    """There is no listening at a place: it is `taken` or `forbidden`, or there is `no-host`."""

    def __init__(self, host: str, port: int, error: OSError | UnicodeError) -> None:
        number = error.errno if isinstance(error, OSError) else 0
        self.host: Final = host
        self.port: Final = port
        self.why: Final = WHY.get(number or 0, "no-host")
        self.reason: Final = (error.strerror if isinstance(error, OSError) else "") or str(error)
        super().__init__(f"{host}:{port}: {self.reason}")


def listen(host: str, port: int) -> socket.socket:
    """A socket to serve on. CannotListen, if there is none to be had."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        bound = socket.socket(family, socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise CannotListen(host, port, error) from None
    if sys.platform != "win32":  # there it would let two servers share a port
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
        bound.listen(BACKLOG)
    except OSError as error:
        bound.close()
        raise CannotListen(host, port, error) from None
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


def configured(app: ASGIApp, settings: Settings, log_level: str = "warning") -> uvicorn.Config:
    """How uvicorn is to serve."""
    return uvicorn.Config(
        app,
        ws=Wire,
        http=door_of(settings),
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        ws_max_size=settings.message_size,
        ws_per_message_deflate=False,
        ws_ping_interval=PING,
        ws_ping_timeout=PONG,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        access_log=False,  # addresses of tables are not for logs
        log_config=None,  # see logs.py
        log_level=log_level,
        server_header=False,
        timeout_graceful_shutdown=3,
        timeout_keep_alive=30,
    )


def serve(
    settings: Settings,
    bound: socket.socket,
    ready: Callable[[], None],
    checked: Callable[[Path | None, list[Checked]], None] | None = None,
) -> bool:
    """Serve until a signal says to stop. Whether it started.

    WrongFile, if the data is not ours; CannotListen, if numbers cannot be told where they are to be.

    Once it is ready, the tables are held against the rules of today; what became of them is told,
    and where a file of an older format is kept, if it was one.
    """
    store = SqliteStore(settings.data, lambda call: call())
    damage.report(store.path)
    app = make_app(settings, store)
    if settings.metrics is not None:
        try:
            app.state.watch.open(*settings.metrics, settings)
        except (OSError, UnicodeError) as error:
            store.close()
            raise CannotListen(*settings.metrics, error) from None

    def tell(found: list[Checked]) -> None:
        if checked is not None:
            checked(store.migrated, found)

    def open_hall() -> None:
        ready()
        app.state.hall.check(tell)

    config = configured(app, settings)
    server = Server(config, open_hall)
    # A move makes and drops a few hundred small objects, none of them in a circle: looking for
    # circles less often saves time, and what was imported never has to be looked at.
    gc.set_threshold(100_000, 5, 5)
    gc.freeze()
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(server.serve(sockets=[bound]))
    return server.started
