"""The bots at a table: they think while it is their turn, and answer like anybody else."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from typing import Any, Final

from duskhall.engine.lessons import Lesson
from duskhall.server.rooms.answers import Answers
from duskhall.server.rooms.audience import Audience
from duskhall.server.rooms.course import Course
from duskhall.server.rooms.haggling import Haggling, Task
from duskhall.server.rooms.helpers import Helpers
from duskhall.server.rooms.journal import Journal
from duskhall.server.rooms.play import Play
from duskhall.server.seats import persons
from duskhall.server.settings import Settings
from duskhall.server.thinking import Thinker

logger: Final = logging.getLogger("duskhall.server")


class Bots:
    """Thoughts that are going on: one at a time, for a seat that a bot answers for now.

    Bots think where someone watches, or where a person was a short while ago. When one has no
    answer, it is asked again: later, and later each time, unless the game goes on before.

    Where people only watch, bots rest after each answer: else a game would be over before its
    people had seen it, and who lets a bot play for them could not come back.
    """

    def __init__(
        self,
        play: Play,
        journal: Journal,
        audience: Audience,
        answers: Answers,
        course: Course,
        helpers: Helpers,
        thinker: Thinker,
        settings: Settings,
        lesson: Lesson | None = None,
    ) -> None:
        self.play: Final = play
        self.journal: Final = journal
        self.audience: Final = audience
        self.answers: Final = answers
        self.course: Final = course
        self.helpers: Final = helpers
        self.haggling: Final = Haggling(play, answers.beside.offers, answers, thinker, settings)
        self.settings: Final = settings
        self.lesson: Final = lesson  # by which they answer, as long as it is kept to
        self.thoughts: Final[dict[int, asyncio.Task[None]]] = {}  # by seat
        self.moments: Final[dict[int, object]] = {}  # by seat, what its thought is about
        self.alone: Final[set[int]] = set()  # seats whose thought was begun while nobody waited
        self.failures = 0  # in a row
        self.stuck = -1, -1  # the moment at which there was no answer
        self.again: asyncio.TimerHandle | None = None
        self.rested = 0.0  # when all had the time to see the last answer, by the loop's clock
        self.resting: asyncio.TimerHandle | None = None

    @property
    def is_awake(self) -> bool:
        """Whether anyone is here to see what they do, or has not been away for long."""
        if self.audience.onlookers:
            return True
        away = time.monotonic() - self.audience.left
        return away < self.settings.away_time and bool(persons(self.play.seats))

    @property
    def for_people(self) -> bool:
        """Whether a person at the table waits."""
        return any(seat.here for seat in self.play.seats)

    @property
    def is_a_show(self) -> bool:
        """Whether people are here, and none of them plays: some let a bot play for them, perhaps."""
        plays = any(seat.here and seat.bot is None for seat in self.play.seats)
        return bool(self.audience.onlookers) and not plays

    def moment(self, seat: int) -> object:
        """What a seat is asked now, and who answers for it."""
        return self.play.branch, self.play.asked, self.play.seats[seat].bot

    def drop(self) -> None:
        """End thoughts that nobody needs any more: of another moment, or with nobody there.

        One that was begun for nobody and still waits is begun anew for who has come: it may be far
        back in the queue.
        """
        for seat, thought in list(self.thoughts.items()):
            is_needed = self.is_awake and self.moments[seat] == self.moment(seat)
            is_queued = thought in self.haggling.thinker.queued
            is_late = is_queued and seat in self.alone and self.for_people
            if (is_late or not is_needed) and thought is not asyncio.current_task():
                thought.cancel()
                del self.thoughts[seat]
        self.helpers.attend()

    def wake(self) -> None:
        """Let a bot think that owes an answer."""
        self.drop()
        if self.journal.failed or self.thoughts or not self.is_awake:
            return
        if self.answers.takebacks.undoing is not None:
            return  # a bot's answer would close a question that persons are asked
        if self.again is not None:
            if self.stuck == (self.play.branch, self.play.position):
                return
            self.again.cancel()
            self.again = None
        task = self.haggling.next()
        if task is not None:
            self.begin(task.seat, self.haggle(task))
            return
        if self.rests():
            return
        for seat in self.play.waiting:
            bot = self.play.seats[seat].bot
            if bot is not None and not self.haggling.waits(seat):
                self.begin(seat, self.think(seat, bot))
                return

    def rests(self) -> bool:
        """Whether the last answer is still being looked at. Then they wake again by themselves."""
        if self.resting is not None:
            self.resting.cancel()
            self.resting = None
        loop = asyncio.get_running_loop()
        if not self.is_a_show or loop.time() >= self.rested:
            return False
        self.resting = loop.call_at(self.rested, self.journal.when_kept, self.wake)
        return True

    def begin(self, seat: int, thought: Coroutine[Any, Any, None]) -> None:
        self.moments[seat] = self.moment(seat)
        self.alone.discard(seat)
        if not self.for_people:
            self.alone.add(seat)
        self.thoughts[seat] = asyncio.create_task(thought)

    async def haggle(self, task: Task) -> None:
        """Answer an offer. If that fails, it stands, and is looked at again later."""
        try:
            await self.haggling.answer(task, self.for_people)
            self.course.go_on()
        except asyncio.CancelledError:
            raise
        except Exception:
            logger.exception("table %s: a bot has no answer to an offer", self.journal.table)
            del self.thoughts[task.seat]
            self.ask_again_later()
        else:
            self.failures = 0
            del self.thoughts[task.seat]
            self.journal.when_kept(self.wake)

    async def think(self, seat: int, bot: str) -> None:
        play = self.play
        branch, asked = play.branch, play.asked
        try:
            text = await self.decide(seat, bot)
            if text and self.lesson is None and self.helpers.asks(seat):
                text = await self.helpers.ask(seat, text)
            is_asked = self.answers.takebacks.undoing is not None
            moment = play.branch, play.asked, play.seats[seat].bot
            if not text:  # it has made an offer, or the moment has passed
                self.answers.beside.offers.wind(self.wake)
            elif (branch, asked, bot) == moment and not is_asked:
                self.answers.take(seat, text, asked, branch)
                self.course.go_on()
                if play.asked != asked:  # of sealed answers there is nothing to see before the last
                    self.rested = asyncio.get_running_loop().time() + self.settings.pace_time
        except asyncio.CancelledError:
            raise
        except Exception:
            # A person may also take the seat.
            logger.exception("table %s: a bot has no answer", self.journal.table)
            del self.thoughts[seat]
            self.ask_again_later()
        else:
            self.failures = 0
            del self.thoughts[seat]
            self.journal.when_kept(self.wake)

    def ask_again_later(self) -> None:
        wait = min(self.settings.retry_time * 2**self.failures, self.settings.retry_longest)
        self.failures += 1
        self.stuck = self.play.branch, self.play.position
        self.again = asyncio.get_running_loop().call_later(wait, self.ask_again)

    def ask_again(self) -> None:
        self.again = None
        self.journal.when_kept(self.wake)

    async def decide(self, seat: int, bot: str) -> str:
        """A bot's answer. Where there is nothing to choose, nobody has to think."""
        play = self.play
        moves = play.table.state.legal_moves(seat)
        if len(moves) == 1:
            return str(moves[0])
        told = self.lesson.next(play.record.moves, seat) if self.lesson is not None else None
        if told in moves:
            return str(told)
        return await self.haggling.decide(seat, bot, self.for_people)

    def close(self) -> None:
        for thought in self.thoughts.values():
            thought.cancel()
        for timer in (self.again, self.resting):
            if timer is not None:
                timer.cancel()
