"""Tables of The Faceless that are changed to have them drawn."""

from __future__ import annotations

from duskhall import State, game
from duskhall.cli.tables import drawing_of
from duskhall.cli.tables.the_faceless import DuskDrawing
from duskhall.cli.words import Words
from duskhall.games.the_faceless.box import KID, KID_BOX
from duskhall.games.the_faceless.state import Dusk
from tests.cli.screens import NAMES, put

GAME = game("the-faceless")


def dusk(players: int = 2, seed: int = 11, **options: object) -> Dusk:
    """A table after set-up: seed 11 is the board that these tests know."""
    s = GAME.deal(GAME.box(players, options), seed)
    assert isinstance(s, Dusk)
    for _ in range(2):
        s.apply(s.waiting[0], s.legal_moves(s.waiting[0])[0])
    return s


def drawing(s: State, language: str = "en") -> DuskDrawing:
    drawn = drawing_of(GAME, s.box, NAMES[: s.box.players], Words(language))
    assert isinstance(drawn, DuskDrawing)
    return drawn


def space(s: Dusk, name: str) -> int:
    return s.world.board.names.index(name)


def card(s: Dusk, name: str) -> int:
    return s.box.card_names.index(name)


def sit(s: Dusk, seat: int, kid: str) -> Dusk:
    """Give a seat this kid."""
    put(s, card(s, kid), KID_BOX)
    for other in s.places[KID + seat]:
        put(s, other, KID_BOX)
    put(s, card(s, kid), KID + seat)
    return s
