"""Damage: tables of a file that cannot be read, though the file is one that SQLite opens."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Final

from duskhall.server import notes
from duskhall.server.housekeeping import lenient
from duskhall.server.statements import BYTES
from duskhall.server.store import decode_renewals, decode_result, read_table, unpack

ALL: Final = 2**31  # lines of a chat
IDS: Final = "SELECT CAST(id AS BLOB) FROM tables ORDER BY created DESC"
HEADS: Final = f"SELECT {BYTES}, CAST(result AS BLOB), CAST(renewals AS BLOB) FROM tables ORDER BY created DESC"

logger: Final = logging.getLogger("duskhall.server")


def only_read(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)


def wrong_heads(path: Path) -> list[str]:
    """Tables of which not even the head can be read: a quick look, at every start."""
    wrong: list[str] = []
    with closing(only_read(path)) as rows:
        for *head, result, renewals in rows.execute(HEADS):
            try:
                unpack(tuple(head))
                decode_renewals(renewals)
                if result is not None:
                    decode_result(result)
            except Exception:  # whatever is wrong with it
                wrong.append(lenient(head[0]))
    return wrong


def wrong_tables(path: Path) -> list[str]:
    """Tables that cannot be read as a whole, with journal, chat and notes. It takes its time."""
    wrong: list[str] = []
    with closing(only_read(path)) as rows:
        if not rows.execute("SELECT 1 FROM sqlite_master WHERE name = 'notes'").fetchone():
            rows.executescript(notes.SCHEMA.replace("CREATE TABLE", "CREATE TEMP TABLE"))
        for (table,) in rows.execute(IDS).fetchall():
            try:
                found = read_table(rows, table.decode(), ALL, ALL, nullcontext())
                is_whole = found is not None
            except Exception:  # whatever is wrong with it
                is_whole = False
            if not is_whole:
                wrong.append(lenient(table))
    return wrong


def report(path: Path) -> None:
    """Log which tables cannot be read. The others are played on."""
    for table in wrong_heads(path):
        logger.error("table %s cannot be read: the file is damaged", table)
