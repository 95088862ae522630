"""People who play over the protocol, each from an address of this computer, and how long it took."""

from __future__ import annotations

import asyncio
import json
import random
from time import perf_counter
from typing import Any, NamedTuple

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

Message = dict[str, Any]
PATIENCE = 60.0  # seconds for anything that is to come at last
PERSON = {"kind": "person"}
GONE = (  # what is raised where a server has closed, or does not answer
    *(WebSocketException, httpx.HTTPError),
    *(OSError, TimeoutError, asyncio.IncompleteReadError),
)


def address_of(number: int, net: int) -> str:
    """One of many addresses of this computer."""
    return f"127.{net}.{number // 250}.{number % 250 + 1}"


class Times:
    """How long each of many things took."""

    def __init__(self) -> None:
        self.taken: list[float] = []

    def add(self, began: float) -> None:
        self.taken.append(perf_counter() - began)

    def at(self, share: float) -> float:
        """Milliseconds within which this share of them was done."""
        found = sorted(self.taken)
        return found[min(len(found) - 1, int(share * len(found)))] * 1e3 if found else float("inf")

    def __str__(self) -> str:
        told = f"median {self.at(0.5):.1f}, 99 % {self.at(0.99):.0f}, worst {self.at(1.0):.0f} ms"
        return f"{told} (n = {len(self.taken)})"


async def post(port: int, address: str, path: str, body: Message) -> Message:
    transport = httpx.AsyncHTTPTransport(local_address=address, verify=False)
    async with httpx.AsyncClient(transport=transport, timeout=PATIENCE) as client:
        answer = await client.post(f"http://127.0.0.1:{port}{path}", json=body)
    answer.raise_for_status()
    made: Message = answer.json()
    return made


async def set_up(port: int, address: str, *seats: Message, game: str = "dark-dealings") -> Message:
    body = {"game": game, "seats": list(seats), "public": True}
    return await post(port, address, "/api/tables", body)


class Seat(NamedTuple):
    """A socket at a table, and what was told last of the moment."""

    socket: ClientConnection
    told: Message

    async def hear(self, kind: str = "moved") -> Message:
        """The next message of this kind; it is kept as the moment."""
        while True:
            message: Message = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
            if message["type"] == kind:
                self.told.update(message)
                return message

    async def catch_up(self, position: int) -> None:
        while self.told["position"] < position:
            await self.hear()

    async def move(self, rng: random.Random, times: Times) -> int:
        """Answer by lot; the position after it. How long until it was acknowledged is noted."""
        answer = {
            "type": "move",
            "position": self.told["position"],
            "branch": self.told["branch"],
            "move": rng.choice(self.told["moves"]),
        }
        began = perf_counter()
        await self.socket.send(json.dumps(answer))
        told = await self.hear()
        times.add(began)
        return int(told["position"])


async def sit(port: int, address: str, table: str, token: str = "") -> Seat:
    """Sit down, or watch."""
    socket = await connect(
        f"ws://127.0.0.1:{port}/ws",
        compression=None,
        max_size=None,
        local_addr=(address, 0),
        open_timeout=PATIENCE,
        ping_interval=None,
        close_timeout=2,
    )
    join = {"type": "join", "table": table, **({"token": token} if token else {})}
    await socket.send(json.dumps(join))
    seat = Seat(socket, {})
    while True:
        message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
        if message["type"] == "error":
            raise ConnectionError(message["error"])
        if message["type"] == "table":
            seat.told.update(message)
            return seat
