"""What is wrong with what was typed, in one line; and reading the files that were named."""

from __future__ import annotations

import sys
import tempfile
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from duskhall.bots import BOTS, UnknownBot, make_bot
from duskhall.cli.words import Words
from duskhall.engine.edition import Edition, WrongEdition
from duskhall.engine.game import Game, UnknownGame, WrongOption
from duskhall.engine.positions import BAR, WrongPosition
from duskhall.engine.records import BrokenRecord, Record
from duskhall.lab.results import WrongResults
from duskhall.lab.simulate import BrokenGame
from duskhall.lab.yardsticks import UnknownMeasure

FAVOURITE_BOT: Final = "greedy"


class BadInput(ValueError):
    """Something that was typed, or a file that was named, cannot be used."""


MISTAKES: Final = (
    BadInput,
    UnknownGame,
    WrongOption,
    WrongEdition,
    WrongPosition,
    UnknownBot,
    BrokenRecord,
    BrokenGame,
    WrongResults,
    UnknownMeasure,
)


def read_text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: this is not a record: it is not UTF-8 text") from None


def check_target(file: Path, words: Words) -> None:
    """BadInput, if this file cannot be written: rather now than after hours of play."""
    folder = file.absolute().parent
    try:
        if file.is_dir():
            raise BadInput(words("write-a-folder", file=str(file)))
        if not folder.is_dir():
            raise BadInput(words("write-no-folder", file=str(file), folder=str(file.parent)))
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror or error}") from None


def results_folder(named: str | None, words: Words) -> Path | None:
    """The folder for results, if one is named. BadInput, if that is a file."""
    folder = Path(named).expanduser() if named else None
    if folder is not None and folder.is_file():
        raise BadInput(words("results-a-file", file=str(folder)))
    return folder


def read_start(source: str, words: Words) -> str:
    """A position: from a file, from the standard input, or the text itself with bars in it."""
    if BAR.strip() in source or "\n" in source:
        return source
    if source == "-":
        return sys.stdin.read()
    try:
        return Path(source).read_text("utf-8")
    except OSError as error:
        reason = words("no-file") if isinstance(error, FileNotFoundError) else error.strerror
        raise BadInput(f"{source}: {reason or error}") from None
    except ValueError:  # not UTF-8, or no name that a file can have
        raise BadInput(words("position-no-text", file=source)) from None


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


def read_options(pairs: Sequence[str], words: Words) -> dict[str, object]:
    """Options given as name=value. Whether the game knows them is the game's business."""
    options: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadInput(words("not-an-option", text=pair))
        options[name.strip()] = value.strip()
    return options


def read_edition(game: Game, source: str | None) -> Edition:
    return game.edition(source) if source else next(iter(game.editions().values()))


def chosen_options(game: Game, arguments: Namespace, words: Words) -> dict[str, object]:
    """The options of the scenario that was named, and over them those that were given singly."""
    scenario = game.scenario(arguments.scenario).options if arguments.scenario else {}
    return {**scenario, **read_options(arguments.option, words)}


def chosen_players(
    game: Game, arguments: Namespace, options: dict[str, object], words: Words
) -> int:
    """How many play: as many as asked for, if that and the options can be had together."""
    players = int(arguments.players or default_players(game, options))
    check_together(game, players, options, words)
    return players


def check_together(game: Game, players: int, options: dict[str, object], words: Words) -> None:
    """BadInput, if so many cannot play with these options: it names an option that lets them."""
    try:
        game.choose(players, options)
    except WrongOption as error:
        told = error.sentence(words.language)
        found = remedy(game, players, options) if error.reason else ""
        raise BadInput(words("with-option", told=told, option=found) if found else told) from None


def remedy(game: Game, players: int, options: dict[str, object]) -> str:
    """An option, not named yet, with which so many can play; none, if it takes more than one."""
    for option in game.options():
        for value in option.values[1:] if option.name not in options else []:
            try:
                game.choose(players, {**options, option.name: value})
            except WrongOption:
                continue
            return f"--option {option.name}={str(value).lower()}"
    return ""


def default_players(game: Game, options: dict[str, object] | None = None) -> int:
    """Three where the game allows it: few enough to follow, more than a duel."""
    counts = game.counts(options or {})
    return 3 if 3 in counts else counts[-1]
