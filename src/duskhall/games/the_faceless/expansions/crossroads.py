"""Crossroads: before a green threat the players choose the lesser of two evils."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from duskhall.engine.edition import Edition, Row
from duskhall.engine.events import Place, Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Choice, Refusal, SeatStep, Step
from duskhall.games.the_faceless.box import (
    BLUE,
    COLOURS,
    CROSSROADS_CARDS,
    GREEN,
    PURPLE,
    RED,
    RING,
    YELLOW,
    Duskworld,
)
from duskhall.games.the_faceless.expansions.avatars import LoseMemory
from duskhall.games.the_faceless.parts import Omen, Part
from duskhall.games.the_faceless.rules.threats import Chase, take_effect
from duskhall.games.the_faceless.rules.walk import NeedleStep, movement, step
from duskhall.games.the_faceless.state import TABLE, Dusk

MOST: Final = 3  # steps by the needle
# What a road does, by its number: it is told in words under `road`.
RED_NEEDLE: Final = 0  # + steps - 1
WHITE_NEEDLE: Final = RED_NEEDLE + MOST
RED_THREAT: Final = WHITE_NEEDLE + MOST
PURPLE_THREAT: Final = RED_THREAT + 1
USE_MEMORY: Final = PURPLE_THREAT + 1
GOAT_NEARER: Final = USE_MEMORY + 1
TURN_ONLY: Final = GOAT_NEARER + 1  # + which pair of colours
PAIRS: Final = [[YELLOW, GREEN], [YELLOW, BLUE], [BLUE, GREEN]]
ROADS: Final = {
    "red_needle": RED_NEEDLE,
    "white_needle": WHITE_NEEDLE,
    "red_threat": RED_THREAT,
    "purple_threat": PURPLE_THREAT,
    "use_memory": USE_MEMORY,
    "goat_nearer": GOAT_NEARER,
    "turn_only": TURN_ONLY,
}


class Crossroads(Part):
    """TF-115 Each green threat first reveals a card, of which one effect is picked."""

    name: ClassVar[str] = "crossroads"
    rule: ClassVar[str] = "TF-115"

    def __init__(self, source: Edition, counts_more: bool) -> None:
        self.source: Final = source
        self.counts_more: Final = counts_more  # TF-117, as an option
        self.roads: list[list[int]] = []  # by card, from the first: its two effects
        self.first = 0
        self.deck: Place = 0
        self.now: Place = 0
        self.done: Place = 0
        self.next_turn = 0  # TF-118: a bitmask of colours that may only turn, from the next turn on
        self.this_turn = 0

    def add_cards(self, box: Duskworld) -> None:
        self.first = len(box.card_names)
        for number, (line, row) in enumerate(self.source.rows("crossroads"), 1):
            roads = [self.road(line, row, "either"), self.road(line, row, "or")]
            if roads[0] == roads[1]:
                raise self.source.wrong(line, "the two effects of a card must differ")
            self.roads.append(roads)
            card = box.add(f"Crossroads {number}", CROSSROADS_CARDS)
            does = [told_of(road) for road in roads]
            box.faces[card] = {"deck": "crossroads", "roads": roads, "does": does, "rule": "TF-115"}
        if not self.roads:
            raise self.source.wrong(0, "there must be a card of the Crossroads at least")

    def road(self, line: int, row: Row, field: str) -> int:
        """The number of an effect as the edition writes it."""
        found = row.get(field)
        if not isinstance(found, dict) or found.get("do") not in ROADS:
            raise self.source.wrong(line, f"'do' in '{field}' must be one of {', '.join(ROADS)}")
        road = ROADS[str(found["do"])]
        if road in (RED_NEEDLE, WHITE_NEEDLE):
            self.source.fields(line, found, ["do", "n"], [])
            return road + self.source.number(line, found, "n", 1, MOST) - 1
        if road == TURN_ONLY:
            self.source.fields(line, found, ["do", "colours"], [])
            colours = self.source.words(line, found, "colours", COLOURS)
            pair = sorted([COLOURS.index(colour) for colour in colours])
            pairs = [sorted(known) for known in PAIRS]
            if pair not in pairs:
                raise self.source.wrong(line, "'colours' are two of yellow, green and blue")
            return road + pairs.index(pair)
        return road

    def join(self, box: Duskworld) -> None:
        box.crossroads = self
        self.deck = box.more_place("crossroads_deck", CROSSROADS_CARDS, seen_by=0)
        self.now = box.more_place("crossroads", CROSSROADS_CARDS)
        self.done = box.more_place("crossroads_discard", CROSSROADS_CARDS, ordered=True)
        self.next_turn = box.more_number("turn_only_next", 0)
        self.this_turn = box.more_number("turn_only", 0)
        box.moments.before[GREEN].append(self)
        box.moments.turns.append(self)
        box.moments.ring.append(self)

    def open(self, s: Dusk) -> None:
        s.places[self.deck] = tuple(range(self.first, self.first + len(self.roads)))

    def wakes(self, s: Dusk) -> list[Omen]:
        return [Omen(GREEN, "crossroads")]

    def before(self, s: Dusk, seat: Seat, card: int) -> list[Step[Any]]:
        return [RevealRoads(seat)]

    def turn_begins(self, s: Dusk) -> None:
        """TF-118 For the whole of the next player's turn, and no longer."""
        coming = s.numbers[self.next_turn]
        if s.numbers[self.this_turn] != coming:
            s.set("turn_only", "TF-118", TABLE, self.this_turn, coming)
        if coming:
            s.set("quiet", "TF-118", TABLE, self.next_turn, 0)

    def narrow(self, s: Dusk, figure: int, places: list[int]) -> list[int]:
        """TF-115 A card or memory of these colours may turn its Faceless, but not move it."""
        if not s.numbers[self.this_turn] >> figure & 1:
            return places
        return [place for place in places if place == s.numbers[RING + figure]]


