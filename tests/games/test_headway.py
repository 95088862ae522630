"""How far a game is: each game says it by what everyone sees, in every language."""

from __future__ import annotations

import pytest

from duskhall.engine.catalogue import LANGUAGES
from duskhall.engine.game import Game, installed
from tests.games.tables import Case


@pytest.mark.parametrize("game", installed(), ids=lambda game: game.name)
def test_headway_grows_and_tells_nothing_that_is_hidden(game: Game) -> None:
    case = Case(game, 3, {})
    s, luck = case.deal(), case.luck("play")
    sentences = game.catalogue().sentences
    told: list[tuple[str, int]] = []
    while s.waiting:
        far = game.headway(s)
        assert far is not None
        assert 0 <= far.n <= far.of
        for language in LANGUAGES:
            assert "{n}" in sentences[language]["headway"][far.key]
        guess = s.determinize(luck.choice(case.seats()), luck.getrandbits(64))
        assert game.headway(guess) == far  # whoever sits there could have said it
        if (far.key, far.n) not in told:
            told.append((far.key, far.n))
        seat = luck.choice(s.waiting)
        s.apply(seat, luck.choice(s.legal_moves(seat)))
    keys = list(dict.fromkeys(key for key, _ in told))
    assert told == sorted(told, key=lambda one: (keys.index(one[0]), one[1]))
    assert len(told) > 1 or game.box(3).is_cooperative  # all may be lost at once
