"""The workshop: a host changes cards, and sees what that does. It is for the host's own computer.

It costs the processor, so it is there only where the server was started for it, and only for
requests from the same computer. One comparison runs at a time, in a process of its own at the
lowest priority; it can be stopped at any time, and ends with the server.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
import time
from functools import partial
from ipaddress import ip_address
from typing import TYPE_CHECKING, Annotated, Any, Final

from msgspec import Meta, Struct, field, to_builtins
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from duskhall.engine import sheets
from duskhall.engine.edition import LETTERS, NAME, Edition, WrongEdition, is_plain
from duskhall.engine.game import Game, WrongOption, new_seed
from duskhall.engine.records import Record
from duskhall.server.asking import answer, checked_language, game_of, spoken
from duskhall.server.messages import WantedSeat, Word
from duskhall.server.words import Refused, say

if TYPE_CHECKING:
    from duskhall.server.app import Api

BOTS: Final = ["random", "greedy"]  # that are quick enough for thousands of games
MOST_GAMES: Final = 5_000  # on each side
SIZE: Final = 1_000_000  # bytes of a message: an edition of one's own, changed in every cell
LISTED: Final = 60  # changes that a file names at its top
PROXIED: Final = {"forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"}
LINE: Final = 1_000_000  # bytes that a comparison tells at one look
Cell = (
    bool | int | Annotated[str, Meta(max_length=200)] | list[Annotated[str, Meta(max_length=200)]]
)


class Changed(Struct):
    """A cell with another value."""

    line: int
    field: Word
    value: Cell


class Sketch(Struct):
    """An edition as it was changed, not yet saved."""

    edition: Word = ""  # ours, by its name; the usual, if none is said
    text: Annotated[str, Meta(max_length=4 * LETTERS)] = ""  # of one's own, which has that name
    name: Annotated[str, Meta(max_length=80)] = ""
    changes: Annotated[list[Changed], Meta(max_length=5_000)] = field(default_factory=list)


class Weigh(Sketch):
    """What is to be compared with the edition as it was."""

    players: Annotated[int, Meta(ge=1, le=20)] = 0
    games: Annotated[int, Meta(ge=1, le=MOST_GAMES)] = 1000
    bot: Word = BOTS[-1]
    options: dict[Word, bool | int | Word] = {}


class OpenTable(Sketch):
    """A table with the changed cards."""

    seats: Annotated[list[WantedSeat], Meta(max_length=20)] = field(default_factory=list)
    language: Word = "en"
    options: dict[Word, bool | int | Word] = {}


class Stop(Struct):
    """Enough is known."""


class Run:
    """A comparison that is running, or has."""

    def __init__(
        self, game: str, wanted: Weigh, base: str, process: asyncio.subprocess.Process
    ) -> None:
        self.name: Final = secrets.token_urlsafe(9)
        self.game: Final = game
        self.about: Final = {**to_builtins(wanted), "base": base}
        self.about.pop("text")
        self.wanted: Final = wanted
        self.process: Final = process
        self.state = "running"  # then: done, stopped or failed
        self.found: dict[str, Any] = {"games": 0, "changes": []}
        self.played = 0  # games of each side; what was found may be of fewer, until the next look
        self.started: Final = time.monotonic()
        self.ended = 0.0
        self.why = ""

    def told(self) -> dict[str, Any]:
        return {
            "run": self.name,
            "game": self.game,
            "state": self.state,
            "about": self.about,
            "of": self.wanted.games,
            "played": self.played,
            "seconds": round((self.ended or time.monotonic()) - self.started, 1),
            "why": self.why,
            **self.found,
        }

    async def follow(self) -> None:
        """Hear what the process tells, until it ends."""
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            if not line.endswith(b"\n"):
                break  # it was killed while it wrote
            told = json.loads(line)
            if "error" in told:
                self.why = str(told["error"])
            elif "played" in told:
                self.played = told["played"]
            else:
                self.found = told
        code = await self.process.wait()
        self.ended = time.monotonic()
        if self.state == "running":
            self.state = "failed" if code or self.why else "done"

    def stop(self) -> None:
        if self.state == "running":
            self.state = "stopped"
            if self.process.returncode is None:
                self.process.kill()


class Workshop:
    """What is asked of the workshop over HTTP."""

    def __init__(self, api: Api) -> None:
        self.api: Final = api
        self.run: Run | None = None
        self.following: asyncio.Task[None] | None = None
        self.starting: Final = asyncio.Lock()  # of a comparison: two windows may ask at once

    def routes(self) -> list[Route]:
        get, post = ["GET"], ["POST"]
        return [
            Route("/api/workshop", self.about, methods=get),
            Route("/api/workshop/run", self.look, methods=get),
            Route("/api/workshop/run/stop", self.stop, methods=post),
            Route("/api/workshop/{game}", self.sheet, methods=get),
            Route("/api/workshop/{game}/sheet", self.own, methods=post),
            Route("/api/workshop/{game}/file", self.file, methods=post),
            Route("/api/workshop/{game}/run", self.weigh, methods=post),
            Route("/api/workshop/{game}/table", self.table, methods=post),
        ]

    def admit(self, request: Request) -> None:
        """Whoever sits at this computer, if the server was started for it; others find nothing."""
        host = request.client.host if request.client else ""
        if not self.api.settings.workshop or not is_here(host):
            raise Refused("not-found")
        if PROXIED.intersection(request.headers.keys()) and not self.api.settings.proxies:
            raise Refused("not-found")  # a proxy brings strangers, and nobody has said which

    async def about(self, request: Request) -> Response:
        """Whether there is a workshop for whoever asks; all may ask that."""
        self.api.count(request)
        try:
            self.admit(request)
        except Refused:
            return answer({"open": False})
        return answer({"open": True})

    async def sheet(self, request: Request) -> Response:
        self.admit(request)
        self.api.count(request)
        kind = game_of(request)
        edition = ours(kind, request.query_params.get("edition", ""))
        return answer(sheets_of(kind, edition))

    async def own(self, request: Request) -> Response:
        """An edition of one's own as sheets, if it can be played with."""
        self.admit(request)
        wanted = await self.api.body(request, Sketch, SIZE)
        kind = game_of(request)
        edition = await asyncio.to_thread(playable, kind, wanted)
        return answer(sheets_of(kind, edition))

    async def file(self, request: Request) -> Response:
        """The changed edition as a text, if it can be played with."""
        self.admit(request)
        wanted = await self.api.body(request, Sketch, SIZE)
        kind, language = game_of(request), spoken(request)
        edition = await asyncio.to_thread(sketched, kind, wanted, None, None, language)
        return answer({"name": edition.name, "text": edition.text})

    async def weigh(self, request: Request) -> Response:
        self.admit(request)
        wanted = await self.api.body(request, Weigh, SIZE)
        kind = game_of(request)
        if wanted.bot not in BOTS:
            raise Refused("unknown-bot", wanted.bot)
        async with self.starting:
            if self.run is not None and self.run.state == "running":
                raise Refused("workshop-busy")
            if self.following is not None:
                await self.following  # the one that was stopped goes before another comes
            self.run = await begun(kind, wanted, spoken(request))
            self.following = asyncio.create_task(self.run.follow())
        return answer(self.run.told(), 201)

    async def look(self, request: Request) -> Response:
        self.admit(request)
        self.api.count(request)
        return answer(self.run.told() if self.run else {"state": "none"})

    async def stop(self, request: Request) -> Response:
        self.admit(request)
        await self.api.body(request, Stop, self.api.settings.body_size)
        if self.run is None:
            raise Refused("not-found")
        self.run.stop()
        return answer(self.run.told())

    async def table(self, request: Request) -> Response:
        """A table to play at with the changed cards."""
        self.admit(request)
        wanted = await self.api.body(request, OpenTable, SIZE)
        kind, language = game_of(request), checked_language(wanted.language)
        options: dict[str, object] = dict(wanted.options)
        players = len(wanted.seats)
        edition = await asyncio.to_thread(sketched, kind, wanted, [players], options, language)
        box = kind.box(players, options, edition)
        record = Record(kind, players, box.options, edition, new_seed())
        made = await self.api.hall.seat(record, wanted.seats, False, language)
        return answer(made, 201)

    async def close(self) -> None:
        if self.run is not None:
            self.run.stop()
        if self.following is not None:
            await self.following


