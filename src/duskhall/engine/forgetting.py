"""What is not told again: cards that went where nobody may look any more."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import TypeVar

from duskhall.engine.box import Box
from duskhall.engine.events import ALL_SEEING, HIDDEN, Event, Seat

P = TypeVar("P")
Moved = tuple[tuple[int, ...], P]  # cards, and where they went


def forgotten(
    told: Iterable[Iterable[Moved[P]]], forgetful: Container[P]
) -> dict[tuple[int, int], set[int]]:
    """By position and number of the event, the cards that it does not tell again.

    An event that brought a card to such a place, and the one before it that brought the card to
    where it was seen last, together would say what lies there, and in which order.
    """
    brought: dict[int, tuple[int, int]] = {}  # by card, the event that brought it where it lies
    found: dict[tuple[int, int], set[int]] = {}
    for position, events in enumerate(told):
        for number, (cards, target) in enumerate(events):
            here = position, number
            for card in cards:
                if target in forgetful:
                    found.setdefault(here, set()).add(card)
                    if card in brought:
                        found.setdefault(brought[card], set()).add(card)
                brought[card] = here
    return found


def without(cards: tuple[int, ...], unknown: set[int]) -> tuple[int, ...]:
    """The cards with these hidden; they come last, so that their place tells nothing."""
    known = tuple([card for card in cards if card not in unknown])
    return known + (HIDDEN,) * (len(cards) - len(known))


def retold(told: list[list[Event]], box: Box, eyes: Seat, is_over: bool) -> list[list[Event]]:
    """The events of a game as they may be told again to these eyes: all of them, once it is over."""
    if not box.forgetful or is_over or eyes == ALL_SEEING:
        return told
    moved = [[(event.cards, event.target) for event in events] for events in told]
    hidden = forgotten(moved, box.forgetful)
    again = [list(events) for events in told]
    for (position, number), cards in hidden.items():
        event = told[position][number]
        again[position][number] = event._replace(cards=without(event.cards, cards))
    return again
