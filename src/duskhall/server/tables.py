"""A table in the server's memory: what happens at it, kept first and told after."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Final

from duskhall.engine.events import SPECTATOR, Event
from duskhall.engine.moves import Move, parse_move
from duskhall.engine.records import Record
from duskhall.engine.state import IllegalMove
from duskhall.engine.steps import Refusal
from duskhall.engine.table import ALONE, Table
from duskhall.server.messages import (
    About,
    Again,
    Because,
    Done,
    HandOver,
    Line,
    Moved,
    Over,
    Pointed,
    Propose,
    Proposed,
    Said,
    SeatsChanged,
    TableFrame,
    TakeBack,
    UndoAsked,
    Undoing,
    answering,
    encode,
)
from duskhall.server.seats import (
    CHAT_LENGTH,
    NAME_LENGTH,
    check_bot,
    eyes_name,
    hashed,
    new_token,
    plain,
)
from duskhall.server.settings import Settings
from duskhall.server.store import Entry, Outcome, Store, Stored
from duskhall.server.telling import happened, log, over, sight_of, terms
from duskhall.server.thinking import Thinker
from duskhall.server.words import Refused, say

logger: Final = logging.getLogger("duskhall.server")


class Onlooker:
    """Someone connected to a table: the socket's side of it is in sockets.py."""

    eyes = SPECTATOR
    language = "en"

    def push(self, message: bytes) -> None:
        """Send a message, or put it into the queue."""
        raise NotImplementedError

    def drop(self, error: str) -> None:
        """Close the connection for this reason."""
        raise NotImplementedError


