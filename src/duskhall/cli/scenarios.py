"""Scenarios at the terminal: ways to play that have a name come first, single options behind them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from duskhall.cli.bad_input import default_players
from duskhall.cli.screen import say
from duskhall.cli.words import Words, catalogue_of, clean
from duskhall.engine.game import PLAYERS, Game, Scenario, WrongOption

HARDEST: Final = 5
Chosen = tuple[int, dict[str, object]]  # how many play, and with which options


def scenarios_table(game: Game, words: Words, numbered: bool) -> Grid:
    """The scenarios, each with its story; with numbers to choose them by, or with their names."""
    grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column(style="bold cyan", no_wrap=True, justify="right" if numbered else "left")
    grid.add_column(overflow="fold")  # Japanese has no blanks to break at
    for number, scenario in enumerate(game.scenarios(), 1):
        grid.add_row(str(number) if numbered else scenario.name, told(game, scenario, words))
    return grid


def told(game: Game, scenario: Scenario, words: Words) -> Text:
    """Title, difficulty, length and number of players, and the story below."""
    catalogue, language = catalogue_of(game), words.language
    counts = game.counts(scenario.options)
    about = [
        "★" * scenario.difficulty + "☆" * (HARDEST - scenario.difficulty),
        words("scenarios.minutes", minutes=scenario.minutes),
        words("games.players", low=counts[0], high=counts[-1]),
    ]
    return Text.assemble(
        (catalogue.word("scenarios", scenario.name, language), "bold"),
        (f"  {'  '.join(about)}", "dim"),
        f"\n{catalogue.word('stories', scenario.name, language)}",
    )


class Chooser:
    """Asks what is to be played before a table is opened."""

    def __init__(self, game: Game, words: Words, console: Console, read: Callable[[], str]) -> None:
        self.game: Final = game
        self.words: Final = words
        self.console: Final = console
        self.read: Final = read

    def choose(self) -> Chosen:
        """A scenario, or options chosen one by one. Enter takes the first scenario."""
        offered = self.game.scenarios()
        say(self.console, self.words("scenarios.ask"), "bold")
        self.console.print(scenarios_table(self.game, self.words, numbered=True))
        own = Text.assemble((f"{len(offered) + 1}  ", "bold cyan"), self.words("scenarios.own"))
        say(self.console, own)
        while True:
            text = self.read().strip().casefold()
            for number, scenario in enumerate(offered, 1):
                if text in ("", str(number), scenario.name, self.title(scenario)):
                    return default_players(self.game, scenario.options), dict(scenario.options)
            if text == str(len(offered) + 1):
                return self.choose_options()
            self.console.print(
                Padding(self.words("scenarios.unknown", text=clean(text)), (0, 0, 0, 2))
            )

    def title(self, scenario: Scenario) -> str:
        title = catalogue_of(self.game).word("scenarios", scenario.name, self.words.language)
        return title.casefold()

    def choose_options(self) -> Chosen:
        """Each option by its number; what cannot be had together is refused with the rule."""
        chosen: dict[str, object] = {
            PLAYERS: default_players(self.game),
            **{option.name: option.default for option in self.game.options()},
        }
        values: dict[str, list[object]] = {
            PLAYERS: list(self.game.player_counts()),
            **{option.name: option.values for option in self.game.options()},
        }
        names = list(chosen)
        self.show_options(chosen, values)
        while True:
            text = self.read().strip()
            if not text:
                return self.table_of(chosen)
            if not text.isdecimal() or not 1 <= int(text) <= len(names):
                say(self.console, self.words("scenarios.unknown", text=clean(text)))
                continue
            name = names[int(text) - 1]
            self.turn(chosen, name, values[name])
            self.show_options(chosen, values)

    def turn(self, chosen: dict[str, object], name: str, values: list[object]) -> None:
        """Go on to the option's next value that can be had with the others, round and round."""
        refused: WrongOption | None = None
        before = chosen[name]
        start = values.index(before)
        for value in values[start + 1 :] + values[:start]:
            chosen[name] = value
            try:
                self.game.choose(*self.table_of(chosen))
                break
            except WrongOption as error:
                refused = refused or error
        else:
            chosen[name] = before
        if refused is not None:
            say(self.console, refused.sentence(self.words.language), "yellow")

    def table_of(self, chosen: dict[str, object]) -> Chosen:
        players = chosen[PLAYERS]
        assert isinstance(players, int)
        return players, {name: value for name, value in chosen.items() if name != PLAYERS}

    def show_options(self, chosen: dict[str, object], values: dict[str, list[object]]) -> None:
        grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        grid.add_column(style="bold cyan", justify="right")
        for _ in range(3):
            grid.add_column()
        find = catalogue_of(self.game).find
        for number, name in enumerate(chosen, 1):
            listed = Text(" | ").join(
                [
                    Text(str(value).lower(), "bold" if value == chosen[name] else "dim")
                    for value in values[name]
                ]
            )
            about = find("option_text", name, self.words.language) or self.words("help.players")
            grid.add_row(str(number), name, listed, Text(about, "dim"))
        self.console.print()
        self.console.print(grid)
        say(self.console, self.words("scenarios.turn"), "dim")
