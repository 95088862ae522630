"""A search with learned judgement.

One answer ahead, the network orders its own answers; a tree over what its seat would see then looks
further, most where the network hopes most, on tables dealt anew each time. Others answer as the
network that foretells answers supposes. A table is judged where the tree ends, not played out.
"""

from __future__ import annotations

from math import sqrt
from time import perf_counter
from typing import Final

from duskhall.bots.bot import Bot
from duskhall.bots.learned import LearnedMind
from duskhall.bots.learned_bot import LearnedBot
from duskhall.bots.search import GOLDEN, TO_SOLVE, WORD, SearchBot
from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import State

EXPLORE: Final = 0.25  # how far the network's first opinion leads the search
HOPE: Final = 0.06  # an answer so much worse at first sight is looked at half as gladly
TRUST: Final = 3  # visits that the network's first opinion of an answer counts as
LIKING: Final = 1024  # of likings: an answer so much less liked is looked at half as gladly
DEPTH: Final = 8  # own answers looked ahead


class Branch:
    """One answer: how gladly it is tried, and what came of it."""

    def __init__(self, prior: float) -> None:
        self.prior = prior
        self.visits = 0
        self.weight = 0  # visits, and the trust in what was thought at first
        self.total = 0.0
        self.nodes: dict[tuple[object, ...], Node] = {}  # by what the seat sees when asked again


class Node:
    """What the seat may answer at one of its information sets, and how it went."""

    def __init__(self) -> None:
        self.visits = 0
        self.branches: dict[Move, Branch] = {}


class LearnedSearch(Bot):
    """By seconds or by iterations. Without a network that fits, the plain search."""

    def __init__(
        self, mind: LearnedMind, seed: int = 0, seconds: float = 0.0, iterations: int = 0
    ) -> None:
        super().__init__(seed)
        self.mind: Final = mind
        self.seconds: Final = seconds
        self.iterations: Final = iterations
        self.first: Final = LearnedBot(mind, seed)
        self.plain: Final = SearchBot(mind.plain, seed, seconds, iterations)
        self.iterated = 0  # in the last decision

    def decide(self, guess: State, seat: Seat) -> Move:
        self.iterated = 0
        end = perf_counter() + self.seconds if self.seconds else 0.0
        if not self.mind.judges(guess):
            return self.plain.decide(guess, seat)
        to_solve = end - self.seconds * (1 - TO_SOLVE)
        solved = self.mind.solve(guess, seat, to_solve)
        if solved is not None:
            return solved
        moves = self.mind.moves(guess, seat)
        if len(moves) == 1:
            return moves[0]
        root = self.rooted(guess, seat, moves)
        lucks: list[int] = []
        first = guess.random_below(WORD)
        unknown = guess.unknown(seat)
        while not self.is_done(end):
            self.iterated += 1
            move = self.choose(root, moves)
            # Every answer is tried on the same tables, so that luck does not choose between them.
            visit = root.branches[move].visits
            if visit == len(lucks):
                lucks.append(guess.random_below(WORD))
            table = guess.dealt(seat, lucks[visit], unknown)
            table.steer((first + visit * GOLDEN) % WORD)
            self.iterate(root, table, seat, move)
        best, chosen = -1.0, moves[0]
        for move in moves:
            branch = root.branches[move]
            worth = branch.visits + branch.total / branch.weight
            if worth > best:
                best, chosen = worth, move
        return chosen

    def is_done(self, end: float) -> bool:
        """Whether so many iterations are done, or the time is over; but one is always done."""
        if self.iterations and self.iterated >= self.iterations:
            return True
        return end > 0 and self.iterated > 0 and perf_counter() >= end

    def rooted(self, guess: State, seat: Seat, moves: list[Move]) -> Node:
        """The question asked, with what one answer ahead tells of each."""
        root = Node()
        values = self.first.totals(guess, seat, moves)
        best = max(values)
        shares = [1.0 / (1.0 + (best - value) / HOPE) ** 2 for value in values]
        whole = sum(shares)
        for move, value, share in zip(moves, values, shares, strict=True):
            branch = Branch(share / whole)
            branch.weight = TRUST
            branch.total = TRUST * value
            root.branches[move] = branch
        return root

    def iterate(self, root: Node, s: State, seat: Seat, move: Move) -> None:
        """Walk down the tree, add a node, judge the table reached, and note the value."""
        node, path = root, [root]
        taken: list[Branch] = []
        while True:
            branch = node.branches[move]
            taken.append(branch)
            self.play_to_own(s, seat, move)
            if not s.waiting or len(taken) == DEPTH or not self.mind.judges(s):
                break
            seen = sight(s, seat)
            fresh = branch.nodes.get(seen)
            if fresh is None:
                branch.nodes[seen] = Node()
                break
            node = fresh
            path.append(node)
            moves = self.mind.moves(s, seat)
            self.widen(node, s, seat, moves)
            move = self.choose(node, moves)
        value = self.mind.value(s, seat)
        for node in path:
            node.visits += 1
        for branch in taken:
            branch.visits += 1
            branch.weight += 1
            branch.total += value

    def play_to_own(self, s: State, seat: Seat, move: Move) -> None:
        """Give the answer, and let the others answer until the seat is asked again."""
        s.play(seat, move)
        s.pass_time()
        while s.waiting and seat not in s.waiting and self.mind.judges(s):
            other = s.waiting[0]
            s.play(other, self.mind.sample(s, other))
            s.pass_time()

    def widen(self, node: Node, s: State, seat: Seat, moves: list[Move]) -> None:
        """Add the answers that were not offered here before, as likely as they are foretold."""
        if all(move in node.branches for move in moves):
            return
        likings = self.mind.likings(s, seat, moves)
        best = max(likings)
        shares = [1.0 / (1.0 + (best - liking) / LIKING) ** 2 for liking in likings]
        whole = sum(shares)
        for move, share in zip(moves, shares, strict=True):
            if move not in node.branches:
                node.branches[move] = Branch(share / whole)

    def choose(self, node: Node, moves: list[Move]) -> Move:
        """The answer with the highest hope."""
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


def sight(s: State, seat: Seat) -> tuple[object, ...]:
    """What the seat sees: the key of its information set within one search."""
    seers = s.box.seers
    parts: list[object] = [type(s.agenda[-1]).__name__, s.agenda[-1].key(), tuple(s.numbers)]
    for place, cards in enumerate(s.places):
        parts.append(cards if seers[place] >> seat & 1 else len(cards))
    return tuple(parts)
