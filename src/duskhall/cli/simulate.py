"""`duskhall simulate`: many games between bots, summed up in a table or as JSON."""

from __future__ import annotations

import contextlib
import json
import secrets
import sys
from argparse import Namespace
from pathlib import Path

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from duskhall.cli.bad_input import (
    BadInput,
    chosen_options,
    chosen_players,
    read_bots,
    read_edition,
    results_folder,
)
from duskhall.cli.screen import Screen, progress_bar, say
from duskhall.cli.words import Words, catalogue_of, game_title
from duskhall.engine.game import Game, game
from duskhall.lab.results import CSV, PARQUET, WrongResults, read_plan
from duskhall.lab.simulate import Share, Simulation, simulate
from duskhall.lab.statistics import Estimate


def run(arguments: Namespace, words: Words) -> int:
    if (arguments.decisions or arguments.csv) and not arguments.results:
        raise BadInput(words("simulate.needs-results"))
    results = results_folder(arguments.results, words)
    kind = game(arguments.game)
    edition = read_edition(kind, arguments.edition)
    bots = read_bots(arguments.bots, kind)
    seed = chosen_seed(arguments)
    options = chosen_options(kind, arguments, words)
    players = chosen_players(kind, arguments, options, words)
    try:
        with progress_bar(words("simulate.progress")) as progress:
            result = simulate(
                kind.name,
                players,
                arguments.games,
                bots,
                seed,
                options,
                edition,
                Path(arguments.save).expanduser() if arguments.save else None,
                arguments.workers,
                progress,
                paired=arguments.paired,
                results=results,
                kind=CSV if arguments.csv else PARQUET,
                decisions=arguments.decisions,
                on=arguments.on,
            )
    except OSError as error:
        where = " / ".join([folder for folder in (arguments.results, arguments.save) if folder])
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


def chosen_seed(arguments: Namespace) -> int:
    """The seed that was named, or that of the results to go on with; else a short one by lot."""
    if arguments.seed is not None:
        return int(arguments.seed)
    if arguments.results:
        with contextlib.suppress(WrongResults, KeyError):
            return int(read_plan(Path(arguments.results).expanduser())["seed"], 16)
    # A short number that is easily typed again: who wants other games asks for another seed.
    return secrets.randbelow(10**6)


def as_json(result: Simulation) -> dict[str, object]:
    summary = result.summary
    return {
        "game": summary.game,
        "version": summary.version,
        "edition": summary.edition,
        "players": summary.players,
        "games": summary.games,
        "seed": f"{summary.seed:032x}",
        "options": summary.options,
        "bots": {bot: share_as_json(share) for bot, share in summary.bots.items()},
        "seats": [share_as_json(share) for share in summary.seats],
        "reasons": {reason: share._asdict() for reason, share in summary.reasons.items()},
        "answers": summary.answers._asdict(),
        "seconds": round(result.seconds, 3),
        "games_per_second": round(result.games_per_second(), 2),
        "workers": result.workers,
    }


def share_as_json(share: Share) -> dict[str, object]:
    return {
        "seats": share.seats,
        "wins": share.wins._asdict(),
        "score": share.score._asdict(),
    }


def show(console: Console, kind: Game, result: Simulation, words: Words) -> None:
    summary = result.summary
    title = game_title(kind, words.language)
    heading = words(
        "simulate.title",
        title=title,
        players=summary.players,
        games=summary.games,
        seed=summary.seed,
    )
    say(console, Text(heading, "bold"))
    changed = {
        option.name: summary.options[option.name]
        for option in kind.options()
        if summary.options[option.name] != option.default
    }
    if changed:
        listed = ", ".join([f"{name}={str(value).lower()}" for name, value in changed.items()])
        say(console, listed, "dim")
    console.print()
    console.print(shares_table(kind, result, words))
    console.print()
    console.print(reasons_table(kind, result, words))
    console.print()
    answers = words("simulate.answers", answers=number(summary.answers))
    speed = words(
        "simulate.speed",
        speed=f"{result.games_per_second():.1f}",
        seconds=f"{result.seconds:.1f}",
        workers=result.workers,
    )
    is_complete = result.before == summary.games
    say(console, f"{answers} {words('simulate.complete') if is_complete else speed}")
    if result.before and not is_complete:
        say(console, words("simulate.before", count=result.before))
    say(
        console,
        words("simulate.together" if result.is_cooperative else "simulate.intervals"),
        "dim",
    )


def shares_table(kind: Game, result: Simulation, words: Words) -> Grid:
    summary = result.summary
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    grid.add_column("")
    for key in ("wins", "score"):
        grid.add_column(words(f"simulate.{key}"))
        grid.add_column(words("simulate.interval"), style="dim")
    if result.is_cooperative:
        together = " + ".join(summary.bots)
        grid.add_row(Text(together, "bold"), *share_cells(summary.seats[0]))
        return grid
    for bot, share in summary.bots.items():
        seats = words("simulate.seats", count=share.seats) if share.seats > 1 else ""
        grid.add_row(Text.assemble((bot, "bold"), (f" {seats}", "dim")), *share_cells(share))
    grid.add_row("")
    for seat, share in enumerate(summary.seats, 1):
        grid.add_row(words("simulate.seat", number=seat), *share_cells(share))
    return grid


def share_cells(share: Share) -> list[str]:
    wins, score = share.wins, share.score
    return [
        f"{wins.value:.1%}",
        f"{wins.low:.1%} – {wins.high:.1%}",
        f"{score.value:.2f}",
        f"{score.low:.2f} – {score.high:.2f}",
    ]


def reasons_table(kind: Game, result: Simulation, words: Words) -> Grid:
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    grid.add_column(words("simulate.decided"))
    grid.add_column(words("simulate.share"), justify="right")
    grid.add_column(words("simulate.interval"), style="dim")
    for reason, share in result.summary.reasons.items():
        sentence = catalogue_of(kind).word("standings", reason, words.language)
        grid.add_row(sentence, f"{share.value:.1%}", f"{share.low:.1%} – {share.high:.1%}")
    return grid


def number(estimate: Estimate) -> str:
    return f"{estimate.value:.1f} ({estimate.low:.1f} – {estimate.high:.1f})"
