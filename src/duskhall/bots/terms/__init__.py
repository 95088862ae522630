"""What a bot's answer changes, in words of its game: each term is a number that people count, too.

A game's terms are in the module that is named like it; the sentence of each is in its catalogue,
under `hints`. A game without any is explained by chances alone.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Final

from mypy_extensions import mypyc_attr

from duskhall.engine.events import Event, Seat
from duskhall.engine.game import Game
from duskhall.engine.moves import Move
from duskhall.engine.state import State

NOW: Final = ".now"  # after a term: what an answer does at once


@mypyc_attr(allow_interpreted_subclasses=True)
class Terms:
    """The terms of one game. These are none."""

    def weights(self) -> dict[str, float]:
        """By term: what 1 of it is worth beside the others."""
        return {}

    def shares(self) -> list[str]:
        """The terms that are chances, of 100: their sentences are filled with three numbers."""
        return []

    def goal(self, s: State, seat: Seat, move: Move) -> tuple[str, tuple[int, ...]] | None:
        """What a seat strives for with an answer, or what is known of it without trying it out.

        As a sentence's key and numbers; None, where that is plain, or the answer is for something else.
        """
        return None

    def own(self, s: State, seat: Seat, move: Move) -> list[str] | None:
        """The terms that an answer itself can change; None, if it may be any of them."""
        return None

    def facts(
        self, s: State, seat: Seat, move: Move, after: State, events: list[Event]
    ) -> list[tuple[str, tuple[int, ...]]]:
        """What an answer does at once, as sentences' keys and numbers: by events it leads to `after`.

        A key begins with the term whose gain it is told instead of.
        """
        return []

    def count(self, s: State, seat: Seat, events: list[Event]) -> dict[str, float]:
        """Each term of a table for a seat, by how it stands and by what happened on the way."""
        return {}


def terms_of(game: Game) -> Terms:
    """The terms of a game: `make_terms` of the module here that is named like the game."""
    module = f"duskhall.bots.terms.{game.name.replace('-', '_')}"
    if find_spec(module) is None:
        return Terms()
    terms = import_module(module).make_terms()
    assert isinstance(terms, Terms)
    return terms
