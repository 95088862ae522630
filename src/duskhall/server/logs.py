"""Logs for a host: a line for each event, as text or as JSON, without keys and hands.

Of an exception only its kind and place are told: its words may hold what one seat alone may know.
"""

from __future__ import annotations

import logging
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from msgspec.json import encode

FRAMES: Final = 12  # of a traceback, the last ones


class Lines(logging.Formatter):
    """One event, one line."""

    def __init__(self, form: str) -> None:
        super().__init__()
        self.form: Final = form

    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": " ".join(record.getMessage().split()),
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[1] is not None:
            fields["error"] = type(record.exc_info[1]).__name__
            fields["at"] = places(record.exc_info[1])
        if self.form == "json":
            return encode(fields).decode()
        told = [str(fields.pop(name)) for name in ("time", "level", "event")]
        del fields["logger"]
        return " ".join(told + [f"{name}={value}" for name, value in fields.items()])


def places(error: BaseException) -> list[str]:
    """Where an exception came from, the innermost place last."""
    frames = traceback.extract_tb(error.__traceback__)[-FRAMES:]
    return [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]


def begin(form: str) -> None:
    """Log to the error output: as text only what is wrong, as JSON also what happens."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines(form))
    logging.getLogger().addHandler(handler)
    logging.getLogger("duskhall").setLevel(logging.INFO if form == "json" else logging.WARNING)
