"""Backups: taken while the server runs and people play, and put back."""

from __future__ import annotations

import os
import random
import sqlite3
import stat
import threading
from pathlib import Path

import pytest

from duskhall.cli import run
from duskhall.server.reopening import reopen
from duskhall.server.store import SqliteStore
from tests.server.hosting import Process, hosting
from tests.server.playing import Person, play_on, set_up, sit_down

TIMES = 5


def moves_in(data: Path, table: str) -> int:
    """How many moves of a table are in a file; they lead to what was kept of it."""
    store = SqliteStore(data, lambda call: call())
    try:
        stored = store.load(table, 0)
    finally:
        store.close()
    assert stored is not None
    assert reopen(stored).parting is None
    return len(stored.moves)


def test_a_backup_holds_all_that_was_acknowledged_before_it(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    server = Process(data)
    try:
        made = set_up(server.address, "Ada", "Grace")
        people = sit_down(server.address, made)
        playing = threading.Event()
        stop = threading.Event()

        def play() -> None:
            rng = random.Random(1)
            while not (stop.is_set() or people[0].over):
                play_on(people, rng, 1)
                playing.set()

        thread = threading.Thread(target=play)
        thread.start()
        assert playing.wait(30)
        known, copies = [], [tmp_path / f"copy-{number}.sqlite" for number in range(TIMES)]
        for copy in copies:
            known.append(people[0].position)
            assert run(["backup", str(copy), "--data", str(data)]) == 0
        stop.set()
        thread.join(30)
        last = people[0].position
        for person in people:
            person.close()
    finally:
        server.kill()
    for copy, before in zip(copies, known, strict=True):
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        assert before <= moves_in(copy, made["table"]) <= last
    assert sorted(path.name for path in tmp_path.glob("copy-*.sqlite")) == [
        copy.name for copy in copies
    ]


def test_a_table_goes_on_from_a_backup(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, copy = tmp_path / "tables.sqlite", tmp_path / "copy.sqlite"
    with hosting(data) as host:
        made = set_up(host.address, "Ada", "Grace")
        people = sit_down(host.address, made)
        play_on(people, random.Random(1), 7)
        assert run(["backup", str(copy), "--data", str(data)]) == 0
        play_on(people, random.Random(1), 3)
        for person in people:
            person.close()
        # While a server has the file, it stays.
        assert run(["restore", str(copy), "--data", str(data), "--language", "en"]) == 2
        assert "stop it first" in capsys.readouterr().err
    assert not data.with_name("tables.sqlite.restored").exists()
    assert run(["restore", str(copy), "--data", str(data), "--language", "en"]) == 0
    kept = data.with_name("tables.sqlite.before-1")
    assert str(kept) in capsys.readouterr().out
    assert moves_in(kept, made["table"]) == 10
    with hosting(data) as host:
        people = [Person(host.address, made["table"], seat["token"]) for seat in made["seats"]]
        assert [person.position for person in people] == [7, 7]
        play_on(people, random.Random(2), 3)
        for person in people:
            person.close()


def test_damaged_data_is_put_away_and_replaced(tmp_path: Path) -> None:
    data, copy = tmp_path / "tables.sqlite", tmp_path / "copy.sqlite"
    with hosting(data) as host:
        made = set_up(host.address, "Ada", "open")
        assert run(["backup", str(copy), "--data", str(data)]) == 0
    data.write_bytes(b"damaged")
    assert run(["restore", str(copy), "--data", str(data)]) == 0
    assert moves_in(data, made["table"]) == 0
    assert data.with_name("tables.sqlite.before-1").read_bytes() == b"damaged"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_what_root_restores_belongs_to_the_server(tmp_path: Path) -> None:
    data, copy = tmp_path / "tables.sqlite", tmp_path / "copy.sqlite"
    SqliteStore(data, lambda call: call()).close()
    assert run(["backup", str(copy), "--data", str(data)]) == 0
    there = tmp_path / "state"
    there.mkdir()
    os.chown(there, 1234, 4321)
    assert run(["restore", str(copy), "--data", str(there / "tables.sqlite")]) == 0
    found = (there / "tables.sqlite").stat()
    assert (found.st_uid, found.st_gid) == (1234, 4321)


def test_a_backup_is_never_written_over_and_only_made_of_tables(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, copy = tmp_path / "tables.sqlite", tmp_path / "copy.sqlite"
    copy.write_text("mine")
    assert run(["backup", str(copy), "--data", str(data), "--language", "en"]) == 2
    assert copy.read_text() == "mine"
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as rows:
        rows.execute("CREATE TABLE birds (name TEXT)")
    rows.close()
    for wrong in (data, copy, other):  # nothing there, no database, of something else
        assert run(["backup", str(tmp_path / "new"), "--data", str(wrong)]) == 2
        assert run(["restore", str(wrong), "--data", str(data)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 7
    assert {path.name for path in tmp_path.iterdir()} == {"copy.sqlite", "other.sqlite"}
