"""Dark Dealings' table, and the verbs of its rulebook. A verb moves cards and tells of it."""

from __future__ import annotations

from typing import Final

from duskhall.engine.events import Place, Seat
from duskhall.engine.state import KNOWN, State
from duskhall.games.dark_dealings.box import (
    BERSERKER,
    BOOSTER,
    COMMITTED,
    DEFEATED,
    DEFENSE_DECK,
    DEFENSE_DISCARD,
    DEFENSES,
    DRAFTED,
    EVICTED,
    FACING,
    FIRST,
    FRONT,
    GONE,
    HALFLINGS,
    HAND,
    HERO_DECK,
    HERO_DISCARD,
    IMMUNE,
    KNIGHT,
    MARKET,
    MET,
    PILE,
    PLACES,
    ROUND,
    SPENT,
    STRIKING,
    TOTAL,
    TURNED,
    Keep,
)
from duskhall.games.dark_dealings.fight import Dials, second_groups, strike_value, strikes

HAND_SIZE: Final = 9  # DD-02
TABLE: Final = -1  # the seat of an event that nobody caused


class Siege(State):
    """The overlords' table: hands, piles, and the defenses in front of each seat."""

    def __init__(self, box: Keep) -> None:
        super().__init__(box)
        self.keep: Final = box
        # `memory` holds by card the round in which a hero was picked.

    def clone(self) -> Siege:
        copy = Siege(self.keep)
        self.copy_into(copy)
        return copy

    # Looking

    def hand(self, seat: Seat) -> tuple[int, ...]:
        return self.places[HAND + seat]

    def facing(self, seat: Seat) -> int:
        """The hero this seat faces."""
        return self.places[FACING + seat][0]

    def is_evicted(self, seat: Seat) -> bool:
        return self.numbers[EVICTED + seat] > 0

    def dials(self, place: Place) -> Dials:
        """The defenses that lie there, each with its current side."""
        cards, numbers = self.places[place], self.numbers
        if not cards:
            return ()
        return tuple([card * 4 + numbers[TURNED + card] for card in cards])

    def outlook(self) -> dict[str, object]:
        """DD-53 What each Booster on the table gains from the others, as its tab shows it.

        DD-41 Of Halflings faced for the first time, what could make them fall once more.
        DD-34 Where one may strike in vain, what would.
        """
        gains: dict[str, int] = {}
        for seat in range(self.box.players):
            ready, busy = self.dials(FRONT + seat), self.busy(seat)
            for dial in ready + busy:
                if self.keep.ability[dial >> 2] == BOOSTER:
                    value = strike_value(self.keep, dial, ready, busy)
                    gains[str(dial >> 2)] = value - self.keep.strength[dial]
        found: dict[str, object] = {"gains": gains} if gains else {}
        for seat in self.waiting:
            if self.is_first_of_two(seat):
                hero, ready = self.facing(seat), self.dials(FRONT + seat)
                weak, busy = self.vulnerabilities(seat), self.busy(seat)
                found["seconds"] = second_groups(
                    self.keep, self.keep.armor[hero], weak, ready, busy
                )
            if self.keep.may_strike_in_vain and self.places[FACING + seat]:
                found["vain"] = self.strikes_in_vain(seat)
        return found

    def strikes_in_vain(self, seat: Seat) -> list[int]:
        """DD-34 The defenses with which a strike cannot lead to the hero's fall."""
        hero, keep, total = self.facing(seat), self.keep, self.numbers[TOTAL]
        kind, armor, ready = keep.hero_class[hero], keep.armor[hero], self.dials(FRONT + seat)
        weak, busy = self.vulnerabilities(seat), self.busy(seat)
        useful = strikes(keep, kind, armor, weak, total, ready, busy)
        return [
            dial >> 2 for dial in ready if not any(move.about[0] == dial >> 2 for move in useful)
        ]

    def is_first_of_two(self, seat: Seat) -> bool:
        """DD-41 Whether this seat fights Halflings that it has not defeated once yet."""
        facing = self.places[FACING + seat]
        if not facing or self.keep.hero_class[facing[0]] != HALFLINGS:
            return False
        step = self.agenda[-1]
        name = type(step).__name__
        return name == "Face" or (name == "Strike" and step.key()[1] == 0)

    def busy(self, seat: Seat) -> Dials:
        """The seat's defenses that have struck the hero it fights."""
        return self.dials(STRIKING + seat) + self.dials(SPENT + seat)

    def seats_from_first(self) -> list[Seat]:
        """DD-03 All seats clockwise, beginning with the first player."""
        players = self.box.players
        first = self.numbers[FIRST]
        return [(first + i) % players for i in range(players)]

    def vulnerabilities(self, seat: Seat) -> int:
        """What the hero this seat faces may be struck with."""
        return self.keep.weak[self.facing(seat)] & ~self.numbers[IMMUNE]

    # Drafting

    def deal(self, seat: Seat, count: int) -> None:
        cards = self.draw(HERO_DECK, count)
        self.move("deal", "DD-02", seat, cards, HERO_DECK, HAND + seat)

    def pick(self, seat: Seat, heroes: tuple[int, ...]) -> None:
        self.move("pick", "DD-10", seat, heroes, HAND + seat, DRAFTED + seat)

    def pass_hand(self, seat: Seat, cards: tuple[int, ...]) -> None:
        left = (seat + 1) % self.box.players
        self.move("pass", "DD-11", seat, cards, HAND + seat, HAND + left)

    def discard_last(self, seat: Seat) -> None:
        self.move("last", "DD-12", seat, self.hand(seat), HAND + seat, HERO_DISCARD)

    def take_up(self, seat: Seat) -> None:
        cards = self.places[DRAFTED + seat]
        origin = list(self.memory) or [0] * self.keep.cards
        for index, card in enumerate(cards):
            origin[card] = index // 2
        self.memory = tuple(origin)
        self.move("take_up", "DD-20", seat, cards, DRAFTED + seat, HAND + seat)

    def lay_out(self, count: int, rule: str) -> None:
        cards = self.draw(DEFENSE_DECK, count)
        self.move("lay_out", rule, TABLE, cards, DEFENSE_DECK, MARKET)

    def commit(self, seat: Seat, heroes: tuple[int, ...]) -> None:
        self.move("commit", "DD-21", seat, heroes, HAND + seat, COMMITTED + seat)

    def take(self, seat: Seat, defense: int, rule: str) -> None:
        self.move("take", rule, seat, (defense,), MARKET, FRONT + seat)

    def stack(self, seat: Seat, hero: int, source: Place, rule: str) -> None:
        """Put a hero face-down on top of its owner's pile."""
        self.move("stack", rule, seat, (hero,), source, PILE + seat)

    # Combat

    def begin_round(self, number: int, rule: str) -> None:
        self.set("round", rule, TABLE, ROUND, number)

    def flip(self, seat: Seat) -> None:
        hero = self.places[PILE + seat][-1]
        self.move("flip", "DD-30", seat, (hero,), PILE + seat, FACING + seat, MET + seat, hero)

    def detour(self, seat: Seat) -> None:
        """DD-52 Put the hero at the bottom of the pile."""
        hero = (self.facing(seat),)
        self.move("detour", "DD-52", seat, hero, FACING + seat, PILE + seat, under=True)

    def strike(self, seat: Seat, defense: int) -> None:
        """Strike with a defense, and add its strength to the total."""
        dial = defense * 4 + self.numbers[TURNED + defense]
        value = strike_value(self.keep, dial, self.dials(FRONT + seat), self.busy(seat))
        total = self.numbers[TOTAL] + value
        if self.keep.hero_class[self.facing(seat)] == KNIGHT:
            self.set("strike", "DD-44", seat, TOTAL, total, defense)
            self.turn_after_strike(seat, defense, FRONT + seat, FRONT + seat)
            return
        self.move("strike", "DD-34", seat, (defense,), FRONT + seat, STRIKING + seat, TOTAL, total)
        if self.keep.booster_at_once:
            self.turn_after_strike(seat, defense, STRIKING + seat, STRIKING + seat)

    def turn(self, seat: Seat, defense: int, rule: str) -> None:
        """Turn a defense that is not striking, where it lies."""
        dial = defense * 4 + self.numbers[TURNED + defense]
        if self.keep.next_dial[dial] == GONE:
            lying = [
                place for place in (FRONT, STRIKING, SPENT) if defense in self.places[place + seat]
            ]
            self.trash(seat, defense, lying[0] + seat, rule)
        else:
            turns = self.numbers[TURNED + defense] + 1
            self.set("turn", rule, seat, TURNED + defense, turns, defense)

    def turn_after_strike(self, seat: Seat, defense: int, source: Place, target: Place) -> None:
        """DD-37 A card that struck is turned, or trashed by its icon or for want of a side."""
        turns = self.numbers[TURNED + defense]
        if self.keep.after_strike[defense * 4 + turns] == GONE:
            self.trash(seat, defense, source, "DD-37")
        elif source == target:
            self.set("turn", "DD-37", seat, TURNED + defense, turns + 1, defense)
        else:
            self.move(
                "turn", "DD-37", seat, (defense,), source, target, TURNED + defense, turns + 1
            )

    def trash(self, seat: Seat, defense: int, source: Place, rule: str) -> None:
        """Put a defense on the common discard."""
        self.move("trash", rule, seat, (defense,), source, DEFENSE_DISCARD)

    def end_strikes(self, seat: Seat, target: Place, fallen: bool = True) -> None:
        """Turn every card that struck, and bring it to `target`. DD-43 A fallen Berserker takes it."""
        berserker = fallen and self.keep.hero_class[self.facing(seat)] == BERSERKER
        for defense in self.places[STRIKING + seat]:
            if berserker:
                self.trash(seat, defense, STRIKING + seat, "DD-43")
            elif self.keep.booster_at_once:
                self.move("rest", "DD-37", seat, (defense,), STRIKING + seat, target)
            else:
                self.turn_after_strike(seat, defense, STRIKING + seat, target)

    def defeat(self, seat: Seat) -> None:
        hero = (self.facing(seat),)
        self.move("defeat", "DD-34", seat, hero, FACING + seat, DEFEATED + seat)

    def let_in(self, seat: Seat, rule: str) -> None:
        """The hero is not defeated and goes to the common discard."""
        hero = (self.facing(seat),)
        self.move("let_in", rule, seat, hero, FACING + seat, HERO_DISCARD)

    def evict(self, seat: Seat) -> None:
        """DD-71 The overlord is evicted by the hero it faces, who stays."""
        hero = self.facing(seat)
        self.set("evict", "DD-71", seat, EVICTED + seat, self.numbers[ROUND], hero)

    # What a seat cannot know

    def belongs(self, card: int, place: Place) -> bool:
        is_for_defenses = place in (DEFENSE_DECK, DEFENSE_DISCARD, MARKET) or (
            FRONT <= place < DEFEATED
        )
        return (self.keep.deck_of[card] == DEFENSES) == is_for_defenses

    def flaw(self) -> str:
        return "below-zero" if min(self.numbers) < 0 else ""

    def pool(self, place: Place, index: int, seat: Seat) -> int:
        """Hidden heroes are told apart by the hands they went through.

        In the hero phase a seat remembers what it has passed on, and sees what is missing when a
        hand comes back; so it knows from which cards a pick was made. Committed heroes were shown
        to all: a pile is known, but for its order in Hardcore (DD-70), where nobody may look.
        """
        if place < HAND:
            return place
        if place >= PILE:
            return place if self.keep.hardcore else KNOWN
        now = len(self.places[DRAFTED + seat]) // 2  # hands this seat has passed on
        if place >= DRAFTED:
            return self.packet(place - DRAFTED, index // 2, seat, now)
        owner = place - HAND
        if now or len(self.hand(owner)) == HAND_SIZE:
            return self.packet(owner, now, seat, now)
        return self.packet(owner, self.memory[self.hand(owner)[index]], seat, 3)

    def packet(self, owner: Seat, picked: int, seat: Seat, now: int) -> int:
        """The pool of the cards that `owner` picked in round `picked` (or holds in it).

        A packet is what was dealt to one seat and goes round. `seat` held this one in the rounds
        `first`, `first` + players, ...: what counts is when it last held it before the pick, and
        whether it has held it again since.
        """
        players = self.box.players
        dealt_to = (owner - picked) % players
        first = (seat - dealt_to) % players
        before = after = -1
        for held in range(first, now + 1, players):
            if held < picked:
                before = held
            elif held > picked and after < 0:
                after = held
        if before < 0:
            return HERO_DECK  # never seen: it might as well have stayed in the deck
        return PLACES + dealt_to * 64 + before * 8 + after

    def part(self, card: int) -> int:
        return self.memory[card] if self.memory else 0

    def remember(self, truth: Siege, roles: list[tuple[int, int]]) -> None:
        if self.memory:
            origin = list(self.memory)
            for card, guessed in roles:
                origin[guessed] = truth.memory[card]
            self.memory = tuple(origin)