async def begun(kind: Game, wanted: Weigh, language: str) -> Run:
    """A comparison in a process of its own, if what is wanted can be played."""
    options: dict[str, object] = dict(wanted.options)
    counts = [wanted.players] if wanted.players else None
    edition = await asyncio.to_thread(sketched, kind, wanted, counts, options, language)
    before = based(kind, wanted)
    if not sheets.told(before, asked(wanted)):
        raise Refused("workshop-same")
    said = {
        "game": kind.name,
        "players": wanted.players or kind.counts(options)[0],
        "seed": secrets.randbits(64),
        "options": options,
        "bots": [wanted.bot],
        "games": wanted.games,
        "editions": [(before.name, before.text), (edition.name, edition.text)],
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "duskhall.lab.weighing",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=LINE,
    )
    assert process.stdin is not None
    process.stdin.write(json.dumps(said).encode())
    process.stdin.close()
    return Run(kind.name, wanted, before.sha256, process)


def is_here(host: str) -> bool:
    """Whether an address is this computer's own."""
    try:
        address = ip_address(host)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback


def ours(kind: Game, name: str) -> Edition:
    found = kind.editions().get(name) if name else next(iter(kind.editions().values()))
    if found is None:
        raise Refused("not-found")
    return found


def based(kind: Game, wanted: Sketch) -> Edition:
    """The edition that was changed: ours, or one's own, by the name that it gives itself."""
    if not wanted.text:
        return ours(kind, wanted.edition)
    known = kind.editions()
    given = Edition(wanted.edition or "own", wanted.text, built_in=False)
    inside = given.data.get("edition")
    if isinstance(inside, str) and 0 < len(inside) <= NAME and is_plain(inside):
        given = Edition(inside, wanted.text, built_in=False) if inside not in known else given
    if given.name in known:  # a copy of ours that still has its name
        given = Edition(f"{given.name}-own", wanted.text, built_in=False)
    return given


