"""What requests say, and how they are answered: shared by all that is asked over HTTP."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from duskhall.engine.catalogue import LANGUAGES
from duskhall.engine.game import Game, UnknownGame, game
from duskhall.server.limits import counted_as
from duskhall.server.messages import encode
from duskhall.server.words import Refused, language_of

JSON: Final = "application/json"
NO_STORE: Final = "no-store"


def address_of(request: Request) -> str:
    """What a request is counted by."""
    return counted_as(request.client.host) if request.client else ""


def answer(message: object, status: int = 200) -> Response:
    return Response(encode(message), status, {"Cache-Control": NO_STORE}, JSON)


def token_of(request: Request) -> str:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else request.query_params.get("token", "")


def spoken(request: Request) -> str:
    return language_of(request.headers.get("accept-language", ""))


def known_language(request: Request) -> str:
    return checked_language(request.path_params["language"])


def checked_language(language: str) -> str:
    if language not in LANGUAGES:
        raise Refused("unknown-language")
    return language


def game_of(request: Request) -> Game:
    return named_game(request.path_params["game"])


def named_game(name: str) -> Game:
    try:
        return game(name)
    except UnknownGame:
        raise Refused("unknown-game") from None
