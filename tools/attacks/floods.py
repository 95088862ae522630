"""Floods: what somebody who plays by themselves feels while another address floods the server.

The bystander plays a quiet game alone. The flooder sends as fast as the server takes it: messages
that keep to the protocol, or requests and frames that keep to its letter only.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import multiprocessing
import multiprocessing.synchronize
import os
import random
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import NamedTuple

from tests.server import attacks
from tools.attacks.people import GONE, PERSON, Message, Times, post, set_up, sit
from tools.attacks.rows import GROWTH, Row
from tools.attacks.servers import Server
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

FLOODER, BYSTANDER = "127.0.0.2", "127.0.0.1"  # addresses of this computer
PACE = 0.05  # seconds between the bystander's moves
LATE = 10.0  # seconds: a bystander who waits so long is shut out
AGAIN = 0.05  # seconds before a flooder comes again
SAMPLE = 0.1  # seconds between looks at the memory
STOOD = 1.2  # seconds after which a bot stands in that waits for one
RARELY = 0.1  # how often that is waited for
LESSON = "dark-dealings"
TOGETHER = "the-faceless"
CHUNK = 64_000  # bytes that are sent in one go
Ready = multiprocessing.synchronize.Event


class Target(NamedTuple):
    port: int
    made: Message  # a long game of the flooder's

    @property
    def token(self) -> str:
        return str(self.made["seats"][0]["token"])


Flood = Callable[[Target], Awaitable[None]]


async def long_game(port: int) -> Message:
    """A public table that has come a long way."""
    record = attacks.honest()
    position = len(json.loads(record)["moves"]) - 1
    body = {"record": record, "position": position, "seats": [PERSON] * 2, "public": True}
    return await post(port, FLOODER, "/api/tables/from-record", body)


# Messages


def saying(**message: object) -> Flood:
    """A flood of one message, at a seat."""

    async def flood(target: Target) -> None:
        seat = await sit(target.port, FLOODER, target.made["table"], target.token)
        reading = asyncio.create_task(read_all(seat.socket))
        try:
            while True:
                await seat.socket.send(json.dumps(message))
                await asyncio.sleep(0)
        finally:
            reading.cancel()
            await seat.socket.close()

    return flood


async def read_all(socket: ClientConnection) -> None:
    with contextlib.suppress(WebSocketException):
        while True:
            await socket.recv()


async def joining(target: Target) -> None:
    seat = await sit(target.port, FLOODER, target.made["table"])
    await seat.socket.close()


async def learning(target: Target) -> None:
    """A lesson is begun and left: each is a table of its own, with its bots."""
    made = await post(target.port, FLOODER, "/api/tables/lesson", {"game": LESSON})
    seat = await sit(target.port, FLOODER, made["table"], made["seats"][0]["token"])
    await seat.socket.close()


async def standing_in(target: Target) -> None:
    """Somebody goes, a bot stands in for them, and they are back: at one table, for ever."""
    body = {"game": LESSON, "seats": [PERSON] * 2, "stand_in": 1}
    made = await post(target.port, FLOODER, "/api/tables", body)
    there = await sit(target.port, FLOODER, made["table"], made["seats"][0]["token"])
    reading = asyncio.create_task(read_all(there.socket))
    try:
        while True:
            seat = await sit(target.port, FLOODER, made["table"], made["seats"][1]["token"])
            await seat.socket.close()
            await asyncio.sleep(STOOD if random.random() < RARELY else 0)
    finally:
        reading.cancel()
        await there.socket.close()


async def going_ahead(target: Target) -> None:
    """A bot asks first, and is told twenty times over to go ahead, for a whole game."""
    seats = [{"kind": "bot", "bot": "greedy"}, PERSON]
    body = {"game": TOGETHER, "seats": seats, "ask_first": True}
    made = await post(target.port, FLOODER, "/api/tables", body)
    seat = await sit(target.port, FLOODER, made["table"], made["seats"][1]["token"])
    try:
        heard: Message = {**seat.told, **seat.told.get("asking", {})}
        while heard.get("type") != "over":
            now = {name: heard.get(name) for name in ("position", "branch")}
            if heard.get("asks") is True:
                word = json.dumps({"type": "go", "move": heard["move"], **now})
                for _ in range(20):
                    await seat.socket.send(word)
            elif heard.get("moves"):
                move = random.choice(heard["moves"])
                await seat.socket.send(json.dumps({"type": "move", "move": move, **now}))
            heard = json.loads(await seat.socket.recv())
    finally:
        await seat.socket.close()


# Requests and frames


def sending(first: bytes, then: bytes) -> Flood:
    """A connection that says this, and then the other for ever; it is never read."""

    async def flood(target: Target) -> None:
        _, writer = await open_connection(target)
        try:
            writer.write(first)
            while not writer.is_closing():
                writer.write(then)
                await writer.drain()
                await asyncio.sleep(0)
        finally:
            writer.close()

    return flood


def holding(begun: bytes) -> Flood:
    """A connection that says only this, and waits for as long as it is let."""

    async def flood(target: Target) -> None:
        reader, writer = await open_connection(target)
        try:
            writer.write(begun)
            await reader.read()
        finally:
            writer.close()

    return flood


def framing(frame: bytes, start: bytes = b"") -> Flood:
    """A socket that has joined, and sends this frame for ever without reading anything."""

    async def flood(target: Target) -> None:
        reader, writer = await open_connection(target)
        try:
            writer.write(UPGRADE)
            await reader.readuntil(b"\r\n\r\n")
            join = {"type": "join", "table": target.made["table"], "token": target.token}
            writer.write(masked(0x81, json.dumps(join).encode()) + start)
            many = frame * (CHUNK // len(frame))
            while not writer.is_closing():
                writer.write(many)
                await writer.drain()
                await asyncio.sleep(0)
        finally:
            writer.close()

    return flood


async def open_connection(target: Target) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", target.port, local_addr=(FLOODER, 0))


def masked(kind: int, payload: bytes) -> bytes:
    """A client's frame. Its mask is of zeros: the payload stays as it is."""
    size = len(payload)
    head = bytes((kind, 0x80 | size)) if size < 126 else bytes((kind, 0xFE)) + size.to_bytes(2)
    return head + bytes(4) + payload


