"""Search: a tree over what its own seat would see, grown on tables dealt anew each time."""

from __future__ import annotations

from math import log, sqrt
from time import perf_counter
from typing import Final

from duskhall.bots.bot import Bot
from duskhall.bots.mind import Mind
from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import State

WORD: Final = 1 << 32
GOLDEN: Final = 0x9E3779B9  # the golden ratio of a word: its multiples lie evenly within a word
TO_SOLVE: Final = 0.5  # of the time, to solve exactly; the rest is for the search, if that fails


class Node:
    """What the seat may answer at one of its information sets, and how it went."""

    def __init__(self) -> None:
        self.visits = 0
        self.branches: dict[Move, Branch] = {}


class Branch:
    """One answer: how often it could be given, was given, and what came of it."""

    def __init__(self) -> None:
        self.offers = 0
        self.visits = 0
        self.total = 0.0
        self.nodes: dict[tuple[str, ...], Node] = {}  # by what the seat sees when it is asked again


class SearchBot(Bot):
    """Information-set tree search, by seconds, by iterations, or by iterations within seconds.

    Each iteration deals all that the seat cannot know anew, and spreads the next luck evenly. Its
    own answers are chosen in the tree; others, and everyone once the tree ends, answer as the
    game's mind supposes. What the mind can solve is not searched.
    """

    def __init__(
        self, mind: Mind, seed: int = 0, seconds: float = 0.0, iterations: int = 0
    ) -> None:
        super().__init__(seed)
        self.mind: Final = mind
        self.seconds: Final = seconds
        self.iterations: Final = iterations
        self.iterated = 0  # in the last decision

    def decide(self, guess: State, seat: Seat) -> Move:
        self.iterated = 0
        end = perf_counter() + self.seconds if self.seconds else 0.0
        to_solve = end - self.seconds * (1 - TO_SOLVE)
        solved = self.mind.solve(guess, seat, to_solve)
        if solved is not None:
            return solved
        root = Node()
        # Every answer is tried on the same tables, so that luck does not choose between them.
        lucks: list[int] = []
        first = guess.random_below(WORD)
        unknown = guess.unknown(seat)
        while not self.is_done(end):
            self.iterated += 1
            move = self.choose(root, guess, seat)
            visit = root.branches[move].visits
            if visit == len(lucks):
                lucks.append(guess.random_below(WORD))
            table = guess.dealt(seat, lucks[visit], unknown)
            table.steer((first + visit * GOLDEN) % WORD)
            self.iterate(root, table, seat, move)
            if self.iterations and is_decided(root, self.iterations - self.iterated):
                break
        best, chosen = -1, guess.legal_moves(seat)[0]
        for move, branch in root.branches.items():
            if branch.visits > best:
                best, chosen = branch.visits, move
        return chosen

    def is_done(self, end: float) -> bool:
        """Whether so many iterations are done, or the time is over; but one is always done."""
        if self.iterations and self.iterated >= self.iterations:
            return True
        return end > 0 and self.iterated > 0 and perf_counter() >= end

    def iterate(self, root: Node, s: State, seat: Seat, move: Move) -> None:
        """Walk down the tree, add a node, judge the table reached, and note the value."""
        node, path = root, [root]
        taken: list[Branch] = []
        while True:
            branch = node.branches[move]
            taken.append(branch)
            self.play_to_own(s, seat, move)
            if not s.waiting or self.mind.is_settled(s) or len(taken) == self.mind.depth:
                break
            seen = sight(s, seat)
            fresh = seen not in branch.nodes
            if fresh:
                branch.nodes[seen] = Node()
            node = branch.nodes[seen]
            path.append(node)
            if fresh or branch.visits == 0:
                break
            move = self.choose(node, s, seat)
        while s.waiting and not self.mind.is_settled(s):
            other = s.waiting[0]
            s.play(other, self.mind.sample(s, other))
            s.pass_time()
        value = self.mind.values(s)[seat]
        for node in path[: len(taken)]:
            node.visits += 1
        for branch in taken:
            branch.visits += 1
            branch.total += value

    def play_to_own(self, s: State, seat: Seat, move: Move) -> None:
        """Give the answer, and let the others answer until the seat is asked again."""
        s.play(seat, move)
        s.pass_time()
        while s.waiting and seat not in s.waiting and not self.mind.is_settled(s):
            other = s.waiting[0]
            s.play(other, self.mind.sample(s, other))
            s.pass_time()

    def choose(self, node: Node, s: State, seat: Seat) -> Move:
        """The answer with the highest hope; each is tried once before any is tried twice."""
        best, chosen = -1.0, None
        for move in self.mind.moves(s, seat):
            branch = node.branches.get(move)
            if branch is None:
                branch = Branch()
                node.branches[move] = branch
            branch.offers += 1
            if branch.visits == 0:
                hope = 1_000.0
            else:
                hope = branch.total / branch.visits
                hope += self.mind.explore * sqrt(log(branch.offers) / branch.visits)
            if hope > best:
                best, chosen = hope, move
        assert chosen is not None
        return chosen


def is_decided(root: Node, left: int) -> bool:
    """Whether the answer given most often stays it, whatever so many more iterations find."""
    most = second = 0
    for branch in root.branches.values():
        if branch.visits > most:
            most, second = branch.visits, most
        elif branch.visits > second:
            second = branch.visits
    return most - second > left


def sight(s: State, seat: Seat) -> tuple[str, ...]:
    """What the seat sees: the key of its information set within one search."""
    parts = [repr(s.agenda[-1]), repr(s.numbers)]
    for place, cards in enumerate(s.places):
        mask = s.box.seers[place]
        parts.append(repr(cards) if mask >> seat & 1 else str(len(cards)))
    return tuple(parts)
