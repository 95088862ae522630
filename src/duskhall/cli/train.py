"""`duskhall train`: learn to judge a game from games that bots play, into a file for the package."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from duskhall.cli.bad_input import BadInput
from duskhall.cli.screen import Screen, say
from duskhall.cli.words import Words
from duskhall.engine.game import game


def run(arguments: Namespace, words: Words) -> int:
    chosen = game(arguments.game)
    try:
        from duskhall.lab.train.run import Plan, Run
    except ImportError:
        raise BadInput(words("train.needs-numpy")) from None
    console = Screen()
    seats = arguments.players or [chosen.counts({})[0]]
    plan = Plan(
        chosen,
        [chosen.box(players) for players in seats],
        arguments.seed,
        arguments.first,
        arguments.games,
        arguments.gate,
        arguments.rival,
        Path(arguments.folder).expanduser(),
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
