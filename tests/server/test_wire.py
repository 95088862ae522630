"""The short way of a move changes nothing: whatever comes is heard whole, once and in order."""

from __future__ import annotations

import contextlib
import gc
import json
import random
import socket
import threading
import time
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from duskhall.server.rooms.room import Room
from duskhall.server.wire import (
    CONTROLS,
    FRAGMENTS,
    LATE,
    POLICY,
    SLICE,
    Wire,
    ends_with_a_frame,
)
from tests.server.following import Message
from tests.server.hosting import Host, hosting
from tests.server.playing import PATIENCE, play_on, set_up, sit_down

MORE, TEXT, FINAL, PING, PONG = 0, 1, 0x80, 9, 10
MASK = b"\x07\xe2\xc1I"
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
)


def frame(text: str | bytes, first: int = TEXT | FINAL) -> bytes:
    """A client's frame."""
    data = text.encode() if isinstance(text, str) else text
    head = (
        bytes([first, 0x80 | len(data)])
        if len(data) < 126
        else bytes([first, 0x80 | 126]) + len(data).to_bytes(2, "big")
    )
    return head + MASK + bytes([byte ^ MASK[i % 4] for i, byte in enumerate(data)])


class Plug:
    """A socket that sends bytes as they are."""

    def __init__(self, host: Host, made: Message, seat: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", host.port), PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.file = self.socket.makefile("rb")
        self.socket.sendall(UPGRADE)
        while self.file.readline().strip():
            pass
        token = made["seats"][seat]["token"]
        self.write(frame(json.dumps({"type": "join", "table": made["table"], "token": token})))
        self.position = 0
        self.moves: list[str] = []
        self.hear("table")

    def write(self, data: bytes) -> None:
        self.socket.sendall(data)

    def move(self, number: int) -> str:
        """The next message that moves, with this id."""
        return json.dumps(
            {"type": "move", "id": number, "position": self.position, "move": self.moves[0]}
        )

    def read(self) -> tuple[int, bytes]:
        first, size = self.file.read(2)
        if size == 126:
            size = int.from_bytes(self.file.read(2), "big")
        elif size == 127:
            size = int.from_bytes(self.file.read(8), "big")
        return first & 15, self.file.read(size)

    def hear(self, kind: str) -> Message:
        """The next message of this kind, or whatever else answers something."""
        while True:
            opcode, data = self.read()
            if opcode == PONG:
                continue
            assert opcode == TEXT, data
            message: Message = json.loads(data)
            if message["type"] in ("table", "moved"):
                self.position, self.moves = message["position"], message["moves"]
            if message["type"] == kind or "id" in message:
                return message

    def close(self) -> None:
        self.file.close()
        self.socket.close()


@pytest.fixture
def plug(host: Host) -> Iterator[Plug]:
    """Somebody who plays alone, and so is always asked."""
    made = Plug(host, set_up(host.address, "Ada"), 0)
    yield made
    made.close()


def test_a_move_is_heard_however_it_is_cut(plug: Plug) -> None:
    """Byte by byte, in two parts, with a long text, in fragments: and afterwards as always."""
    for number, cut in enumerate([1, 3, 7, 50, 10_000, 1, 10_000], 1):
        data = frame(plug.move(number))
        for at in range(0, len(data), cut):
            plug.write(data[at : at + cut])
        assert plug.hear("moved")["id"] == number
    text = plug.move(20)
    plug.write(frame(text + " " * 200))
    assert plug.hear("moved")["id"] == 20
    text = plug.move(21)
    plug.write(frame(text[:10], TEXT) + frame(b"", PING | FINAL))
    assert plug.read()[0] == 10  # the pong, in the midst of a message
    plug.write(frame(text[10:], FINAL))
    assert plug.hear("moved")["id"] == 21


def test_what_comes_before_a_move_is_heard_before_it(plug: Plug) -> None:
    why = json.dumps({"type": "why", "id": 1, "move": "juggle"})
    chat = json.dumps({"type": "chat", "id": 2, "text": "one moment"})
    for together in (True, False):
        frames = [frame(why), frame(chat), frame(plug.move(3))]
        for data in [b"".join(frames)] if together else frames:
            plug.write(data)
        assert [plug.hear("moved")["id"] for _ in range(3)] == [1, 2, 3]


def test_two_moves_at_once_are_two_moves(plug: Plug) -> None:
    first = plug.move(1)
    plug.write(frame(first) + frame(first.replace('"id": 1', '"id": 2')))
    assert plug.hear("moved")["type"] == "moved"
    assert plug.hear("done") == {"type": "done", "id": 2}


def test_a_move_that_is_refused_is_refused_once(plug: Plug) -> None:
    wrong = json.dumps({"type": "move", "id": 1, "position": plug.position, "move": "juggle 1"})
    plug.write(frame(wrong))
    assert plug.hear("error")["error"] == "illegal-move"
    plug.write(frame(plug.move(2)))
    assert plug.hear("moved")["id"] == 2


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(b'{"type": "move", "move": "\xff"}'), 1007),
        (bytes([TEXT | FINAL, 2]) + b"{}", 1002),  # a client has to mask
        (frame("{}", TEXT | FINAL | 0x40), 1002),  # nothing was agreed on that uses this bit
        (frame("{}", TEXT) + frame("{}"), 1002),  # a message in the midst of another
    ],
    ids=["text", "mask", "bit", "fragment"],
)
def test_a_broken_frame_closes_the_socket(plug: Plug, data: bytes, code: int) -> None:
    plug.write(data)
    opcode, reason = plug.read()
    assert (opcode, int.from_bytes(reason[:2], "big")) == (8, code)


