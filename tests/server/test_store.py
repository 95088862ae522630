"""The store: what is told to be durable is, many writes share a commit, and a journal has no gap."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import duskhall
from duskhall import BrokenRecord, Record
from duskhall.server.messages import Line, Seat, TakeBack
from duskhall.server.store import Entry, Header, Outcome, SqliteStore, Stored, WrongFile

GAME = duskhall.game("dark-dealings")


def record(seed: int = 7) -> Record:
    edition = GAME.edition("designed")
    return Record(GAME, 2, GAME.box(2).options, edition, seed)


def stored(table: str = "a", public: bool = True, created: int = 1) -> Stored:
    seats = [Seat("person", "Ada", host=True), Seat("open", "Open seat 2")]
    tokens = {b"x" * 32: 0, b"y" * 32: 30}
    return Stored(table, Header.of(record()), seats, public, created, tokens=tokens)


class Waiter:
    """Counts what it is told."""

    def __init__(self) -> None:
        self.told: list[Outcome] = []
        self.changed = threading.Condition()

    def __call__(self, outcome: Outcome) -> None:
        with self.changed:
            self.told.append(outcome)
            self.changed.notify_all()

    def wait(self, count: int) -> list[Outcome]:
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.told) >= count, 20)
            return self.told


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    opened = SqliteStore(tmp_path / "tables.sqlite", lambda call: call())
    yield opened
    opened.close()


@pytest.fixture
def waiter() -> Waiter:
    return Waiter()


def test_a_table_is_kept_as_it_was(store: SqliteStore, waiter: Waiter) -> None:
    store.create(stored(), waiter)
    store.append("a", [Entry(0, 0, 0, "pick 1 2")], False, waiter)
    store.append("a", [Entry(1, 1, 1, "pick 3 4")], False, waiter)
    store.say("a", Line(0, "Ada", "Well met.", 5, 0), waiter)
    store.say("a", Line(1, "Grace", "Hello.", 6), waiter)
    assert waiter.wait(5) == [None] * 5
    found = store.load("a", 1)
    assert found is not None
    assert [f"{seat} {move}" for seat, move in found.moves] == ["0 pick 1 2", "1 pick 3 4"]
    assert (found.entries, found.lines, [line.text for line in found.chat]) == (2, 2, ["Hello."])
    assert found.tokens == {b"x" * 32: 0, b"y" * 32: 30}
    assert found.header.record().commitment() == record().commitment()
    assert found.seats == stored().seats
    assert store.load("b", 1) is None


def test_taking_back_is_written_behind_what_it_takes_back(
    store: SqliteStore, waiter: Waiter
) -> None:
    store.create(stored(), waiter)
    store.append("a", [Entry(0, 0, 0, "pick 1 2")], False, waiter)
    store.append("a", [Entry(1, 1, 1, "pick 3 4")], False, waiter)
    back = TakeBack(1, 0, 0, 2, False, False)
    again = [Entry(2, 0, 0, takeback=back), Entry(3, 0, 1, "pick 3 4")]
    store.append("a", again, False, waiter)
    waiter.wait(4)
    found = store.load("a", 1)
    assert found is not None
    assert [f"{seat} {move}" for seat, move in found.moves] == ["1 pick 3 4"]
    assert (found.takebacks, found.entries) == ([back], 4)
    rows = sqlite3.connect(store.path)
    assert rows.execute("SELECT count(*) FROM moves").fetchone() == (4,)
    rows.close()


def test_many_writes_share_a_commit(store: SqliteStore, waiter: Waiter) -> None:
    # The writer is held up by another one; what comes meanwhile is committed at once.
    holding = sqlite3.connect(store.path, isolation_level=None, check_same_thread=False)
    holding.execute("BEGIN IMMEDIATE")
    for number in range(300):
        store.create(stored(f"t{number}"), waiter)
    holding.execute("COMMIT")
    holding.close()
    assert waiter.wait(300) == [None] * 300
    assert store.commits < 50


def test_one_bad_write_does_not_hurt_the_others(store: SqliteStore, waiter: Waiter) -> None:
    store.create(stored("a"), waiter)
    store.create(stored("b"), waiter)
    waiter.wait(2)
    good, bad = Waiter(), Waiter()
    for number in range(20):
        store.append("a", [Entry(number, number, 0, "pick 1 2")], False, good)
        store.append("b", [Entry(0, 0, 0, "pick 1 2")], False, bad)
    assert good.wait(20) == [None] * 20
    assert [outcome is None for outcome in bad.wait(20)] == [True] + [False] * 19


def test_what_follows_a_failed_write_fails_until_the_table_is_read_again(
    store: SqliteStore, waiter: Waiter
) -> None:
    store.create(stored("a"), waiter)
    store.append("a", [Entry(0, 0, 0, "pick 1 2")], False, waiter)
    store.append("a", [Entry(0, 0, 1, "pick 3 4")], False, waiter)
    store.append("a", [Entry(1, 1, 1, "pick 3 4")], False, waiter)
    outcomes = [outcome is None for outcome in waiter.wait(4)]
    assert outcomes == [True, True, False, False]
    found = store.load("a", 1)
    assert found is not None
    assert found.entries == 1
    store.append("a", [Entry(1, 1, 1, "pick 3 4")], False, waiter)
    assert waiter.wait(5)[-1] is None


def test_the_lobby_shows_public_tables_with_an_open_seat(
    store: SqliteStore, waiter: Waiter
) -> None:
    store.create(stored("old", created=1), waiter)
    store.create(stored("new", created=2), waiter)
    store.create(stored("hidden", public=False), waiter)
    store.create(stored("full"), waiter)
    store.save_seats("full", [Seat("person", "Ada"), Seat("person", "Grace")], {b"z": 1}, waiter)
    store.create(stored("over"), waiter)
    store.append("over", [Entry(0, 0, 0, "pick 1 2")], True, waiter)
    waiter.wait(7)
    assert [table.table for table in store.lobby("", 10)] == ["new", "old"]
    assert [table.table for table in store.lobby("dark-dealings", 1)] == ["new"]
    assert store.lobby("chess", 10) == []


def test_what_was_told_is_in_a_copy_of_the_files_made_at_that_moment(
    store: SqliteStore, waiter: Waiter, tmp_path: Path
) -> None:
    """As after a crash: nothing was closed, and there is only what lies on the disk."""
    store.create(stored(), waiter)
    for number in range(50):
        store.append("a", [Entry(number, number, number % 2, "pick 1 2")], False, waiter)
    waiter.wait(51)
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    for name in ("tables.sqlite", "tables.sqlite-wal"):
        shutil.copy(tmp_path / name, crashed / name)
    again = SqliteStore(crashed / "tables.sqlite", lambda call: call())
    found = again.load("a", 1)
    again.close()
    assert found is not None
    assert found.entries == 50


def test_the_file_is_written_safely(store: SqliteStore) -> None:
    assert store.writer.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store.writer.execute("PRAGMA synchronous").fetchone() == (2,)


def test_another_file_is_refused(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("these are notes, and no tables " * 100)
    with pytest.raises(WrongFile, match=r"notes\.txt"):
        SqliteStore(text, lambda call: call())
    later = tmp_path / "later.sqlite"
    rows = sqlite3.connect(later)
    rows.execute("PRAGMA user_version = 99")
    rows.close()
    with pytest.raises(WrongFile, match="format 99"):
        SqliteStore(later, lambda call: call())


def test_a_table_of_other_rules_is_known_by_its_header() -> None:
    header = Header.of(record())
    for field, value, word in (
        ("version", 99, "version 99"),
        ("game", "chess", "no game"),
        ("edition_sha256", "0", "edition"),
    ):
        other = Header.of(record())
        setattr(other, field, value)
        with pytest.raises(BrokenRecord, match=word):
            other.record()
    assert header.record().commitment() == record().commitment()
