"""Expansions in words: what lies where at a table that is set up by hand.

    dusk("Purple 2", portals="true", prepare=laid(portal_at="1,0 4,0 -4,1"))

A word is the name of numbers: spaces, one for each, or plain numbers. `avatar` names cards, and a
place of cards has only those that are named, the others lie in its box.
"""

from __future__ import annotations

from collections.abc import Callable

from duskhall.games.the_faceless.box import PLACES
from duskhall.games.the_faceless.state import Dusk
from tests.games.the_faceless.words import cell, space

BOXES = {  # by place: where the cards are that are not in it
    "avatar": "avatar_box",
    "crossroads_deck": "crossroads_discard",
    "servant_deck": "discard",  # none lies open, so that none is shuffled anew
}


def laid(**words: str) -> Callable[[Dusk], None]:
    def prepare(s: Dusk) -> None:
        for name, value in words.items():
            if name in BOXES:
                fill(s, name, value)
            else:
                put(s, name, value)

    return prepare


def put(s: Dusk, name: str, value: str) -> None:
    """Set a number, or all of a name."""
    for index, word in enumerate(value.split()):
        number = space(word) if "," in word else int(word)
        known = name if name in s.box.number_name else f"{name}.{index}"
        s.numbers[s.box.number_name.index(known)] = number


def fill(s: Dusk, name: str, value: str) -> None:
    """Leave only the cards of these names in a place, or bring them there."""
    place, box = s.box.name_of.index(name), s.box.name_of.index(BOXES[name])
    decks = {s.box.deck_of[card] for card in [*s.places[place], *s.places[box]]}
    deck = s.world.place_decks[place - PLACES]
    assert deck in decks
    cards = [card for card in [*s.places[place], *s.places[box]] if s.box.deck_of[card] == deck]
    others = [card for card in s.places[box] if s.box.deck_of[card] != deck]
    wanted = [s.box.card_names.index(part.strip()) for part in value.split("+") if part.strip()]
    s.places[place] = tuple(sorted(wanted))
    s.places[box] = (*others, *sorted([card for card in cards if card not in wanted]))


def lay_haunted(s: Dusk, *places: str) -> None:
    """Haunted places, in order: "Crooked Chapel 2,0 NE"."""
    left = s.box.name_of.index("haunted_box")
    ways = ["E", "NE", "NW", "W", "SW", "SE"]
    for number, words in enumerate(places):
        name, where, way = words.rsplit(" ", 2)
        card = s.box.card_names.index(name)
        s.places[left] = tuple([other for other in s.places[left] if other != card])
        s.places[s.box.name_of.index(f"haunted.{number}")] = (card,)
        put(s, f"haunted_at.{number}", where)
        put(s, f"haunted_way.{number}", str(ways.index(way)))


def value(s: Dusk, name: str) -> int:
    return s.numbers[s.box.number_name.index(name)]


def where(s: Dusk, name: str) -> list[str]:
    """The spaces of all numbers of a name."""
    found = [n for n, known in s.box.number_names if known.partition(".")[0] == name]
    return [cell(s.numbers[n]) for n in found]
