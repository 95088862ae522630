"""What strangers send: it is replayed apart, holds nobody up and leaves nothing behind."""

from __future__ import annotations

import asyncio
import json
import os
import threading
import time
from pathlib import Path

import pytest

from duskhall.server.settings import Settings
from duskhall.server.strangers import Strangers, Work
from duskhall.server.words import Refused
from tests.server import attacks
from tests.server.hosting import Host, Process, hosting
from tests.server.playing import get, post

LITTLE = 40  # megabytes that a server may grow by, with all it imports and sends for the first time


def memory(process: int) -> int:
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("VmRSS"))


# A process of its own


def spin(work: Work) -> bytes:
    while True:
        pass


def swell(work: Work) -> bytes:
    return bytes(4_000_000_000)


def crash(work: Work) -> bytes:
    os.abort()


def wait_for_file(work: Work) -> bytes:
    while not Path(work.record).exists():
        time.sleep(0.01)
    return b"done"


def asked(call: object, record: str = "", **settings: object) -> bytes | str:
    """What comes of a piece of work: its bytes, or the name of the error."""

    async def ask() -> bytes | str:
        strangers = Strangers(Settings(Path(), **settings), call)  # type: ignore[arg-type]
        try:
            return (await strangers.ask(Work(record))).body
        except Refused as refused:
            return refused.error
        finally:
            strangers.close()

    return asyncio.run(ask())


@pytest.mark.parametrize(
    ("call", "error"), [(spin, "broken-record"), (swell, "too-large"), (crash, "too-large")]
)
def test_what_passes_its_limits_is_ended(call: object, error: str) -> None:
    assert asked(call, stranger_time=0.2) == error


def test_a_worker_goes_on_after_it(tmp_path: Path) -> None:
    async def ask() -> list[object]:
        strangers = Strangers(Settings(tmp_path, strangers=1))
        try:
            first = await asyncio.gather(
                strangers.ask(Work("{}")),
                strangers.ask(Work(attacks.honest())),
                return_exceptions=True,
            )
            return [*first, len(strangers.idle), strangers.waiting.total()]
        finally:
            strangers.close()

    refused, told, idle, waiting = asyncio.run(ask())
    assert isinstance(refused, Refused)
    assert refused.error == "broken-record"
    assert told.body.decode() == attacks.honest()  # type: ignore[attr-defined]
    assert (idle, waiting) == (1, 0)


def test_only_so_much_may_wait_and_of_one_address_only_little(tmp_path: Path) -> None:
    go = tmp_path / "go"

    async def ask() -> list[str]:
        strangers = Strangers(Settings(tmp_path, strangers=1, strangers_waiting=4), wait_for_file)
        try:
            work = Work(str(go))
            waiting = [asyncio.create_task(strangers.ask(work, "a")) for _ in range(4)]
            waiting += [asyncio.create_task(strangers.ask(work, name)) for name in "bc"]
            await asyncio.sleep(0)
            go.touch()
            told = await asyncio.gather(*waiting, return_exceptions=True)
            return [getattr(one, "error", "") for one in told]
        finally:
            strangers.close()

    assert asyncio.run(ask()) == ["", "", "", "busy", "", "busy"]


def test_addresses_take_turns(tmp_path: Path) -> None:
    go = tmp_path / "go"

    async def ask() -> list[str]:
        strangers = Strangers(Settings(tmp_path, strangers=1), wait_for_file)
        told: list[str] = []

        async def one(name: str) -> None:
            await strangers.ask(Work(str(go)), name[0])
            told.append(name)

        try:
            names = ["a1", "a2", "a3", "b1", "c1", "b2"]
            asking = [asyncio.create_task(one(name)) for name in names]
            await asyncio.sleep(0)
            go.touch()
            await asyncio.gather(*asking)
            assert (strangers.waiting.total(), strangers.turns, strangers.served) == (0, {}, set())
            return told
        finally:
            strangers.close()

    assert asyncio.run(ask()) == ["a1", "b1", "c1", "a2", "b2", "a3"]


