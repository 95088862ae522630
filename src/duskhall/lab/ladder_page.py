"""Ladders as a page of Markdown: one section for each game, number of players and set of options."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from duskhall.engine.game import game
from duskhall.lab.ladder import Ladder, Meeting, Rung
from duskhall.lab.programs import STAND_IN
from duskhall.lab.statistics import Estimate
from duskhall.lab.thinking import Lengths

HEAD: Final = """\
# The ladder
How strong the bots are, and how long they think. Each section was written by the command in it (`--write`).

Every pair plays the same deals from every seat; with more than two seats one bot sits among copies of the other, and the other way round. A shared win counts by parts. Intervals hold 95 %: of shares by Wilson, with the deal as the unit; of ratings (Bradley–Terry on Elo's scale, 400 points for ten times the odds, the mean of a ladder being 1500) by drawing the shares anew. Where all win or lose together each bot takes all seats of the same deals, and there is no rating.

Times are of answers where there was something to choose, from the question to the answer, with the guess of what the seat cannot see; *p95* is what 19 of 20 answers keep to. *Work* is the same without waiting for the processor, or that of the worst answer where it has one column: what differs is the machine's other work.
"""
TIMES: Final = ["mean", "p95", "worst", "work", "work p95", "work worst"]
SECTION: Final = "<!-- ladder {key} -->"
END: Final = "<!-- end -->"


def write(file: Path, ladder: Ladder, command: str) -> None:
    """Put a ladder's section into the page: where it was, or after the others."""
    text = file.read_text("utf-8") if file.exists() else HEAD
    section = f"{SECTION.format(key=key(ladder))}\n{as_markdown(ladder, command)}{END}\n"
    old = re.compile(rf"{re.escape(SECTION.format(key=key(ladder)))}\n.*?{re.escape(END)}\n", re.S)
    if old.search(text):
        text = old.sub(lambda _: section, text, count=1)
    else:
        text = f"{text.rstrip()}\n\n{section}"
    draft = file.with_name(file.name + ".draft")
    draft.write_text(text, "utf-8")
    os.replace(draft, file)


def key(ladder: Ladder) -> str:
    """What parts a section from the others."""
    plan = ladder.plan
    return " ".join([plan.game, str(plan.players), plan.edition[0], *unusual(ladder)])


def unusual(ladder: Ladder) -> list[str]:
    """The options that are not as usual."""
    options = ladder.plan.options
    return [
        f"{option.name}={str(options[option.name]).lower()}"
        for option in game(ladder.plan.game).options()
        if options[option.name] != option.default
    ]


def as_markdown(ladder: Ladder, command: str) -> str:
    kind = game(ladder.plan.game)
    players = f"{ladder.plan.players} players" if ladder.plan.players > 1 else "alone"
    title = ", ".join([f"{kind.title}: {players}", *unusual(ladder)])
    lines = [f"## {title}", f"`{command}`", ""]
    lines += [
        f"{ladder.games} games, rules version {kind.version}, edition {ladder.plan.edition[0]}.",
        "",
        *table(
            ["bot", "games", "wins", "rating", *TIMES],
            [rung_cells(rung) for rung in ladder.rungs],
        ),
    ]
    for rung in ladder.rungs:
        if rung.failures:
            why = ", ".join([f"{name} {count}" for name, count in rung.failures.items()])
            lines += ["", f"In some games `{STAND_IN}` had to stand in for {rung.bot}: {why}."]
    if not ladder.is_shared:
        lines += [
            "",
            *table(
                ["one", "against", "games", "wins of the one"],
                [meeting_cells(meeting, ladder.plan.players) for meeting in ladder.meetings],
            ),
        ]
    return "\n".join(lines) + "\n"


def table(head: list[str], rows: list[list[str]]) -> list[str]:
    ruler = ["---", *["--:"] * (len(head) - 1)]
    return ["| " + " | ".join(row) + " |" for row in [head, ruler, *rows]]


def rung_cells(rung: Rung) -> list[str]:
    rating = rung.rating
    return [
        rung.bot,
        str(rung.games),
        percent(rung.wins),
        f"{rating.value:.0f} ({rating.low:.0f}–{rating.high:.0f})" if rating else "",
        *length_cells(rung.times.clock),
        *length_cells(rung.times.work),
    ]


def length_cells(lengths: Lengths) -> list[str]:
    return [seconds(time) for time in (lengths.mean(), lengths.within(0.95), lengths.worst)]


def meeting_cells(meeting: Meeting, players: int) -> list[str]:
    others = meeting.pairing.others + (f" × {players - 1}" if players > 2 else "")
    return [meeting.pairing.one, others, str(meeting.games), percent(meeting.share)]


def percent(share: Estimate) -> str:
    return f"{share.value:.1%} ({share.low * 100:.1f}–{share.high * 100:.1f})"


def seconds(time: float) -> str:
    """A time that can be read at a glance: 0.35 ms, 12 ms, 1.3 s."""
    if time >= 1:
        return f"{time:.2f} s"
    return f"{time * 1000:.2g} ms" if time < 0.01 else f"{time * 1000:.0f} ms"
