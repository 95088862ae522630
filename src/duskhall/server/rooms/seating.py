"""Seating: who sits where, who has come and gone, and which bot answers for whom."""

from __future__ import annotations

import time
from math import ceil
from typing import Final

from msgspec import UNSET

from duskhall.engine.events import SPECTATOR
from duskhall.server.messages import HandOver, Seat, SeatsChanged, encode
from duskhall.server.notes import Note, of_kind
from duskhall.server.programs import Failure
from duskhall.server.rooms.audience import Audience
from duskhall.server.rooms.journal import Journal
from duskhall.server.rooms.takebacks import nothing
from duskhall.server.seats import apart, check_bot, free_face, hashed, new_token, plain_name
from duskhall.server.words import Refused, say

UNCLAIMED: Final = "unclaimed"  # by seat: nobody has come to it since the rematch was made
KEYS: Final = 8  # that a seat may be given, if the first were lost on the way


class Seating:
    """The seats of a table, and the tokens that open them."""

    def __init__(
        self,
        seats: list[Seat],
        tokens: dict[bytes, int],
        public: bool,
        journal: Journal,
        audience: Audience,
        notes: list[Note],
        grace: float,
    ) -> None:
        self.seats: Final = seats
        self.tokens: Final = tokens
        self.public: Final = public
        self.journal: Final = journal
        self.audience: Final = audience
        self.unclaimed: Final = set(of_kind(notes, UNCLAIMED))
        self.grace: Final = grace
        now = time.monotonic()
        self.gone: Final = dict.fromkeys(range(len(seats)), now)  # since when, of who is away
        for seat in seats:
            seat.here, seat.program = False, UNSET

    def admits(self, token: str, is_guest: bool) -> bool:
        """Whether this table is there for whoever has this token; a guest comes for an open seat."""
        if self.public or hashed(token) in self.tokens:
            return True
        return is_guest and any(seat.kind == "open" for seat in self.seats)

    def opens(self, token: str) -> int:
        """The eyes that a token opens. At a public table, none is needed to watch."""
        if not token and self.public:
            return SPECTATOR
        eyes = self.tokens.get(hashed(token)) if token else None
        if eyes is None:
            raise Refused("wrong-token" if self.public else "unknown-table")
        return eyes

    def note_presence(self, eyes: int) -> None:
        """Someone with these eyes came or went."""
        if eyes == SPECTATOR:
            return
        seat, here = self.seats[eyes], self.audience.has(eyes)
        program = self.audience.has_program(eyes) or UNSET
        if seat.here != here or seat.program != program:
            if seat.here != here:
                self.gone[eyes] = time.monotonic()
            seat.here, seat.program = here, program
            if eyes in self.unclaimed and not self.journal.failed:
                self.unclaimed.discard(eyes)
                self.journal.note([Note(UNCLAIMED, eyes)], nothing)
            self.audience.tell(encode(SeatsChanged(self.seats)))

    def sit(self, name: str, wanted: int | None, language: str) -> tuple[int, str]:
        """Take an open seat, and the token that opens it from now on."""
        for number, seat in enumerate(self.seats):
            if seat.kind == "open" and wanted in (None, number):
                break
        else:
            raise Refused("not-open")
        seat.kind, seat.bot, seat.face = "person", None, ""
        usual = say("names", "person", language, number=number + 1)
        seat.name = apart(plain_name(name) or usual, self.seats, str(number + 1), number)
        if not any(other.host for other in self.seats):
            seat.host = True
        token = new_token()
        self.tokens[hashed(token)] = number
        self.keep({hashed(token): number})
        return number, token

    def claim(self, seat: int) -> str:
        """A key for a seat that nobody has come to since the rematch was made; '' for any other."""
        given = [eyes for eyes in self.tokens.values() if eyes == seat]
        if seat not in self.unclaimed or len(given) >= KEYS or self.journal.failed:
            return ""
        token = new_token()
        self.tokens[hashed(token)] = seat
        self.keep({hashed(token): seat})
        return token

    def hand_over(
        self, eyes: int, message: HandOver, language: str = "en", position: int = 0
    ) -> int:
        """Hand a seat to a bot, or take it back. Which one it was."""
        number = eyes if message.seat is None else message.seat
        if not 0 <= number < len(self.seats):
            raise Refused("not-your-seat")
        seat = self.seats[number]
        is_own = number == eyes
        is_host = eyes != SPECTATOR and self.seats[eyes].host
        if not (is_own or (is_host and not seat.here)):
            raise Refused("not-your-seat")
        if message.bot is not None:
            check_bot(message.bot)
            if not is_own and seat.kind == "person" and seat.bot is None:
                self.check_grace(number)
        elif seat.kind == "bot":
            raise Refused("not-your-seat")
        if seat.bot != message.bot:
            seat.bot = message.bot
            if message.why and is_own and seat.program is True:
                seat.failed = Failure(message.why, position)
            if seat.kind == "open":
                self.introduce(number, language)
            self.keep({})
        return number

    def introduce(self, number: int, language: str) -> None:
        """Who keeps an open seat warm has a face and a name; nobody has none."""
        seat = self.seats[number]
        if seat.bot is None:
            seat.face, seat.name = "", say("names", "open", language, number=number + 1)
        elif not seat.face:
            seat.face = free_face(seat.bot, self.seats, language)
            seat.name = say("faces", seat.face, language)

    def check_grace(self, seat: int) -> None:
        """Refuse to dispose of a person's seat before they had time to come back."""
        left = self.gone[seat] + self.grace - time.monotonic()
        if left > 0:
            raise Refused("too-soon", ceil(left))

    def rename(self, eyes: int, name: str) -> None:
        if eyes == SPECTATOR:
            raise Refused("not-your-seat")
        name = plain_name(name)
        name = name and apart(name, self.seats, str(eyes + 1), eyes)
        if name and name != self.seats[eyes].name:
            self.seats[eyes].name = name
            self.keep({})

    def keep(self, tokens: dict[bytes, int]) -> None:
        """Keep the seats as they are now, with new tokens, and tell of it."""
        message = encode(SeatsChanged(self.seats))
        self.journal.seats(self.seats, tokens, lambda: self.audience.tell(message))
