"""What Nightmares do for whoever places them in the Bizarre Bazaar."""

from __future__ import annotations

from itertools import combinations
from typing import ClassVar, Final

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Ballot, Choice, Forced, Refusal
from duskhall.games.dont_turn_your_back.box import (
    ASIDE,
    BB,
    CANDLES,
    D13,
    DISCARD,
    HAND,
    HS,
    ROW,
    SERVICES,
    SHOWN,
)
from duskhall.games.dont_turn_your_back.state import OUSTERS, WAX_KING_LEAVES, Night

FORTUNE: Final = 4  # TB-37: so many are drawn,
KEPT: Final = 2  # and so many kept
HARVEST: Final = (2, 3)  # TB-38: the Costs that may be harvested


def serve(s: Night, seat: Seat, card: int) -> None:
    """TB-24 The service of a card that was just placed in the Bazaar."""
    service = SERVICES[s.city.service[card]]
    if service == "blind_knight":
        s.then(Encase(seat))
    elif service == "city_desk_editor":
        s.gain(seat, 3, "TB-31")
    elif service == "cleaner":
        s.draw_cards(seat, 1, "TB-32")
        s.gain(seat, 1, "TB-32")
    elif service in OUSTERS:
        s.then(Oust(seat, card, OUSTERS[service]))
    elif service == "face_merchant":
        s.draw_cards(seat, 1, "TB-36")
    elif service == "fortune_taker":
        s.draw_cards(seat, FORTUNE, "TB-37", ASIDE)
        s.then(KeepTwo(seat))
    elif service == "harvester":
        s.clear_row(seat, "TB-38")
        s.refill(seat)
        s.then(Harvest(seat))
    elif service == "mother_when":
        s.gain(seat, 4, "TB-40")
        s.then(DiscardOne(seat))
    elif service == "paperboy":
        s.draw_cards(seat, 2, "TB-41")
    elif service == "shameful":
        s.draw_cards(seat, 2, "TB-42")
    elif service == "the_tacks_man":
        robbed = [victim for victim in s.victims(seat) if s.numbers[CANDLES + victim]]
        if not robbed:
            s.tell("spared", "TB-44", seat)
        for victim in robbed:
            s.lose(victim, 2, "TB-44")
        card = s.turn_over(seat, "TB-44")
        if card:
            s.then(PlaceTurned(seat, card))
    elif service == "the_wax_king":
        s.draw_cards(seat, 2, "TB-45")
        s.gain(seat, 2, "TB-45")
        s.then(DiscardDown(seat))
    # Dream Dealer and Faceless wait for the Acquire phase: Night.influence (TB-34, TB-35).


class Encase(Choice[Night]):
    """TB-30 Blind Knight. Encase a card from hand or Favor discard; 1 Candle per Pain on it."""

    rule: ClassVar[str] = "TB-30"

    def moves(self, s: Night, seat: Seat) -> list[Move]:
        cards = s.hand(seat) + s.places[DISCARD + seat]
        return [Move("encase", card) for card in cards] + [s.city.decline]

    def refuse(self, s: Night, seat: Seat, move: Move) -> Refusal:
        if move.verb == "encase" and len(move.about) == 1:
            return Refusal(self.rule, "not-to-encase", move.about)
        return Refusal(self.rule, "encase-one")

    def choose(self, s: Night, move: Move) -> None:
        if move.verb == "encase":
            card = move.about[0]
            source = HAND if card in s.hand(self.seat) else DISCARD
            s.encase(self.seat, card, source + self.seat, self.rule)
            s.gain(self.seat, s.city.pain[card], self.rule)

    def forced(self, s: Night, move: Move) -> Forced | None:
        return Forced(self.rule, "nothing-to-encase")


