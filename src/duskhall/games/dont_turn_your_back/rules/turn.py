"""Set-up, the four phases of a turn, and the end."""

from __future__ import annotations

from itertools import combinations
from typing import ClassVar, Final

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Ballot, Choice, Forced, Refusal, SeatStep, Step
from duskhall.games.dont_turn_your_back.box import (
    ACQUISITION_DECK,
    BB,
    CANDLES,
    CS,
    D13,
    ENCASED,
    FIRST,
    HAND,
    HS,
    LAW,
    LAW_DECK,
    POINTS,
    ROW,
    TAKE_CHEAPEST,
    TOP,
    TURN,
    WK,
)
from duskhall.games.dont_turn_your_back.rules.services import (
    refuse_district,
    refuse_from_row,
    serve,
)
from duskhall.games.dont_turn_your_back.scoring import (
    bonus,
    high_school,
    law_candles,
    levels,
    takers,
)
from duskhall.games.dont_turn_your_back.state import HAND_SIZE, NOBODY, TABLE, Night

LISTED_HAND: Final = 7  # of larger hands not every way to discard is listed, though all are legal


class SetUp(Step[Night]):
    """TB-01 to TB-05. Laws, rows and hands are dealt, and a random player starts."""

    rule: ClassVar[str] = "TB-01"

    def resolve(self, s: Night) -> None:
        s.deal_laws(s.city.turns() - 1)
        for seat in range(s.box.players):
            cards = s.draw(ACQUISITION_DECK + seat, 6)
            s.move("refill", "TB-03", seat, cards, ACQUISITION_DECK + seat, ROW + seat)
            s.draw_cards(seat, HAND_SIZE, "TB-04")
        s.then(Turn(1, s.random_below(s.box.players)))


class Turn(Step[Night]):
    """TB-20 Placing, acquiring, scoring and cleaning up, one turn for each law."""

    rule: ClassVar[str] = "TB-20"

    def __init__(self, number: int, first: Seat) -> None:
        self.number: Final = number
        self.first: Final = first

    def key(self) -> tuple[int, ...]:
        return (self.number, self.first)

    def resolve(self, s: Night) -> None:
        s.begin_turn(self.number, self.first)
        acquiring = [Acquire(seat) for seat in s.seats_from_first()]
        s.then(PlaceCard(self.first), *acquiring, ScoreSchool(), ResolveLaw(), CleanUp())


# Phase 1


class PlaceCard(Choice[Night]):
    """TB-20 to TB-24 Place a card on an open space of a district that it names, or pass.

    TB-36 Or discard one's Face Merchant and place another card on its space in the Bazaar.
    Who has cards left is asked even if only passing is possible: a pass that nobody had to be
    asked for would tell the others that none of those cards fits.
    """

    rule: ClassVar[str] = "TB-20"

    def offer(self, s: Night) -> None:
        s.offered = self.moves(s, self.seat)
        if s.hand(self.seat):
            s.waiting = [self.seat]

    def moves(self, s: Night, seat: Seat) -> list[Move]:
        city = s.city
        is_open = [s.is_open(district) for district in range(5)]
        found: list[Move] = []
        for card in s.hand(seat):
            for district, move in city.uses[card]:
                if is_open[district]:
                    found.append(move)
        for merchant in s.merchants(seat):
            for card in s.hand(seat):
                if city.districts[card] >> BB & 1:
                    found.append(Move("swap", card, merchant))
        found.append(city.pass_move)
        return found

    def refuse(self, s: Night, seat: Seat, move: Move) -> Refusal:
        if move.verb not in ("place", "swap") or len(move.about) != 2:
            return Refusal(self.rule, "place-or-pass")
        card, where = move.about
        if card not in s.hand(seat):
            return Refusal(self.rule, "not-in-hand", (card,))
        if move.verb == "place":
            return refuse_district(s, card, where)
        if where not in s.merchants(seat):
            return Refusal("TB-36", "no-merchant")
        return Refusal("TB-36", "wrong-district", (card, BB))

    def choose(self, s: Night, move: Move) -> None:
        if move.verb == "pass":
            s.pass_on(self.seat)
        following = s.next_to_place(self.seat)
        if following != NOBODY:
            s.then(PlaceCard(following))
        if move.verb == "place":
            card, district = move.about
            s.place(self.seat, card, HAND + self.seat, district, self.rule)
            if district == BB:
                serve(s, self.seat, card)
        elif move.verb == "swap":
            card, merchant = move.about
            s.replace(self.seat, card, merchant)
            serve(s, self.seat, card)


