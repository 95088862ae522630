"""Origins: a browser says which page is speaking, and only our own may."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.types import Scope

from duskhall.server.settings import Settings


def is_allowed(scope: Scope, settings: Settings) -> bool:
    """Whether the page that speaks is ours. Clients that are no browsers name none."""
    headers: dict[bytes, bytes] = dict(scope["headers"])
    origin = headers.get(b"origin", b"").decode("latin-1")
    if not origin or origin in settings.origins:
        return True
    return bool(origin) and urlsplit(origin).netloc == headers.get(b"host", b"").decode("latin-1")
