"""Sheets: an edition as tables of cells that can be changed, each on the line where it stands."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence
from typing import Final, NamedTuple

from duskhall.engine.edition import NUMBER, Edition, WrongEdition

Value = bool | int | str | list[str]  # what a cell is changed to
KEY: Final = re.compile(r'\s*("[^"]*"|[A-Za-z0-9_-]+)\s*=\s*')
HEADER: Final = re.compile(r"\s*\[([A-Za-z0-9_.-]+)\]\s*(#.*)?$")
NAMED: Final = re.compile(r"edition\s*=\s*(\"(?:[^\"\\]|\\.)*\"|'[^']*')")
SHOWN: Final = 40  # letters of a value in a comment
OURS: Final = "##"  # before comments that were written with the changes
OLDER: Final = "#>"  # before those of editions that it was made from
ARRAY: Final = re.compile(r"\s*([A-Za-z0-9_-]+)\s*=\s*\[\s*(#.*)?$")


class Change(NamedTuple):
    """A cell that is to have another value."""

    line: int  # of the edition's text, from 1
    field: str  # with dots into what has parts of its own: `cost.medical`, `effect.0.n`
    value: Value


class Sheet(NamedTuple):
    """The rows of one array, as they stand one below the other."""

    name: str
    fields: list[str]  # in the order in which they first come
    words: dict[str, list[str]]  # by field: the words of its lists, where all it holds are such
    rows: list[tuple[int, dict[str, object]]]  # by line


def sheets(edition: Edition) -> list[Sheet]:
    """All arrays of an edition whose rows stand on a line each."""
    found: list[Sheet] = []
    for section, name in arrays(edition.text):
        try:
            rows = edition.rows(name, section)
        except WrongEdition:
            continue
        lines = edition.text.split("\n")
        if not rows or any(not lines[at - 1].strip().startswith("{") for at, _ in rows if at):
            continue
        if len({at for at, _ in rows}) < len(rows):
            continue
        fields = list(dict.fromkeys([field for _, row in rows for field in row]))
        words: dict[str, list[str]] = {}
        for field in fields:
            values = [row[field] for _, row in rows if field in row]
            if all(is_words(value) for value in values):
                words[field] = list(dict.fromkeys([word for v in values for word in as_list(v)]))
        title = f"{section}.{name}" if section else name
        found.append(Sheet(title, fields, words, rows))
    return found


def arrays(text: str) -> list[tuple[str, str]]:
    """Where arrays of tables begin: their section and name."""
    found: list[tuple[str, str]] = []
    section = ""
    for line in text.split("\n"):
        header, array = HEADER.match(line), ARRAY.match(line)
        if header:
            section = header[1]
        elif array:
            found.append((section, array[1]))
    return found


def is_words(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


def as_list(value: object) -> list[str]:
    return [str(word) for word in value] if isinstance(value, list) else []


def changed(edition: Edition, name: str, changes: Sequence[Change]) -> Edition:
    """The edition with these cells changed, under another name; all else stands as it was.

    WrongEdition names the line of a cell that there is not, or that this cannot be put into.
    """
    lines = edition.text.split("\n")
    for change in changes:
        if not 1 <= change.line <= len(lines):
            raise edition.wrong(change.line, "there is no such line")
        line = lines[change.line - 1]
        span = span_of(line, change.field)
        if span is None:
            raise edition.wrong(change.line, f"'{change.field}' is not a field of this row")
        if type(change.value) is int and not -NUMBER <= change.value <= NUMBER:
            why = f"'{change.field}' must lie between -{NUMBER} and {NUMBER}"
            raise edition.wrong(change.line, why)
        lines[change.line - 1] = line[: span[0]] + written(change.value) + line[span[1] :]
    return Edition(name, "\n".join(named(lines, name)), built_in=False)


def named(lines: Sequence[str], name: str) -> list[str]:
    """The lines of an edition with this name, if it says its name at the top."""
    found = list(lines)
    for at, line in enumerate(found):
        if HEADER.match(line):
            break
        own = NAMED.match(line)
        if own:
            found[at] = line[: own.start(1)] + written(name) + line[own.end(1) :]
            break
    return found


def headed(edition: Edition, said: Sequence[str], notes: str) -> Edition:
    """The edition with these comments above all else. Those that it had are kept, below `notes`.

    They were written about another edition: each is marked as such, and so is told apart when the
    edition is changed once more.
    """
    lines = edition.text.split("\n")
    begin = next((at for at, line in enumerate(lines) if line.strip()[:1] not in ("", "#")), 0)
    older: list[str] = []
    for line in lines[:begin]:
        if line.startswith("#") and not line.startswith(OURS):
            older.append(line if line.startswith(OLDER) else OLDER + line[1:])
    own = [f"{OURS} {sentence}" for sentence in [*said, *([notes] if older else [])]]
    return Edition(edition.name, "\n".join([*own, *older, "", *lines[begin:]]), built_in=False)


def title_of(row: dict[str, object]) -> str:
    """What a row is called by."""
    found = [str(row[field]) for field in ("name", "id", "colour") if field in row]
    return (found or [str(value) for value in row.values()] or [""])[0]


def told(edition: Edition, changes: Sequence[Change]) -> list[str]:
    """What these changes make of the edition's cells, as far as they change anything."""
    rows = {line: row for sheet in sheets(edition) for line, row in sheet.rows}
    lines = edition.text.split("\n")
    found: dict[tuple[int, str], str] = {}
    for line, field, value in changes:
        span = span_of(lines[line - 1], field)
        assert span is not None  # it was changed before
        before = lines[line - 1][slice(*span)]
        was = tomllib.loads(f"v = {before}")["v"]
        found.pop((line, field), None)
        if (type(was), was) != (type(value), value):
            title, after = title_of(rows.get(line, {})), written(value)
            found[line, field] = plain(f"{title}, {field}: {cut(before)} -> {cut(after)}")
    return list(found.values())


