"""Another duskhall: a copy of this one with some lines changed, to be started on the same data."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from duskhall import game, new_table
from tests.server.hosting import ROOT, Process
from tests.server.playing import Message, Person, get, post

GAME = "games/dark_dealings"
COMMENT = f"{GAME}/cards.toml", "# Names are original.", "# Names are our own."
VALUE = (  # the armor of one hero
    f"{GAME}/cards.toml",
    'name="Hulda Broadback", class="berserker", armor=4',
    'name="Hulda Broadback", class="berserker", armor=5',
)
VERSION = f"{GAME}/__init__.py", "    version = 3\n", "    version = 4\n"
CHANGES = f"{GAME}/__init__.py", '3: ["DD-23"]}', '3: ["DD-23"], 4: ["DD-34"]}'
RULE = (  # a hero falls only if the total is more than its armor
    f"{GAME}/fight.py",
    "return total == armor if kind == THIEF else total >= armor",
    "return total == armor if kind == THIEF else total > armor",
)
SCORING = (
    f"{GAME}/__init__.py",
    "    left = len(s.places[FRONT + seat])\n",
    "    left = 2 * len(s.places[FRONT + seat])\n",
)
GONE = "games/__init__.py", '    "dark_dealings",\n', ""
Change = tuple[str, str, str]  # file, text, and what it becomes


def changed(folder: Path, *changes: Change) -> Path:
    """A copy of the sources with these changes, to be put first."""
    package = folder / "src" / "duskhall"
    ignored = shutil.ignore_patterns("__pycache__", "page", "*.so")
    shutil.copytree(ROOT / "src" / "duskhall", package, ignore=ignored)
    for name, old, new in changes:
        text = (package / name).read_text("utf-8")
        assert text.count(old) == 1, f"{name}: {old}"
        (package / name).write_text(text.replace(old, new), "utf-8")
    return package.parent


@contextmanager
def upgraded(data: Path, folder: Path, *changes: Change) -> Iterator[str]:
    """The address of a changed server on a copy of this data, until the end of the block."""
    source = changed(folder, *changes)
    copy = folder / "tables.sqlite"
    if not copy.exists():
        for file in data.parent.glob(f"{data.name}*"):
            shutil.copy(file, folder / file.name.replace(data.name, copy.name))
    server = Process(copy, source)
    try:
        yield server.address
    finally:
        server.stop()


def command(source: Path, *argv: str) -> subprocess.CompletedProcess[str]:
    """Run `duskhall` of these sources."""
    language = {"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "COLUMNS": "300"}
    return subprocess.run(
        [sys.executable, "-m", "duskhall", *argv],
        env={**os.environ, **language, "PYTHONPATH": str(source)},
        capture_output=True,
        text=True,
        timeout=120,
    )


def set_up_fixed(address: str, public: bool = False, name: str = "dark-dealings") -> Message:
    """A table for two, or as few as may be, whose luck is always the same."""
    players = max(2, game(name).counts({})[0])
    table = new_table(game(name), players, seed=4)
    seat = table.state.waiting[0]  # a move is made: what begins anew has other luck
    table.play(seat, table.state.legal_moves(seat)[0])
    seats = [{"kind": "person", "name": name} for name in ("Ada", "Grace", "Alan")[:players]]
    body = {"record": table.record.dumps(), "position": 1, "seats": seats, "public": public}
    made: Message = post(address, "/api/tables/from-record", body).json()
    return made


def frames(address: str, table: Message, eyes: str = "", seat: int | None = None) -> Message:
    token = table["spectator"] if seat is None else table["seats"][seat]["token"]
    query = {"eyes": eyes} if eyes else {}
    answer = get(address, f"/api/tables/{table['table']}/frames", token, **query)
    assert answer.status_code == 200, answer.text
    told: Message = answer.json()
    return told


def record(address: str, table: Message) -> str:
    answer = get(address, f"/api/tables/{table['table']}/record", table["spectator"])
    assert answer.status_code == 200, answer.text
    return answer.text


def join(address: str, table: Message, seat: int = 0) -> Person:
    return Person(address, table["table"], table["seats"][seat]["token"])
