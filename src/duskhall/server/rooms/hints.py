"""Hints: what a bot would answer in a person's place, where the table allows it."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from duskhall.bots.advice import ADVICE as PLAN
from duskhall.engine.box import Box
from duskhall.engine.moves import parse_move
from duskhall.engine.state import State
from duskhall.server.advising import AskHint, Hint, Why
from duskhall.server.hinting import ONLY, Thought, think_of_hint
from duskhall.server.messages import Seat
from duskhall.server.notes import Note, of_kind
from duskhall.server.rooms.offers import Page
from duskhall.server.rooms.play import Play
from duskhall.server.settings import Settings
from duskhall.server.thinking import ADVICE, Thinker, guess_of, put
from duskhall.server.words import Refused

logger: Final = logging.getLogger("duskhall.server")
OPTION: Final = "hints"  # as a table was set up: whether there are any
YES: Final = "yes"
NO: Final = "no"
NOTHING: Final = 0  # the offer that is asked about, where the game asks
Moment = tuple[int, int]  # branch and position


def option(hints: bool | None) -> list[Note]:
    """What is kept of how a table was set up; nothing, where nobody said."""
    return [] if hints is None else [Note(OPTION, 0, YES if hints else NO)]


def wanted(notes: list[Note]) -> bool | None:
    said = of_kind(notes, OPTION).get(0)
    return None if said is None else said == YES


def are_allowed(notes: list[Note], seats: list[Seat], box: Box) -> bool:
    """As it was set up; else where no two people play against each other."""
    said = wanted(notes)
    if said is not None:
        return said
    people = [seat for seat in seats if seat.kind != "bot"]
    return box.is_cooperative or len(people) < 2


class Thinking:
    """A hint that is thought of."""

    def __init__(self, moment: Moment, task: asyncio.Task[Hint]) -> None:
        self.moment: Final = moment
        self.task: Final = task
        self.askers = 0  # who wait for it


class Hints:
    """Thoughts about hints: one for each moment, seat and offer, whoever asks how often."""

    def __init__(
        self,
        play: Play,
        thinker: Thinker,
        settings: Settings,
        notes: list[Note],
        pages: dict[int, Page],
    ) -> None:
        self.play: Final = play
        self.pages: Final = pages  # of the book of offers
        self.thinker: Final = thinker
        self.settings: Final = settings
        self.wanted: Final = wanted(notes)
        self.are_allowed: Final = are_allowed(notes, play.seats, play.table.state.box)
        self.thoughts: Final[dict[tuple[int, int], Thinking]] = {}  # by seat and offer

    def is_asked(self, seat: int, offer: int) -> bool:
        """Whether a seat is asked something: by the game, or by who made this offer to it."""
        s = self.play.table.state
        if offer == NOTHING:
            return bool(s.legal_moves(seat))
        page = self.pages.get(offer)
        return page is not None and seat in page.to and not s.is_quiet()

    async def ask(self, seat: int, message: AskHint) -> Hint:
        """A hint for a seat that is asked something. Refused, where there is none to be had."""
        play, offer = self.play, message.answers or NOTHING
        if not self.are_allowed:
            raise Refused("no-hints")
        if not self.is_asked(seat, offer):
            raise Refused("nothing-asked")
        is_now = play.asked <= message.position <= play.reached(seat)
        if not is_now or message.branch not in (None, play.branch):
            raise Refused("stale")
        key, moment = (seat, offer), (play.branch, play.asked)
        known = self.thoughts.get(key)
        if known is None or known.moment != moment:
            self.forget(key)
            task = asyncio.create_task(self.think(seat, message.position, offer))
            known = self.thoughts[key] = Thinking(moment, task)
        known.askers += 1
        try:
            return await asyncio.shield(known.task)
        except asyncio.CancelledError:
            if known.task.cancelled():
                raise Refused("stale") from None
            raise
        finally:
            known.askers -= 1
            is_lost = not known.task.done() or known.task.cancelled() or known.task.exception()
            if is_lost and not known.askers and self.thoughts.get(key) is known:
                self.forget(key)  # nobody waits for it any more; or who asks again has more luck

    def look_around(self) -> None:
        """After whatever happened: what is not asked any more is not thought about."""
        play = self.play
        for key, known in list(self.thoughts.items()):
            if known.moment != (play.branch, play.asked) or not self.is_asked(*key):
                self.forget(key)

    def forget(self, key: tuple[int, int]) -> None:
        known = self.thoughts.pop(key, None)
        if known is not None:
            known.task.cancel()

    def wonders(self, seat: int, offer: int) -> State:
        """A guess of the table, in which the seat is asked what it wonders about."""
        play, page = self.play, self.pages.get(offer)
        guess = guess_of(play.record, play.table.state, seat, play.asked)
        if page is not None:
            for mover, move in guess.weighs(page.as_offer(), seat):
                guess.apply(mover, move)
        return guess

    async def think(self, seat: int, reached: int, offer: int) -> Hint:
        play = self.play
        branch, guess = play.branch, self.wonders(seat, offer)
        s = guess if offer != NOTHING else play.table.state
        moves = s.legal_moves(seat)
        if not moves:  # nobody may agree to an offer just now
            raise Refused("nothing-asked")
        if len(moves) == 1:
            return Hint(reached, branch, str(moves[0]), [ONLY])
        question = put(play.record, guess, seat)
        bot = self.settings.adviser or PLAN.bot
        try:
            limit = self.settings.hint_time
            thought: Thought = await self.thinker.study(
                ADVICE, limit, think_of_hint, *question[:3], bot
            )
        except (BrokenProcessPool, TimeoutError) as error:
            logger.warning("a hint is thought of more quickly: %s", type(error).__name__)
            limit = self.settings.think_time
            thought = await self.thinker.study(
                ADVICE, limit, think_of_hint, *question[:3], PLAN.quick
            )
        move = parse_move(thought.move)
        if s.why_not(seat, move) is not None and play.branch == branch:
            raise Refused("stale")
        told = Hint(reached, branch, str(move), [Why(*one) for one in thought.why])
        if offer != NOTHING:
            told.answers = offer
        elif s.proposes(seat, move) is not None:
            told.offer = True
        if thought.chance >= 0 and thought.others >= 0:
            told.chance, told.others = round(thought.chance, 3), round(thought.others, 3)
        return told

    def close(self) -> None:
        for key in list(self.thoughts):
            self.forget(key)
