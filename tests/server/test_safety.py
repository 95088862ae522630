"""What a server bears: forged links, odd and oversized messages, floods, slow readers."""

from __future__ import annotations

import json
import logging
import random
import socket
import string
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from duskhall.server.limits import Bucket, Buckets, Counts
from tests.server.hosting import Host, hosting
from tests.server.playing import Person, get, play_on, post, set_up, sit_down


def closing_code(person: Person) -> int:
    """Read until the server closes the socket, and return the code."""
    with pytest.raises(ConnectionClosed) as closed:
        read_on(person)
    return code_of(closed)


def read_on(person: Person) -> None:
    while True:
        person.read()


def code_of(closed: pytest.ExceptionInfo[ConnectionClosed]) -> int:
    assert closed.value.rcvd is not None
    return int(closed.value.rcvd.code)


def ws(host: Host) -> str:
    return host.address.replace("http", "ws") + "/ws"


# Forged links


@pytest.mark.parametrize(
    "token", ["", "x", "A" * 32, "A" * 200, "../../etc", "%00", "\ud83d\ude00"]
)
def test_a_forged_link_opens_nothing(host: Host, token: str) -> None:
    made = set_up(host.address, "Ada", "open")
    person = Person(host.address, made["table"], token)
    assert person.state["error"] == "unknown-table"
    assert closing_code(person) == 4401
    person.close()
    if token.isascii():
        answer = get(host.address, f"/api/tables/{made['table']}/frames", token)
        assert (answer.status_code, answer.json()["error"]) == (404, "unknown-table")


def test_a_link_opens_one_table_and_one_seat(host: Host) -> None:
    first, second = set_up(host.address, "Ada", "Grace"), set_up(host.address, "Ada", "Grace")
    stranger = Person(host.address, first["table"], second["seats"][0]["token"])
    assert stranger.state["error"] == "unknown-table"
    stranger.close()
    token = first["seats"][0]["token"]
    path = f"/api/tables/{first['table']}/frames"
    assert get(host.address, path, token, eyes="0").status_code == 200
    assert get(host.address, path, token, eyes="spectator").json()["eyes"] == "spectator"
    for eyes in ("1", "all"):
        assert get(host.address, path, token, eyes=eyes).json()["error"] == "not-over"
    for eyes in ("2", "-1", "31", "x", "٣"):
        assert get(host.address, path, token, eyes=eyes).json()["error"] == "malformed"
    spectator = first["spectator"]
    assert get(host.address, path, spectator, eyes="0").json()["error"] == "not-over"
    assert get(host.address, path, token=spectator).json()["eyes"] == "spectator"
    assert httpx.get(f"{host.address}{path}?token={token}").json()["eyes"] == "0"


def test_an_unknown_table_is_unknown(host: Host) -> None:
    person = Person(host.address, "nowhere", "x")
    assert person.state["error"] == "unknown-table"
    assert closing_code(person) == 4401
    person.close()
    for path in ("", "/cards", "/frames", "/record"):
        answer = get(host.address, f"/api/tables/nowhere{path}")
        assert (answer.status_code, answer.json()["error"]) == (404, "unknown-table")


def test_a_message_cannot_name_another_seat(host: Host) -> None:
    made = set_up(host.address, "Ada", "Grace")
    ada, grace = sit_down(host.address, made)
    answer = ada.ask("move", move=grace.moves[0], position=0, seat=1, eyes="1")
    assert answer["error"] == "illegal-move"
    assert ada.ask("name", name="Mallory", seat=1)["type"] == "done"
    assert grace.hear("seats")["seats"][1]["name"] == "Grace"
    ada.close()
    grace.close()


# Odd messages


