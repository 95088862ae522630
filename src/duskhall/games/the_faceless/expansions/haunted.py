"""Haunted places: they push the Team their way, as far as their hidden number says."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from duskhall.engine.edition import Edition
from duskhall.engine.events import Place, Seat
from duskhall.engine.steps import SeatStep, Step
from duskhall.games.the_faceless.board import OFF
from duskhall.games.the_faceless.box import BLUE, HAUNTED_CARDS, Duskworld
from duskhall.games.the_faceless.expansions.eyes import some_apart
from duskhall.games.the_faceless.parts import Omen, Part
from duskhall.games.the_faceless.rules.walk import tread
from duskhall.games.the_faceless.state import TABLE, Dusk

WAYS: Final = 6
FARTHEST: Final = 6  # that a place may push


class HauntedPlaces(Part):
    """TF-135 Four of six, face-down; their directions can be seen, their numbers not (TF-136)."""

    name: ClassVar[str] = "haunted"
    rule: ClassVar[str] = "TF-135"

    def __init__(self, source: Edition, places: dict[str, int]) -> None:
        self.source: Final = source
        self.count: Final = places["haunted"]
        self.apart: Final = places["apart"]
        self.steps: list[int] = []  # by card, from the first
        self.first = 0
        self.left: Place = 0  # face-down beside the board
        self.hidden: Place = 0  # + place: face-down on it
        self.shown: Place = 0  # + place: revealed
        self.at = 0  # + place: its space
        self.way = 0  # + place: its direction
        self.chain = 0  # TF-138: a bitmask of the places that have pushed since the last step

    def add_cards(self, box: Duskworld) -> None:
        self.first = len(box.card_names)
        for line, row in self.source.rows("haunted"):
            if "steps" not in row:
                raise self.source.wrong(line, "'steps' is missing")
            self.steps.append(self.source.number(line, row, "steps", 1, FARTHEST))
            card = box.add(self.source.word(line, row, "name"), HAUNTED_CARDS)
            box.faces[card] = {"deck": "haunted", "steps": self.steps[-1], "rule": "TF-135"}
        if len(self.steps) < self.count:
            raise self.source.wrong(0, f"there must be {self.count} haunted places at least")

    def join(self, box: Duskworld) -> None:
        box.haunted = self
        self.left = box.more_place("haunted_box", HAUNTED_CARDS, seen_by=0)
        self.hidden = self.left + 1
        for place in range(self.count):
            box.more_place(f"haunted.{place}", HAUNTED_CARDS, seen_by=0)
        self.shown = self.hidden + self.count
        for place in range(self.count):
            box.more_place(f"haunted_shown.{place}", HAUNTED_CARDS)
        self.at = box.more_numbers("haunted_at", self.count, OFF)
        self.way = box.more_numbers("haunted_way", self.count, 0)
        self.chain = box.more_number("haunted_chain", 0)
        moments = box.moments
        moments.set_up.append(self)
        moments.tokens.append(self)
        moments.stepping.append(self)
        moments.entering.append(self)
        moments.before[BLUE].append(self)

    def open(self, s: Dusk) -> None:
        s.places[self.left] = tuple(range(self.first, self.first + len(self.steps)))

    def seek(self, s: Dusk, free: int) -> list[int] | None:
        return some_apart(s, s.world.board.spaces(free), self.count, self.apart)

    def lay(self, s: Dusk, spaces: list[int]) -> None:
        for place, space in enumerate(spaces):
            card = s.draw(self.left, 1)
            hidden = self.hidden + place
            s.move("haunted", "TF-135", TABLE, card, self.left, hidden, self.at + place, space)
            s.set("quiet", "TF-136", TABLE, self.way + place, s.random_below(WAYS))

    def spaces(self, s: Dusk) -> list[int]:
        return s.numbers[self.at : self.at + self.count]

    def wakes(self, s: Dusk) -> list[Omen]:
        sixths = (len(s.column(BLUE)) + 1) % WAYS
        is_any = any(s.places[self.hidden + place] for place in range(self.count))
        return [Omen(BLUE, "haunted", sixths)] * is_any

    def steps_anew(self, s: Dusk) -> None:
        if s.numbers[self.chain]:
            s.set("quiet", "TF-138", TABLE, self.chain, 0)

    def entered(self, s: Dusk, seat: Seat, space: int) -> list[Step[Any]]:
        at = self.spaces(s)
        return [Haunt(seat, place) for place in range(self.count) if at[place] == space]

    def before(self, s: Dusk, seat: Seat, card: int) -> list[Step[Any]]:
        return [TurnPlaces(seat)]


class TurnPlaces(SeatStep[Dusk]):
    """TF-135, TF-139 Every face-down place turns a sixth clockwise per blue card displayed."""

    rule: ClassVar[str] = "TF-139"

    def resolve(self, s: Dusk) -> None:
        part, sixths = haunted_of(s), len(s.column(BLUE))
        for place in range(part.count):
            if s.places[part.hidden + place] and sixths % WAYS:
                way = (s.numbers[part.way + place] - sixths) % WAYS
                s.set("haunted_way", self.rule, TABLE, part.way + place, way)


class Haunt(SeatStep[Dusk]):
    """TF-135 The place the Team has come to is revealed and pushes it; TF-138 once in a chain."""

    rule: ClassVar[str] = "TF-135"

    def __init__(self, seat: Seat, place: int) -> None:
        super().__init__(seat)
        self.place: Final = place

    def key(self) -> tuple[int, ...]:
        return (self.seat, self.place)

    def resolve(self, s: Dusk) -> None:
        part, place = haunted_of(s), self.place
        hidden, shown = part.hidden + place, part.shown + place
        if s.places[hidden]:
            s.move("haunt", self.rule, self.seat, s.places[hidden], hidden, shown)
        if s.numbers[part.chain] >> place & 1:
            return
        s.set("quiet", "TF-138", self.seat, part.chain, s.numbers[part.chain] | 1 << place)
        steps = part.steps[s.places[shown][0] - part.first]
        s.then(Push(self.seat, s.numbers[part.way + place], steps))


class Push(SeatStep[Dusk]):
    """TF-137 The Team goes straight on, by the Maze rule over the edge; each step meets what is there."""

    rule: ClassVar[str] = "TF-137"

    def __init__(self, seat: Seat, way: int, left: int) -> None:
        super().__init__(seat)
        self.way: Final = way
        self.left: Final = left

    def key(self) -> tuple[int, ...]:
        return (self.seat, self.way, self.left)

    def resolve(self, s: Dusk) -> None:
        if self.left > 1:
            s.then(Push(self.seat, self.way, self.left - 1))
        tread(s, self.seat, s.target(self.way), self.rule)


def haunted_of(s: Dusk) -> HauntedPlaces:
    part = s.world.haunted
    assert isinstance(part, HauntedPlaces)
    return part
