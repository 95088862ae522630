"""Someone who plays over the protocol: HTTP, and a socket."""

from __future__ import annotations

import json
import random
from contextlib import ExitStack
from typing import Self

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.server.following import Message as Message
from tests.server.following import step

PATIENCE = 30  # seconds; only a test that fails waits so long


class Person:
    """A socket at a table. Messages that are not waited for are kept in `seen`."""

    def __init__(self, address: str, table: str, token: str = "", **join: object) -> None:
        self.stack = ExitStack()
        self.address, self.table, self.token = address, table, token
        self.ordered: list[str] | None = None  # asked for once it is needed
        self.told: list[Message] = []  # not followed yet
        self.socket: ClientConnection = self.stack.enter_context(
            connect(
                address.replace("http", "ws") + "/ws",
                compression=None,
                max_size=None,
                close_timeout=2,
            )
        )
        self.seen: list[Message] = []
        self.seen_view: Message = {}
        self.ids = 0
        self.branch = 0
        self.send("join", table=table, token=token, **join)
        self.state = self.hear("table", "error")

    def send(self, kind: str, **fields: object) -> int:
        self.ids += 1
        self.raw(json.dumps({"type": kind, "id": self.ids, **fields}))
        return self.ids

    def raw(self, text: str | bytes) -> None:
        self.socket.send(text)

    def read(self) -> Message:
        message: Message = json.loads(self.socket.recv(PATIENCE))
        self.seen.append(message)
        self.note(message)
        return message

    def note(self, message: Message) -> None:
        if message["type"] in ("table", "moved"):
            self.position, self.branch = message["position"], message["branch"]
            self.waiting, self.moves = message["waiting"], message["moves"]
            self.over, self.undo = message["over"], message["undo"]
            self.occasion = message.get("occasion", "")
            self.told.append(message)

    @property
    def view(self) -> Message:
        """The table as these eyes see it, from what was told of it."""
        if self.ordered is None:
            cards = get(self.address, f"/api/tables/{self.table}/cards", self.token)
            self.ordered = cards.json()["ordered"]
        for message in self.told:
            self.seen_view = step(self.seen_view, message, self.ordered)
        self.told = []
        return self.seen_view

    def hear(self, *kinds: str) -> Message:
        """The next message of one of these kinds."""
        while True:
            message = self.read()
            if message["type"] in kinds:
                return message

    def ask(self, kind: str, **fields: object) -> Message:
        """Send a message, and return its answer."""
        number = self.send(kind, **fields)
        while True:
            message = self.read()
            if message.get("id") == number:
                return message

    def move(self, text: str, position: int | None = None) -> Message:
        at = self.position if position is None else position
        return self.ask("move", move=text, position=at, branch=self.branch)

    def catch_up(self, position: int) -> None:
        """Read until the table is at this position."""
        while self.position < position:
            self.read()

    def close(self) -> None:
        self.stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def set_up(
    address: str, *seats: str, game: str = "dark-dealings", public: bool = False, **options: object
) -> Message:
    """A table: set_up(address, "Ada", "bot:random", "open")."""
    wanted = []
    for seat in seats:
        kind, _, bot = seat.partition(":")
        if kind == "bot":
            wanted.append({"kind": "bot", "bot": bot})
        elif kind == "open":
            wanted.append({"kind": "open"})
        else:
            wanted.append({"kind": "person", "name": seat})
    body = {"game": game, "options": options, "seats": wanted, "public": public}
    answer = post(address, "/api/tables", body)
    assert answer.status_code == 201, answer.text
    made: Message = answer.json()
    return made


def sit_down(address: str, made: Message, **join: object) -> list[Person]:
    """Everyone who has a token sits down at the table."""
    return [
        Person(address, made["table"], seat["token"], **join)
        for seat in made["seats"]
        if "token" in seat
    ]


def play_on(people: list[Person], rng: random.Random, moves: int = 10_000) -> None:
    """Everyone answers at random, until the game is over or that many moves were made."""
    seats = {int(person.state["eyes"]): person for person in people}
    for _ in range(moves):
        first = people[0]
        if first.over:
            break
        asked = [seats[rng.choice(first.waiting)]]
        if asked[0].occasion:  # of a quiet question people hear when all have answered
            asked = [seats[seat] for seat in first.waiting]
            rng.shuffle(asked)
        before = first.position
        for person in asked:
            person.catch_up(before)
            answer = person.move(rng.choice(person.moves))
            assert answer["type"] == "moved", answer
        for other in people:
            other.catch_up(max(answer["position"], before + len(asked)))


def get(address: str, path: str, token: str = "", **query: str) -> httpx.Response:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    url = f"{address}{path}"
    return httpx.get(url, params=query, headers=headers, timeout=PATIENCE, verify=False)


def post(address: str, path: str, body: object, **headers: str) -> httpx.Response:
    url = f"{address}{path}"  # without TLS: certificates would only take time to read
    return httpx.post(url, json=body, headers=headers, timeout=PATIENCE, verify=False)
