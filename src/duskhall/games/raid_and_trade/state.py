"""Raid & Trade's table, and the verbs of its rulebook. A verb changes the table and tells of it."""

from __future__ import annotations

from typing import Final

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import Offer, State
from duskhall.engine.steps import Refusal
from duskhall.games.raid_and_trade import flaws, outlook, terms
from duskhall.games.raid_and_trade.box import DISCS, Ruins
from duskhall.games.raid_and_trade.cards import MODIFY, SHARE_OUTPOST
from duskhall.games.raid_and_trade.city import Roads
from duskhall.games.raid_and_trade.gate import AtTheGate
from duskhall.games.raid_and_trade.parts import (
    AGE,
    AP,
    AP_MOST,
    AT,
    ATTACK_ALLOWED,
    BARRICADE,
    BORDER,
    CHARACTER,
    CURRENT,
    DISC,
    EVENT,
    FAVOR,
    FAVOR_MOST,
    FREE_TRADE,
    FULFILLED,
    FULFILLED_USED,
    HAND_SIZE,
    HIDDEN_HAND,
    HOUSE,
    INCIDENT_DECK,
    INCIDENT_DISCARD,
    INSIDE,
    OFFERS,
    OPEN_HAND,
    OUTCOME,
    OUTPOST,
    RAID_BOTTOM,
    RAID_CARD,
    RAID_DECK,
    RAID_DISCARD,
    READY,
    SEATS,
    SECTIONS,
    SP,
    SP_MOST,
    SPENT,
    TILE,
    TILE_AT,
    TILES,
    TIRED,
    TOKEN_KINDS,
    TOKENS,
    TRAINING_PRICE,
    TURN,
    UNMODIFIED,
    USED,
)

TABLE: Final = -1  # the seat of an event that nobody caused


