"""What a host watches: whether the server is well, and numbers as Prometheus reads them.

Numbers are told on a port of their own, never beside the page: how often something is written, and
when, says more about a table of others than anybody there may know.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Iterator
from time import monotonic
from typing import Final

from msgspec.json import encode
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    Info,
    ProcessCollector,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from duskhall import __version__
from duskhall.engine import state
from duskhall.server import numbers
from duskhall.server.formats import FORMAT
from duskhall.server.hall import Hall
from duskhall.server.settings import Settings
from duskhall.server.store import SqliteStore

HEALTH: Final = "/health"
BEAT: Final = 0.5  # seconds between looks at how late the server is
SOON: Final = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0)  # seconds

requests: Final = logging.getLogger("duskhall.requests")


def is_compiled() -> bool:
    """Whether this is a build by mypyc, or the source."""
    return not str(state.__file__).endswith(".py")


class Watch(Collector):
    """Counts what happens, and looks at the hall when it is asked."""

    def __init__(self, store: SqliteStore) -> None:
        self.store: Final = store
        self.hall: Hall | None = None  # until it is open
        self.is_trying = False  # to write again, after it failed
        self.registry: Final = CollectorRegistry()
        self.requests: Final = Counter(
            "duskhall_requests", "Requests by status.", ["status"], registry=self.registry
        )
        self.seconds: Final = Histogram(
            "duskhall_request_seconds",
            "How long answers to requests take.",
            buckets=SOON,
            registry=self.registry,
        )
        self.lag: Final = Histogram(
            "duskhall_lag_seconds",
            "How late the server comes to what it has to do.",
            buckets=SOON,
            registry=self.registry,
        )
        build = Info("duskhall_build", "What is running.", registry=self.registry)
        build.info({"version": __version__, "compiled": str(is_compiled()).lower()})
        ProcessCollector(registry=self.registry)
        self.registry.register(self)

    # Health

    def routes(self) -> list[Route]:
        return [Route(HEALTH, self.health, methods=["GET"])]

    async def health(self, request: Request) -> Response:
        """Whether tables can be played here: 200, or 503 while nothing can be kept."""
        if self.store.is_refused and not self.is_trying:
            self.is_trying = True
            await asyncio.to_thread(self.try_again)
        is_well = self.store.is_well
        told = {"status": "ok" if is_well else "storage", "version": __version__}
        headers = {"Cache-Control": "no-store"}
        return Response(encode(told), 200 if is_well else 503, headers, "application/json")

    def try_again(self) -> None:
        """Find out whether something can be kept again, by writing what is there already."""
        try:
            with self.store.reading:
                self.store.reader.execute(f"PRAGMA user_version = {FORMAT}")
            self.store.file.check()
            self.store.is_refused = False
        except sqlite3.Error:
            pass
        finally:
            self.is_trying = False

    # Numbers

    def open(self, host: str, port: int, settings: Settings) -> None:
        """Tell the numbers on a port of their own, in a thread of its own."""
        numbers.open_at(host, port, self.registry, settings)

    def collect(self) -> Iterator[Metric]:
        """Called in another thread: what is counted here is copied in one go."""
        hall = self.hall
        if hall is None:
            return
        rooms = list(hall.rooms.values())
        people = sum([len(room.audience.onlookers) for room in rooms])
        yield GaugeMetricFamily("duskhall_tables", "Tables in memory.", len(rooms))
        yield GaugeMetricFamily("duskhall_people", "Sockets at tables.", people)
        asked = sum(hall.thinker.asking.values())
        yield GaugeMetricFamily("duskhall_bots_waiting", "Questions that bots think about.", asked)
        yield CounterMetricFamily("duskhall_commits", "Commits of the data.", self.store.commits)
        yield GaugeMetricFamily(
            "duskhall_writes_waiting", "Writes not yet durable.", self.store.queue.qsize()
        )
        yield GaugeMetricFamily(
            "duskhall_storage_ok",
            "Whether what is written now is kept.",
            int(self.store.is_well),
        )

    async def feel(self) -> None:
        """Look again and again how late the server comes to it."""
        while True:
            then = monotonic()
            await asyncio.sleep(BEAT)
            self.lag.observe(max(0.0, monotonic() - then - BEAT))


class Watched:
    """Counts and logs requests. A log never holds a path: there are tables and keys in it."""

    def __init__(self, app: ASGIApp, watch: Watch) -> None:
        self.app: Final = app
        self.watch: Final = watch

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        then, status = monotonic(), 500

        async def listen(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, listen)
        finally:
            took = monotonic() - then
            self.watch.requests.labels(str(status)).inc()
            self.watch.seconds.observe(took)
            told = {
                "method": scope["method"] if scope["method"].isalpha() else "?",
                "path": without_names(scope),
                "status": status,
                "milliseconds": round(took * 1000, 1),
            }
            if told["path"] != HEALTH:
                requests.info("request", extra={"fields": told})


def without_names(scope: Scope) -> str:
    """The path of a request, with what differs from table to table left out: /api/tables/{table}."""
    parts: dict[str, object] = scope.get("path_params", {})
    path = str(scope["path"])
    if "path" in parts:
        return "/{path}"  # of the page
    for name, value in parts.items():
        path = path.replace(f"/{value}", f"/{{{name}}}", 1)
    return path if "endpoint" in scope else "?"
