"""The solver of Dark Dealings' combat, held against every line of play."""

from __future__ import annotations

from random import Random
from time import perf_counter

import pytest

import duskhall
from duskhall.bots.mind import Mind, mind_of
from duskhall.bots.search import SearchBot
from duskhall.bots.values.dark_dealings import FOR_FEW, PATIENCE, DarkDealingsMind
from duskhall.bots.values.dark_dealings_combat import (
    LEFT,
    LOOK,
    Pile,
    Solver,
    TooLong,
    with_trophy,
)
from duskhall.engine.state import State
from duskhall.games.dark_dealings.box import (
    DEFEATED,
    DETOUR,
    FACING,
    FRONT,
    HALFLINGS,
    HEAVY_HITTER,
    KNIGHT,
    PILE,
    PLAIN,
    WIZARD,
    Keep,
)
from duskhall.games.dark_dealings.fight import Dials
from duskhall.games.dark_dealings.rules.combat import CombatRound
from duskhall.games.dark_dealings.state import Siege

OPTIONS: list[dict[str, object]] = [
    {},
    {},
    {},
    {"turning": "at-once"},
    {"halflings_stop": False},
    {"detour": "trash"},
    {"heavy_hitter_alone": True},
]
STRUCK_MAY_TURN: dict[str, object] = {"heavy_hitter_turns": "any", "turning": "at-once"}


def siege(
    luck: Random, heroes: int, defenses: int, options: dict[str, object], ability: int = PLAIN
) -> Siege:
    """Random heroes at the gate of seat 0, with random defenses before them."""
    keep = keep_with(options)
    pile = luck.sample(keep.heroes, heroes)
    front = luck.sample(keep.defenses, defenses)
    if ability:
        front.append(luck.choice([c for c in keep.defenses if keep.ability[c] == ability]))
    return besieged(keep, pile, front)


def keep_with(options: dict[str, object]) -> Keep:
    box = duskhall.game("dark-dealings").box(2, options)
    assert isinstance(box, Keep)
    return box


def besieged(keep: Keep, pile: list[int], front: list[int]) -> Siege:
    """These heroes at the gate of seat 0, with these defenses before them."""
    s = duskhall.game("dark-dealings").open(keep)
    assert isinstance(s, Siege)
    s.agenda.clear()
    s.memory = (0,) * keep.cards
    s.places[PILE] = tuple(pile)
    s.places[FRONT] = tuple(sorted(set(front)))
    s.then(CombatRound(1))
    s.play_on()
    return s


def knight_before_many_cards() -> Siege:
    """A Knight, before whom every order of strikes counts, and eight defenses."""
    s = siege(Random(2), 1, 8, {})
    knights = [hero for hero in s.keep.heroes if s.keep.hero_class[hero] == KNIGHT]
    s.places[FACING] = (knights[-1],)
    return s


def solved(s: Siege) -> Siege:
    """Played to the end as the solver says."""
    solver = Solver(s.keep)
    while s.waiting:
        s.play(0, solver.decide(s, 0))
    return s


def result(s: Siege) -> tuple[int, int, int]:
    """DD-55 What the victory rule compares."""
    defeated = s.places[DEFEATED]
    highest = max([s.keep.challenge[hero] for hero in defeated], default=0)
    return len(defeated), len(s.places[FRONT]), highest


def best_of_all_lines(s: Siege, known: dict[str, tuple[int, int, int]]) -> tuple[int, int, int]:
    if not s.waiting:
        return result(s)
    key = s.digest()
    if key not in known:
        found = []
        for move in s.legal_moves(0):
            after = s.clone()
            after.play(0, move)
            found.append(best_of_all_lines(after, known))
        known[key] = max(found)
    return known[key]


@pytest.mark.parametrize("seed", range(60))
def test_the_solver_finds_the_best_line_of_all(seed: int) -> None:
    """DD-55, DD-34 to DD-53: no line of legal answers ends better than the solver's."""
    luck = Random(seed)
    s = siege(luck, luck.randint(1, 4), luck.randint(2, 5), luck.choice(OPTIONS))
    best = best_of_all_lines(s, {})
    solver = Solver(s.keep)
    while s.waiting:
        s.play(0, solver.decide(s, 0))
    assert result(s) == best


@pytest.mark.parametrize("seed", range(12))
def test_the_solver_finds_the_best_line_where_a_card_that_struck_may_be_turned(seed: int) -> None:
    """DD-50"""
    s = siege(Random(seed), 3, 4, STRUCK_MAY_TURN, HEAVY_HITTER)
    best = best_of_all_lines(s, {})
    assert result(solved(s)) == best


def best_without_ceilings(solver: Solver, pile: Pile, front: Dials) -> int:
    """The best result, with every end of every fight tried; for no Halflings and no Detours."""
    if not pile:
        return len(front) * LEFT
    hero, rest = pile[-1], pile[:-1]
    challenge = solver.box.challenge[hero]
    found = [best_without_ceilings(solver, rest, front)]
    for after in solver.outcomes(hero, front, solver.thief_in(rest)):
        found.append(with_trophy(best_without_ceilings(solver, rest, after), challenge))
    return max(found)


