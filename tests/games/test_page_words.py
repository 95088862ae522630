"""What a game's screen asks of its catalogue: no field of a sentence is left to be read as it stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from duskhall import Game, installed
from duskhall.engine.catalogue import LANGUAGES

pytestmark = pytest.mark.source
SCREENS = Path(__file__).resolve().parents[2] / "web" / "src" / "games"
# A sentence that nothing fills: `say("key")`, also where its key is put together.
BARE = re.compile(r"\bsay\((?:\"([^\"]+)\"|`([^`]+)`)\)")
FIELD = re.compile(r"\{[a-z]+\d*(?::[^{}]*)?\}")


def unfilled(game: Game) -> list[str]:
    """Patterns of the keys that are asked for without fields."""
    files = [file for file in (SCREENS / game.name).rglob("*") if file.suffix in (".ts", ".svelte")]
    found: list[str] = []
    for file in files:
        for whole, pieces in BARE.findall(file.read_text("utf-8")):
            parts = [whole] if whole else re.split(r"\$\{[^}]*\}", pieces)
            found.append(".+".join(re.escape(part) for part in parts))
    return found


@pytest.mark.parametrize("game", installed(), ids=lambda game: game.name)
def test_a_sentence_with_fields_is_asked_for_with_what_fills_them(game: Game) -> None:
    patterns = unfilled(game)
    assert patterns, "the screen asks for nothing: the scan must be wrong"
    sentences = game.box(game.counts({})[0]).catalogue.sentences
    for language in LANGUAGES:
        for key, sentence in sentences[language]["page"].items():
            if any(re.fullmatch(pattern, key) for pattern in patterns):
                assert not FIELD.search(sentence), (language, key, sentence)