ODD = [
    "",
    "null",
    "[]",
    "{}",
    '"move"',
    "{" * 5_000,
    "[" * 10_000,
    '{"type": "move"}',
    '{"type": "fly"}',
    '{"type": "join", "table": "x"}',
    '{"type": "move", "move": 3, "position": 0}',
    '{"type": "move", "move": "pick 1 2", "position": "0"}',
    '{"type": "move", "move": "pick 1 2", "position": 1e400}',
    '{"type": "move", "move": "pick 1 2", "position": 99999999999999999999999}',
    '{"type": "move", "move": "' + "x" * 5_000 + '", "position": 0}',
    '{"type": "chat", "text": "' + "x" * 5_000 + '"}',
    '{"type": "seat"}',
    '{"type": "point"}',
    '{"type": "point", "at": "' + "x" * 300 + '"}',
    '{"type": "propose", "move": "rest"}',
    '{"type": "undo", "agree": "yes"}',
    '{"type": "why", "move": "\\ud800"}',
    '{"type": "sync", "position": -5}',
    '{"type": "move", "id": "one", "move": "pick 1 2", "position": 0}',
]


def test_odd_messages_are_refused_and_the_table_stays(host: Host) -> None:
    made = set_up(host.address, "Ada", "open")
    (ada,) = sit_down(host.address, made)
    for text in ODD:
        ada.raw(text)
        assert ada.hear("error")["error"] == "malformed", text[:80]
    ada.raw(b"\x00\xff\xfe")
    assert ada.hear("error")["error"] == "malformed"
    assert ada.move(ada.moves[0])["type"] == "moved"
    ada.close()


def test_random_messages_never_break_a_table(host: Host) -> None:
    rng = random.Random(1)
    made = set_up(host.address, "Ada", "open")
    (ada,) = sit_down(host.address, made)
    kinds = ["move", "why", "sync", "undo", "chat", "seat", "name", "rematch", "join", "x"]
    kinds += ["point", "propose"]
    fields = [
        "move",
        "position",
        "branch",
        "text",
        "bot",
        "seat",
        "name",
        "agree",
        "language",
        "at",
    ]
    values: list[object] = [
        None,
        True,
        -1,
        0,
        1,
        2**53,
        10**30,
        0.5,
        "",
        "pick 1 2",
        "x" * 300,
        [],
        {},
        "greedy",
    ]
    for _ in range(300):
        message = {name: rng.choice(values) for name in rng.sample(fields, rng.randrange(6))}
        ada.raw(json.dumps({**message, "type": rng.choice(kinds)}))
        ada.raw("".join(rng.choices(string.printable, k=rng.randrange(50))))
    ada.ask("seat", bot=None)
    assert not [m for m in ada.seen if m.get("error") == "internal"]
    assert ada.ask("sync", position=-1)["type"] == "table"
    ada.close()


def test_the_first_message_must_be_to_join(host: Host) -> None:
    with connect(ws(host), compression=None) as raw:
        raw.send('{"type": "move", "move": "pick 1 2", "position": 0}')
        assert json.loads(raw.recv(10))["error"] == "malformed"
        with pytest.raises(ConnectionClosed) as closed:
            raw.recv(10)
        assert code_of(closed) == 4401


def test_an_oversized_message_closes_the_socket(host: Host) -> None:
    (ada,) = sit_down(host.address, set_up(host.address, "Ada", "open"))
    ada.raw("x" * 20_000)
    assert closing_code(ada) == 1009
    ada.close()


def test_who_does_not_join_is_shown_out(tmp_path: Path) -> None:
    with hosting(tmp_path / "tables.sqlite", join_time=0.05) as host:
        with connect(ws(host), compression=None) as raw, pytest.raises(ConnectionClosed) as closed:
            raw.recv(10)
        assert code_of(closed) == 4408


