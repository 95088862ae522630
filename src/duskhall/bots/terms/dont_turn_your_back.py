"""What is counted of an answer in Don't Turn Your Back: Candles by where they come from, and more."""

from __future__ import annotations

from typing import Final

from duskhall.bots.terms import Terms
from duskhall.engine.events import Event, Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import State
from duskhall.games.dont_turn_your_back.box import BB, CANDLES, CS, D13, HS, LAW_RULES, WK
from duskhall.games.dont_turn_your_back.state import Night

SCHOOL_RULE: Final = "TB-60"
LAWS: Final = ["TB-63", *LAW_RULES.values()]
OWN: Final = {  # by district
    D13: ["law", "rivals"],
    HS: ["school", "rivals"],
    CS: ["bought", "influence"],
    WK: ["wax"],
    BB: ["candles", "rivals", "bought"],
}


class NightTerms(Terms):
    def weights(self) -> dict[str, float]:
        return {
            "school": 1.0,
            "law": 1.0,
            "candles": 1.0,
            "wax": 0.9,
            "bought": 0.7,
            "influence": 0.4,
            "kept": 0.25,
            "rivals": 0.5,
        }

    def own(self, s: State, seat: Seat, move: Move) -> list[str] | None:
        """A card that is placed does what is done in its district."""
        return OWN[move.about[1]] if move.verb == "place" else None

    def count(self, s: State, seat: Seat, events: list[Event]) -> dict[str, float]:
        assert isinstance(s, Night)
        city = s.city
        found = {"school": 0.0, "law": 0.0, "candles": 0.0, "bought": 0.0, "influence": 0.0}
        gained = [0.0] * city.players
        for event in events:
            for other in range(city.players):
                if event.number == CANDLES + other:
                    gained[other] += event.change
            if event.number == CANDLES + seat:
                if event.rule == SCHOOL_RULE:
                    found["school"] += event.change
                elif event.rule in LAWS:
                    found["law"] += event.change
                else:
                    found["candles"] += event.change
            elif event.kind == "influence" and event.seat == seat:
                found["influence"] += event.change
            elif event.kind == "acquire" and event.seat == seat:
                for card in event.cards:
                    found["bought"] += city.cost[card]
        wax = float(s.encased_pain(seat))
        for card in s.cards_in(WK):
            if city.owner[card] == seat:
                wax += city.wax[card]
        found["wax"] = wax
        if s.waiting:
            found["kept"] = float(len(s.hand(seat)))
        others = [gained[other] for other in range(city.players) if other != seat]
        found["rivals"] = -max(others)
        return found


def make_terms() -> Terms:
    return NightTerms()
