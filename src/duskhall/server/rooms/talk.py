"""Talk at a table: chat, which is kept, and pointing and proposing, which are not."""

from __future__ import annotations

import time
from typing import Final

from duskhall.engine.events import SPECTATOR
from duskhall.server.messages import Line, Pointed, Propose, Proposed, Said, Seat, encode
from duskhall.server.notes import Note
from duskhall.server.rooms.audience import Audience, Onlooker
from duskhall.server.rooms.journal import Journal
from duskhall.server.rooms.outside import Outside
from duskhall.server.rooms.play import Play, read_move
from duskhall.server.seats import CHAT_LENGTH, NAME_LENGTH, apart, plain, plain_name
from duskhall.server.settings import Settings
from duskhall.server.words import Refused, say


class Chat:
    """What people say to each other."""

    def __init__(
        self,
        seats: list[Seat],
        journal: Journal,
        audience: Audience,
        settings: Settings,
        chat: list[Line],
        lines: int,
    ) -> None:
        self.seats: Final = seats
        self.journal: Final = journal
        self.audience: Final = audience
        self.settings: Final = settings
        self.chat: Final = chat  # the last lines
        self.lines = lines  # in all

    def say(self, by: Onlooker, text: str, name: str, answers: int | None) -> None:
        text = plain(text, CHAT_LENGTH)
        if not text:
            raise Refused("malformed", "there is nothing said")
        self.journal.check()
        notes = self.consequences(by, text)
        if by.eyes == SPECTATOR:
            name, seat = plain_name(name), -1
            usual = say("names", "spectator", by.language)
            name = apart(name or usual, self.seats, usual)
        else:
            name, seat = self.seats[by.eyes].name, by.eyes
        line = Line(self.lines, name, text, int(time.time()), seat)
        self.lines += 1
        message = encode(Said(line))

        def tell() -> None:
            self.chat.append(line)
            self.forget(is_stranger=seat < 0)
            self.audience.tell(message, by, answers)

        most = self.settings.strangers_kept if seat < 0 else self.settings.chat_kept
        self.journal.line(line, most, notes, tell)

    def forget(self, is_stranger: bool) -> None:
        """Strike the oldest lines of seats, or of strangers, that are no longer shown."""
        most = self.settings.strangers_shown if is_stranger else self.settings.chat_shown
        theirs = [line for line in self.chat if (line.seat < 0) is is_stranger]
        for line in theirs[: max(0, len(theirs) - most)]:
            self.chat.remove(line)

    def consequences(self, by: Onlooker, text: str) -> list[Note]:
        """What is to be noted of it. Refused, where it may not be said."""
        return []


class Talk(Chat):
    """What people say and show each other while they play."""

    def __init__(
        self,
        play: Play,
        journal: Journal,
        audience: Audience,
        settings: Settings,
        chat: list[Line],
        lines: int,
        outside: Outside,
    ) -> None:
        super().__init__(play.seats, journal, audience, settings, chat, lines)
        self.play: Final = play
        self.outside: Final = outside

    def consequences(self, by: Onlooker, text: str) -> list[Note]:
        self.play.check_hush(by)
        return [] if by.eyes == SPECTATOR else self.outside.listen(by.eyes, text)

    def point(self, by: Onlooker, at: str, answers: int | None) -> None:
        """Point at something on the table, for all to see. Nothing of it is kept."""
        if by.eyes == SPECTATOR:
            raise Refused("not-your-seat")
        at = plain(at, NAME_LENGTH)
        if not at:
            raise Refused("malformed", "there is nothing pointed at")
        self.play.check_hush(by)
        self.audience.tell(encode(Pointed(by.eyes, at)), by, answers)

    def propose(self, by: Onlooker, message: Propose) -> None:
        """Propose an answer to whoever is asked. Nothing of it is kept.

        Only where all is open is it checked by the rules: elsewhere that would tell of a hand.
        """
        play = self.play
        if by.eyes == SPECTATOR:
            raise Refused("not-your-seat")
        if play.is_over:
            raise Refused("game-over")
        if message.position != play.reached(by.eyes) or message.branch not in (None, play.branch):
            raise Refused("stale")
        self.play.check_hush(by)
        move, s = read_move(message.move), play.table.state
        if play.table.state.box.is_open and not play.is_quiet:
            refusals = [s.why_not(seat, move) for seat in s.waiting]
            if None not in refusals:
                assert refusals[0] is not None
                raise play.refused(refusals[0], s.waiting[0], by.language)
        told = Proposed(by.eyes, str(move), play.reached(SPECTATOR), play.branch)
        self.audience.tell(encode(told), by, message.id)
