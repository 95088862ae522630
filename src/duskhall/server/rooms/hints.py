"""Hints: what a bot would answer in a person's place, where the table allows it."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from duskhall.bots.advice import ADVICE as PLAN
from duskhall.engine.box import Box
from duskhall.engine.moves import parse_move
from duskhall.server.advising import AskHint, Hint, Why
from duskhall.server.hinting import ONLY, Thought, think_of_hint
from duskhall.server.messages import Seat
from duskhall.server.notes import Note, of_kind
from duskhall.server.rooms.play import Play
from duskhall.server.settings import Settings
from duskhall.server.thinking import ADVICE, Thinker, guess_of, put
from duskhall.server.words import Refused

logger: Final = logging.getLogger("duskhall.server")
OPTION: Final = "hints"  # as a table was set up: whether there are any
YES: Final = "yes"
NO: Final = "no"
Moment = tuple[int, int, int]  # branch, position and seat


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
    """Thoughts about hints: one for each moment and seat, whoever asks how often."""

    def __init__(self, play: Play, thinker: Thinker, settings: Settings, notes: list[Note]) -> None:
        self.play: Final = play
        self.thinker: Final = thinker
        self.settings: Final = settings
        self.wanted: Final = wanted(notes)
        self.are_allowed: Final = are_allowed(notes, play.seats, play.table.state.box)
        self.thoughts: Final[dict[int, Thinking]] = {}  # by seat

    async def ask(self, seat: int, message: AskHint) -> Hint:
        """A hint for a seat that is asked something. Refused, where there is none to be had."""
        play = self.play
        if not self.are_allowed:
            raise Refused("no-hints")
        if not play.table.state.legal_moves(seat):
            raise Refused("nothing-asked")
        is_now = play.asked <= message.position <= play.reached(seat)
        if not is_now or message.branch not in (None, play.branch):
            raise Refused("stale")
        moment = play.branch, play.asked, seat
        known = self.thoughts.get(seat)
        if known is None or known.moment != moment:
            self.forget(seat)
            known = Thinking(moment, asyncio.create_task(self.think(seat, message.position)))
            self.thoughts[seat] = known
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
            if is_lost and not known.askers and self.thoughts.get(seat) is known:
                self.forget(seat)  # nobody waits for it any more; or who asks again has more luck

    def look_around(self) -> None:
        """After whatever happened: what is not asked any more is not thought about."""
        play = self.play
        for seat, known in list(self.thoughts.items()):
            is_same = known.moment == (play.branch, play.asked, seat)
            if not (is_same and play.table.state.legal_moves(seat)):
                self.forget(seat)

    def forget(self, seat: int) -> None:
        known = self.thoughts.pop(seat, None)
        if known is not None:
            known.task.cancel()

    async def think(self, seat: int, reached: int) -> Hint:
        play, s = self.play, self.play.table.state
        branch, moves = play.branch, s.legal_moves(seat)
        if len(moves) == 1:
            return Hint(reached, branch, str(moves[0]), [ONLY])
        question = put(play.record, guess_of(play.record, s, seat, play.asked), seat)
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
        if s.proposes(seat, move) is not None:
            told.offer = True
        if thought.chance >= 0 and thought.others >= 0:
            told.chance, told.others = round(thought.chance, 3), round(thought.others, 3)
        return told

    def close(self) -> None:
        for seat in list(self.thoughts):
            self.forget(seat)
