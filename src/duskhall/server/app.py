"""The application: every route of the protocol, and the page."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from functools import cache, lru_cache
from typing import Final, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import State
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from duskhall.engine.box import Box
from duskhall.engine.catalogue import LANGUAGES, Catalogue
from duskhall.engine.edition import WrongEdition
from duskhall.engine.events import ALL_SEEING, SPECTATOR
from duskhall.engine.game import Game, UnknownGame, WrongOption, game
from duskhall.engine.records import BrokenRecord, Record
from duskhall.server.documents import Document
from duskhall.server.hall import Hall
from duskhall.server.limits import Buckets
from duskhall.server.messages import (
    FromRecord,
    Given,
    NewTable,
    Replay,
    Sit,
    encode,
)
from duskhall.server.offers import offered, whole
from duskhall.server.origins import is_allowed
from duskhall.server.pages import Pages, SafeHeaders
from duskhall.server.seats import read_eyes
from duskhall.server.settings import Settings
from duskhall.server.sockets import SocketServer
from duskhall.server.store import SqliteStore
from duskhall.server.tables import Room
from duskhall.server.telling import frames, printed
from duskhall.server.thinking import Thinker
from duskhall.server.words import Refused, catalogue, language_of

T = TypeVar("T")
REPLAYS: Final = 2  # told at once
JSON: Final = "application/json"
NO_STORE: Final = "no-store"


class Api:
    """What is asked over HTTP."""

    def __init__(self, hall: Hall, settings: Settings) -> None:
        self.hall: Final = hall
        self.settings: Final = settings
        self.posts: Final = Buckets(*settings.posts, settings.addresses)
        self.gets: Final = Buckets(*settings.gets, settings.addresses)
        self.replaying: Final = asyncio.Semaphore(REPLAYS)

    def routes(self) -> list[Route]:
        get, post = ["GET"], ["POST"]
        return [
            Route("/api/games", self.games, methods=get),
            Route("/api/games/{game}/text/{language}", self.game_text, methods=get),
            Route("/api/games/{game}/cards", self.game_cards, methods=get),
            Route("/api/text/{language}", self.own_text, methods=get),
            Route("/api/tables", self.lobby, methods=get),
            Route("/api/tables", self.set_up, methods=post),
            Route("/api/tables/from-record", self.from_record, methods=post),
            Route("/api/tables/{table}", self.about, methods=get),
            Route("/api/tables/{table}/cards", self.table_cards, methods=get),
            Route("/api/tables/{table}/sit", self.sit, methods=post),
            Route("/api/tables/{table}/frames", self.frames, methods=get),
            Route("/api/tables/{table}/record", self.record, methods=get),
            Route("/api/replay", self.replay, methods=post),
        ]

    # Games

    async def games(self, request: Request) -> Response:
        self.count(request)
        return told_games().answer(request)

    async def game_text(self, request: Request) -> Response:
        self.count(request)
        return told_text(game_of(request).catalogue(), known_language(request)).answer(request)

    async def own_text(self, request: Request) -> Response:
        self.count(request)
        return told_text(catalogue(), known_language(request)).answer(request)

    async def game_cards(self, request: Request) -> Response:
        self.count(request)
        kind = game_of(request)
        options: dict[str, object] = dict(request.query_params)
        players = str(options.pop("players", kind.player_counts()[0]))
        if not (players.isascii() and players.isdecimal() and len(players) < 4):
            raise Refused("wrong-option", f"players: {players[:20]}")
        box = packed(lambda: kind.box(int(players), options))
        return told_cards(kind, box).answer(request)

    # Tables

    async def set_up(self, request: Request) -> Response:
        wanted = await self.body(request, NewTable, self.settings.body_size)
        language = checked_language(wanted.language)
        kind = named_game(wanted.game)
        options: dict[str, object] = dict(wanted.options)
        packed(lambda: kind.box(len(wanted.seats), options))
        made = await self.hall.set_up(kind, options, wanted.seats, wanted.public, language)
        return answer(made, 201)

    async def lobby(self, request: Request) -> Response:
        self.count(request)
        tables = await self.hall.lobby(request.query_params.get("game", "")[:100])
        return Document(encode({"tables": tables}), JSON, NO_STORE).answer(request)

    async def about(self, request: Request) -> Response:
        return answer((await self.room(request)).about())

    async def table_cards(self, request: Request) -> Response:
        room = await self.room(request)
        return told_cards(room.record.game, room.table.state.box).answer(request)

    async def sit(self, request: Request) -> Response:
        wanted = await self.body(request, Sit, self.settings.body_size)
        room = await self.hall.room(request.path_params["table"])
        seat, token = room.sit(wanted.name, wanted.seat, spoken(request))
        kept: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        room.when_kept(lambda: None if kept.done() else kept.set_result(None))
        await kept
        if room.failed:
            raise Refused("storage")
        return answer(Given(seat, token), 201)

    async def frames(self, request: Request) -> Response:
        room = await self.room(request)
        own = self.eyes(request, room)
        asked = request.query_params.get("eyes", "")
        if asked:
            eyes = read_eyes(asked, room.record.players)
        else:
            eyes = ALL_SEEING if room.is_over else own
        if eyes not in (own, SPECTATOR) and not room.is_over:
            raise Refused("not-over")
        record = copied(room.named_record())
        return (await self.told(lambda: told_frames(record, eyes))).answer(request)

    async def record(self, request: Request) -> Response:
        room = await self.room(request)
        self.eyes(request, room)
        if not room.is_over:
            raise Refused("not-over")
        record = copied(room.named_record())
        text = await self.told(lambda: chained(record).dumps())
        name = f"{record.game.name}-{room.commitment[:12]}.json"
        return Response(
            text,
            media_type=JSON,
            headers={
                "Cache-Control": NO_STORE,
                "Content-Disposition": f'attachment; filename="{name}"',
            },
        )

    # Records

    async def replay(self, request: Request) -> Response:
        wanted = await self.body(request, Replay, self.settings.record_size)

        def tell() -> Document:
            record = verified(wanted.record)
            eyes = read_eyes(wanted.eyes or "all", record.players)
            return told_frames(record, eyes)

        return (await self.told(tell)).answer(request)

    async def from_record(self, request: Request) -> Response:
        wanted = await self.body(request, FromRecord, self.settings.record_size)
        language = checked_language(wanted.language)
        if wanted.table:
            room = await self.hall.room(wanted.table)
            self.eyes(request, room)
            if not room.is_over:
                raise Refused("not-over")
            record = copied(room.record)
        else:
            record = await self.told(lambda: verified(wanted.record))
        if not 0 <= wanted.position <= len(record.moves):
            raise Refused("wrong-position", len(record.moves))
        del record.moves[wanted.position :]
        return answer(await self.hall.seat(record, wanted.seats, wanted.public, language), 201)

    # What they share

    async def told(self, tell: Callable[[], T]) -> T:
        """Tell a long story in a thread, a few at a time."""
        async with self.replaying:
            return await asyncio.to_thread(tell)

    async def room(self, request: Request) -> Room:
        self.count(request)
        return await self.hall.room(request.path_params["table"])

    def eyes(self, request: Request, room: Room) -> int:
        return room.opens(token_of(request))

    def count(self, request: Request, buckets: Buckets | None = None) -> None:
        bucket = (buckets or self.gets).of(request.client.host if request.client else "")
        if not bucket.take():
            raise TooMany(bucket.wait())

    async def body(self, request: Request, kind: type[T], size: int) -> T:
        """The message that was posted. Who may not post, or sends too much, is refused early."""
        if not is_allowed(request.scope, self.settings):
            raise Refused("wrong-origin")
        self.count(request, self.posts)
        if request.headers.get("content-type", "").partition(";")[0].strip() != JSON:
            raise Refused("not-json")
        data = b""
        async for chunk in request.stream():
            data += chunk
            if len(data) > size:
                raise Refused("too-large")
        try:
            return msgspec.json.decode(data, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Refused("malformed", error) from None


class TooMany(Refused):
    def __init__(self, seconds: int) -> None:
        super().__init__("too-many")
        self.seconds: Final = seconds


def answer(message: object, status: int = 200) -> Response:
    return Response(encode(message), status, {"Cache-Control": NO_STORE}, JSON)


@cache
def told_games() -> Document:
    return Document(encode(offered()), JSON)


@cache
def told_text(catalogue: Catalogue, language: str) -> Document:
    return Document(encode(whole(catalogue, language)), JSON)


@lru_cache(64)
def told_cards(kind: Game, box: Box) -> Document:
    return Document(encode(printed(kind, box)), JSON)


def told_frames(record: Record, eyes: int) -> Document:
    return Document(encode(frames(record, eyes)), JSON, NO_STORE)


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


def packed(pack: Callable[[], T]) -> T:
    try:
        return pack()
    except (WrongOption, WrongEdition) as error:
        raise Refused("wrong-option", error) from None


def verified(text: str) -> Record:
    """A record that somebody brought, held against its rules and hashes."""
    try:
        record = Record.loads(text)
        if len(record.moves) > record.game.longest:
            raise BrokenRecord(f"no game takes more than {record.game.longest} moves")
        record.verify()
    except (BrokenRecord, WrongEdition, WrongOption) as error:
        raise Refused("broken-record", str(error)[:500]) from None
    return record


def copied(record: Record) -> Record:
    """A record of its own, that nobody plays on."""
    copy = Record(
        record.game, record.players, record.options, record.edition, record.seed, record.names
    )
    copy.moves = record.moves[:]
    return copy


def chained(record: Record) -> Record:
    """The same record with its chain of hashes."""
    s = record.game.deal(record.box(), record.seed)
    whole = Record(
        record.game, record.players, record.options, record.edition, record.seed, record.names
    )
    whole.chain.append(whole.link(s))
    for seat, move in record.moves:
        s.play(seat, move)
        whole.moves.append((seat, move))
        whole.chain.append(whole.link(s))
    return whole


def refusal(request: Request, refused: Refused, status: int) -> Response:
    body = {"error": refused.error, "sentence": refused.sentence(spoken(request))}
    if refused.rule:
        body["rule"] = refused.rule
    return answer(body, status)


async def tell_refusal(request: Request, refused: Exception) -> Response:
    assert isinstance(refused, Refused)
    response = refusal(request, refused, refused.status)
    if isinstance(refused, TooMany):
        response.headers["Retry-After"] = str(refused.seconds)
    return response


async def tell_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return refusal(request, Refused("not-found"), error.status_code)


async def tell_failure(request: Request, error: Exception) -> Response:
    return refusal(request, Refused("internal"), 500)


def make_app(settings: Settings, store: SqliteStore) -> Starlette:
    """The whole application. It closes the store when it stops."""
    pages = Pages(settings)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()

        def post(call: Callable[[], None]) -> None:
            loop.call_soon_threadsafe(call)

        store.post = post
        thinker = Thinker(settings.workers, settings.think_time)
        hall = Hall(store, thinker, settings)
        api = Api(hall, settings)
        app.state.hall = hall
        app.router.routes[:] = [*api.routes(), *pages.routes()]
        app.state.sockets = SocketServer(hall, settings)
        sweeping = asyncio.create_task(hall.sweep_forever())
        if settings.warm:
            thinker.warm_up()
        try:
            yield
        finally:
            sweeping.cancel()
            await hall.close()

    app = Starlette(
        lifespan=lifespan,
        exception_handlers={
            Refused: tell_refusal,
            HTTPException: tell_http,
            Exception: tell_failure,
        },
    )
    app.add_middleware(SafeHeaders)
    app.add_middleware(StraightToSockets, state=app.state)
    return app


class StraightToSockets:
    """Sockets go past everything that is for HTTP: each layer would cost at every message."""

    def __init__(self, app: ASGIApp, state: State) -> None:
        self.app: Final = app
        self.state: Final = state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and scope["path"] == "/ws":
            await self.state.sockets(scope, receive, send)
        else:
            await self.app(scope, receive, send)
