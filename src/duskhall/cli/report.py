"""`duskhall report`: a page with plots of how a game plays, in one file."""

from __future__ import annotations

import secrets
from argparse import Namespace
from pathlib import Path

from duskhall.bots import make_bot
from duskhall.cli.bad_input import (
    BadInput,
    check_target,
    check_together,
    chosen_options,
    default_players,
    read_bots,
    read_edition,
)
from duskhall.cli.screen import Screen, progress_bar, say
from duskhall.cli.words import Words
from duskhall.engine.game import game
from duskhall.lab.match import write_text
from duskhall.lab.report import Report, Wish
from duskhall.lab.report.plays import LADDER


def run(arguments: Namespace, words: Words) -> int:
    kind = game(arguments.game)
    edition = read_edition(kind, arguments.edition)
    options = chosen_options(kind, arguments, words)
    ladder = read_bots(arguments.ladder, kind) if arguments.ladder else list(LADDER)
    if len(set(ladder)) < 2:
        raise BadInput(words("report.ladder"))
    for name in ladder:
        make_bot(name, kind)
    seed = secrets.randbelow(10**6) if arguments.seed is None else int(arguments.seed)
    wish = Wish(
        kind,
        arguments.players or [default_players(kind, options)],
        arguments.games,
        read_bots(arguments.bots, kind),
        seed,
        options,
        (edition.name, edition.text, edition.built_in),
        ladder,
        arguments.scenario or "",
    )
    for players in wish.players:
        check_together(kind, players, options, words)
    wish.check()
    file = Path(arguments.write or f"{kind.name}.html").expanduser()
    check_target(file, words)
    with progress_bar(words("simulate.progress")) as progress:
        found = wish.play(arguments.workers, progress)
    text = Report(wish, found, words.language).text(command(arguments, wish))
    try:
        write_text(text, file)
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror or error}") from None
    say(Screen(), words("saved", file=str(file)))
    if arguments.ladder and not (wish.is_race() or wish.is_cooperative()):
        say(Screen(), words("report.no-ladder"))
    return 0


def command(arguments: Namespace, wish: Wish) -> str:
    """How the same page is made again."""
    parts = ["duskhall", "report", wish.kind.name, "--seed", str(wish.seed)]
    parts += ["--games", str(wish.games)]
    parts += [part for players in wish.players for part in ("--players", str(players))]
    parts += ["--bots", ",".join(wish.bots), "--ladder", ",".join(wish.ladder)]
    for name in ("edition", "scenario"):
        if getattr(arguments, name):
            parts += [f"--{name}", str(getattr(arguments, name))]
    parts += [part for option in arguments.option for part in ("--option", option)]
    return " ".join(parts)
