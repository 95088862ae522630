"""Portals: three, lettered, that take the Team along when a movement ends."""

from __future__ import annotations

from typing import ClassVar, Final

from duskhall.engine.events import Seat
from duskhall.games.the_faceless.board import OFF
from duskhall.games.the_faceless.box import TEAM, Duskworld
from duskhall.games.the_faceless.expansions.eyes import some_apart
from duskhall.games.the_faceless.parts import Part
from duskhall.games.the_faceless.rules.walk import enter
from duskhall.games.the_faceless.state import TABLE, Dusk


class Portals(Part):
    """TF-145 Ending a movement next to a portal puts the Team on it, ending on one leads to the next."""

    name: ClassVar[str] = "portals"
    rule: ClassVar[str] = "TF-145"

    def __init__(self, places: dict[str, int]) -> None:
        self.count: Final = places["portals"]
        self.apart: Final = places["apart"]
        self.at = 0  # + portal: its space
        self.moved = 0  # whether the Team has taken a step of this movement

    def join(self, box: Duskworld) -> None:
        self.at = box.more_numbers("portal_at", self.count, OFF)
        self.moved = box.more_number("moved", 0)
        moments = box.moments
        moments.set_up.append(self)
        moments.tokens.append(self)
        moments.standing.append(self)
        moments.ends.append(self)

    def seek(self, s: Dusk, free: int) -> list[int] | None:
        return some_apart(s, s.world.board.spaces(free), self.count, self.apart)

    def lay(self, s: Dusk, spaces: list[int]) -> None:
        for portal, space in enumerate(spaces):
            s.set("portal", "TF-145", TABLE, self.at + portal, space)

    def spaces(self, s: Dusk) -> list[int]:
        return s.numbers[self.at : self.at + self.count]

    # TF-93, TF-146

    def begins(self, s: Dusk) -> None:
        if s.numbers[self.moved]:
            s.set("quiet", "TF-93", TABLE, self.moved, 0)

    def standing(self, s: Dusk, seat: Seat, space: int) -> None:
        if not s.numbers[self.moved]:
            s.set("quiet", "TF-93", TABLE, self.moved, 1)

    def ends(self, s: Dusk, seat: Seat) -> None:
        """TF-145 to TF-147 One of the two, once: being put on a portal is no movement."""
        if not s.numbers[self.moved]:
            return
        team, portals = s.numbers[TEAM], self.spaces(s)
        if team in portals:
            enter(s, seat, portals[(portals.index(team) + 1) % len(portals)], "TF-145")
            return
        beside = [space for space in s.world.board.neighbours[team] if space in portals]
        if beside:
            enter(s, seat, beside[0], "TF-145")
