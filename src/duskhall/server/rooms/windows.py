"""Windows: quiet questions, and the standing passes by which a seat answers them beforehand."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET
from msgspec.json import decode
from msgspec.json import encode as encode_text

from duskhall.engine.moves import Move
from duskhall.engine.table import ALONE
from duskhall.server import quiet
from duskhall.server.messages import Moved, Standing, encode
from duskhall.server.notes import Note, of_kind
from duskhall.server.rooms.audience import Audience, Onlooker
from duskhall.server.rooms.journal import Journal
from duskhall.server.rooms.play import Play
from duskhall.server.telling import asks

NOTE: Final = "standing"  # by seat


def answer_quietly(
    play: Play, seat: int, move: Move, audience: Audience
) -> list[dict[Onlooker, bytes]]:
    """Answer a quiet question. Only its own seat is told, until the last answer is in.

    Then all others are told what they are always told, in an order that says nothing of theirs.
    """
    s = play.table.state
    asked, whom = play.asked, s.asked()[:]
    answers = {**s.sealed, seat: move}
    sealed: dict[tuple[int, bool], Moved] = {}  # by eyes and whether they want views
    for onlooker in audience.onlookers:
        eyes = onlooker.eyes
        if (eyes, onlooker.views) not in sealed:
            sealed[eyes, onlooker.views] = still(play, answers, onlooker)
    before = play.outlook()
    events = play.table.play(seat, move)
    told = [at(asked + 1, seat, sealed, [one for one in audience.onlookers if one.eyes == seat])]
    if seat in play.table.state.sealed:
        return told
    for number in range(1, len(whom)):
        others = [one for one in audience.onlookers if number > 1 or one.eyes not in whom]
        told.append(at(asked + number, None, sealed, others))
    told.append(play.moved(None, events, before, audience))
    return told


def still(play: Play, answers: dict[int, Move], onlooker: Onlooker) -> Moved:
    """What is told of a position at which somebody, who is not named, has answered."""
    s, eyes = play.table.state, onlooker.eyes
    undo = ALONE if eyes in answers else play.may_undo(eyes)
    moved = Moved(0, play.branch, None, [], s.asked()[:], s.asked()[:], [], undo, None)
    if onlooker.views:
        moved.view = {**s.view(eyes), "sealed": quiet.own(answers, eyes)}
    else:
        moved.asks, moved.sealed = asks(s), quiet.own(answers, eyes) or UNSET
    if s.box.is_open:
        moved.proposable = []
    moved.hushed, moved.occasion = play.hushed() or UNSET, play.occasion(eyes) or UNSET
    return moved


def at(
    position: int,
    seat: int | None,
    sealed: dict[tuple[int, bool], Moved],
    onlookers: list[Onlooker],
) -> dict[Onlooker, bytes]:
    """The same of one position after another."""
    told: dict[Onlooker, bytes] = {}
    for onlooker in onlookers:
        moved = sealed[onlooker.eyes, onlooker.views]
        moved.position, moved.seat = position, seat
        told[onlooker] = encode(moved)
    return told


class StandingPasses:
    """What each seat passes on without being waited for. Only the seat itself is told of it."""

    def __init__(self, play: Play, journal: Journal, audience: Audience, notes: list[Note]) -> None:
        self.play: Final = play
        self.journal: Final = journal
        self.audience: Final = audience
        self.passes: Final[dict[int, list[str]]] = {
            seat: decode(text, type=list[str]) for seat, text in of_kind(notes, NOTE).items()
        }

    def set(self, by: Onlooker, passes: list[str], answers: int | None) -> None:
        self.journal.check()
        seat, chosen = by.eyes, sorted(set(passes))
        self.passes[seat] = chosen
        message = encode(Standing(chosen))
        own = {onlooker: message for onlooker in self.audience.onlookers if onlooker.eyes == seat}
        note = Note(NOTE, seat, encode_text(chosen).decode() if chosen else "")
        self.journal.note([note], lambda: self.audience.tell_each(own, by, answers))

    def due(self) -> tuple[int, Move] | None:
        """A seat that is asked what it passes on, and how it passes."""
        s = self.play.table.state
        if not self.passes or not s.is_quiet():
            return None
        step = s.agenda[-1]
        for seat in s.waiting:
            if self.play.seats[seat].bot is None and seat in self.passes:
                move = step.passing(s, seat)
                if move is not None and step.occasion(s, seat) in self.passes[seat]:
                    return seat, move
        return None
