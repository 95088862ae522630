"""`duskhall games`: what can be played, with which options and bots."""

from __future__ import annotations

from argparse import Namespace

from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from duskhall.bots import BOTS
from duskhall.bots.levels import LEVELS
from duskhall.cli.scenarios import scenarios_table
from duskhall.cli.screen import Screen, say
from duskhall.cli.words import Words, catalogue_of, game_title
from duskhall.engine.game import Game, Option, installed


def run(arguments: Namespace, words: Words) -> int:
    console = Screen()
    for game in installed():
        show_game(console, game, words)
    say(console, Text.assemble((words("games.bots") + " ", "dim"), ", ".join([*LEVELS, *BOTS])))
    say(console, Text(words("games.play", game=installed()[0].name), "dim"))
    return 0


def show_game(console: Console, game: Game, words: Words) -> None:
    catalogue, language = catalogue_of(game), words.language
    counts = game.player_counts()
    title = game_title(game, language)
    players = words("games.players", low=counts[0], high=counts[-1])
    line = Text.assemble((game.name, "bold cyan"), f"  {title}", (f"  {players}", "dim"))
    say(console, line)
    for key in ("tagline", "unofficial"):
        sentence = catalogue.find("game", key, language)
        if sentence:
            say(console, f"  {sentence}", "dim" if key == "unofficial" else "")
    if game.scenarios():
        say(console, f"  {words('games.scenarios')}", "dim")
        console.print(Padding(scenarios_table(game, words, numbered=False), (0, 0, 0, 4)))
    if game.options():
        say(console, f"  {words('games.options')}", "dim")
        console.print(Padding(options_table(game, words), (0, 0, 0, 4)))
    console.print()


def options_table(game: Game, words: Words) -> Grid:
    grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column(style="cyan", no_wrap=True)
    grid.add_column(overflow="fold")
    for option in game.options():
        text = catalogue_of(game).find("option_text", option.name, words.language) or ""
        shown = Text.assemble(
            (option_values(option), "bold"), f"  {text}", (f"  {option.rule}", "dim")
        )
        if option.ruling:
            shown.append(f" {words('games.ruling')}", "italic dim")
        grid.add_row(option.name, shown)
    return grid


def option_values(option: Option) -> str:
    """The values as they are typed, the default first."""
    return " | ".join([str(value).lower() for value in option.values])