# HTTP


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"game": "chess", "seats": []}, "unknown-game"),
        ({"game": "dark-dealings", "seats": []}, "wrong-option"),
        ({"game": "dark-dealings", "seats": [{"kind": "person"}] * 7}, "wrong-option"),
        ({"game": "dark-dealings", "seats": [{"kind": "person"}] * 21}, "malformed"),
        ({"game": "dark-dealings", "seats": [{"kind": "cat"}]}, "malformed"),
        ({"game": "dark-dealings", "seats": [{"kind": "bot", "bot": "x"}]}, "unknown-bot"),
        ({"game": "dark-dealings", "seats": [{"kind": "bot"}]}, "unknown-bot"),
        (
            {"game": "dark-dealings", "seats": [{"kind": "open"}], "options": {"speed": 3}},
            "wrong-option",
        ),
        ({"game": "dark-dealings", "seats": [{"kind": "open"}], "options": []}, "malformed"),
        (
            {"game": "dark-dealings", "seats": [{"kind": "open"}], "language": "fr"},
            "unknown-language",
        ),
        ([], "malformed"),
        ("x", "malformed"),
    ],
)
def test_a_wrong_table_is_refused_by_name(host: Host, body: object, error: str) -> None:
    answer = post(host.address, "/api/tables", body)
    assert answer.json()["error"] == error
    assert answer.json()["sentence"]
    assert answer.status_code in (400, 404)


def test_errors_speak_the_language_of_the_client(host: Host) -> None:
    answer = httpx.get(f"{host.address}/api/tables/x", headers={"Accept-Language": "ja,en;q=0.5"})
    assert answer.json()["sentence"].startswith("このリンクでは何も開きません。")


def test_posts_are_json_and_not_too_large(host: Host) -> None:
    url = f"{host.address}/api/tables"
    assert httpx.post(url, data={"game": "x"}).json()["error"] == "not-json"
    assert httpx.post(url, content=b"{}").json()["error"] == "not-json"
    large = httpx.post(url, content=b" " * 70_000, headers={"Content-Type": "application/json"})
    assert (large.status_code, large.json()["error"]) == (413, "too-large")
    bad = httpx.post(url, content=b"\xff{", headers={"Content-Type": "application/json"})
    assert bad.json()["error"] == "malformed"


