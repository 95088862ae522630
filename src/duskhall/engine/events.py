"""An event: something that happened, and who may see its cards."""

from __future__ import annotations

from typing import Final, NamedTuple

Seat = int
Place = int  # where cards may lie: an index into State.places
HIDDEN: Final = -1  # a card whose face this viewer may not see
NOWHERE: Final = -1  # no place, or no number, takes part in this event
EVERYONE: Final = -1  # a bitmask of seats: all of them, and the onlookers
OUTSIDE: Final = -1  # the seat of an answer that nobody gave: a clock that ran out, a word said
SPECTATOR: Final = 30  # eyes of someone without a seat
ALL_SEEING: Final = 31  # eyes for which nothing is hidden: replays of finished games, and tests


def sees(eyes: Seat, mask: int) -> bool:
    """Whether someone sitting at `eyes` is among the seats of the bitmask."""
    return eyes == ALL_SEEING or mask >> eyes & 1 == 1


class Event(NamedTuple):
    """Cards that moved from a place to a place, a number that changed, or both."""

    kind: str  # the verb of the rulebook, and the key of its sentence
    rule: str  # the id of the rule it comes from
    seat: Seat
    cards: tuple[int, ...]
    source: Place
    target: Place
    number: int  # which of State.numbers was set
    value: int  # what it was set to
    seen_by: int  # a bitmask of the seats that see the cards
    under: bool = False  # the cards went under those that lay there already
    change: int = 0  # by how much the number changed
    about: tuple[int, ...] = ()  # public numbers that its sentence speaks of

    def shown_to(self, eyes: Seat) -> Event:
        """The event as this seat may know it: unseen cards become HIDDEN."""
        if sees(eyes, self.seen_by):
            return self
        return self._replace(cards=(HIDDEN,) * len(self.cards))
