"""`duskhall row`: a game out of the results of a simulation, as a record to open at the table."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from duskhall.cli.bad_input import BadInput
from duskhall.cli.screen import Screen, say, say_command
from duskhall.cli.words import Words
from duskhall.lab.match import write_record
from duskhall.lab.results import record_of


def run(arguments: Namespace, words: Words) -> int:
    try:
        record = record_of(Path(arguments.folder).expanduser(), arguments.number)
    except OSError as error:
        raise BadInput(f"{error.filename or arguments.folder}: {error.strerror or error}") from None
    file = arguments.save or f"{record.game.name}-{arguments.number}.json"
    try:
        write_record(record, Path(file).expanduser())
    except OSError as error:  # which names the draft, and not what was asked for
        raise BadInput(f"{file}: {error.strerror or error}") from None
    console = Screen()
    say(console, words("saved", file=file))
    say(console, words("row.open"))
    say_command(console, "replay", file, "--step")
    return 0