def test_another_origin_is_refused(tmp_path: Path) -> None:
    with hosting(tmp_path / "tables.sqlite", origins=["https://friends.example"]) as host:
        body = {"game": "dark-dealings", "seats": [{"kind": "person"}]}
        for origin, status in (
            ("https://evil.example", 403),
            ("null", 403),
            (f"http://127.0.0.1.evil.example:{host.port}", 403),
            (host.address, 201),
            ("https://friends.example", 201),
        ):
            answer = post(host.address, "/api/tables", body, Origin=origin)
            assert answer.status_code == status, origin
        with (
            connect(ws(host), compression=None, origin=Origin("https://evil.example")) as raw,
            pytest.raises(ConnectionClosed) as closed,
        ):
            raw.recv(10)
        assert code_of(closed) == 4403


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/nothing", "/table/x", "/assets/x.js"])
def test_every_answer_has_the_headers_of_safety(host: Host, path: str) -> None:
    headers = httpx.get(host.address + path, verify=False).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_tokens_are_in_no_log_and_not_in_the_file(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    data = tmp_path / "tables.sqlite"
    with caplog.at_level(logging.DEBUG), hosting(data) as host:
        made = set_up(host.address, "Ada", "Grace")
        token = made["seats"][0]["token"]
        httpx.get(f"{host.address}/api/tables/{made['table']}/frames?token={token}")
        Person(host.address, made["table"], token).close()
        Person(host.address, "nowhere", token).close()
    ours = [
        r.getMessage()
        for r in caplog.records
        if not r.name.startswith(("httpx", "httpcore", "websockets.client"))
    ]
    assert not [line for line in ours if token in line]
    for file in tmp_path.iterdir():
        assert token.encode() not in file.read_bytes()


# Floods and slow readers


def test_a_flood_of_messages_is_slowed_and_then_cut_off(tmp_path: Path) -> None:
    with hosting(tmp_path / "tables.sqlite", messages=[20.0, 0.001]) as host:
        made = set_up(host.address, "Ada", "open")
        (ada,) = sit_down(host.address, made)
        with suppress(ConnectionClosed):
            for _ in range(100):
                ada.send("why", move="pick 1 2")
        assert closing_code(ada) == 4429
        assert [m for m in ada.seen if m.get("error") == "too-many"]
        ada.close()
        (ada,) = sit_down(host.address, made)
        assert ada.move(ada.moves[0])["type"] == "moved"
        ada.close()


def test_a_flood_of_requests_is_refused_with_a_time_to_wait(tmp_path: Path) -> None:
    with hosting(tmp_path / "tables.sqlite", posts=[3.0, 0.1], gets=[3.0, 0.1]) as host:
        body = {"game": "dark-dealings", "seats": [{"kind": "person"}]}
        answers = [post(host.address, "/api/tables", body) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [201] * 3 + [429] * 2
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert [get(host.address, "/api/games").status_code for _ in range(4)][-1] == 429


def test_too_many_sockets_of_one_address_are_refused(tmp_path: Path) -> None:
    with hosting(tmp_path / "tables.sqlite", sockets=2) as host:
        made = set_up(host.address, "Ada", "Grace", public=True)
        people = sit_down(host.address, made)
        with connect(ws(host), compression=None) as raw, pytest.raises(ConnectionClosed) as closed:
            raw.recv(10)
        assert code_of(closed) == 4429
        for person in people:
            person.close()
        while host.call(lambda: any(room.audience.onlookers for room in host.hall.rooms.values())):
            time.sleep(0.01)
        sit_down(host.address, made)[0].close()


def test_a_reader_who_does_not_read_is_dropped_and_holds_nobody_up(tmp_path: Path) -> None:
    with hosting(tmp_path / "tables.sqlite", queue_length=20) as host:
        made = set_up(host.address, "Ada", "Grace")
        (ada, grace) = people = sit_down(host.address, made)
        raw = socket.socket()
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.connect(("127.0.0.1", host.port))
        raw.settimeout(10)
        raw.sendall(
            b"GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
        )
        assert raw.recv(1000).startswith(b"HTTP/1.1 101")
        raw.sendall(framed(type="join", table=made["table"], token=made["spectator"]))
        room = host.hall.rooms[made["table"]]
        while len(room.audience.onlookers) < 3:
            time.sleep(0.01)
        # It asks for everything, again and again, and reads nothing of it.
        raw.settimeout(0.2)
        with suppress(OSError):
            for _ in range(20_000):
                raw.sendall(framed(type="sync", position=-1))
        play_on(people, random.Random(1), 10)
        while len(room.audience.onlookers) > 2:
            time.sleep(0.01)
        assert (ada.position, grace.position) == (10, 10)
        raw.close()
        for person in people:
            person.close()


def framed(**message: object) -> bytes:
    """A message as a frame of the socket, masked with nothing."""
    text = json.dumps(message).encode()
    return bytes([0x81, 0x80 | 126]) + len(text).to_bytes(2, "big") + bytes(4) + text


# The limits themselves


def test_a_bucket_runs_dry_and_says_how_long() -> None:
    bucket = Bucket(2.0, 0.5)
    assert [bucket.take(), bucket.take(), bucket.take()] == [True, True, False]
    assert bucket.wait() == 2


def test_only_so_many_addresses_are_remembered() -> None:
    buckets = Buckets(1.0, 0.001, 100)
    for number in range(1_000):
        assert buckets.of(f"10.0.{number // 256}.{number % 256}").take()
    assert len(buckets.buckets) == 100


def test_an_address_that_has_left_is_forgotten() -> None:
    sockets = Counts(1)
    assert sockets.enter("a")
    assert not sockets.enter("a")
    sockets.leave("a")
    assert sockets.open == {}
