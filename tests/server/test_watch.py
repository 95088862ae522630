"""What a host sees of a server: health, numbers and logs, and nothing of the games."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from prometheus_client import CollectorRegistry, Counter
from prometheus_client.parser import text_string_to_metric_families

from duskhall import __version__
from duskhall.server import numbers as numbers_port
from duskhall.server.logs import Lines
from duskhall.server.settings import Settings
from tests.server.hosting import hosting
from tests.server.playing import Message, get, set_up, sit_down


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as bound:
        return int(bound.getsockname()[1])


def numbers(port: int) -> dict[str, float]:
    text = httpx.get(f"http://127.0.0.1:{port}/metrics").text
    return {
        sample.name + "".join([f" {label}" for label in sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_a_server_says_that_it_is_well(tmp_path: Path) -> None:
    with hosting(tmp_path / "tables.sqlite") as host:
        answer = get(host.address, "/health")
        assert answer.status_code == 200
        assert answer.json() == {"status": "ok", "version": __version__}
        assert answer.headers["cache-control"] == "no-store"


def test_while_nothing_can_be_kept_it_is_not_well(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    with hosting(data) as host:
        store = host.hall.store
        reader, writer = store.reader, store.writer  # type: ignore[attr-defined]
        for connection in (reader, writer):
            connection.execute("PRAGMA query_only = ON")  # as if the disk were full
        body: Message = {"game": "dark-dealings", "seats": [{"kind": "person"}] * 2}
        answer = httpx.post(f"{host.address}/api/tables", json=body)
        assert answer.status_code == 503
        for _ in range(2):
            answer = get(host.address, "/health")
            assert (answer.status_code, answer.json()["status"]) == (503, "storage")
        for connection in (reader, writer):
            connection.execute("PRAGMA query_only = OFF")
        assert get(host.address, "/health").status_code == 200  # it has tried again


@pytest.mark.parametrize("ending", ["", "-wal"])
def test_it_is_not_well_while_its_file_is_not_there(tmp_path: Path, ending: str) -> None:
    """Neither is anything acknowledged: after a kill it would not be there."""
    data = tmp_path / f"tables.sqlite{ending}"
    with hosting(tmp_path / "tables.sqlite") as host:
        set_up(host.address, "Ada", "Grace")
        data.rename(tmp_path / "away")
        body: Message = {"game": "dark-dealings", "seats": [{"kind": "person"}] * 2}
        for _ in range(2):
            answer = get(host.address, "/health")
            assert (answer.status_code, answer.json()["status"]) == (503, "storage")
            answer = httpx.post(f"{host.address}/api/tables", json=body)
            assert (answer.status_code, answer.json()["error"]) == (503, "storage")
        (tmp_path / "away").rename(data)
        assert get(host.address, "/health").status_code == 200
        assert httpx.post(f"{host.address}/api/tables", json=body).status_code == 201


def serve(tmp_path: Path, *argv: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "duskhall", "serve", "--port", "0", *argv]
    return subprocess.Popen(
        [*command, "--data", str(tmp_path / "tables.sqlite")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "COLUMNS": "200"},
    )


def test_numbers_tell_of_tables_people_requests_and_writes(tmp_path: Path) -> None:
    port = free_port()
    process = serve(tmp_path, "--metrics", str(port))
    assert process.stdout is not None
    found = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
    assert found
    address = found.group()
    people = sit_down(address, set_up(address, "Ada", "Grace"))
    people[0].move(people[0].moves[0])
    before = numbers(port)
    assert before["duskhall_tables"] == 1
    assert before["duskhall_people"] == 2
    assert before["duskhall_requests_total 201"] == 1
    assert before["duskhall_commits_total"] >= 2
    assert before["duskhall_storage_ok"] == 1
    assert any(name.startswith("duskhall_build_info") and __version__ in name for name in before)
    assert before["process_resident_memory_bytes"] > 0
    people[0].close()
    people[1].hear("seats")
    assert numbers(port)["duskhall_people"] == 1
    people[1].close()
    # Not beside the page, where anyone could watch when others answer.
    assert "duskhall_commits" not in get(address, "/metrics").text
    process.send_signal(signal.SIGINT)
    assert process.communicate()[1] == ""
    assert process.returncode == 0


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("127.0.0.1:9464", 200),
        ("localhost", 200),
        ("numbers.example:9464", 200),
        ("friends.example", 200),
        ("evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("", 421),
    ],
)
def test_numbers_are_told_to_our_own_names_only(tmp_path: Path, name: str, status: int) -> None:
    """Else a page whose name was made to lead here could read them."""
    port, registry = free_port(), CollectorRegistry()
    Counter("duskhall_things", "Things.", registry=registry)
    settings = Settings(tmp_path, hosts=("numbers.example",), origins=("https://friends.example",))
    numbers_port.open_at("127.0.0.1", port, registry, settings)
    answer = httpx.get(f"http://127.0.0.1:{port}/metrics", headers={"Host": name})
    assert answer.status_code == status
    assert ("duskhall_things" in answer.text) is (status == 200)


def test_who_leaves_in_the_middle_of_a_request_is_no_failure_of_ours(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO), hosting(tmp_path / "tables.sqlite") as host:
        with socket.create_connection(("127.0.0.1", host.port)) as way:
            way.sendall(
                b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n"
                b"Content-Type: application/json\r\n\r\n{"
            )
        counted = host.app.state.watch.requests
        deadline = time.monotonic() + 20
        while not (found := [s.labels["status"] for m in counted.collect() for s in m.samples]):
            assert time.monotonic() < deadline, "the request was never counted"
            time.sleep(0.01)
        assert set(found) == {"499"}
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_a_port_for_numbers_that_is_taken_is_one_clear_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        out, err = serve(tmp_path, "--metrics", f"127.0.0.1:{port}").communicate()
    assert out == ""
    assert err.splitlines() == [
        f"duskhall: port {port} of 127.0.0.1 is taken; choose another with --metrics"
    ]


@pytest.mark.parametrize("host", ["no.such.host.invalid", "192.0.2.7", "a..b", "a" * 300])
def test_numbers_at_an_address_that_is_not_here_are_refused_as_such(
    tmp_path: Path, host: str
) -> None:
    out, err = serve(tmp_path, "--metrics", f"{host}:9100").communicate()
    assert out == ""
    (line,) = err.splitlines()
    assert line.startswith(f"duskhall: there is no address '{host}' here to listen at: ")


def test_logs_are_lines_of_json_without_keys_and_tables(tmp_path: Path) -> None:
    process = serve(tmp_path, "--log", "json")
    assert process.stderr is not None
    found = re.search(r"http://127\.0\.0\.1:\d+", process.stderr.readline())
    assert found
    address = found.group()
    made = set_up(address, "Ada", "Grace")
    token = made["seats"][0]["token"]
    people = sit_down(address, made)
    people[0].move(people[0].moves[0])
    for path in ("", "/record", "/frames", "/cards"):
        get(address, f"/api/tables/{made['table']}{path}", token=token)
        get(address, f"/api/tables/{made['table']}{path}?token={token}")
    get(address, f"/table/{made['table']}")
    get(address, f"/api/nothing/{token}")
    for person in people:
        person.close()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert out == ""
    lines = [json.loads(line) for line in err.splitlines()]
    assert {"time", "level", "logger", "event"} <= lines[0].keys()
    asked = [line for line in lines if line["event"] == "request"]
    assert {line["path"] for line in asked} >= {
        "/api/tables",
        "/api/tables/{table}",
        "/api/tables/{table}/record",
        "/{path}",
    }
    assert all(line["status"] and line["milliseconds"] >= 0 for line in asked)
    for secret in (token, made["seats"][1]["token"], made["spectator"], made["table"], "Ada"):
        assert secret not in err


@pytest.mark.parametrize("form", ["text", "json"])
def test_of_an_exception_only_kind_and_place_are_logged(form: str) -> None:
    try:
        raise ValueError("pick 4 15")
    except ValueError:
        record = logging.LogRecord(
            "duskhall", logging.ERROR, "", 1, "it\nfailed", (), sys.exc_info()
        )
    line = Lines(form).format(record)
    assert "pick" not in line
    assert "\n" not in line
    for part in ("error", "it failed", "ValueError", "test_watch.py"):
        assert part in line