async def nothing(target: Target) -> None:
    """As it is without a flood."""
    await asyncio.sleep(3600)


START = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n"
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + base64.b64encode(bytes(16)) + b"\r\n\r\n"
)
BEGIN, GO_ON, PING = 0x01, 0x00, 0x89  # kinds of frames
FLOODS: dict[str, tuple[Flood, int]] = {  # with how many connections at once
    "nothing": (nothing, 1),
    "stale moves": (saying(type="move", position=0, move="juggle"), 40),
    "sync": (saying(type="sync", position=-1), 40),
    "chat": (saying(type="chat", text="a" * 200), 40),
    "points": (saying(type="point", at="pile"), 40),
    "why": (saying(type="why", move="juggle"), 40),
    "beats": (saying(type="beat"), 40),
    "joins": (joining, 40),
    "lessons": (learning, 40),
    "stand-ins": (standing_in, 40),
    "go-aheads": (going_ahead, 40),
    "many headers": (sending(START, b"A: b\r\n" * (CHUNK // 6)), 8),
    "a header without end": (sending(START + b"A: ", b"a" * CHUNK), 8),
    "half requests": (holding(START), 400),
    "pings, never read": (framing(masked(PING, b"p" * 125)), 40),
    "empty fragments": (framing(masked(GO_ON, b""), masked(BEGIN, b"")), 40),
    "sync, never read": (framing(masked(0x81, b'{"type": "sync", "position": -1}')), 40),
}


# The flooder's process


def flood_in_a_process(port: int, name: str, ready: Ready) -> None:
    os.nice(5)  # it is the server that is measured, not a lack of processors
    asyncio.run(flood_on(port, name, ready))


async def flood_on(port: int, name: str, ready: Ready) -> None:
    """Flood until this process is ended."""
    flood, connections = FLOODS[name]
    target = Target(port, await long_game(port))

    async def again() -> None:
        while True:
            with contextlib.suppress(*GONE):
                await flood(target)
            await asyncio.sleep(AGAIN)

    ready.set()
    await asyncio.gather(*[again() for _ in range(connections)])


# The bystander


async def bystand(port: int, seconds: float) -> Times:
    """Play alone elsewhere, and note how long each move takes."""
    times, rng, end = Times(), random.Random(1), perf_counter() + seconds
    while perf_counter() < end:
        made = await set_up(port, BYSTANDER, PERSON)
        seat = await sit(port, BYSTANDER, made["table"], made["seats"][0]["token"])
        while seat.told["waiting"] and perf_counter() < end:
            await seat.move(rng, times)
            await asyncio.sleep(PACE)
        await seat.socket.close()
    return times


async def watch(server: Server) -> list[float]:
    """The memory of a server, again and again until this is cancelled."""
    found: list[float] = []
    with contextlib.suppress(asyncio.CancelledError):
        while True:
            found.append(server.memory())
            await asyncio.sleep(SAMPLE)
    return found


async def measure(server: Server, name: str, seconds: float) -> Row:
    watching = asyncio.create_task(watch(server))
    used, began = server.seconds(), perf_counter()
    try:
        times = await bystand(server.port, seconds)
    except GONE as error:
        watching.cancel()
        return Row("flood", name, f"the bystander was shut out: {error!r}", True)
    share = (server.seconds() - used) / (perf_counter() - began)
    watching.cancel()
    memory = await watching
    told = f"bystander {times}; server {share:.0%} of a processor"
    told += f"; memory {memory[0]:.0f} -> {max(memory):.0f} MB"
    late = times.at(1.0) > LATE * 1e3
    return Row("flood", name, told, late or max(memory) - memory[0] > GROWTH)


def flood(name: str, seconds: float) -> Row:
    """One flood, of a server of its own."""
    context = multiprocessing.get_context("spawn")
    with Server() as server:
        ready = context.Event()
        arguments = (server.port, name, ready)
        flooder = context.Process(target=flood_in_a_process, args=arguments, daemon=True)
        flooder.start()
        try:
            if not ready.wait(60):
                return Row("flood", name, "the flooder found no table", True)
            row = asyncio.run(measure(server, name, seconds))
            return row if server.is_alive else row._replace(told="it died", is_hole=True)
        finally:
            flooder.kill()
            flooder.join()
