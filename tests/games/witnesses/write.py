"""Writes witness records of the rules as they are: python tests/games/witnesses/write.py

Run it when a game's version has moved. Witnesses that are there already are never written again:
those of older versions stay, and those of this version must verify as they are.
"""

from __future__ import annotations

from pathlib import Path

import duskhall
from duskhall import Game
from duskhall.engine.table import new_table
from duskhall.lab.match import play_table, seat_bots
from tests.games.tables import packed

HERE = Path(__file__).parent


def tables(game: Game) -> list[tuple[int, str, dict[str, object]]]:
    """How many play, which bots, and the options: few, many, each scenario, and all at once."""
    counts = game.counts({})
    found: list[tuple[int, str, dict[str, object]]] = [
        (counts[0], "greedy", {}),
        (counts[-1], "random", {}),
    ]
    for scenario in game.scenarios():
        if scenario.options:
            found.append((game.counts(scenario.options)[1], "greedy", scenario.options))
    changed = game.fit(
        {option.name: option.values[-1] for option in game.options() if not option.part}
    )
    found.append((game.counts(changed)[1], "random", changed))
    for case in packed(game):
        if len(case.options) > 1:  # those of one option are scenarios, which are here already
            found.append((case.players, "random", case.options))
    return found


def write(game: Game) -> None:
    folder = HERE / game.name
    folder.mkdir(exist_ok=True)
    for number, (players, bot, options) in enumerate(tables(game), 1):
        path = folder / f"v{game.version}-{number}-{players}p-{bot}.json"
        if not path.exists():
            table = new_table(game, players, number, "", None, **options)
            play_table(table, seat_bots(game, [bot], players, number))
            path.write_text(table.record.dumps(), "utf-8", newline="\n")
            print("wrote", path.relative_to(HERE))


if __name__ == "__main__":
    for installed in duskhall.installed():
        write(installed)
