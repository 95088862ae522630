"""The command line: play in the terminal, serve, simulate, replay, verify, and what a host needs."""

from __future__ import annotations

import os
import signal
import sys
import threading
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
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
from duskhall.lab.unbroken import SIGNALLED

BAD_INPUT: Final = 2
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
LONG: Final = ("simulate", "ladder", "train", "compare", "report")  # games without a person


class Ended(KeyboardInterrupt):
    """As Ctrl-C, but somebody else has asked for it."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number: Final = number


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
        command = COMMANDS[arguments.command]
        if arguments.command in LONG:
            with ended_as_by_hand():
                code = command(arguments, words)
        else:
            code = command(arguments, words)
        sys.stdout.flush()
        return code
    except MISTAKES as error:
        told = error.sentence(words.language) if isinstance(error, Mistake) else str(error)
        print(f"duskhall: {clean(' '.join(told.split()))}", file=sys.stderr)
        return BAD_INPUT
    except Ended as ended:
        return SIGNALLED + ended.number
    except KeyboardInterrupt:
        return SIGNALLED + signal.SIGINT
    except BrokenPipeError:
        # Python flushes once more as it ends: let it, where nobody complains.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE


@contextmanager
def ended_as_by_hand() -> Iterator[None]:
    """Whoever is asked to end, or whose terminal is closed, ends as after Ctrl-C: workers too."""

    def end(number: int, frame: object) -> None:
        raise Ended(number)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    asked = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    # What is ignored stays so: `nohup` is to outlive its terminal.
    asked = [number for number in asked if signal.getsignal(number) == signal.SIG_DFL]
    for number in asked:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in asked:
            signal.signal(number, signal.SIG_DFL)
