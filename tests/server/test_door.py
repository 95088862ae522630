"""The door: requests without end, requests that never end, and too many at once."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.hosting import Host, hosting
from tests.server.playing import get, set_up, sit_down

PATIENCE = 10.0  # seconds; only a test that fails waits so long
QUICK = 0.3  # seconds that a request may take, where it is to take too long
START = b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A server that waits only briefly for a request."""
    data = tmp_path_factory.mktemp("server") / "tables.sqlite"
    with hosting(data, request_time=QUICK) as running:
        yield running


def knock(host: Host, data: bytes = b"") -> socket.socket:
    made = socket.create_connection(("127.0.0.1", host.port), PATIENCE)
    made.sendall(data)
    return made


def heard(made: socket.socket) -> bytes:
    """All that comes until the server closes. TimeoutError, if it does not."""
    data = b""
    try:
        while more := made.recv(65_536):
            data += more
    except ConnectionError:
        pass  # what it had not read is lost
    made.close()
    return data


@pytest.mark.parametrize(
    "head",
    [
        START + b"Cookie: " + b"a" * 100_000,
        START + b"A: b\r\n" * 20_000,
        b"GET /" + b"a" * 100_000,
        POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n" + b"A: b\r\n" * 20_000,
        POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\nA: " + b"b" * 100_000,
        (START + b"\r\n") * 2_000,
    ],
    ids=["header", "headers", "address", "trailers", "trailer", "pipeline"],
)
def test_a_head_without_end_is_refused(host: Host, head: bytes) -> None:
    made = knock(host)
    try:
        for at in range(0, len(head), 10_000):
            made.sendall(head[at : at + 10_000])
            time.sleep(0.005)  # so that it is read in parts
    except ConnectionError:
        pass  # it has heard enough
    answer = heard(made)
    assert b" 200 " not in answer[-200:]
    assert get(host.address, "/api/games").status_code == 200


def test_a_long_head_is_read(host: Host) -> None:
    made = knock(host, START + b"Cookie: " + b"a" * 25_000 + b"\r\nConnection: close\r\n\r\n")
    assert heard(made).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize(
    "begun",
    [b"", b"G", START, POST + b"Content-Length: 100\r\n\r\n{"],
    ids=["nothing", "a letter", "half a head", "half a body"],
)
def test_a_request_that_is_never_whole_is_given_up(quick: Host, begun: bytes) -> None:
    assert heard(knock(quick, begun)) == b""


def test_a_connection_may_rest_between_requests(quick: Host) -> None:
    made = knock(quick, START + b"\r\n")
    assert made.recv(65_536).startswith(b"HTTP/1.1 200")
    time.sleep(2 * QUICK)
    made.sendall(START + b"Connection: close\r\n\r\n")
    assert b"HTTP/1.1 200" in heard(made)


def test_a_socket_outlives_the_time_of_its_request(quick: Host) -> None:
    (ada,) = sit_down(quick.address, set_up(quick.address, "Ada", "open"))
    with ada:
        time.sleep(2 * QUICK)
        assert ada.move(ada.moves[0])["type"] == "moved"


def test_too_many_connections_of_one_address_are_refused(tmp_path: Path) -> None:
    with hosting(tmp_path / "tables.sqlite", connections=2) as host:
        made = set_up(host.address, "Ada", "Grace", "Cyd")
        people = sit_down(host.address, made)  # sockets are counted for themselves
        first, second = knock(host, b"G"), knock(host, b"G")
        assert heard(knock(host, b"G")) == b""
        first.close()
        second.close()
        patience = time.monotonic() + PATIENCE
        while not is_welcome(host):
            assert time.monotonic() < patience
        for person in people:
            person.close()


def is_welcome(host: Host) -> bool:
    answer = heard(knock(host, START + b"Connection: close\r\n\r\n"))
    return answer.startswith(b"HTTP/1.1 200") and bool(json.loads(answer.partition(b"\r\n\r\n")[2]))


def test_an_address_that_comes_too_often_is_turned_away(tmp_path: Path) -> None:
    with hosting(tmp_path / "tables.sqlite", arrivals=[3.0, 0.001]) as host:
        assert [is_welcome(host) for _ in range(3)] == [True] * 3
        assert heard(knock(host, START + b"Connection: close\r\n\r\n")) == b""


def test_a_proxy_comes_for_others(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    with hosting(data, arrivals=[3.0, 0.001], proxies=["127.0.0.1"]) as host:
        assert all(is_welcome(host) for _ in range(6))
