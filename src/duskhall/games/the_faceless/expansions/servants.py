"""Servants: four that roam, or eight that carry the memories; and those of the Puppetmaster."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from duskhall.engine.edition import Edition
from duskhall.engine.events import Place, Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Choice, Refusal, SeatStep, Step
from duskhall.games.the_faceless.board import OFF
from duskhall.games.the_faceless.box import (
    GOAT,
    MEMORIES,
    RED,
    RING,
    SERVANT_CARDS,
    SERVED,
    SPOT_AT,
    TEAM,
    WAYS,
    Duskworld,
)
from duskhall.games.the_faceless.parts import Omen, Part
from duskhall.games.the_faceless.state import TABLE, Dusk

SERVANTS: Final = 8  # figures


class Servants(Part):
    """TF-155 Roaming servants, TF-156 carriers, or only those that the Puppetmaster sets (TF-103)."""

    name: ClassVar[str] = "servants"
    rule: ClassVar[str] = "TF-155"

    def __init__(self, source: Edition, kind: str, counts: dict[str, int]) -> None:
        self.source: Final = source
        self.is_roaming: Final = kind == "roaming"
        self.is_carrying: Final = kind == "carriers"
        self.count: Final = counts["roaming"]
        self.shown: Final = counts["shown"]
        self.ways: list[int] = []  # by card, from the first
        self.first = 0
        self.deck: Place = 0
        self.open_cards: Place = 0
        self.at = 0  # + servant: the space of one that roams, or OFF
        self.out = 0  # + servant: the external space of one that the Puppetmaster set, or OFF
        if not 1 <= self.count <= MEMORIES:
            raise source.wrong(0, f"'roaming' in [servants] is from 1 to {MEMORIES}")

    def add_cards(self, box: Duskworld) -> None:
        if not self.is_roaming and not self.is_carrying:
            return
        self.first = len(box.card_names)
        for line, row in self.source.rows("servant_cards"):
            way = self.source.word(line, row, "way", WAYS)
            self.ways.append(WAYS.index(way))
            card = box.add(f"Servants {way.upper()}", SERVANT_CARDS)
            box.faces[card] = {"deck": "servants", "way": way, "rule": "TF-155"}
        if not self.shown <= len(self.ways) or not self.shown:
            raise self.source.wrong(0, f"there must be {self.shown} servant cards at least")

    def join(self, box: Duskworld) -> None:
        box.servants = self
        box.has_carriers = self.is_carrying
        self.out = box.more_numbers("servant_out", SERVANTS, OFF)
        box.moments.ring.append(self)
        if self.is_roaming:
            self.at = box.more_numbers("servant_at", self.count, OFF)
            box.moments.set_up.append(self)
            box.moments.tokens.append(self)
            box.moments.standing.append(self)
        if self.is_roaming or self.is_carrying:
            self.deck = box.more_place("servant_deck", SERVANT_CARDS, seen_by=0)
            self.open_cards = box.more_place("servant_cards", SERVANT_CARDS, ordered=True)
            box.moments.before[RED].append(self)

    def open(self, s: Dusk) -> None:
        if self.ways:
            s.places[self.deck] = tuple(range(self.first, self.first + len(self.ways)))

    def lay(self, s: Dusk, spaces: list[int]) -> None:
        """TF-155 On memories, by chance."""
        spots = list(range(MEMORIES))
        for servant in range(self.count):
            spot = spots.pop(s.random_below(len(spots)))
            s.set("servant", "TF-155", TABLE, self.at + servant, s.numbers[SPOT_AT + spot])

    def spaces(self, s: Dusk) -> list[int]:
        return s.numbers[self.at : self.at + self.count]

    def deadly(self, s: Dusk) -> list[int]:
        return self.spaces(s) if self.is_roaming else []

    def wakes(self, s: Dusk) -> list[Omen]:
        kind = "roaming" if self.is_roaming else "carriers"
        count = len(s.column(RED)) + 1
        return [Omen(RED, kind, count)] * (self.is_roaming or self.is_carrying)

    def pieces(self) -> dict[str, str]:
        if self.is_roaming:
            return {"roaming": "TF-155"}
        return {"carriers": "TF-156"} if self.is_carrying else {}

    def standing(self, s: Dusk, seat: Seat, space: int) -> None:
        """TF-155 The Team that comes to a roaming servant is lost. Carriers give way (TF-156)."""
        if space in self.spaces(s):
            s.end(SERVED, "TF-155")

    def before(self, s: Dusk, seat: Seat, card: int) -> list[Step[Any]]:
        return [MoveServants(seat)]

    def track(self, s: Dusk, space: int, way: int, count: int) -> list[int]:
        """TF-157 The spaces a servant goes through, one after the other, until it cannot go on."""
        found: list[int] = []
        for _ in range(count):
            space = s.world.board.near[6 * space + way]
            if space == OFF or s.walls[space] or space == s.numbers[GOAT]:
                break
            found.append(space)
        return found

    def moving(self, s: Dusk) -> list[int]:
        """The numbers that say where those are that a servant card moves."""
        if self.is_roaming:
            return list(range(self.at, self.at + self.count))
        return [n for n in range(SPOT_AT, SPOT_AT + MEMORIES) if s.numbers[n] >= 0]

    def risks(self, s: Dusk) -> list[float]:
        if not self.ways:
            return []
        coming = [self.ways[card - self.first] for card in s.places[self.deck]]
        if len(s.places[self.open_cards]) >= self.shown:
            coming = self.ways
        found = [0.0] * s.world.board.count
        for way in coming:
            met: set[int] = set()
            for number in self.moving(s):
                met.update(self.track(s, s.numbers[number], way, len(s.column(RED)) + 1))
            for space in sorted(met):
                found[space] += 1.0 / len(coming)
        return found

    def carriers(self, s: Dusk) -> int:
        """How many servants are at work carrying."""
        if not self.is_carrying:
            return 0
        return sum([s.numbers[SPOT_AT + spot] >= 0 for spot in range(MEMORIES)])

    # TF-103, TF-109 On the ring

    def unused(self, s: Dusk) -> int:
        """A figure that is not in use, or OFF."""
        outside = s.numbers[self.out : self.out + SERVANTS]
        busy = self.count if self.is_roaming else self.carriers(s)
        if busy + sum([place != OFF for place in outside]) >= SERVANTS:
            return OFF
        return outside.index(OFF)

    def free_places(self, s: Dusk) -> list[int]:
        """Where the next may be set: not next to another, if possible."""
        count = s.world.board.places
        outside = [place for place in s.numbers[self.out : self.out + SERVANTS] if place != OFF]
        taken = outside + s.numbers[RING : RING + 3]
        free = [place for place in range(count) if place not in taken]
        apart = [
            place
            for place in free
            if (place + 1) % count not in outside and (place - 1) % count not in outside
        ]
        return apart or free

    def narrow(self, s: Dusk, figure: int, places: list[int]) -> list[int]:
        """TF-103 A Faceless may pass but not stop there; TF-109 it may always stay."""
        outside = s.numbers[self.out : self.out + SERVANTS]
        return [
            place for place in places if place not in outside or place == s.numbers[RING + figure]
        ]


class MoveServants(SeatStep[Dusk]):
    """TF-156, TF-157 A card is revealed, and every servant moves its way, a space per red card."""

    rule: ClassVar[str] = "TF-156"

    def resolve(self, s: Dusk) -> None:
        part = servants_of(s)
        if len(s.places[part.open_cards]) >= part.shown:
            cards = s.places[part.open_cards]
            s.move("reshuffle", self.rule, TABLE, cards, part.open_cards, part.deck)
        card = s.draw(part.deck, 1)
        s.move("servant_card", self.rule, self.seat, card, part.deck, part.open_cards)
        way = part.ways[card[0] - part.first]
        numbers = part.moving(s)
        for number in numbers:
            self.go(s, part, number, way)
        if s.numbers[TEAM] in [s.numbers[number] for number in numbers]:
            s.end(SERVED, "TF-155")

    def go(self, s: Dusk, part: Servants, number: int, way: int) -> None:
        """TF-157 Step by step, until it cannot go on or meets the Team."""
        space = s.numbers[number]
        for target in part.track(s, space, way, len(s.column(RED))):
            space = target
            if space == s.numbers[TEAM]:
                break
        if space == s.numbers[number]:
            return
        if number < SPOT_AT + MEMORIES:
            s.set("carry", self.rule, TABLE, number, space)
        else:
            s.set("servant", self.rule, TABLE, number, space)


class SetServant(Choice[Dusk]):
    """TF-103 The Puppetmaster sets an unused servant on a free external space (TF-109)."""

    rule: ClassVar[str] = "TF-103"

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        part = servants_of(s)
        if part.unused(s) == OFF:
            return []
        return [Move("servant", place) for place in part.free_places(s)]

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "servant-outside")

    def choose(self, s: Dusk, move: Move) -> None:
        part = servants_of(s)
        s.set("servant_out", self.rule, self.seat, part.out + part.unused(s), move.about[0])


def servants_of(s: Dusk) -> Servants:
    part = s.world.servants
    assert isinstance(part, Servants)
    return part
