"""The page: built files with the headers that keep it safe, and one document for all its routes."""

from __future__ import annotations

import mimetypes
from hashlib import sha256
from pathlib import Path
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from duskhall import __version__
from duskhall.server.documents import Document
from duskhall.server.settings import Settings
from duskhall.server.words import language_of, say

POLICY: Final = "; ".join(
    [
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
SAFE: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # links hold tokens
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
FOREVER: Final = "public, max-age=31536000, immutable"
HASHED: Final = "assets"  # the folder of files whose names change with what is in them
TYPES: Final = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}


class Pages:
    """Serves the built page, or one sentence if there is none.

    All of it is in memory: a page that is built anew is served after a restart, and whole.
    """

    def __init__(self, settings: Settings) -> None:
        self.files: Final = {
            path.relative_to(settings.page).as_posix(): read(path)
            for path in settings.page.rglob("*")
            if path.is_file()
        }

    def build(self) -> str:
        """A short name of all that is served: it changes with the page and with the package."""
        parts = [f"{name} {file.tag}" for name, file in sorted(self.files.items())]
        return sha256("\n".join([__version__, *parts]).encode()).hexdigest()[:12]

    def routes(self) -> list[Route]:
        return [Route("/{path:path}", self.serve, methods=["GET"])]

    async def serve(self, request: Request) -> Response:
        path = request.path_params["path"]
        if path.split("/")[0] in ("api", "ws"):
            raise HTTPException(404)
        index = self.files.get("index.html")
        if index is None:
            language = language_of(request.headers.get("accept-language", ""))
            return PlainTextResponse(say("page", "missing", language) + "\n", 503)
        file = self.files.get(path)
        if file is None:
            if "." in path.rpartition("/")[2]:
                raise HTTPException(404)
            file = index  # a route of the page
        return file.answer(request)


def read(file: Path) -> Document:
    cache = FOREVER if file.parent.name == HASHED else "no-cache"
    return Document(file.read_bytes(), media_type(file), cache)


def media_type(file: Path) -> str:
    return (
        TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    )


class SafeHeaders:
    """Adds the headers of safety to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app: Final = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(SAFE)
            await send(message)

        await self.app(scope, receive, send_safely)