class Ruin(State):
    """The ruined city with its figures, dials and tokens, which are open, and incidents in hand."""

    def __init__(self, box: Ruins) -> None:
        super().__init__(box)
        self.ruins: Final = box
        self.roads: Roads | None = None  # of the tiles that lie there; never changed
        self.changed: list[int] = UNMODIFIED  # by rule: its number this round; never changed
        self.shared = False  # RT-82: the Outpost takes several

    def clone(self) -> Ruin:
        copy = Ruin(self.ruins)
        self.copy_into(copy)
        copy.roads, copy.changed, copy.shared = self.roads, self.changed, self.shared
        return copy

    def refresh(self) -> None:
        self.lay_roads()
        self.read_event()

    def lay_roads(self) -> None:
        lying = self.lying()
        if max(lying) >= 0:
            self.roads = Roads(self.ruins.tiles, lying, self.ruins.climbs)

    def lying(self) -> list[int]:
        """By tile: cell * 4 + quarter turns, or -1."""
        return self.numbers[TILE_AT : TILE_AT + TILES]

    def read_event(self) -> None:
        """What the event in force changes of the rules."""
        self.changed, self.shared = UNMODIFIED, False
        for card in self.places[EVENT]:
            for effect in self.ruins.effects[card]:
                if effect.verb == MODIFY:
                    self.changed = self.changed[:]
                    self.changed[effect.which] += effect.n
                elif effect.verb == SHARE_OUTPOST:
                    self.shared = True

    # Looking

    @property
    def current(self) -> Seat:
        return self.numbers[CURRENT]

    @property
    def city(self) -> Roads:
        assert self.roads is not None
        return self.roads

    def is_playing(self, seat: Seat) -> bool:
        """Whether this is somebody at the table who is still in the game."""
        return 0 <= seat < self.box.players

    def seats_from(self, seat: Seat) -> list[Seat]:
        """All who are in the game, clockwise, beginning with this seat."""
        players = self.box.players
        return [(seat + i) % players for i in range(players)]

    def youngest(self, seats: list[Seat]) -> Seat:
        """RT-11 The first of these in the order of ages."""
        best = seats[0]
        for seat in seats:
            if self.numbers[AGE + seat] < self.numbers[AGE + best]:
                best = seat
        return best

    def must_pass(self, seat: Seat) -> bool:
        """RT-23, RT-28 A turn with 0 AP: claims and cards are all there is but a pass."""
        return not self.numbers[AP + seat] and not self.numbers[SPENT]

    def has(self, seat: Seat, kind: int) -> int:
        return self.numbers[TOKENS + kind * SEATS + seat]

    def tokens(self, seat: Seat) -> int:
        numbers, total = self.numbers, 0
        for number in range(TOKENS + seat, TOKENS + TOKEN_KINDS * SEATS, SEATS):
            total += numbers[number]
        return total

    def bag(self) -> list[int]:
        """By kind, the tokens that nobody has."""
        numbers, left = self.numbers, self.ruins.supply[:]
        for kind in range(TOKEN_KINDS):
            first = TOKENS + kind * SEATS
            for seat in range(SEATS):
                left[kind] -= numbers[first + seat]
        return left

    def can_spend(self, seat: Seat, cost: tuple[int, ...]) -> bool:
        numbers = self.numbers
        for kind in range(TOKEN_KINDS):
            if cost[kind] > numbers[TOKENS + kind * SEATS + seat]:
                return False
        return True

    def incidents(self, seat: Seat) -> tuple[int, ...]:
        return self.places[OPEN_HAND + seat] + self.places[HIDDEN_HAND + seat]

    def hand_room(self, seat: Seat) -> int:
        """RT-35 How many incidents may still come into this hand."""
        return HAND_SIZE - len(self.places[OPEN_HAND + seat]) - len(self.places[HIDDEN_HAND + seat])

    def crafted(self, seat: Seat) -> tuple[int, ...]:
        return self.places[READY + seat] + self.places[TIRED + seat]

    def quests(self, seat: Seat) -> int:
        return len(self.places[FULFILLED + seat]) + len(self.places[FULFILLED_USED + seat])

    def power(self, seat: Seat) -> int:
        character = self.places[CHARACTER + seat]
        return self.ruins.power[character[0]] if character else 0

    def tile(self, seat: Seat) -> int:
        """The tile this figure stands on, also inside the Outpost."""
        return self.numbers[AT + seat] // SECTIONS

    def is_inside(self, seat: Seat) -> bool:
        return self.numbers[INSIDE + seat] != 0

    def insiders(self) -> list[Seat]:
        return [seat for seat in range(self.box.players) if self.numbers[INSIDE + seat]]

    def beside_outpost(self) -> list[int]:
        """RT-70 The sections beside the Outpost."""
        square = self.numbers[OUTPOST]
        return self.ruins.tiles.squares[square].near if square >= 0 else []

    def discs(self, seat: Seat) -> list[int]:
        return [disc for disc in range(DISCS) if self.numbers[DISC + disc] == seat + 1]

    def best_disc(self, seat: Seat) -> int:
        """RT-53 The highest credit disc of this seat, or -1."""
        best = -1
        for disc in self.discs(seat):
            if best < 0 or self.ruins.discs[disc] > self.ruins.discs[best]:
                best = disc
        return best

    def houses(self) -> int:
        """Houses left on the board."""
        numbers, left = self.numbers, 0
        for square in range(len(self.ruins.tiles.squares)):
            if numbers[HOUSE + square]:
                left += 1
        return left

    def crossing_price(self, section: int, is_border: int) -> int:
        """RT-30 AP for coming to a section over a border or a barricade, as the event has it."""
        if not is_border:
            return max(0, self.changed[BARRICADE])
        return max(0, self.changed[BORDER]) + self.city.toll[section // SECTIONS]

    def is_held(self, tile: int) -> bool:
        """Whether nobody may leave this tile."""
        return False

    def is_guarded(self, square: int) -> bool:
        """Whether a guard keeps anybody from raiding what stands there."""
        return False

    def training_price(self) -> int:
        """RT-70 AP for training; 0 where it is not played with."""
        if not self.ruins.training:
            return 0
        change = self.changed[TRAINING_PRICE] - UNMODIFIED[TRAINING_PRICE]
        return max(1, self.ruins.training + change)

    def may_attack(self) -> bool:
        return self.changed[ATTACK_ALLOWED] > 0

    def are_together(self, one: Seat, two: Seat) -> bool:
        """RT-50, RT-56 Whether these two can fight: on one section, or both inside."""
        numbers = self.numbers
        if numbers[INSIDE + one] or numbers[INSIDE + two]:
            return numbers[INSIDE + one] == numbers[INSIDE + two]
        return numbers[AT + one] == numbers[AT + two]

    def is_reached(self, seat: Seat, victim: Seat, anywhere: bool) -> bool:
        """RT-72 Whether a card of this reach finds that player: never inside the Outpost on a tile."""
        if seat == victim:
            return False
        if anywhere:
            return True
        return not self.is_inside(victim) and self.tile(seat) == self.tile(victim)

    def goal(self, seat: Seat) -> int:
        """RT-75 Which of the three ways this seat has met; 0 if none."""
        goals = self.ruins.goals
        if self.numbers[SP + seat] >= goals[0]:
            return 1
        if self.numbers[FAVOR + seat] >= goals[1]:
            return 2
        return 3 if self.quests(seat) >= goals[2] else 0

    def trade_is_free(self, one: Seat, two: Seat) -> bool:
        """RT-61 Nobody pays if Garcia is one of the two."""
        return self.power(one) == FREE_TRADE or self.power(two) == FREE_TRADE

    def cards_for(self, seat: Seat, when: int) -> list[int]:
        """The cards this seat may use in such a window, hidden ones too."""
        windows = self.ruins.when
        found: list[int] = []
        for place in (READY, FULFILLED, OPEN_HAND, HIDDEN_HAND):
            for card in self.places[place + seat]:
                if windows[card] == when:
                    found.append(card)
        return found

    def owns(self, seat: Seat, card: int) -> int:
        """The place from which this seat would use a card; -1, if it has not got it ready."""
        for place in (READY, FULFILLED, OPEN_HAND, HIDDEN_HAND):
            if card in self.places[place + seat]:
                return place + seat
        return -1

    # Verbs: dials

    def gain_ap(self, seat: Seat, n: int, rule: str) -> None:
        value = min(AP_MOST, self.numbers[AP + seat] + n)
        if value != self.numbers[AP + seat]:
            self.set("gain_ap", rule, seat, AP + seat, value)

    def pay_ap(self, seat: Seat, n: int, rule: str) -> None:
        """RT-24 What one cannot pay is not offered."""
        if n > 0:
            self.set("pay_ap", rule, seat, AP + seat, self.numbers[AP + seat] - n)
            if seat == self.current:
                self.numbers_set(SPENT, self.numbers[SPENT] + n, rule)

    def lose_ap(self, seat: Seat, n: int, rule: str) -> None:
        value = max(0, self.numbers[AP + seat] - n)
        if value != self.numbers[AP + seat]:
            self.set("lose_ap", rule, seat, AP + seat, value)

    def gain_sp(self, seat: Seat, n: int, rule: str) -> None:
        value = min(SP_MOST, self.numbers[SP + seat] + n)
        if value != self.numbers[SP + seat]:
            self.set("gain_sp", rule, seat, SP + seat, value)
            self.reach_goal(seat)

    def turn_dial(self, seat: Seat, n: int, rule: str) -> None:
        """RT-12 Favor and Blacklist are one dial through zero."""
        value = max(-FAVOR_MOST, min(FAVOR_MOST, self.numbers[FAVOR + seat] + n))
        if value != self.numbers[FAVOR + seat]:
            kind = "gain_favor" if n > 0 else "gain_blacklist"
            self.set(kind, rule, seat, FAVOR + seat, value)
            if n > 0:
                self.reach_goal(seat)

    def reach_goal(self, seat: Seat) -> None:
        """RT-75 Without a fee, a goal wins at once when it is met."""
        if not self.ruins.gate_fee and self.goal(seat) and not self.numbers[OUTCOME]:
            self.then(AtTheGate())

    def numbers_set(self, number: int, value: int, rule: str) -> None:
        """Set a number that is not worth a sentence."""
        if self.numbers[number] != value:
            self.set("mark", rule, TABLE, number, value)

    # Verbs: tokens

    def add_tokens(self, kind: str, rule: str, seat: Seat, token: int, change: int) -> None:
        number = TOKENS + token * SEATS + seat
        self.set(kind, rule, seat, number, self.numbers[number] + change, token)

    def spend(self, seat: Seat, cost: tuple[int, ...], rule: str) -> None:
        """Tokens go back to the bag."""
        for kind in range(TOKEN_KINDS):
            if cost[kind]:
                self.add_tokens("spend", rule, seat, kind, -cost[kind])

    def draw_tokens(self, seat: Seat, n: int, rule: str) -> int:
        """RT-44 Draw blind from the bag; an empty bag gives what there is."""
        bag = self.bag()
        left = sum(bag)
        drawn = [0] * TOKEN_KINDS
        count = min(n, left)
        for _ in range(count):
            at = self.random_below(left)
            kind = 0
            while at >= bag[kind]:
                at -= bag[kind]
                kind += 1
            bag[kind] -= 1
            drawn[kind] += 1
            left -= 1
        for kind in range(TOKEN_KINDS):
            if drawn[kind]:
                self.add_tokens("draw", rule, seat, kind, drawn[kind])
        return count

    def random_token(self, seat: Seat) -> int:
        """One of this seat's tokens by luck: its kind."""
        at = self.random_below(self.tokens(seat))
        kind = 0
        while at >= self.has(seat, kind):
            at -= self.has(seat, kind)
            kind += 1
        return kind

    def hand_over(self, giver: Seat, taker: Seat, token: int, n: int, rule: str) -> None:
        """Tokens go from player to player."""
        self.add_tokens("give", rule, giver, token, -n)
        self.add_tokens("get", rule, taker, token, n)

    # Verbs: cards

    def turn_up_incident(self, seat: Seat, tile: int) -> None:
        """RT-32 An incident is drawn onto the tile unless it holds one."""
        if self.places[TILE + tile]:
            return
        card = self.next_incident()
        if card >= 0:
            self.move("turn_up", "RT-32", seat, (card,), INCIDENT_DECK, TILE + tile)

    def next_incident(self) -> int:
        """RT-35 The next of the deck, whose discards come back when it is out; -1 without any."""
        if not self.places[INCIDENT_DECK]:
            discards = self.places[INCIDENT_DISCARD]
            if not discards:
                return -1
            self.move("reshuffle", "RT-35", TABLE, discards, INCIDENT_DISCARD, INCIDENT_DECK)
        return self.draw(INCIDENT_DECK, 1)[0]

    def draw_incident(self, seat: Seat, rule: str) -> None:
        """Into the hand, unseen by the others."""
        if self.hand_room(seat) > 0:
            card = self.next_incident()
            if card >= 0:
                self.move("draw_incident", rule, seat, (card,), INCIDENT_DECK, HIDDEN_HAND + seat)

    def take_incident(self, kind: str, seat: Seat, tile: int, rule: str) -> None:
        """RT-13 One that lies open on a tile comes into the hand: it stays known, or not."""
        hand = HIDDEN_HAND if self.ruins.hides_hands else OPEN_HAND
        self.move(kind, rule, seat, self.places[TILE + tile], TILE + tile, hand + seat)

    def discard_incident(self, kind: str, seat: Seat, card: int, rule: str) -> None:
        hand = OPEN_HAND + seat
        if card not in self.places[hand]:
            hand = HIDDEN_HAND + seat
        self.move(kind, rule, seat, (card,), hand, INCIDENT_DISCARD)

    def turn_raid_card(self, seat: Seat, colour: int) -> None:
        """RT-47 The next raid card: of the deck, of those put back, else the discards shuffled."""
        if not self.places[RAID_DECK + colour] and not self.places[RAID_BOTTOM + colour]:
            discards = self.places[RAID_DISCARD + colour]
            self.move(
                "reshuffle", "RT-47", TABLE, discards, RAID_DISCARD + colour, RAID_DECK + colour
            )
        if self.places[RAID_DECK + colour]:
            card = self.draw(RAID_DECK + colour, 1)[0]
            source = RAID_DECK + colour
        else:
            source = RAID_BOTTOM + colour
            card = self.places[source][0]
        self.move("raid_card", "RT-41", seat, (card,), source, RAID_CARD)

    def use_up(self, seat: Seat, card: int, rule: str) -> None:
        """A card is used: an incident is discarded, an item or quest is used up or for this round."""
        source = self.owns(seat, card)
        if source == READY + seat:
            target = USED + seat if self.ruins.once[card] else TIRED + seat
        elif source == FULFILLED + seat:
            target = FULFILLED_USED + seat
        else:
            target = INCIDENT_DISCARD
        self.move("use", rule, seat, (card,), source, target)

    def take_disc(self, seat: Seat, disc: int, rule: str) -> None:
        """RT-58 Its Favor goes with it, for the loser past 0 if need be."""
        owner, value = self.numbers[DISC + disc] - 1, self.ruins.discs[disc]
        self.set("take_disc", rule, seat, DISC + disc, seat + 1)
        if owner >= 0:
            self.turn_dial(owner, -value, rule)
        self.turn_dial(seat, value, rule)

    # Trades: they are offered beside the table, and only an agreement is played

    def current_turn(self) -> int:
        return self.numbers[TURN]

    def may_offer(self, offer: Offer) -> Refusal | None:
        return terms.may_offer(self, offer)

    def closes(self, offer: Offer, by: Seat) -> list[tuple[Seat, Move]]:
        return terms.closes(self, offer, by)

    def most_offers(self, seat: Seat) -> int:
        return max(0, self.ruins.most_offers - self.numbers[OFFERS + seat])

    def offers_spent(self, seat: Seat) -> Refusal:
        return Refusal("RT-65", "offers-spent", (self.ruins.most_offers,))

    def may_whisper(self) -> Refusal | None:
        return None if self.ruins.whispers else Refusal("RT-68", "no-whispers")

    def proposes(self, seat: Seat, move: Move) -> Offer | None:
        return terms.proposes(self, seat, move)

    def weighs(self, offer: Offer, by: Seat) -> list[tuple[Seat, Move]]:
        return terms.weighs(self, offer, by)

    def declines(self, offer: Offer, by: Seat) -> list[tuple[Seat, Move]]:
        return terms.declines(self, offer, by)

    # Positions that somebody has written

    def belongs(self, card: int, place: int) -> bool:
        return flaws.belongs(self, card, place)

    def flaw(self) -> str:
        return flaws.flaw(self)

    # For screens

    def outlook(self) -> dict[str, object]:
        return outlook.outlook(self)
