"""A review of a game: the chances of each seat over its course, and the answers that cost most.

The chances are reckoned with all cards face up, as they lay. What a bot would have answered is
found from what the seat could know then, on the guess that a bot of the seat would have had.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from duskhall.bots.advice import ReviewPlan, adviser
from duskhall.bots.bot import Bot, luck
from duskhall.bots.insight import Reason
from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.records import Record
from duskhall.engine.state import State


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
        open_ones = [
            position
            for position, s in enumerate(self.states[:last])
            if s.waiting and not s.sealed and not s.is_quiet()
        ]
        most = self.plan.moments - 1
        if len(open_ones) > most:
            open_ones = [open_ones[n * len(open_ones) // most] for n in range(most)]
        return [*open_ones, last]

    def chances(self, position: int) -> list[float]:
        """By seat, its share of the win at this position."""
        own = luck(self.secret, position) % (1 << 32)
        return self.adviser.chances(self.states[position], self.plan.tables, own)

    def suspects(self, curve: dict[int, list[float]]) -> list[int]:
        """The answers to look at closely: those after which their seat's chances fell most."""
        known = sorted(curve)
        found: list[tuple[float, int]] = []
        for position, (seat, _) in enumerate(self.record.moves):
            if seat < 0 or len(self.states[position].legal_moves(seat)) < 2:
                continue
            before = [moment for moment in known if moment <= position]
            after = [moment for moment in known if moment > position]
            if before and after:
                rise = curve[after[0]][seat] - curve[before[-1]][seat]
                found.append((rise, position))
        return [position for _, position in sorted(found)[: self.plan.answers]]

    def study(self, position: int) -> Turning | None:
        """What a bot would have answered here; None if that is no better than what was."""
        seat, played = self.record.moves[position]
        s = self.states[position]
        asked = position - len(s.sealed)
        guess = Bot(luck(self.secret, seat)).guess(s, seat, asked)
        plan = self.plan
        found = self.adviser.compare(guess, seat, played, plan.others, plan.playouts, plan.seconds)
        if not found.others or self.look_alike(s, found.best.move, played):
            return None
        better, other, *rest = found.best, *found.others
        if better.chance - other.chance < plan.loss:
            return None
        also: list[tuple[Move, float]] = []
        for one in rest:
            named = [better.move, played, *[move for move, _ in also]]
            if not any(self.look_alike(s, one.move, move) for move in named):
                also.append((one.move, one.chance))
        return Turning(
            position, seat, played, better.move, other.chance, better.chance, found.reasons, also
        )

    def look_alike(self, s: State, one: Move, other: Move) -> bool:
        """Whether two answers are the same but for the copy of a card."""
        game, names = self.record.game, self.record.names
        return game.describe(s, one, names, "en") == game.describe(s, other, names, "en")

    def worst(self, found: list[Turning]) -> list[Turning]:
        """The turning points that are shown: the largest losses, in the order of the game."""
        worst = sorted(found, key=lambda one: -one.loss)[: self.plan.shown]
        return sorted(worst, key=lambda one: one.position)