def asked(wanted: Sketch) -> list[sheets.Change]:
    return [sheets.Change(one.line, one.field, one.value) for one in wanted.changes]


def sheets_of(kind: Game, edition: Edition) -> dict[str, Any]:
    """An edition as the page shows it."""
    return {
        "game": kind.name,
        "edition": edition.name,
        "base": edition.sha256,
        "editions": list(kind.editions()),
        "players": kind.counts({}),
        "bots": BOTS,
        "most": MOST_GAMES,
        "sheets": [
            {
                "name": sheet.name,
                "fields": sheet.fields,
                "words": sheet.words,
                "rows": [{"line": line, "cells": row} for line, row in sheet.rows],
            }
            for sheet in sheets.sheets(edition)
        ],
    }


def playable(kind: Game, wanted: Sketch) -> Edition:
    """The edition before any change; what cannot be played with is refused with its line."""
    try:
        edition = based(kind, wanted)
        for count in kind.counts({}):
            kind.box(count, {}, edition)
    except WrongEdition as error:
        raise Refused("wrong-edition", error) from None
    return edition


def sketched(
    kind: Game,
    wanted: Sketch,
    players: list[int] | None = None,
    options: dict[str, object] | None = None,
    language: str = "en",
) -> Edition:
    """The edition as it was changed, with its own name and what was changed above all else.

    What so many cannot play with is refused with its line.
    """
    try:
        before = based(kind, wanted)
        name = " ".join(wanted.name.split()) or f"{before.name}-changed"
        if name in kind.editions():
            raise before.wrong(0, "an edition of your own has a name of its own")
        edition = sheets.changed(before, name, asked(wanted))
        for count in kind.counts(options or {}) if players is None else players:
            kind.box(count, options or {}, edition)
        told = sheets.told(before, asked(wanted))
        said = partial(say, "workshop", language=language)
        game = kind.titled(language)
        listed = [said("made", name=name, game=game, before=before.name, count=len(told))]
        listed += [f"  {one}" for one in told[:LISTED]]
        if len(told) > LISTED:
            listed.append("  " + said("more", count=len(told) - LISTED))
        return sheets.headed(edition, listed, said("notes"))
    except WrongOption as error:
        raise Refused("wrong-option", error.sentence(language), error.rule) from None
    except WrongEdition as error:
        raise Refused("wrong-edition", error) from None
