"""Mistakes: what was given and cannot be used, told in the language of whoever gave it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Final

from mypy_extensions import mypyc_attr

from duskhall.engine.catalogue import LANGUAGES, Catalogue, read_catalogue

Field = str | int | Callable[[str], str]  # what differs by language is asked for it


@cache
def sentences() -> Catalogue:
    return read_catalogue(Path(__file__).parent / "text")


@mypyc_attr(allow_interpreted_subclasses=True)
class Mistake(ValueError):
    """Something that cannot be used. `key` names its sentence in engine/text."""

    def __init__(self, key: str, fields: dict[str, Field]) -> None:
        self.key: Final = key
        self.fields: Final = fields
        super().__init__(self.sentence(LANGUAGES[0]))

    def sentence(self, language: str) -> str:
        filled = {
            name: value(language) if callable(value) else str(value)
            for name, value in self.fields.items()
        }
        return sentences().phrase("mistakes", self.key, language, filled)


def listed(names: list[str]) -> Field:
    """Names in a row; or the word for none."""
    return ", ".join(names) or partial(sentences().word, "mistakes", "none")
