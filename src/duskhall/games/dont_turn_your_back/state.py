"""Don't Turn Your Back's table, and the verbs of its rulebook. A verb moves cards and tells of it."""

from __future__ import annotations

from typing import Final

from duskhall.engine.events import Place, Seat
from duskhall.engine.state import KNOWN, State
from duskhall.games.dont_turn_your_back.box import (
    ACQUISITION_DECK,
    ACQUISITION_DISCARD,
    ASIDE,
    BB,
    CANDLES,
    CITY_DESK_EDITOR,
    CS,
    D13,
    DECK,
    DISCARD,
    DREAM_DEALER,
    ENCASED,
    FACE_MERCHANT,
    FACELESS,
    FIRST,
    HAND,
    HS,
    LAW,
    LAW_BOX,
    LAW_DECK,
    LAW_DISCARD,
    LEVEL,
    OPENED,
    PAPERBOY,
    PASSED,
    POINTS,
    ROW,
    ROW_SIZE,
    SEATS,
    SHOWN,
    SPACES,
    TOP,
    TURN,
    WK,
    Law,
    MadCity,
)
from duskhall.games.dont_turn_your_back.scoring import (
    bonus,
    high_school,
    law_candles,
    levels,
    takers,
    worth,
)

HAND_SIZE: Final = 4  # TB-04
WAX_KING_LEAVES: Final = 3  # TB-45
OUSTERS: Final = {  # TB-33, TB-39, TB-43 the services that oust one card, and from where
    "clockwork_lieutenant": D13,
    "lady_in_hating": HS,
    "smothered_folk": WK,
}
TABLE: Final = -1  # the seat of an event that nobody caused
NOBODY: Final = -1


