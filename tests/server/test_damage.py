"""Damage within a file: it is found and told of, and only what is damaged is lost."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

from duskhall.cli import run
from duskhall.server import damage
from duskhall.server.formats import WrongFile
from duskhall.server.store import SqliteStore
from tests.server.hosting import hosting
from tests.server.playing import Message, Person, get, set_up, sit_down
from tests.server.test_safety import closing_code

HEADS = {
    "a header of no letters": "UPDATE tables SET header = CAST(x'7bffff7d' AS TEXT) WHERE id = ?",
    "a header of nothing": "UPDATE tables SET header = '' WHERE id = ?",
    "seats of no letters": "UPDATE tables SET seats = CAST(x'5bffff5d' AS TEXT) WHERE id = ?",
    "renewals of no letters": "UPDATE tables SET renewals = CAST(x'ff' AS TEXT) WHERE id = ?",
}
REST = {
    "a move of no letters": "UPDATE moves SET move = CAST(x'ffff' AS TEXT) WHERE table_id = ?",
    "a journal with a gap": "UPDATE moves SET position = 7 WHERE table_id = ?",
}


@pytest.fixture
def tables(tmp_path: Path) -> tuple[Path, Message, Message]:
    """A file of two tables in the lobby, with a move and a line each."""
    data = tmp_path / "tables.sqlite"
    made: list[Message] = []
    with hosting(data) as host:
        for _ in range(2):
            made.append(set_up(host.address, "Ada", "Grace", "open", public=True))
            ada, grace = sit_down(host.address, made[-1])
            ada.move(ada.moves[0])
            ada.ask("chat", text="Well met.")
            ada.close()
            grace.close()
    return data, made[0], made[1]


@pytest.mark.parametrize("kind", [*HEADS, *REST])
def test_a_table_that_is_damaged_is_named_and_hides_no_other(
    tables: tuple[Path, Message, Message],
    kind: str,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    data, bad, good = tables
    with closing(sqlite3.connect(data)) as rows, rows:
        rows.execute((HEADS | REST)[kind], (bad["table"],))
    assert damage.wrong_tables(data) == [bad["table"]]
    damage.report(data)
    assert (bad["table"] in caplog.text) is (kind in HEADS)
    assert run(["doctor", "--data", str(data), "--language", "en"]) == 1
    assert bad["table"] in capsys.readouterr().out
    assert run(["tables", str(data), "list"]) == 0
    with hosting(data) as host:
        checked = Event()
        host.call(lambda: host.hall.check(lambda _: checked.set()))
        assert checked.wait(30)
        listed = [table["table"] for table in get(host.address, "/api/tables").json()["tables"]]
        assert good["table"] in listed
        answer = get(host.address, f"/api/tables/{bad['table']}")
        assert (answer.status_code, answer.json()["error"]) == (503, "damaged")
        person = Person(host.address, bad["table"], bad["seats"][0]["token"])
        assert person.state["error"] == "damaged"
        assert closing_code(person)
        person.close()
        asyncio.run_coroutine_threadsafe(host.hall.expire(), host.loop).result(30)
        for person in sit_down(host.address, good):
            assert person.state["type"] == "table"
            person.close()
    assert run(["tables", str(data), "delete", bad["table"], "--yes"]) == 0
    assert damage.wrong_tables(data) == []


def test_a_damaged_line_of_chat_does_not_end_a_game(
    tables: tuple[Path, Message, Message],
) -> None:
    data, bad, _ = tables
    with closing(sqlite3.connect(data)) as rows, rows:
        rows.execute("UPDATE chat SET text = CAST(x'41ff' AS TEXT), name = CAST(x'ff' AS TEXT)")
    with hosting(data) as host:
        ada, grace = sit_down(host.address, bad)
        assert [line["text"] for line in ada.state["chat"]] == ["A\ufffd"]
        assert grace.move(grace.moves[0])["type"] == "moved"
        ada.close()
        grace.close()


def test_a_file_whose_schema_is_damaged_is_refused_in_a_line(
    tables: tuple[Path, Message, Message], capsys: pytest.CaptureFixture[str]
) -> None:
    data = tables[0]
    body = bytearray(data.read_bytes())
    start = body.index(b"tablechatchat") + 5  # SQLite quotes the name in its message
    body[start : start + 15] = b"\xff" * 15
    data.write_bytes(body)
    with pytest.raises(WrongFile):
        SqliteStore(data, lambda call: call())
    assert run(["doctor", "--data", str(data), "--language", "en"]) == 1
    assert "cannot be used" in capsys.readouterr().out


def test_wherever_a_file_is_damaged_no_answer_is_a_failure_of_ours(
    tables: tuple[Path, Message, Message],
) -> None:
    data, *made = tables
    whole, rng, opened = data.read_bytes(), random.Random(5), 0
    for _ in range(12):
        body = bytearray(whole)
        start = rng.randrange(100, len(body) - 100)
        body[start : start + 100] = b"\xff" * 100
        data.write_bytes(body)
        try:
            SqliteStore(data, lambda call: call()).close()
        except WrongFile:
            continue
        opened += 1
        with hosting(data) as host:
            for path in ("", *(f"/{table['table']}" for table in made)):
                answer = get(host.address, f"/api/tables{path}")
                assert answer.status_code in (200, 404, 503), (start, path)
    assert opened
