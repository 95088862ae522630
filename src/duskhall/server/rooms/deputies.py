"""Deputies: which answers a bot gave for a person, as the record knows only whose seat it was."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from duskhall.engine.records import Record
from duskhall.server.messages import Seat
from duskhall.server.notes import Note, of_kind
from duskhall.server.rooms.journal import Followed
from duskhall.server.rooms.play import Play

DEPUTY: Final = "deputy"  # by the position of a question: a bot answered it for who sits there


class Deputies:
    """Notes it with each answer, and forgets it with what is taken back."""

    def __init__(self, play: Play, notes: list[Note]) -> None:
        self.play: Final = play
        self.answered: Final = set(of_kind(notes, DEPUTY))
        self.followed = play.position

    def follow(self, followed: Followed, taken_back_to: int | None) -> None:
        """After a change of position, and before it is written."""
        moves, seats = self.play.record.moves, self.play.seats
        first = self.followed if taken_back_to is None else taken_back_to
        gone = {position for position in self.answered if position >= first}
        new = {
            position
            for position, (seat, _) in enumerate(moves[first:], first)
            if seat >= 0 and seats[seat].kind != "bot" and seats[seat].bot is not None
        }
        self.followed = len(moves)
        self.answered.difference_update(gone)
        self.answered.update(new)
        followed.notes.extend(Note(DEPUTY, position) for position in sorted(gone - new))
        followed.notes.extend(Note(DEPUTY, position, "1") for position in sorted(new - gone))

    def told(self) -> list[int]:
        """The positions of those questions. For when the game is over."""
        play = self.play
        return for_persons(self.answered, play.record, play.seats) if play.is_over else []


def for_persons(answered: Iterable[int], record: Record, seats: list[Seat]) -> list[int]:
    """Of these positions, those where a person has the seat."""
    return [at for at in sorted(answered) if seats[record.moves[at][0]].kind == "person"]
