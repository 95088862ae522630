"""Reviews of finished games: begun when somebody asks, thought piece by piece, and kept for a while.

Each piece is short and takes its turn in a worker after whatever people at a table wait for. When
nobody asks any more, the work rests; who asks again finds it where it was. Only so many are worked
on at once, and only a few of one address: others wait, and begin when somebody looks again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from hashlib import sha256
from typing import Final, TypeVar

from duskhall.bots.advice import ADVICE
from duskhall.bots.insight import looking_back, percent
from duskhall.bots.review import Curve, Reviewer, Studied, Turning, smooth, sums, worst
from duskhall.engine.records import Record
from duskhall.server.advising import (
    AlsoTold,
    LeapTold,
    LuckTold,
    ReviewTold,
    SumTold,
    TurningTold,
    Why,
)
from duskhall.server.hinting import words_of
from duskhall.server.settings import Settings
from duskhall.server.thinking import OTHERS, Thinker
from duskhall.server.words import Refused

T = TypeVar("T")
logger: Final = logging.getLogger("duskhall.server")
BATCH: Final = 6  # moments of the curve that are one piece
PATIENCE: Final = 20.0  # seconds after which nobody seems to wait any more
OPENED: Final = 2  # records that a worker keeps at hand
WORKING, DONE, FAILED = "working", "done", "failed"


class Review:
    """What is known of a game so far."""

    def __init__(self, key: str, record: Record, address: str) -> None:
        self.key: Final = key
        self.address: Final = address  # of who asked first
        self.record: Final = record.dumps()
        self.players: Final = record.players
        self.is_together: Final = record.box().is_cooperative
        self.asked = time.monotonic()
        self.task: asyncio.Task[None] | None = None
        self.state = WORKING
        self.moments: list[int] | None = None
        self.curve: Curve = {}
        self.jumps: list[int] | None = None  # moments that are yet to be reckoned again
        self.suspects: list[int] | None = None
        self.studied = 0
        self.found: list[Studied[TurningTold]] = []
        self.luck: list[LuckTold] | None = None  # the jumps that it explains,
        self.leaps: list[LeapTold] = []  # and those that nothing does

    @property
    def is_wanted(self) -> bool:
        return time.monotonic() - self.asked < PATIENCE

    def drawn(self) -> Curve:
        """The curve as it is shown; smooth, once it is whole."""
        return smooth(self.curve) if self.jumps == [] else self.curve

    def turnings(self) -> list[TurningTold]:
        return worst(self.found, ADVICE.review.shown)

    def told(self) -> ReviewTold:
        known, drawn = sorted(self.curve), self.drawn()
        plan = ADVICE.review
        moments, suspects = self.moments or [], self.suspects
        return ReviewTold(
            self.key,
            self.state,
            len(self.curve) + self.studied,
            max(len(moments), len(known))
            + (plan.answers_of_all if suspects is None else len(suspects)),
            self.is_together,
            known,
            [[round(share, 3) for share in drawn[position]] for position in known],
            self.turnings(),
            [SumTold(*one) for one in sums(self.found, self.players, plan.shown)],
            self.luck or [],
            self.leaps,
        )


class Reviews:
    """The reviews that were asked for lately. One piece is thought of at a time."""

    def __init__(self, thinker: Thinker, settings: Settings) -> None:
        self.thinker: Final = thinker
        self.settings: Final = settings
        self.kept: OrderedDict[str, Review] = OrderedDict()
        self.turn: Final = asyncio.Semaphore(1)

    def begin(self, record: Record, address: str) -> ReviewTold:
        """The review of a finished game, begun if nobody has yet. Refused, if there can be none."""
        if not record.edition.built_in:
            raise Refused("no-review")
        text = f"{record.header()} {[(seat, str(move)) for seat, move in record.moves]}"
        key = sha256(text.encode()).hexdigest()[:32]
        if key not in self.kept or self.kept[key].state == FAILED:
            self.kept[key] = Review(key, record, address)
            while len(self.kept) > self.settings.reviews_kept:
                _, oldest = self.kept.popitem(last=False)
                if oldest.task is not None:
                    oldest.task.cancel()
        return self.look(key)

    def look(self, key: str) -> ReviewTold:
        """How far a review has come; it goes on as long as somebody looks."""
        review = self.kept.get(key)
        if review is None:
            raise Refused("unknown-review")
        self.kept.move_to_end(key)
        review.asked = time.monotonic()
        if review.state == WORKING and review.task is None and self.has_room(review.address):
            review.task = asyncio.create_task(self.run(review))
        return review.told()

    def has_room(self, address: str) -> bool:
        addresses = [review.address for review in self.working()]
        most = self.settings.reviews
        return len(addresses) < most and addresses.count(address) < self.settings.reviews_each

    def working(self) -> list[Review]:
        return [review for review in self.kept.values() if review.task is not None]

    async def run(self, review: Review) -> None:
        try:
            while review.state == WORKING and review.is_wanted:
                async with self.turn:
                    await self.go_on(review)
        except asyncio.CancelledError:
            raise
        except Exception:
            logger.exception("a review failed")
            review.state = FAILED
        finally:
            review.task = None

    async def go_on(self, review: Review) -> None:
        """Think of the next piece."""
        if review.moments is None:
            review.moments = await self.ask(moments_of, review)
            return
        left = [moment for moment in review.moments if moment not in review.curve]
        if left:
            # From the whole to its parts: the curve is coarse at first, and all of it is there.
            batch = left[:: max(1, len(left) // BATCH)][:BATCH]
            await self.reckon(review, batch)
        elif review.jumps is None:
            review.jumps = await self.ask(jumps_of, review, review.curve)
        elif review.jumps:
            batch, review.jumps = review.jumps[:BATCH], review.jumps[BATCH:]
            await self.reckon_again(review, batch)
        elif review.suspects is None:
            review.suspects = await self.ask(suspects_of, review, review.curve)
        elif review.studied < len(review.suspects):
            await self.study(review, review.suspects[review.studied])
            review.studied += 1
        elif review.luck is None:
            await self.explain(review)
        else:
            review.state = DONE

    async def reckon(self, review: Review, batch: list[int]) -> None:
        try:
            shares = await self.ask(chances_at, review, batch)
        except (BrokenProcessPool, TimeoutError) as error:
            logger.warning("moments of a curve are left out: %s", type(error).__name__)
            assert review.moments is not None
            review.moments = [moment for moment in review.moments if moment not in batch]
            return
        review.curve.update(zip(batch, shares, strict=True))

    async def reckon_again(self, review: Review, batch: list[int]) -> None:
        try:
            shares = await self.ask(chances_again_at, review, batch)
        except (BrokenProcessPool, TimeoutError) as error:
            logger.warning("moments of a curve stay as they are: %s", type(error).__name__)
            return
        review.curve.update(zip(batch, shares, strict=True))

    async def explain(self, review: Review) -> None:
        marked = [one.position for one in review.turnings()]
        try:
            review.luck, review.leaps = await self.ask(leaps_of, review, review.drawn(), marked)
        except (BrokenProcessPool, TimeoutError) as error:
            logger.warning("the jumps of a curve are not explained: %s", type(error).__name__)
            review.luck = []

    async def study(self, review: Review, position: int) -> None:
        try:
            review.found.append(await self.ask(study_at, review, position))
        except (BrokenProcessPool, TimeoutError) as error:
            logger.warning("an answer is not looked at: %s", type(error).__name__)

    async def ask(self, call: Callable[..., T], review: Review, *given: object) -> T:
        bot = self.settings.adviser or ADVICE.bot
        limit = self.settings.think_time
        return await self.thinker.study(OTHERS, limit, call, review.record, bot, *given)

    def close(self) -> None:
        for review in self.working():
            if review.task is not None:
                review.task.cancel()


# In the workers


@lru_cache(OPENED)
def opened(record: str, bot: str) -> Reviewer:
    return Reviewer(Record.loads(record), bot, ADVICE.review)


def moments_of(record: str, bot: str) -> list[int]:
    return opened(record, bot).moments


def chances_at(record: str, bot: str, positions: list[int]) -> list[list[float]]:
    return [opened(record, bot).chances(position) for position in positions]


def jumps_of(record: str, bot: str, curve: Curve) -> list[int]:
    return opened(record, bot).jumps(curve)


def chances_again_at(record: str, bot: str, positions: list[int]) -> list[list[float]]:
    return [opened(record, bot).chances_again(position) for position in positions]


def suspects_of(record: str, bot: str, curve: Curve) -> list[int]:
    return opened(record, bot).suspects(curve)


def study_at(record: str, bot: str, position: int) -> Studied[TurningTold]:
    reviewer = opened(record, bot)
    seat, is_same, loss, turning = reviewer.study(position)
    told = None if turning is None else told_of(reviewer, turning)
    return Studied(seat, is_same, loss, told)


def leaps_of(
    record: str, bot: str, drawn: Curve, marked: list[int]
) -> tuple[list[LuckTold], list[LeapTold]]:
    """The jumps that luck explains, and the others."""
    reviewer = opened(record, bot)
    by_luck: list[LuckTold] = []
    others: list[LeapTold] = []
    for leap in reviewer.leaps(drawn, marked):
        if reviewer.was_luck(leap):
            by_luck.append(LuckTold(leap.position, leap.loser, round(leap.loss, 3)))
        else:
            others.append(LeapTold(leap.position, leap.seat, round(leap.change, 3)))
    return by_luck, others


def told_of(reviewer: Reviewer, found: Turning) -> TurningTold:
    reasons = looking_back(found.why, words_of(reviewer.record.game))
    why = [Why(one.key, one.about) for one in reasons]
    if not why:
        why = [Why("chances.played", (percent(found.better_chance), percent(found.chance)))]
    return TurningTold(
        found.position,
        found.seat,
        str(found.played),
        str(found.better),
        round(found.chance, 3),
        round(found.better_chance, 3),
        why,
        [AlsoTold(str(move), round(chance, 3)) for move, chance in found.also],
    )
