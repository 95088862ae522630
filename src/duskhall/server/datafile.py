"""The data file itself: for its owner's eyes, for one server at a time, and still where it was."""

from __future__ import annotations

import os
import sqlite3
import sys
from pathlib import Path
from typing import Final

from duskhall.server.formats import WrongFile

OWNER_ONLY: Final = 0o600  # seats, chats and seeds are in it
Identity = tuple[int, int]  # of a file, whatever its name


class InUse(WrongFile):
    """A server has this file open."""


class DataFile:
    """A data file that is held, so that no other server writes to it.

    InUse, if one does; WrongFile, if it cannot be held for oneself. It is held twice: by a lock
    beside it, under the name that links lead to, and where the system can, by the file itself. So
    neither another name nor the loss of the lock lets a second server in. Close it after all
    connections: closing a file lets go of SQLite's own locks on it.
    """

    def __init__(self, path: Path, is_made: bool = True) -> None:
        self.locks: Final[list[int]] = []
        try:
            self.path: Final = path.resolve()
            self.lock: Final = self.path.with_name(f"{self.path.name}.lock")
            self.hold(self.lock)
            check_names(self.path)
            # Windows renames no file that is open, and to be renamed is all that another one is for.
            if is_made or (sys.platform != "win32" and self.path.exists()):
                self.hold(self.path, is_lock=False)
            self.known: Final = {self.path: identity(self.path)}
        except OSError as error:
            self.close()
            raise WrongFile(f"{path}: {error.strerror or error}") from None
        except WrongFile:
            self.close()
            raise

    def hold(self, file: Path, is_lock: bool = True) -> None:
        """Hold a file until it is closed, which the end of the process does, however it comes."""
        opened = os.open(file, os.O_CREAT | os.O_RDWR, OWNER_ONLY)
        self.locks.append(opened)
        try:
            if sys.platform == "win32":
                import msvcrt

                if is_lock:
                    msvcrt.locking(opened, msvcrt.LK_NBLCK, 1)
            # Elsewhere than on Linux such a lock would keep SQLite itself from the file.
            elif is_lock or sys.platform == "linux":
                import fcntl

                fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InUse(f"{self.path}: another server uses this file") from None

    def remember_log(self) -> None:
        """From now on the file is whole only with the log that SQLite keeps beside it."""
        log = self.path.with_name(f"{self.path.name}-wal")
        self.known[log] = identity(log)

    def check(self) -> None:
        """Refuse to call durable what was written to a file that is not there any more."""
        for path, known in self.known.items():
            if identity(path) != known:
                raise sqlite3.OperationalError(f"{path} was deleted or replaced")

    def is_there(self) -> bool:
        """Whether the file, and its log, are those that were opened."""
        return all(identity(path) == known for path, known in self.known.items())

    def close(self) -> None:
        while self.locks:
            os.close(self.locks.pop())


def identity(path: Path) -> Identity:
    """What a file is, whatever it is called; nothing, if there is none."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_dev, found.st_ino


def check_names(path: Path) -> None:
    """Refuse a file of several names: SQLite keeps a log for each, and loses what is in the others."""
    try:
        names = path.stat().st_nlink
    except FileNotFoundError:
        return
    if names > 1:
        raise WrongFile(
            f"{path}: the file has {names} names (hard links), each with a log of its own:"
            " keep one of them"
        )
