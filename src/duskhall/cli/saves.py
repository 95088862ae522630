"""Where games that were put aside wait, and where finished ones are kept."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from duskhall.cli.bad_input import BadInput, read_record
from duskhall.engine.game import Game
from duskhall.engine.records import Record
from duskhall.lab.match import write_record


def data_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The user's folder for data, by the custom of the platform."""
    if platform == "win32" and environment.get("LOCALAPPDATA"):
        return Path(environment["LOCALAPPDATA"]) / "duskhall"
    if environment.get("XDG_DATA_HOME"):
        return Path(environment["XDG_DATA_HOME"]) / "duskhall"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "duskhall"
    return Path.home() / ".local" / "share" / "duskhall"


def file_name(record: Record) -> str:
    """The same for the same seed and options, so that saving again finds what was saved."""
    return f"{record.game.name}-{record.commitment()[:12]}.json"


def unfinished_file(record: Record) -> Path:
    """Where to put this game aside: not over another game that began with the same seed."""
    return free_file(saves_folder() / file_name(record), record)


def finished_file(record: Record) -> Path:
    return free_file(data_folder() / "finished" / file_name(record), record)


def saves_folder() -> Path:
    return data_folder() / "saves"


def free_file(wanted: Path, record: Record) -> Path:
    """The wanted file, or that name with a number if it holds what this game did not grow from."""
    path, number = wanted, 1
    while path.exists() and not grew_from(record, path):
        number += 1
        path = wanted.with_stem(f"{wanted.stem}-{number}")
    return path


def grew_from(record: Record, path: Path) -> bool:
    """Whether the file holds an earlier position of this very game."""
    try:
        earlier = read_record(path)
    except BadInput:
        return False
    moves = earlier.moves
    return earlier.commitment() == record.commitment() and record.moves[: len(moves)] == moves


def unfinished_games(game: Game) -> list[Path]:
    """Games of this kind that were put aside, the latest first."""
    files = saves_folder().glob(f"{game.name}-*.json")
    return sorted(files, key=lambda file: file.stat().st_mtime, reverse=True)


def save(record: Record, path: Path) -> None:
    try:
        write_record(record, path)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror or error}") from None


def own_save(path: Path | None) -> Path | None:
    """The file itself if it lies among the games put aside; others' files are left alone."""
    if path is None or path.resolve().parent != saves_folder().resolve():
        return None
    return path
