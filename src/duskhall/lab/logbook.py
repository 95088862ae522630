"""A logbook: what was played, line by line in a file that a run can break off and another goes on with."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, Final, Generic, TypeVar

from duskhall.lab.results import check_same, hold, lines_of

Entry = TypeVar("Entry")
FILE: Final = "games.jsonl"


class Logbook(Generic[Entry]):
    """A file whose first line says what it is of; the others are its entries.

    Nobody else writes to its folder meanwhile. A last line that is not whole was never written.
    """

    def __init__(
        self, folder: Path, header: dict[str, Any], read: Callable[[list[Any]], Entry]
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.lock: Final = hold(folder)
        self.entries: Final[list[Entry]] = []
        try:
            file = folder / FILE
            whole = self.read(file, json.loads(json.dumps(header)), read)
            self.file: Final[IO[str]] = file.open("a", encoding="utf-8", newline="\n")
            os.truncate(file, whole)
            if not whole:
                self.add(header)
        except BaseException:
            self.lock.close()
            raise

    def read(self, file: Path, header: dict[str, Any], read: Callable[[list[Any]], Entry]) -> int:
        """Read what is there, and how far it is whole."""
        whole = 0
        if not file.exists():
            return whole
        headers: list[dict[str, Any]] = []

        def read_line(said: Any) -> Entry | None:
            if headers:
                return read(said)
            headers.append(dict(said))
            return None

        for entry, end in lines_of(file, read_line):
            whole = end
            if entry is None:
                check_same(file.parent, headers[0], header)
            else:
                self.entries.append(entry)
        return whole

    def add(self, said: object) -> None:
        self.file.write(json.dumps(said, separators=(",", ":"), ensure_ascii=False) + "\n")
        self.file.flush()

    def close(self) -> None:
        self.file.close()
        self.lock.close()
