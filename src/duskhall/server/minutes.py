"""The minutes of a table's offers: what was said of them, kept beside the record for its replay."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET, Struct
from msgspec.json import decode, encode

from duskhall.engine.events import ALL_SEEING
from duskhall.server.bargains import Talk
from duskhall.server.messages import Frames
from duskhall.server.notes import Note, of_kind

NOTE: Final = "talk"  # by number
KEPT: Final = 4_000  # lines of a table
OFFERING: Final = ("offer", "counter")
WHISPER: Final = "whisper"


class Line(Struct):
    """Something that was said, and who has heard it."""

    talk: Talk
    turn: int
    hearers: list[int] | None = None  # None: all

    def is_for(self, eyes: int) -> bool:
        return self.hearers is None or eyes in self.hearers

    def pairs(self) -> list[tuple[int, int]]:
        """Who talks with whom, whoever said it."""
        seat = self.talk.seat
        return [(min(seat, other), max(seat, other)) for other in self.talk.to]


class Minutes:
    """The lines that are kept, the oldest first."""

    def __init__(self, notes: list[Note]) -> None:
        kept = sorted(of_kind(notes, NOTE).items())
        self.lines: Final[dict[int, Line]] = {
            number: decode(text, type=Line) for number, text in kept
        }
        self.next = kept[-1][0] + 1 if kept else 0

    def write(self, line: Line) -> list[Note]:
        """Keep a line; what is too old is forgotten."""
        self.lines[self.next] = line
        notes = [Note(NOTE, self.next, encode(line).decode())]
        self.next += 1
        if len(self.lines) > KEPT:
            notes.append(self.drop(min(self.lines)))
        return notes

    def drop(self, number: int) -> Note:
        del self.lines[number]
        return Note(NOTE, number)

    def take_back(self, position: int, turn: int = -1) -> list[Note]:
        """Forget what was said after this position, and what was agreed on at it.

        But what was offered in this turn was offered: it stays said, and counts.
        """
        notes: list[Note] = []
        for number, line in list(self.lines.items()):
            talk = line.talk
            if talk.position > position and line.turn == turn and talk.kind in OFFERING:
                talk.position = position
                notes.append(Note(NOTE, number, encode(line).decode()))
            elif talk.position > position or (talk.position == position and talk.kind == "agree"):
                notes.append(self.drop(number))
        return notes

    def of_turn(self, turn: int) -> list[Line]:
        """The lines of the turn that is being played: they are the last ones."""
        found: list[Line] = []
        for line in reversed(self.lines.values()):
            if line.turn != turn:
                break
            found.append(line)
        return found[::-1]

    def about(self, offer: int) -> list[Line]:
        return [
            line for line in self.lines.values() if offer in (line.talk.offer, line.talk.counters)
        ]


def spoken(lines: list[Line], eyes: int, own: int) -> dict[int, list[Talk]]:
    """By position, what is told of the talk through these eyes to whoever has their own.

    Of a whisper others are told once a turn that these two talk, and nothing of its order.
    """
    told: dict[int, list[Talk]] = {}
    whispered: set[tuple[int, tuple[int, int]]] = set()
    for line in lines:
        here = told.setdefault(line.talk.position, [])
        if line.hearers is None or (own in line.hearers and eyes in (*line.hearers, ALL_SEEING)):
            here.append(line.talk)
        elif line.talk.kind in OFFERING:
            for pair in line.pairs():
                if (line.turn, pair) not in whispered:
                    whispered.add((line.turn, pair))
                    here.append(Talk(line.talk.position, WHISPER, pair[0], to=[pair[1]]))
    return told


def with_talk(frames: Frames, lines: list[Line], eyes: int, own: int) -> Frames:
    """The same frames, each with what was said at its position."""
    told = spoken(lines, eyes, own)
    for frame in frames.frames:
        frame.talk = told.get(frame.position) or UNSET
    return frames