def plain(text: str) -> str:
    """A text as one line of what can be seen: a comment may hold nothing else."""
    return "".join([letter if letter.isprintable() else " " for letter in text])


def cut(text: str) -> str:
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."


def span_of(line: str, field: str) -> tuple[int, int] | None:
    """Where the value of a field stands in a row in braces."""
    at = line.find("{")
    return None if at < 0 else span_in(line, at, field)


def span_in(line: str, at: int, field: str) -> tuple[int, int] | None:
    """Where a part stands of the table or list that opens here.

    A field is the name of an entry, or a number from 0 in a list; behind a dot, a part of that.
    """
    is_list, count = line[at : at + 1] == "[", 0
    if not is_list and line[at : at + 1] != "{":
        return None
    at += 1
    while at > 0:
        key = None if is_list else KEY.match(line, at)
        if not is_list and not key:
            return None
        name = key[1].strip('"') if key else str(count)
        begin = key.end() if key else at + len(line[at:]) - len(line[at:].lstrip())
        end = end_of(line, begin)
        if begin >= end:
            return None  # the list is over, or empty
        if name == field:
            return begin, begin + len(line[begin:end].rstrip())
        if field.startswith(f"{name}."):
            return span_in(line, begin, field[len(name) + 1 :])
        at, count = (end + 1 if line[end : end + 1] == "," else 0), count + 1
    return None


def end_of(line: str, at: int) -> int:
    """Where a value ends: at the comma, brace or bracket behind it, whatever it holds itself."""
    depth, quote = 0, ""
    while at < len(line):
        letter = line[at]
        if quote:
            if letter == "\\" and quote == '"':
                at += 1
            elif letter == quote:
                quote = ""
        elif letter in "\"'":
            quote = letter
        elif letter in "[{":
            depth += 1
        elif letter in "]}" and depth:
            depth -= 1
        elif letter in ",]}" and not depth:
            break
        at += 1
    return at


def written(value: Value) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join([written(word) for word in value]) + "]"
    if isinstance(value, int):
        return str(value)
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
