"""How likely the Team is to win: a race against the night, told by a small network.

It is learned from how games ended (`duskhall train the-faceless`). The night is
a rival of whom all traits are 0.
"""

from __future__ import annotations

from functools import cache
from math import exp
from pathlib import Path
from typing import Final

from duskhall.bots.race import Race

TRAITS: Final = [
    "memories left",
    "way through all of them",
    "that way for each card of the deck",
    "cards of the deck",
    "unused memories",
    "Billygoat is near",
    "spaces to Billygoat",
    "cards in hands",
    "red cards shown",
    # What no plan changes, before the next threat comes
    "yellow cards to come",
    "green cards to come",
    "blue cards to come",
    "red cards to come",
    "purple cards to come",
    "yellow cards shown",
    "green cards shown",
    "blue cards shown",
    "purple cards shown",
]
PLANNED: Final = 9  # of them, that a plan changes
# More of it can only help (1) or hurt (-1), or one cannot say (0).
SIGNS: Final = [-1, -1, -1, 1, 1, -1, 1, 1, -1, *[0] * 9]
WEIGHTS: Final = Path(__file__).parent / "the_faceless_race.json"
HIDDEN: Final = 12
GAMES: Final = 30_000  # to learn from,
TABLES: Final = [2, 3, 4]  # with so many players by turns
ITERATIONS: Final = 0  # of a search that tries what was learned; without any, greedy does
LEVELS: Final = ["easy", "medium", "hard", "hell"]
WAYS: Final[list[dict[str, object]]] = [
    {"level": level, "kids": kids} for level in LEVELS for kids in (False, True)
]
MOST_WAY: Final = 30.0  # spaces beyond which it makes no difference
MOST_PACE: Final = 8.0  # spaces a card
MOST_AWAY: Final = 12.0  # spaces to Billygoat
MOST_UNUSED: Final = 4  # memories, of which more are no safer


class Night:
    """The race against the night on one table, of which plans change the first traits."""

    def __init__(self, race: Race, steady: list[float]) -> None:
        self.race: Final = race
        self.begun: Final = race.begun(steady, PLANNED)
        self.dawn: Final = race.hope([0.0] * len(TRAITS))

    def chance(self, planned: list[float]) -> float:
        """The chance of winning."""
        return 1.0 / (1.0 + exp(self.dawn - self.race.hope_on(self.begun, planned)))


@cache
def load(path: Path = WEIGHTS) -> Race:
    return Race(path, TRAITS)
