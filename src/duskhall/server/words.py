"""The server's own sentences, and the errors that it tells."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

from duskhall.engine.catalogue import LANGUAGES, Catalogue, read_catalogue

FIELD: Final = re.compile(r"\{(\w+)\}")
STATUS: Final = {  # of an answer over HTTP; what is not named here is 400
    "wrong-token": 401,
    "wrong-origin": 403,
    "not-over": 403,
    "not-dealt": 403,
    "halted": 403,
    "frozen": 403,
    "unknown-game": 404,
    "unknown-table": 404,
    "no-lesson": 404,
    "unknown-review": 404,
    "not-found": 404,
    "not-open": 409,
    "workshop-busy": 409,
    "too-large": 413,
    "not-json": 415,
    "too-many": 429,
    "wrong-host": 421,
    "internal": 500,
    "busy": 503,
    "storage": 503,
    "damaged": 503,
}


@cache
def catalogue() -> Catalogue:
    return read_catalogue(Path(__file__).parent / "text")


def say(section: str, key: str, language: str, **fields: object) -> str:
    """A sentence with its fields filled. What fills them is text, and is not read as a sentence."""
    sentence = catalogue().word(section, key, language)
    return FIELD.sub(lambda found: str(fields.get(found[1], found[0])), sentence)


def language_of(accepted: str) -> str:
    """The first of our languages that a header `Accept-Language` names."""
    for part in accepted.split(","):
        language = part.strip()[:2].lower()
        if language in LANGUAGES:
            return language
    return LANGUAGES[0]


class Refused(Exception):
    """Something that was asked for and is not done. `error` is its name in the protocol."""

    def __init__(self, error: str, reason: object = "", rule: str = "") -> None:
        super().__init__(error)
        self.error: Final = error
        self.reason: Final = reason
        self.rule: Final = rule

    @property
    def status(self) -> int:
        return STATUS.get(self.error, 400)

    def sentence(self, language: str) -> str:
        return say("errors", self.error, language, reason=self.reason).strip()
