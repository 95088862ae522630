"""An edition: the values of a game's cards, read from a TOML file with one line per card."""

from __future__ import annotations

import tomllib
from hashlib import sha256
from pathlib import Path
from typing import Final

Row = dict[str, object]


class WrongEdition(ValueError):
    """An edition file that cannot be played with: the message names file, line and reason."""


class Edition:
    """The text of an edition, and its rows with the lines they stand on."""

    def __init__(self, name: str, text: str, built_in: bool) -> None:
        self.name: Final = name
        self.text: Final = text
        self.built_in: Final = built_in  # ours: a record names it instead of carrying its text
        self.sha256: Final = sha256(text.encode()).hexdigest()
        try:
            self.data: dict[str, object] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise WrongEdition(f"{name}: {error}") from None

    def rows(self, table: str, section: str = "") -> list[tuple[int, Row]]:
        """The rows of an array such as `heroes`, in a section or at the top, with their lines."""
        data: object = self.data
        for key in section.split(".") if section else []:
            data = data.get(key) if isinstance(data, dict) else None
        rows = data.get(table) if isinstance(data, dict) else None
        if not isinstance(rows, list):
            raise self.wrong(
                0, f"there is no array '{table}'" + (f" in [{section}]" * bool(section))
            )
        lines = self.lines(table, section)
        numbered: list[tuple[int, Row]] = []
        for index, row in enumerate(rows):
            line = lines[index] if len(lines) == len(rows) else (lines[0] - 1 if lines else 0)
            if not isinstance(row, dict):
                raise self.wrong(line, f"each row of '{table}' is a table in braces")
            numbered.append((line, row))
        return numbered

    def lines(self, table: str, section: str) -> list[int]:
        """The lines on which the rows of an array stand: one row, one line."""
        found: list[int] = []
        current, inside = "", False
        for number, line in enumerate(self.text.splitlines(), 1):
            bare = line.strip()
            if bare.startswith("[") and bare.endswith("]") and not inside:
                current = bare.strip("[]")
            elif current == section and bare.split("=")[0].strip() == table:
                inside = True
            elif inside and bare.startswith("{"):
                found.append(number)
            elif inside and bare.startswith("]"):
                break
        return found

    def wrong(self, line: int, reason: str) -> WrongEdition:
        where = f"{self.name}, line {line}" if line else self.name
        return WrongEdition(f"{where}: {reason}")

    def fields(self, line: int, row: Row, required: list[str], optional: list[str]) -> None:
        """Refuse a row that lacks a field or has one that nobody knows."""
        for field in required:
            if field not in row:
                raise self.wrong(line, f"'{field}' is missing")
        for field in row:
            if field not in required and field not in optional:
                raise self.wrong(line, f"'{field}' is not a field of this row")

    def number(self, line: int, row: Row, field: str, low: int, high: int) -> int:
        value = row[field]
        if type(value) is not int or not low <= value <= high:
            raise self.wrong(
                line, f"'{field}' must be a whole number from {low} to {high}, not {value!r}"
            )
        return value

    def word(self, line: int, row: Row, field: str, words: list[str] | None = None) -> str:
        value = row[field]
        if not isinstance(value, str) or not value:
            raise self.wrong(line, f"'{field}' must be a text, not {value!r}")
        if words is not None and value not in words:
            raise self.wrong(line, f"'{field}' must be one of {', '.join(words)}, not '{value}'")
        return value

    def words(self, line: int, row: Row, field: str, words: list[str]) -> list[str]:
        values = row[field]
        if not isinstance(values, list) or not values:
            raise self.wrong(line, f"'{field}' must be a list of {', '.join(words)}")
        for value in values:
            if value not in words:
                raise self.wrong(line, f"'{field}' may hold {', '.join(words)}, not {value!r}")
        if len(set(values)) < len(values):
            raise self.wrong(line, f"'{field}' names something twice")
        return [str(value) for value in values]


def read_edition(path: Path, built_in: bool = False, name: str = "") -> Edition:
    """Read an edition file. A missing or unreadable file is a WrongEdition too."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise WrongEdition(f"{path}: {reason}") from None
    return Edition(name or path.name, text, built_in)