def test_slow_work_of_one_address_leaves_a_worker_for_others(tmp_path: Path) -> None:
    go, gone = tmp_path / "go", tmp_path / "gone"
    gone.touch()

    async def ask() -> list[int]:
        strangers = Strangers(Settings(tmp_path, strangers=2), wait_for_file)
        try:
            slow = [asyncio.create_task(strangers.ask(Work(str(go)), "a")) for _ in range(3)]
            await asyncio.sleep(0)
            outcome = await asyncio.wait_for(strangers.ask(Work(str(gone)), "b"), 60)
            assert outcome.body == b"done"
            done = [sum(task.done() for task in slow)]
            slow[2].cancel()  # who goes away before their turn takes no worker
            go.touch()
            await asyncio.gather(*slow, return_exceptions=True)
            await strangers.ask(Work(str(gone)), "a")
            return [*done, strangers.waiting.total()]
        finally:
            strangers.close()

    assert asyncio.run(ask()) == [0, 0]


# The attacks


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads /proc")
def test_records_made_to_hurt_are_answered_and_leave_nothing(tmp_path: Path) -> None:
    server = Process(tmp_path / "tables.sqlite")
    try:
        assert post(server.address, "/api/replay", {"record": attacks.honest()}).status_code == 200
        before = memory(server.process.pid)
        for name, make in attacks.NAMED.items():
            answer = post(server.address, "/api/replay", {"record": make()})
            is_whole = make is attacks.heavy_hitters  # it can be replayed, as any other
            assert answer.status_code == (200 if is_whole else 400), name
            if not is_whole:
                assert answer.json()["error"] == "broken-record", name
                assert "mine" in answer.json()["sentence"], name
        assert memory(server.process.pid) - before < LITTLE
    finally:
        server.stop()


def test_another_visitor_is_answered_meanwhile(tmp_path: Path) -> None:
    go = tmp_path / "go"
    with hosting(tmp_path / "tables.sqlite") as host:
        api = host.app.state.api
        api.strangers.call = wait_for_file
        told: list[int] = []

        def attack() -> None:
            told.append(post(host.address, "/api/replay", {"record": str(go)}).status_code)

        thread = threading.Thread(target=attack)
        thread.start()
        while not api.strangers.waiting:
            time.sleep(0.01)
        assert get(host.address, "/api/games").status_code == 200
        assert told == []
        go.touch()
        thread.join()
        assert told == [200]


def test_foreign_cards_are_not_kept_beyond_their_table(tmp_path: Path) -> None:
    with hosting(tmp_path / "tables.sqlite") as host:
        seats = [{"kind": "person"}, {"kind": "person"}]
        record = attacks.heavy_hitters()
        body = {"record": record, "position": 3, "seats": seats}
        made = post(host.address, "/api/tables/from-record", body).json()
        cards = get(host.address, f"/api/tables/{made['table']}/cards", made["spectator"]).json()
        assert {card.get("armor", 20) for card in cards["cards"]} == {20}
        own = next(iter(attacks.GAME.editions().values()))
        packed = own.boxes.made.values()
        assert host.hall.rooms[made["table"]].play.table.state.box not in packed  # type: ignore[union-attr]


# What is stored and listed


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("players", True),
        ("players", 2.0),
        ("freshened", 2**70),
        ("freshened", True),
        ("names", ["x" * 900_000, "y"]),
        ("names", ["\ud800", "y"]),
        ("options", []),
        ("edition", {"name": "x" * 900_000, "text": "", "sha256": ""}),
        ("edition", {"name": "\ud800", "text": "a = 1", "sha256": ""}),
        ("edition", {"name": "mine", "text": "a = '\ud800'", "sha256": ""}),
    ],
)
def test_every_field_of_a_record_is_checked(host: Host, field: str, value: object) -> None:
    record = {**json.loads(attacks.honest()), field: value}
    body = {"record": json.dumps(record), "position": 0, "seats": [{"kind": "open"}] * 2}
    answer = post(host.address, "/api/tables/from-record", body)
    assert (answer.status_code, answer.json()["error"]) == (400, "broken-record")
    assert len(answer.content) < 2_000
