"""Origins and hosts: a browser says which page is speaking, and by which name it found us."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.types import Scope

from duskhall.server.settings import Settings

LOCAL: Final = ("localhost", ".localhost")


def is_allowed(scope: Scope, settings: Settings) -> bool:
    """Whether the page that speaks is ours. Clients that are no browsers name none."""
    headers: dict[bytes, bytes] = dict(scope["headers"])
    origin = headers.get(b"origin", b"").decode("latin-1")
    if not origin or origin in settings.origins:
        return True
    return address_of(origin) == headers.get(b"host", b"").decode("latin-1")


def is_known_host(scope: Scope, settings: Settings) -> bool:
    """Whether we are called by a name of ours.

    A page of another name can have that name lead to this computer, and would then be taken for
    ours. It cannot have an address as its name, so these are all known.
    """
    named = [value for key, value in scope["headers"] if key == b"host"]
    return len(named) == 1 and is_own_name(named[0].decode("latin-1"), settings)


def is_own_name(named: str, settings: Settings) -> bool:
    """Whether a name, as a client says it with or without a port, is one of ours."""
    host = name_of("//" + named)
    if host == LOCAL[0] or host.endswith(LOCAL[1]) or is_address(host):
        return True
    return host in settings.hosts or host in [name_of(origin) for origin in settings.origins]


def address_of(origin: str) -> str | None:
    """Name and port of an origin, or None if it is none."""
    try:
        return urlsplit(origin).netloc or None
    except ValueError:
        return None


def name_of(url: str) -> str:
    """The name in an address, without its port."""
    try:
        return (urlsplit(url).hostname or "").rstrip(".")
    except ValueError:
        return ""


def is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
