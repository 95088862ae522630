"""`duskhall ladder`: every bot against every other, with ratings and thinking times."""

from __future__ import annotations

import json
import shlex
import sys
from argparse import Namespace
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from duskhall.bots.levels import LEVELS
from duskhall.cli.bad_input import (
    BadInput,
    check_target,
    check_together,
    chosen_options,
    read_bots,
    read_edition,
    results_folder,
)
from duskhall.cli.screen import Screen, progress_bar, say
from duskhall.cli.words import Words, game_title
from duskhall.engine.game import Game, game
from duskhall.lab import ladder_page
from duskhall.lab.ladder import Ladder, Pairing, Rung, ladder
from duskhall.lab.programs import PREFIX, STAND_IN, short_names
from duskhall.lab.thinking import Times

BOTS: Final = ",".join(LEVELS)


def run(arguments: Namespace, words: Words) -> int:
    kind = game(arguments.game)
    edition = read_edition(kind, arguments.edition)
    typed = arguments.bots or ("" if len(arguments.bot) > 1 else BOTS)
    bots = read_bots(typed, kind) if typed else []
    bots += [PREFIX + command for command in arguments.bot]
    options = chosen_options(kind, arguments, words)
    players = chosen_players(kind, arguments, options, words)
    page = Path(arguments.write).expanduser() if arguments.write else None
    if page is not None:
        check_target(page, words)
    results = results_folder(arguments.results, words)
    try:
        with progress_bar(words("simulate.progress")) as progress:
            result = ladder(
                kind.name,
                players,
                bots,
                arguments.games,
                arguments.seed,
                options,
                edition,
                results,
                arguments.workers,
                progress,
                arguments.seconds,
            )
        if page is not None:
            ladder_page.write(page, result, command(arguments, bots, players))
    except OSError as error:
        where = " / ".join([place for place in (arguments.results, arguments.write) if place])
        raise BadInput(f"{where}: {error.strerror or error}") from None
    except KeyboardInterrupt:
        if arguments.results:
            print(words("simulate.interrupted", folder=arguments.results), file=sys.stderr)
        raise
    if arguments.json:
        print(json.dumps(as_json(result), ensure_ascii=False, indent=1))
    else:
        show(Screen(), kind, result, words)
    return 0


def chosen_players(
    kind: Game, arguments: Namespace, options: dict[str, object], words: Words
) -> int:
    """Two where the game allows it: a duel tells the most."""
    counts = kind.counts(options)
    players = int(arguments.players or (2 if 2 in counts else counts[0]))
    check_together(kind, players, options, words)
    return players


def command(arguments: Namespace, bots: list[str], players: int) -> str:
    """The command that gives the same ladder again."""
    parts = ["duskhall", "ladder", arguments.game, "--players", str(players)]
    own = [bot for bot in bots if not bot.startswith(PREFIX)]
    parts += ["--bots", ",".join(own)] if own else []
    for program in arguments.bot:
        parts += ["--bot", program]
    parts += ["--games", str(arguments.games)]
    parts += ["--seed", str(arguments.seed)]
    for name in ("edition", "scenario"):
        if getattr(arguments, name):
            parts += [f"--{name}", getattr(arguments, name)]
    for option in arguments.option:
        parts += ["--option", option]
    return shlex.join(parts)


def as_json(result: Ladder) -> dict[str, object]:
    plan = result.plan
    return {
        "game": plan.game,
        "version": game(plan.game).version,
        "edition": plan.edition[0],
        "players": plan.players,
        "options": plan.options,
        "seed": f"{plan.seed:032x}",
        "games": result.games,
        "chance": result.chance,
        "bots": [
            {
                "bot": rung.bot,
                "games": rung.games,
                "wins": rung.wins._asdict(),
                "rating": rung.rating._asdict() if rung.rating else None,
                "time": time_as_json(rung.times),
                "replaced": rung.failures,
            }
            for rung in result.rungs
        ],
        "pairs": [
            {**meeting.pairing._asdict(), "games": meeting.games, "wins": meeting.share._asdict()}
            for meeting in result.meetings
        ],
        "seconds": round(result.seconds, 3),
        "workers": result.workers,
    }


def time_as_json(times: Times) -> dict[str, object]:
    return {
        "answers": times.clock.count,
        "mean": times.clock.mean(),
        "p95": times.clock.within(0.95),
        "worst": times.clock.worst,
        "work_mean": times.work.mean(),
        "work_p95": times.work.within(0.95),
        "work": times.work.worst,
    }


def show(console: Console, kind: Game, result: Ladder, words: Words) -> None:
    heading = words(
        "simulate.title",
        title=game_title(kind, words.language),
        players=result.plan.players,
        games=result.games,
        seed=result.plan.seed,
    )
    say(console, Text(heading, "bold"))
    changed = ladder_page.unusual(result)
    if changed:
        say(console, ", ".join(changed), "dim")
    console.print()
    called = short_names([rung.bot for rung in result.rungs])
    cells = [ladder_page.rung_cells(rung._replace(bot=called[rung.bot])) for rung in result.rungs]
    names = ["bot", "games", "wins", *([] if result.is_shared else ["rating"])]
    rows = [row[: len(names)] for row in cells]
    console.print(grid([words(f"ladder.{name}") for name in names], rows))
    console.print()
    names = ["bot", *[name.replace(" ", "-") for name in ladder_page.TIMES]]
    rows = [[row[0], *row[-len(ladder_page.TIMES) :]] for row in cells]
    console.print(grid([words(f"ladder.{name}") for name in names], rows))
    if not result.is_shared:
        console.print()
        players = result.plan.players
        meetings = [
            meeting._replace(pairing=Pairing(*[called[bot] for bot in meeting.pairing]))
            for meeting in result.meetings
        ]
        rows = [ladder_page.meeting_cells(meeting, players) for meeting in meetings]
        names = ["one", "against", "games", "wins-one"]
        console.print(grid([words(f"ladder.{name}") for name in names], rows))
    console.print()
    for rung in result.rungs:
        if rung.failures:
            say(console, failed(rung, words), "bold")
        if rung.rating is None and not result.is_shared:
            say(console, words("ladder.unrated", bot=rung.bot), "bold")
    if result.before:
        say(console, words("simulate.before", count=result.before))
    key = "together" if result.is_shared else "intervals"
    say(console, words(f"ladder.{key}", chance=f"{result.chance:.1%}"), "dim")


def failed(rung: Rung, words: Words) -> str:
    """That another had to stand in for a program, and why."""
    reasons = [words(f"ladder.{why}", count=count) for why, count in rung.failures.items()]
    count = sum(rung.failures.values())
    return words(
        "ladder.failed", bot=rung.bot, other=STAND_IN, count=count, reasons=", ".join(reasons)
    )


def grid(head: list[str], rows: list[list[str]]) -> Grid:
    made = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for number, title in enumerate(head):
        made.add_column(title, justify="right" if number else "left", overflow="fold")
    for row in rows:
        made.add_row(*row)
    return made
