"""The store: what is told to be durable is, many writes share a commit, and a journal has no gap."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import duskhall
from duskhall import BrokenRecord, Record
from duskhall.engine.game import Standing
from duskhall.server import store as store_module
from duskhall.server.formats import WrongFile
from duskhall.server.header import Header
from duskhall.server.messages import Line, Renewal, Seat, TakeBack
from duskhall.server.store import HALTED, Entry, Outcome, SqliteStore, Standpoint, Stored

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
    store.append("a", [Entry(0, 0, 0, "pick 1 2")], None, waiter)
    store.append("a", [Entry(1, 1, 1, "pick 3 4")], None, waiter)
    store.say("a", Line(0, "Ada", "Well met.", 5, 0), 9, waiter)
    store.say("a", Line(1, "Grace", "Hello.", 6, 1), 9, waiter)
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
    store.append("a", [Entry(0, 0, 0, "pick 1 2")], None, waiter)
    store.append("a", [Entry(1, 1, 1, "pick 3 4")], None, waiter)
    back = TakeBack(1, 0, 0, 2, False, False)
    again = [Entry(2, 0, 0, takeback=back), Entry(3, 0, 1, "pick 3 4")]
    store.append("a", again, None, waiter)
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


@pytest.mark.parametrize(("writes", "waits"), [(1, 0), (7, 0), (8, 1), (30, 1)])
def test_when_many_write_the_next_commit_waits_for_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, waiter: Waiter, writes: int, waits: int
) -> None:
    slept: list[float] = []
    monkeypatch.setattr(store_module, "sleep", slept.append)
    go_on = threading.Event()

    def post(call: Callable[[], None]) -> None:
        assert go_on.wait(20)
        call()

    store = SqliteStore(tmp_path / "tables.sqlite", post)
    store.create(stored(), waiter)
    while not store.commits:  # the writer has committed this, and cannot go on
        pass
    for number in range(writes):
        store.append("a", [Entry(number, number, 0, "pick 1 2")], None, waiter)
    go_on.set()
    assert waiter.wait(1 + writes) == [None] * (1 + writes)
    store.close()
    assert store.commits == 2
    assert len(slept) == waits


def test_one_bad_write_does_not_hurt_the_others(store: SqliteStore, waiter: Waiter) -> None:
    store.create(stored("a"), waiter)
    store.create(stored("b"), waiter)
    waiter.wait(2)
    good, bad = Waiter(), Waiter()
    for number in range(20):
        store.append("a", [Entry(number, number, 0, "pick 1 2")], None, good)
        store.append("b", [Entry(0, 0, 0, "pick 1 2")], None, bad)
    assert good.wait(20) == [None] * 20
    assert [outcome is None for outcome in bad.wait(20)] == [True] + [False] * 19


def test_what_follows_a_failed_write_fails_until_the_table_is_read_again(
    store: SqliteStore, waiter: Waiter
) -> None:
    store.create(stored("a"), waiter)
    store.append("a", [Entry(0, 0, 0, "pick 1 2")], None, waiter)
    store.append("a", [Entry(0, 0, 1, "pick 3 4")], None, waiter)
    store.append("a", [Entry(1, 1, 1, "pick 3 4")], None, waiter)
    outcomes = [outcome is None for outcome in waiter.wait(4)]
    assert outcomes == [True, True, False, False]
    found = store.load("a", 1)
    assert found is not None
    assert found.entries == 1
    store.append("a", [Entry(1, 1, 1, "pick 3 4")], None, waiter)
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
    store.append(
        "over",
        [Entry(0, 0, 0, "pick 1 2")],
        Standing([1, 2], [(1,), (0,)], "DD-55", "most-heroes"),
        waiter,
    )
    waiter.wait(7)
    assert [table.table for table in store.lobby("", 10)[0]] == ["new", "old"]
    assert [table.table for table in store.lobby("dark-dealings", 1)[0]] == ["new"]
    assert store.lobby("chess", 10)[0] == []


def test_what_was_told_is_in_a_copy_of_the_files_made_at_that_moment(
    store: SqliteStore, waiter: Waiter, tmp_path: Path
) -> None:
    """As after a crash: nothing was closed, and there is only what lies on the disk."""
    store.create(stored(), waiter)
    for number in range(50):
        store.append("a", [Entry(number, number, number % 2, "pick 1 2")], None, waiter)
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


def test_another_file_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("these are notes, and no tables " * 100)
    later, foreign, numbered = (tmp_path / name for name in ("later", "foreign", "numbered"))
    for path, script in (
        (later, "PRAGMA user_version = 99"),
        (foreign, "CREATE TABLE tables (id)"),
        (numbered, "CREATE TABLE songs (id); PRAGMA user_version = 1"),
    ):
        rows = sqlite3.connect(path)
        rows.executescript(script)
        rows.close()
    for path, word in (
        (text, r"notes\.txt"),
        (later, "format 99.*newer"),
        (foreign, "something else"),
        (numbered, "something else"),
    ):
        before = path.read_bytes()
        with pytest.raises(WrongFile, match=word):
            SqliteStore(path, lambda call: call())
        assert path.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        *("foreign", "later", "notes.txt", "numbered")
    ]


def test_a_header_leads_to_its_record_or_says_why_not() -> None:
    for field, value, word in (
        ("game", "chess", "no game"),
        ("edition_text", "[", "designed"),
        ("players", 9, "players"),
        ("options", {"chess": True}, "no option"),
    ):
        other = Header.of(record())
        setattr(other, field, value)
        with pytest.raises(BrokenRecord, match=word):
            other.record()
    header = Header.of(record())
    assert header.record().commitment() == header.bare().commitment() == record().commitment()
    header.version = 1  # it keeps the version that it was played by
    assert header.record().version == header.bare().version == 1
    assert header.record().commitment() == header.bare().commitment()


def test_the_text_of_an_edition_is_kept_once(store: SqliteStore, waiter: Waiter) -> None:
    for table in "abc":
        store.create(stored(table), waiter)
    waiter.wait(3)
    rows = sqlite3.connect(store.path)
    assert rows.execute("SELECT sha256, text FROM editions").fetchall() == [
        (GAME.edition("designed").sha256, GAME.edition("designed").text)
    ]
    assert not rows.execute("SELECT 1 FROM tables WHERE header LIKE '%heroes%'").fetchall()
    rows.close()
    found = store.load("b", 1)
    assert found is not None
    assert found.header == Header.of(record())


def test_pulses_result_and_luck_are_kept(store: SqliteStore, waiter: Waiter) -> None:
    table = stored()
    table.pulses = [11]
    store.create(table, waiter)
    result = Standing([1, 2], [(1, 5), (0, 7)], "DD-55", "most-heroes")
    back = TakeBack(1, 0, 1, 2, True, True)
    store.append("a", [Entry(0, 0, 0, "pick 1 2", pulse=12)], None, waiter)
    store.append("a", [Entry(1, 1, 0, "pick 1 3", pulse=13)], None, waiter)
    again = [Entry(2, 1, 0, takeback=back), Entry(3, 1, -1, "fresh 3", pulse=14)]
    store.append("a", again, None, waiter)
    store.append("a", [Entry(4, 1, 1, takeback=TakeBack(2, 1, 1, 2, True, False))], None, waiter)
    store.append("a", [Entry(5, 1, 1, "pick 1 4", pulse=15)], result, waiter)
    waiter.wait(6)
    found = store.load("a", 1)
    assert found is not None
    assert (found.pulses, found.result, found.over) == ([11, 12, 15], result, True)
    assert found.freshened == 3  # what was taken back since has been seen all the same
    store.save_told("a", 6, b"told", None, waiter)
    waiter.wait(7)
    found = store.load("a", 1)
    assert found is not None
    assert (found.told, store.told("a"), store.told("b")) == (6, b"told", b"")


def test_by_which_rules_a_table_goes_on_is_kept(store: SqliteStore, waiter: Waiter) -> None:
    table = stored()
    table.pulses = [11]
    store.create(table, waiter)
    renewed = Standpoint(7, [Renewal(3, 7, True)])
    made = table.header.version
    store.renew("a", [], made, renewed, waiter)
    store.renew("a", [], made, Standpoint(2, still=HALTED), waiter)  # read before: too late
    waiter.wait(3)
    found = store.load("a", 1)
    assert found is not None
    assert found.standpoint == renewed
    assert [(one.table, one.rules, one.lacks) for one in store.unchecked()] == [("a", 7, False)]
    assert [one.table for one in store.lobby("", 10)[0]] == ["a"]
    store.renew("a", [], 7, Standpoint(7, still=HALTED), waiter)
    waiter.wait(4)
    assert store.lobby("", 10)[0] == []
