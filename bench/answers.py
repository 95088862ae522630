"""Measure bots' time: the CPU of each answer, of all bots in a game, against what they were given.

Drafts are played at random, so that the sieges that follow are of every kind; what is measured is
each answer of the bot from then on. Wall time would measure the machine's other work as well.
"""

from __future__ import annotations

import argparse
import random
from time import process_time

import duskhall
from duskhall.bots import make_bot
from duskhall.engine.game import installed

OPENING = 60  # answers at random at the most, before the bot takes over
LONG = 1.0  # seconds
ANSWERS = 12  # of the bot in a game, at the most


def measure(name: str, bot: str, games: int) -> list[list[float]]:
    """By game, the seconds of CPU that each answer took."""
    game, found = duskhall.game(name), []
    for number in range(games):
        rng = random.Random(number)
        table = duskhall.new_table(game, rng.choice(game.player_counts()), seed=number + 1)
        s = table.state
        taken: list[float] = []
        player = make_bot(bot, game, number)
        opening = rng.randrange(OPENING)
        while s.waiting and len(taken) < ANSWERS:
            seat = s.waiting[0]
            moves = s.legal_moves(seat)
            if len(table.record.moves) < opening or len(moves) == 1:
                table.play(seat, rng.choice(moves))
                continue
            before = process_time()
            move = player.answer(s, seat, len(table.record.moves))
            taken.append(process_time() - before)
            table.play(seat, move)
        found.append(taken)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", default="search:0.2s")
    parser.add_argument("--games", type=int, default=36)
    parser.add_argument("--of", choices=[game.name for game in installed()], action="append")
    given = parser.parse_args()
    for name in given.of or [game.name for game in installed()]:
        found = measure(name, given.bot, given.games)
        answers = sorted([taken for game in found for taken in game])
        long = [taken for taken in answers if taken > LONG]
        games = [game for game in found if max(game, default=0.0) > LONG]
        print(
            f"{name}, {given.bot}: {len(long)} of {len(answers)} answers over {LONG:g} s of CPU, "
            f"in {len(games)} of {len(found)} games; worst {answers[-1]:.2f} s"
        )


if __name__ == "__main__":
    main()
