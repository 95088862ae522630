"""Play many random games of every game, with all player counts and options, and look for holes.

    python tools/fuzz.py --games 10000 --seed 1 --save build/fuzz && duskhall verify build/fuzz

Reports crashes, dead ends, lost cards and endless games, and ends with 1 if there is any. Records
are saved so that another process, or a compiled one, can verify them; one that failed is saved up
to the answer before.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from pathlib import Path

import duskhall
from duskhall import Game, Record, State, Table
from duskhall.engine.events import OUTSIDE

OFTEN_DEFAULT = 0.6  # how often an option stays as it is


class Hole(Exception):
    """Something that no game may do."""


def lay_out(number: int, lots: random.Random) -> Record:
    """The record of the game of that number: games and player counts in turn, options by lot."""
    games = duskhall.installed()
    game: Game = games[number % len(games)]
    options = game.fit(
        {
            option.name: lots.choice(option.values)
            for option in game.options()
            if lots.random() > OFTEN_DEFAULT
        }
    )
    counts = game.counts(options)
    players = counts[number // len(games) % len(counts)]
    edition = next(iter(game.editions().values()))
    box = game.box(players, options, edition)
    return Record(game, players, box.options, edition, lots.getrandbits(128))


def play(record: Record, lots: random.Random) -> None:
    """Play a game to its end with random answers, into its record. Raises Hole."""
    try:
        table = Table(record)
    except Exception as error:
        raise Hole(f"crash: dealing raised {error!r}") from error
    cards = all_cards(table.state)
    while table.state.waiting:
        if len(record.moves) == record.game.longest:
            raise Hole(f"endless: it has not ended after {record.game.longest} answers")
        seat = lots.choice(table.state.waiting)
        moves = table.state.legal_moves(seat)
        if not moves:
            raise Hole(f"dead end: seat {seat} has no answer to {table.state.agenda[-1]}")
        move = lots.choice(moves)
        try:
            table.play(seat, move)
            coming = table.state.coming()
            if coming is not None:
                table.play(OUTSIDE, coming)
        except Exception as error:
            raise Hole(f"crash: '{seat} {move}' raised {error!r}") from error
        if all_cards(table.state) != cards:
            lost, found = cards - all_cards(table.state), all_cards(table.state) - cards
            raise Hole(f"lost cards: {sorted(lost)} are gone and {sorted(found)} too many")
    try:
        record.game.standing(table.state)
    except Exception as error:
        raise Hole(f"crash: the standing raised {error!r}") from error


def all_cards(s: State) -> Counter[int]:
    return Counter([card for cards in s.places for card in cards])


def describe(record: Record) -> str:
    """What was played, in words."""
    default = {option.name: option.default for option in record.game.options()}
    options = [
        f"{name}={value}" for name, value in record.options.items() if value != default[name]
    ]
    return f"{record.game.name}, {record.players} players, {' '.join(options) or 'no options'}"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1000, help="how many (1000)")
    parser.add_argument("--seed", type=int, default=1, help="the luck of the whole run (1)")
    parser.add_argument(
        "--save", type=Path, metavar="DIR", help="write the records into this folder"
    )
    chosen = parser.parse_args()
    if chosen.save is not None:
        chosen.save.mkdir(parents=True, exist_ok=True)
    started, answers, longest, holes = time.monotonic(), 0, 0, 0
    for number in range(chosen.games):
        lots = random.Random(f"{chosen.seed} {number}")
        record = lay_out(number, lots)
        name = f"{record.game.name}-{chosen.seed}-{number:06}"
        try:
            play(record, lots)
        except Hole as hole:
            holes += 1
            print(f"{name}: {describe(record)}, after {len(record.moves)} answers: {hole}")
        if chosen.save is not None:
            (chosen.save / f"{name}.json").write_text(record.dumps(), "utf-8")
        answers += len(record.moves)
        longest = max(longest, len(record.moves))
        if sys.stderr.isatty():
            print(f"\r{number + 1} of {chosen.games} games", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    seconds = time.monotonic() - started
    print(
        f"{chosen.games} games, {answers} answers, the longest {longest}, in {seconds:.0f} s:"
        f" {holes} holes"
    )
    return 1 if holes else 0


if __name__ == "__main__":
    sys.exit(main())
