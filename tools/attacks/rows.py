"""What an attack found, in a row of the table that is printed."""

from __future__ import annotations

from typing import NamedTuple

GROWTH = 100.0  # megabytes that a server may have grown by


class Row(NamedTuple):
    part: str
    what: str
    told: str
    is_hole: bool = False


def show(row: Row) -> str:
    return f"{row.part:10} {row.what:38} {row.told}{'  <- HOLE' if row.is_hole else ''}"
