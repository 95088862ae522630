"""Mistakes: each has a sentence of its own in every language, with the same fields."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from duskhall.engine.catalogue import LANGUAGES
from duskhall.engine.game import WrongOption, installed
from duskhall.engine.mistakes import Mistake, sentences
from duskhall.engine.positions import WrongPosition

SOURCE = Path(__file__).parents[2] / "src"
KNOWN = sentences().sentences
RAISED = re.compile(
    r'(?:WrongPosition|WrongOption|WrongResults|UnknownMeasure|once)\(\s*"([a-z-]+)"'
)


def test_every_language_has_the_same_sentences_with_the_same_fields() -> None:
    fields = {
        language: {key: sorted(re.findall(r"{(\w+)}", told)) for key, told in section.items()}
        for language, section in ((one, KNOWN[one]["mistakes"]) for one in LANGUAGES)
    }
    assert fields["en"] == fields["ja"]
    assert KNOWN["en"]["mistakes"].keys() == KNOWN["ja"]["mistakes"].keys()
    assert KNOWN["en"]["differs"].keys() == KNOWN["ja"]["differs"].keys()


def test_every_mistake_that_is_made_has_its_sentence() -> None:
    sources = [path.read_text("utf-8") for path in SOURCE.rglob("*.py")]
    raised = {key for source in sources for key in RAISED.findall(source)}
    assert raised | {"none"} == set(KNOWN["en"]["mistakes"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_is_filled_in_its_language(language: str) -> None:
    game = installed()[0]
    told = WrongPosition("endless", title=game.titled).sentence(language)
    assert game.catalogue().word("game", "title", language) in told
    assert "{" not in WrongOption("no-games", count=0).sentence(language)


def test_in_text_it_is_english() -> None:
    assert str(WrongOption("seed", bits=128, seed=-1)).startswith("a seed is a whole number")


class Wrong(Mistake):
    """As those of the lab, which is not compiled."""


def test_a_mistake_of_the_lab_is_told_where_the_engine_is_compiled() -> None:
    wrong = Wrong("no-games", {"count": 0})
    assert str(wrong) == "at least one game must be played, not 0"
    with pytest.raises(Mistake):
        raise wrong
