"""The command line's own words, in the language of whoever reads them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from duskhall.engine.catalogue import LANGUAGES, Catalogue, read_catalogue
from duskhall.engine.game import Game

SECTION: Final = "cli"


@cache
def catalogue() -> Catalogue:
    return read_catalogue(Path(__file__).parent / "text")


class Words:
    """Sentences by key: `words("saved", file="a.json")`."""

    def __init__(self, language: str) -> None:
        self.language: Final = language

    def __call__(self, key: str, **fields: object) -> str:
        sentence = self.find(key)
        return key if sentence is None else sentence.format(**fields)

    def find(self, key: str) -> str | None:
        return catalogue().find(SECTION, key, self.language)

    def join(self, names: Sequence[str]) -> str:
        """Names in a row, as the language writes them."""
        comma, last = self("comma"), self("and")
        return comma.join(names[:-1]) + last + names[-1] if len(names) > 1 else "".join(names)


def catalogue_of(game: Game) -> Catalogue:
    """The sentences of a game, whatever is played with."""
    return game.catalogue()


def game_title(game: Game, language: str) -> str:
    return catalogue_of(game).find("game", "title", language) or game.title


def wanted_language(argv: Sequence[str], environment: Mapping[str, str] = os.environ) -> str:
    """The language asked for, read before the arguments are, as help must speak it too."""
    asked = ""
    for index, word in enumerate(argv):
        if word == "--language":
            asked = argv[index + 1] if index + 1 < len(argv) else ""
        elif word.startswith("--language="):
            asked = word.partition("=")[2]
    if asked in LANGUAGES:
        return asked
    for name in ("DUSKHALL_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            spoken = environment[name][:2].lower()
            return spoken if spoken in LANGUAGES else LANGUAGES[0]
    return LANGUAGES[0]


def clean(text: str) -> str:
    """Text from a file or a person, without anything that a terminal would obey."""
    return "".join(
        [letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text]
    )
