"""Warning marks: the display shows which colours wake an expansion or an avatar."""

from __future__ import annotations

from duskhall.games.the_faceless.box import COLOURS, Duskworld
from duskhall.games.the_faceless.parts import Part
from duskhall.games.the_faceless.state import Dusk


class Warnings(Part):
    """TF-165 By colour, what wakes when a threat card of it comes."""

    def join(self, box: Duskworld) -> None:
        box.moments.outlooks.append(self)

    def outlook(self, s: Dusk, found: dict[str, object]) -> None:
        wakes: dict[str, list[str]] = {}
        for part in s.world.parts:
            for colour in part.wakes(s):
                wakes.setdefault(COLOURS[colour], []).append(part.name)
        found["wakes"] = wakes
