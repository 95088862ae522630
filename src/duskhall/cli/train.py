"""`duskhall train`: learn to judge a game from games that bots play, into a file for the package."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from duskhall.bots.learned import eyes_for
from duskhall.cli.bad_input import MISTAKES, BadInput, read_edition
from duskhall.cli.screen import Screen, say
from duskhall.cli.words import Words
from duskhall.engine.edition import Edition
from duskhall.engine.game import Game, game
from duskhall.lab.logbook import FILE
from duskhall.lab.results import WrongResults

if TYPE_CHECKING:
    from duskhall.lab.train.lessons import Lessons

FIRST: Final = 4_000  # games of the hand-written mind, unless the network begins from another
GAMES: Final = 12_000  # of a network
GATE: Final = 2_000


def run(arguments: Namespace, words: Words) -> int:
    chosen = game(arguments.game)
    if find_spec("numpy") is None:
        raise BadInput(words("train.needs-numpy"))
    from duskhall.lab.train.lessons import NETWORK, lessons_of

    held = held_in(Path(arguments.folder).expanduser())
    wanted = arguments.what or held
    try:
        lessons = lessons_of(chosen.name, () if wanted == NETWORK else arguments.players or ())
    except MISTAKES:
        raise  # told in its own words
    except ValueError as error:
        raise BadInput(str(error)) from None
    ways = [*([lessons.what] if lessons else []), *([NETWORK] if is_seen(chosen) else [])]
    what = arguments.what or (held if held in ways or not ways else ways[0])
    if what not in ways:
        given = {"title": chosen.title, "what": what, "ways": ", ".join(ways)}
        raise BadInput(words("train.not-learned" if ways else "train.learns-nothing", **given))
    if held and held != what:
        raise BadInput(words("train.holds", folder=arguments.folder, held=held, what=what))
    console = Screen()
    try:
        if lessons and what == lessons.what:
            found = fit(arguments, words, lessons, lambda line: say(console, line))
        else:
            found = network(arguments, words, chosen, lambda line: say(console, line))
    except KeyboardInterrupt:
        say(console, words("train.interrupted", folder=arguments.folder))
        raise
    except BrokenProcessPool as error:
        raise WrongResults("worker-died", reason=type(error).__name__) from None
    except MISTAKES:
        raise  # told in its own words
    except (ValueError, OSError) as error:
        raise BadInput(str(error)) from None
    key = "train.done" if found else "train.none-better"
    say(console, words(key, folder=arguments.folder, file=found))
    return 0


def held_in(folder: Path) -> str:
    """What is learned in a folder already, which the same command goes on with."""
    from duskhall.lab.train.lessons import NETWORK, RUN

    if (folder / RUN).exists():
        return NETWORK
    try:
        with (folder / FILE).open(encoding="utf-8") as file:
            found = json.loads(file.readline())
    except (OSError, ValueError):  # a log that is no log says so itself
        return ""
    return str(found.get("learns", "")) if isinstance(found, dict) else ""


def is_seen(chosen: Game) -> bool:
    """Whether anything says what a network sees of this game, with any number of players."""
    edition = chosen.edition(next(iter(chosen.editions())))
    return any(eyes_for(chosen.box(players, {}, edition)) for players in chosen.counts({}))


def fit(arguments: Namespace, words: Words, lessons: Lessons, tell: Callable[[str], None]) -> str:
    """Fit what the game judges by; the file with the best, if any is as good as the one in use."""
    from duskhall.lab.train.fitting import GATES, FittingRun, Plan

    for given in ("first", "start", "edition"):
        if getattr(arguments, given) is not None:
            option = "--from" if given == "start" else f"--{given}"
            raise BadInput(words("train.only-networks", option=option, what=lessons.what))
    games = arguments.games or lessons.games
    training = FittingRun(
        Plan(
            lessons,
            arguments.seed,
            games,
            arguments.gate or max(1, games // GATES),
            arguments.rival,
            Path(arguments.folder).expanduser(),
            arguments.workers or 0,
        ),
        tell,
    )
    training.go()
    return lessons.file if training.is_better() else ""


def network(arguments: Namespace, words: Words, chosen: Game, tell: Callable[[str], None]) -> str:
    """Train the network of the bot `learned`; the file with the best."""
    from duskhall.lab.train.run import Plan, Run

    if arguments.workers is not None:
        raise BadInput(words("train.one-worker"))
    edition = read_edition(chosen, arguments.edition)
    start = Path(arguments.start).expanduser() if arguments.start else None
    first = arguments.first if arguments.first is not None else 0 if start else FIRST
    plan = Plan(
        chosen,
        [
            chosen.box(seats, {}, edition)
            for seats in arguments.players or [fewest(chosen, edition)]
        ],
        arguments.seed,
        first,
        arguments.games or GAMES,
        arguments.gate or GATE,
        arguments.rival,
        Path(arguments.folder).expanduser(),
        start,
    )
    training = Run(plan, tell)
    if training.load():
        tell(words("train.goes-on", games=training.games, folder=arguments.folder))
    training.go()
    return "best.model"


def fewest(chosen: Game, edition: Edition) -> int:
    """The smallest number of players whose tables a network sees."""
    counts = chosen.counts({})
    seen = [seats for seats in counts if eyes_for(chosen.box(seats, {}, edition))]
    return (seen or list(counts))[0]
