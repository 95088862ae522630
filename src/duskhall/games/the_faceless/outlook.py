"""What follows from what all can see: sums and prospects. For screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from duskhall.games.the_faceless.box import COLOURS, GOAT, NOT_YET, OBSTACLE, OBSTACLES, TEAM

if TYPE_CHECKING:
    from duskhall.games.the_faceless.state import Dusk


def outlook(s: Dusk) -> dict[str, object]:
    board, numbers = s.world.board, s.numbers
    found: dict[str, object] = {
        "display": s.world.display,
        "limits": [s.limit(seat) for seat in range(s.box.players)],
        "next": [  # by colour, how often it would strike if it came next
            s.strength(colour, len(s.column(colour)) + 1) for colour in range(len(COLOURS))
        ],
        "obstacles": [
            board.placements[obstacle][numbers[OBSTACLE + obstacle]].cells
            for obstacle in range(OBSTACLES)
            if numbers[OBSTACLE + obstacle] != NOT_YET
        ],
    }
    if numbers[TEAM] != NOT_YET:
        found["steps"] = [s.target(way) for way in range(6)]  # where each would lead
    if numbers[TEAM] != NOT_YET and numbers[GOAT] != NOT_YET and numbers[TEAM] != numbers[GOAT]:
        found["needle"] = s.ways()
        found["apart"] = s.apart()
    for part in s.world.moments.outlooks:
        part.outlook(s, found)
    return found
