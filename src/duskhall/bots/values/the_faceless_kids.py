"""How bots fare with each kid of The Faceless, as far as it was measured."""

from __future__ import annotations

from typing import Final

from duskhall.engine.moves import Move
from duskhall.games.the_faceless.box import (
    CASPER,
    DYLAN,
    EMILY,
    JULIE,
    KARYN,
    LILY,
    LUKE,
    MATT,
    PJ,
    TOMMY,
)
from duskhall.games.the_faceless.state import Dusk

# By power, games of 100 that `greedy` won with it among the players (docs/balance/the-faceless.md).
WON: Final = {
    LILY: 73,
    DYLAN: 76,
    MATT: 83,
    KARYN: 83,
    LUKE: 83,
    PJ: 81,
    TOMMY: 71,
    EMILY: 81,
    JULIE: 80,
    CASPER: 84,
}


def won_with(s: Dusk, move: Move) -> int:
    """Of 100 games, those that were won with the kid that is chosen."""
    return WON[s.world.power[move.about[0]]]
