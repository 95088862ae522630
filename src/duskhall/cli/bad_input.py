"""What is wrong with what was typed, in one line; and reading the files that were named."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from duskhall.bots import BOTS, UnknownBot, make_bot
from duskhall.engine.edition import Edition, WrongEdition
from duskhall.engine.game import Game, UnknownGame, WrongOption
from duskhall.engine.records import BrokenRecord, Record

FAVOURITE_BOT: Final = "greedy"


class BadInput(ValueError):
    """Something that was typed, or a file that was named, cannot be used."""


MISTAKES: Final = (BadInput, UnknownGame, WrongOption, WrongEdition, UnknownBot, BrokenRecord)


def read_text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: this is not a record: it is not UTF-8 text") from None


def read_record(path: Path) -> Record:
    """A record from a file, not yet verified."""
    text = read_text(path)
    try:
        return Record.loads(text)
    except BrokenRecord as error:
        raise BadInput(f"{path}: {error}") from None
    except RecursionError:
        raise BadInput(f"{path}: this is not a record: it is nested too deeply") from None


def default_bot() -> str:
    return FAVOURITE_BOT if FAVOURITE_BOT in BOTS else next(iter(BOTS))


def read_bots(text: str, game: Game) -> list[str]:
    """Names of bots, separated by commas. UnknownBot tells of the first that there is not."""
    names = [name.strip() for name in text.split(",")] if text else [default_bot()]
    for name in names:
        make_bot(name, game)
    return names


def read_options(pairs: Sequence[str]) -> dict[str, object]:
    """Options given as name=value. Whether the game knows them is the game's business."""
    options: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadInput(f"an option is given as name=value, not '{pair}'")
        options[name.strip()] = value.strip()
    return options


def read_edition(game: Game, source: str) -> Edition:
    return game.edition(source) if source else next(iter(game.editions().values()))


def default_players(game: Game) -> int:
    """Three where the game allows it: few enough to follow, more than a duel."""
    counts = game.player_counts()
    return 3 if 3 in counts else counts[-1]
