"""A room: one table, with whoever is connected to it."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from msgspec import UNSET, Raw

from duskhall.engine.events import SPECTATOR
from duskhall.engine.records import Record
from duskhall.engine.table import Table
from duskhall.server import quiet
from duskhall.server.lessons import script_of
from duskhall.server.logbook import Logs
from duskhall.server.messages import (
    About,
    Again,
    HandOver,
    MakeOffer,
    Propose,
    Seat,
    TableFrame,
    encode,
)
from duskhall.server.proving import made_luck
from duskhall.server.rooms.answers import Answers
from duskhall.server.rooms.audience import Audience, Onlooker
from duskhall.server.rooms.beside import Beside
from duskhall.server.rooms.bots import Bots
from duskhall.server.rooms.clock import TableClock
from duskhall.server.rooms.course import Course
from duskhall.server.rooms.deputies import Deputies
from duskhall.server.rooms.helpers import Helpers
from duskhall.server.rooms.hints import Hints
from duskhall.server.rooms.journal import Journal
from duskhall.server.rooms.keeping import Keeping
from duskhall.server.rooms.offers import WORDS, Book, Saying
from duskhall.server.rooms.outside import Outside
from duskhall.server.rooms.play import Play
from duskhall.server.rooms.seating import Seating
from duskhall.server.rooms.standins import StandIns
from duskhall.server.rooms.takebacks import TakeBacks
from duskhall.server.rooms.talk import Talk
from duskhall.server.rooms.windows import StandingPasses
from duskhall.server.seats import eyes_name, plain
from duskhall.server.settings import Settings
from duskhall.server.store import Store, Stored
from duskhall.server.telling import asks, over, terms
from duskhall.server.thinking import Thinker


class Room:
    """Puts the parts of a table together. After whatever happens at it, the bots look around.

    No part knows the room: so nothing goes in a circle, and a table that is put away is gone.
    """

    def __init__(
        self,
        stored: Stored,
        table: Table,
        store: Store,
        thinker: Thinker,
        settings: Settings,
        logs: Logs,
    ) -> None:
        self.name: Final = stored.table
        self.created: Final = stored.created
        self.source: Final = stored.header.source
        self.commitment: Final = table.record.commitment()
        self.rematch = stored.rematch
        self.rematching: asyncio.Task[None] | None = None
        self.visited = time.monotonic()
        self.audience: Final = Audience()
        self.play: Final = Play(table, stored.seats, stored.takebacks)
        self.journal: Final = Journal(
            stored.table, store, stored.entries, self.audience, stored.notes
        )
        shared = self.play, self.journal, self.audience
        notes = stored.notes
        self.clock: Final = TableClock(*shared, notes)
        self.offers: Final = Book(*shared, notes)
        self.deputies: Final = Deputies(self.play, notes)
        self.beside: Final = Beside(self.clock, self.offers, self.deputies)
        self.takebacks: Final = TakeBacks(*shared, self.beside, settings.takebacks)
        self.keeping: Final = Keeping(self.play, self.journal, stored.told)
        self.answers: Final = Answers(*shared, self.takebacks, self.keeping, self.beside)
        self.standing: Final = StandingPasses(*shared, notes)
        self.outside: Final = Outside(self.play, self.answers, self.clock, notes)
        self.course: Final = Course(self.answers, self.outside, self.standing)
        self.talk: Final = Talk(*shared, settings, stored.chat, stored.lines, self.outside)
        self.seating: Final = Seating(
            stored.seats,
            stored.tokens,
            stored.public,
            self.journal,
            self.audience,
            notes,
            settings.grace_time,
        )
        self.standins: Final = StandIns(*shared, self.seating, notes)
        lesson = script_of(table.record, self.source)
        self.helpers: Final = Helpers(
            *shared, self.seating, self.takebacks, thinker, settings, notes
        )
        self.bots: Final = Bots(
            *shared, self.answers, self.course, self.helpers, thinker, settings, lesson
        )
        self.hints: Final = Hints(self.play, thinker, settings, notes, self.offers.pages)
        self.build: Final = settings.build
        self.logs: Final = logs
        self.logged: Final = object()  # by which they know this room
        self.renewals: Final = stored.standpoint.renewals if stored.standpoint else []

    @property
    def record(self) -> Record:
        """The record so far, with the names that the seats have now."""
        self.play.record.names = self.play.names()
        return self.play.record

    @property
    def seats(self) -> list[Seat]:
        return self.play.seats

    @property
    def public(self) -> bool:
        return self.seating.public

    @property
    def is_over(self) -> bool:
        return self.play.is_over

    @property
    def forgets(self) -> bool:
        """Whether the rules forbid to look back as long as it is played."""
        return bool(self.play.table.state.box.forgetful)

    @property
    def failed(self) -> bool:
        return self.journal.failed

    @property
    def is_idle(self) -> bool:
        return not (self.audience.onlookers or self.bots.thoughts or self.journal.unsaved)

    @property
    def used(self) -> float:
        """When anything happened here the last time."""
        return max(self.visited, self.journal.written)

    def visit(self) -> None:
        self.visited = time.monotonic()

    # Coming and going

    def enter(self, onlooker: Onlooker) -> None:
        self.audience.onlookers[onlooker] = None
        self.seating.note_presence(onlooker.eyes)
        self.clock.attend(self.look_around)
        self.standins.attend(self.look_around)
        self.bots.wake()

    def leave(self, onlooker: Onlooker) -> None:
        if onlooker in self.audience.onlookers:
            self.audience.part(onlooker)
            self.visit()
            self.seating.note_presence(onlooker.eyes)
            self.bots.drop()
            if not self.failed:
                self.clock.attend(self.look_around)
                self.standins.attend(self.look_around)

    def close(self) -> None:
        self.bots.close()
        self.helpers.close()
        self.hints.close()
        self.clock.stop()
        self.standins.close()
        self.offers.close()
        self.logs.forget(self.logged, self.play.record.players)

    # What follows from what is done

    def open(self) -> None:
        """Take up a table as it was left: what was to come of its last moment may still be to come."""
        followed = self.beside.follow()
        self.journal.note(followed.notes, followed.tell)
        self.look_around()

    def look_around(self) -> None:
        """After whatever happened: what goes on by itself, and which bot is asked now."""
        self.course.go_on()
        self.offers.wind(self.look_around)
        self.hints.look_around()
        self.journal.when_kept(self.bots.wake)

    # What is done at a table

    def answer(
        self,
        seat: int,
        move: str,
        position: int,
        branch: int | None,
        by: Onlooker | None = None,
        answers: int | None = None,
    ) -> None:
        self.answers.take(seat, move, position, branch, by, answers)
        self.look_around()

    def undo(self, seat: int, agree: bool | None) -> None:
        """Wish to take back, or agree or not to such a wish."""
        if agree is None:
            self.takebacks.undo(seat, self.whole)
        else:
            self.takebacks.agree(seat, agree, self.whole)
        self.look_around()

    def sit(self, name: str, wanted: int | None, language: str) -> tuple[int, str]:
        given = self.seating.sit(name, wanted, language)
        self.look_around()
        return given

    def hand_over(self, eyes: int, message: HandOver, language: str) -> None:
        self.seating.hand_over(eyes, message, language, self.play.reached(SPECTATOR))
        self.standins.attend(self.look_around)
        self.look_around()

    def say(self, by: Onlooker, text: str, name: str, answers: int | None) -> None:
        self.talk.say(by, text, name, answers)
        self.look_around()

    def propose(self, by: Onlooker, message: Propose) -> None:
        self.talk.propose(by, message)
        self.helpers.take_over(by.eyes, message.move)

    def pass_on(self, by: Onlooker, passes: list[str], answers: int | None) -> None:
        """Set what this seat passes on without being waited for."""
        self.standing.set(by, passes, answers)
        self.look_around()

    def offer(self, by: Onlooker, message: MakeOffer) -> None:
        self.offers.offer(by, message, self.outside.listen)
        self.look_around()

    def agree(self, by: Onlooker, offer: int, answers: int | None) -> None:
        self.answers.agree(by.eyes, offer, by=by, answers=answers)
        self.look_around()

    def refuse(self, by: Onlooker, offer: int, words: str) -> None:
        """Refuse an offer, with a word or without."""
        words = plain(words, WORDS)
        if words:
            self.play.check_hush(by)
        self.offers.refuse(by.eyes, offer, Saying(words), by.language)
        self.look_around()

    def withdraw(self, by: Onlooker, offer: int) -> None:
        self.offers.withdraw(by, offer)
        self.look_around()

    # What is told of it

    def about(self) -> About:
        play = self.play
        return About(
            *terms(play.record),
            self.name,
            self.public,
            self.created,
            play.seats,
            play.is_over,
            play.reached(SPECTATOR),
            quiet.waiting(play.table.state),
            self.commitment,
            source=self.source or UNSET,
            proof=play.record.proof is not None or UNSET,
            stand_in=self.standins.seconds or UNSET,
            hints=self.hints.are_allowed or UNSET,
            ask_first=self.helpers.ask_first or UNSET,
            asks=asks(play.table.state),
            ranks=result.ranks if (result := play.record.result) else UNSET,
            moved=self.journal.moved or UNSET,
            headway=play.record.game.headway(play.table.state) if not play.is_over else UNSET,
            helper=asking.seat if (asking := self.helpers.proposed) else UNSET,
        )

    def whole(self, eyes: int, position: int, branch: int) -> TableFrame:
        """All there is to know, with the log from a moment that the client has seen."""
        play = self.play
        record, s = play.record, play.table.state
        reached = play.reached(eyes)
        since = min(position, reached)
        for back in play.takebacks[max(branch, 0) :]:
            since = min(since, back.position)
        frame = TableFrame(
            *terms(record),
            self.name,
            eyes_name(eyes),
            self.public,
            self.commitment,
            play.seats,
            reached,
            play.branch,
            s.view(eyes),
            quiet.waiting(s),
            s.asked(),
            play.moves_of(eyes),
            play.may_undo(eyes),
            since,
            self.log(eyes, since, reached),
            play.takebacks,
            self.takebacks.undoing,
            self.talk.chat,
            over(record, s),
            self.rematch or None,
            build=self.build,
            source=self.source or UNSET,
            renewals=self.renewals or UNSET,
            luck=made_luck(record.proof),
        )
        if s.box.is_open:
            frame.proposable = play.proposable(eyes)
        frame.hushed, frame.occasion = play.hushed() or UNSET, play.occasion(eyes) or UNSET
        frame.standing = self.standing.passes.get(eyes) or UNSET
        frame.clock = self.clock.told() or UNSET
        frame.stand_in = self.standins.seconds or UNSET
        frame.away = self.standins.told()
        frame.hints = self.hints.are_allowed or UNSET
        frame.ask_first = self.helpers.ask_first or UNSET
        frame.asking = self.helpers.proposed or UNSET
        self.offers.tell_in(frame, eyes)
        return frame

    def log(self, eyes: int, since: int, reached: int) -> list[Raw]:
        """The events of each position after `since`."""
        if since >= reached:
            return []
        return self.logs.of(self.logged, self.play.record, eyes)[since + 1 : reached + 1]

    def tell_rematch(self, keys: dict[int, str], by: Onlooker, answers: int | None) -> None:
        """Tell everyone of the new table, and each only the key to what is theirs."""
        bench = keys[SPECTATOR]
        messages = {
            onlooker: encode(
                Again(
                    self.rematch,
                    keys.get(onlooker.eyes, UNSET),
                    UNSET if onlooker.eyes == SPECTATOR else bench,
                )
            )
            for onlooker in self.audience.onlookers
        }
        self.audience.tell_each(messages, by, answers)
