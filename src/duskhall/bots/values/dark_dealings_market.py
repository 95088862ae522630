"""The last market of Dark Dealings, when nothing is hidden that matters any more: every defense there
finds its owner, and then the sieges begin. So it is looked through to its end, and the sieges that
may come of it are planned.
"""

from __future__ import annotations

from math import exp
from time import perf_counter
from typing import Final

from duskhall.bots.values.dark_dealings_combat import Pile
from duskhall.bots.values.dark_dealings_draft import Drafter
from duskhall.bots.values.dark_dealings_plan import NARROW, Planner
from duskhall.bots.values.dark_dealings_siege import SiegeJudge
from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.games.dark_dealings.box import FACING, FRONT, HAND, MARKET, PILE, Keep
from duskhall.games.dark_dealings.fight import Dials
from duskhall.games.dark_dealings.rules.draft import TakeDefense
from duskhall.games.dark_dealings.state import Siege

DUEL: Final = 2  # where each answer of the other is tried, too; more rivals take what fits them
SIEGES: Final = 6  # of one seat, those that look best are planned
# Fitted to 249 drafted sieges that were solved: a narrow plan falls short of the best end by about
# this much, and both together foretell it better (0.22 heroes off) than plan (0.27) or network (0.29).
SHORT: Final = 0.15
TRUST: Final = 0.6  # in the plan, and in the network the rest

Ends = dict[tuple[Pile, Dials], float]  # by siege, how many heroes will be defeated


class Fork:
    """A question of the last market: who answers, and what follows each answer. Or its end."""

    def __init__(self, seat: Seat) -> None:
        self.seat: Final = seat
        self.moves: list[Move] = []
        self.forks: list[Fork] = []
        self.sieges: list[tuple[Pile, Dials]] = []  # by seat, at the end


class LastMarket:
    """Looks through the last market with the cards of one box."""

    def __init__(self, box: Keep, judge: SiegeJudge, planner: Planner, drafter: Drafter) -> None:
        self.box: Final = box
        self.judge: Final = judge
        self.planner: Final = planner
        self.drafter: Final = drafter

    def decide(self, s: Siege, seat: Seat, sharpness: float, end: float) -> Move | None:
        """The defense to take; None, unless it is taken from the last market."""
        if not is_last(s):
            return None
        root = self.look(s, seat)
        ends: list[Ends] = [{} for _ in range(self.box.players)]
        self.glance(root, ends)
        self.plan(ends[seat], end)
        if self.box.players == DUEL:
            self.plan(ends[1 - seat], end)
        hopes = [self.hope(fork, ends, sharpness)[seat] for fork in root.forks]
        return root.moves[hopes.index(max(hopes))]

    def look(self, s: Siege, seat: Seat) -> Fork:
        """All that may follow."""
        step = s.agenda[-1] if s.waiting else None
        if not isinstance(step, TakeDefense):  # who can do nothing has let heroes in already
            over = Fork(-1)
            for each in range(self.box.players):
                pile = s.places[PILE + each] + s.places[FACING + each]
                over.sieges.append((pile, s.dials(FRONT + each)))
            return over
        fork = Fork(step.seat)
        fork.moves = s.legal_moves(step.seat)
        if step.seat != seat and self.box.players > DUEL:
            fork.moves = [self.drafter.take(s, step.seat, fork.moves)]
        for move in fork.moves:
            after = s.clone()
            after.play(step.seat, move)
            fork.forks.append(self.look(after, seat))
        return fork

    def glance(self, fork: Fork, ends: list[Ends]) -> None:
        """Judge every siege that may come of it."""
        for each, (pile, front) in enumerate(fork.sieges):
            if (pile, front) not in ends[each]:
                ends[each][pile, front] = self.judge.value(pile, front)
        for after in fork.forks:
            self.glance(after, ends)

    def plan(self, ends: Ends, end: float) -> None:
        """Look closer at the sieges that look best, while there is time."""
        best = sorted(ends, key=lambda siege: (ends[siege], siege), reverse=True)
        for pile, front in best[:SIEGES]:
            if end and perf_counter() > end:
                break
            planned = self.planner.result(pile, front, NARROW, end)
            if planned >= 0:
                value = TRUST * (planned + SHORT) + (1 - TRUST) * ends[pile, front]
                ends[pile, front] = value

    def hope(self, fork: Fork, ends: list[Ends], sharpness: float) -> list[float]:
        """By seat, the share of the win, where everyone takes what promises most."""
        if fork.sieges:
            counts = [ends[each][siege] for each, siege in enumerate(fork.sieges)]
            best = max(counts)
            shares = [exp(sharpness * (count - best)) for count in counts]
            total = sum(shares)
            return [share / total for share in shares]
        found: list[float] = []
        for after in fork.forks:
            hopes = self.hope(after, ends, sharpness)
            if not found or hopes[fork.seat] > found[fork.seat]:
                found = hopes
        return found


def is_last(s: Siege) -> bool:
    """Whether a defense is taken from the last market: all heroes are played."""
    if not isinstance(s.agenda[-1], TakeDefense) or len(s.places[MARKET]) == 1:
        return False
    return s.box.players > 1 and not any(s.places[HAND + seat] for seat in range(s.box.players))
