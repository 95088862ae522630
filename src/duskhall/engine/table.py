"""A table: a record being written, the state it has led to, and who may take back what."""

from __future__ import annotations

from typing import Final

from duskhall.engine.edition import Edition
from duskhall.engine.events import Event, Seat
from duskhall.engine.game import Game, new_seed
from duskhall.engine.moves import Move
from duskhall.engine.records import Record
from duskhall.engine.state import State

ALONE: Final = "alone"  # nothing was revealed since: the seat takes back by itself
CONSENT: Final = "consent"  # luck or a reveal came after: the table must agree


class NothingToTakeBack(ValueError):
    """This seat has not answered yet, or may not take back without the others' consent."""


class Table:
    """A game being played, with its events by position.

    A sparing table keeps neither events nor hashes: both follow from the record, and a server with
    many tables makes them when they are asked for.
    """

    def __init__(self, record: Record, sparing: bool = False) -> None:
        self.record: Final = record
        self.sparing: Final = sparing
        answers, record.moves, record.chain = record.moves, [], []
        dealt: list[Event] = []
        self.state: State = record.game.deal(record.box(), record.seed, dealt)
        self.events: list[list[Event]] = []  # by position: what happened on the way to it
        self.marks: list[int] = []  # by position: luck and reveals so far
        self.note(dealt)
        for seat, move in answers:
            self.play(seat, move)

    def play(self, seat: Seat, move: Move) -> list[Event]:
        """Give a seat's answer and return what happened. Raises IllegalMove."""
        events: list[Event] = []
        self.state.events = events
        self.state.apply(seat, move)
        self.record.moves.append((seat, move))
        self.note(events)
        return events

    def note(self, events: list[Event]) -> None:
        """Keep what is kept of the position that was reached."""
        self.marks.append(mark(self.state))
        if not self.sparing:
            self.record.chain.append(self.record.link(self.state))
            self.events.append(events)

    def may_take_back(self, seat: Seat) -> str:
        """ALONE, CONSENT, or '' if the seat has not answered anything."""
        moves = self.record.moves
        last = self.last_answer(seat)
        if last < 0:
            return ""
        if seat in self.state.sealed:
            return ALONE  # all that came after it is sealed, too
        nothing_since = last == len(moves) - 1 and self.marks[-1] == self.marks[last]
        return ALONE if nothing_since else CONSENT

    def take_back(self, seat: Seat, consent: bool = False) -> None:
        """Undo the seat's last answer; by consent, also everything that came after it.

        Answers that others have sealed to the same question stay.
        """
        leave = self.may_take_back(seat)
        if leave == "":
            raise NothingToTakeBack("there is no answer to take back")
        if leave == CONSENT and not consent:
            raise NothingToTakeBack("something was revealed since: the others must agree")
        last = self.last_answer(seat)
        kept = self.record.moves[last + 1 :] if leave == ALONE else []
        self.rewind(last)
        for other, move in kept:
            self.play(other, move)

    def rewind(self, position: int) -> None:
        """Go back to the position after that many moves."""
        record = self.record
        self.state = record.replay(position)
        del record.moves[position:]
        del record.chain[position + 1 :]
        del self.events[position + 1 :]
        del self.marks[position + 1 :]

    def last_answer(self, seat: Seat) -> int:
        """The index of the seat's last move, or -1."""
        for index in range(len(self.record.moves) - 1, -1, -1):
            if self.record.moves[index][0] == seat:
                return index
        return -1


def mark(s: State) -> int:
    """Grows whenever luck is drawn or something is revealed, and never otherwise."""
    return s.drawn + s.revealed


def new_table(
    game: Game,
    players: int,
    seed: int | None = None,
    edition: str | Edition = "",
    names: list[str] | None = None,
    **options: object,
) -> Table:
    """Sit down to a new game."""
    chosen = (
        game.edition(edition or next(iter(game.editions())))
        if isinstance(edition, str)
        else edition
    )
    box = game.box(players, options, chosen)
    return Table(
        Record(game, players, box.options, chosen, new_seed() if seed is None else seed, names)
    )
