"""The application: every route of the protocol, and the page."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import AsyncIterator, Callable
from functools import cache, lru_cache
from typing import Final, TypeVar

import msgspec
from msgspec import UNSET
from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.datastructures import State
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from duskhall.engine.box import Box
from duskhall.engine.catalogue import Catalogue
from duskhall.engine.edition import WrongEdition
from duskhall.engine.events import ALL_SEEING, SPECTATOR
from duskhall.engine.game import Game, WrongOption
from duskhall.engine.records import Record
from duskhall.server.asking import (
    JSON,
    NO_STORE,
    address_of,
    answer,
    checked_language,
    game_of,
    known_language,
    named_game,
    spoken,
    token_of,
)
from duskhall.server.documents import Document
from duskhall.server.hall import LOBBY, Hall
from duskhall.server.lessons import begun, steps
from duskhall.server.limits import Buckets
from duskhall.server.looking_back import LookingBack
from duskhall.server.messages import (
    Frames,
    FromRecord,
    Given,
    Learn,
    NewTable,
    Replay,
    Sit,
    Source,
    encode,
)
from duskhall.server.minutes import Line, Minutes, with_talk
from duskhall.server.origins import is_allowed, is_known_host
from duskhall.server.pages import Pages, SafeHeaders
from duskhall.server.reviewing import Reviews
from duskhall.server.rooms.gathering import Gathering
from duskhall.server.rooms.kinds import AnyRoom
from duskhall.server.rooms.room import Room
from duskhall.server.rooms.still import Still
from duskhall.server.seats import read_eyes
from duskhall.server.settings import Settings
from duskhall.server.shelf import shelf, whole
from duskhall.server.sockets import SocketServer
from duskhall.server.sources import brought, source_of
from duskhall.server.store import SqliteStore
from duskhall.server.strangers import Strangers, Work
from duskhall.server.telling import frames, printed
from duskhall.server.thinking import Thinker
from duskhall.server.watch import Watch, Watched
from duskhall.server.words import Refused, catalogue
from duskhall.server.workshop import Workshop

T = TypeVar("T")
logger: Final = logging.getLogger("duskhall.server")
REPLAYS: Final = 2  # told at once
FORWARDED: Final = b"x-forwarded-for"
POSITION: Final = 0.1  # requests: what it costs to tell one position of a game
MADE: Final = 5.0  # requests: to pack a box of cards, and to tell of it, that nobody asked for yet
GONE: Final = 499  # the status of a request whose client went before it was whole: nobody reads it
AT_ONCE: Final = 50_000  # bytes that are compressed in no time


class Api:
    """What is asked over HTTP."""

    def __init__(self, hall: Hall, settings: Settings) -> None:
        self.hall: Final = hall
        self.strangers: Final = Strangers(settings)
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
            Route("/api/games/{game}/lesson", self.game_lesson, methods=get),
            Route("/api/text/{language}", self.own_text, methods=get),
            Route("/api/tables", self.lobby, methods=get),
            Route("/api/tables", self.set_up, methods=post),
            Route("/api/tables/from-record", self.from_record, methods=post),
            Route("/api/tables/lesson", self.learn, methods=post),
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
        players = str(options.pop("players", kind.counts({})[0]))
        if not (players.isascii() and players.isdecimal() and len(players) < 4):
            raise Refused("wrong-option", f"players: {players[:20]}")
        boxes = next(iter(kind.editions().values())).boxes
        before = boxes.times + told_cards.cache_info().misses
        box = packed(kind, int(players), options, spoken(request))
        told = told_cards(kind, box)
        made = boxes.times + told_cards.cache_info().misses - before
        self.gets.of(address_of(request)).owe(MADE * made)
        return told.answer(request)

    async def game_lesson(self, request: Request) -> Response:
        self.count(request)
        return told_lesson(game_of(request)).answer(request)

    # Tables

    async def learn(self, request: Request) -> Response:
        wanted = await self.body(request, Learn, self.settings.body_size)
        language = checked_language(wanted.language)
        record, seats = begun(named_game(wanted.game), wanted.name)
        made = await self.hall.seat(record, seats, False, language, Source(lesson=True))
        return answer(made, 201)

    async def set_up(self, request: Request) -> Response:
        wanted = await self.body(request, NewTable, self.settings.body_size)
        language = checked_language(wanted.language)
        kind = named_game(wanted.game)
        options: dict[str, object] = dict(wanted.options)
        packed(kind, len(wanted.seats), options, language)
        made = await self.hall.set_up(
            kind,
            options,
            wanted.seats,
            wanted.public,
            language,
            wanted.proof,
            wanted.stand_in,
            wanted.hints,
            wanted.ask_first,
        )
        return answer(made, 201)

    async def lobby(self, request: Request) -> Response:
        self.count(request)
        asked = request.query_params
        most = whole_number(asked.get("limit", ""), LOBBY)
        after = read_place(asked.get("after", ""))
        tables, following = await self.hall.lobby(asked.get("game", "")[:100], most, after)
        listed = encode({"tables": tables, "next": following})
        return (await document(listed)).answer(request)

    async def about(self, request: Request) -> Response:
        room = await self.room(request, is_guest=True)
        # The address of a table is the invitation to its open seats; else a private one is silent.
        about = room.about()
        try:
            self.eyes(request, room)
        except Refused:
            if not any(seat.kind == "open" for seat in room.seats):
                raise
            about.asks = about.ranks = about.headway = about.moved = about.helper = UNSET
        return answer(about)

    async def table_cards(self, request: Request) -> Response:
        room = await self.room(request)
        self.eyes(request, room)
        if isinstance(room, Still):
            return (await document(encode(room.printed()))).answer(request)
        kind, box = room.record.game, room.record.box()
        if not room.record.edition.built_in:
            return (await document(encode(printed(kind, box)))).answer(request)
        return told_cards(kind, box).answer(request)

    async def sit(self, request: Request) -> Response:
        wanted = await self.body(request, Sit, self.settings.body_size)
        name, token = request.path_params["table"], token_of(request)
        room = await self.hall.enter(name, token, is_guest=True)
        if isinstance(room, Still):
            raise Refused(room.state)
        seat, key = room.sit(wanted.name, wanted.seat, spoken(request))
        await room.journal.settled()
        if room.failed:
            raise Refused("storage")
        return answer(Given(seat, key), 201)

    async def frames(self, request: Request) -> Response:
        room = await self.room(request)
        own = self.eyes(request, room)
        if isinstance(room, Gathering):
            raise Refused("not-dealt")
        asked = request.query_params.get("eyes", "")
        if asked:
            eyes = read_eyes(asked, room.record.players)
        else:
            eyes = ALL_SEEING if room.is_over else own
        if not room.is_over and (eyes not in (own, SPECTATOR) or room.forgets):
            raise Refused("not-over")
        views = request.query_params.get("views") == "true"
        self.count(request, cost=POSITION * len(room.record.moves))
        if isinstance(room, Still):
            frozen = room
            lines = list(Minutes(room.stored.notes).lines.values())
            return (
                await self.told(lambda: told_frames(frozen.frames(eyes, views), lines, eyes, own))
            ).answer(request)
        record, lines = room.record.copy(), list(room.offers.minutes.lines.values())
        deputies = room.deputies.told() or UNSET

        def tell() -> Document:
            whole = frames(record, eyes, views)
            whole.deputies = deputies
            return told_frames(whole, lines, eyes, own)

        return (await self.told(tell)).answer(request)

    async def record(self, request: Request) -> Response:
        room = await self.room(request)
        self.eyes(request, room)
        if isinstance(room, Gathering) or not room.is_over:
            raise Refused("not-over")
        record = room.record.copy()
        self.count(request, cost=POSITION * len(record.moves))
        if isinstance(room, Still):
            text = room.record_text()
        else:
            text = await self.told(lambda: record.chained().dumps())
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

        work = Work(wanted.record, wanted.eyes or "all", wanted.views)
        told = await self.strangers.ask(work, address_of(request))
        return (await document(told.body)).answer(request)

    async def from_record(self, request: Request) -> Response:
        wanted = await self.body(request, FromRecord, self.settings.record_size)
        language = checked_language(wanted.language)
        if wanted.table:
            room = await self.hall.enter(wanted.table, token_of(request))
            self.eyes(request, room)
            if isinstance(room, Gathering) or not room.is_over:
                raise Refused("not-over")
            record = going_on_from(room)
        else:
            told = await self.strangers.ask(Work(wanted.record), address_of(request))
            record = await self.told(lambda: Record.loads(told.body.decode()))
            if not record.edition.built_in and told.seconds > self.settings.table_time:
                raise Refused("broken-record", "its cards take too long to play with here")
        if not 0 <= wanted.position <= len(record.moves):
            raise Refused("wrong-position", len(record.moves))
        record = brought(record, wanted.position)
        source = source_of(record, wanted.position)
        made = await self.hall.seat(
            record, wanted.seats, wanted.public, language, source, ask_first=wanted.ask_first
        )
        return answer(made, 201)

    # What they share

    async def told(self, tell: Callable[[], T]) -> T:
        """Tell a long story in a thread, a few at a time."""
        async with self.replaying:
            return await asyncio.to_thread(tell)

    async def room(self, request: Request, is_guest: bool = False) -> AnyRoom:
        self.count(request)
        return await self.hall.enter(request.path_params["table"], token_of(request), is_guest)

    def eyes(self, request: Request, room: AnyRoom) -> int:
        return room.seating.opens(token_of(request))

    def count(self, request: Request, buckets: Buckets | None = None, cost: float = 1.0) -> None:
        bucket = (buckets or self.gets).of(address_of(request))
        if not bucket.take(cost):
            raise TooMany(bucket.wait(cost))

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
        except UnicodeDecodeError:
            raise Refused("malformed", "it is not UTF-8") from None
        except RecursionError:
            raise Refused("malformed", "it goes too deep") from None
        except msgspec.DecodeError as error:
            raise Refused("malformed", error) from None


class TooMany(Refused):
    def __init__(self, seconds: int) -> None:
        super().__init__("too-many")
        self.seconds: Final = seconds


async def document(body: bytes) -> Document:
    """A document to be told once. What is large is compressed in a thread."""
    if len(body) < AT_ONCE:
        return Document(body, JSON, NO_STORE)
    return await asyncio.to_thread(Document, body, JSON, NO_STORE)


@cache
def told_games() -> Document:
    return Document(encode(shelf()), JSON)


@cache
def told_text(catalogue: Catalogue, language: str) -> Document:
    return Document(encode(whole(catalogue, language)), JSON)


@lru_cache(64)
def told_cards(kind: Game, box: Box) -> Document:
    return Document(encode(printed(kind, box)), JSON)


@cache
def told_lesson(kind: Game) -> Document:
    return Document(encode(steps(kind)), JSON)


def told_frames(frames: Frames, lines: list[Line], eyes: int, own: int) -> Document:
    """A game through these eyes, with the talk that whoever asks has heard."""
    return Document(encode(with_talk(frames, lines, eyes, own)), JSON, NO_STORE)


def going_on_from(room: Room | Still) -> Record:
    """The record of a table, as far as the rules of today lead to the same."""
    if not isinstance(room, Still):
        return room.record.copy()
    if room.found.table is None:
        raise Refused(room.state)
    return room.found.table.record.copy()


def whole_number(text: str, most: int) -> int:
    """A number that was asked for, from 1 on, or the most there is."""
    if not text:
        return most
    if not (text.isascii() and text.isdecimal() and 0 < len(text) < 10 and int(text) > 0):
        raise Refused("malformed", f"'{text[:20]}' is not a number from 1 on")
    return min(int(text), most)


def read_place(text: str) -> tuple[int, str] | None:
    """A place in the lobby: after the table that was made then, and has this name."""
    if not text:
        return None
    created, _, table = text.partition("-")
    if not (created.isascii() and created.isdecimal() and len(created) < 16 and len(table) < 100):
        raise Refused("malformed", f"there is no place '{text[:20]}' in the lobby")
    return int(created), table


def packed(kind: Game, players: int, options: dict[str, object], language: str) -> Box:
    """The box for these players and options; or why it cannot be had, by which rule."""
    try:
        return kind.box(players, options)
    except WrongOption as error:
        reason = kind.catalogue().find("ties", error.reason, language) if error.reason else None
        raise Refused("wrong-option", reason or error.sentence(language), error.rule) from None
    except WrongEdition as error:
        raise Refused("wrong-option", error) from None


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
    elif refused.error == "busy":
        response.headers["Retry-After"] = "2"
    return response


async def tell_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return refusal(request, Refused("not-found"), error.status_code)


async def tell_nobody(request: Request, gone: Exception) -> Response:
    """Who leaves in the middle of a request is no failure of ours."""
    return Response(status_code=GONE)


async def tell_damage(request: Request, error: Exception) -> Response:
    """The file could not be read: what is written to it fails elsewhere."""
    logger.error("the data cannot be read: %s", type(error).__name__, exc_info=error)
    refused = Refused("damaged")
    return refusal(request, refused, refused.status)


async def tell_failure(request: Request, error: Exception) -> Response:
    return refusal(request, Refused("internal"), 500)


def make_app(settings: Settings, store: SqliteStore) -> Starlette:
    """The whole application. It closes the store when it stops."""
    pages = Pages(settings)
    settings = replace(settings, build=pages.build())
    watch = Watch(store)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()

        def post(call: Callable[[], None]) -> None:
            loop.call_soon_threadsafe(call)

        store.post = post
        thinker = Thinker(settings.workers, settings.think_time)
        hall = Hall(store, thinker, settings)
        api, reviews = Api(hall, settings), Reviews(thinker, settings)
        app.state.hall = watch.hall = hall
        app.state.api, app.state.reviews = api, reviews
        back, workshop = LookingBack(api, reviews), Workshop(api)
        app.router.routes[:] = [
            *watch.routes(),
            *api.routes(),
            *back.routes(),
            *workshop.routes(),
            *pages.routes(),
        ]
        app.state.sockets = SocketServer(hall, settings)
        sweeping = asyncio.create_task(hall.sweep_forever())
        feeling = asyncio.create_task(watch.feel())
        if settings.warm:
            thinker.warm_up()
        try:
            yield
        finally:
            sweeping.cancel()
            feeling.cancel()
            await workshop.close()
            api.strangers.close()
            reviews.close()
            await hall.close()

    app = Starlette(
        lifespan=lifespan,
        exception_handlers={
            Refused: tell_refusal,
            HTTPException: tell_http,
            ClientDisconnect: tell_nobody,
            sqlite3.Error: tell_damage,
            Exception: tell_failure,
        },
    )
    app.state.watch = watch
    app.add_middleware(KnownHosts, settings=settings)
    app.add_middleware(SafeHeaders)
    app.add_middleware(Watched, watch=watch)
    app.add_middleware(StraightToSockets, state=app.state)
    return app


class KnownHosts:
    """Refuses whoever calls the server by a name that is not its own."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app: Final = app
        self.settings: Final = settings
        self.knows_way = bool(settings.proxies)  # or has said that it does not

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or is_known_host(scope, self.settings):
            if not self.knows_way and scope["type"] == "http":
                self.look_for_proxy(scope)
            await self.app(scope, receive, send)
        else:
            refused = Refused("wrong-host")
            await refusal(Request(scope), refused, refused.status)(scope, receive, send)

    def look_for_proxy(self, scope: Scope) -> None:
        """Say once that all who come through a proxy are taken for one, if there seems to be one."""
        if any(key == FORWARDED for key, _ in scope["headers"]):
            self.knows_way = True
            logger.warning(
                "a request came through a proxy: all who do so share the limits of one address,"
                " unless the proxy is named by --behind-proxy"
            )


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
