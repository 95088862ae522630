"""`duskhall play`: sit down at a table with bots, or watch a whole game as text."""

from __future__ import annotations

import signal
import sys
from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

from duskhall.bots import make_bot
from duskhall.bots.bot import Bot, luck
from duskhall.cli import saves
from duskhall.cli.bad_input import (
    BadInput,
    chosen_options,
    chosen_players,
    default_bot,
    read_bots,
    read_edition,
    read_record,
    read_start,
)
from duskhall.cli.names import PERSON, bot_called, lineup, seat_names
from duskhall.cli.replay import Replay
from duskhall.cli.scenarios import Chooser
from duskhall.cli.screen import Screen, say, say_command
from duskhall.cli.session import Leave, Session, line_reader, verify_words
from duskhall.cli.words import Words, catalogue_of, game_title
from duskhall.engine.events import ALL_SEEING
from duskhall.engine.game import Game, game, new_seed
from duskhall.engine.positions import in_one_line, position_game, read_position, try_position
from duskhall.engine.records import BrokenRecord, Record
from duskhall.engine.table import Table, new_table
from duskhall.lab.match import play_table

FIXED: Final = ["players", "seed", "edition", "scenario", "option"]  # what a table is made of


def run(arguments: Namespace, words: Words) -> int:
    kind = game(arguments.game)
    console = Screen()
    if arguments.load:
        table, seats = load(arguments, kind, words)
    elif arguments.start:
        table, seats = begin_at(arguments, kind, words, console)
    else:
        table, seats = sit_down(arguments, kind, words, console)
    bots = [
        make_bot(bot or default_bot(), kind, luck(table.record.seed, number))
        for number, bot in enumerate(seats, 1)
    ]
    save_to = Path(arguments.save).expanduser() if arguments.save else None
    if arguments.demo:
        return demo(table, bots, words, console, save_to)
    if not arguments.load:
        tell_of_unfinished(kind, words, console)
    greet(table.record, words, console)
    prompt = words("prompt")
    session = Session(
        table,
        seats.index(PERSON),
        bots,
        words,
        console,
        line_reader(console, prompt),
        save_to,
        Path(arguments.load) if arguments.load else None,
    )
    return play(session)


def play(session: Session) -> int:
    """Play on, and put the game aside whichever way the person leaves."""
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), leave)
    try:
        session.run()
    except Leave:
        session.put_aside()
    except KeyboardInterrupt:
        session.put_aside()
        raise
    return 0


def leave(number: int, frame: object) -> None:
    raise Leave


def sit_down(
    arguments: Namespace, kind: Game, words: Words, console: Console
) -> tuple[Table, list[str]]:
    """A new table, and who sits where."""
    edition = read_edition(kind, arguments.edition)
    bots = read_bots(arguments.bots, kind)
    if is_to_choose(arguments, kind, console):
        chooser = Chooser(kind, words, console, line_reader(console, words("prompt")))
        try:
            players, options = chooser.choose()
        except Leave:
            raise KeyboardInterrupt from None  # there is no game yet to put aside
    else:
        options = chosen_options(kind, arguments, words)
        players = chosen_players(kind, arguments, options, words)
    kind.box(players, options, edition)
    seats = seats_for(arguments, players, bots, words)
    names = seat_names(seats, words)
    return new_table(kind, players, arguments.seed, edition, names, **options), seats


def is_to_choose(arguments: Namespace, kind: Game, console: Console) -> bool:
    """Whether somebody is there to choose, and nothing was chosen yet."""
    chosen = any(getattr(arguments, name) for name in FIXED) or arguments.demo
    is_terminal = sys.stdin.isatty() and console.is_terminal
    return bool(kind.scenarios()) and is_terminal and not chosen


def seats_for(arguments: Namespace, players: int, bots: Sequence[str], words: Words) -> list[str]:
    seat = arguments.seat or 1
    if seat > players:
        raise BadInput(words("no-seat", seat=seat, players=players))
    return seated(players, None if arguments.demo else seat - 1, bots, words)


