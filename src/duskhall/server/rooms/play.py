"""The game at a table: the moment it stands at, and what each pair of eyes is told of it."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET

from duskhall.engine.events import SPECTATOR, Event
from duskhall.engine.moves import Move, parse_move
from duskhall.engine.records import Record
from duskhall.engine.steps import Refusal
from duskhall.engine.table import Table
from duskhall.server import quiet
from duskhall.server.messages import Moved, Seat, TakeBack, encode
from duskhall.server.rooms.audience import Audience, Onlooker
from duskhall.server.telling import Outlook, are_public, asks, changed, happened, over, own_sealed
from duskhall.server.words import Refused


class Play:
    """A game, who sits at it, and what was taken back: what all parts of a room look at."""

    def __init__(self, table: Table, seats: list[Seat], takebacks: list[TakeBack]) -> None:
        self.table: Final = table
        self.seats: Final = seats
        self.takebacks: Final = takebacks
        self.seen_at = -1, -1  # the moment of which the outlook is known
        self.seen: Outlook = {}

    @property
    def record(self) -> Record:
        return self.table.record

    @property
    def position(self) -> int:
        return len(self.table.record.moves)

    @property
    def branch(self) -> int:
        return len(self.takebacks)

    @property
    def asked(self) -> int:
        """The position at which the open question was asked: sealed answers came after it."""
        return self.table.asked()

    @property
    def waiting(self) -> list[int]:
        return self.table.state.waiting

    @property
    def is_over(self) -> bool:
        return not self.table.state.waiting

    @property
    def is_quiet(self) -> bool:
        return quiet.is_quiet(self.table.state)

    def reached(self, eyes: int) -> int:
        """The position that these eyes know of."""
        return quiet.position(self.table.state, self.position, eyes)

    def hushed(self) -> list[int]:
        """The seats that may not talk, point or propose now."""
        s = self.table.state
        return [seat for seat in range(s.box.players) if s.hush(seat) is not None]

    def check_hush(self, by: Onlooker) -> None:
        """Refuse who may not talk now. While a seat is hushed, nobody speaks from the bench."""
        s = self.table.state
        seats = range(s.box.players) if by.eyes == SPECTATOR else [by.eyes]
        for seat in seats:
            refusal = None if self.is_over else s.hush(seat)
            if refusal is not None:
                sentence = self.sentence(refusal, seat, by.language)
                raise Refused("hushed", sentence, refusal.rule)

    def occasion(self, eyes: int) -> str:
        """What sort of quiet question these eyes are asked; '' if they are not."""
        s = self.table.state
        return s.agenda[-1].occasion(s, eyes) if s.is_quiet() and eyes in s.asked() else ""

    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def moves_of(self, eyes: int) -> list[str]:
        return [str(move) for move in self.table.state.legal_moves(eyes)]

    def proposable(self, eyes: int) -> list[str]:
        """Where all is open: what another seat may answer now, for these eyes to propose."""
        if eyes == SPECTATOR or eyes in self.waiting or self.is_over or self.is_quiet:
            return []
        return self.moves_of(self.waiting[0])

    def may_undo(self, eyes: int) -> str:
        if eyes == SPECTATOR or self.is_over:
            return ""
        return self.table.may_take_back(eyes)

    def outlook(self) -> Outlook:
        """What follows from what all can see now. It is made once for every moment."""
        moment = self.position, self.branch
        if self.seen_at != moment:
            self.seen_at, self.seen = moment, self.table.state.outlook()
        return self.seen

    def answer(self, seat: int, move: Move, audience: Audience) -> dict[Onlooker, bytes]:
        """Give an answer. What everyone here is to be told of it, once it is durable."""
        if not audience.onlookers:
            self.table.play(seat, move)
            return {}
        before = self.outlook()
        events = self.table.play(seat, move)
        return self.moved(seat, events, before, audience)

    def moved(
        self, seat: int | None, events: list[Event], before: Outlook, audience: Audience
    ) -> dict[Onlooker, bytes]:
        s, record = self.table.state, self.record
        position, branch, end = self.position, self.branch, over(record, s)
        asked, news = asks(s), changed(before, self.outlook())
        told = happened(events, SPECTATOR, s.box, True) if are_public(events) else None
        waiting, hushed, is_quiet = quiet.waiting(s), self.hushed() or UNSET, s.is_quiet()
        made: dict[tuple[int, bool], bytes] = {}
        for onlooker in audience.onlookers:
            eyes, views = onlooker.eyes, onlooker.views
            if (eyes, views) in made:
                continue
            moved = Moved(
                position,
                branch,
                seat,
                happened(events, eyes, s.box, True) if told is None else told,
                waiting,
                s.asked(),
                self.moves_of(eyes),
                self.may_undo(eyes),
                end,
            )
            if views:
                moved.view = s.view(eyes)
            else:
                moved.asks, moved.outlook = asked, news
                moved.sealed = own_sealed(s, eyes) or UNSET
            if self.table.state.box.is_open:
                moved.proposable = self.proposable(eyes)
            moved.hushed = hushed
            if is_quiet:
                moved.occasion = self.occasion(eyes) or UNSET
            made[eyes, views] = encode(moved)
        return {one: made[one.eyes, one.views] for one in audience.onlookers}

    def sentence(self, refusal: Refusal, seat: int, language: str) -> str:
        box = self.table.state.box
        return box.catalogue.refusal(box, refusal, seat, language, self.names())

    def refused(self, refusal: Refusal, seat: int, language: str) -> Refused:
        """The rules forbid it, and say why."""
        return Refused("illegal-move", self.sentence(refusal, seat, language), refusal.rule)


def read_move(text: str) -> Move:
    try:
        return parse_move(text)
    except ValueError as error:
        raise Refused("malformed", error) from None
