"""The port for numbers: Prometheus asks there, and nobody by a name that is not ours."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterable
from socketserver import ThreadingMixIn
from typing import Final
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from msgspec.structs import replace
from prometheus_client import CollectorRegistry, make_wsgi_app

from duskhall.server.origins import is_own_name
from duskhall.server.settings import Settings

Begin = Callable[[str, list[tuple[str, str]]], object]
PATIENCE: Final = 10.0  # seconds for a request to come, or an answer to go


class Port(ThreadingMixIn, WSGIServer):
    """A thread for each who asks."""

    daemon_threads = True

    def __init__(self, host: str, port: int) -> None:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        self.address_family, place = found[0][0], found[0][4]
        super().__init__((str(place[0]), port), Silent)

    def handle_error(self, request: object, client_address: object) -> None:
        """Who asks and goes before the answer is nothing to tell of."""


class Silent(WSGIRequestHandler):
    timeout = PATIENCE

    def log_message(self, format: str, *args: object) -> None:
        """Not into our logs."""


class KnownNames:
    """Refuses whoever asks by a name that is not ours: a page can make its own name lead here."""

    def __init__(self, registry: CollectorRegistry, settings: Settings) -> None:
        self.tell: Final = make_wsgi_app(registry)
        self.settings: Final = settings

    def __call__(self, environ: dict[str, object], begin: Begin) -> Iterable[bytes]:
        if is_own_name(str(environ.get("HTTP_HOST", "")), self.settings):
            told: Iterable[bytes] = self.tell(environ, begin)
            return told
        begin("421 Misdirected Request", [("Content-Type", "text/plain"), ("Content-Length", "0")])
        return [b""]


def open_at(host: str, port: int, registry: CollectorRegistry, settings: Settings) -> None:
    """Tell numbers there from now on. OSError or UnicodeError, if there is no listening."""
    known = replace(settings, hosts=(*settings.hosts, host.lower()))
    server = Port(host, port)
    server.set_app(KnownNames(registry, known))
    threading.Thread(target=server.serve_forever, name="numbers", daemon=True).start()
