"""The file of a store: its tables, its format, and how an older format becomes this one."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from msgspec import DecodeError
from msgspec.json import decode, encode

from duskhall.engine.edition import Edition, WrongEdition
from duskhall.engine.game import UnknownGame, game

FORMAT: Final = 2
SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS tables (
  id TEXT PRIMARY KEY, game TEXT NOT NULL, header TEXT NOT NULL, seats TEXT NOT NULL,
  public INTEGER NOT NULL, open INTEGER NOT NULL, created INTEGER NOT NULL,
  over INTEGER NOT NULL DEFAULT 0, rematch TEXT NOT NULL DEFAULT '',
  edition TEXT NOT NULL DEFAULT '', pulse INTEGER NOT NULL DEFAULT 0,
  freshened INTEGER NOT NULL DEFAULT 0, result TEXT, rules INTEGER NOT NULL DEFAULT 0,
  renewals TEXT NOT NULL DEFAULT '[]', still INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS lobby ON tables (created) WHERE public AND open AND NOT over;
CREATE TABLE IF NOT EXISTS editions (sha256 TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tokens (
  table_id TEXT NOT NULL, hash BLOB NOT NULL, eyes INTEGER NOT NULL, PRIMARY KEY (table_id, hash)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS moves (
  table_id TEXT NOT NULL, entry INTEGER NOT NULL, position INTEGER NOT NULL,
  seat INTEGER NOT NULL, move TEXT NOT NULL, takeback TEXT, pulse INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (table_id, entry)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS chat (
  table_id TEXT NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL, name TEXT NOT NULL,
  text TEXT NOT NULL, time INTEGER NOT NULL, PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS told (
  table_id TEXT PRIMARY KEY, entries INTEGER NOT NULL, body BLOB NOT NULL
);
"""
COLUMNS: Final = {"id", "game", "header", "seats", "public", "open", "created"}  # of every format
OURS: Final = {"tables", "tokens", "moves", "chat"}  # in every format
SINCE_1: Final = [  # what format 2 has more than format 1
    "ALTER TABLE moves ADD COLUMN pulse INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE tables ADD COLUMN edition TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE tables ADD COLUMN pulse INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE tables ADD COLUMN freshened INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE tables ADD COLUMN result TEXT",
    "ALTER TABLE tables ADD COLUMN rules INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE tables ADD COLUMN renewals TEXT NOT NULL DEFAULT '[]'",
    "ALTER TABLE tables ADD COLUMN still INTEGER NOT NULL DEFAULT 0",
]


class WrongFile(Exception):
    """A file that is not a store of a format that can be read."""


def format_of(path: Path) -> int:
    """The format of a file, 0 if it is new. WrongFile, before anything is written to it."""
    try:
        if not path.exists() or not path.stat().st_size:
            return 0
        # To read only. What a killed server left in its log is read with it.
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as rows:
            found = int(rows.execute("PRAGMA user_version").fetchone()[0])
            names = {row[0] for row in rows.execute("SELECT name FROM sqlite_master")}
            damage = str(rows.execute("PRAGMA quick_check(1)").fetchone()[0])
            columns = {row[1] for row in rows.execute("PRAGMA table_info(tables)")}
    except UnicodeDecodeError:  # SQLite's own message quotes what is damaged
        raise WrongFile(f"{path}: the file is damaged: its schema cannot be read") from None
    except (sqlite3.Error, OSError) as error:
        raise WrongFile(f"{path}: {error}") from None
    if damage != "ok":
        raise WrongFile(f"{path}: the file is damaged: {damage}")
    if found > FORMAT:
        raise WrongFile(
            f"{path}: format {found} of the file, this is format {FORMAT}: a newer duskhall wrote it"
        )
    if names and (found < 1 or not names >= OURS or not columns >= COLUMNS):
        raise WrongFile(f"{path}: this is a file of something else")
    return found


def migrate(path: Path, found: int) -> Path | None:
    """Bring a file of an older format up to this one. Where the old file is kept, if it was one."""
    if found != 1:
        return None
    kept = path.with_name(f"{path.name}.format-1")
    try:
        os.close(os.open(kept, os.O_CREAT | os.O_RDWR, 0o600))
        with closing(sqlite3.connect(path, isolation_level=None)) as rows:
            with closing(sqlite3.connect(kept)) as copy:
                rows.backup(copy)
            rows.execute("BEGIN IMMEDIATE")
            for statement in [*SINCE_1, *SCHEMA.split(";")]:
                rows.execute(statement)
            for table, header in rows.execute("SELECT id, header FROM tables").fetchall():
                move_edition(rows, table, decode(header))
            rows.execute(f"PRAGMA user_version = {FORMAT}")
            rows.execute("COMMIT")
    except (sqlite3.Error, OSError, DecodeError, KeyError, TypeError) as error:
        raise WrongFile(f"{path}: it could not be migrated, and is as it was: {error}") from None
    return kept


def move_edition(rows: sqlite3.Connection, table: str, header: dict[str, object]) -> None:
    """Give a table of format 1 the text of its edition: its own, or that of the game."""
    name, text = str(header["edition"]), str(header["edition_text"])
    cards: Edition | None = None
    try:
        if text:
            cards = Edition(name, text, built_in=False)
        else:
            cards = game(str(header["game"])).edition_of(name, "", str(header["edition_sha256"]))
    except (WrongEdition, UnknownGame):
        pass  # nobody has it any more: such a table can be read as far as it was told
    rows.execute("UPDATE tables SET rules = ? WHERE id = ?", (header["version"], table))
    if cards is not None:
        kept = encode({**header, "edition_text": ""}).decode()
        rows.execute("INSERT OR IGNORE INTO editions VALUES (?, ?)", (cards.sha256, cards.text))
        rows.execute(
            "UPDATE tables SET header = ?, edition = ? WHERE id = ?", (kept, cards.sha256, table)
        )
