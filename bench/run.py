"""Print the speed of every game, interpreted and compiled, from one run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import duskhall

ROOT = Path(__file__).resolve().parent.parent
BUILDS = {"interpreted": ROOT / "src", "compiled": ROOT / "build" / "compiled"}
COUNTS = [2, 4]  # of players


def measure(build: str, game: str, players: int) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, str(ROOT / "bench" / "measure.py"), game, str(players)],
        env={**os.environ, "PYTHONPATH": str(BUILDS[build])},
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main() -> None:
    builds = [build for build, path in BUILDS.items() if (path / "duskhall").is_dir()]
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores; medians of five rounds")
    for game in duskhall.installed():
        for players in [count for count in COUNTS if count in game.player_counts()]:
            print(f"\n{game.name}, {players} players")
            columns = [measure(build, game.name, players) for build in builds]
            print(f"  {'':30}" + "".join([f"{build:>14}" for build in builds]) + f"{'ratio':>8}")
            for line in columns[0]:
                values = [column[line] for column in columns]
                ratio = max(values) / min(values)
                shown = "".join([f"{value:14,.1f}" for value in values])
                print(f"  {line:30}{shown}{ratio:8.1f}")


if __name__ == "__main__":
    main()
