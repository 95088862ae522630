"""`duskhall compare`: what changes with other cards, options or bots, on the same deals."""

from __future__ import annotations

import csv
import io
import json
import secrets
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from duskhall.cli.bad_input import (
    BadInput,
    check_target,
    check_together,
    chosen_options,
    default_players,
    read_bots,
    read_edition,
    read_options,
    results_folder,
)
from duskhall.cli.screen import Screen, progress_bar, say
from duskhall.cli.words import Words, catalogue_of, game_title
from duskhall.engine.edition import Edition
from duskhall.engine.game import Game, game
from duskhall.lab.compare import Change, Compared, Side, compare, comparison
from duskhall.lab.match import write_text
from duskhall.lab.plan import read_once
from duskhall.lab.results import WrongResults, read_plan
from duskhall.lab.statistics import LOOK_FIRST
from duskhall.lab.yardsticks import Line

FORMS: Final = [".csv", ".json", ".md"]  # of files
MINUS: Final = "−"
COLUMNS: Final = [
    "measure",
    "about",
    "kind",
    "before",
    "after",
    "difference",
    "low",
    "high",
    "verdict",
]  # as data


def run(arguments: Namespace, words: Words) -> int:
    kind = game(arguments.game)
    file = Path(arguments.write).expanduser() if arguments.write else None
    if file is not None and file.suffix not in FORMS:
        raise BadInput(words("compare.form", file=str(file), forms=", ".join(FORMS)))
    if file is not None:
        check_target(file, words)
    sides = read_sides(kind, arguments, words)
    results = results_folder(arguments.results, words)
    players = arguments.players or default_players(kind, sides[0][1])
    for _, options, _ in sides:
        check_together(kind, players, options, words)
    what = comparison(
        kind.name, players, chosen_seed(arguments), sides, arguments.measure, arguments.cards
    )
    try:
        with progress_bar(words("compare.progress")) as progress:
            found = compare(
                *(what, arguments.games, arguments.within, results, arguments.workers, progress),
                on=arguments.on,
            )
        if file is not None:
            write_text(as_text(kind, found, file.suffix, words), file)
    except OSError as error:
        where = " / ".join([place for place in (arguments.results, arguments.write) if place])
        raise BadInput(f"{where}: {error.strerror or error}") from None
    except KeyboardInterrupt:
        if results:
            print(words("simulate.interrupted", folder=arguments.results), file=sys.stderr)
        raise
    if arguments.json:
        print(as_text(kind, found, ".json", words), end="")
        return 0
    show(Screen(), kind, found, arguments.within, words)
    if file is not None:
        say(Screen(), words("saved", file=arguments.write))
    return 0


def read_sides(
    kind: Game, arguments: Namespace, words: Words
) -> list[tuple[Edition, dict[str, object], list[str]]]:
    """Both sides: what is said twice differs. What is said once holds for both; but if nothing
    is said twice, an edition or options are set against the usual."""
    editions, options, bots = arguments.edition, arguments.options, arguments.bots
    if max(len(editions), len(options), len(bots)) > 2:
        raise BadInput(words("compare.three"))
    if max(len(editions), len(options), len(bots)) < 2:
        if len(editions) + len(options) != 1:
            raise BadInput(words("compare.nothing"))
        editions = ["", *editions] if editions else editions
        options = ["", *options] if options else options
    shared = chosen_options(kind, arguments, words)
    return [
        (
            read_edition(kind, said(editions, side)),
            {**shared, **read_options(listed(said(options, side)), words)},
            read_bots(said(bots, side), kind),
        )
        for side in range(2)
    ]


def said(values: Sequence[str], side: int) -> str:
    return values[side % len(values)] if values else ""


def listed(text: str) -> list[str]:
    return [pair for pair in text.split(",") if pair.strip()]


def chosen_seed(arguments: Namespace) -> int:
    """The seed that was named, or that of the results to go on with; else a short one by lot."""
    if arguments.seed is not None:
        return int(arguments.seed)
    if arguments.results:
        try:
            return int(read_plan(Path(arguments.results).expanduser())["seed"], 16)
        except (WrongResults, KeyError):
            pass
    return secrets.randbelow(10**6)


def label(kind: Game, line: Line, language: str) -> str:
    """What a line is about, in words."""
    catalogue = catalogue_of(kind)
    about = catalogue.find("names", line.about, language) or line.about
    return catalogue.phrase("measures", line.name, language, {"about": about})


def value(line: Line, number: float | None) -> str:
    if number is None:
        return "–"
    return f"{100 * number:.1f}" if line.is_share else f"{number:.2f}"


def gap(line: Line, number: float) -> str:
    shown = value(line, abs(number))
    sign = MINUS if number < 0 else "+"
    return f"{sign}{shown}"


def verdict(change: Change) -> str:
    """Whether it is clear which way it went."""
    if not change.is_clear or change.difference is None:
        return "open"
    return "up" if change.difference.value > 0 else "down"


