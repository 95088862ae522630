"""What better guesses could be worth at most: a search that knows all hands, among searches that guess.

The one knows what everybody holds, of which the best guess in the world could tell only a part; what
nobody sees, as the order of a deck, it guesses like the others. Equal iterations, every deal from
every seat.

    PYTHONPATH=build/compiled .venv/bin/python bench/knowing.py dark-dealings --bot search:100 --games 200
"""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

import duskhall
from duskhall.bots.bot import Bot, luck
from duskhall.bots.search import SearchBot
from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import State
from duskhall.lab.match import seat_bot
from duskhall.lab.statistics import Counted
from duskhall.lab.workers import in_order


def behind_all(s: State, seat: Seat) -> list[Any]:
    """Of what a seat cannot know, what nobody can."""
    found = []
    for slots, _ in s.unknown(seat):
        kept = [slot for slot in slots if not s.box.seers[slot[0]]]
        if len(kept) > 1:
            found.append((kept, sorted(s.places[place][index] for place, _, index in kept)))
    return found


class Knowing(Bot):
    """A search with the hands of all before its eyes."""

    def __init__(self, search: SearchBot) -> None:
        super().__init__(search.seed)
        self.search = search

    def answer(self, s: State, seat: Seat, position: int) -> Move:
        moves = s.legal_moves(seat)
        if len(moves) == 1:
            return moves[0]
        guess = s.dealt(seat, luck(self.seed, seat, position), behind_all(s, seat))
        return self.decide(guess, seat)

    def decide(self, guess: State, seat: Seat) -> Move:
        return self.search.look(guess, seat, behind_all(guess, seat))


def play_one(game: str, players: int, bot: str, seed: int, number: int) -> float:
    """The share of the win of the one that knows."""
    kind = duskhall.game(game)
    deal, ours = luck(seed, number // players), number % players
    s = kind.deal(kind.box(players), deal)
    bots: list[Bot] = [seat_bot(kind, bot, at, deal) for at in range(players)]
    own = bots[ours]
    assert isinstance(own, SearchBot)
    bots[ours] = Knowing(own)
    position = 0
    while s.waiting:
        seat = s.waiting[0]
        s.play(seat, bots[seat].answer(s, seat, position))
        s.pass_time()
        position += 1
    ranks = kind.standing(s).ranks
    return (ranks[ours] == 1) / ranks.count(1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--bot", default="search:100", help="a search, also a learned one")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    counted = Counted(given.players)
    one = partial(play_one, given.game, given.players, given.bot, given.seed)
    for share in in_order(one, range(given.games), given.workers):
        counted.add(share)
    found = counted.share()
    print(
        f"{given.game}, {given.players} players, {counted.games.count} games: knowing all hands, "
        f"{given.bot} wins {100 * found.value:.1f} % ({100 * found.low:.1f}-{100 * found.high:.1f})"
    )


if __name__ == "__main__":
    main()
