"""What a seat was told, from the first event to the last: all that it can know with perfect recall."""

from __future__ import annotations

from typing import Final

from duskhall.adapters.core.play import Play
from duskhall.engine.events import NOWHERE, Event, Seat
from duskhall.engine.state import State


class Guess:
    """A table that was dealt anew for one seat, and what the seats were told until then.

    That seat was told what it was; of others nobody knows that, so they know what they see.
    """

    def __init__(self, state: State, seat: Seat, told: list[str]) -> None:
        self.state: Final = state
        self.lines: Final = [[str(state.view(other))] for other in range(state.box.players)]
        self.lines[seat] = told

    def __deepcopy__(self, memo: object) -> Guess:
        return self  # nobody changes it


class Told:
    """Follows a game and keeps, by seat, the events shown to it and the answers that it gave.

    The game itself is played without events, which is faster; this plays it again when somebody
    asks, from where it was asked last. What began with a guess is told from there.
    """

    def __init__(self, play: Play, guess: Guess | None = None) -> None:
        self.play: Final = play
        self.events: list[Event] = []
        self.at = 0  # how many answers are told of
        self.lines: list[list[str]] = [[] for _ in range(play.box.players)]
        if guess is None:
            self.state: State = play.game.deal(play.box, play.seed, self.events)
            self.tell()
        else:
            self.state = guess.state.clone()
            self.state.events = self.events
            self.lines = [lines[:] for lines in guess.lines]

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return forgotten, ()

    def __deepcopy__(self, memo: object) -> None:
        return forgotten()

    def tell(self) -> None:
        for seat, lines in enumerate(self.lines):
            lines.extend([written(event.shown_to(seat)) for event in self.events])
        self.events.clear()

    def to(self, seat: Seat) -> list[str]:
        """All that this seat was told, line by line."""
        s, moves = self.state, self.play.moves
        while self.at < len(moves):
            who, move = moves[self.at]
            s.play(who, move)
            if who >= 0:
                self.lines[who].append(f"> {move}")
            self.tell()
            self.at += 1
        question = f"? {s.agenda[-1]!r} {s.asked()}" if s.agenda else "over"
        given = " ".join([str(step) for step in self.play.given_by(seat)])
        return [*self.lines[seat], question, f"< {given}"]


def forgotten() -> None:
    """What becomes of it in a copy, which is told anew if somebody asks."""


def written(event: Event) -> str:
    """An event in one line, as short as it can be told."""
    parts = [event.kind, str(event.seat)]
    if event.cards:
        parts.append(",".join([str(card) for card in event.cards]))
    if event.source != NOWHERE:
        parts.append(f"{event.source}>{event.target}{'_' if event.under else ''}")
    if event.number != NOWHERE:
        parts.append(f"{event.number}={event.value}")
    if event.about:
        parts.append(":" + ",".join([str(number) for number in event.about]))
    return " ".join(parts)