def test_what_heavy_hitters_and_wizards_cost_is_never_thought_higher_than_it_is() -> None:
    """DD-50, DD-42: no siege ends better than the solver says, which looks only where it may."""
    luck, keep = Random(1), keep_with({})
    hitters = [card for card in keep.defenses if keep.ability[card] == HEAVY_HITTER]
    others = [c for c in keep.defenses if keep.ability[c] not in (HEAVY_HITTER, DETOUR)]
    heroes = [hero for hero in keep.heroes if keep.hero_class[hero] != HALFLINGS]
    wizards = [hero for hero in heroes if keep.hero_class[hero] == WIZARD]
    trashed = [c for c in others if keep.next_dial[c * 4] and not keep.after_strike[c * 4]]
    solver = Solver(keep)
    for number in range(900):
        some = wizards if number % 3 == 0 else heroes
        pile = tuple(luck.sample(some, luck.randint(1, 3)))
        few = trashed if number % 3 == 1 else others
        cards = luck.sample(hitters, luck.randint(1, 3)) + luck.sample(few, luck.randint(0, 2))
        sides = [[dial for dial in range(c * 4, c * 4 + 3) if keep.types[dial]] for c in cards]
        front = tuple(sorted([luck.choice(dials) for dials in sides]))
        solver.forget()
        assert solver.best(pile, front) == best_without_ceilings(solver, pile, front)


@pytest.mark.parametrize("turning", ["after", "at-once"])
def test_where_one_may_strike_in_vain_the_solver_plays_as_well_as_elsewhere(turning: str) -> None:
    """DD-34"""
    for seed in range(12):
        usual = solved(siege(Random(seed), 3, 5, {"turning": turning}))
        vain = siege(Random(seed), 3, 5, {"turning": turning, "vain_strikes": True})
        assert result(solved(vain)) >= result(usual)


def test_the_solver_knows_the_result_beforehand() -> None:
    """What `appraise` promises for a whole siege is what playing it brings."""
    s = siege(Random(5), 6, 6, {})
    solver = Solver(s.keep)
    promised = solver.appraise(s, 0)
    while s.waiting:
        s.play(0, solver.decide(s, 0))
    defeated, left, highest = result(s)
    assert promised == defeated * 10_000 + left * 100 + highest


def test_the_work_in_a_single_fight_counts() -> None:
    """A Knight before many cards: few sieges to look into, and a great many orders of strikes."""
    s = knight_before_many_cards()
    free, bound = Solver(s.keep), Solver(s.keep, limit=2_000)
    free.decide(s, 0)
    assert len(free.solved) < 2_000 < free.effort.work
    with pytest.raises(TooLong):
        bound.decide(s, 0)
    assert bound.effort.work == 2_001


def test_the_solver_gives_up_when_its_time_is_over() -> None:
    """It looks at the clock every so many steps, whatever it is at."""
    s = knight_before_many_cards()
    solver = Solver(s.keep)
    with pytest.raises(TooLong):
        solver.decide(s, 0, end=perf_counter())
    assert solver.effort.work == LOOK


def test_a_mind_solves_by_the_clock_it_is_given_and_then_plans_at_a_glance() -> None:
    s = knight_before_many_cards()
    mind = mind_of(duskhall.game("dark-dealings"))
    assert isinstance(mind, DarkDealingsMind)
    overlord = mind.overlord(s.keep)
    assert mind.solve(s, 0, end=perf_counter()) == mind.plan(s, 0)
    assert overlord.solver.effort.work == LOOK
    mind.solve(s, 0)
    assert overlord.solver.effort.work > LOOK


def test_who_has_few_iterations_solves_for_as_short_a_while() -> None:
    s = knight_before_many_cards()
    mind = mind_of(duskhall.game("dark-dealings"))
    assert isinstance(mind, DarkDealingsMind)
    effort = []
    for iterations in (4, 8, 0):
        mind.solve(s, 0, iterations=iterations)
        effort.append(mind.overlord(s.keep).solver.effort.limit)
    assert effort == [FOR_FEW * 4**2, FOR_FEW * 8**2, PATIENCE]


def test_a_search_by_seconds_gives_the_solver_part_of_them() -> None:
    """What is left is searched: an answer is never given without a thought."""
    asked: list[float] = []

    class Watched(Mind):
        def solve(self, s: State, seat: int, end: float = 0.0, iterations: int = 0) -> None:
            asked.append(end)

    s, game = knight_before_many_cards(), duskhall.game("dark-dealings")
    before = perf_counter()
    bot = SearchBot(Watched(game), seconds=1e-6)
    bot.decide(s.clone(), 0)
    SearchBot(Watched(game), iterations=3).decide(s.clone(), 0)
    assert asked[0] > before
    assert asked[1] == 0.0
    assert bot.iterated == 1
