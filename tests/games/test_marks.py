"""What a replay marks: each game says which of its events mattered."""

from __future__ import annotations

import pytest

from duskhall.engine.catalogue import LANGUAGES
from duskhall.engine.game import Game, installed


@pytest.mark.parametrize("game", installed(), ids=lambda game: game.name)
def test_marks_are_events_that_the_log_tells_in_every_language(game: Game) -> None:
    sentences = game.catalogue().sentences
    for language in LANGUAGES:
        marks, events = sentences[language]["marks"], sentences[language]["events"]
        assert marks
        for key, label in marks.items():
            kind = key.partition(".")[0]
            assert label
            assert any(
                known.partition(".")[0] == kind and text for known, text in events.items()
            ), key
    assert list(sentences["en"]["marks"]) == list(sentences["ja"]["marks"])
