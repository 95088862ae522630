"""A match: one game with a bot at every seat."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from duskhall.bots import make_bot
from duskhall.bots.bot import Bot, luck
from duskhall.engine.events import OUTSIDE, Seat
from duskhall.engine.game import Game
from duskhall.engine.moves import Move
from duskhall.engine.records import Record
from duskhall.engine.state import State
from duskhall.engine.table import Table

Give = Callable[[Seat, Move], object]  # does with an answer what is to be done with it


class EndlessGame(RuntimeError):
    """A game took more answers than its rules can ask for."""


def seat_bot(game: Game, name: str, seat: Seat, seed: int) -> Bot:
    """A bot for one seat of the game with this seed.

    The bots' luck comes from the game's seed, so that a record's seed and the names of its bots
    are enough to play the same game again.
    """
    return make_bot(name, game, luck(seed, seat + 1))


def seat_bots(game: Game, names: Sequence[str], players: int, seed: int) -> list[Bot]:
    """A bot for each seat; fewer names than seats are repeated in order."""
    return [seat_bot(game, names[seat % len(names)], seat, seed) for seat in range(players)]


def in_turn(names: Sequence[str], players: int, number: int) -> tuple[str, ...]:
    """Who sits where in the game of this number: names around the table, moving on by one."""
    return tuple([names[(number + seat) % len(names)] for seat in range(players)])


def mixed(names: Sequence[str], players: int, number: int) -> tuple[str, ...]:
    """Who sits where in the game of this number, so that all arrangements come by turns."""
    count = len(names)
    # Each seat moves on at a pace of its own, so that few games are mixed well already. The first
    # may go by twos only where that meets every name: with an odd number of them.
    return tuple(
        [
            names[(number // count**seat + number * (seat + count % 2)) % count]
            for seat in range(players)
        ]
    )


def unlike(names: Sequence[str], players: int, number: int) -> tuple[str, ...]:
    """As mixed, but nobody sits down where all would be the same: that game would tell nothing."""
    seated = mixed(names, players, number)
    return seated if len(set(seated)) > 1 else ()


def play_out(
    game: Game, s: State, bots: Sequence[Bot], give: Give | None = None, answers: int = 0
) -> int:
    """Play a table to its end, after that many answers. How many it has got then.

    `give` is what becomes of an answer; without it the state alone hears of it: the fast way.
    """
    give = give or s.apply
    while s.waiting:
        seat = s.waiting[0]
        give(seat, bots[seat].answer(s, seat, answers))
        answers += 1
        coming = s.coming()
        if coming is not None:
            give(OUTSIDE, coming)
            answers += 1
        if answers > game.longest:
            raise EndlessGame(f"{game.title} did not end within {game.longest} answers")
    return answers


def play_table(table: Table, bots: Sequence[Bot]) -> None:
    """Play a table to its end, with every answer and hash on record."""
    record = table.record
    play_out(record.game, table.state, bots, table.play, len(record.moves))


def wins(ranks: Sequence[int], is_cooperative: bool) -> list[float]:
    """By seat, its part of the first place; who plays together wins it whole."""
    part = 1.0 if is_cooperative else 1 / max(1, ranks.count(1))
    return [part if rank == 1 else 0.0 for rank in ranks]


def write_record(record: Record, path: Path) -> None:
    """Write a record so that the file is either whole or as it was before."""
    write_text(record.dumps(), path)


def write_text(text: str, path: Path) -> None:
    """Write a file so that it is either whole or as it was before."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
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
