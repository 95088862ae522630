"""`duskhall tables`: what a host does with the tables of a server: list, show and delete them."""

from __future__ import annotations

import sqlite3
import sys
from argparse import Namespace
from contextlib import closing
from pathlib import Path
from time import localtime, strftime
from typing import TYPE_CHECKING

from rich.console import Console

from duskhall.cli.bad_input import BadInput
from duskhall.cli.screen import Screen, say
from duskhall.cli.words import Words, clean

if TYPE_CHECKING:
    from duskhall.server.housekeeping import Brief


def run(arguments: Namespace, words: Words) -> int:
    # Here and not above: the other commands need not wait for the server's packages.
    from duskhall.server.formats import WrongFile

    path, console = Path(arguments.file).expanduser(), Screen()
    try:
        found = read(path)
        if arguments.deed == "list":
            for table in found:
                say(console, in_a_line(table, words))
            say(console, words("tables.count", count=len(found)), "dim")
            return 0
        chosen = [one_of(found, name, words) for name in arguments.tables]
        if not chosen:
            raise BadInput(words("tables.which"))
        for table in chosen:
            show(console, table, words)
        if arguments.deed == "delete":
            return delete(console, path, chosen, arguments.yes, words)
    except WrongFile as error:
        raise BadInput(str(error)) from None
    except (OSError, sqlite3.Error) as error:
        raise BadInput(f"{path}: {error}") from None
    return 0


def read(path: Path) -> list[Brief]:
    """All tables of a file. A server may be running on it: nothing is written."""
    from duskhall.server.formats import FORMAT, WrongFile, format_of
    from duskhall.server.housekeeping import briefs, lenient

    if not path.is_file():
        raise WrongFile(f"{path}: there is no such file")
    if format_of(path) != FORMAT:
        raise WrongFile(f"{path}: it is of an older format: run `duskhall migrate` first")
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as rows:
        rows.text_factory = lenient
        return briefs(rows)


def one_of(found: list[Brief], name: str, words: Words) -> Brief:
    for table in found:
        if table.table == name:
            return table
    raise BadInput(words("tables.unknown", table=name))


def in_a_line(table: Brief, words: Words) -> str:
    state = "over" if table.over else "gathering" if table.gathering else "running"
    return words(
        "tables.line",
        table=table.table,
        game=clean(table.game),
        made=strftime("%Y-%m-%d %H:%M", localtime(table.created)),
        moves=table.moves,
        state=words(f"tables.{state}"),
    )


def show(console: Console, table: Brief, words: Words) -> None:
    say(console, in_a_line(table, words), "bold")
    say(console, words("tables.public" if table.public else "tables.private"))
    for number, seat in enumerate(table.seats, 1):
        kind = words(f"tables.{seat.kind}")
        say(console, words("tables.seat", number=number, name=clean(seat.name), kind=kind))


def delete(console: Console, path: Path, chosen: list[Brief], yes: bool, words: Words) -> int:
    """Delete tables for good, once that was confirmed. No server may be running on the file."""
    from duskhall.server.store import SqliteStore

    if not yes:
        if not sys.stdin.isatty():
            raise BadInput(words("tables.say-yes"))
        say(console, words("tables.sure", count=len(chosen)))
        if input("> ").strip().lower() not in words("tables.yes").split():
            say(console, words("tables.kept"))
            return 1
    store = SqliteStore(path, lambda call: call())
    failed: list[Exception] = []
    for table in chosen:
        store.remove(table.table, lambda outcome: failed.append(outcome) if outcome else None)
    store.close()
    if failed:
        raise BadInput(f"{path}: {failed[0]}")
    say(console, words("tables.deleted", count=len(chosen)))
    return 0
