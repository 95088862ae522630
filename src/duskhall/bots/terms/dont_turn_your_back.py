"""What is counted of an answer in Don't Turn Your Back: Candles by where they come from, and more."""

from __future__ import annotations

from typing import Final

from duskhall.bots.terms import NOW, Terms
from duskhall.engine.events import Event, Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import State
from duskhall.games.dont_turn_your_back.box import (
    BB,
    CANDLES,
    CS,
    D13,
    ENCASED,
    HAND,
    HS,
    LAW_RULES,
    SERVICES,
    WK,
)
from duskhall.games.dont_turn_your_back.rulebook import SERVICE_RULES
from duskhall.games.dont_turn_your_back.state import Night

SCHOOL_RULE: Final = "TB-60"
BONUS_RULE: Final = "TB-96"
LAWS: Final = ["TB-63", *LAW_RULES.values()]
RIVALS: Final = ["rivals", "opponent"]
OWN: Final = {  # by district
    HS: ["school", *RIVALS],
    CS: ["bought", "influence"],
    WK: ["wax", "bonus"],
}
SERVES: Final = {  # by service of the Bazaar; of any other it is what is done at once
    "blind_knight": ["candles", "wax"],
    "clockwork_lieutenant": ["law", *RIVALS],
    "dream_dealer": ["bought", "influence"],
    "faceless": ["bought", "influence"],
    "harvester": ["bought", "pain"],
    "lady_in_hating": ["school", *RIVALS],
    "mother_when": RIVALS,
    "smothered_folk": ["wax"],
    "the_tacks_man": ["school", "law", "influence", "wax", *RIVALS],
    "the_wax_king": RIVALS,
}


class NightTerms(Terms):
    def weights(self) -> dict[str, float]:
        return {
            "school": 1.0,
            "law": 1.0,
            "candles": 1.0,
            "bonus": 1.0,
            "wax": 0.9,
            "bought": 0.7,
            "influence": 0.4,
            "rivals": 0.5,
            "opponent": 0.5,  # the same, where there is but one
            "pain": 0.15,
        }

    def own(self, s: State, seat: Seat, move: Move) -> list[str] | None:
        """A card that is placed does what is done in its district."""
        assert isinstance(s, Night)
        if move.verb in ("buy", "done", "acquire"):
            return ["bought", "pain", "wax", "bonus"]
        if move.verb == "encase":
            return ["candles", "wax", "pain", "bonus"]
        if move.verb not in ("place", "swap"):
            return None
        district = move.about[1] if move.verb == "place" else BB
        if district == BB:
            return SERVES.get(SERVICES[s.city.service[move.about[0]]], [])
        return self.lawful(s) if district == D13 else OWN[district]

    def lawful(self, s: Night) -> list[str]:
        """TB-63 What a card in District 13 can bring: a law may pay Candles, or a card, or both."""
        law = s.law()
        found = ["law", *RIVALS] if law.pays else []
        if law.takers:
            found += ["wax"] if law.encases else ["bought", "pain"]
        return found

    def facts(
        self, s: State, seat: Seat, move: Move, after: State, events: list[Event]
    ) -> list[tuple[str, tuple[int, ...]]]:
        """What a card does where it is placed, what one of the row brings, and what a pass keeps."""
        assert isinstance(s, Night)
        city, drawn, gained, lost = s.city, 0, 0, 0
        if move.verb in ("buy", "acquire"):
            card = move.about[0]
            assert isinstance(after, Night)
            if card in after.places[ENCASED + seat]:
                return [("wax" + NOW, (city.wax[card],))]
            return [("pain" + NOW, (city.pain[card], city.cost[card]))]
        if move.verb == "pass":
            return [("kept" + NOW, (len(s.hand(seat)),))]
        if move.verb == "place" and move.about[1] != BB:
            wax = city.wax[move.about[0]] if move.about[1] == WK else 0
            return [("wax.placed", (wax,))] if wax else []
        for event in events:
            if event.rule not in SERVICE_RULES.values():
                continue
            if event.kind == "draw" and event.seat == seat and event.target == HAND + seat:
                drawn += len(event.cards)
            elif event.number == CANDLES + seat:
                gained += event.change
            elif CANDLES <= event.number < CANDLES + city.players:
                lost -= event.change
        robbed = RIVALS[city.players == 2] + NOW
        found = [("candles" + NOW, (gained,)), ("drawn" + NOW, (drawn,)), (robbed, (lost,))]
        return [fact for fact in found if fact[1][0] > 0]

    def count(self, s: State, seat: Seat, events: list[Event]) -> dict[str, float]:
        assert isinstance(s, Night)
        city = s.city
        found = dict.fromkeys(["school", "law", "candles", "bonus", "bought", "influence"], 0.0)
        gained = [0.0] * city.players
        for event in events:
            for other in range(city.players):
                if event.number == CANDLES + other:
                    gained[other] += event.change
            if event.number == CANDLES + seat:
                if event.rule == SCHOOL_RULE:
                    found["school"] += event.change
                elif event.rule == BONUS_RULE:
                    found["bonus"] += event.change
                elif event.rule in LAWS:
                    found["law"] += event.change
                else:
                    found["candles"] += event.change
            elif event.kind == "influence" and event.seat == seat:
                found["influence"] += event.change
            elif event.kind in ("acquire", "buy") and event.seat == seat:
                for card in event.cards:
                    found["bought"] += city.cost[card]
        wax = float(s.encased_pain(seat))
        for card in s.cards_in(WK):
            if city.owner[card] == seat:
                wax += city.wax[card]
        found["wax"] = wax
        others = [gained[other] for other in range(city.players) if other != seat]
        found[RIVALS[len(others) == 1]] = -max(others)
        staying = [card for card in s.own_cards(seat, HS) if not city.is_start[card]]
        found["pain"] = float(sum([city.pain[card] for card in s.deck_cards(seat) + staying]))
        return found


def make_terms() -> Terms:
    return NightTerms()