class Room:
    """One table, with whoever is connected to it."""

    def __init__(
        self, stored: Stored, table: Table, store: Store, thinker: Thinker, settings: Settings
    ) -> None:
        self.name: Final = stored.table
        self.table: Final = table
        self.store: Final = store
        self.thinker: Final = thinker
        self.settings: Final = settings
        self.public: Final = stored.public
        self.created: Final = stored.created
        self.commitment: Final = table.record.commitment()
        self.sight: Final = sight_of(table.state.box)
        self.seats: Final = stored.seats
        for seat in self.seats:
            seat.here = False
        self.tokens: Final = stored.tokens
        self.takebacks: Final = stored.takebacks
        self.entries = stored.entries
        self.chat: Final = stored.chat
        self.lines = stored.lines
        self.rematch = stored.rematch
        self.rematching: asyncio.Task[None] | None = None
        self.undoing: Undoing | None = None
        self.onlookers: dict[Onlooker, None] = {}  # in the order they came
        self.thoughts: dict[int, asyncio.Task[None]] = {}  # by seat: a bot that is thinking
        self.unsaved = 0
        self.later: list[Callable[[], None]] = []  # to be done once everything is durable
        self.failed = False
        self.used = time.monotonic()

    # Looking

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
        return len(self.table.record.moves) - len(self.table.state.sealed)

    @property
    def is_over(self) -> bool:
        return not self.table.state.waiting

    @property
    def is_idle(self) -> bool:
        return not (self.onlookers or self.thoughts or self.unsaved)

    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def named_record(self) -> Record:
        """The record with the names that the seats have now."""
        self.record.names = self.names()
        return self.record

    def opens(self, token: str) -> int:
        """The eyes that a token opens. At a public table, none is needed to watch."""
        if not token and self.public:
            return SPECTATOR
        eyes = self.tokens.get(hashed(token)) if token else None
        if eyes is None:
            raise Refused("wrong-token")
        return eyes

    def about(self) -> About:
        return About(
            *terms(self.record),
            self.name,
            self.public,
            self.created,
            self.seats,
            self.is_over,
            self.position,
            self.table.state.waiting,
            self.commitment,
        )

    def moves_of(self, eyes: int) -> list[str]:
        return [str(move) for move in self.table.state.legal_moves(eyes)]

    def proposable(self, eyes: int) -> list[str]:
        """Where all is open: what another seat may answer now, for these eyes to propose."""
        waiting = self.table.state.waiting
        if eyes == SPECTATOR or eyes in waiting or not waiting:
            return []
        return self.moves_of(waiting[0])

    def may_undo(self, eyes: int) -> str:
        if eyes == SPECTATOR or self.is_over:
            return ""
        return self.table.may_take_back(eyes)

    def whole(self, eyes: int, position: int, branch: int) -> TableFrame:
        """All there is to know, with the log from a moment that the client has seen."""
        record, s = self.record, self.table.state
        since = min(position, self.position)
        for back in self.takebacks[max(branch, 0) :]:
            since = min(since, back.position)
        frame = TableFrame(
            *terms(record),
            self.name,
            eyes_name(eyes),
            self.public,
            self.commitment,
            self.seats,
            self.position,
            self.branch,
            s.view(eyes),
            s.waiting,
            self.moves_of(eyes),
            self.may_undo(eyes),
            since,
            log(record, eyes, since),
            self.takebacks,
            self.undoing,
            self.chat,
            over(record, s),
            self.rematch or None,
        )
        if record.game.is_open:
            frame.proposable = self.proposable(eyes)
        return frame

    # Keeping and telling

    def tell(self, message: bytes) -> None:
        for onlooker in list(self.onlookers):
            onlooker.push(message)

    def kept(self, then: Callable[[], None]) -> Callable[[Outcome], None]:
        """What to do when a write is durable. If it cannot be made so, it has not happened."""
        self.unsaved += 1
        self.used = time.monotonic()

        def done(outcome: Outcome) -> None:
            self.unsaved -= 1
            if outcome is not None:
                self.fail(outcome)
            elif not self.failed:
                then()
                if not self.unsaved:
                    self.settle()

        return done

    def settle(self) -> None:
        later, self.later = self.later, []
        for call in later:
            call()

    def when_kept(self, call: Callable[[], None]) -> None:
        """Do this once all that has happened is durable: nothing else is ever told."""
        if self.unsaved:
            self.later.append(call)
        else:
            call()

    def fail(self, reason: object) -> None:
        """Memory and storage differ: forget what is in memory, and let everyone come again."""
        if not self.failed:
            self.failed = True
            logger.error("table %s is put away: %s", self.name, reason)
        for onlooker in list(self.onlookers):
            onlooker.drop("storage")
        self.settle()

    # Coming and going

    def enter(self, onlooker: Onlooker) -> None:
        self.onlookers[onlooker] = None
        self.note_presence(onlooker.eyes)
        self.wake_bots()

    def leave(self, onlooker: Onlooker) -> None:
        if onlooker in self.onlookers:
            del self.onlookers[onlooker]
            self.used = time.monotonic()
            self.note_presence(onlooker.eyes)

    def note_presence(self, eyes: int) -> None:
        if eyes == SPECTATOR:
            return
        here = any(onlooker.eyes == eyes for onlooker in self.onlookers)
        if self.seats[eyes].here != here:
            self.seats[eyes].here = here
            self.tell(encode(SeatsChanged(self.seats)))

    # Moves

    def answer(
        self,
        seat: int,
        text: str,
        position: int,
        branch: int | None,
        by: Onlooker | None = None,
        answers: int | None = None,
    ) -> None:
        """A seat's answer. It is checked, made durable, and then told to everyone."""
        if self.failed:
            raise Refused("storage")
        if self.is_duplicate(seat, text, position, branch):
            if by is not None:
                self.when_kept(lambda: by.push(encode(Done(answers))))
            return
        if not self.asked <= position <= self.position or branch not in (None, self.branch):
            raise Refused("stale")
        try:
            move = parse_move(text)
        except ValueError as error:
            raise Refused("malformed", error) from None
        try:
            events = self.table.play(seat, move)
        except IllegalMove as error:
            raise self.refused(error.refusal, seat, by) from None
        entry = Entry(self.entries, self.position - 1, seat, str(move))
        self.entries += 1
        self.undoing, was_asked = None, self.undoing is not None
        frames = self.frames(seat, events)

        def tell() -> None:
            if was_asked:
                self.tell(encode(UndoAsked(None)))
            for onlooker in list(self.onlookers):
                frame = frames.get(onlooker.eyes)
                if frame is not None:
                    onlooker.push(answering(frame, answers) if onlooker is by else frame)
            self.wake_bots()

        self.store.append(self.name, [entry], self.is_over, self.kept(tell))

    def frames(self, seat: int, events: list[Event]) -> dict[int, bytes]:
        """What each pair of eyes that is here is told of a move."""
        s, record = self.table.state, self.record
        position, branch, end = self.position, self.branch, over(record, s)
        common = self.sight.common(s)
        made: dict[int, bytes] = {}
        for onlooker in self.onlookers:
            eyes = onlooker.eyes
            if eyes not in made:
                moved = Moved(
                    position,
                    branch,
                    seat,
                    happened(events, eyes, s.box),
                    self.sight.view(s, eyes, common),
                    s.waiting,
                    self.moves_of(eyes),
                    self.may_undo(eyes),
                    end,
                )
                if record.game.is_open:
                    moved.proposable = self.proposable(eyes)
                made[eyes] = encode(moved)
        return made

    def is_duplicate(self, seat: int, text: str, position: int, branch: int | None) -> bool:
        """Whether this very answer has been accepted already, at the moment it was meant for."""
        if branch not in (None, self.branch):
            return False
        for mover, move in self.record.moves[max(position, 0) :]:
            if mover == seat:
                return str(move) == " ".join(text.split())
        return False

    def refused(self, refusal: Refusal, seat: int, by: Onlooker | None) -> Refused:
        language = by.language if by is not None else "en"
        return Refused("illegal-move", self.sentence(refusal, seat, language), refusal.rule)

    def sentence(self, refusal: Refusal, seat: int, language: str) -> str:
        box = self.table.state.box
        return box.catalogue.refusal(box, refusal, seat, language, self.names())

    def why(self, seat: int, text: str, language: str, answers: int | None) -> Because:
        """Why a move is not legal now, in a sentence and by a rule."""
        try:
            move: Move | None = parse_move(text)
        except ValueError as error:
            return Because(text, False, str(error), "", answers)
        assert move is not None
        refusal = self.table.state.why_not(seat, move)
        if refusal is None:
            return Because(text, True, "", "", answers)
        return Because(text, False, self.sentence(refusal, seat, language), refusal.rule, answers)

    # Bots

    def wake_bots(self) -> None:
        """Let every bot think that owes an answer."""
        if self.failed:
            return
        for seat in self.table.state.waiting:
            bot = self.seats[seat].bot
            if bot is not None and seat not in self.thoughts:
                self.thoughts[seat] = asyncio.create_task(self.think(seat, bot))

    async def think(self, seat: int, bot: str) -> None:
        branch, asked = self.branch, self.asked
        try:
            text = await self.thinker.answer(self.record, seat, bot)
            if (branch, asked, bot) == (self.branch, self.asked, self.seats[seat].bot):
                self.answer(seat, text, asked, branch)
        except asyncio.CancelledError:
            raise
        except Exception:
            # Someone who comes or moves wakes it again; a person may also take the seat.
            logger.exception("table %s: a bot has no answer", self.name)
            del self.thoughts[seat]
        else:
            del self.thoughts[seat]
            self.when_kept(self.wake_bots)

    # Taking back

    def persons(self) -> list[int]:
        """The seats that persons answer for now."""
        return [
            number
            for number, seat in enumerate(self.seats)
            if seat.kind == "person" and seat.bot is None
        ]

    def undo(self, seat: int) -> None:
        """Take back alone, or ask those who have to agree."""
        if self.is_over:
            raise Refused("game-over")
        leave = self.table.may_take_back(seat)
        if not leave:
            raise Refused("nothing-to-undo")
        others = [other for other in self.persons() if other != seat]
        if leave == ALONE or not others:
            self.take_back(seat, leave != ALONE)
        else:
            self.undoing = Undoing(seat, self.table.last_answer(seat), [], others)
            self.tell_undoing()

    def agree(self, seat: int, agrees: bool) -> None:
        """Answer the question of consent, or withdraw it."""
        asking = self.undoing
        if asking is None or seat not in [*asking.asked, *asking.agreed, asking.seat]:
            raise Refused("nothing-to-undo")
        if not agrees:
            self.undoing = None
        elif seat in asking.asked:
            asking.asked.remove(seat)
            asking.agreed.append(seat)
            if not asking.asked:
                self.take_back(asking.seat, True)
                return
        self.tell_undoing()

    def tell_undoing(self) -> None:
        message = encode(UndoAsked(self.undoing))
        self.when_kept(lambda: self.tell(message))

    def take_back(self, seat: int, consent: bool) -> None:
        if self.failed:
            raise Refused("storage")
        table, before = self.table, self.position
        last = table.last_answer(seat)
        shown = table.marks[-1] != table.marks[last]
        table.take_back(seat, consent)
        back = TakeBack(self.branch + 1, seat, last, before, consent, shown)
        entries = [Entry(self.entries, last, seat, takeback=back)]
        for position, (other, move) in enumerate(self.record.moves[last:], last):
            entries.append(Entry(self.entries + len(entries), position, other, str(move)))
        self.entries += len(entries)
        self.takebacks.append(back)
        was_asked, self.undoing = self.undoing is not None, None
        frames = {
            onlooker.eyes: encode(self.whole(onlooker.eyes, last, self.branch))
            for onlooker in self.onlookers
        }

        def tell() -> None:
            if was_asked:
                self.tell(encode(UndoAsked(None)))
            for onlooker in list(self.onlookers):
                if onlooker.eyes in frames:
                    onlooker.push(frames[onlooker.eyes])
            self.wake_bots()

        self.store.append(self.name, entries, False, self.kept(tell))

    # Seats and talk

    def save_seats(self, tokens: dict[bytes, int] | None = None) -> None:
        message = encode(SeatsChanged(self.seats))

        def tell() -> None:
            self.tell(message)
            self.wake_bots()

        self.store.save_seats(self.name, self.seats, tokens or {}, self.kept(tell))

    def sit(self, name: str, wanted: int | None, language: str) -> tuple[int, str]:
        """Take an open seat, and the token that opens it from now on."""
        for number, seat in enumerate(self.seats):
            if seat.kind == "open" and wanted in (None, number):
                break
        else:
            raise Refused("not-open")
        seat.kind, seat.bot = "person", None
        seat.name = plain(name, NAME_LENGTH) or say("names", "person", language, number=number + 1)
        if not any(other.host for other in self.seats):
            seat.host = True
        token = new_token()
        self.tokens[hashed(token)] = number
        self.save_seats({hashed(token): number})
        return number, token

    def hand_over(self, eyes: int, message: HandOver) -> None:
        """Hand a seat to a bot, or take it back."""
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
        elif seat.kind == "bot":
            raise Refused("not-your-seat")
        if seat.bot != message.bot:
            seat.bot = message.bot
            if self.undoing is not None and message.bot is not None:
                self.ask_no_more(number)
            self.save_seats()

    def ask_no_more(self, seat: int) -> None:
        """A seat that a bot answers for now agrees to what is asked of it."""
        asking = self.undoing
        if asking is not None and seat in asking.asked:
            self.agree(seat, True)

    def rename(self, eyes: int, name: str) -> None:
        if eyes == SPECTATOR:
            raise Refused("not-your-seat")
        name = plain(name, NAME_LENGTH)
        if name and name != self.seats[eyes].name:
            self.seats[eyes].name = name
            self.save_seats()

    def say(self, by: Onlooker, text: str, name: str, answers: int | None) -> None:
        text = plain(text, CHAT_LENGTH)
        if self.lines >= self.settings.chat_kept:
            raise Refused("too-many")
        if not text:
            raise Refused("malformed", "there is nothing said")
        if by.eyes == SPECTATOR:
            name, seat = plain(name, NAME_LENGTH), -1
            name = name or say("names", "spectator", by.language)
        else:
            name, seat = self.seats[by.eyes].name, by.eyes
        line = Line(self.lines, name, text, int(time.time()), seat)
        self.lines += 1
        message = encode(Said(line))

        def tell() -> None:
            self.chat.append(line)
            del self.chat[: -self.settings.chat_shown]
            for onlooker in list(self.onlookers):
                onlooker.push(answering(message, answers) if onlooker is by else message)

        self.store.say(self.name, line, self.kept(tell))

    def point(self, by: Onlooker, at: str, answers: int | None) -> None:
        """Point at something on the table, for all to see. Nothing of it is kept."""
        if by.eyes == SPECTATOR:
            raise Refused("not-your-seat")
        at = plain(at, NAME_LENGTH)
        if not at:
            raise Refused("malformed", "there is nothing pointed at")
        self.pass_on(encode(Pointed(by.eyes, at)), by, answers)

    def propose(self, by: Onlooker, message: Propose) -> None:
        """Propose an answer to whoever is asked. Nothing of it is kept.

        Only where all is open is it checked by the rules: elsewhere that would tell of a hand.
        """
        if by.eyes == SPECTATOR:
            raise Refused("not-your-seat")
        if self.is_over:
            raise Refused("game-over")
        if message.position != self.position or message.branch not in (None, self.branch):
            raise Refused("stale")
        try:
            move = parse_move(message.move)
        except ValueError as error:
            raise Refused("malformed", error) from None
        s = self.table.state
        if self.record.game.is_open:
            refusals = [s.why_not(seat, move) for seat in s.waiting]
            if None not in refusals:
                assert refusals[0] is not None
                raise self.refused(refusals[0], s.waiting[0], by)
        told = Proposed(by.eyes, str(move), self.position, self.branch)
        self.pass_on(encode(told), by, message.id)

    def pass_on(self, message: bytes, by: Onlooker, answers: int | None) -> None:
        for onlooker in list(self.onlookers):
            onlooker.push(answering(message, answers) if onlooker is by else message)

    def tell_rematch(self, by: Onlooker, answers: int | None) -> None:
        self.pass_on(encode(Again(self.rematch)), by, answers)

    def end(self) -> Over | None:
        return over(self.record, self.table.state)

    def close(self) -> None:
        for task in self.thoughts.values():
            task.cancel()
