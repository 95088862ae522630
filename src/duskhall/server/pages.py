"""The page: built files with the headers that keep it safe, and one document for all its routes."""

from __future__ import annotations

import asyncio
import mimetypes
from pathlib import Path
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
    """Serves the built page, or one sentence if there is none."""

    def __init__(self, settings: Settings) -> None:
        self.folder: Final = settings.page.resolve()

    def routes(self) -> list[Route]:
        return [Route("/{path:path}", self.serve, methods=["GET"])]

    async def serve(self, request: Request) -> Response:
        path = request.path_params["path"]
        if path.split("/")[0] in ("api", "ws"):
            raise HTTPException(404)
        return await asyncio.to_thread(self.answer, request, path)

    def answer(self, request: Request, path: str) -> Response:
        index = self.folder / "index.html"
        if not index.is_file():
            language = language_of(request.headers.get("accept-language", ""))
            return PlainTextResponse(say("page", "missing", language) + "\n", 503)
        file = self.find(path)
        if file is None:
            if "." in path.rpartition("/")[2]:
                raise HTTPException(404)
            file = index  # a route of the page
        cache = FOREVER if file.parent == self.folder / HASHED else "no-cache"
        return Response(file.read_bytes(), 200, {"Cache-Control": cache}, media_type(file))

    def find(self, path: str) -> Path | None:
        """The file of this path, if it is inside the folder."""
        if not path or "\0" in path:
            return None
        file = (self.folder / path).resolve()
        return file if file.is_relative_to(self.folder) and file.is_file() else None


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
