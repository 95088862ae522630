"""Documents: what a client keeps and asks after, compressed once and not for every client."""

from __future__ import annotations

from gzip import compress
from hashlib import sha256
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

GZIP_FROM: Final = 1_000  # bytes: less would not travel faster
TEXTS: Final = ("text/", "application/", "image/svg")  # pictures and fonts are compressed already


class Document:
    """Bytes that do not change, ready to be sent."""

    def __init__(self, body: bytes, kind: str, cache: str = "no-cache") -> None:
        self.body: Final = body
        is_text = kind.startswith(TEXTS) and len(body) >= GZIP_FROM
        self.gzip: Final = compress(body, mtime=0) if is_text else b""
        self.kind: Final = kind
        self.tag: Final = f'"{sha256(body).hexdigest()[:16]}"'
        # The tag is weak: it names what is in the document, compressed or not.
        self.headers: Final = {"Cache-Control": cache, "ETag": f"W/{self.tag}"}
        if self.gzip:
            self.headers["Vary"] = "Accept-Encoding"

    def answer(self, request: Request) -> Response:
        """The document, or only that it is still the one the client has."""
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=self.headers)
        if self.gzip and takes_gzip(request.headers.get("accept-encoding", "")):
            headers = {**self.headers, "Content-Encoding": "gzip"}
            return Response(self.gzip, 200, headers, self.kind)
        return Response(self.body, 200, self.headers, self.kind)


def takes_gzip(accepted: str) -> bool:
    """What a header `Accept-Encoding` says of gzip: `gzip;q=0` is a refusal."""
    for part in accepted.replace(" ", "").lower().split(","):
        name, _, weight = part.partition(";q=")
        if name == "gzip":
            return not weight or weight.strip("0.") != ""
    return False
