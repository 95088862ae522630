"""Balance pages: a module per game, found by the game's name, measures what is designed in it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec

from duskhall.engine.game import Game
from duskhall.lab.balance.report import Page
from duskhall.lab.match import seat_bot
from duskhall.lab.measures import MakeBot

__all__ = ["NoPage", "Page", "page_of", "styles_of"]


class NoPage(ValueError):
    """Nobody has said yet what is to be measured of this game."""


def page_of(game: Game, games: int, seed: int, edition: str = "", part: str = "") -> Page:
    """The game's page, or one of its further pages. NoPage.

    It is `PAGE` of the module here that is named like the game, and like the part.
    """
    folder = "_".join([game.name.replace("-", "_"), *([part] if part else [])])
    module = f"{__name__}.{folder}"
    kind = getattr(import_module(module), "PAGE", None) if find_spec(module) else None
    if kind is None:
        raise NoPage(f"{game.title} has no balance page: it would be lab/balance/{folder}.py")
    page = kind(game, games, seed, edition, part)
    assert isinstance(page, Page)
    return page


def styles_of(game: Game) -> tuple[Sequence[str], MakeBot]:
    """Ways to play that the game's page declares, and who makes bots of them; none without a page."""
    try:
        page = page_of(game, 0, 0)
    except NoPage:
        return (), seat_bot
    return page.styles, page.bot_maker()
