"""What the words of all games share: playing, refusing and looking, whatever the cards are."""

from __future__ import annotations

from typing import TypeVar

import pytest

from duskhall.engine.events import HIDDEN, SPECTATOR, Event, Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import IllegalMove, State
from duskhall.engine.steps import Step

ONLOOKER = SPECTATOR
S = TypeVar("S", bound=State)


def split(words: str, separator: str = ",") -> list[str]:
    return [part.strip() for part in words.split(separator) if part.strip()]


# Playing


def begin(s: S, *steps: Step[S]) -> S:
    s.then(*steps)
    s.play_on()
    return s


def play_line(s: State, line: str, seat: Seat, move: Move, offered: str) -> None:
    """Play a move that was said; if it is not legal, tell what was."""
    if s.why_not(seat, move) is not None:
        asked = offered or "the game is over"
        pytest.fail(f"{line.strip()!r} is not legal; what was: {asked}")
    s.apply(seat, move)


def refusal(s: State, seat: Seat, move: Move) -> str:
    """The rule and the reason for which a move is refused; nothing may have changed."""
    before, told = s.digest(), len(s.events or [])
    with pytest.raises(IllegalMove) as caught:
        s.apply(seat, move)
    assert (s.digest(), len(s.events or [])) == (before, told)
    assert caught.value.rule in str(caught.value)
    return f"{caught.value.rule} {caught.value.refusal.reason}".strip()


def all_answer(s: S, index: int = 0) -> S:
    """Each who owes an answer gives one of those they have, by default the first."""
    for seat in s.waiting[:]:
        s.apply(seat, s.legal_moves(seat)[index])
    return s


def answer_until(s: S, step: str, index: int = 0) -> S:
    """Give first answers, or others, until this step asks; with "" until the game is over."""
    while s.agenda and type(s.agenda[-1]).__name__ != step:
        all_answer(s, index)
    return s


# Looking


def names(s: State, cards: tuple[int, ...]) -> list[str]:
    return ["?" if card == HIDDEN else s.box.card_names[card] for card in cards]


def at(s: State, place: str) -> list[str]:
    """The cards that lie there: at(s, "discard.0")."""
    return names(s, s.places[s.box.name_of.index(place)])


def sizes(s: State, place: str) -> list[int]:
    """By seat, how many cards lie in places such as "hand"."""
    return [len(at(s, f"{place}.{seat}")) for seat in range(s.box.players)]


def shown(s: State, seat: Seat, place: str) -> tuple[int, ...] | int:
    """What a seat's view shows of a place: the cards by number, or only how many."""
    places = s.view(seat)["places"]
    assert isinstance(places, dict)
    cards = places[place]
    return tuple(cards) if isinstance(cards, list) else int(cards)


def sees(s: State, seat: Seat, place: str) -> list[str] | int:
    """What a seat's view shows of a place: the cards, or only how many."""
    cards = shown(s, seat, place)
    return names(s, cards) if isinstance(cards, tuple) else cards


def events(s: State, kind: str) -> list[Event]:
    return [event for event in s.events or [] if event.kind == kind]


def told(s: State, kind: str, seat: Seat = ONLOOKER) -> list[list[str]]:
    """The cards of all events of a kind as they are shown to a seat; "?" is a hidden card."""
    return [names(s, event.shown_to(seat).cards) for event in events(s, kind)]


def asks(s: State) -> str:
    """The step that waits for an answer: "PlaceCard(0)"."""
    return str(s.view(ONLOOKER)["asks"])


def said(s: State, kind: str, language: str = "en") -> list[str]:
    """The log's sentences of all events of a kind. Seats are called Ann, Bo, Cy and Di."""
    names = ["Ann", "Bo", "Cy", "Di"]
    catalogue = s.box.catalogue
    found = [catalogue.event(s.box, event, names, language) for event in events(s, kind)]
    return [sentence for sentence in found if sentence]
