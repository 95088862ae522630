"""What may be typed after `duskhall`, with help and an example for each command."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable
from ipaddress import ip_network
from typing import Final, NoReturn

from duskhall import __version__
from duskhall.cli.bad_input import BadInput
from duskhall.cli.words import Words
from duskhall.engine.catalogue import LANGUAGES
from duskhall.engine.game import SEED_BITS
from duskhall.lab.on_ray import WHERE

COMMANDS: Final = [
    "games",
    "play",
    "serve",
    "simulate",
    "ladder",
    "seat",
    "train",
    "row",
    "compare",
    "report",
    "replay",
    "review",
    "verify",
    "migrate",
    "tables",
    "backup",
    "restore",
    "doctor",
]
OWN_HOST: Final = "127.0.0.1"
DEFAULT_PORT: Final = 8000
GRACE: Final = 60
PACE: Final = 1
LOGS: Final = ["text", "json"]
LAST_PORT: Final = 65535
RECORD_SEED_DIGITS: Final = SEED_BITS // 4
LADDERS: Final = "docs/ladder.md"
SHOWN: Final = 100  # letters of what was typed that an error repeats
PARTS: Final = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?")  # of seconds
NAME: Final = re.compile(r"[^\s/?#@:\[\]]+")  # of a host
ORIGIN: Final = re.compile(r"https?://([^\s/?#@:\[\]]+|\[[0-9a-f:.]+\])(:\d{1,5})?")


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
        "ladder": ladder_arguments,
        "seat": seat_arguments,
        "train": train_arguments,
        "row": row_arguments,
        "compare": compare_arguments,
        "report": report_arguments,
        "replay": replay_arguments,
        "review": review_arguments,
        "verify": verify_arguments,
        "migrate": migrate_arguments,
        "backup": backup_arguments,
        "restore": restore_arguments,
        "doctor": doctor_arguments,
        "tables": tables_arguments,
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
    group.add_argument("--load", metavar="FILE", type=filled(words), help=words("help.load"))
    group.add_argument(
        "--from", metavar="FILE", dest="start", type=filled(words), help=words("help.from")
    )
    group.add_argument("--save", metavar="FILE", type=filled(words), help=words("help.save-play"))
    group.add_argument("--demo", action="store_true", help=words("help.demo"))


def serve_arguments(group: argparse._ArgumentGroup, words: Words) -> None:
    add_place(group, words)
    add_data(group, words)
    group.add_argument("--open", action="store_true", help=words("help.open"))
    group.add_argument(
        "--origin",
        metavar="URL",
        type=origin(words),
        action="append",
        default=[],
        help=words("help.origin"),
    )
    group.add_argument(
        "--grace", metavar="S", type=seconds(words), default=GRACE, help=words("help.grace")
    )
    group.add_argument(
        "--pace", metavar="S", type=part_seconds(words), default=PACE, help=words("help.pace")
    )
    group.add_argument("--adviser", metavar="BOT", default="", help=words("help.adviser"))
    group.add_argument("--workshop", action="store_true", help=words("help.workshop"))
    group.add_argument("--log", choices=LOGS, default=LOGS[0], help=words("help.log"))
    group.add_argument(
        "--metrics", metavar="[HOST:]PORT", type=place(words), help=words("help.metrics")
    )
    group.add_argument(
        "--host-name",
        metavar="NAME",
        type=host_name(words),
        action="append",
        default=[],
        help=words("help.host-name"),
    )
    group.add_argument(
        "--behind-proxy",
        metavar="ADDRESS",
        type=proxy(words),
        nargs="?",
        const=OWN_HOST,
        action="append",
        default=[],
        help=words("help.behind-proxy"),
    )


def add_place(group: argparse._ArgumentGroup, words: Words) -> None:
    """Where a server listens."""
    group.add_argument("--host", metavar="HOST", default=OWN_HOST, help=words("help.host"))
    group.add_argument(
        "--port", metavar="N", type=port(words), default=DEFAULT_PORT, help=words("help.port")
    )


def add_data(group: argparse._ArgumentGroup, words: Words) -> None:
    group.add_argument("--data", metavar="FILE", type=filled(words), help=words("help.data"))


def simulate_arguments(group: argparse._ArgumentGroup, words: Words) -> None:
    group.add_argument("game", metavar="GAME", help=words("help.game"))
    add_table(group, words)
    group.add_argument(
        "--games", metavar="N", type=count(words), default=1000, help=words("help.games-count")
    )
    group.add_argument("--workers", metavar="N", type=count(words), help=words("help.workers"))
    group.add_argument(
        "--save", metavar="DIR", type=filled(words), help=words("help.save-simulate")
    )
    group.add_argument("--results", metavar="DIR", type=filled(words), help=words("help.results"))
    group.add_argument("--decisions", action="store_true", help=words("help.decisions"))
    group.add_argument("--csv", action="store_true", help=words("help.csv"))
    group.add_argument("--paired", action="store_true", help=words("help.paired"))
    group.add_argument("--on", choices=WHERE, default=WHERE[0], help=words("help.on"))
    group.add_argument("--json", action="store_true", help=words("help.json"))


def ladder_arguments(group: argparse._ArgumentGroup, words: Words) -> None:
    group.add_argument("game", metavar="GAME", help=words("help.game"))
    add_table(group, words, "ladder-")
    group.set_defaults(seed=1)
    group.add_argument(
        "--bot",
        metavar="COMMAND",
        type=filled(words),
        action="append",
        default=[],
        help=words("help.bot-command"),
    )
    add_seconds(group, words)
    group.add_argument(
        "--games", metavar="N", type=count(words), default=400, help=words("help.ladder-games")
    )
    group.add_argument("--workers", metavar="N", type=count(words), help=words("help.workers"))
    group.add_argument(
        "--results", metavar="DIR", type=filled(words), help=words("help.ladder-results")
    )
    group.add_argument(
        "--write",
        metavar="FILE",
        type=filled(words),
        nargs="?",
        const=LADDERS,
        help=words("help.ladder-write"),
    )
    group.add_argument("--json", action="store_true", help=words("help.json"))


def seat_arguments(group: argparse._ArgumentGroup, words: Words) -> None:
    group.add_argument("link", metavar="LINK", help=words("help.seat-link"))
    group.add_argument("program", metavar="COMMAND", nargs="+", help=words("help.seat-program"))
    group.add_argument("--name", metavar="NAME", default="", help=words("help.seat-name"))
    add_seconds(group, words)


def add_seconds(group: argparse._ArgumentGroup, words: Words) -> None:
    """How long a program may think."""
    read = part_seconds(words, some=True)
    group.add_argument(
        "--seconds", metavar="S", type=read, default=10, help=words("help.bot-seconds")
    )


def train_arguments(group: argparse._ArgumentGroup, words: Words) -> None:
    whole = position(words, "not-a-number")
    group.add_argument("game", metavar="GAME", help=words("help.game"))
    group.add_argument(
        "--players", metavar="N", nargs="+", type=count(words), help=words("help.train-players")
    )
    group.add_argument("--what", metavar="WHAT", type=filled(words), help=words("help.train-what"))
    group.add_argument("--games", metavar="N", type=count(words), help=words("help.train-games"))
    group.add_argument("--first", metavar="N", type=whole, help=words("help.train-first"))
    group.add_argument(
        "--from", metavar="FILE", dest="start", type=filled(words), help=words("help.train-from")
    )
    group.add_argument("--edition", metavar="FILE", type=filled(words), help=words("help.edition"))
    group.add_argument("--gate", metavar="N", type=count(words), help=words("help.train-gate"))
    group.add_argument(
        "--rival", metavar="BOT", default="search:20", help=words("help.train-rival")
    )
    group.add_argument("--workers", metavar="N", type=count(words), help=words("help.workers"))
    group.add_argument("--seed", metavar="N", type=whole, default=1, help=words("help.train-seed"))
    group.add_argument(
        "--folder",
        metavar="DIR",
        type=filled(words),
        default="build/training",
        help=words("help.train-folder"),
    )


def row_arguments(group: argparse._ArgumentGroup, words: Words) -> None:
    group.add_argument("folder", metavar="DIR", help=words("help.row-folder"))
    number = position(words, "not-a-row")
    group.add_argument("number", metavar="N", type=number, help=words("help.row-number"))
    group.add_argument("--save", metavar="FILE", type=filled(words), help=words("help.row-save"))


def compare_arguments(group: argparse._ArgumentGroup, words: Words) -> None:
    group.add_argument("game", metavar="GAME", help=words("help.game"))
    add_compared(group, words)
    group.add_argument("--players", metavar="N", type=count(words), help=words("help.players"))
    group.add_argument("--seed", metavar="S", type=seed(words), help=words("help.seed"))
    add_options(group, words)
    group.add_argument(
        "--games", metavar="N", type=count(words), default=2000, help=words("help.compare-games")
    )
    group.add_argument(
        "--within", metavar="P", type=percent(words), default=0.0, help=words("help.within")
    )
    group.add_argument(
        "--measure",
        metavar="NAME",
        type=filled(words),
        action="append",
        default=[],
        help=words("help.measure"),
    )
    group.add_argument("--cards", action="store_true", help=words("help.cards"))
    group.add_argument("--workers", metavar="N", type=count(words), help=words("help.workers"))
    group.add_argument(
        "--results", metavar="DIR", type=filled(words), help=words("help.compare-results")
    )
    group.add_argument("--on", choices=WHERE, default=WHERE[0], help=words("help.on"))
    group.add_argument("--write", metavar="FILE", type=filled(words), help=words("help.write"))
    group.add_argument("--json", action="store_true", help=words("help.json"))


def report_arguments(group: argparse._ArgumentGroup, words: Words) -> None:
    group.add_argument("game", metavar="GAME", help=words("help.game"))
    group.add_argument(
        "--players",
        metavar="N",
        type=count(words),
        action="append",
        help=words("help.report-players"),
    )
    group.add_argument("--bots", metavar="A,B", default="", help=words("help.bots-simulate"))
    group.add_argument("--ladder", metavar="A,B,C", default="", help=words("help.report-ladder"))
    group.add_argument("--seed", metavar="S", type=seed(words), help=words("help.seed"))
    group.add_argument("--edition", metavar="FILE", type=filled(words), help=words("help.edition"))
    add_options(group, words)
    group.add_argument(
        "--games", metavar="N", type=count(words), default=600, help=words("help.report-games")
    )
    group.add_argument("--workers", metavar="N", type=count(words), help=words("help.workers"))
    group.add_argument(
        "--write", metavar="FILE", type=filled(words), help=words("help.report-write")
    )


def add_compared(group: argparse._ArgumentGroup, words: Words) -> None:
    """What may be said twice, once for each side."""
    for name, metavar in (("edition", "FILE"), ("options", "NAME=VALUE,…"), ("bots", "A,B")):
        group.add_argument(
            f"--{name}",
            metavar=metavar,
            action="append",
            default=[],
            help=words(f"help.compare-{name}"),
        )


def replay_arguments(group: argparse._ArgumentGroup, words: Words) -> None:
    group.add_argument("file", metavar="FILE", help=words("help.file"))
    group.add_argument("--seat", metavar="N", type=count(words), help=words("help.seat-replay"))
    group.add_argument("--position", metavar="N", type=position(words), help=words("help.position"))
    group.add_argument("--step", action="store_true", help=words("help.step"))


def review_arguments(group: argparse._ArgumentGroup, words: Words) -> None:
    group.add_argument("file", metavar="FILE", help=words("help.file"))
    group.add_argument("--bot", metavar="BOT", default="", help=words("help.review-bot"))


def verify_arguments(group: argparse._ArgumentGroup, words: Words) -> None:
    group.add_argument("files", metavar="FILE", nargs="+", help=words("help.files"))
    group.add_argument("--commitment", metavar="HASH", default="", help=words("help.commitment"))


def migrate_arguments(group: argparse._ArgumentGroup, words: Words) -> None:
    group.add_argument("file", metavar="FILE", help=words("help.migrate-file"))
    group.add_argument("--report", action="store_true", help=words("help.migrate-report"))


def backup_arguments(group: argparse._ArgumentGroup, words: Words) -> None:
    group.add_argument("file", metavar="FILE", help=words("help.backup-file"))
    add_data(group, words)


def restore_arguments(group: argparse._ArgumentGroup, words: Words) -> None:
    group.add_argument("file", metavar="FILE", help=words("help.restore-file"))
    add_data(group, words)


def doctor_arguments(group: argparse._ArgumentGroup, words: Words) -> None:
    add_place(group, words)
    add_data(group, words)


def tables_arguments(group: argparse._ArgumentGroup, words: Words) -> None:
    group.add_argument("file", metavar="FILE", help=words("help.tables-file"))
    group.add_argument("deed", choices=["list", "show", "delete"], help=words("help.deed"))
    group.add_argument("tables", metavar="TABLE", nargs="*", help=words("help.tables-named"))
    group.add_argument("--yes", action="store_true", help=words("help.yes"))


def add_table(group: argparse._ArgumentGroup, words: Words, kind: str = "") -> None:
    """What is said of a table before play."""
    players, bots = words(f"help.{kind}players"), words(f"help.{kind}bots")
    group.add_argument("--players", metavar="N", type=count(words), help=players)
    group.add_argument("--bots", metavar="A,B", default="", help=bots)
    group.add_argument("--seed", metavar="S", type=seed(words), help=words("help.seed"))
    group.add_argument("--edition", metavar="FILE", type=filled(words), help=words("help.edition"))
    add_options(group, words)


def add_options(group: argparse._ArgumentGroup, words: Words) -> None:
    group.add_argument(
        "--scenario", metavar="NAME", type=filled(words), help=words("help.scenario")
    )
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


def percent(words: Words) -> Callable[[str], float]:
    """Reads a part of a hundred, above nothing."""

    def read(text: str) -> float:
        try:
            number = float(text.removesuffix("%"))
        except ValueError:
            number = 0.0
        if not 0 < number <= 100:
            raise argparse.ArgumentTypeError(words("not-percent", text=text[:SHOWN]))
        return number

    return read


def position(words: Words, key: str = "not-a-position") -> Callable[[str], int]:
    """Reads how many answers were given before a position; or another number from 0, by its key."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) < 10):
            raise argparse.ArgumentTypeError(words(key, text=text))
        return int(text)

    return read


