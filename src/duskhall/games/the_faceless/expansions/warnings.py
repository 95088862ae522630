"""Warning marks: the display shows which colours wake an expansion or an avatar."""

from __future__ import annotations

from typing import Final

from duskhall.games.the_faceless.box import COLOURS, Duskworld
from duskhall.games.the_faceless.parts import Part
from duskhall.games.the_faceless.rules.walk import more_steps
from duskhall.games.the_faceless.state import Dusk

EFFECT: Final = ("effect", 0)  # of the colour itself


class Warnings(Part):
    """TF-165 By colour, what wakes when a threat card of it comes, in the order of TF-94."""

    def pieces(self) -> dict[str, str]:
        return {"warning": "TF-165"}

    def join(self, box: Duskworld) -> None:
        box.moments.outlooks.append(self)

    def outlook(self, s: Dusk, found: dict[str, object]) -> None:
        omens = [omen for part in s.world.parts for omen in part.wakes(s)]
        wakes: dict[str, list[tuple[str, int]]] = {}
        for colour in sorted({omen.colour for omen in omens}):
            theirs = [omen for omen in omens if omen.colour == colour]
            before = [(omen.what, omen.amount) for omen in theirs if not omen.is_after]
            after = [(omen.what, omen.amount) for omen in theirs if omen.is_after]
            wakes[COLOURS[colour]] = [*before, EFFECT, *after]
        found["wakes"] = wakes
        found["deadly"] = sorted({space for part in s.world.parts for space in part.deadly(s)})
        found["goals"] = sorted({space for part in s.world.parts for space in part.goals(s)})
        found["more_steps"] = more_steps(s)
        found["shelter"] = any(part.shelters(s) for part in s.world.moments.shelters)
