"""The log: what happened, in sentences, through somebody's eyes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rich.text import Text

from duskhall.cli.screen import ruled
from duskhall.engine.box import Box
from duskhall.engine.events import ALL_SEEING, SPECTATOR, Event, Seat
from duskhall.engine.state import State


class Log:
    """Turns events into sentences, of which each shows no more than these eyes may see."""

    def __init__(self, box: Box, names: Sequence[str], language: str, eyes: Seat) -> None:
        self.box: Final = box
        self.names: Final = list(names)
        self.language: Final = language
        self.eyes: Final = eyes

    def sentences(self, events: Iterable[Event]) -> list[Text]:
        """One line for each event that the log tells of, with the id of its rule."""
        lines: list[Text] = []
        for event in events:
            sentence = self.box.catalogue.event(
                self.box, event.shown_to(self.eyes), self.names, self.language
            )
            if sentence:
                lines.append(ruled(sentence, event.rule))
        return lines


def onlooker(s: State) -> Seat:
    """The eyes of someone without a seat: once the game is over, nothing is hidden any more."""
    return SPECTATOR if s.waiting else ALL_SEEING
