"""What comes from outside: a clock that has run out, a word that was said. It waits for a reveal."""

from __future__ import annotations

from typing import Final

from msgspec.json import decode, encode

from duskhall.engine.events import OUTSIDE
from duskhall.engine.moves import Move, parse_move
from duskhall.server.notes import Note, of_kind
from duskhall.server.rooms.answers import Answers
from duskhall.server.rooms.clock import TableClock
from duskhall.server.rooms.play import Play

NOTE: Final = "held"
MOST: Final = 20  # words that wait


class Outside:
    """Brings to the game what nobody at the table has answered."""

    def __init__(self, play: Play, answers: Answers, clock: TableClock, notes: list[Note]) -> None:
        self.play: Final = play
        self.answers: Final = answers
        self.clock: Final = clock
        text = of_kind(notes, NOTE).get(0)
        self.held: Final[list[str]] = decode(text, type=list[str]) if text else []

    def listen(self, seat: int, text: str) -> list[Note]:
        """Hear what a seat says. The words are not kept; what is to come of them is."""
        s = self.play.table.state
        move = s.listens(seat, text) if s.waiting else None
        if move is None or len(self.held) >= MOST:
            return []
        self.held.append(str(move))
        return [self.note()]

    def note(self) -> Note:
        return Note(NOTE, 0, encode(self.held).decode() if self.held else "")

    def settle(self) -> bool:
        """Let one thing come, if one is to come now. Whether something has changed.

        Nothing comes while answers are sealed. A quiet question is let alone even if nobody has
        answered yet: otherwise this would tell whether somebody has.
        """
        if not self.held and self.clock.kept is None:
            return False
        s = self.play.table.state
        if s.sealed or s.is_quiet() or not s.waiting:
            return False
        if self.held:
            move = parse_move(self.held.pop(0))
            notes = [self.note()]
            if not self.bring(move, notes):
                self.answers.journal.note(notes, lambda: None)
            return True
        due = self.clock.due()
        return due is not None and self.bring(due, [])

    def bring(self, move: Move, notes: list[Note]) -> bool:
        if self.play.table.state.why_not(OUTSIDE, move) is not None:
            return False
        self.answers.give([(OUTSIDE, move)], notes=notes)
        return True