def told_of(road: int) -> tuple[str, int]:
    """What a road does, as the edition names it, and its number of steps by the needle or 0."""
    name, first = max(
        [(name, first) for name, first in ROADS.items() if first <= road], key=lambda one: one[1]
    )
    return name, road - first + 1 if first in (RED_NEEDLE, WHITE_NEEDLE) else 0


class RevealRoads(SeatStep[Dusk]):
    """TF-115, TF-116 A card is revealed; when the deck is out, it is shuffled anew."""

    rule: ClassVar[str] = "TF-115"

    def resolve(self, s: Dusk) -> None:
        part = crossroads_of(s)
        if not s.places[part.deck]:
            s.move("reshuffle", "TF-116", TABLE, s.places[part.done], part.done, part.deck)
        card = s.draw(part.deck, 1)
        s.move("crossroads", self.rule, self.seat, card, part.deck, part.now)
        s.then(ChooseRoad(self.seat))


class ChooseRoad(Choice[Dusk]):
    """TF-116 One of two effects; one that cannot be done only where the other cannot either."""

    rule: ClassVar[str] = "TF-116"

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        part = crossroads_of(s)
        roads = part.roads[s.places[part.now][0] - part.first]
        return [Move("road", road) for road in roads if road != USE_MEMORY or s.unused()]

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "choose-road")

    def settle(self, s: Dusk, answers: dict[Seat, Move]) -> None:
        part = crossroads_of(s)
        s.move("quiet", self.rule, self.seat, s.places[part.now], part.now, part.done)
        super().settle(s, answers)

    def choose(self, s: Dusk, move: Move) -> None:
        take_road(s, self.seat, move.about[0])


def take_road(s: Dusk, seat: Seat, road: int) -> None:
    """TF-115 What each effect does."""
    part = crossroads_of(s)
    if road < WHITE_NEEDLE:
        movement(s, seat, *[NeedleStep(seat) for _ in range(road - RED_NEEDLE + 1)])
    elif road < RED_THREAT:
        movement(s, seat, *[WhiteStep(seat) for _ in range(road - WHITE_NEEDLE + 1)])
    elif road in (RED_THREAT, PURPLE_THREAT):
        colour = RED if road == RED_THREAT else PURPLE
        cards = len(s.column(colour))
        take_effect(s, seat, colour, cards + part.counts_more if cards or part.counts_more else 0)
    elif road == USE_MEMORY:
        s.then(LoseMemory(seat, "TF-115"))
    elif road == GOAT_NEARER:
        s.then(Chase(seat))
    else:
        colours = PAIRS[road - TURN_ONLY]
        coming = s.numbers[part.next_turn] | sum([1 << colour for colour in colours])
        s.set("turn_only_next", "TF-115", seat, part.next_turn, coming)


class WhiteStep(Choice[Dusk]):
    """TF-115 The Team follows the white end of the needle; TF-132 as it may have to anyway."""

    rule: ClassVar[str] = "TF-115"

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        return [s.world.steps[way] for way in s.white_ways()]

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "follow-white")

    def choose(self, s: Dusk, move: Move) -> None:
        step(s, self.seat, move.about[0], "TF-115")


def crossroads_of(s: Dusk) -> Crossroads:
    part = s.world.crossroads
    assert isinstance(part, Crossroads)
    return part
