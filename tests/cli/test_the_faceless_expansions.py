"""The Faceless at the terminal: what expansions lay on the board, and what the Fog hides."""

from __future__ import annotations

from functools import partial

import pytest

from duskhall import Move
from duskhall.engine.catalogue import LANGUAGES
from duskhall.engine.events import SPECTATOR
from duskhall.games.the_faceless.box import TEAM
from duskhall.games.the_faceless.rules.walk import PlaceFigure
from tests.cli.screens import ask, table_text
from tests.cli.the_faceless import GAME, card, drawing, dusk

table = partial(table_text, GAME)


def test_every_token_has_its_sign_and_its_word() -> None:
    """TF-91 TF-165"""
    parts = {"den": True, "eyes": True, "portals": True, "haunted": True, "nightworld": True}
    s = dusk(servants="roaming", swamps=2, die=True, avatar="demon", **parts)
    shown = " ".join(table(s).split())
    words = ["DDD Den", "eO open eye", "<A portal A", "<C portal C", "haunted place", "sss servant"]
    for words_said in [*words, "~~~ swamp", "% reverse space", "Die: nothing", "Avatar: Demon"]:
        assert words_said in shown
    assert shown.count("eO") == 3  # two on the board, one in the legend
    bare = table(dusk())
    assert not any(words_said in bare for words_said in [*words, "Die:", "Avatar:"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fog_hides_the_needle_and_every_trial_of_it(language: str) -> None:
    """TF-150 TF-153"""
    s = dusk(fog=True)
    ask(s, PlaceFigure(0, 0, "TF-21"))
    drawn = drawing(s, language)
    view = s.view(SPECTATOR)
    assert drawn.needle(view) == ()
    notes = {str(drawn.note(view, 0, move)) for move in s.legal_moves(0)}
    assert len(notes) == 1
    assert len({drawn.headings(view, move)[0] for move in s.legal_moves(0)}) == 1
    clear = dusk()
    ask(clear, PlaceFigure(0, 0, "TF-21"))
    told = drawing(clear, language)
    assert len({str(told.note(clear.view(0), 0, move)) for move in clear.legal_moves(0)}) > 1


def test_where_white_is_followed_the_other_end_is_shown() -> None:
    """TF-130"""
    s = dusk(nightworld=True)
    red = drawing(s).needle(s.view(0))
    s.numbers[s.world.white] = 1
    assert drawing(s).needle(s.view(0)) == tuple([(way + 3) % 6 for way in red])
    assert s.numbers[TEAM] >= 0


def test_cards_of_expansions_are_told() -> None:
    """TF-115 TF-100"""
    s = dusk(crossroads=True, avatar="lurker", haunted=True, servants="carriers")
    drawn = drawing(s)
    assert drawn.text(card(s, "Crossroads 1")).count("1 step") == 2
    assert "Maze rule" in drawn.text(card(s, "Lurker"))
    assert "3" in drawn.text(card(s, "Lantern Field"))
    assert drawn.text(card(s, "Servants NW")) == "northwest"
    assert drawn.headings(s.view(0), Move("road", 1)) == ()
