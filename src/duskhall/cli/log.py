"""The log: what happened, in sentences, through somebody's eyes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rich.text import Text

from duskhall.cli.screen import ruled
from duskhall.cli.words import clean
from duskhall.engine.box import Box
from duskhall.engine.events import ALL_SEEING, OUTSIDE, SPECTATOR, Event, Seat
from duskhall.engine.forgetting import retold
from duskhall.engine.state import State
from duskhall.engine.table import Table

FORCED: Final = "forced."  # how the kinds of events begin that say why nobody was asked


class Log:
    """Turns events into sentences, of which each shows no more than these eyes may see."""

    def __init__(self, box: Box, names: Sequence[str], language: str, eyes: Seat) -> None:
        self.box: Final = box
        self.names: Final = list(names)
        self.language: Final = language
        self.eyes: Final = eyes

    def sentences(self, events: Iterable[Event]) -> list[Text]:
        """One line for each event that the log tells of, with the id of its rule.

        Why something was forced is dim: behind what was done by the same rule, or before it.
        """
        lines: list[Text] = []
        forced: Event | None = None  # what the last line gives the reason for, if it does
        for event in events:
            sentence = self.box.catalogue.event(
                self.box, event.shown_to(self.eyes), self.names, self.language
            )
            if not sentence:
                continue
            line = ruled(sentence, event.rule)
            if event.kind.startswith(FORCED):
                line.stylize("dim")
                forced = event
            elif forced is not None:
                if (forced.seat, forced.rule) == (event.seat, event.rule):
                    reason = lines.pop().plain.removesuffix(event.rule).rstrip()
                    line.append(f"  {reason}", "dim")
                forced = None
            lines.append(line)
        return lines

    def at(self, table: Table, position: int, again: bool = False) -> list[Text]:
        """What is told of a position: what came from outside, which has no seat, and the events.

        Again, it is less where the rules forbid to look back.
        """
        lines: list[Text] = []
        if position:
            seat, move = table.record.moves[position - 1]
            if seat == OUTSIDE:
                sentence = self.box.catalogue.move(self.box, move, self.names, self.language)
                lines.append(Text(clean(sentence), "italic"))
        told = table.events
        if again:
            told = retold(told, self.box, self.eyes, not table.state.waiting)
        return lines + self.sentences(told[position])


def onlooker(s: State) -> Seat:
    """The eyes of someone without a seat: once the game is over, nothing is hidden any more."""
    return SPECTATOR if s.waiting else ALL_SEEING