@pytest.mark.parametrize(
    ("flood", "most"),
    [
        (frame(b"", PING | FINAL), CONTROLS[0]),
        (frame(b"", PONG | FINAL), CONTROLS[0]),
        (frame(b"", MORE), FRAGMENTS),
    ],
    ids=["pings", "pongs", "empty fragments"],
)
def test_a_flood_of_frames_that_say_nothing_closes_the_socket(
    plug: Plug, flood: bytes, most: float
) -> None:
    plug.write(frame("{", TEXT) + flood * (int(most) // 2))
    plug.write(frame("}", MORE | FINAL))
    assert plug.hear("error")["error"] == "malformed"  # a few of them are heard out
    plug.write(frame("{", TEXT) + flood * int(most + 10))
    while (read := plug.read())[0] != 8:
        pass
    assert int.from_bytes(read[1][:2], "big") == POLICY


@pytest.mark.parametrize(
    ("kind", "handler"),
    [(PING | FINAL, "handle_ping"), (MORE, "handle_cont")],
    ids=["pings", "more"],
)
def test_of_a_flood_hardly_more_is_parsed_than_is_refused(
    plug: Plug, monkeypatch: pytest.MonkeyPatch, kind: int, handler: str
) -> None:
    """However many frames come at once: parsing them all would hold everyone up."""
    parsed = note_calls(monkeypatch, handler)
    with contextlib.suppress(ConnectionError):  # it has heard enough
        plug.write(frame("{", TEXT) + frame(b"", kind) * 20_000)
    with contextlib.suppress(ConnectionError):
        while plug.socket.recv(65_536):
            pass
    assert FRAGMENTS // 2 < len(parsed) < FRAGMENTS + 2 * SLICE / len(frame(b"", kind))


def note_calls(monkeypatch: pytest.MonkeyPatch, name: str) -> list[int]:
    """By call of a method of the wire, how many messages wait to be heard."""
    calls: list[int] = []
    method = getattr(Wire, name)

    def noted(wire: Wire, *given: object) -> object:
        calls.append(wire.queue.qsize())
        return method(wire, *given)

    monkeypatch.setattr(Wire, name, noted)
    return calls


def test_many_messages_at_once_are_heard_in_order_and_wait_unparsed(
    plug: Plug, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = note_calls(monkeypatch, "handle_text")
    texts = [json.dumps({"type": "why", "id": number, "move": "juggle"}) for number in range(3_000)]
    data = b"".join([frame(text) for text in texts])
    sending = threading.Thread(target=plug.write, args=(data,))
    sending.start()
    assert [plug.hear("why")["id"] for _ in texts] == list(range(3_000))
    sending.join()
    assert max(waiting) <= SLICE / len(frame(texts[0])) + 1
    plug.write(frame(plug.move(7)))
    assert plug.hear("moved")["id"] == 7


def test_after_the_end_only_little_is_listened_to(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed = note_calls(monkeypatch, "handle_text")
    made = socket.create_connection(("127.0.0.1", host.port), PATIENCE)
    made.sendall(UPGRADE)
    hear_until(made, b"\r\n\r\n")
    made.sendall(frame(json.dumps({"type": "join", "table": "nowhere"})))
    hear_until(made, (4401).to_bytes(2, "big") + b"unknown-table")
    many = frame("{}") * 4_000
    with contextlib.suppress(ConnectionError):
        while True:  # it is closed soon, or the time for this runs out
            made.sendall(many)
    made.close()
    assert len(parsed) < 2 * LATE / len(frame("{}"))


def hear_until(made: socket.socket, end: bytes) -> None:
    heard = b""
    while not heard.endswith(end):
        more = made.recv(65_536)
        assert more, heard
        heard += more


@pytest.mark.parametrize("gone", ["close_sent", "disconnected"])
def test_to_a_socket_that_is_gone_nothing_is_written(gone: str) -> None:
    wire = Wire.__new__(Wire)  # it has neither a transport nor anything else to write with
    wire.close_sent = wire.disconnected = False
    setattr(wire, gone, True)
    assert wire.write_text(b"{}")


def test_where_frames_end() -> None:
    rng = random.Random(1)
    sizes = [0, 1, 125, 126, 300, 70_000]
    for _ in range(200):
        data = b"".join([long_frame(rng.choice(sizes)) for _ in range(rng.randrange(1, 4))])
        assert ends_with_a_frame(data)
        assert not ends_with_a_frame(data + b"\x81")
        assert not ends_with_a_frame(data[:-1])


def long_frame(size: int) -> bytes:
    if size < 1 << 16:
        return frame(b"x" * size)
    return b"\x81\xff" + size.to_bytes(8, "big") + b"mask" + b"x" * size


def test_a_table_that_is_put_away_is_gone(tmp_path: Path) -> None:
    """Nothing at a table goes in a circle: memory does not wait to be searched for circles."""
    with hosting(tmp_path / "tables.sqlite", idle_time=0.0) as host:
        made = set_up(host.address, "Ada", "Grace")
        people = sit_down(host.address, made)
        play_on(people, random.Random(1), 20)
        people[0].ask("undo")
        opened = host.hall.rooms[made["table"]]
        assert isinstance(opened, Room)
        room = weakref.ref(opened.play)
        del opened
        gc.disable()
        try:
            for person in people:
                person.close()
            while host.call(lambda: bool(host.hall.rooms[made["table"]].audience.onlookers)):
                pass
            host.call(host.hall.sweep)
            while made["table"] in host.hall.rooms:
                host.call(host.hall.sweep)
            patience = time.monotonic() + 20  # what was told is kept first
            while host.call(lambda: room() is not None):
                assert time.monotonic() < patience
                time.sleep(0.05)
        finally:
            gc.enable()