def port(words: Words) -> Callable[[str], int]:
    """Reads a port; 0 lets the system choose one."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) < 6 and int(text) <= LAST_PORT):
            raise argparse.ArgumentTypeError(words("not-a-port", text=text))
        return int(text)

    return read


def seconds(words: Words) -> Callable[[str], int]:
    """Reads a whole number of seconds."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) < 7):
            raise argparse.ArgumentTypeError(words("not-seconds", text=text))
        return int(text)

    return read


def part_seconds(words: Words, some: bool = False) -> Callable[[str], float]:
    """Reads a number of seconds, which may have parts: 0.5; above 0, if it must be `some`."""
    key = "not-some-seconds" if some else "not-part-seconds"

    def read(text: str) -> float:
        if not PARTS.fullmatch(text) or (some and not float(text)):
            raise argparse.ArgumentTypeError(words(key, text=text[:SHOWN]))
        return float(text)

    return read


def place(words: Words) -> Callable[[str], tuple[str, int]]:
    """Reads where to listen: a port of this computer, or an address and a port."""

    def read(text: str) -> tuple[str, int]:
        host, _, number = text.rpartition(":")
        is_port = number.isascii() and number.isdecimal() and len(number) < 6
        if not (is_port and 0 < int(number) <= LAST_PORT):
            raise argparse.ArgumentTypeError(words("serve.not-metrics", text=text[:SHOWN]))
        return host.strip("[]") or OWN_HOST, int(number)

    return read


