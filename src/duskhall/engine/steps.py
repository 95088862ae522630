"""Steps: the paragraphs of a rulebook, still to happen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, Generic, NamedTuple, TypeVar

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move

if TYPE_CHECKING:
    from duskhall.engine.state import State

S = TypeVar("S", bound="State")


class Refusal(NamedTuple):
    """Why a move is not legal: the rule, the key of a sentence, and the numbers it speaks of."""

    rule: str
    reason: str
    about: tuple[int, ...] = ()


class Step(Generic[S]):
    """One paragraph of a rulebook. Made of public numbers and never changed: clones share it."""

    rule: ClassVar[str] = ""  # the id of the paragraph

    def key(self) -> tuple[int, ...]:
        """The numbers it is made of, to print, compare and hash by."""
        return ()

    def __repr__(self) -> str:
        return type(self).__name__ + "(" + ", ".join([str(number) for number in self.key()]) + ")"

    def resolve(self, s: S) -> None:
        raise NotImplementedError

    def offer(self, s: S) -> None:
        """Set who owes an answer (`s.waiting`), and what one decider may answer (`s.offered`)."""

    def moves(self, s: S, seat: Seat) -> list[Move]:
        return []

    def refuse(self, s: S, seat: Seat, move: Move) -> Refusal:
        """Why this move, which is not among `moves`, is not legal."""
        return Refusal(self.rule, "not-offered")

    def allows(self, s: S, seat: Seat, move: Move) -> bool:
        """Whether the move is legal. A step with more moves than it lists says so here."""
        return move in s.legal_moves(seat)

    def settle(self, s: S, answers: dict[Seat, Move]) -> None:
        self.resolve(s)


class SeatStep(Step[S]):
    """A step that happens to one seat."""

    def __init__(self, seat: Seat) -> None:
        self.seat: Final = seat

    def key(self) -> tuple[int, ...]:
        return (self.seat,)


class Choice(SeatStep[S]):
    """A step that one seat decides. What leaves nothing to choose is done without asking."""

    def choose(self, s: S, move: Move) -> None:
        raise NotImplementedError

    def offer(self, s: S) -> None:
        s.offered = self.moves(s, self.seat)
        if len(s.offered) > 1:
            s.waiting = [self.seat]

    def settle(self, s: S, answers: dict[Seat, Move]) -> None:
        if answers:
            self.choose(s, answers[self.seat])
        elif s.offered:
            self.choose(s, s.offered[0])


class Ballot(Step[S]):
    """A step that several seats decide in secret; their answers are revealed together."""

    def deciders(self, s: S) -> list[Seat]:
        raise NotImplementedError

    def offer(self, s: S) -> None:
        s.waiting = self.deciders(s)

    def reveal(self, s: S, answers: dict[Seat, Move]) -> None:
        raise NotImplementedError

    def settle(self, s: S, answers: dict[Seat, Move]) -> None:
        self.reveal(s, answers)
