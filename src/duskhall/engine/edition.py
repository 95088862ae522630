"""An edition: the values of a game's cards, read from a TOML file with one line per card."""

from __future__ import annotations

import json
import tomllib
from hashlib import sha256
from math import isfinite
from pathlib import Path
from typing import Final

from duskhall.engine.box import Box, Kept

Row = dict[str, object]

# What an edition may be at most: several times what ours are. Anybody may send one to a server.
LETTERS: Final = 100_000  # of its text
DOTS: Final = 64  # in one line: a key of many parts costs the reader the square of their number
DEPTH: Final = 8  # tables and lists in one another
ROWS: Final = 120  # in one list
WORD: Final = 200  # letters of a name or any other text
NUMBER: Final = 1_000_000
NAME: Final = 80  # letters of its own name
BOXES_KEPT: Final = 100  # packed with one edition, for tables to share


class WrongEdition(ValueError):
    """An edition file that cannot be played with: the message names file, line and reason."""


class Edition:
    """The text of an edition, and its rows with the lines they stand on."""

    def __init__(self, name: str, text: str, built_in: bool) -> None:
        self.name: Final = name
        self.text: Final = text
        self.built_in: Final = built_in  # ours
        # What was packed with it, by players and options: it is forgotten with the edition.
        self.boxes: Kept[Box] = Kept(BOXES_KEPT)
        self.check_text()
        try:
            self.data: dict[str, object] = tomllib.loads(text)
        except RecursionError:
            raise self.wrong(0, f"it is nested more than {DEPTH} deep") from None
        except ValueError as error:  # TOML's own, and numbers of thousands of digits
            raise self.wrong(0, str(error)[:WORD]) from None
        self.check_values(self.data, 0)
        values = json.dumps(self.data, sort_keys=True, default=str)
        self.sha256: Final = sha256(values.encode()).hexdigest()  # of its values, not of its text

    def check_text(self) -> None:
        """Refuse what is too much to be read, before it is."""
        if not is_plain(self.name) or len(self.name) > NAME:
            shown = "".join([letter for letter in self.name[:NAME] if letter.isprintable()])
            raise WrongEdition(
                f"the name of an edition has at most {NAME} letters, all to be seen: '{shown}'"
            )
        if len(self.text) > LETTERS:
            raise self.wrong(0, f"an edition has at most {LETTERS} letters, not {len(self.text)}")
        if not is_unicode(self.text):
            raise self.wrong(0, "it is not UTF-8 text")
        # By this one letter, as TOML does: a key never goes over it, whatever it is quoted with.
        for number, line in enumerate(self.text.split("\n"), 1):
            if line.count(".") > DOTS:
                raise self.wrong(number, f"a line has at most {DOTS} dots")

    def check_values(self, value: object, depth: int) -> None:
        """Refuse what no game needs, before anything is made of it."""
        if isinstance(value, (dict, list)):
            if depth >= DEPTH:
                raise self.wrong(0, f"it is nested more than {DEPTH} deep")
            if len(value) > ROWS:
                raise self.wrong(0, f"a list or table has at most {ROWS} rows, not {len(value)}")
            inner: list[object] = [*value, *value.values()] if isinstance(value, dict) else value
            for each in inner:
                self.check_values(each, depth + 1)
        elif isinstance(value, str):
            if len(value) > WORD:
                line = self.line_of(value)
                raise self.wrong(line, f"a text has at most {WORD} letters: '{value[:40]}...'")
        elif isinstance(value, int):  # apart: compiled, both would be read as a float
            if not -NUMBER <= value <= NUMBER:
                # Python writes no numbers of thousands of digits.
                line = self.line_of(str(value)) if value.bit_length() < WORD else 0
                raise self.wrong(line, f"a number lies between -{NUMBER} and {NUMBER}")
        elif isinstance(value, float) and isfinite(value) and not -NUMBER <= value <= NUMBER:
            raise self.wrong(0, f"a number lies between -{NUMBER} and {NUMBER}")

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

    def line_of(self, written: str) -> int:
        """The line on which a value stands; 0, where it is written in another way than this."""
        for number, line in enumerate(self.text.splitlines(), 1):
            if written in line and not line.lstrip().startswith("#"):
                return number
        return 0

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
        if not isinstance(values, list):
            raise self.wrong(line, f"'{field}' must be a list of {', '.join(words)}")
        if not values:
            raise self.wrong(line, f"'{field}' must hold at least one of {', '.join(words)}")
        for value in values:
            if value not in words:
                raise self.wrong(line, f"'{field}' may hold {', '.join(words)}, not {value!r}")
        if len(set(values)) < len(values):
            raise self.wrong(line, f"'{field}' names something twice")
        return [str(value) for value in values]


def is_unicode(text: str) -> bool:
    """Whether a text can be written down: JSON can spell half a letter, which nothing else can."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def is_plain(text: str) -> bool:
    """Whether a text is one line of what can be seen."""
    return text.isprintable() and is_unicode(text)


def read_edition(path: Path, built_in: bool = False, name: str = "") -> Edition:
    """Read an edition file. A missing or unreadable file is a WrongEdition too."""
    try:
        if path.stat().st_size > 4 * LETTERS:
            raise WrongEdition(f"{path}: an edition has at most {LETTERS} letters")
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise WrongEdition(f"{path}: {reason}") from None
    return Edition(name or path.name[:NAME], text, built_in)
