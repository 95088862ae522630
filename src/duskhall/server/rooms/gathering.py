"""A table without luck yet: its people's browsers make the seed together with the server."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final

from msgspec import UNSET, Struct
from msgspec.json import decode, encode
from msgspec.structs import replace

from duskhall.engine.events import SPECTATOR
from duskhall.engine.proof import (
    DIGITS,
    Proof,
    Share,
    commitment_of,
    is_word,
    promise_of,
)
from duskhall.engine.records import Record
from duskhall.engine.table import Table
from duskhall.server.lots import Broken, Luck
from duskhall.server.messages import About, HandOver, LuckChanged, TableFrame
from duskhall.server.notes import Note, of_kind
from duskhall.server.proving import COMMIT, REVEAL, SHOWN, proven
from duskhall.server.rooms.helpers import asks_first
from duskhall.server.rooms.hints import are_allowed
from duskhall.server.rooms.seating import UNCLAIMED
from duskhall.server.rooms.standins import seconds_of
from duskhall.server.rooms.unplayed import EMPTY, Unplayed
from duskhall.server.seats import eyes_name, persons
from duskhall.server.settings import Settings
from duskhall.server.store import Standpoint, Store, Stored
from duskhall.server.telling import terms
from duskhall.server.words import Refused

LUCK: Final = "luck"  # among the notes of a table
ROUNDS: Final = 1_000  # that seats may begin anew by themselves
HALL: Final = -1  # whose doing it was that a round began anew, if it was no seat's


class Drawing(Struct):
    """A round of luck, as it is kept."""

    round: int
    secret: str
    closed: bool = False  # all have committed: from here on, nobody comes to it or leaves it
    commitments: dict[int, str] = {}  # by seat
    shares: dict[int, str] = {}
    broken: list[Broken] = []


def new_secret() -> str:
    """256 bits of the system's luck."""
    return secrets.token_hex(DIGITS // 2)


def first_round() -> Note:
    """What is kept of a table that begins to gather its luck."""
    return kept(Drawing(1, new_secret()))


def kept(drawing: Drawing) -> Note:
    return Note(LUCK, 0, encode(drawing).decode())


class Gathering(Unplayed):
    """Takes commitments until everyone has committed, then shares; and deals once it has all.

    The promise is shown before anybody commits, and the secret it binds is told to nobody before
    the end: who is the last to tell their share knows no more of the seed than the first.
    """

    def __init__(
        self,
        stored: Stored,
        record: Record,
        store: Store,
        settings: Settings,
        deal: Callable[[Gathering, Stored, Table], None],  # what the hall does with it then
    ) -> None:
        super().__init__(stored, store, settings)
        self.record = record  # without a seed: it is never dealt from
        self.drawing = decode(of_kind(stored.notes, LUCK)[0], type=Drawing)
        self.is_dealt = False  # and about to be told
        self.deal_with: Final = deal

    @property
    def is_over(self) -> bool:
        return False

    @property
    def promise(self) -> str:
        return promise_of(self.record.terms(), self.drawing.round, self.drawing.secret)

    # What is done at it

    def open(self) -> None:
        """Take it up as it was left. By other rules than were promised, the luck begins anew."""
        now = self.record.game.version
        if self.record.version != now:
            self.stored.header = replace(self.stored.header, version=now)
            self.stored.standpoint = Standpoint(now)
            self.record = self.stored.header.record()
            self.journal.deal(self.stored, [], lambda: None)
            self.begin_anew(HALL)
            self.keep()
            return
        before = kept(self.drawing)
        self.settle(HALL)
        if kept(self.drawing) != before:  # the seats had changed, and this was not written any more
            self.keep()

    def sit(self, name: str, wanted: int | None, language: str) -> tuple[int, str]:
        seat, token = self.seating.sit(name, wanted, language)
        self.look_around(seat)
        return seat, token

    def hand_over(self, eyes: int, message: HandOver, language: str) -> None:
        self.look_around(self.seating.hand_over(eyes, message, language))

    def commit(self, eyes: int, number: int, commitment: str) -> None:
        """Bind a seat to its share."""
        self.check(eyes, number, commitment)
        known = self.drawing.commitments.get(eyes)
        if known is not None:
            if known != commitment:
                raise Refused("committed")
            return
        self.drawing.commitments[eyes] = commitment
        self.close_if_all()
        self.keep()

    def reveal(self, eyes: int, number: int, share: str) -> None:
        """Take the share that a seat is bound to. With the last one, the game is dealt."""
        self.check(eyes, number, share)
        drawing = self.drawing
        if not drawing.closed:
            raise Refused("too-early")
        if commitment_of(self.promise, eyes, share) != drawing.commitments[eyes]:
            raise Refused("no-match")
        if eyes in drawing.shares:
            return
        drawing.shares[eyes] = share
        if len(drawing.shares) == len(drawing.commitments):
            self.deal()
        else:
            self.keep()

    def anew(self, eyes: int, number: int) -> None:
        """A seat has lost its share: all begin anew."""
        self.check(eyes, number)
        if eyes not in self.drawing.commitments:
            raise Refused("not-committed")
        if number >= ROUNDS:
            raise Refused("too-many")
        self.begin_anew(eyes)
        self.keep()

    def check(self, eyes: int, number: int, word: str | None = None) -> None:
        self.journal.check()
        if eyes == SPECTATOR:
            raise Refused("not-your-seat")
        if self.seats[eyes].bot is not None:
            raise Refused("bot-plays")
        if self.is_dealt:
            raise Refused("not-gathering")
        if number != self.drawing.round:
            raise Refused("stale-round", self.drawing.round)
        if word is not None and not is_word(word):
            raise Refused("wrong-luck", DIGITS)

    # What follows from it

    def look_around(self, seat: int) -> None:
        """After the seats have changed."""
        if not self.is_dealt:
            self.settle(seat)
            self.keep()

    def settle(self, seat: int) -> None:
        """Find out who is to commit, and whether a closed round still holds."""
        drawing, people = self.drawing, persons(self.seats)
        if drawing.closed:
            if sorted(drawing.commitments) != people:
                self.begin_anew(seat)
            return
        for gone in set(drawing.commitments) - set(people):
            del drawing.commitments[gone]
        self.close_if_all()

    def close_if_all(self) -> None:
        people = persons(self.seats)
        has_open = any(seat.kind == "open" and seat.bot is None for seat in self.seats)
        self.drawing.closed = bool(people) and not has_open and not self.missing()

    def missing(self) -> list[int]:
        """The seats that are waited for: to commit, or to tell their share."""
        done = self.drawing.shares if self.drawing.closed else self.drawing.commitments
        return [
            number
            for number, seat in enumerate(self.seats)
            if seat.kind != "bot" and seat.bot is None and number not in done
        ]

    def begin_anew(self, seat: int) -> None:
        """A new secret and new shares. What was told in this round is of no use to anybody."""
        old = self.drawing
        broken = [*old.broken, Broken(old.round, seat)][-SHOWN:]
        self.drawing = Drawing(old.round + 1, new_secret(), broken=broken)

    def keep(self) -> None:
        """Keep the round as it is now, and tell of it."""
        message = encode(LuckChanged(self.luck()))
        self.journal.note([kept(self.drawing)], lambda: self.audience.tell(message))

    def deal(self) -> None:
        """Everyone has told their share: there is a seed, and a game."""
        drawing, stored = self.drawing, self.stored
        shares = [
            Share(seat, commitment, drawing.shares[seat])
            for seat, commitment in sorted(drawing.commitments.items())
        ]
        proof = Proof(drawing.round, self.promise, drawing.secret, shares)
        told = proven(proof)
        assert told is not UNSET
        stored.header = replace(stored.header, seed=proof.seed(), proof=told)
        table = Table(stored.header.record(), sparing=True)
        self.is_dealt = True
        stored.pulses, stored.result = table.pulses, table.record.result
        stored.over = not table.state.waiting

        def open_it() -> None:
            stored.notes = [Note(UNCLAIMED, seat, "1") for seat in sorted(self.seating.unclaimed)]
            stored.chat, stored.lines = self.chat.chat, self.chat.lines
            self.deal_with(self, stored, table)

        self.journal.deal(stored, [Note(LUCK)], open_it)

    # What is told of it

    def luck(self) -> Luck:
        drawing = self.drawing
        return Luck(
            drawing.round,
            self.promise,
            REVEAL if drawing.closed else COMMIT,
            {str(seat): bound for seat, bound in sorted(drawing.commitments.items())},
            sorted(drawing.shares),
            self.missing(),
            drawing.broken,
        )

    def about(self) -> About:
        return About(
            *terms(self.record),
            self.name,
            self.public,
            self.stored.created,
            self.seats,
            False,
            0,
            self.missing(),
            "",
            source=self.stored.header.source or UNSET,
            proof=True,
            stand_in=seconds_of(self.stored.notes) or UNSET,
            hints=are_allowed(self.stored.notes, self.seats, self.record.box()) or UNSET,
            ask_first=asks_first(self.stored.notes, self.record.box()) or UNSET,
        )

    def whole(self, eyes: int, position: int, branch: int) -> TableFrame:
        return TableFrame(
            *terms(self.record),
            self.name,
            eyes_name(eyes),
            self.public,
            "",
            self.seats,
            0,
            0,
            EMPTY,
            [],
            [],
            [],
            "",
            -1,
            [],
            [],
            None,
            self.chat.chat,
            None,
            None,
            build=self.settings.build,
            source=self.stored.header.source or UNSET,
            luck=self.luck(),
        )