# Phase 2


class Acquire(SeatStep[Night]):
    """TB-50 The Pain in CS, with services of the Bazaar, is there to be spent."""

    rule: ClassVar[str] = "TB-50"

    def resolve(self, s: Night) -> None:
        points = s.influence(self.seat)
        if points:
            s.open_purse(self.seat, points)
            s.then(Buy(self.seat))


class Buy(Choice[Night]):
    """TB-50, TB-51 Buy a card of one's own row, which is refilled at once; or stop."""

    rule: ClassVar[str] = "TB-50"

    def moves(self, s: Night, seat: Seat) -> list[Move]:
        city, points = s.city, s.numbers[POINTS]
        found = [city.buys[card] for card in s.row(seat) if city.cost[card] <= points]
        found.append(city.done)
        return found

    def refuse(self, s: Night, seat: Seat, move: Move) -> Refusal:
        if move.verb != "buy" or len(move.about) != 1:
            return Refusal(self.rule, "buy-or-done")
        card = move.about[0]
        if card not in s.row(seat):
            return Refusal(self.rule, "not-in-row", (card,))
        return Refusal(self.rule, "too-dear", (card, s.city.cost[card], s.numbers[POINTS]))

    def choose(self, s: Night, move: Move) -> None:
        if move.verb == "buy":
            s.buy(self.seat, move.about[0])
            s.then(Buy(self.seat))
        else:
            s.close_purse(self.seat)

    def forced(self, s: Night, move: Move) -> Forced | None:
        points = s.numbers[POINTS]
        return Forced(self.rule, "nothing-to-buy", (points,)) if points else None


# Phase 3


class ScoreSchool(Step[Night]):
    """TB-60, TB-61 The High School is scored; cards leave from its start, the rest shift and stay."""

    rule: ClassVar[str] = "TB-60"

    def resolve(self, s: Night) -> None:
        line = s.cards_in(HS)
        candles, winner, leaving = high_school(s.city, line)
        if winner == NOBODY:
            return
        s.tell("school", "TB-60", winner)
        for seat in s.seats_from_first():
            s.gain(seat, candles[seat], "TB-60")
        start = s.city.space_from[HS]
        for index in range(leaving):
            card = line[index]
            s.discard(s.city.owner[card], (card,), start + index, "TB-61")
        s.shift()


class ResolveLaw(Step[Night]):
    """TB-63 District 13 by the law in force; then it is discarded, and the next is turned up."""

    rule: ClassVar[str] = "TB-63"

    def resolve(self, s: Night) -> None:
        law = s.law()
        pain, cards = s.pain_and_cards(D13)
        candles = law_candles(s.city, law, pain, cards)
        taking = takers(law, pain, cards)
        before = s.numbers[CANDLES : CANDLES + s.box.players]
        for seat in s.seats_from_first():
            if candles[seat] > 0:
                s.gain(seat, candles[seat], law.rule)
            elif candles[seat] < 0:
                s.lose(seat, -candles[seat], law.rule)
        if not taking and before == s.numbers[CANDLES : CANDLES + s.box.players]:
            s.tell("unpaid", law.rule, TABLE, s.places[LAW][0])
        taken = [TakeByLaw(seat) for seat in s.seats_from_first() if seat in taking]
        s.then(*taken, NextLaw())


class TakeByLaw(Choice[Night]):
    """TB-71, TB-73, TB-79 A card of one's own row for nothing: onto the Favor deck, or encased.

    Ruling: what goes onto the deck may be declined, as the rulebook says that one can acquire it
    (option `cards_by_law`).
    """

    rule: ClassVar[str] = "TB-80"

    def moves(self, s: Night, seat: Seat) -> list[Move]:
        law, cost = s.law(), s.city.cost
        row = s.row(seat)
        if law.take == TAKE_CHEAPEST:
            least = min([cost[card] for card in row], default=0)
            row = tuple([card for card in row if cost[card] == least])
        found = [Move("acquire", card) for card in row]
        if not law.encases and (s.city.may_decline or not found):
            found.append(s.city.decline)
        return found

    def refuse(self, s: Night, seat: Seat, move: Move) -> Refusal:
        if move.verb == "decline" and not s.law().encases:
            return Refusal(s.law().rule, "must-take")
        return refuse_from_row(s, seat, move, s.law().rule, "not-the-cheapest")

    def choose(self, s: Night, move: Move) -> None:
        law = s.law()
        if move.verb == "acquire":
            s.acquire(self.seat, move.about[0], ENCASED if law.encases else TOP, law.rule)
        elif s.row(self.seat):
            s.tell("declined", law.rule, self.seat)

    def forced(self, s: Night, move: Move) -> Forced | None:
        reason = "cheapest" if move.verb == "acquire" else "empty-row"
        return Forced(s.law().rule, reason, move.about)


