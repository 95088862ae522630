"""A mind: what bots know of one game beyond its rules."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Final

from mypy_extensions import mypyc_attr

from duskhall.bots.bot import play_randomly
from duskhall.engine.events import Seat
from duskhall.engine.game import Game
from duskhall.engine.moves import Move
from duskhall.engine.state import State

DEPTH: Final = 12
EXPLORE: Final = 0.35  # of values that are won or lost


@mypyc_attr(allow_interpreted_subclasses=True)
class Mind:
    """Judges positions of one game. This one knows nothing: it plays them out at random."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.depth = DEPTH  # own answers that a search looks ahead inside its tree
        self.explore = EXPLORE  # how much an answer tried seldom is worth trying again

    def values(self, s: State) -> list[float]:
        """By seat, the share of the win it may hope for, from 0 to 1. The state is not changed."""
        end = s.clone()
        play_randomly(end, self.game.longest)
        return self.payoffs(end)

    def value(self, s: State, seat: Seat) -> float:
        """What one seat may hope for."""
        return self.values(s)[seat]

    def chances(self, s: State) -> list[float]:
        """By seat, how likely it is to win, as one tells people; where all win together, all are."""
        return self.values(s)

    def foreseen(self, s: State, closely: bool = False) -> list[float]:
        """The same, looked through as far as nothing is hidden: for advice, which has the time.

        Closely, for who looks back and has more of it.
        """
        return self.chances(s)

    def judges(self, s: State) -> bool:
        """Whether it knows enough of this table to play at it."""
        return True

    def payoffs(self, s: State) -> list[float]:
        """By seat, its share of the win in a finished game; where all win together, all of it."""
        ranks = self.game.standing(s).ranks
        winners = 1 if s.box.is_cooperative else ranks.count(1)
        return [1.0 / winners if rank == 1 else 0.0 for rank in ranks]

    def moves(self, s: State, seat: Seat) -> list[Move]:
        """The answers worth thinking about: by default all."""
        return s.legal_moves(seat)

    def tempting(self, s: State, seat: Seat, planned: Move | None) -> list[Move]:
        """The answers that somebody might give who errs, but is no fool: by default the same."""
        return self.moves(s, seat)

    def at_first_sight(self, s: State, seat: Seat, moves: list[Move]) -> list[float]:
        """How promising each of many answers is; nothing, if that is unknown."""
        return []

    def sample(self, s: State, seat: Seat) -> Move:
        """An answer that a sensible player might give, found at once. It uses the state's luck."""
        moves = s.legal_moves(seat)
        return moves[s.random_below(len(moves))]

    def plan(self, s: State, seat: Seat) -> Move | None:
        """The best answer at once, where a mind weighs answers better than positions; else None."""
        return None

    def reason(self, s: State, seat: Seat, move: Move) -> tuple[str, tuple[int, ...]]:
        """Why one answers an offer so, or makes it: a key of `bots`, and what its sentence names.

        The state is the guess in which the seat was asked, before this answer.
        """
        if move.verb == "agree":
            return "gain", ()
        if move.verb == "counter":
            return "rather", ()
        return ("wish" if move.verb in ("trade", "offer") else "no-gain"), ()

    def forget(self, s: State) -> bool:
        """Forget which hidden cards were seen on their way, and whether there was anything to."""
        return False

    def is_settled(self, s: State) -> bool:
        """Whether `values` is to be trusted here; if not, a search plays on with `sample`."""
        return True

    def may_try(self, s: State) -> bool:
        """Whether one may try an answer out on a guess, and learn no more than one may know."""
        return True

    def traits(self, s: State) -> list[list[float]]:
        """By seat, what tells who will be first, where a settled table is judged by a `Race`.

        Where all win together, they are one, and their rival is the game.
        """
        return []

    def solve(self, s: State, seat: Seat, end: float = 0.0, iterations: int = 0) -> Move | None:
        """The best answer where it can be computed exactly, or one that no search betters; else None.

        It gives up after so much counted work, the same everywhere, and less of it for who has few
        iterations to think in, unless that is 0; and by the clock, if `end` (of `perf_counter`) is
        not 0. What is planned instead may take as long again.
        """
        return None


def mind_of(game: Game) -> Mind:
    """The mind for a game: `make_mind` of the module in `values` that is named like the game."""
    module = f"duskhall.bots.values.{game.name.replace('-', '_')}"
    if find_spec(module) is None:
        return Mind(game)
    mind = import_module(module).make_mind(game)
    assert isinstance(mind, Mind)
    return mind
