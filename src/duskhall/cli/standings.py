"""How a finished game stands: ranks, what the victory rule compares, and what decided."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from duskhall.cli.screen import ruled
from duskhall.cli.tables import Drawing
from duskhall.cli.words import Words, clean
from duskhall.engine.events import SPECTATOR, Seat
from duskhall.engine.game import Game
from duskhall.engine.state import State


def standings(
    game: Game,
    s: State,
    names: Sequence[str],
    drawing: Drawing,
    words: Words,
    person: Seat | None = None,
) -> RenderableType:
    standing = game.standing(s)
    sentence = s.box.catalogue.word("standings", standing.reason, words.language)
    account = drawing.account(s.view(SPECTATOR))
    below = [] if account is None else [Text(), account]
    if s.box.is_cooperative:
        score = [
            f"{drawing.score_name(part)}: {drawing.score(part, value)}"
            for part, value in enumerate(standing.scores[0])
            if part  # the first says who won, and so does the sentence
        ]
        won = ruled(sentence, standing.rule)
        won.stylize("bold", 0, len(sentence))
        return Group(won, *score, *below)
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column(words("standing.rank"), justify="right", style="bold")
    grid.add_column(words("standing.player"))
    for part in range(len(standing.scores[0])):
        grid.add_column(drawing.score_name(part), justify="right")
    for seat in sorted(range(len(names)), key=lambda seat: (standing.ranks[seat], seat)):
        name = Text(clean(names[seat]))
        if seat == person:
            name.append(f" {words('you')}", "dim")
        scores = [drawing.score(part, value) for part, value in enumerate(standing.scores[seat])]
        style = "bold" if standing.ranks[seat] == 1 and len(names) > 1 else ""
        grid.add_row(str(standing.ranks[seat]), name, *scores, style=style)
    return Group(grid, ruled(sentence, standing.rule), *below)


def print_standings(console: Console, shown: RenderableType, words: Words) -> None:
    console.print()
    console.rule(words("standing.title"), style="dim")
    console.print(shown)