def cells(change: Change) -> list[str]:
    """Before, after, their difference and its interval."""
    line, found = change.line, change.difference
    both = [value(line, change.before), value(line, change.after)]
    if found is None:
        return [*both, "–", "–"]
    return [*both, gap(line, found.value), f"{gap(line, found.low)} … {gap(line, found.high)}"]


def show(console: Console, kind: Game, found: Compared, within: float, words: Words) -> None:
    what = found.comparison
    title = words(
        "compare.title",
        title=game_title(kind, words.language),
        players=what.players,
        games=found.games,
        seed=what.seed,
    )
    say(console, Text(title, "bold"))
    for key, text in zip(("before", "after"), side_names(what.sides), strict=True):
        say(console, words(f"compare.side-{key}", side=text))
    console.print()
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for number, heading in enumerate(headings(words)):
        grid.add_column(heading, justify="left" if number in (0, 4, 5) else "right")
    for change in found.changes:
        grid.add_row(
            Text(label(kind, change.line, words.language), "bold" if change.is_clear else ""),
            *cells(change),
            words(f"compare.{verdict(change)}"),
        )
    console.print(grid)
    console.print()
    if found.before:
        say(console, words("compare.before-count", count=found.before))
    if within:
        key = "compare.within" if found.is_within else "compare.not-within"
        say(console, words(key, percent=f"{within:g}"))
    for sentence in notes(kind, found, words):
        say(console, sentence, "dim")


def notes(kind: Game, found: Compared, words: Words) -> list[str]:
    """What is to be known for reading the table."""
    what, count = found.comparison, len(found.changes)
    told: list[str] = []
    if found.deals < LOOK_FIRST:
        told.append(words("compare.early", first=LOOK_FIRST, deals=found.deals))
    boxes = [kind.box(what.players, s.options, read_once(*s.edition)) for s in what.sides]
    if any(line.is_of_points for line in what.lines):
        if not all(box.is_by_points for box in boxes):
            told.append(words("compare.apart"))
    return [*told, words("compare.intervals" if count > 1 else "compare.interval-one", count=count)]


def headings(words: Words) -> list[str]:
    keys = ("measure", "before", "after", "difference", "interval", "verdict")
    return [words(f"compare.{key}") for key in keys]


def side_names(sides: Sequence[Side]) -> list[str]:
    """What the sides are called: by what differs between them."""
    before, after = sides
    named: list[str] = []
    for side, other in ((before, after), (after, before)):
        parts: list[str] = []
        if before.edition != after.edition:
            parts.append(side.edition[0])
        parts += [
            f"{name}={str(chosen).lower()}"
            for name, chosen in side.options.items()
            if other.options[name] != chosen
        ]
        if before.bots != after.bots:
            parts.append(", ".join(side.bots))
        named.append(" · ".join(parts))
    return named


def as_text(kind: Game, found: Compared, form: str, words: Words) -> str:
    """What was found as the text of a file of this form."""
    if form == ".json":
        return json.dumps(as_json(kind, found, words), ensure_ascii=False, indent=1) + "\n"
    if form == ".csv":
        return as_csv(found)
    rows = [
        [
            label(kind, change.line, words.language),
            *cells(change),
            words(f"compare.{verdict(change)}"),
        ]
        for change in found.changes
    ]
    before, after = side_names(found.comparison.sides)
    title = words(
        "compare.title",
        title=game_title(kind, words.language),
        players=found.comparison.players,
        games=found.games,
        seed=found.comparison.seed,
    )
    return "\n".join(
        [
            f"# {title}",
            f"{words('compare.side-before', side=before)}  ",
            words("compare.side-after", side=after),
            "",
            *[f"| {' | '.join(row)} |" for row in (headings(words), ["---"] * 6, *rows)],
            "",
            " ".join(notes(kind, found, words)),
            "",
        ]
    )


def as_csv(found: Compared) -> str:
    """What was found as data: numbers as in JSON, and nothing where there is none."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for change in found.changes:
        line = change.line
        writer.writerow(
            [
                *(line.name, line.about, "share" if line.is_share else "number"),
                *(change.before, change.after, *(change.difference or (None, None, None))),
                verdict(change),
            ]
        )
    return text.getvalue()


def as_json(kind: Game, found: Compared, words: Words) -> dict[str, object]:
    what = found.comparison
    return {
        **{key: part for key, part in what.written().items() if key != "sides"},
        "sides": [
            {"edition": side.edition[0], "options": side.options, "bots": list(side.bots)}
            for side in what.sides
        ],
        "deals": found.deals,
        "games": found.games,
        "within": found.is_within,
        "changes": [
            {
                "measure": change.line.name,
                "about": change.line.about,
                "words": label(kind, change.line, words.language),
                "share": change.line.is_share,
                "before": change.before,
                "after": change.after,
                "difference": change.difference._asdict() if change.difference else None,
                "verdict": verdict(change),
            }
            for change in found.changes
        ],
    }
