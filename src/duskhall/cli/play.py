"""`duskhall play`: sit down at a table with bots, or watch a whole game as text."""

from __future__ import annotations

import signal
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from duskhall.bots import make_bot
from duskhall.bots.bot import Bot, luck
from duskhall.cli import saves
from duskhall.cli.bad_input import (
    BadInput,
    default_bot,
    default_players,
    read_bots,
    read_edition,
    read_options,
    read_record,
)
from duskhall.cli.names import PERSON, bot_called, lineup, seat_names
from duskhall.cli.replay import Replay
from duskhall.cli.screen import Screen, say, say_command
from duskhall.cli.session import Leave, Session, line_reader, verify_words
from duskhall.cli.words import Words, catalogue_of, game_title
from duskhall.engine.events import ALL_SEEING
from duskhall.engine.game import Game, game
from duskhall.engine.records import BrokenRecord, Record
from duskhall.engine.table import Table, new_table
from duskhall.lab.match import play_table


def run(arguments: Namespace, words: Words) -> int:
    kind = game(arguments.game)
    table, seats = (
        load(arguments, kind, words) if arguments.load else sit_down(arguments, kind, words)
    )
    bots = [
        make_bot(bot or default_bot(), kind, luck(table.record.seed, number))
        for number, bot in enumerate(seats, 1)
    ]
    console = Screen()
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


def sit_down(arguments: Namespace, kind: Game, words: Words) -> tuple[Table, list[str]]:
    """A new table, and who sits where."""
    edition = read_edition(kind, arguments.edition)
    options = read_options(arguments.option)
    bots = read_bots(arguments.bots, kind)
    players = arguments.players or default_players(kind)
    seat = arguments.seat or 1
    kind.box(players, options, edition)
    if seat > players:
        raise BadInput(words("no-seat", seat=seat, players=players))
    seats = lineup(players, None if arguments.demo else seat - 1, bots)
    names = seat_names(seats, words)
    return new_table(kind, players, arguments.seed, edition, names, **options), seats


def load(arguments: Namespace, kind: Game, words: Words) -> tuple[Table, list[str]]:
    """The table of a record, with the bots that its names tell of, or those asked for."""
    for name in ("players", "seed", "edition", "option"):
        if getattr(arguments, name):
            raise BadInput(words("fixed-by-record", name=name))
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
        seats = lineup(record.players, person, read_bots(arguments.bots, kind))
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
    if about and not record.moves:
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
