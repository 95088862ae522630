"""Search: a tree over what its own seat would see, grown on tables dealt anew each time."""

from __future__ import annotations

from math import log, sqrt
from time import perf_counter
from typing import Final

from mypy_extensions import mypyc_attr

from duskhall.bots.bot import Bot
from duskhall.bots.mind import Mind
from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import Pool, State

WORD: Final = 1 << 32
A_FEW: Final = 4  # promising answers are tried first, and another after so many iterations
GOLDEN: Final = 0x9E3779B9  # the golden ratio of a word: its multiples lie evenly within a word
TO_SOLVE: Final = 0.5  # of the time, to solve exactly; the rest is for the search, if that fails


class Node:
    """What the seat may answer at one of its information sets, and how it went."""

    def __init__(self) -> None:
        self.visits = 0
        self.branches: dict[Move, Branch] = {}
        self.promising: list[Move] = []  # all answers, the best at first sight first, if known


class Branch:
    """One answer: how often it could be given, was given, and what came of it."""

    def __init__(self, prior: float = 0.0) -> None:
        self.prior: Final = prior  # how gladly it is tried, if that is known
        self.offers = 0
        self.visits = 0
        self.weight = 0  # visits, and the trust in what was thought at first
        self.total = 0.0
        self.nodes: dict[tuple[object, ...], Node] = {}  # by what the seat sees when asked again


@mypyc_attr(allow_interpreted_subclasses=True)
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
        return self.look(guess, seat)

    def look(self, guess: State, seat: Seat, unknown: list[Pool] | None = None) -> Move:
        """The best answer on tables of which this is dealt anew: else whatever the seat cannot know."""
        self.iterated = 0
        end = perf_counter() + self.seconds if self.seconds else 0.0
        to_solve = end - self.seconds * (1 - TO_SOLVE)
        solved = self.mind.solve(guess, seat, to_solve, self.iterations)
        if solved is not None:
            return solved
        moves = self.mind.moves(guess, seat)
        if len(moves) == 1:
            return moves[0]
        root = self.root(guess, seat, moves)
        # Every answer is tried on the same tables, so that luck does not choose between them.
        lucks: list[int] = []
        first = guess.random_below(WORD)
        if unknown is None:
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
        return chosen_most(root)

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
            s.play(seat, move)
            s.pass_time()
            while s.waiting and seat not in s.waiting and not self.is_leaf(s):
                self.play_for(s, s.waiting[0])
            if not s.waiting or len(taken) == self.mind.depth or self.is_leaf(s):
                break
            seen = sight(s, seat)
            known = branch.nodes.get(seen)
            if known is None:
                branch.nodes[seen] = Node()
                break
            node = known
            path.append(node)
            move = self.choose(node, s, seat)
        value = self.judge(s, seat)
        for node in path:
            node.visits += 1
        for branch in taken:
            branch.visits += 1
            branch.weight += 1
            branch.total += value

    def play_for(self, s: State, other: Seat) -> None:
        """Answer as the mind supposes that one would."""
        s.play(other, self.mind.sample(s, other))
        s.pass_time()

    # What a search does in its own way

    def root(self, guess: State, seat: Seat, moves: list[Move]) -> Node:
        """The question asked, and its answers in the order in which they are worth trying."""
        node = Node()
        sights = self.mind.at_first_sight(guess, seat, moves)
        if sights:
            order = sorted(range(len(moves)), key=sights.__getitem__, reverse=True)
            node.promising = [moves[at] for at in order]
        return node

    def is_leaf(self, s: State) -> bool:
        """Whether the tree ends here."""
        return self.mind.is_settled(s)

    def judge(self, s: State, seat: Seat) -> float:
        """What the seat may hope for where the tree ends; the table is played on, if it must be."""
        while s.waiting and not self.mind.is_settled(s):
            self.play_for(s, s.waiting[0])
        return self.mind.values(s)[seat]

    def choose(self, node: Node, s: State, seat: Seat) -> Move:
        """The answer with the highest hope; each is tried once before any is tried twice.

        Where some look promising at first sight, the others join them one by one.
        """
        best, chosen = -1.0, None
        if node.promising:
            moves = node.promising[: A_FEW + node.visits // A_FEW]
        else:
            moves = self.mind.moves(s, seat)
        for move in moves:
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


def chosen_most(root: Node) -> Move:
    """The answer given most often; of several, the one that promised most."""
    best, chosen = -1.0, None
    for move, branch in root.branches.items():
        worth = branch.visits + (0.5 * branch.total / branch.weight if branch.weight else 0.0)
        if worth > best:
            best, chosen = worth, move
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


def sight(s: State, seat: Seat) -> tuple[object, ...]:
    """What the seat sees: the key of its information set within one search."""
    seers = s.box.seers
    parts: list[object] = [type(s.agenda[-1]).__name__, s.agenda[-1].key(), tuple(s.numbers)]
    for place, cards in enumerate(s.places):
        parts.append(cards if seers[place] >> seat & 1 else len(cards))
    return tuple(parts)
