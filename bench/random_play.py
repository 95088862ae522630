"""Random play of every game and number of players, compiled; beside an older build, round by round.

`--against FOLDER` names a copy of `build/compiled` made of another commit. Each round runs both
builds one after the other on the same seeds, so that a busy machine slows both alike: what counts
is the ratio. Times are CPU time.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import process_time

import duskhall
from duskhall.bots.bot import play_randomly

ROOT = Path(__file__).resolve().parent.parent
ANSWERS = 40_000  # in one round, at least


def answers_per_second(name: str, players: int) -> tuple[float, float]:
    """Of whole random games, set-up included; and how many answers one has."""
    game = duskhall.game(name)
    box = game.box(players)
    games = total = 0
    start = process_time()
    while total < ANSWERS:
        total += play_randomly(game.deal(box, games), game.longest)
        games += 1
    return total / (process_time() - start), total / games


def round_of(build: Path, game: str, players: int) -> tuple[float, float]:
    done = subprocess.run(
        [sys.executable, __file__, "--once", game, str(players)],
        env={**os.environ, "PYTHONPATH": str(build)},
        capture_output=True,
        text=True,
        check=True,
    )
    rate, length = done.stdout.split()
    return float(rate), float(length)


def compare(builds: list[Path], game: str, players: int, rounds: int) -> str:
    """A line of the table: medians of all rounds, and the smallest and greatest ratio of one."""
    rates: list[list[float]] = [[] for _ in builds]
    ratios: list[float] = []
    length = 0.0
    for number in range(rounds):
        order = range(len(builds)) if number % 2 else reversed(range(len(builds)))
        for index in order:
            rate, length = round_of(builds[index], game, players)
            rates[index].append(rate)
        ratios.append(rates[-1][-1] / rates[0][-1])
    shown = "".join([f" {median(found):,.0f} |" for found in rates])
    line = f"| {game} | {players} | {length:.1f} |{shown}"
    if len(builds) > 1:
        line += f" {median(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f}) |"
    return line


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="all, if none is named")
    parser.add_argument("--against", type=Path, help="a build of another commit")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--once", nargs=2, metavar=("GAME", "PLAYERS"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.once:
        rate, length = answers_per_second(given.once[0], int(given.once[1]))
        print(rate, length)
        return
    builds = [ROOT / "build" / "compiled"]
    columns = ["game", "players", "answers per game", "answers per second"]
    if given.against:
        builds.insert(0, given.against.resolve())
        columns[-1:] = ["before", "after", "ratio"]
    missing = [str(build) for build in builds if not (build / "fingerprint").is_file()]
    if missing:
        parser.error(f"{', '.join(missing)}: no compiled build; `make compile` makes one")
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores; {given.rounds} rounds")
    print("| " + " | ".join(columns) + " |")
    print("|" + "---|" * len(columns))
    for game in duskhall.installed():
        if not given.games or game.name in given.games:
            for players in game.counts({}):
                print(compare(builds, game.name, players, given.rounds), flush=True)


if __name__ == "__main__":
    main()
