"""A match: one game with a bot at every seat."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from duskhall.bots import make_bot
from duskhall.bots.bot import Bot, luck
from duskhall.engine.game import Game
from duskhall.engine.records import Record
from duskhall.engine.state import State
from duskhall.engine.table import Table


class EndlessGame(RuntimeError):
    """A game took more answers than its rules can ask for."""


def seat_bots(game: Game, names: Sequence[str], players: int, seed: int) -> list[Bot]:
    """A bot for each seat; fewer names than seats are repeated in order.

    The bots' luck comes from the game's seed, so that a record's seed and the names of its bots
    are enough to play the same game again.
    """
    return [
        make_bot(names[seat % len(names)], game, luck(seed, seat + 1)) for seat in range(players)
    ]


def play_out(game: Game, s: State, bots: Sequence[Bot]) -> int:
    """Play a table to its end, without a record: the fast way. How many answers were given."""
    answers = 0
    while s.waiting:
        seat = s.waiting[0]
        s.apply(seat, bots[seat].answer(s, seat, answers))
        answers += 1
        if answers > game.longest:
            raise EndlessGame(f"{game.title} did not end within {game.longest} answers")
    return answers


def play_table(table: Table, bots: Sequence[Bot]) -> None:
    """Play a table to its end, with every answer and hash on record."""
    record = table.record
    while table.state.waiting:
        seat = table.state.waiting[0]
        table.play(seat, bots[seat].answer(table.state, seat, len(record.moves)))
        if len(record.moves) > record.game.longest:
            raise EndlessGame(
                f"{record.game.title} did not end within {record.game.longest} answers"
            )


def write_record(record: Record, path: Path) -> None:
    """Write a record so that the file is either whole or as it was before."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(record.dumps())
            file.flush()
            os.fsync(file.fileno())
        os.chmod(draft, 0o666 & ~_umask())
        os.replace(draft, path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


def _umask() -> int:
    """The permissions new files lack here. It can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