class Oust(Choice[Night]):
    """TB-33, TB-39, TB-43 Clockwork Lieutenant, Lady In Hating, Smothered Folk.

    TB-46 One card of another, unprotected player in the district goes to its owner's discard, and
    the attacker moves into that space; or the attack is declined. Ruling: it may be (option `oust`).
    """

    rule: ClassVar[str] = "TB-46"

    def __init__(self, seat: Seat, attacker: int, district: int) -> None:
        super().__init__(seat)
        self.attacker: Final = attacker
        self.district: Final = district

    def key(self) -> tuple[int, ...]:
        return (self.seat, self.attacker, self.district)

    def own_rule(self) -> str:
        if self.district == D13:
            return "TB-33"
        return "TB-39" if self.district == HS else "TB-43"

    def moves(self, s: Night, seat: Seat) -> list[Move]:
        victims, owner = s.victims(seat), s.city.owner
        found = [Move("oust", card) for card in s.cards_in(self.district) if owner[card] in victims]
        return found + [s.city.decline] if s.city.may_leave_be or not found else found

    def refuse(self, s: Night, seat: Seat, move: Move) -> Refusal:
        if move.verb == "decline":
            return Refusal(self.rule, "must-oust", (self.attacker, self.district))
        if move.verb != "oust" or len(move.about) != 1:
            return Refusal(self.rule, "oust-one", (self.district,))
        card = move.about[0]
        if card not in s.cards_in(self.district):
            return Refusal(self.own_rule(), "not-there", (card, self.district))
        if s.city.owner[card] == seat:
            return Refusal(self.own_rule(), "own-card", (card,))
        return Refusal("TB-25", "protected", (card, s.city.owner[card]))

    def choose(self, s: Night, move: Move) -> None:
        if move.verb == "oust":
            s.oust(self.seat, self.attacker, move.about[0], self.own_rule())

    def forced(self, s: Night, move: Move) -> Forced | None:
        if move.verb == "oust":
            return Forced(self.own_rule(), "one-to-oust", (self.attacker, move.about[0]))
        return Forced(self.own_rule(), "nobody-to-oust", (self.attacker, self.district))


class KeepTwo(Choice[Night]):
    """TB-37 Fortune Taker. Of the cards drawn aside, two are kept and the others discarded."""

    rule: ClassVar[str] = "TB-37"

    def moves(self, s: Night, seat: Seat) -> list[Move]:
        aside = s.places[ASIDE + seat]
        return [Move("keep", *kept) for kept in combinations(aside, min(KEPT, len(aside)))]

    def refuse(self, s: Night, seat: Seat, move: Move) -> Refusal:
        if move.verb == "keep":
            for card in move.about:
                if card not in s.places[ASIDE + seat]:
                    return Refusal(self.rule, "not-drawn", (card,))
        return Refusal(self.rule, "keep-two")

    def choose(self, s: Night, move: Move) -> None:
        s.keep(self.seat, move.about, self.rule)

    def forced(self, s: Night, move: Move) -> Forced | None:
        return Forced(self.rule, "keep-all", (len(move.about),))


class Harvest(Choice[Night]):
    """TB-38 Harvester. One card of Cost 2 or 3 of the new row is acquired for nothing."""

    rule: ClassVar[str] = "TB-38"

    def moves(self, s: Night, seat: Seat) -> list[Move]:
        cost = s.city.cost
        return [Move("acquire", card) for card in s.row(seat) if cost[card] in HARVEST]

    def refuse(self, s: Night, seat: Seat, move: Move) -> Refusal:
        return refuse_from_row(s, seat, move, self.rule, "too-dear-to-harvest")

    def choose(self, s: Night, move: Move) -> None:
        s.acquire(self.seat, move.about[0], DISCARD, self.rule)

    def forced(self, s: Night, move: Move) -> Forced | None:
        return Forced(self.rule, "one-to-harvest", move.about)


def refuse_from_row(s: Night, seat: Seat, move: Move, rule: str, reason: str) -> Refusal:
    """Why this card of the row is not to be had."""
    if move.verb != "acquire" or len(move.about) != 1:
        return Refusal(rule, "acquire-one")
    if move.about[0] not in s.places[ROW + seat]:
        return Refusal(rule, "not-in-row", move.about)
    return Refusal(rule, reason, (move.about[0], s.city.cost[move.about[0]]))