class Night(State):
    """The Mad City by night: the districts, and everyone's hand, row and piles.

    `memory` holds the cards in hands that all have seen get there, or can tell by counting; with a
    minus sign those of which all can tell that they are in the hand or aside.
    """

    def __init__(self, box: MadCity) -> None:
        super().__init__(box)
        self.city: Final = box

    def clone(self) -> Night:
        copy = Night(self.city)
        self.copy_into(copy)
        return copy

    # Looking

    def hand(self, seat: Seat) -> tuple[int, ...]:
        return self.places[HAND + seat]

    def row(self, seat: Seat) -> tuple[int, ...]:
        return self.places[ROW + seat]

    def law(self) -> Law:
        return self.city.law(self.places[LAW][0])

    def seats_from_first(self) -> list[Seat]:
        """All seats in turn order, beginning with the starting player."""
        players, first = self.box.players, self.numbers[FIRST]
        return [(first + i) % players for i in range(players)]

    def has_passed(self, seat: Seat) -> bool:
        return self.numbers[PASSED] >> seat & 1 == 1

    def next_to_place(self, seat: Seat) -> Seat:
        """TB-20 Who places after this seat, or NOBODY when all have passed."""
        players, passed = self.box.players, self.numbers[PASSED]
        for step in range(1, players + 1):
            following = (seat + step) % players
            if not passed >> following & 1:
                return following
        return NOBODY

    def spaces(self, district: int) -> list[tuple[int, ...]]:
        return self.places[self.city.space_from[district] : self.city.space_to[district]]

    def is_open(self, district: int) -> bool:
        return () in self.spaces(district)

    def open_space(self, district: int) -> Place:
        """TB-23 The open space that is nearest to the start; elsewhere all are equal."""
        city = self.city
        return self.places.index((), city.space_from[district], city.space_to[district])

    def cards_in(self, district: int) -> list[int]:
        """The cards in a district, from its first space on."""
        return [space[0] for space in self.spaces(district) if space]

    def own_cards(self, seat: Seat, district: int) -> list[int]:
        owner = self.city.owner
        return [card for card in self.cards_in(district) if owner[card] == seat]

    def is_protected(self, seat: Seat) -> bool:
        """TB-25 Whether a Paperboy or City Desk Editor of this seat is in the Bazaar."""
        city = self.city
        for card in self.cards_in(BB):
            if city.owner[card] == seat and city.service[card] in (PAPERBOY, CITY_DESK_EDITOR):
                return True
        return False

    def victims(self, attacker: Seat) -> list[Seat]:
        """TB-25 Those whom the attacks of this seat touch, in turn order."""
        return [
            seat
            for seat in self.seats_from_first()
            if seat != attacker and not self.is_protected(seat)
        ]

    def merchants(self, seat: Seat) -> list[int]:
        """TB-36 The seat's Face Merchants in the Bazaar."""
        service = self.city.service
        return [card for card in self.own_cards(seat, BB) if service[card] == FACE_MERCHANT]

    def influence(self, seat: Seat) -> int:
        """TB-50 What the seat may spend: the Pain of its cards in CS, and services of the Bazaar."""
        city = self.city
        total = 0
        for card in self.cards_in(CS):
            if city.owner[card] == seat:
                total += city.pain[card]
        for card in self.cards_in(BB):
            if city.owner[card] == seat:
                if city.service[card] == DREAM_DEALER:
                    total += 2  # TB-34
                elif city.service[card] == FACELESS:
                    total += 1  # TB-35
        return total

    def pain_and_cards(self, district: int) -> tuple[list[int], list[int]]:
        """By seat, the Pain of its cards in a district, and how many they are."""
        city = self.city
        pain, cards = [0] * city.players, [0] * city.players
        for card in self.cards_in(district):
            pain[city.owner[card]] += city.pain[card]
            cards[city.owner[card]] += 1
        return pain, cards

    def encased_pain(self, seat: Seat) -> int:
        """TB-96 What ranks the seat at the end. Ruling: Start cards count (option `encased_start`)."""
        encased = self.places[ENCASED + seat] + self.places[OPENED + seat]
        return sum([self.city.wax[card] for card in encased])

    def deck_cards(self, seat: Seat) -> list[int]:
        """TB-95 The seat's deck for the bonus: hand, Favor deck and discard, without Start cards.

        What a Fortune Taker has drawn aside is on its way to them: all are told what a deck is worth,
        and nobody is to learn from it what was drawn.
        """
        places, is_start = self.places, self.city.is_start
        every = (
            places[HAND + seat] + places[ASIDE + seat] + places[DECK + seat] + places[TOP + seat]
        )
        return [card for card in every + places[DISCARD + seat] if not is_start[card]]

    # Candles

    def gain(self, seat: Seat, candles: int, rule: str) -> None:
        if candles:
            self.set("gain", rule, seat, CANDLES + seat, self.numbers[CANDLES + seat] + candles)

    def lose(self, seat: Seat, candles: int, rule: str) -> None:
        """TB-12 A score never drops below 0."""
        left = max(self.numbers[CANDLES + seat] - candles, 0)
        if left < self.numbers[CANDLES + seat]:
            self.set("lose", rule, seat, CANDLES + seat, left)

    # Favor cards

    def draw_cards(self, seat: Seat, count: int, rule: str, target: Place = HAND) -> None:
        """TB-11 Draw from the top of the Favor deck; if it runs out, shuffle the discard and go on."""
        places = self.places
        while count > 0:
            if places[TOP + seat]:
                card = places[TOP + seat][-1:]
                self.memory += card
                self.move("draw", rule, seat, card, TOP + seat, target + seat)
                count -= 1
                continue
            if not places[DECK + seat]:
                if not places[DISCARD + seat]:
                    return
                self.reshuffle(seat)
            cards = self.draw(DECK + seat, count)
            self.move("draw", rule, seat, cards, DECK + seat, target + seat)
            count -= len(cards)

    def reshuffle(self, seat: Seat) -> None:
        """TB-11 The Favor discard becomes the Favor deck.

        All that was hidden of this seat is now in its hand, so the others can tell it by counting.
        If a Fortune Taker has cards aside, they cannot tell these from the hand.
        """
        owner, hand, aside = self.city.owner, self.places[HAND + seat], self.places[ASIDE + seat]
        hidden = hand + aside
        known = [card for card in self.memory if owner[card] != seat or card in hidden]
        counted = sorted([-card if aside else card for card in hidden if card not in known])
        self.memory = tuple(known + counted)
        self.move(
            "reshuffle", "TB-11", seat, self.places[DISCARD + seat], DISCARD + seat, DECK + seat
        )

    def turn_over(self, seat: Seat, rule: str) -> int:
        """TB-44 Turn over the top card of the Favor deck: the card, or 0 if there is none."""
        if not self.places[TOP + seat] and not self.places[DECK + seat]:
            if not self.places[DISCARD + seat]:
                return 0
            self.reshuffle(seat)
        if self.places[TOP + seat]:
            source, card = TOP + seat, self.places[TOP + seat][-1:]
        else:
            source, card = DECK + seat, self.draw(DECK + seat, 1)
        self.move("turn_over", rule, seat, card, source, SHOWN + seat)
        return card[0]

    def take_in_hand(self, seat: Seat, card: int, rule: str) -> None:
        """A card that all have seen goes to the hand."""
        self.memory += (card,)
        self.move("to_hand", rule, seat, (card,), SHOWN + seat, HAND + seat)

    def keep(self, seat: Seat, cards: tuple[int, ...], rule: str) -> None:
        """TB-37 Of the cards drawn aside, these go to the hand and the others to the discard.

        What was hidden before a shuffle and is not discarded now must be in the hand.
        """
        if cards:
            self.move("keep", rule, seat, cards, ASIDE + seat, HAND + seat)
        self.discard(seat, self.places[ASIDE + seat], ASIDE + seat, rule)
        self.memory = tuple([abs(card) for card in self.memory])

    def discard(self, seat: Seat, cards: tuple[int, ...], source: Place, rule: str) -> None:
        """TB-10 Cards go face-up to their owner's Favor discard."""
        if cards:
            self.move("discard", rule, seat, cards, source, DISCARD + seat)

    # The city

    def place(self, seat: Seat, card: int, source: Place, district: int, rule: str) -> None:
        """TB-20 A card goes on an open space of a district."""
        self.move("place", rule, seat, (card,), source, self.open_space(district))

    def pass_on(self, seat: Seat) -> None:
        self.set("pass", "TB-21", seat, PASSED, self.numbers[PASSED] | 1 << seat)

    def replace(self, seat: Seat, card: int, merchant: int) -> None:
        """TB-36 Discard the Face Merchant and place another card on its space."""
        space = self.places.index((merchant,))
        self.discard(seat, (merchant,), space, "TB-36")
        self.move("place", "TB-36", seat, (card,), HAND + seat, space)

    def oust(self, seat: Seat, attacker: int, victim: int, rule: str) -> None:
        """TB-33 The victim goes to its owner's discard, and the attacker takes its space."""
        space = self.places.index((victim,))
        self.move("oust", rule, seat, (victim,), space, DISCARD + self.city.owner[victim])
        self.move("take_over", rule, seat, (attacker,), self.places.index((attacker,)), space)

    def encase(self, seat: Seat, card: int, source: Place, rule: str) -> None:
        """Show a card to all and lay it on the Encased pile."""
        if not self.box.seers[source] & ~(1 << seat):
            self.move("show", rule, seat, (card,), source, SHOWN + seat)
            source = SHOWN + seat
        self.move("encase", rule, seat, (card,), source, ENCASED + seat)

    # The Acquisition row

    def refill(self, seat: Seat) -> None:
        """TB-51 Fill the row up to six; TB-11 shuffle the Acquisition discard if the deck runs out."""
        places = self.places
        deck, discard, row = ACQUISITION_DECK + seat, ACQUISITION_DISCARD + seat, ROW + seat
        while len(places[row]) < ROW_SIZE:
            if not places[deck]:
                if not places[discard]:
                    return
                self.move("reshuffle_row", "TB-11", seat, places[discard], discard, deck)
            cards = self.draw(deck, ROW_SIZE - len(places[row]))
            self.move("refill", "TB-51", seat, cards, deck, row)

    def clear_row(self, seat: Seat, rule: str) -> None:
        self.move("clear_row", rule, seat, self.row(seat), ROW + seat, ACQUISITION_DISCARD + seat)

    def acquire(self, seat: Seat, card: int, target: Place, rule: str) -> None:
        """Take a card from the row without paying, and refill the row at once."""
        if target == ENCASED:
            self.encase(seat, card, ROW + seat, rule)
        else:
            self.move("acquire", rule, seat, (card,), ROW + seat, target + seat)
        self.refill(seat)

    def open_purse(self, seat: Seat, points: int) -> None:
        self.set("influence", "TB-50", seat, POINTS, points)

    def buy(self, seat: Seat, card: int) -> None:
        left = self.numbers[POINTS] - self.city.cost[card]
        self.move("buy", "TB-50", seat, (card,), ROW + seat, DISCARD + seat, POINTS, left)
        self.refill(seat)

    def close_purse(self, seat: Seat) -> None:
        """TB-50 Unspent points are lost."""
        if self.numbers[POINTS]:
            self.set("unspent", "TB-50", seat, POINTS, 0)

    # Laws and turns

    def deal_laws(self, count: int) -> None:
        """TB-01 The law that opens, on top of so many others; the rest stays unseen."""
        first, laws = self.city.first_law, self.city.laws
        for index, law in enumerate(laws):
            if law.opens:
                self.move("law", "TB-01", TABLE, (first + index,), LAW_BOX, LAW)
        self.move("deal_laws", "TB-01", TABLE, self.draw(LAW_BOX, count), LAW_BOX, LAW_DECK)

    def discard_law(self) -> None:
        self.move("discard_law", "TB-63", TABLE, self.places[LAW], LAW, LAW_DISCARD)

    def turn_up_law(self) -> None:
        self.move("law", "TB-63", TABLE, self.draw(LAW_DECK, 1), LAW_DECK, LAW)

    def begin_turn(self, turn: int, first: Seat) -> None:
        self.set("turn", "TB-20", TABLE, TURN, turn)
        if self.numbers[PASSED]:
            self.set("quiet", "TB-20", TABLE, PASSED, 0)
        if first != self.numbers[FIRST] or turn == 1:
            self.set("first", "TB-05" if turn == 1 else "TB-93", first, FIRST, first)

    def shift(self) -> None:
        """TB-61 The cards left in the High School shift to the start."""
        start, end = self.city.space_from[HS], self.city.space_to[HS]
        free = start
        for place in range(start, end):
            card = self.places[place]
            if card:
                if place > free:
                    owner = self.city.owner[card[0]]
                    self.move("shift", "TB-61", owner, card, place, free)
                free += 1

    def gather(self, seat: Seat) -> None:
        """TB-95 Hand and Favor deck are laid open with the discard; so is the Encased pile."""
        for source in (HAND + seat, TOP + seat, DECK + seat):
            if self.places[source]:
                cards = self.places[source]
                self.move("gather", "TB-95", seat, cards, source, DISCARD + seat)
        if self.places[ENCASED + seat]:
            cards = self.places[ENCASED + seat]
            self.move("open", "TB-96", seat, cards, ENCASED + seat, OPENED + seat)

    def set_level(self, seat: Seat, level: int) -> None:
        self.set("level", "TB-96", seat, LEVEL + seat, level)

    # What follows from what all can see

    def outlook(self) -> dict[str, object]:
        """What would be paid if the turn ended now, and what may be spent; at the end, the bonus."""
        seats = range(self.box.players)
        pain, cards = self.pain_and_cards(D13)
        school_pain, school_cards = self.pain_and_cards(HS)
        found: dict[str, object] = {
            "protected": [seat for seat in seats if self.is_protected(seat)],
            "influence": [self.influence(seat) for seat in seats],
            "d13": {"pain": pain, "cards": cards},
            "hs": {
                "pain": school_pain,
                "cards": school_cards,
                "pays": high_school(self.city, self.cards_in(HS)).candles,
            },
            "wk": [
                sum([self.city.wax[card] for card in self.own_cards(seat, WK)]) for seat in seats
            ],
            "idle": [self.idle_attacks(seat) for seat in seats],
            "wax": [self.encased_pain(seat) for seat in seats],
            "worth": [  # TB-96 by seat and level
                [bonus(self.city, level, self.deck_cards(seat)) for level in range(1, 5)]
                for seat in seats
            ],
        }
        if self.places[LAW]:
            found["law"] = law_candles(self.city, self.law(), pain, cards)
            found["takes"] = takers(self.law(), pain, cards)  # who takes a card of their row
        if not self.agenda:
            totals = [self.encased_pain(seat) for seat in seats]
            decks = [self.deck_cards(seat) for seat in seats]
            found["bonus"] = {
                "encased": totals,
                "level": levels(totals),
                "rule": ["TB-97" if totals.count(pain) > 1 else "TB-96" for pain in totals],
                "worth": [
                    [[card, worth(self.city, level, card)] for card in deck]
                    for level, deck in zip(levels(totals), decks, strict=True)
                ],
                "cost": [sum([self.city.cost[card] for card in deck]) for deck in decks],
                "pain": [sum([self.city.pain[card] for card in deck]) for deck in decks],
                "cards": [len(deck) for deck in decks],
                "candles": [
                    bonus(self.city, level, deck)
                    for level, deck in zip(levels(totals), decks, strict=True)
                ],
            }
        return found

    def idle_attacks(self, seat: Seat) -> list[str]:
        """TB-25 The services whose attack would touch nobody if this seat placed them now."""
        victims, owner = self.victims(seat), self.city.owner
        most = max([len(self.hand(victim)) for victim in victims], default=0)
        found = [
            service
            for service, district in OUSTERS.items()
            if not any(owner[card] in victims for card in self.cards_in(district))
        ]
        if most == 0:
            found.append("mother_when")
        if most <= WAX_KING_LEAVES:
            found.append("the_wax_king")
        if not any(self.numbers[CANDLES + victim] for victim in victims):
            found.append("the_tacks_man")
        return found

    # What a seat cannot know

    def belongs(self, card: int, place: Place) -> bool:
        owner = self.city.owner[card]
        if place < HAND or owner == NOBODY:
            return place < HAND and owner == NOBODY
        return place >= SPACES or (place - HAND) % SEATS == owner

    def flaw(self) -> str:
        if any(len(cards) > 1 for cards in self.places[SPACES:]):
            return "crowded"
        return "below-zero" if min(self.numbers) < 0 else ""

    def pool(self, place: Place, index: int, seat: Seat) -> int:
        """Everything a player owns is known to all but how hand and deck share it.

        Laws not yet turned up may be in the deck or in the box. What lies encased was seen by all.
        """
        if place < HAND:
            return LAW_DECK
        if ENCASED <= place < OPENED:
            return KNOWN
        card = self.places[place][index]
        if card in self.memory:
            return KNOWN
        if -card in self.memory:
            return ASIDE + self.city.owner[card]
        if place >= ACQUISITION_DECK:
            return place if place < ASIDE else DECK + place - ASIDE
        return DECK + (place - HAND) % SEATS
