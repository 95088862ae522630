"""Print the last hash of many games, so that two processes can be compared.

python -m tests.games.chains 40
"""

from __future__ import annotations

import sys

from duskhall import Table
from duskhall.bots import make_bot
from tests.games.tables import Case, cases


def last_hash(case: Case, round: int) -> str:
    """Play a table with random bots, and tell how its chain ends."""
    table: Table = case.sit_down(seed=case.luck(round).getrandbits(128))
    bots = [make_bot("random", case.game, seed) for seed in range(round, round + case.players)]
    while table.state.waiting:
        seat = table.state.waiting[-1]
        table.play(seat, bots[seat].answer(table.state, seat, len(table.record.moves)))
    return table.record.chain[-1]


def chains(games: int) -> list[str]:
    """The ends of that many games, over all tables in turn."""
    tables = cases()
    return [
        f"{tables[number % len(tables)]} {last_hash(tables[number % len(tables)], number)}"
        for number in range(games)
    ]


if __name__ == "__main__":
    print("\n".join(chains(int(sys.argv[1]))))
