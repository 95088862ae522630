"""Steps: the paragraphs of a rulebook, still to happen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, Generic, NamedTuple, TypeVar

from duskhall.engine.events import Seat
from duskhall.engine.moves import PASS, Move

if TYPE_CHECKING:
    from duskhall.engine.state import State

S = TypeVar("S", bound="State")
ENOUGH: Final = 10_000  # of `State.worked`: far more than any of our cards ever take


class Refusal(NamedTuple):
    """Why a move is not legal: the rule, the key of a sentence, and the numbers it speaks of."""

    rule: str
    reason: str
    about: tuple[int, ...] = ()


class Forced(NamedTuple):
    """Why there was nothing to choose: the rule, the key of a sentence under `events`, its numbers."""

    rule: str
    reason: str
    about: tuple[int, ...] = ()


class Step(Generic[S]):
    """One paragraph of a rulebook. Made of public numbers and never changed: clones share it."""

    rule: ClassVar[str] = ""  # the id of the paragraph
    is_open_ended: ClassVar[bool] = False  # takes more answers than it lists, so it is always asked
    is_quiet: ClassVar[bool] = False  # nobody is told who has answered, until all have

    def key(self) -> tuple[int, ...]:
        """The numbers it is made of, to print, compare and hash by."""
        return ()

    def __repr__(self) -> str:
        return type(self).__name__ + "(" + ", ".join([str(number) for number in self.key()]) + ")"

    def spelled(self) -> str:
        """All it is made of, to be read again: more than its key where a rule is part of it."""
        return repr(self)

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

    def suppose(self, guess: S, eyes: Seat) -> None:
        """Make a guess of these eyes fit what being asked this tells all of hidden cards."""

    def occasion(self, s: S, seat: Seat) -> str:
        """What sort of question it is to this seat: what its standing pass is about."""
        return type(self).__name__

    def passing(self, s: S, seat: Seat) -> Move | None:
        """What a standing pass of this seat answers; None where there is no passing."""
        return None


class SeatStep(Step[S]):
    """A step that happens to one seat."""

    def __init__(self, seat: Seat) -> None:
        self.seat: Final = seat

    def key(self) -> tuple[int, ...]:
        return (self.seat,)


class Choice(SeatStep[S]):
    """A step that one seat decides. What leaves nothing to choose is done without asking.

    But for cards with which it takes long to find that out: after so much work somebody is asked,
    so that no answer, whatever it leads to, keeps others waiting.
    """

    def choose(self, s: S, move: Move) -> None:
        raise NotImplementedError

    def forced(self, s: S, move: Move) -> Forced | None:
        """Why this was all there was to choose, as people are told; None where nobody wonders."""
        return None

    def offer(self, s: S) -> None:
        s.offered = self.moves(s, self.seat)
        if len(s.offered) > 1 or self.is_open_ended or (s.worked >= ENOUGH and s.offered):
            s.waiting = [self.seat]

    def settle(self, s: S, answers: dict[Seat, Move]) -> None:
        if answers:
            self.choose(s, answers[self.seat])
        elif s.offered:
            move = s.offered[0]
            if s.events is not None:
                why = self.forced(s, move)
                if why is not None:
                    s.tell_forced(why, self.seat)
            self.choose(s, move)


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


class Window(Ballot[S]):
    """A moment at which cards may interrupt, without telling who holds one.

    All who might hold one are asked, by what everybody sees. If anyone uses one, it opens again.
    """

    is_quiet: ClassVar[bool] = True

    def reactions(self, s: S, seat: Seat) -> list[Move]:
        """What this seat may really do now, besides passing."""
        raise NotImplementedError

    def react(self, s: S, seat: Seat, move: Move) -> Step[S]:
        """What comes of a reaction."""
        raise NotImplementedError

    def moves(self, s: S, seat: Seat) -> list[Move]:
        return [PASS, *self.reactions(s, seat)]

    def passing(self, s: S, seat: Seat) -> Move | None:
        return PASS

    def reveal(self, s: S, answers: dict[Seat, Move]) -> None:
        used = [seat for seat in self.deciders(s) if answers[seat] != PASS]
        if used:
            s.then(*[self.react(s, seat, answers[seat]) for seat in used], self)