class NextLaw(Step[Night]):
    """TB-63 The law is discarded, and the next turned up, as long as there is one."""

    rule: ClassVar[str] = "TB-63"

    def resolve(self, s: Night) -> None:
        s.discard_law()
        if s.places[LAW_DECK]:
            s.turn_up_law()


# Phase 4


class CleanUp(Step[Night]):
    """TB-90, TB-91 The Wax Kingdom's cards are encased, those of BB, 13 and CS discarded."""

    rule: ClassVar[str] = "TB-90"

    def resolve(self, s: Night) -> None:
        city = s.city
        for place in range(city.space_from[WK], city.space_to[WK]):
            if s.places[place]:
                card = s.places[place][0]
                s.encase(city.owner[card], card, place, "TB-90")
        for district in (BB, D13, CS):
            for place in range(city.space_from[district], city.space_to[district]):
                if s.places[place]:
                    card = s.places[place][0]
                    s.discard(city.owner[card], (card,), place, "TB-91")
        if s.numbers[TURN] == city.turns():
            s.then(End())
        else:
            s.then(DiscardLeftovers())


class DiscardLeftovers(Ballot[Night]):
    """TB-92 Everyone may discard any of their leftover hand cards, and draws up to four.

    TB-93 The starting player's card passes to the left.
    """

    rule: ClassVar[str] = "TB-92"
    is_open_ended: ClassVar[bool] = True

    def deciders(self, s: Night) -> list[Seat]:
        return [seat for seat in range(s.box.players) if s.hand(seat)]

    def moves(self, s: Night, seat: Seat) -> list[Move]:
        hand = s.hand(seat)
        found = [s.city.keep_all] + [s.city.discards[card] for card in hand]
        for count in range(2, len(hand) if len(hand) <= LISTED_HAND else 2):
            found += [Move("discard", *cards) for cards in combinations(hand, count)]
        if len(hand) > 1:
            found.append(Move("discard", *hand))
        return found

    def allows(self, s: Night, seat: Seat, move: Move) -> bool:
        cards = list(move.about)
        return move.verb == "discard" and cards == [card for card in s.hand(seat) if card in cards]

    def refuse(self, s: Night, seat: Seat, move: Move) -> Refusal:
        if move.verb == "discard":
            for card in move.about:
                if card not in s.hand(seat):
                    return Refusal(self.rule, "not-in-hand", (card,))
            return Refusal(self.rule, "ascending")
        return Refusal(self.rule, "discard-any")

    def reveal(self, s: Night, answers: dict[Seat, Move]) -> None:
        for seat in s.seats_from_first():
            if seat in answers:
                s.discard(seat, answers[seat].about, HAND + seat, self.rule)
        for seat in s.seats_from_first():
            s.draw_cards(seat, HAND_SIZE - len(s.hand(seat)), self.rule)
        s.then(Turn(s.numbers[TURN] + 1, (s.numbers[FIRST] + 1) % s.box.players))


# The end


class End(Step[Night]):
    """TB-95 to TB-97 Decks and Encased piles are laid open, and the bonus is scored."""

    rule: ClassVar[str] = "TB-96"

    def resolve(self, s: Night) -> None:
        city = s.city
        for place in range(city.space_from[HS], city.space_to[HS]):
            if s.places[place]:
                card = s.places[place][0]
                s.discard(city.owner[card], (card,), place, "TB-95")
        for seat in range(s.box.players):
            s.gather(seat)
        ranks = levels([s.encased_pain(seat) for seat in range(s.box.players)])
        for seat in range(s.box.players):
            s.set_level(seat, ranks[seat])
            s.gain(seat, bonus(city, ranks[seat], s.deck_cards(seat)), "TB-96")
