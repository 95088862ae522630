"""The Fog: nobody sees the needle until the figure stands."""

from __future__ import annotations

from typing import ClassVar

from duskhall.games.the_faceless.box import Duskworld
from duskhall.games.the_faceless.parts import Part
from duskhall.games.the_faceless.state import TABLE, Dusk


class Fog(Part):
    """TF-150 to TF-153 From a turn's start until its figure is committed or its action done."""

    name: ClassVar[str] = "fog"
    rule: ClassVar[str] = "TF-150"

    def __init__(self) -> None:
        self.number = 0

    def join(self, box: Duskworld) -> None:
        self.number = box.fog = box.more_number("fog", 0)
        box.moments.turns.append(self)
        box.moments.commits.append(self)
        box.moments.outlooks.append(self)

    def turn_begins(self, s: Dusk) -> None:
        s.set("fog", "TF-151", TABLE, self.number, 1)

    def commit(self, s: Dusk) -> None:
        if s.numbers[self.number]:
            s.set("fog", "TF-151", TABLE, self.number, 0)

    def outlook(self, s: Dusk, found: dict[str, object]) -> None:
        """TF-153 The needle and where it points are hidden; places and facings stay open."""
        if s.numbers[self.number]:
            found.pop("needle", None)