def filled(words: Words) -> Callable[[str], str]:
    """Reads a name or a file. An empty one is mostly a variable that was never set."""

    def read(text: str) -> str:
        if not text.strip():
            raise argparse.ArgumentTypeError(words("not-empty"))
        return text

    return read


def origin(words: Words) -> Callable[[str], str]:
    """Reads where a page comes from, as a browser says it."""

    def read(text: str) -> str:
        plain = text.rstrip("/").lower()
        if not ORIGIN.fullmatch(plain):
            raise argparse.ArgumentTypeError(words("serve.not-origin", text=text[:SHOWN]))
        return plain

    return read


def host_name(words: Words) -> Callable[[str], str]:
    """Reads a name by which a server is called, without its port."""

    def read(text: str) -> str:
        if not NAME.fullmatch(text.lower()):
            raise argparse.ArgumentTypeError(words("serve.not-name", text=text[:SHOWN]))
        return text.lower()

    return read


def proxy(words: Words) -> Callable[[str], str]:
    """Reads an address of a proxy, or a network of them; * is any."""

    def read(text: str) -> str:
        try:
            ip_network(text, strict=False)
        except ValueError:
            if text != "*":
                told = words("serve.not-proxy", text=text[:SHOWN])
                raise argparse.ArgumentTypeError(told) from None
        return text

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
