"""`duskhall migrate`: bring a data file or a record up to this duskhall, or say what would come."""

from __future__ import annotations

import shutil
import sqlite3
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from rich.console import Console

from duskhall.cli.bad_input import MISTAKES, BadInput
from duskhall.cli.screen import Screen, say
from duskhall.cli.verify import Unreadable, read_to_verify
from duskhall.cli.words import Words, clean, game_title
from duskhall.engine.game import UnknownGame, game
from duskhall.engine.records import FORMAT, Record

if TYPE_CHECKING:
    from duskhall.server.upgrade import Checked

MAGIC: Final = b"SQLite format 3\0"  # how a data file begins
DONE, WRONG = 0, 1  # exit codes


def run(arguments: Namespace, words: Words) -> int:
    path = Path(arguments.file).expanduser()
    console = Screen()
    if is_data(path):
        return migrate_data(console, path, arguments.report, words)
    return migrate_record(console, path, arguments.report, words)


def is_data(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror or error}") from None


# A server's tables


def migrate_data(console: Console, path: Path, report: bool, words: Words) -> int:
    # Here and not above: the other commands need not wait for the server's packages.
    from duskhall.server.formats import WrongFile

    try:
        if report:
            with TemporaryDirectory() as folder:
                copy = Path(folder) / path.name
                copy_data(path, copy)
                check_data(console, copy, words)
            say(console, words("migrate.unchanged", file=clean(str(path))), "dim")
        else:
            check_data(console, path, words)
    except WrongFile as error:
        raise BadInput(str(error)) from None
    except (OSError, sqlite3.Error) as error:
        raise BadInput(f"{path}: {error}") from None
    return DONE


def copy_data(path: Path, copy: Path) -> None:
    """Copy a data file, with what a server has not yet put into it."""
    shutil.copy(path, copy)
    log = path.with_name(f"{path.name}-wal")
    if log.exists():
        shutil.copy(log, copy.with_name(f"{copy.name}-wal"))


def check_data(console: Console, path: Path, words: Words) -> None:
    from duskhall.server.formats import FORMAT as STORE_FORMAT
    from duskhall.server.store import SqliteStore
    from duskhall.server.upgrade import check_all, due

    store = SqliteStore(path, lambda call: call())
    found: list[Checked] = []
    try:
        if store.migrated is not None:
            say(console, words("migrate.format", before=1, now=STORE_FORMAT))
        check_all(store, due(store, again=True), found.append)
    finally:
        store.close()
    found = [checked for checked in found if checked.is_news]
    for checked in found:
        if checked.outcome != "same":
            say(console, told(checked, words))
    say(console, summary(found, words))


def told(checked: Checked, words: Words) -> str:
    """What becomes of one table, in a line."""
    try:
        kind = game(checked.game)
    except UnknownGame:
        key, title, rules = f"migrate.{checked.outcome}-gone", checked.game, ""
    else:
        key, title = f"migrate.{checked.outcome}", game_title(kind, words.language)
        between = range(checked.version + 1, checked.now + 1)
        rules = words.join([rule for version in between for rule in kind.changes.get(version, [])])
    return words(
        key,
        table=checked.table,
        game=clean(title),
        position=max(checked.position, 0),
        moves=checked.moves,
        before=checked.version,
        now=checked.now,
        rules=f" ({rules})" if rules else "",
    )


def summary(found: Sequence[Checked], words: Words) -> str:
    """How many tables go on, are halted and are frozen."""
    outcomes = [checked.outcome for checked in found]
    if not outcomes:
        return words("migrate.nothing")
    return words(
        "migrate.summary",
        count=len(outcomes),
        same=outcomes.count("same"),
        halted=outcomes.count("halted"),
        frozen=outcomes.count("frozen"),
    )


# A record


def migrate_record(console: Console, path: Path, report: bool, words: Words) -> int:
    try:
        record = read_to_verify(path)
        record.verify()
    except Unreadable as error:
        raise BadInput(str(error)) from None
    except MISTAKES as error:
        wrong = words("migrate.stays", reason=clean(str(error)))
        say(console, f"{clean(str(path))}: {wrong}", "red")
        return WRONG
    if record.format == FORMAT:
        say(console, f"{clean(str(path))}: {words('migrate.current', now=FORMAT)}")
    else:
        if not report:
            rewrite(path, record)
        key = "migrate.would" if report else "migrate.did"
        line = words(key, before=record.format, now=FORMAT)
        say(console, f"{clean(str(path))}: {line}")
    return DONE


def rewrite(path: Path, record: Record) -> None:
    """Write a record in the format of today; the old file stays beside it."""
    fresh = path.with_name(f"{path.name}.new")
    try:
        fresh.write_text(record.chained().dumps(), "utf-8")
        shutil.copy(path, path.with_name(f"{path.name}.format-{record.format}"))
        fresh.replace(path)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror or error}") from None
