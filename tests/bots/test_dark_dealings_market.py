"""The last market of Dark Dealings, looked through to its end; and plans of sieges, narrow and wide."""

from __future__ import annotations

from random import Random
from time import perf_counter

import pytest

import duskhall
from duskhall.bots.bot import luck
from duskhall.bots.mind import mind_of
from duskhall.bots.values.dark_dealings import (
    A_CLOSER_LOOK,
    IN_COMBAT,
    DarkDealingsMind,
    Overlord,
)
from duskhall.bots.values.dark_dealings_combat import DEFEATED as FELLED
from duskhall.bots.values.dark_dealings_combat import LEFT, Solver
from duskhall.bots.values.dark_dealings_market import Ends, is_last
from duskhall.bots.values.dark_dealings_plan import NARROW
from duskhall.engine.moves import Move
from duskhall.games.dark_dealings.box import COMMITTED, FACING, FRONT, HAND, MARKET, PILE
from duskhall.games.dark_dealings.rules.draft import TakeDefense
from duskhall.games.dark_dealings.state import Siege
from tests.bots.test_solver import besieged, keep_with


def mind() -> DarkDealingsMind:
    found = mind_of(duskhall.game("dark-dealings"))
    assert isinstance(found, DarkDealingsMind)
    return found


def last_market(seed: int, players: int = 2, cards: int = 2) -> Siege:
    """A drafted table at the last market, with so many defenses still to be taken."""
    judge, s = mind(), duskhall.game("dark-dealings").setup(players=players, seed=seed)
    assert isinstance(s, Siege)
    while not (isinstance(s.agenda[-1], TakeDefense) and is_last(s)):
        s.play(s.waiting[0], judge.sample(s, s.waiting[0]))
    while len(s.places[MARKET]) > cards:
        s.play(s.waiting[0], judge.sample(s, s.waiting[0]))
    return s


def small(seed: int) -> Siege:
    """The same with the last two heroes of each, and two defenses before them."""
    s = last_market(seed)
    for seat in range(2):
        s.places[PILE + seat] = s.places[PILE + seat][:1]
        s.places[FRONT + seat] = s.places[FRONT + seat][:2]
    return s


def lead(s: Siege, seat: int, move: Move) -> int:
    """By how much the seat is ahead, if all is taken and every siege ends at its best."""
    s = s.clone()
    s.play(seat, move)
    results = []
    for each in range(2):
        pile = s.places[PILE + each] + s.places[FACING + each]
        results.append(Solver(s.keep).best(pile, s.dials(FRONT + each)))
    return results[seat] - results[1 - seat]


def test_what_is_taken_last_leads_to_the_better_sieges() -> None:
    """As far as a narrow plan and the network tell: hardly ever to the worse."""
    judge, right, wrong = mind(), 0, 0
    for seed in range(60):
        s = small(seed)
        seat = s.waiting[0]
        taken = judge.solve(s, seat)
        leads = {move: lead(s, seat, move) // LEFT for move in s.legal_moves(seat)}
        assert taken is not None
        if len(set(leads.values())) == 2:
            right += leads[taken] == max(leads.values())
            wrong += leads[taken] != max(leads.values())
    assert right > 20
    assert right > 5 * wrong


def test_only_the_last_market_is_looked_through() -> None:
    """And in Hardcore none, where nobody knows the order of the heroes: DD-70."""
    judge = mind()
    s = duskhall.game("dark-dealings").setup(players=2, seed=4)
    assert isinstance(s, Siege)
    asked = 0
    while not is_last(s):
        seat = s.waiting[0]
        if isinstance(s.agenda[-1], TakeDefense):
            asked += 1
            assert any(s.places[HAND + each] for each in range(2)) or len(s.places[MARKET]) == 1
            assert judge.solve(s, seat) is None
        s.play(seat, judge.sample(s, seat))
    assert asked > 6
    assert not s.places[HAND] + s.places[HAND + 1]
    assert len(s.places[COMMITTED] + s.places[COMMITTED + 1]) == len(s.places[MARKET])
    assert judge.solve(s, s.waiting[0]) in s.legal_moves(s.waiting[0])
    assert judge.solve(s, s.waiting[0], 0.0, A_CLOSER_LOOK - 1) is None
    hard = duskhall.game("dark-dealings").setup(players=2, seed=4, hardcore=True)
    assert isinstance(hard, Siege)
    while not is_last(hard):
        hard.play(hard.waiting[0], hard.legal_moves(hard.waiting[0])[0])
    assert judge.solve(hard, hard.waiting[0]) is None


@pytest.mark.parametrize("players", [3, 4])
def test_with_more_rivals_it_is_looked_through_as_well(players: int) -> None:
    s = last_market(7, players, 2 * players)
    seat = s.waiting[0]
    assert mind().solve(s, seat) in s.legal_moves(seat)


def test_past_its_time_no_further_siege_is_planned() -> None:
    s = last_market(5, cards=4)
    market = Overlord(s.keep).last_market
    ends: list[Ends] = [{}, {}]
    market.glance(market.look(s, s.waiting[0]), ends)
    judged = dict(ends[0])
    market.plan(ends[0], perf_counter() - 1)
    assert ends[0] == judged
    market.plan(ends[0], 0.0)
    assert ends[0] != judged
    late = market.decide(s, s.waiting[0], IN_COMBAT, perf_counter() - 1)
    assert late in s.legal_moves(s.waiting[0])


def test_a_wider_plan_defeats_more() -> None:
    keep = keep_with({})
    planner, solver = Overlord(keep).planner, Solver(keep)
    narrow = wide = best = 0.0
    for number in range(12):
        lots = Random(luck(3, number))
        pile = tuple(lots.sample(keep.heroes, 6))
        front = tuple(sorted([card * 4 for card in lots.sample(keep.defenses, 5)]))
        narrow += planner.result(pile, front, 1)
        wide += planner.result(pile, front, 64)
        found = solver.best(pile, front)
        best += found // FELLED + 0.1 * (found % FELLED // LEFT)
    assert narrow < wide <= best + 1e-9
    assert best - wide < 0.1 * (best - narrow)


def test_the_widest_plan_is_the_one_that_there_is_time_for() -> None:
    keep, lots = keep_with({}), Random(8)
    s = besieged(keep, lots.sample(keep.heroes, 8), lots.sample(keep.defenses, 8))
    planner = Overlord(keep).planner
    assert planner.widest(s, 0, 64, perf_counter() - 1) == planner.decide(s, 0, NARROW)
    assert planner.widest(s, 0, 64, 0.0) == planner.decide(s, 0, 64)
    assert planner.result(s.places[PILE], s.dials(FRONT), NARROW, perf_counter() - 1) == -1
