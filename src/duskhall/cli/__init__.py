"""The command line: play in the terminal, serve, simulate, replay, verify, and what a host needs."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from typing import Final, NoReturn

from duskhall.cli import (
    advice,
    backup,
    compare,
    doctor,
    games,
    housekeeping,
    ladder,
    migrate,
    play,
    replay,
    report,
    row,
    seat,
    serve,
    simulate,
    train,
    verify,
)
from duskhall.cli.arguments import parser
from duskhall.cli.bad_input import MISTAKES
from duskhall.cli.words import Words, clean, wanted_language
from duskhall.engine.mistakes import Mistake

BAD_INPUT: Final = 2
INTERRUPTED: Final = 130  # as shells count: 128 and the number of the signal
BROKEN_PIPE: Final = 141

COMMANDS: Final[dict[str, Callable[[Namespace, Words], int]]] = {
    "games": games.run,
    "play": play.run,
    "serve": serve.run,
    "simulate": simulate.run,
    "ladder": ladder.run,
    "seat": seat.run,
    "train": train.run,
    "row": row.run,
    "compare": compare.run,
    "report": report.run,
    "replay": replay.run,
    "review": advice.run,
    "verify": verify.run,
    "migrate": migrate.run,
    "backup": backup.run,
    "restore": backup.restore,
    "doctor": doctor.run,
    "tables": housekeeping.run,
}


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Run a command and exit with its code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a question mark is better than a traceback
    sys.exit(run(sys.argv[1:] if argv is None else argv))


def run(argv: Sequence[str]) -> int:
    """Run a command. What the person did wrong is told in one line."""
    words = Words(wanted_language(argv))
    try:
        arguments = parser(words).parse_args(argv or ["--help"])
        code = COMMANDS[arguments.command](arguments, words)
        sys.stdout.flush()
        return code
    except MISTAKES as error:
        told = error.sentence(words.language) if isinstance(error, Mistake) else str(error)
        print(f"duskhall: {clean(' '.join(told.split()))}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Python flushes once more as it ends: let it, where nobody complains.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
