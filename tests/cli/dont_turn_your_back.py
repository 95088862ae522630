"""Tables of Don't Turn Your Back that are changed to have them drawn."""

from __future__ import annotations

from duskhall import State, game
from duskhall.cli.tables import drawing_of
from duskhall.cli.tables.dont_turn_your_back import CityDrawing
from duskhall.cli.words import Words
from duskhall.games.dont_turn_your_back.box import DECK, HAND
from duskhall.games.dont_turn_your_back.state import Night
from tests.cli.screens import NAMES, put

GAME = game("dont-turn-your-back")


def night(players: int = 3, seed: int = 5) -> Night:
    s = GAME.setup(players, seed)
    assert isinstance(s, Night)
    return s


def drawing(s: State, language: str = "en") -> CityDrawing:
    drawn = drawing_of(GAME, s.box, NAMES[: s.box.players], Words(language))
    assert isinstance(drawn, CityDrawing)
    return drawn


def card(s: Night, seat: int, name: str, copy: int = 0) -> int:
    found = [
        number
        for number, other in enumerate(s.box.card_names)
        if other == name and s.city.owner[number] == seat
    ]
    return found[copy]


def send(s: Night, seat: int, name: str, district: int, copy: int = 0) -> int:
    """Put a card into a district."""
    number = card(s, seat, name, copy)
    put(s, number, s.open_space(district))
    return number


def hold(s: Night, seat: int, *names: str) -> None:
    """Give a seat these cards for a hand."""
    s.places[DECK + seat] = tuple(sorted(s.places[DECK + seat] + s.places[HAND + seat]))
    s.places[HAND + seat] = ()
    for index, name in enumerate(names):
        put(s, card(s, seat, name, names[:index].count(name)), HAND + seat)
