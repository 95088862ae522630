"""A data file that an older server wrote is brought up to the format of today, and nothing is lost."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from duskhall.cli import run
from duskhall.server.formats import FORMAT, WrongFile, format_of, migrate
from duskhall.server.reopening import reopen
from duskhall.server.store import SqliteStore
from tests.server.hosting import hosting
from tests.server.playing import Person, get, play_on

OLD = Path(__file__).parent / "old"  # written by servers of that time
KNOWN: dict[str, Any] = json.loads((OLD / "format-1.json").read_text())


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "tables.sqlite"
    rows = sqlite3.connect(path)
    rows.executescript((OLD / "format-1.sql").read_text())
    rows.close()
    return path


def dump(path: Path) -> str:
    rows = sqlite3.connect(path)
    text = "\n".join(rows.iterdump())
    rows.close()
    return text


def change(path: Path, statement: str, *values: object) -> None:
    rows = sqlite3.connect(path)
    with rows:
        assert rows.execute(statement, values).rowcount > 0
    rows.close()


def people_of(address: str, table: dict[str, Any]) -> list[Person]:
    return [Person(address, table["table"], token) for token in table["tokens"] if token]


def test_every_table_is_as_it_was_and_goes_on(data: Path) -> None:
    before = dump(data)
    with hosting(data) as host:
        for name, table in KNOWN.items():
            people = people_of(host.address, table)
            for person, view in zip(people, table["views"], strict=True):
                assert person.state["commitment"] == table["commitment"], name
                assert (person.position, person.branch) == (table["position"], table["branch"])
                for part in ("places", "numbers", "sealed", "asks"):  # an outlook may grow
                    assert person.view[part] == view[part], name
                assert person.over == table["over"]
                assert "stopped" not in person.state
            if len(people) == 2 and not table["over"]:
                play_on(people, random.Random(1))
                assert people[0].over["commitment"] == table["commitment"]
            for person in people:
                person.close()
        running = KNOWN["dark-running"]
        with Person(host.address, running["table"], running["tokens"][0]) as ada:
            assert [line["text"] for line in ada.state["chat"]] == ["Well met."]
        path = f"/api/tables/{KNOWN['dark-over']['table']}/record"
        record = get(host.address, path, KNOWN["dark-over"]["spectator"]).json()
        old = json.loads((OLD / "record-1.json").read_text())
        assert (record["chain"], record["moves"]) == (old["chain"], old["moves"])
        lobby = get(host.address, "/api/tables").json()["tables"]
        assert [table["table"] for table in lobby] == [KNOWN["open"]["table"]]
    assert dump(data.with_name("tables.sqlite.format-1")) == before
    assert format_of(data) == FORMAT


def test_the_texts_of_editions_are_moved_to_one_place(data: Path) -> None:
    store = SqliteStore(data, lambda call: call())
    assert store.migrated == data.with_name("tables.sqlite.format-1")
    for table in KNOWN.values():
        found = store.load(table["table"], 0)
        assert found is not None
        assert found.header.edition_text.startswith("#")
        assert found.header.record().commitment() == table["commitment"]
        assert found.pulses == [0] * (table["position"] + 1)
    store.close()
    rows = sqlite3.connect(data)
    assert rows.execute("SELECT count(*) FROM editions").fetchone() == (3,)
    rows.close()
    assert migrate(data, format_of(data)) is None  # once is enough


def test_an_edition_of_ones_own_is_moved_too(data: Path) -> None:
    table = KNOWN["dark-running"]["table"]
    rows = sqlite3.connect(data)
    (text,) = rows.execute("SELECT header FROM tables WHERE id = ?", (table,)).fetchone()
    rows.close()
    header = json.loads(text)
    for own in ("heroes = []", "this is not TOML ["):
        file = data.with_name(f"{len(own)}.sqlite")
        shutil.copy(data, file)
        changed = json.dumps({**header, "edition": "mine", "edition_text": own})
        change(file, "UPDATE tables SET header = ? WHERE id = ?", changed, table)
        store = SqliteStore(file, lambda call: call())
        found = store.load(table, 0)
        store.close()
        assert found is not None
        assert found.header.edition_text == own


def test_a_table_whose_edition_is_lost_is_not_refused(data: Path) -> None:
    running, over = KNOWN["dark-running"], KNOWN["dark-over"]
    lost = "replace(header, substr(header, instr(header, 'sha256') + 9, 64), printf('%064d', 0))"
    for table in (running, over):
        change(data, f"UPDATE tables SET header = {lost} WHERE id = ?", table["table"])
    with hosting(data) as host:
        for table, state in ((running, "halted"), (over, "frozen")):
            path = f"/api/tables/{table['table']}"
            assert get(host.address, path, table["tokens"][0]).json()["stopped"] == state
            with Person(host.address, table["table"], table["tokens"][0]) as ada:
                assert ada.state["stopped"]["why"] == "edition"
                assert ada.ask("chat", text="Oh.")["type"] == "chat"
            told = get(host.address, f"{path}/frames", table["tokens"][0])
            assert (told.status_code, told.json()["frames"]) == (200, [])
        record = get(host.address, f"/api/tables/{over['table']}/record", over["spectator"]).json()
        assert len(record["moves"]) == over["position"]


def test_a_migration_that_fails_leaves_the_file_as_it_was(data: Path) -> None:
    change(data, "UPDATE tables SET header = '{}' WHERE id = ?", KNOWN["open"]["table"])
    before = dump(data)
    with pytest.raises(WrongFile):
        SqliteStore(data, lambda call: call())
    assert dump(data) == before
    assert format_of(data) == 1


def test_a_report_changes_nothing(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = data.read_bytes()
    assert run(["migrate", str(data), "--report", "--language", "en"]) == 0
    assert "it becomes format 2" in capsys.readouterr().out
    assert data.read_bytes() == before
    assert [file.name for file in data.parent.iterdir()] == ["tables.sqlite"]
    assert run(["migrate", str(data), "--language", "en"]) == 0
    assert "it becomes format 2" in capsys.readouterr().out
    assert format_of(data) == FORMAT
    assert run(["migrate", str(data), "--language", "en"]) == 0
    assert capsys.readouterr().out == "All tables were played by the rules of today.\n"


def test_what_format_1_did_not_keep_is_kept_from_now_on(data: Path) -> None:
    assert run(["migrate", str(data)]) == 0
    store = SqliteStore(data, lambda call: call())
    for name, table in KNOWN.items():
        found = store.load(table["table"], 0)
        assert found is not None
        assert 0 not in found.pulses
        assert reopen(found).parting is None
        found.pulses[-1] ^= 1
        assert reopen(found).position == table["position"] - 1
        assert (found.result is not None) == bool(table["over"]), name
        assert bool(store.told(table["table"])) == bool(table["over"])
    store.close()


def test_a_record_is_written_in_the_format_of_today(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    old = (OLD / "record-1.json").read_text()
    file.write_text(old)
    assert run(["migrate", str(file), "--report", "--language", "en"]) == 0
    assert "it can be written in format 2" in capsys.readouterr().out
    assert file.read_text() == old
    assert run(["migrate", str(file)]) == 0
    assert file.with_name("game.json.format-1").read_text() == old
    new, before = json.loads(file.read_text()), json.loads(old)
    assert (new["duskhall"], before["duskhall"]) == (2, 1)
    assert all(new[key] == before[key] for key in ("chain", "moves", "commitment", "names"))
    assert new["result"]["ranks"] == KNOWN["dark-over"]["over"]["ranks"]
    assert run(["verify", str(file), "--commitment", before["commitment"]]) == 0
    capsys.readouterr()
    assert run(["migrate", str(file), "--language", "en"]) == 0
    assert "nothing to do" in capsys.readouterr().out


def test_what_cannot_be_migrated_is_one_clear_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = json.loads((OLD / "record-1.json").read_text())
    broken["moves"][3] = broken["moves"][4]
    for name, text, code in (
        ("notes.txt", "notes", 2),
        ("other.json", "{}", 2),
        ("wrong.json", json.dumps(broken), 1),
    ):
        file = tmp_path / name
        file.write_text(text)
        assert run(["migrate", str(file)]) == code
        assert file.read_text() == text
    assert run(["migrate", str(tmp_path / "nowhere")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 3
    later = tmp_path / "later.sqlite"
    rows = sqlite3.connect(later)
    rows.executescript("CREATE TABLE x (id); PRAGMA user_version = 99")
    rows.close()
    for words in ([], ["--report"]):
        assert run(["migrate", str(later), *words]) == 2
        assert "format 99" in capsys.readouterr().err
