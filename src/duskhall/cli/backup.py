"""`duskhall backup` and `duskhall restore`: a copy of all tables, and back."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from duskhall.cli.bad_input import BadInput
from duskhall.cli.screen import Screen, say
from duskhall.cli.serve import chosen_data
from duskhall.cli.words import Words, clean


def run(arguments: Namespace, words: Words) -> int:
    # Here and not above: the other commands need not wait for the server's packages.
    from duskhall.server.backups import copy_data
    from duskhall.server.formats import WrongFile

    copy = Path(arguments.file).expanduser()
    if copy.exists():
        raise BadInput(words("backup.exists", file=copy))
    try:
        count = copy_data(chosen_data(arguments.data), copy)
    except WrongFile as error:
        raise BadInput(str(error)) from None
    except OSError as error:
        raise BadInput(f"{copy}: {error.strerror or error}") from None
    say(Screen(), words("backup.done", count=count, file=clean(str(copy))))
    return 0


def restore(arguments: Namespace, words: Words) -> int:
    from duskhall.server.backups import restore_data
    from duskhall.server.datafile import InUse
    from duskhall.server.formats import WrongFile

    data = chosen_data(arguments.data)
    try:
        data.parent.mkdir(parents=True, exist_ok=True)
        count, kept = restore_data(Path(arguments.file).expanduser(), data)
    except InUse:
        raise BadInput(words("backup.in-use", file=data)) from None
    except WrongFile as error:
        raise BadInput(str(error)) from None
    except OSError as error:
        raise BadInput(f"{data}: {error.strerror or error}") from None
    console = Screen()
    say(console, words("backup.restored", count=count, file=clean(str(data))))
    if kept is not None:
        say(console, words("backup.kept", file=clean(str(kept))))
    return 0
