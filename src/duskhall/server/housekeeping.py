"""Housekeeping: the lobby page by page, tables nobody ever played at, and what a host looks up."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from typing import Final, TypeVar

from msgspec import DecodeError, Struct
from msgspec.json import decode

from duskhall.server.messages import Line, Seat

T = TypeVar("T")
Place = tuple[int, str]  # in the lobby: when a table was made, and its name
END: Final = (2**62, "")
OF_A_TABLE: Final = [("tables", "id")] + [
    (name, "table_id") for name in ("tokens", "moves", "chat", "told", "notes")
]

# The chat of a table. Seats and strangers each have a share, so that neither crowds out the other.
LINES: Final = (
    "SELECT number, CAST(name AS BLOB), CAST(text AS BLOB), time, seat FROM chat"
    " WHERE table_id = ? AND (seat < 0) = ?"
    " ORDER BY number DESC LIMIT ?"
)
SAID: Final = "SELECT ifnull(max(number) + 1, 0) FROM chat WHERE table_id = ?"
FORGET: Final = (
    "DELETE FROM chat WHERE table_id = ? AND (seat < 0) = ? AND number <= (SELECT number FROM chat"
    " WHERE table_id = ? AND (seat < 0) = ? ORDER BY number DESC LIMIT 1 OFFSET ?)"
)

logger: Final = logging.getLogger("duskhall.server")


class Brief(Struct):
    """A table in a line."""

    table: str
    game: str
    created: int
    public: bool
    over: bool
    seats: list[Seat]
    moves: int  # of its journal
    gathering: bool  # whether its people have not made its luck yet


def listed(
    rows: sqlite3.Connection,
    columns: str,
    unpack: Callable[[tuple[bytes, bytes, bytes, int, int, int, bytes]], T],
    game: str,
    most: int,
    after: Place | None,
) -> tuple[list[T], str]:
    """Public tables with an open seat after a place, the newest first, and the next place."""
    found = rows.execute(
        f"SELECT {columns} FROM tables"
        " WHERE public AND open AND NOT over AND NOT still AND (game = ? OR ? = '')"
        " AND (created, id) < (?, ?) ORDER BY created DESC, id DESC LIMIT ?",
        (game, game, *(after or END), most),
    ).fetchall()
    tables: list[T] = []
    for row in found:
        try:
            tables.append(unpack(row))
        except (DecodeError, ValueError, TypeError) as error:  # it is not to hide the others
            logger.error("table %s cannot be listed: %s", lenient(row[0]), error)
    last = f"{found[-1][4]}-{lenient(found[-1][0])}" if len(found) == most else ""
    return tables, last


def chat_of(rows: sqlite3.Connection, table: str, seats: int, strangers: int) -> list[Line]:
    """The last lines of seats and of strangers, so many of each."""
    found = rows.execute(LINES, (table, False, seats)).fetchall()
    found += rows.execute(LINES, (table, True, strangers)).fetchall()
    return [
        Line(number, lenient(name), lenient(text), time, seat)
        for number, name, text, time, seat in sorted(found)
    ]


def unplayed(rows: sqlite3.Connection, since: int, before: int) -> list[str]:
    """Tables made in this time at which no person ever answered anything."""
    found = rows.execute(
        "SELECT CAST(id AS BLOB), CAST(seats AS BLOB), CAST(header AS BLOB) FROM tables"
        " WHERE created >= ? AND created < ?",
        (since, before),
    ).fetchall()
    return [
        lenient(table)
        for table, seats, header in found
        if not was_played(rows, lenient(table), seats, header)
    ]


def lenient(text: bytes) -> str:
    """A text as well as it can be read: what is damaged is not to hide the rest."""
    return text.decode("utf-8", "replace")


def was_played(rows: sqlite3.Connection, table: str, seats: bytes, header: bytes) -> bool:
    try:
        people = [n for n, seat in enumerate(decode(seats)) if seat["kind"] == "person"]
        brought = int(decode(header).get("brought", 0))
    except (DecodeError, ValueError, TypeError, KeyError, AttributeError):
        return True  # what cannot be read is for its host to decide about
    marks = ", ".join("?" * len(people))
    found = rows.execute(
        f"SELECT 1 FROM moves WHERE table_id = ? AND entry >= ? AND seat IN ({marks}) LIMIT 1",
        (table, brought, *people),
    ).fetchone()
    return found is not None


def removal(table: str) -> list[tuple[str, tuple[object, ...]]]:
    """What deletes a table, with everything that belongs to it."""
    return [(f"DELETE FROM {name} WHERE {key} = ?", (table,)) for name, key in OF_A_TABLE]


def briefs(rows: sqlite3.Connection) -> list[Brief]:
    """All tables, the newest first."""
    found = rows.execute(
        "SELECT id, game, CAST(created AS INTEGER), public, over, seats,"
        " (SELECT count(*) FROM moves WHERE table_id = id), header FROM tables"
        " ORDER BY created DESC, id"
    ).fetchall()
    return [
        Brief(
            table,
            game,
            created,
            bool(public),
            bool(over),
            seats_of(seats),
            moves,
            has_no_seed(header),
        )
        for table, game, created, public, over, seats, moves, header in found
    ]


def has_no_seed(header: str) -> bool:
    try:
        return bool(decode(header)["seed"] == "")
    except (DecodeError, KeyError, TypeError):
        return False


def seats_of(text: str) -> list[Seat]:
    try:
        return decode(text, type=list[Seat])
    except DecodeError:
        return []
