"""Notes: what a server keeps of a table beside its journal. Who reads them finds it as it was left."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS notes (
  table_id TEXT NOT NULL, kind TEXT NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL,
  PRIMARY KEY (table_id, kind, number)
) WITHOUT ROWID;
"""
KEEP: Final = "INSERT OR REPLACE INTO notes VALUES (?, ?, ?, ?)"
DROP: Final = "DELETE FROM notes WHERE table_id = ? AND kind = ? AND number = ?"
READ: Final = "SELECT kind, number, text FROM notes WHERE table_id = ? ORDER BY kind, number"


class Note(Struct, frozen=True):
    """Something true of a table now. Another of the same kind and number takes its place."""

    kind: str  # clock, held, standing, offer, wish, moved, free, deputy
    number: int = 0
    text: str = ""  # empty to be rid of it


def written(table: str, note: Note) -> tuple[str, tuple[object, ...]]:
    """How a note is written into an SQLite file."""
    if note.text:
        return KEEP, (table, note.kind, note.number, note.text)
    return DROP, (table, note.kind, note.number)


def of_kind(notes: list[Note], kind: str) -> dict[int, str]:
    """The notes of a kind, by number."""
    return {note.number: note.text for note in notes if note.kind == kind}
