"""Witnesses: games that were played once must stay what they were.

As long as a game's version stands, its witnesses verify: who changes what a rule does, or how it
scores, moves the version. Those of older versions must at least be read and retraced. And built-in
editions that people may have played with are never changed in place.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from duskhall import BrokenRecord, Record, installed
from duskhall.engine.edition import read_edition
from duskhall.engine.game import Game
from duskhall.engine.table import retrace

ROOT = Path(__file__).parents[2]
WITNESSES = sorted((Path(__file__).parent / "witnesses").glob("*/*.json"))
EDITIONS = Path(__file__).parent / "editions.toml"
CHANGED = "behaviour changed: move the game's version (and add witnesses)"

each_game = pytest.mark.parametrize("game", installed(), ids=lambda game: game.name)
each_witness = pytest.mark.parametrize(
    "path", WITNESSES, ids=lambda path: f"{path.parent.name}/{path.stem}"
)


def read(path: Path) -> Record:
    return Record.loads(path.read_text("utf-8"))


@each_witness
def test_a_witness_verifies_until_the_version_moves(path: Path) -> None:
    record = read(path)
    if record.version == record.game.version:
        try:
            record.verify()
        except BrokenRecord as error:
            pytest.fail(f"{CHANGED}: {error}")
    else:
        table, parting = retrace(record, [], record.result)
        assert parting is None or 0 <= parting.position <= len(table.record.moves)


OLD_FORMAT = [path for path in WITNESSES if path.stem.startswith("format-1")]


@pytest.mark.parametrize("path", OLD_FORMAT, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_record_of_format_1_is_read_and_written_anew(path: Path) -> None:
    """It names its edition by the hash of a text that may be there no more in this state."""
    data = json.loads(path.read_text("utf-8"))
    assert data["duskhall"] == 1
    assert "text" not in data["edition"]
    record = read(path)
    is_past = "past" in path.stem
    assert (record.edition.sha256 in current_hashes(record.game)) != is_past
    again = Record.loads(record.dumps())
    assert json.loads(record.dumps())["duskhall"] == 2
    assert again.edition.text == record.edition.text
    again.verify(data["commitment"])


def current_hashes(game: Game) -> list[str]:
    return [edition.sha256 for edition in game.editions().values()]


def test_there_are_records_of_format_1_of_every_game_of_its_time_and_of_a_past_edition() -> None:
    assert {path.parent.name for path in OLD_FORMAT} == {
        game.name for game in installed() if game.text_hashes
    }
    assert any("past" in path.stem for path in OLD_FORMAT)


@each_game
def test_every_version_has_witnesses_of_different_tables(game: Game) -> None:
    own = [read(path) for path in WITNESSES if path.parent.name == game.name]
    current = [record for record in own if record.version == game.version]
    assert len({record.players for record in current}) > 1
    assert len({str(record.options) for record in current}) > 1
    assert any(record.result is not None for record in current)


@each_game
def test_a_built_in_edition_is_never_changed_in_place(game: Game) -> None:
    known = tomllib.loads(EDITIONS.read_text("utf-8"))[game.name]
    past = {
        Path(file).stem: read_edition(game.folder / file)
        for file in game.text_hashes.values()
        if file.startswith("past/")
    }
    hashes = {name: edition.sha256 for name, edition in {**game.editions(), **past}.items()}
    for name, known_hash in known.items():
        assert hashes.get(name) == known_hash, f"{name} changed: make it a new edition (designed-2)"
    assert set(hashes) == set(known), "a new edition is listed in tests/games/editions.toml"


# The gate holds


def run_gate(tmp_path: Path, file: str, line: str, changed: str) -> str:
    """What this test file says of a copy of the source in which one line is another."""
    source = tmp_path / "src"
    shutil.copytree(ROOT / "src" / "duskhall", source / "duskhall")
    path = source / "duskhall" / file
    text = path.read_text("utf-8")
    assert text.count(line) == 1, f"{line!r} is not once in {file}"
    path.write_text(text.replace(line, changed), "utf-8")
    done = subprocess.run(
        [
            *[sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0"],
            *["tests/games/test_witnesses.py", "-k", "verifies or never_changed"],
        ],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(source)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return done.stdout if done.returncode else ""


@pytest.mark.source
@pytest.mark.parametrize(
    ("file", "line", "changed", "said"),
    [
        (
            "games/dont_turn_your_back/state.py",
            "HAND_SIZE: Final = 4",
            "HAND_SIZE: Final = 3",
            CHANGED,
        ),
        (
            "games/dark_dealings/__init__.py",
            "    return (len(defeated), left, max(",
            "    return (len(defeated), left + 1, max(",
            f"{CHANGED}: the result is not the one recorded",
        ),
        (
            "games/dont_turn_your_back/cards.toml",
            'name="Cleaner", set="start", copies=1, pain=1',
            'name="Cleaner", set="start", copies=1, pain=2',
            "changed: make it a new edition (designed-2)",
        ),
    ],
    ids=["rule", "scoring", "edition"],
)
def test_a_change_in_place_is_found(
    file: str, line: str, changed: str, said: str, tmp_path: Path
) -> None:
    assert said in run_gate(tmp_path, file, line, changed)


@pytest.mark.source
def test_a_comment_is_no_change(tmp_path: Path) -> None:
    file = "games/dont_turn_your_back/cards.toml"
    first = (ROOT / "src" / "duskhall" / file).read_text("utf-8").partition("\n")[0]
    assert first.startswith("#")
    assert run_gate(tmp_path, file, first, "# Said otherwise.") == ""
