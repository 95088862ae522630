"""RT-01 on ten thousand maps of Raid & Trade: streets meet, every road and house can be reached.

The gate looks at a thousand of them; this is the whole number.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from duskhall.games.raid_and_trade import GAME
from duskhall.games.raid_and_trade.city import Roads
from duskhall.games.raid_and_trade.state import Ruin

MAPS = 10_000
FAR = 99  # AP that no way costs
BORDERS = 24  # twelve inside the grid, each crossed both ways


def flaw(roads: Roads, start: int, squares: int) -> str:
    """What is wrong with a map; '' where nothing is."""
    far, _ = roads.ways(start, 1, 1)
    if any(is_there and far[section] > FAR for section, is_there in enumerate(roads.exists)):
        return "a road cannot be reached"
    if len({square for near in roads.squares for square in near}) != squares:
        return "a house cannot be reached"
    crossed = sum([over for near in roads.beside for _, over in near])
    return "" if crossed == BORDERS else "streets do not meet"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--maps", type=int, default=MAPS)
    count = parser.parse_args().maps
    box = GAME.box(3)
    found: Counter[str] = Counter()
    for seed in range(count):
        s = GAME.deal(box, seed)
        assert isinstance(s, Ruin)
        tiles = s.ruins.tiles
        found[flaw(s.city, tiles.start, len(tiles.squares))] += 1
    print(f"{count} maps: {found['']} without a flaw")
    for reason, times in found.items():
        if reason:
            print(f"{times}: {reason}")
    return int(found[""] != count)


if __name__ == "__main__":
    sys.exit(main())
