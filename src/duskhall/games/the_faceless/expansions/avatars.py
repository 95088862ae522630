"""Avatars: what Billygoat is in this game."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from duskhall.engine.edition import Edition
from duskhall.engine.events import NOWHERE, Place, Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Choice, Forced, Refusal, Step
from duskhall.games.the_faceless.board import OFF
from duskhall.games.the_faceless.box import (
    AVATAR_CARDS,
    EVENT_CARDS,
    GOAT,
    OBSTACLE,
    RED,
    TEAM,
    Duskworld,
)
from duskhall.games.the_faceless.expansions.servants import SetServant
from duskhall.games.the_faceless.parts import Omen, Part
from duskhall.games.the_faceless.state import TABLE, Dusk

AVATARS: Final = ["spectral", "unspeakable", "puppetmaster", "eraserhead", "demon", "lurker"]
SPECTRAL: Final = 0
UNSPEAKABLE: Final = 1
PUPPETMASTER: Final = 2
ERASERHEAD: Final = 3
DEMON: Final = 4
LURKER: Final = 5
ERASED: Final = 2  # TF-104: up to this value a red card erases


class Avatars(Part):
    """TF-100 One avatar holds for the game; two in a scenario, or as an option (TF-98)."""

    name: ClassVar[str] = "avatar"
    rule: ClassVar[str] = "TF-100"

    def __init__(self, source: Edition, wanted: list[str]) -> None:
        self.rows: Final = source.rows("avatars")
        self.source: Final = source
        self.wanted: Final = wanted
        self.rules: list[str] = []  # by avatar
        self.first = 0  # the first card; they are in the order of AVATARS
        self.left: Place = 0  # those that are not in play
        self.place: Place = 0
        self.hushed = 0

    def add_cards(self, box: Duskworld) -> None:
        self.first = len(box.card_names)
        found: list[str] = []
        for line, row in self.rows:
            found.append(self.source.word(line, row, "id", AVATARS))
            card = box.add(self.source.word(line, row, "name"), AVATAR_CARDS)
            self.rules.append(self.source.word(line, row, "rule"))
            face = {"deck": "avatar", "avatar": found[-1], "rule": self.rules[-1]}
            box.faces[card] = {**face}
        if found != AVATARS:
            raise self.source.wrong(0, f"the avatars are {', '.join(AVATARS)}, in this order")

    def join(self, box: Duskworld) -> None:
        self.left = box.more_place("avatar_box", AVATAR_CARDS)
        self.place = box.more_place("avatar", AVATAR_CARDS)
        self.hushed = box.more_number("hushed", 0)
        if {"random", "unspeakable"} & {*self.wanted}:
            for seat in range(box.players):
                seen_by = 1 << seat
                box.peeked.append(box.more_place("peeked", EVENT_CARDS, seen_by=seen_by, of=seat))
        moments = box.moments
        moments.set_up.append(self)
        moments.goats.append(self)
        moments.before[RED].append(self)
        moments.after[RED].append(self)
        moments.threats.append(self)
        moments.outside.append(self)

    def open(self, s: Dusk) -> None:
        s.places[self.left] = tuple(range(self.first, self.first + len(AVATARS)))

    def lay(self, s: Dusk, spaces: list[int]) -> None:
        for name in self.wanted:
            card = s.draw(self.left, 1) if name == "random" else (self.first + AVATARS.index(name),)
            s.move("avatar", "TF-100", TABLE, card, self.left, self.place)

    def has(self, s: Dusk, avatar: int) -> bool:
        return self.first + avatar in s.places[self.place]

    def wakes(self, s: Dusk) -> list[Omen]:
        omens = [
            Omen(RED, AVATARS[UNSPEAKABLE]),
            Omen(RED, AVATARS[PUPPETMASTER]),
            Omen(RED, AVATARS[ERASERHEAD], ERASED, is_after=True),
        ]
        return [omen for omen in omens if self.has(s, AVATARS.index(omen.what))]

    def pieces(self) -> dict[str, str]:
        """Those that may come into play; with the Puppetmaster also its servants on the ring."""
        names = AVATARS if "random" in self.wanted else self.wanted
        found = {name: self.rules[AVATARS.index(name)] for name in names}
        if "puppetmaster" in names:
            found["puppet"] = "TF-103"
        return found

    # TF-101, TF-106, TF-108 Where Billygoat goes

    def goat_steps(self, s: Dusk) -> list[int]:
        return self.goat_near(s, s.numbers[GOAT])

    def goat_near(self, s: Dusk, space: int) -> list[int]:
        board, walls = s.world.board, s.walls
        wraps = board.mirrored if s.world.is_mirrored else board.far_end
        is_spectral, is_lurker = self.has(s, SPECTRAL), self.has(s, LURKER)
        starts = [space]
        if walls[space]:  # TF-108 the whole obstacle is one space
            starts = cells_of(s, walls[space] - 1)
        found: list[int] = []
        for start in starts:
            for way in range(6):
                target = board.near[6 * start + way]
                if target == OFF:
                    if not is_lurker:
                        continue
                    target = wraps[6 * start + way]
                if not walls[target]:
                    found.append(target)
                elif is_spectral and walls[target] != walls[space]:
                    found += cells_of(s, walls[target] - 1)
        return sorted({target for target in found if target != space})

    def goat_paths(self, s: Dusk) -> list[int]:
        rings = self.rings(s)
        if not rings:
            return []
        nearer = {*rings[-1]}
        return [space for space in self.goat_near(s, s.numbers[GOAT]) if space in nearer]

    def goat_apart(self, s: Dusk) -> int:
        return len(self.rings(s))

    def rings(self, s: Dusk) -> list[list[int]]:
        """By distances from the Team outward, over the steps that Billygoat has: all spaces that are
        nearer than its own. None where no path leads there."""
        team, goat = s.numbers[TEAM], s.numbers[GOAT]
        reached: set[int] = {team}
        is_spectral = self.has(s, SPECTRAL)
        if s.walls[team] and is_spectral:
            reached |= {*cells_of(s, s.walls[team] - 1)}
        found: list[list[int]] = []
        frontier = sorted(reached)
        while frontier:
            found.append(frontier)
            outside = self.around(s, frontier)
            if goat in outside:
                return found
            frontier = [space for space in outside if space not in reached]
            reached |= {*frontier}
        return []

    def around(self, s: Dusk, spaces: list[int]) -> list[int]:
        """All from which Billygoat can step to one of these: its steps lead both ways but for two.

        Off the board they lead to the far end of a line, and from there back. From a swamp on which
        the Team stands they lead outward, as if it were free.
        """
        beside: set[int] = set()
        for space in spaces:
            if s.walls[space] and not self.has(s, SPECTRAL):
                near = s.world.board.neighbours[space]
                beside |= {target for target in near if not s.walls[target]}
            else:
                beside |= {*self.goat_near(s, space)}
        return sorted(beside)

    def goat_played(self, s: Dusk, spaces: list[int]) -> list[int]:
        """TF-105 Demon: a red card from the hand must bring Billygoat nearer."""
        return self.goat_paths(s) if self.has(s, DEMON) else spaces

    def meets(self, s: Dusk) -> bool:
        """TF-108 Spectral: on one swamp they have met."""
        wall = s.walls[s.numbers[TEAM]] if s.numbers[TEAM] >= 0 else 0
        return wall > 0 and self.has(s, SPECTRAL) and s.walls[s.numbers[GOAT]] == wall

    # Red threats

    def before(self, s: Dusk, seat: Seat, card: int) -> list[Step[Any]]:
        if self.has(s, UNSPEAKABLE) and not s.numbers[self.hushed]:
            s.set("hushed", "TF-102", seat, self.hushed, 1)
        return [SetServant(seat)] if self.has(s, PUPPETMASTER) else []

    def after(self, s: Dusk, seat: Seat, card: int) -> list[Step[Any]]:
        if self.has(s, ERASERHEAD) and s.world.value[card] <= ERASED:
            return [LoseMemory(seat, "TF-104")]
        return []

    def threat_begins(self, s: Dusk) -> None:
        if s.numbers[self.hushed]:
            s.set("hushed", "TF-107", TABLE, self.hushed, 0)

    def peek_place(self, s: Dusk, seat: Seat) -> Place:
        """TF-107 While nobody may talk, Karyn keeps what she sees to herself."""
        return s.world.peeked[seat] if s.numbers[self.hushed] else NOWHERE

    def hush(self, s: Dusk, seat: Seat) -> Refusal | None:
        return Refusal("TF-102", "unspeakable") if s.numbers[self.hushed] else None


def cells_of(s: Dusk, obstacle: int) -> list[int]:
    return s.world.board.placements[obstacle][s.numbers[OBSTACLE + obstacle]].cells


class LoseMemory(Choice[Dusk]):
    """TF-99 A memory is used without effect, if there is one; the current player picks it."""

    rule: ClassVar[str] = "TF-99"

    def __init__(self, seat: Seat, by: str) -> None:
        super().__init__(seat)
        self.by: Final = by

    def spelled(self) -> str:
        return f"LoseMemory({self.seat}, {self.by})"

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        return [s.world.spends[memory] for memory in s.unused()]

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "spend-one")

    def choose(self, s: Dusk, move: Move) -> None:
        s.spend(self.seat, move.about[0], self.by)

    def forced(self, s: Dusk, move: Move) -> Forced | None:
        return Forced(self.rule, "last-memory", move.about)
