"""A review of a game: the chances of each seat over its course, and the answers that cost most.

The chances are reckoned with all cards face up, as they lay. What a bot would have answered is
found from what the seat could know then, on the guess that a bot of the seat would have had.

Where the curve jumps, it is reckoned again, answer by answer. A jump that no turning point explains
is marked, too: as luck, where other luck would undo a fall, and else as what no bot had foreseen.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from duskhall.bots.advice import ReviewPlan, adviser
from duskhall.bots.bot import Bot, luck
from duskhall.bots.insight import Reason, percent
from duskhall.engine.events import ALL_SEEING, Seat
from duskhall.engine.moves import Move
from duskhall.engine.records import Record
from duskhall.engine.state import IllegalMove, State

Curve = dict[int, list[float]]  # by position, the share of the win of each seat
MOSTLY: Final = 0.5  # of a jump, that other luck must undo, or whose answer it was must have lost


class Costly(Protocol):
    """A turning point, here and as it is told to a page."""

    @property
    def position(self) -> int: ...
    @property
    def chance(self) -> float: ...
    @property
    def better_chance(self) -> float: ...


T = TypeVar("T", bound=Costly)


class Turning(NamedTuple):
    """An answer that cost its seat something, and what a bot would have answered."""

    position: int  # of the question
    seat: Seat
    played: Move
    better: Move
    chance: float  # the share of the win that was left to hope for,
    better_chance: float  # and that would have been
    why: list[Reason]
    also: list[tuple[Move, float]]  # what else it thought of, with its share

    @property
    def loss(self) -> float:
        return self.better_chance - self.chance


class Studied(NamedTuple, Generic[T]):
    """An answer that was looked at closely."""

    seat: Seat
    is_same: bool  # a bot would have given it, too
    loss: float  # what it cost beside a bot's, as far as one can tell; of many, luck cancels out
    turning: T | None  # where it cost much


class Sum(NamedTuple):
    """What comes of all answers of a seat that were looked at."""

    looked: int
    same: int
    points: int  # what the others cost


class Leap(NamedTuple):
    """Between two moments of the curve, the chances jumped."""

    before: int
    position: int  # of the moment after it
    seat: (
        Seat  # who answered, or whose chances changed most, where those of the first did not jump,
    )
    change: float  # and by how much
    loser: Seat  # who lost most,
    loss: float  # and how much


class Reviewer:
    """A record, replayed once: every position is at hand. BrokenRecord, if it does not replay."""

    def __init__(self, record: Record, bot: str, plan: ReviewPlan) -> None:
        self.record: Final = record
        self.plan: Final = plan
        self.adviser: Final = adviser(record.game, bot)
        self.secret: Final = int(record.commitment(), 16)  # of which a guess's luck is made
        s = record.begin()
        self.states: list[State] = [s.clone()]
        for number, (seat, move) in enumerate(record.moves, 1):
            record.step(s, number, seat, move)
            self.states.append(s.clone())
        self.moments: Final = self.chosen_moments()

    def chosen_moments(self) -> list[int]:
        """The positions of the curve: where all is open to be decided, and the end."""
        last = len(self.states) - 1
        open_ones = self.open_between(-1, last)
        most = self.plan.moments - 1
        if len(open_ones) > most:
            open_ones = [open_ones[n * len(open_ones) // most] for n in range(most)]
        return [*open_ones, last]

    def open_between(self, before: int, after: int) -> list[int]:
        """The positions between these two in which nothing is sealed and somebody is asked openly."""
        states = [(position, self.states[position]) for position in range(before + 1, after)]
        return [
            position for position, s in states if s.waiting and not s.sealed and not s.is_quiet()
        ]

    def chances(self, position: int) -> list[float]:
        """By seat, its share of the win at this position."""
        own = luck(self.secret, position) % (1 << 32)
        return self.adviser.chances(self.states[position], self.plan.tables, own)

    def jumps(self, curve: Curve) -> list[int]:
        """The moments beside which the curve jumps, and those between them that were left out.

        Chance may have a part in what was reckoned, and one answer among several in the jump.
        """
        known = sorted(curve)
        beside: set[int] = set()
        for one, other in pairwise(known):
            if farthest(curve[one], curve[other]) > self.plan.jump:
                beside |= {one, other, *self.open_between(one, other)}
        return sorted(beside - set(known[-1:]))

    def chances_again(self, position: int) -> list[float]:
        """As `chances`, on more tables."""
        own = luck(self.secret, position) % (1 << 32)
        return self.adviser.chances(self.states[position], self.plan.more_tables, own)

    def suspects(self, curve: Curve) -> list[int]:
        """The answers to look at closely: of each seat those after which its chances fell most."""
        known = sorted(curve)
        found: list[list[tuple[float, int]]] = [[] for _ in self.record.names]
        for position, (seat, _) in enumerate(self.record.moves):
            if seat < 0 or len(self.states[position].legal_moves(seat)) < 2:
                continue
            before = [moment for moment in known if moment <= position]
            after = [moment for moment in known if moment > position]
            if before and after:
                rise = curve[after[0]][seat] - curve[before[-1]][seat]
                found[seat].append((rise, position))
        each = min(self.plan.answers, self.plan.answers_of_all // len(found))
        ranked = [
            (rank, *one) for own in found for rank, one in enumerate(sorted(own)[:each])
        ]  # the worst of each first
        return [position for _, _, position in sorted(ranked)]

    def study(self, position: int) -> Studied[Turning]:
        """What a bot would have answered here, and what is better about it."""
        seat, played = self.record.moves[position]
        s = self.states[position]
        asked = position - len(s.sealed)
        guess = Bot(luck(self.secret, seat)).guess(s, seat, asked)
        plan = self.plan
        found = self.adviser.compare(guess, seat, played, plan.others, plan.playouts, plan.seconds)
        is_same = found.best.move == played or self.look_alike(s, found.best.move, played)
        if is_same or not found.others:
            return Studied(seat, is_same, 0.0, None)
        better, other, *rest = found.best, *found.others
        loss = better.chance - other.chance
        if loss < plan.loss:
            return Studied(seat, False, loss, None)
        also: list[tuple[Move, float]] = []
        for one in rest:
            named = [better.move, played, *[move for move, _ in also]]
            if not any(self.look_alike(s, one.move, move) for move in named):
                also.append((one.move, one.chance))
        turning = Turning(
            position, seat, played, better.move, other.chance, better.chance, found.reasons, also
        )
        return Studied(seat, False, loss, turning)

    def leaps(self, drawn: Curve, turnings: list[int]) -> list[Leap]:
        """The largest jumps of a curve that none of these turning points explains."""
        found: list[Leap] = []
        for before, after in pairwise(sorted(drawn)):
            one, other = drawn[before], drawn[after]
            size = farthest(one, other)
            answered = {seat for seat, _ in self.record.moves[before:after] if seat >= 0}
            erring = {self.record.moves[at][0] for at in turnings if before <= at < after}
            if size < self.plan.jump or any(
                one[seat] - other[seat] >= MOSTLY * size for seat in erring
            ):
                continue
            changes = [later - share for share, later in zip(one, other, strict=True)]
            own = [seat for seat in answered if abs(changes[seat]) >= self.plan.jump]
            seat = max(own or range(len(changes)), key=lambda seat: abs(changes[seat]))
            loser, loss = deepest(one, other)
            found.append(Leap(before, after, seat, changes[seat], loser, loss))
        return sorted(found, key=lambda leap: -abs(leap.change))[: self.plan.leaps]

    def was_luck(self, leap: Leap) -> bool:
        """Whether it is a fall, and the same answers with other luck would have left most of it."""
        was_drawn = self.states[leap.before].drawn != self.states[leap.position].drawn
        if leap.loss < self.plan.jump or not was_drawn:
            return False
        own = luck(self.secret, leap.position) % (1 << 32)
        total, tables = 0.0, self.plan.more_tables
        for number in range(tables):
            table = self.states[leap.before].determinize(ALL_SEEING, own + number)
            try:
                for seat, move in self.record.moves[leap.before : leap.position]:
                    table.apply(seat, move)
            except IllegalMove:  # other cards were drawn: one plays on from there
                pass
            total += self.adviser.chances(table, 1, own + number)[leap.loser]
        after = self.chances_again(leap.position)[leap.loser]
        return total / tables - after >= MOSTLY * leap.loss

    def look_alike(self, s: State, one: Move, other: Move) -> bool:
        """Whether two answers are the same but for the copy of a card."""
        game, names = self.record.game, self.record.names
        return game.describe(s, one, names, "en") == game.describe(s, other, names, "en")


def points(one: Costly) -> int:
    """Points of a hundred that an answer cost, by the two shares that are told of it."""
    return max(1, percent(one.better_chance) - percent(one.chance))


def worst(found: list[Studied[T]], each: int) -> list[T]:
    """The turning points that are shown: the largest losses of each seat, as the game went."""
    kept: dict[Seat, list[T]] = {}
    for one in sorted(found, key=lambda one: -one.loss):
        own = kept.setdefault(one.seat, [])
        if one.turning is not None and len(own) < each:
            own.append(one.turning)
    return sorted([one for own in kept.values() for one in own], key=lambda one: one.position)


def sums(found: list[Studied[T]], players: int, each: int) -> list[Sum]:
    """By seat: its turning points, as each is told, and what the other answers lost.

    In the others luck cancels out; it takes nothing back from what is told of a turning point.
    """
    shown = worst(found, each)
    told: list[Sum] = []
    for seat in range(players):
        own = [one for one in found if one.seat == seat]
        marked = [one.turning for one in own if one.turning is not None and one.turning in shown]
        rest = sum([one.loss for one in own if one.turning not in shown])
        cost = sum([points(one) for one in marked]) + max(0, percent(rest))
        told.append(Sum(len(own), sum([one.is_same for one in own]), cost))
    return told


def smooth(curve: Curve) -> Curve:
    """What is drawn: of each moment and the two beside it, the one in the middle.

    A single moment that differs from both its neighbours is what a bot misjudged, not what happened.
    """
    known = sorted(curve)
    drawn = dict(curve)
    for before, at, after in zip(known, known[1:], known[2:], strict=False):
        three = [curve[at], curve[before], curve[after]]
        drawn[at] = min(three, key=lambda one: sum([apart(one, other) for other in three]))
    return drawn


def apart(one: list[float], other: list[float]) -> float:
    return sum([abs(share - beside) for share, beside in zip(one, other, strict=True)])


def farthest(one: list[float], other: list[float]) -> float:
    return max([abs(share - beside) for share, beside in zip(one, other, strict=True)])


def deepest(before: list[float], after: list[float]) -> tuple[Seat, float]:
    """The seat that lost most, and how much."""
    losses = [share - later for share, later in zip(before, after, strict=True)]
    return losses.index(max(losses)), max(losses)
