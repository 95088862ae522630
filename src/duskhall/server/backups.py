"""Backups of the data: a copy of one moment, taken while the server goes on writing."""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from duskhall.server.datafile import DataFile, InUse
from duskhall.server.formats import WrongFile, format_of

BESIDE: Final = ("", "-wal", "-shm")  # the files that SQLite may keep for one


def copy_data(data: Path, copy: Path) -> int:
    """Copy a data file as it is at one moment, and check the copy. How many tables are in it.

    The copy gets its name only when it is whole. WrongFile, if there is nothing to be copied.
    """
    if not format_of(data):
        raise WrongFile(f"{data}: there are no tables in it")
    fresh = copy.with_name(f"{copy.name}.new")
    fresh.unlink(missing_ok=True)
    os.close(
        os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    )  # keys and seeds are in it
    try:
        with closing(sqlite3.connect(data)) as rows, closing(sqlite3.connect(fresh)) as copied:
            rows.backup(copied)
            copied.execute("PRAGMA journal_mode = DELETE")  # one file, to be carried elsewhere
            found = copied.execute("PRAGMA quick_check").fetchone()[0]
            if found != "ok":
                raise WrongFile(f"{data}: {found}")
            count = int(copied.execute("SELECT count(*) FROM tables").fetchone()[0])
        with fresh.open("rb") as file:
            os.fsync(file.fileno())
        fresh.replace(copy)
    except sqlite3.Error as error:
        raise WrongFile(f"{data}: {error}") from None
    finally:
        fresh.unlink(missing_ok=True)
    return count


def restore_data(backup: Path, data: Path) -> tuple[int, Path | None]:
    """Put a backup in the place of the data. How many tables are in it, and where the old data is.

    InUse, if a server runs on it: it would go on writing to the file that is put away.
    """
    data = data.resolve()  # where links lead to: they stay
    whole = data.with_name(f"{data.name}.restored")
    count = copy_data(backup, whole)
    try:
        give_to_owner(whole)
        with closing(DataFile(data, is_made=False)) as held:
            give_to_owner(held.lock)
            kept = put_away(data)
            whole.replace(data)
    finally:
        whole.unlink(missing_ok=True)
    return count, kept


def give_to_owner(file: Path) -> None:
    """Give a file to the owner of its folder, if we may: the server need not be who restores."""
    if sys.platform != "win32":
        owner = file.parent.stat()
        with suppress(PermissionError):
            os.chown(file, owner.st_uid, owner.st_gid)


def put_away(data: Path) -> Path | None:
    """Give the data another name, with all that lies beside it. None, if there is none."""
    if not data.exists():
        return None
    try:
        with closing(sqlite3.connect(data, timeout=0)) as rows:
            # Only who has the file alone may change this; and then all is in one file.
            rows.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise InUse(str(data)) from None
    except sqlite3.Error:
        pass  # damaged: it is kept as it is
    kept = free_name(data)
    for ending in BESIDE:
        beside = data.with_name(data.name + ending)
        if beside.exists():
            beside.replace(kept.with_name(kept.name + ending))
    return kept


def free_name(data: Path) -> Path:
    number = 1
    while (kept := data.with_name(f"{data.name}.before-{number}")).exists():
        number += 1
    return kept
