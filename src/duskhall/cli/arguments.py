"""What may be typed after `duskhall`, with help and an example for each command."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from typing import Final, NoReturn

from duskhall import __version__
from duskhall.cli.bad_input import BadInput
from duskhall.cli.words import Words
from duskhall.engine.catalogue import LANGUAGES
from duskhall.engine.game import SEED_BITS

COMMANDS: Final = ["games", "play", "serve", "simulate", "replay", "verify"]
DEFAULT_PORT: Final = 8000
LAST_PORT: Final = 65535
RECORD_SEED_DIGITS: Final = SEED_BITS // 4


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong, and leaves the printing to others."""

    def error(self, message: str) -> NoReturn:
        raise BadInput(message)


class Help(argparse.RawDescriptionHelpFormatter):
    """Help as argparse lays it out, with the word for 'usage' from the catalogue."""

    def __init__(self, prog: str, usage_word: str = "") -> None:
        super().__init__(prog)
        self.usage_word: Final = usage_word

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(
            usage, actions, groups, f"{self.usage_word} " if prefix is None else prefix
        )


def parser(words: Words) -> Parser:
    """The whole command line."""

    def layout(prog: str) -> Help:
        return Help(prog, words("help.usage"))

    program = Parser(
        prog="duskhall",
        description=words("help.duskhall"),
        epilog=example(words, *[f"duskhall {words(f'example.{name}')}" for name in COMMANDS]),
        formatter_class=layout,
        add_help=False,
        allow_abbrev=False,
    )
    general = program.add_argument_group(words("help.options"))
    add_help(general, words)
    general.add_argument(
        "--version",
        action="version",
        version=f"duskhall {__version__}",
        help=words("help.version"),
    )
    commands = program.add_subparsers(
        title=words("help.commands"), dest="command", metavar=words("help.COMMAND"), required=True
    )
    fill: dict[str, Callable[[argparse._ArgumentGroup, Words], None]] = {
        "games": games_arguments,
        "play": play_arguments,
        "serve": serve_arguments,
        "simulate": simulate_arguments,
        "replay": replay_arguments,
        "verify": verify_arguments,
    }
    for name in COMMANDS:
        command = commands.add_parser(
            name,
            help=words(f"help.{name}"),
            description=words(f"about.{name}"),
            epilog=example(words, f"duskhall {words(f'example.{name}')}"),
            formatter_class=layout,
            add_help=False,
            allow_abbrev=False,
        )
        group = command.add_argument_group(words("help.options"))
        fill[name](group, words)
        group.add_argument("--language", choices=LANGUAGES, help=words("help.language"))
        add_help(group, words)
    return program


def add_help(group: argparse._ArgumentGroup, words: Words) -> None:
    group.add_argument("-h", "--help", action="help", help=words("help.help"))


def example(words: Words, *lines: str) -> str:
    return "\n".join([words("help.example"), *[f"  {line}" for line in lines]])


def games_arguments(group: argparse._ArgumentGroup, words: Words) -> None:
    """`games` needs nothing but a language."""


def play_arguments(group: argparse._ArgumentGroup, words: Words) -> None:
    group.add_argument("game", metavar="GAME", help=words("help.game"))
    add_table(group, words)
    group.add_argument("--seat", metavar="N", type=count(words), help=words("help.seat-play"))
    group.add_argument("--load", metavar="FILE", help=words("help.load"))
    group.add_argument("--save", metavar="FILE", help=words("help.save-play"))
    group.add_argument("--demo", action="store_true", help=words("help.demo"))


def serve_arguments(group: argparse._ArgumentGroup, words: Words) -> None:
    group.add_argument("--host", metavar="HOST", default="127.0.0.1", help=words("help.host"))
    group.add_argument(
        "--port", metavar="N", type=port(words), default=DEFAULT_PORT, help=words("help.port")
    )
    group.add_argument("--data", metavar="FILE", default="", help=words("help.data"))
    group.add_argument("--open", action="store_true", help=words("help.open"))
    group.add_argument(
        "--origin", metavar="URL", action="append", default=[], help=words("help.origin")
    )


def simulate_arguments(group: argparse._ArgumentGroup, words: Words) -> None:
    group.add_argument("game", metavar="GAME", help=words("help.game"))
    add_table(group, words)
    group.add_argument(
        "--games", metavar="N", type=count(words), default=1000, help=words("help.games-count")
    )
    group.add_argument("--workers", metavar="N", type=count(words), help=words("help.workers"))
    group.add_argument("--save", metavar="DIR", help=words("help.save-simulate"))
    group.add_argument("--json", action="store_true", help=words("help.json"))


def replay_arguments(group: argparse._ArgumentGroup, words: Words) -> None:
    group.add_argument("file", metavar="FILE", help=words("help.file"))
    group.add_argument("--seat", metavar="N", type=count(words), help=words("help.seat-replay"))
    group.add_argument("--step", action="store_true", help=words("help.step"))


def verify_arguments(group: argparse._ArgumentGroup, words: Words) -> None:
    group.add_argument("files", metavar="FILE", nargs="+", help=words("help.files"))
    group.add_argument("--commitment", metavar="HASH", default="", help=words("help.commitment"))


def add_table(group: argparse._ArgumentGroup, words: Words) -> None:
    """What is said of a table before play."""
    group.add_argument("--players", metavar="N", type=count(words), help=words("help.players"))
    group.add_argument("--bots", metavar="A,B", default="", help=words("help.bots"))
    group.add_argument("--seed", metavar="S", type=seed(words), help=words("help.seed"))
    group.add_argument("--edition", metavar="FILE", default="", help=words("help.edition"))
    group.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help=words("help.option"),
    )


def count(words: Words) -> Callable[[str], int]:
    """Reads a number of things, of which there is at least one."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) < 10 and int(text) > 0):
            raise argparse.ArgumentTypeError(words("not-a-count", text=text))
        return int(text)

    return read


def port(words: Words) -> Callable[[str], int]:
    """Reads a port; 0 lets the system choose one."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) < 6 and int(text) <= LAST_PORT):
            raise argparse.ArgumentTypeError(words("not-a-port", text=text))
        return int(text)

    return read


def seed(words: Words) -> Callable[[str], int]:
    """Reads a seed: a number, or the hexadecimal digits that a record shows."""

    def read(text: str) -> int:
        try:
            hexadecimal = text.startswith("0x") or len(text) == RECORD_SEED_DIGITS
            number = int(text, 16 if hexadecimal else 10)
        except ValueError:
            raise argparse.ArgumentTypeError(words("not-a-seed", text=text)) from None
        if not 0 <= number < 1 << SEED_BITS:
            raise argparse.ArgumentTypeError(words("not-a-seed", text=text))
        return number

    return read
