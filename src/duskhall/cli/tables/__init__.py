"""Drawing tables as text: one module per game, and a plain drawing for games without one."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec

from duskhall.cli.tables.plain import Drawing
from duskhall.cli.words import Words
from duskhall.engine.box import Box
from duskhall.engine.game import Game

__all__ = ["Drawing", "drawing_of"]


def drawing_of(game: Game, box: Box, names: Sequence[str], words: Words) -> Drawing:
    """The game's own drawing, found by the game's name, or the plain one."""
    module = f"{__name__}.{game.name.replace('-', '_')}"
    if find_spec(module) is None:
        return Drawing(box, names, words)
    drawing = import_module(module).DRAWING(box, names, words)
    assert isinstance(drawing, Drawing)
    return drawing
