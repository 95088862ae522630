"""Bots of today against a bot of an older build: each deal from every seat, at equal processor time.

`--against FOLDER` names a copy of `build/compiled` made of another commit. That build has a process
of its own beside each worker, which plays the same games along and is asked for its answers. Seconds
of a budget are the processor's, so that whatever else the machine does takes strength from nobody.
With more than two players one bot of today sits among older ones.

    PYTHONPATH=build/compiled .venv/bin/python bench/older.py dark-dealings --against FOLDER \\
        --bot search:0.2s --older search:0.2s --games 400 --seed 1 --results FOLDER
"""

from __future__ import annotations

import argparse
import atexit
import json
import os
import subprocess
import sys
import time
from functools import cache, partial
from pathlib import Path
from typing import Any

import duskhall
from duskhall.bots.bot import Bot, luck
from duskhall.engine.edition import Edition
from duskhall.engine.game import Game
from duskhall.engine.state import State
from duskhall.lab.match import seat_bot


def by_processor() -> None:
    """Let every budget be of this process's own work."""
    for name, module in list(sys.modules.items()):
        if name.startswith("duskhall.bots") and hasattr(module, "perf_counter"):
            module.perf_counter = time.process_time  # type: ignore[attr-defined]


def deal(said: dict[str, Any]) -> tuple[Game, State]:
    kind = duskhall.game(said["game"])
    edition = Edition("measured", said["edition"], False)
    return kind, kind.deal(kind.box(said["players"], said["options"], edition), said["seed"])


def timed(bot: Bot, s: State, seat: int, position: int) -> tuple[str, float]:
    """An answer, and what it took; nothing, where there was nothing to choose."""
    choice = len(s.legal_moves(seat)) > 1
    started = time.process_time()
    move = bot.answer(s, seat, position)
    return str(move), time.process_time() - started if choice else 0.0


def play_along() -> None:
    """The older build: plays what it is told, and answers where it is asked. Lines of JSON."""
    bots: dict[int, Bot] = {}
    for line in sys.stdin:
        said = json.loads(line)
        if "game" in said:
            kind, s = deal(said)
            bots = {at: seat_bot(kind, said["bot"], at, said["seed"]) for at in said["seats"]}
            by_processor()
        elif "ask" in said:
            print(
                json.dumps(timed(bots[said["ask"]], s, said["ask"], said["position"])), flush=True
            )
        else:
            s.apply(said["seat"], kind.parse(s, said["seat"], said["move"]))


@cache
def beside(build: str) -> subprocess.Popen[str]:
    """The older build's process, one for each of ours."""
    process = subprocess.Popen(
        [sys.executable, __file__, "--along"],
        env={**os.environ, "PYTHONPATH": build},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    atexit.register(process.kill)
    return process


def play_one(given: dict[str, Any], number: int) -> tuple[int, float, list[float], list[float]]:
    """Its number, our share of the win, and the seconds of our answers and of theirs."""
    players = given["players"]
    seed = luck(given["seed"], number // players)
    ours = number % players
    said = {**given, "seed": seed, "bot": given["older"]}
    said["seats"] = [at for at in range(players) if at != ours]
    other = beside(given["against"])
    assert other.stdin is not None
    assert other.stdout is not None

    def tell(what: dict[str, Any]) -> None:
        assert other.stdin is not None
        other.stdin.write(json.dumps(what) + "\n")
        other.stdin.flush()

    kind, s = deal({**given, "seed": seed})
    bot = seat_bot(kind, given["bot"], ours, seed)
    by_processor()
    tell(said)
    position = 0
    times: tuple[list[float], list[float]] = ([], [])
    while s.waiting:
        seat = s.waiting[0]
        if seat == ours:
            move, seconds = timed(bot, s, seat, position)
        else:
            tell({"ask": seat, "position": position})
            move, seconds = json.loads(other.stdout.readline())
        if seconds:
            times[seat != ours].append(seconds)
        tell({"seat": seat, "move": move})
        s.apply(seat, kind.parse(s, seat, move))
        position += 1
    ranks = kind.standing(s).ranks
    return number, (ranks[ours] == 1) / ranks.count(1), *times


def milliseconds(times: list[float]) -> str:
    times = sorted(times)
    p95, worst = times[int(0.95 * len(times))], times[-1]
    mean = sum(times) / len(times)
    return f"{1000 * mean:.3g} ms of processor (p95 {1000 * p95:.3g}, worst {1000 * worst:.3g})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?")
    parser.add_argument("--against", help="a build of another commit")
    parser.add_argument("--bot", default="search:0.2s", help="of today")
    parser.add_argument("--older", default="search:0.2s", help="of the other build")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", default="", help="one that came with the game of today")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=JSON")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--results", type=Path, help="a folder to go on from")
    parser.add_argument("--along", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.along:
        play_along()
        return
    if not given.game or not given.against:
        parser.error("which game, and against which build?")
    if not (Path(given.against) / "fingerprint").is_file():
        parser.error(f"{given.against}: no compiled build; `make compile` makes one")

    # Only what is of today: an older build need not have any of it.
    from duskhall.lab.logbook import Logbook
    from duskhall.lab.statistics import Counted
    from duskhall.lab.workers import in_order

    kind = duskhall.game(given.game)
    plan = {
        "game": given.game,
        "players": given.players,
        "options": {key: json.loads(value) for key, _, value in map(split, given.option)},
        "edition": kind.edition(given.edition or next(iter(kind.editions()))).text,
        "seed": given.seed,
        "bot": given.bot,
        "older": given.older,
        "against": str(Path(given.against).resolve()),
    }
    book = Logbook(given.results, plan, lambda said: said) if given.results else None
    done: list[Any] = book.entries if book else []
    known = {entry[0] for entry in done}
    left = [number for number in range(given.games) if number not in known]
    for played in in_order(partial(play_one, plan), left, given.workers):
        done.append(played)
        if book:
            book.add(played)
    done.sort(key=lambda entry: int(entry[0]))
    counted = Counted(given.players)
    for entry in done[: given.games]:
        counted.add(entry[1])
    share = counted.share()
    print(
        f"{given.game}, {given.players} players, {counted.games.count} games: {given.bot} wins "
        f"{100 * share.value:.1f} % ({100 * share.low:.1f}-{100 * share.high:.1f}) against "
        f"{given.older} of the older build"
    )
    for name, at in ((given.bot, 2), (f"{given.older}, older", 3)):
        print(f"{name}: {milliseconds([each for entry in done for each in entry[at]])}")


def split(option: str) -> tuple[str, str, str]:
    return option.partition("=")


if __name__ == "__main__":
    main()
