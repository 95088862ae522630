"""What is counted of an answer in Dark Dealings: heroes that fall, and what stands against the rest."""

from __future__ import annotations

from duskhall.bots.terms import Terms
from duskhall.bots.values.dark_dealings import in_combat
from duskhall.engine.events import Event, Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import State
from duskhall.games.dark_dealings.box import (
    COMMITTED,
    DEFEATED,
    FACING,
    FRONT,
    GONE,
    PILE,
    ROUNDS,
    Keep,
)
from duskhall.games.dark_dealings.state import Siege


class SiegeTerms(Terms):
    def weights(self) -> dict[str, float]:
        return {
            "fallen": 1.0,
            "strength": 0.12,
            "spared": 0.12,
            "armor": 0.1,
            "struck": 0.35,
            "cards": 0.2,
        }

    def own(self, s: State, seat: Seat, move: Move) -> list[str] | None:
        """In combat strength is spent: an answer spares some, and gives nobody any."""
        assert isinstance(s, Siege)
        if in_combat(s):
            return ["fallen", "spared", "struck", "cards"]
        return ["fallen", "strength", "armor", "struck", "cards"]

    def count(self, s: State, seat: Seat, events: list[Event]) -> dict[str, float]:
        assert isinstance(s, Siege)
        keep, places = s.keep, s.places
        heroes = places[PILE + seat] + places[COMMITTED + seat] + places[FACING + seat]
        dials = s.dials(FRONT + seat)
        sides = [side for dial in dials for side in sides_from(keep, dial)]
        strength = sum([keep.strength[side] for side in sides])
        struck = 0
        for hero in heroes:
            meets = [keep.strength[side] for side in sides if keep.types[side] & keep.weak[hero]]
            struck += sum(meets) >= keep.armor[hero]
        found = {
            "fallen": float(len(places[DEFEATED + seat])),
            "strength": float(strength),
            "spared": float(strength),
            "struck": float(struck),
            "cards": float(len(dials)),
        }
        # In combat a hero that was let in has armor no more, which is nothing to be glad of.
        is_drafting = s.waiting and not in_combat(s)
        if is_drafting or len(heroes) == ROUNDS["combat"]:
            found["armor"] = -float(sum([keep.armor[hero] for hero in heroes]))
        return found


def sides_from(keep: Keep, dial: int) -> list[int]:
    """The sides of a defense that are still to come, from the one that is up."""
    found: list[int] = []
    while dial != GONE and keep.types[dial]:
        found.append(dial)
        dial = keep.next_dial[dial]
    return found


def make_terms() -> Terms:
    return SiegeTerms()