def seated(players: int, person: int | None, bots: Sequence[str], words: Words) -> list[str]:
    """Who sits where, if each bot that was named can sit down."""
    seats = players if person is None else players - 1
    if len(bots) > max(1, seats):
        raise BadInput(words("many-bots", count=len(bots), seats=seats))
    return lineup(players, person, bots)


def begin_at(
    arguments: Namespace, kind: Game, words: Words, console: Console
) -> tuple[Table, list[str]]:
    """A table that begins at a position, with luck of its own."""
    for name in ("players", "scenario", "option"):
        if getattr(arguments, name):
            raise BadInput(words("fixed-by-position", name=name))
    text = in_one_line(read_start(arguments.start, words))
    named, edition_name, players, options = position_game(text)
    if named != kind.name:
        raise BadInput(words("position-of-other-game", game=named, wanted=kind.name))
    if not arguments.edition and edition_name not in kind.editions():
        raise BadInput(words("position-needs-edition", name=edition_name))
    edition = read_edition(kind, arguments.edition or edition_name)
    box = kind.box(players, options, edition)
    s = read_position(text, kind, box)
    if not s.waiting:
        raise BadInput(words("position-is-over"))
    try_position(s, kind)
    seats = seats_for(arguments, players, read_bots(arguments.bots, kind), words)
    seed = new_seed() if arguments.seed is None else arguments.seed
    names = seat_names(seats, words)
    if arguments.start == "-" and not arguments.demo and console.is_terminal:
        with suppress(OSError):
            sys.stdin = open("/dev/tty")  # noqa: SIM115 - answers come from the person
    return Table(Record(kind, players, box.options, edition, seed, names, text)), seats


def load(arguments: Namespace, kind: Game, words: Words) -> tuple[Table, list[str]]:
    """The table of a record, with the bots that its names tell of, or those asked for."""
    for name in (*FIXED, "start"):
        if getattr(arguments, name):
            raise BadInput(words("fixed-by-record", name="from" if name == "start" else name))
    record = read_record(Path(arguments.load))
    if record.game.name != kind.name:
        raise BadInput(
            words("other-game", file=arguments.load, game=record.game.name, wanted=kind.name)
        )
    try:
        record.verify()
    except BrokenRecord as error:
        raise BadInput(f"{arguments.load}: {error}") from None
    if arguments.seat is not None and arguments.seat > record.players:
        raise BadInput(words("no-seat", seat=arguments.seat, players=record.players))
    seats = [bot_called(name) for name in record.names]
    person = arguments.seat - 1 if arguments.seat else None
    if person is None and not arguments.demo:
        person = seats.index(PERSON) if PERSON in seats else 0
    if arguments.bots:
        seats = seated(record.players, person, read_bots(arguments.bots, kind), words)
        record.names = seat_names(seats, words)
    else:
        seats = [
            PERSON if seat == person else bot or default_bot() for seat, bot in enumerate(seats)
        ]
    return Table(record), seats


def tell_of_unfinished(kind: Game, words: Words, console: Console) -> None:
    waiting = saves.unfinished_games(kind)
    if waiting:
        say(console, words("unfinished", count=len(waiting)), "yellow")
        say_command(console, "play", kind.name, "--load", str(waiting[0]))
        console.print()


def greet(record: Record, words: Words, console: Console) -> None:
    title = game_title(record.game, words.language)
    say(console, Text.assemble((title, "bold"), "  ", words.join(record.names)))
    about = catalogue_of(record.game).find("game", "about", words.language)
    if record.start:
        say(console, words("begun-at-position"))
    elif about and not record.moves:
        say(console, about)
    say(console, words("commitment", hash=record.commitment()), "dim")
    say(console, words("how"), "dim")


def demo(
    table: Table, bots: Sequence[Bot], words: Words, console: Console, save_to: Path | None
) -> int:
    """All seats are bots: the whole game as text."""
    record = table.record
    play_table(table, bots)
    replay = Replay(table, ALL_SEEING, words, console)
    replay.head()
    say(console, words("demo.seed", seed=f"{record.seed:032x}", edition=record.edition.name), "dim")
    say(console, words("commitment", hash=record.commitment()), "dim")
    replay.whole()
    if save_to is not None:
        saves.save(record, save_to)
        say_command(console, *verify_words(save_to, record))
    return 0
