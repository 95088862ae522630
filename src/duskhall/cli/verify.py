"""`duskhall verify`: replay records, and hold them against their hashes."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from duskhall.cli.bad_input import MISTAKES, BadInput, read_text
from duskhall.cli.screen import Screen, progress_bar, say
from duskhall.cli.words import Words, clean
from duskhall.engine.records import Record

VERIFIED, WRONG, UNREADABLE = 0, 1, 2  # exit codes, from good to bad


class Unreadable(BadInput):
    """A file that is no record at all, so that there is nothing to verify."""


def run(arguments: Namespace, words: Words) -> int:
    paths = [Path(name) for name in arguments.files]
    if arguments.commitment and (len(paths) > 1 or paths[0].is_dir()):
        raise BadInput(words("verify.one-commitment"))
    console = Screen()
    worst = VERIFIED
    for path in paths:
        code = (
            verify_folder(console, path, words)
            if path.is_dir()
            else verify_file(console, path, arguments.commitment.strip().lower(), words)
        )
        worst = max(worst, code)
    return worst


def verify_file(console: Console, path: Path, commitment: str, words: Words) -> int:
    """Verify one file and print its line."""
    try:
        say(console, f"{clean(str(path))}: {verdict(path, commitment, words)}")
    except Unreadable as error:
        print(f"duskhall: {clean(str(error))}", file=sys.stderr)
        return UNREADABLE
    except MISTAKES as error:
        wrong = words("verify.wrong", reason=clean(str(error)))
        say(console, f"{clean(str(path))}: {wrong}", "red")
        return WRONG
    return VERIFIED


def verify_folder(console: Console, folder: Path, words: Words) -> int:
    """Verify every record of a folder: a line for each that fails, and a summary."""
    files = sorted(folder.rglob("*.json"))
    if not files:
        raise BadInput(words("verify.empty", folder=folder))
    codes: list[int] = []
    failing: list[Path] = []
    with progress_bar(words("verify.progress")) as progress:
        for number, file in enumerate(files, 1):
            code = verify_quietly(file)
            codes.append(code)
            if code != VERIFIED:
                failing.append(file)
            progress(number, len(files))
    for file in failing:
        verify_file(console, file, "", words)
    good = codes.count(VERIFIED)
    say(console, f"{clean(str(folder))}: {words('verify.folder', good=good, count=len(files))}")
    return max(codes)


def verify_quietly(path: Path) -> int:
    try:
        read_to_verify(path).verify()
    except Unreadable:
        return UNREADABLE
    except MISTAKES:
        return WRONG
    return VERIFIED


def verdict(path: Path, commitment: str, words: Words) -> str:
    """Verify a record and say what it is. Raises one of MISTAKES if it does not verify."""
    record = read_to_verify(path)
    s = record.verify(commitment)
    moves = words("verify.from" if record.start else "verify.moves", count=len(record.moves))
    if s.waiting:
        said = words("verify.unfinished", moves=moves)
    elif s.box.is_cooperative:
        reason = record.game.standing(s).reason
        end = s.box.catalogue.word("standings", reason, words.language)
        said = words("verify.together", moves=moves, end=end)
    else:
        ranks = record.game.standing(s).ranks
        winners: Sequence[str] = [
            clean(name) for name, rank in zip(record.names, ranks, strict=True) if rank == 1
        ]
        said = words("verify.good", moves=moves, winners=words.join(winners))
    return said + luck_of(record, words)


def luck_of(record: Record, words: Words) -> str:
    """Who made the seed with the server, where the seats did."""
    proof = record.proof
    if proof is None:
        return ""
    seats = words.join([clean(record.names[share.seat]) for share in proof.shares])
    key = "verify.proof" if proof.round == 1 else "verify.proof-anew"
    return words(key, seats=seats, round=proof.round)


def read_to_verify(path: Path) -> Record:
    """A record, or Unreadable if the file is something else."""
    try:
        text = read_text(path)
        data = json.loads(text)
    except BadInput as error:
        raise Unreadable(str(error)) from None
    except (ValueError, RecursionError):
        raise Unreadable(f"{path}: this is not a record: it is not JSON") from None
    if not isinstance(data, dict) or "duskhall" not in data:
        raise Unreadable(f"{path}: this is not a record of Duskhall")
    return Record.loads(text)
