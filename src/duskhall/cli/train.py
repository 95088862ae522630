"""`duskhall train`: learn to judge a game from games that bots play, into a file for the package."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Final

from duskhall.cli.bad_input import BadInput, read_edition
from duskhall.cli.screen import Screen, say
from duskhall.cli.words import Words
from duskhall.engine.game import game

FIRST: Final = 4_000  # games of the hand-written mind, unless the network begins from another


def run(arguments: Namespace, words: Words) -> int:
    chosen = game(arguments.game)
    try:
        from duskhall.lab.train.run import Plan, Run
    except ImportError:
        raise BadInput(words("train.needs-numpy")) from None
    console = Screen()
    seats = arguments.players or [chosen.counts({})[0]]
    edition = read_edition(chosen, arguments.edition)
    start = Path(arguments.start).expanduser() if arguments.start else None
    first = arguments.first if arguments.first is not None else 0 if start else FIRST
    plan = Plan(
        chosen,
        [chosen.box(players, {}, edition) for players in seats],
        arguments.seed,
        first,
        arguments.games,
        arguments.gate,
        arguments.rival,
        Path(arguments.folder).expanduser(),
        start,
    )
    try:
        training = Run(plan, lambda line: say(console, line))
        if training.load():
            say(console, words("train.goes-on", games=training.games, folder=arguments.folder))
        training.go()
    except (ValueError, OSError) as error:
        raise BadInput(str(error)) from None
    except KeyboardInterrupt:
        say(console, words("train.interrupted", folder=arguments.folder))
        raise
    say(console, words("train.done", folder=arguments.folder))
    return 0