class PlaceTurned(Choice[Night]):
    """TB-44 The Tacks Man. The card turned over is placed anywhere but in the Bazaar.

    If there is no open space for it, it goes to the hand.
    """

    rule: ClassVar[str] = "TB-44"

    def __init__(self, seat: Seat, card: int) -> None:
        super().__init__(seat)
        self.card: Final = card

    def key(self) -> tuple[int, ...]:
        return (self.seat, self.card)

    def moves(self, s: Night, seat: Seat) -> list[Move]:
        return [
            move
            for district, move in s.city.uses[self.card]
            if district != BB and s.is_open(district)
        ]

    def refuse(self, s: Night, seat: Seat, move: Move) -> Refusal:
        if move.verb != "place" or len(move.about) != 2 or move.about[0] != self.card:
            return Refusal(self.rule, "place-turned", (self.card,))
        district = move.about[1]
        if district == BB:
            return Refusal(self.rule, "not-in-bazaar", (self.card,))
        return refuse_district(s, self.card, district)

    def settle(self, s: Night, answers: dict[Seat, Move]) -> None:
        if not answers and not s.offered:
            s.take_in_hand(self.seat, self.card, self.rule)
        else:
            super().settle(s, answers)

    def choose(self, s: Night, move: Move) -> None:
        s.place(self.seat, self.card, SHOWN + self.seat, move.about[1], self.rule)

    def forced(self, s: Night, move: Move) -> Forced | None:
        return Forced(self.rule, "one-district", move.about)


def refuse_district(s: Night, card: int, district: int) -> Refusal:
    """Why a card cannot be placed in a district."""
    if not 0 <= district <= BB:
        return Refusal("TB-20", "no-district")
    if not s.city.districts[card] >> district & 1:
        return Refusal("TB-20", "wrong-district", (card, district))
    return Refusal("TB-22", "full", (district,))


class DiscardOne(Ballot[Night]):
    """TB-40 Mother When. Every other unprotected player discards one hand card of their choice."""

    rule: ClassVar[str] = "TB-40"

    def __init__(self, attacker: Seat) -> None:
        self.attacker: Final = attacker

    def key(self) -> tuple[int, ...]:
        return (self.attacker,)

    def spare(self, s: Night, seat: Seat) -> int:
        """How many cards this seat must discard."""
        return min(len(s.hand(seat)), 1)

    def deciders(self, s: Night) -> list[Seat]:
        deciders = [
            seat for seat in s.victims(self.attacker) if 0 < self.spare(s, seat) < len(s.hand(seat))
        ]
        return sorted(deciders)

    def moves(self, s: Night, seat: Seat) -> list[Move]:
        return [
            Move("discard", *cards) for cards in combinations(s.hand(seat), self.spare(s, seat))
        ]

    def refuse(self, s: Night, seat: Seat, move: Move) -> Refusal:
        if move.verb == "discard":
            for card in move.about:
                if card not in s.hand(seat):
                    return Refusal(self.rule, "not-in-hand", (card,))
        return Refusal(self.rule, "discard-so-many", (self.spare(s, seat),))

    def reveal(self, s: Night, answers: dict[Seat, Move]) -> None:
        if not any(self.spare(s, seat) for seat in s.victims(self.attacker)):
            s.tell("spared", self.rule, self.attacker)
        for seat in s.victims(self.attacker):
            if seat in answers:
                s.discard(seat, answers[seat].about, HAND + seat, self.rule)
            elif self.spare(s, seat):
                s.discard(seat, s.hand(seat), HAND + seat, self.rule)


class DiscardDown(DiscardOne):
    """TB-45 The Wax King. Every other unprotected player discards down to three hand cards."""

    rule: ClassVar[str] = "TB-45"

    def spare(self, s: Night, seat: Seat) -> int:
        return max(len(s.hand(seat)) - WAX_KING_LEAVES, 0)
