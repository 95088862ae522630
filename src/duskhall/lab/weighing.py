"""A comparison in a process of its own, told line by line: for whoever waits and may break it off.

It reads what to compare from its input as JSON, and writes what it has found so far, also as JSON,
after every look; between two looks, how many games of each side were played. It runs at the lowest priority, and within bounds of time and memory.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any, Final

from duskhall.engine.game import game
from duskhall.engine.mistakes import Mistake
from duskhall.lab.compare import Compared, compare, comparison
from duskhall.lab.simulate import BrokenGame

SECONDS: Final = 3600  # of the processor
MEMORY: Final = 2_000_000_000  # bytes
LOWEST: Final = 19


def told(found: Compared) -> dict[str, Any]:
    """What was found, as a page reads it."""
    return {
        "games": found.games,
        "changes": [
            {
                "name": change.line.name,
                "about": change.line.about,
                "share": change.line.is_share,
                "before": change.before,
                "after": change.after,
                "difference": list(change.difference) if change.difference else None,
                "clear": change.is_clear,
            }
            for change in found.changes
        ],
    }


def weigh(said: dict[str, Any]) -> None:
    """Compare what is said, and tell of it."""

    def tell(found: Compared) -> None:
        print(json.dumps(told(found)), flush=True)

    def count(deals: int, of: int) -> None:
        print(json.dumps({"played": deals * what.turns()}), flush=True)

    try:
        kind = game(said["game"])
        sides = [
            (kind.edition_of(name, text, ""), said["options"], said["bots"])
            for name, text in said["editions"]
        ]
        what = comparison(
            kind.name, said["players"], said["seed"], sides, (), cards=said.get("cards", False)
        )
        tell(compare(what, said["games"], workers=1, progress=count, told=tell))
    except (BrokenGame, Mistake) as error:
        print(json.dumps({"error": str(error)}), flush=True)


def stay_within_bounds() -> None:
    if hasattr(os, "nice"):
        os.nice(LOWEST)
    try:
        import resource
    except ImportError:  # not on Windows
        return
    for kind, most in ((resource.RLIMIT_CPU, SECONDS), (resource.RLIMIT_AS, MEMORY)):
        resource.setrlimit(kind, (most, most))


if __name__ == "__main__":
    stay_within_bounds()
    weigh(json.loads(sys.stdin.read()))
