"""`make attack`: what it calls a hole, and that it runs."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import perf_counter
from typing import TypeVar

import pytest
from tools.attacks import floods, inputs, kills
from tools.attacks.people import Times
from tools.attacks.rows import Row, show

T = TypeVar("T")
TOOL = Path(__file__).parents[2] / "tools" / "attack.py"


class Fake:
    """A server that answers everything with the same line, and swells."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.size = 0.0

    def memory(self) -> float:
        self.size += 1.0
        return self.size

    def seconds(self) -> float:
        return 0.0


def against(answer: bytes, attack: Callable[[Fake], Awaitable[T]]) -> T:
    async def reply(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        writer.close()

    async def run() -> T:
        server = await asyncio.start_server(reply, "127.0.0.1", 0)
        async with server:
            return await attack(Fake(server.sockets[0].getsockname()[1]))

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("answer", "is_hole"),
    [
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", False),
        (b"HTTP/1.1 500 Internal Server Error\r\n\r\n", True),
        (b'HTTP/1.1 503 Service Unavailable\r\n\r\n{"error": "storage"}', True),
        (b'HTTP/1.1 503 Service Unavailable\r\n\r\n{"error": "busy"}', False),
        (b"", True),
    ],
)
def test_an_odd_request_without_a_good_refusal_is_a_hole(answer: bytes, is_hole: bool) -> None:
    row = against(answer, lambda fake: inputs.fuzz(fake, 20, 1))  # type: ignore[arg-type]
    assert row.is_hole == is_hole
    assert ("20 holes" in row.told) == is_hole
    assert ("HOLE" in show(row)) == is_hole


def test_a_bystander_who_is_shut_out_is_a_hole() -> None:
    row = against(b"", lambda fake: floods.measure(fake, "nothing", 1.0))  # type: ignore[arg-type]
    assert row.is_hole
    assert "shut out" in row.told


def test_what_was_acknowledged_and_is_lost_is_a_hole(monkeypatch: pytest.MonkeyPatch) -> None:
    def keep(*_: object) -> None:
        pass

    def lose(*_: object) -> None:
        raise AssertionError("table x lost ['0 pick 1 2']")

    async def play(*_: object) -> None:
        pass

    monkeypatch.setattr(kills, "play_and_kill", play)
    for check, is_hole in ((keep, False), (lose, True)):
        monkeypatch.setattr(kills, "check", check)
        assert kills.kill_servers(3, 1).is_hole == is_hole


def test_times_in_words() -> None:
    times = Times()
    assert times.at(1.0) == float("inf")
    times.taken = [number / 1000 for number in range(1, 201)]
    assert str(times) == "median 101.0, 99 % 199, worst 200 ms (n = 200)"
    times.add(perf_counter())
    assert len(times.taken) == 201
    assert show(Row("kills", "one", "none lost")).endswith("none lost")


@pytest.mark.slow
def test_it_runs_and_finds_no_hole() -> None:
    parts = ["--part", "records", "--part", "requests", "--part", "kills"]
    done = subprocess.run(
        [sys.executable, str(TOOL), "--quick", *parts, "--requests", "150", "--kills", "2"],
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "150 odd requests" in done.stdout
    assert "2 kills -9 of the server" in done.stdout
    assert done.stdout.rstrip().endswith(": 0 holes")
