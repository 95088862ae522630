"""A search with learned judgement.

One answer ahead, the network orders its own answers; a tree over what its seat would see then looks
further, most where the network hopes most. Others answer as the network that foretells answers
supposes. A table is judged where the tree ends, not played out.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from duskhall.bots.bot import Bot
from duskhall.bots.learned import LearnedMind
from duskhall.bots.learned_bot import LearnedBot
from duskhall.bots.search import Branch, Node, SearchBot
from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import State

EXPLORE: Final = 0.25  # how far the network's first opinion leads the search
HOPE: Final = 0.06  # an answer so much worse at first sight is looked at half as gladly
TRUST: Final = 3  # visits that the network's first opinion of an answer counts as
LIKING: Final = 1024  # of likings: an answer so much less liked is looked at half as gladly


class LearnedSearch(SearchBot):
    """By seconds or by iterations. Without a network that fits, another bot answers."""

    def __init__(
        self,
        mind: LearnedMind,
        otherwise: Bot,
        seed: int = 0,
        seconds: float = 0.0,
        iterations: int = 0,
    ) -> None:
        super().__init__(mind, seed, seconds, iterations)
        self.learned: Final = mind
        self.otherwise: Final = otherwise
        self.first: Final = LearnedBot(mind, otherwise, seed)

    def decide(self, guess: State, seat: Seat) -> Move:
        if not self.learned.judges(guess):
            self.iterated = 0
            return self.otherwise.decide(guess, seat)
        return super().decide(guess, seat)

    def root(self, guess: State, seat: Seat, moves: list[Move]) -> Node:
        """With what one answer ahead tells of each answer."""
        root = Node()
        values = self.first.totals(guess, seat, moves)
        best = max(values)
        priors = shared([(best - value) / HOPE for value in values])
        for move, value, prior in zip(moves, values, priors, strict=True):
            branch = Branch(prior)
            branch.weight = TRUST
            branch.total = TRUST * value
            root.branches[move] = branch
        return root

    def is_leaf(self, s: State) -> bool:
        return not self.learned.judges(s)

    def judge(self, s: State, seat: Seat) -> float:
        return self.learned.value(s, seat)

    def choose(self, node: Node, s: State, seat: Seat) -> Move:
        """The answer with the highest hope, as likely ones are tried first."""
        moves = self.mind.moves(s, seat)
        self.widen(node, s, seat, moves)
        # What was never tried is thought to be worth what the node is worth so far.
        total, weight = 0.0, 0
        for move in moves:
            branch = node.branches[move]
            total += branch.total
            weight += branch.weight
        mean = total / weight if weight else 0.5
        reach = EXPLORE * sqrt(node.visits + 1)
        best, chosen = -1.0, moves[0]
        for move in moves:
            branch = node.branches[move]
            hope = branch.total / branch.weight if branch.weight else mean
            hope += reach * branch.prior / (1 + branch.visits)
            if hope > best:
                best, chosen = hope, move
        return chosen

    def widen(self, node: Node, s: State, seat: Seat, moves: list[Move]) -> None:
        """Add the answers that were not offered here before, as likely as they are foretold."""
        if all(move in node.branches for move in moves):
            return
        likings = self.learned.likings(s, seat, moves)
        best = max(likings)
        priors = shared([(best - liking) / LIKING for liking in likings])
        for move, prior in zip(moves, priors, strict=True):
            if move not in node.branches:
                node.branches[move] = Branch(prior)


def shared(behind: list[float]) -> list[float]:
    """How gladly each answer is tried, by how far it is behind the best; in all, 1."""
    shares = [1.0 / (1.0 + distance) ** 2 for distance in behind]
    whole = sum(shares)
    return [share / whole for share in shares]
