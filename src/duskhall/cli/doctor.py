"""`duskhall doctor`: what is here, what is missing, and what to do about it."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import sys
import urllib.request
from argparse import Namespace
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from rich.text import Text

from duskhall import __version__
from duskhall.cli.bad_input import BadInput
from duskhall.cli.screen import Screen, say
from duskhall.cli.serve import address, chosen_data, no_listening
from duskhall.cli.words import Words, clean

WELL, ILL = 0, 1  # exit codes
OLDEST: Final = (3, 11)
SPACE: Final = 100_000_000  # bytes of disk with which it can go on for long
NAMED: Final = 10  # tables, at most
PATIENCE: Final = 2.0  # seconds, for whoever listens at the port


class Finding(NamedTuple):
    """One thing that was looked at: a sentence, and whether it hinders, could be better, or is well."""

    state: str  # 'well', 'better' or 'ill'
    sentence: str


STYLES: Final = {"well": ("✓", "green"), "better": ("·", "yellow"), "ill": ("✗", "red")}


def run(arguments: Namespace, words: Words) -> int:
    data = chosen_data(arguments.data)
    findings = [
        python(words),
        build(words),
        page(words),
        *tables(data, words),
        port(arguments.host, arguments.port, words),
    ]
    console = Screen()
    say(console, f"duskhall {__version__}", "bold")
    for state, sentence in findings:
        sign, style = STYLES[state]
        say(console, Text.assemble((sign, style), " ", clean(sentence)))
    ill = [finding for finding in findings if finding.state == "ill"]
    say(console, words("doctor.ill", count=len(ill)) if ill else words("doctor.well"))
    return ILL if ill else WELL


def python(words: Words) -> Finding:
    version = ".".join([str(number) for number in sys.version_info[:3]])
    is_new = sys.version_info[:2] >= OLDEST
    key = "doctor.python" if is_new else "doctor.python-old"
    return Finding("well" if is_new else "ill", words(key, version=version, file=sys.executable))


def build(words: Words) -> Finding:
    from duskhall.server.watch import is_compiled

    if is_compiled():
        return Finding("well", words("doctor.compiled"))
    return Finding("better", words("doctor.interpreted"))


def page(words: Words) -> Finding:
    from duskhall.server.settings import PAGE

    if (PAGE / "index.html").is_file():
        return Finding("well", words("doctor.page"))
    return Finding("ill", words("doctor.no-page"))


def tables(data: Path, words: Words) -> list[Finding]:
    """The data file, and the disk it lies on."""
    from duskhall.server.formats import WrongFile

    folder = next(parent for parent in [data.parent, *data.absolute().parents] if parent.exists())
    if not os.access(folder, os.W_OK) or (data.exists() and not os.access(data, os.W_OK)):
        return [Finding("ill", words("doctor.no-write", file=data))]
    try:
        found = [kept(data, words)]
    except (WrongFile, sqlite3.Error) as error:
        found = [Finding("ill", words("doctor.wrong-data", reason=error))]
    free = shutil.disk_usage(folder).free
    if free < SPACE:
        found.append(Finding("ill", words("doctor.full", megabytes=free // 1_000_000)))
    return found


def kept(data: Path, words: Words) -> Finding:
    from duskhall.server.damage import wrong_tables
    from duskhall.server.datafile import check_names
    from duskhall.server.formats import FORMAT, format_of

    check_names(data)
    written = format_of(data)
    if not written:
        return Finding("well", words("doctor.new-data", file=data))
    with closing(sqlite3.connect(data)) as rows:
        damage = str(rows.execute("PRAGMA integrity_check(1)").fetchone()[0])
        if damage != "ok":
            return Finding("ill", words("doctor.wrong-data", reason=f"{data}: {damage}"))
        count = int(rows.execute("SELECT count(*) FROM tables").fetchone()[0])
    if written < FORMAT:
        return Finding("better", words("doctor.old-data", file=data, count=count))
    if wrong := wrong_tables(data):
        named = words.join(wrong[:NAMED])
        return Finding("ill", words("doctor.damaged", file=data, count=len(wrong), tables=named))
    return Finding("well", words("doctor.data", file=data, count=count))


def port(host: str, number: int, words: Words) -> Finding:
    """Whether a server could listen there, and who does so already."""
    from duskhall.server.run import CannotListen, listen

    try:
        listen(host, number).close()
    except CannotListen as error:
        if error.why != "taken":
            raise BadInput(no_listening(error, "--port", words)) from None
        if running := running_at(address(host, number)):
            return Finding("better", words("doctor.running", port=number, version=running))
        return Finding("ill", words("doctor.taken", host=host, port=number))
    return Finding("well", words("doctor.port", host=host, port=number))


def running_at(there: str) -> str:
    """The version of the duskhall that answers there; empty, if it is something else."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"{there}health", timeout=PATIENCE) as answer:
            told = json.loads(answer.read(1000))
    except (OSError, ValueError):
        return ""
    return str(told.get("version", "")) if isinstance(told, dict) else ""
