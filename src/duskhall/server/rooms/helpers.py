"""Helpers: bots that ask the people they play with before they answer, where a table was set up so."""

from __future__ import annotations

import asyncio
import logging
import time
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from msgspec import UNSET, Struct
from msgspec.json import decode
from msgspec.json import encode as encode_text

from duskhall.engine.box import Box
from duskhall.engine.events import OUTSIDE, SPECTATOR
from duskhall.server.advising import Why
from duskhall.server.hinting import think_of_why
from duskhall.server.messages import GoAhead, Proposed, encode
from duskhall.server.notes import Note, of_kind
from duskhall.server.rooms.audience import Audience
from duskhall.server.rooms.journal import Journal
from duskhall.server.rooms.play import Play
from duskhall.server.rooms.seating import Seating
from duskhall.server.rooms.takebacks import TakeBacks, nothing
from duskhall.server.seats import persons
from duskhall.server.settings import Settings
from duskhall.server.shelf import may_ask
from duskhall.server.thinking import PEOPLE, Thinker, guess_of, put
from duskhall.server.words import Refused

logger: Final = logging.getLogger("duskhall.server")
OPTION: Final = "ask-first"  # as a table was set up
FREE: Final = "free"  # who was told last to play on


def option(ask_first: bool) -> list[Note]:
    """What is kept of how a table was set up."""
    return [Note(OPTION, 0, "yes")] if ask_first else []


def is_wanted(notes: list[Note]) -> bool:
    return 0 in of_kind(notes, OPTION)


def asks_first(notes: list[Note], box: Box) -> bool:
    return is_wanted(notes) and may_ask(box)


class Free(Struct):
    """A seat that plays on without asking, until another one answers."""

    seat: int
    branch: int
    position: int  # at which it was told so


class Helpers:
    """The answer that a bot proposes, and what people say to it.

    The bot waits as long as a person is there, and a while longer: so nothing stands for ever. What
    it proposes is not kept: where a table is taken up again, it is thought of anew.
    """

    def __init__(
        self,
        play: Play,
        journal: Journal,
        audience: Audience,
        seating: Seating,
        takebacks: TakeBacks,
        thinker: Thinker,
        settings: Settings,
        notes: list[Note],
    ) -> None:
        self.play: Final = play
        self.journal: Final = journal
        self.audience: Final = audience
        self.seating: Final = seating
        self.takebacks: Final = takebacks
        self.thinker: Final = thinker
        self.settings: Final = settings
        self.is_wanted: Final = is_wanted(notes)
        self.ask_first: Final = asks_first(notes, play.table.state.box)
        text = of_kind(notes, FREE).get(0)
        self.free: Free | None = decode(text, type=Free) if text else None
        self.asking: Proposed | None = None
        self.answer: asyncio.Future[str] | None = None  # what is answered in the end
        self.timer: asyncio.TimerHandle | None = None

    # Asking

    def asks(self, seat: int) -> bool:
        """Whether the bot of this seat is to ask first. Where nobody may talk, it does not."""
        if not (self.ask_first and persons(self.play.seats)) or self.is_free(seat):
            return False
        s = self.play.table.state
        return s.asked() == [seat] and len(s.legal_moves(seat)) > 1 and not self.play.hushed()

    def is_free(self, seat: int) -> bool:
        free, play = self.free, self.play
        if free is None or (free.seat, free.branch) != (seat, play.branch):
            return False
        return all(mover in (seat, OUTSIDE) for mover, _ in play.record.moves[free.position :])

    async def ask(self, seat: int, move: str) -> str:
        """Propose an answer, and wait for what people say. What is to be answered."""
        play = self.play
        branch, asked = play.branch, play.asked
        why = await self.why(seat, move)
        if (branch, asked) != (play.branch, play.asked):
            return move  # of a moment that has passed
        asking = Proposed(seat, move, play.reached(SPECTATOR), branch, True, why or UNSET)
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.asking, self.answer = asking, answer
        self.journal.when_kept(lambda: self.audience.tell(encode(asking)))
        self.attend()
        try:
            return await answer
        finally:
            if self.answer is answer:
                self.close()

    async def why(self, seat: int, move: str) -> list[Why]:
        """What speaks for it, in words; none where there are none, or nobody has time."""
        play = self.play
        guess = guess_of(play.record, play.table.state, seat, play.asked)
        question = put(play.record, guess, seat)
        try:
            limit = self.settings.hint_time
            told = await self.thinker.study(PEOPLE, limit, think_of_why, *question[:3], move)
        except (BrokenProcessPool, TimeoutError) as error:
            logger.warning("a helper does not say why: %s", type(error).__name__)
            return []
        return [Why(*one) for one in told]

    # What people say

    def go_ahead(self, message: GoAhead) -> None:
        """Let the bot answer as it proposes; and play on by itself, until another seat answers."""
        asking = self.proposed
        if asking is None or message.branch not in (None, asking.branch):
            raise Refused("stale")
        if (message.move, message.position) != (asking.move, asking.position):
            raise Refused("stale")
        if self.takebacks.undoing is not None:
            raise Refused("undo-asked")
        if message.turn:
            self.journal.check()
            self.free = Free(asking.seat, asking.branch, self.play.position)
            note = Note(FREE, 0, encode_text(self.free).decode())
            self.journal.note([note], nothing)
        self.settle(asking.move)

    def take_over(self, by: int, move: str) -> None:
        """A seat has proposed what the rules allow: the bot that asks answers that."""
        is_person = by in persons(self.play.seats)
        if self.proposed is not None and is_person and self.takebacks.undoing is None:
            self.settle(move)

    def settle(self, move: str) -> None:
        assert self.answer is not None
        if not self.answer.done():
            self.answer.set_result(move)
        self.close()

    @property
    def proposed(self) -> Proposed | None:
        """What is proposed at this moment. What was asked before a take-back is not any more."""
        asking, play = self.asking, self.play
        now = play.reached(SPECTATOR), play.branch
        is_now = asking is not None and (asking.position, asking.branch) == now
        return asking if is_now else None

    # Nobody is there

    def attend(self) -> None:
        """Someone came or went, or a seat has changed hands: without anybody it is not waited long."""
        asking = self.asking
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        people = persons(self.play.seats)
        if asking is None or any(self.play.seats[seat].here for seat in people):
            return
        left = max([self.seating.gone[seat] for seat in people], default=0.0)
        wait = left + self.settings.grace_time - time.monotonic()
        loop = asyncio.get_running_loop()
        self.timer = loop.call_later(max(0.0, wait), self.settle, asking.move)

    def close(self) -> None:
        self.asking = self.answer = None
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
