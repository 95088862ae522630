"""A table: a record being written, the state it has led to, and who may take back what."""

from __future__ import annotations

from typing import Final, NamedTuple
from zlib import crc32

from duskhall.engine.edition import Edition
from duskhall.engine.events import NOWHERE, OUTSIDE, Event, Seat
from duskhall.engine.game import Game, Standing, new_seed
from duskhall.engine.moves import Move
from duskhall.engine.records import Record
from duskhall.engine.state import FRESH, State

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
        self.state: State = record.begin(dealt)
        self.events: list[list[Event]] = []  # by position: what happened on the way to it
        self.marks: list[int] = []  # by position: luck, reveals and final deeds so far
        self.sights: list[int] = []  # by position: luck and reveals so far
        self.pulses: list[int] = []  # by position: a short digest of what happened
        self.roots: list[int] = []  # by position: itself, or where the quiet question was asked
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
        if not self.state.waiting:
            self.record.result = self.record.game.standing(self.state)
        return events

    def pass_time(self) -> list[Event]:
        """Let come from outside what does where no real time passes; it is on record as such."""
        move = self.state.coming()
        return [] if move is None else self.play(OUTSIDE, move)

    def note(self, events: list[Event]) -> None:
        """Keep what is kept of the position that was reached."""
        self.marks.append(mark(self.state))
        self.sights.append(self.state.drawn + self.state.revealed)
        self.pulses.append(pulse(self.state, events))
        self.roots.append(self.asked() if self.state.is_quiet() else len(self.record.moves))
        if not self.sparing:
            self.record.chain.append(self.record.link(self.state))
            self.events.append(events)

    def may_take_back(self, seat: Seat) -> str:
        """ALONE, CONSENT, or '' if the seat has not answered anything."""
        last = self.last_answer(seat)
        if last < 0:
            return ""
        if seat in self.state.sealed:
            return ALONE  # all that came after it is sealed, too
        position = self.roots[-1]  # whether others have answered since is not to be told by this
        nothing_since = last == position - 1 and self.marks[position] == self.marks[last]
        return ALONE if nothing_since else CONSENT

    def way_back(self, seat: Seat) -> int:
        """The position that taking back leads to, for a seat that has answered something.

        Once a quiet question is revealed, all of its answers go together: who answered before whom
        is told to nobody.
        """
        last = self.last_answer(seat)
        return last if seat in self.state.sealed else self.roots[last]

    def has_shown(self, since: int) -> bool:
        """Whether luck or a reveal came after this position: what is taken back was seen."""
        return self.sights[-1] != self.sights[since]

    def asked(self) -> int:
        """The position at which the open question was asked: sealed answers came after it."""
        return len(self.record.moves) - len(self.state.sealed)

    def take_back(self, seat: Seat, consent: bool = False) -> None:
        """Undo the seat's last answer; by consent, also everything that came after it.

        Answers that others have sealed to the same question stay. Luck that was seen does not come
        again: what follows is fresh.
        """
        leave = self.may_take_back(seat)
        if leave == "":
            raise NothingToTakeBack("there is no answer to take back")
        if leave == CONSENT and not consent:
            raise NothingToTakeBack("something was revealed since: the others must agree")
        back = self.way_back(seat)
        kept = self.record.moves[back + 1 :] if seat in self.state.sealed else []
        drawn = self.state.drawn
        self.rewind(back)
        for other, move in kept:
            self.play(other, move)
        if self.state.drawn != drawn:
            self.record.freshened += 1
            self.play(OUTSIDE, Move(FRESH, self.record.freshened))

    def rewind(self, position: int) -> None:
        """Go back to the position after that many moves."""
        record = self.record
        self.state = record.replay(position)
        del record.moves[position:]
        del record.chain[position + 1 :]
        del self.events[position + 1 :]
        del self.marks[position + 1 :]
        del self.sights[position + 1 :]
        del self.pulses[position + 1 :]
        del self.roots[position + 1 :]
        record.result = None

    def last_answer(self, seat: Seat) -> int:
        """The index of the seat's last move, or -1."""
        for index in range(len(self.record.moves) - 1, -1, -1):
            if self.record.moves[index][0] == seat:
                return index
        return -1


def mark(s: State) -> int:
    """Grows whenever luck is drawn, something is revealed or done for good, and never otherwise."""
    return s.drawn + s.revealed + s.finals


def pulse(s: State, events: list[Event]) -> int:
    """A short digest of what happened on the way to this position, and of what is asked now.

    It tells by accident changed rules from the same ones. Of events it knows what they change and
    by which names, not how they are told.
    """
    box = s.box
    parts = [repr(step) for step in s.agenda]
    for event in events:
        if event.source != NOWHERE:
            source, target = box.name_of[event.source], box.name_of[event.target]
            parts.append(f"{event.cards} {source} {target} {event.under}")
        if event.number != NOWHERE:
            parts.append(f"{box.number_name[event.number]}={event.value}")
    parts.append(f"{s.waiting} {s.drawn}")
    return crc32("\n".join(parts).encode())


class Parting(NamedTuple):
    """Where a replay leaves what was recorded: after `position` moves all was still the same."""

    position: int
    reason: str


def retrace(
    record: Record, pulses: list[int], result: Standing | None = None
) -> tuple[Table, Parting | None]:
    """Replay a record by the rules of today, and hold positions and result against what was kept.

    The table is at the last position that is the same. A record that parts at the deal has none:
    then it is at the deal of today, and the parting is at -1. A pulse of 0 was never taken.
    """
    answers, record.moves = record.moves, []
    table = Table(record, sparing=True)
    if pulses and pulses[0] not in (0, table.pulses[0]):
        return table, Parting(-1, "another deal")
    for position, (seat, move) in enumerate(answers):
        known = pulses[position + 1] if position + 1 < len(pulses) else 0
        try:
            table.play(seat, move)
        except Exception as error:  # whatever rules of another time stumble over
            table.rewind(position)
            return table, Parting(position, str(error) or type(error).__name__)
        if known not in (0, table.pulses[-1]):
            table.rewind(position)
            return table, Parting(position, "another outcome")
    if result is not None and table.record.result != result:
        return table, Parting(len(answers), "another result")
    return table, None


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
