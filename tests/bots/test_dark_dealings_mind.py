"""What bots know of Dark Dealings: sieges judged at a glance, and picks that others may make."""

from __future__ import annotations

from random import Random

import pytest

import duskhall
from duskhall.bots import make_bot
from duskhall.bots.mind import mind_of
from duskhall.bots.search import A_FEW, Node, SearchBot
from duskhall.bots.values.dark_dealings import DarkDealingsMind, Overlord, in_combat
from duskhall.bots.values.dark_dealings_combat import DEFEATED as FELLED
from duskhall.bots.values.dark_dealings_combat import LEFT, Solver
from duskhall.bots.values.dark_dealings_draft import FILE, Drafter
from duskhall.bots.values.dark_dealings_siege import INPUTS, SiegeJudge, dial_inputs, hero_inputs
from duskhall.bots.weights import read_weights
from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import State
from duskhall.games.dark_dealings.box import DEFEATED, FACING, FRONT, MARKET, PILE, Keep
from duskhall.games.dark_dealings.state import Siege
from tests.bots.test_solver import OPTIONS, STRUCK_MAY_TURN, siege
from tests.games.dark_dealings import words as sieges


def keep(**options: object) -> Keep:
    box = duskhall.game("dark-dealings").box(2, options)
    assert isinstance(box, Keep)
    return box


def random_siege(box: Keep, luck: Random, heroes: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    pile = tuple(luck.sample(box.heroes, heroes))
    return pile, tuple(sorted([card * 4 for card in luck.sample(box.defenses, heroes)]))


def test_a_siege_is_judged_about_as_it_is_solved() -> None:
    """Half as far off as whoever always says the mean."""
    box, luck = keep(), Random(3)
    judge, solver = SiegeJudge(box), Solver(box)
    wanted, judged = [], []
    for _ in range(60):
        pile, front = random_siege(box, luck, luck.choice([3, 4, 5]))
        best = solver.best(pile, front)
        wanted.append(best // FELLED + 0.1 * (best % FELLED // LEFT))
        judged.append(judge.value(pile, front))
    mean = sum(wanted) / len(wanted)
    off = sum([(a - b) ** 2 for a, b in zip(wanted, judged, strict=True)])
    assert off < 0.25 * sum([(a - mean) ** 2 for a in wanted])


def test_the_rows_of_cards_add_up_to_what_the_network_sees() -> None:
    box, luck = keep(dragons=True), Random(4)
    judge = SiegeJudge(box)
    for _ in range(30):
        pile, front = random_siege(box, luck, 8)
        sight = []
        for place, hero in enumerate(pile):
            sight += hero_inputs(box, hero, place)
        for dial in front:
            sight += dial_inputs(box, dial)
        assert max(sight[::2]) < INPUTS
        most = 8 + 0.1 * len(front)
        assert judge.value(pile, front) == min(max(judge.net.value(sight) / 65536, 0.0), most)


def test_who_does_not_face_a_hero_yet_is_judged_by_the_siege_too() -> None:
    game = duskhall.game("dark-dealings")
    s = game.setup(players=2, seed=5)
    assert isinstance(s, Siege)
    while not in_combat(s):
        seat = s.waiting[0]
        s.play(seat, s.legal_moves(seat)[0])
    later = next(seat for seat in range(2) if not s.places[FACING + seat])
    overlord = Overlord(s.keep)
    judged = overlord.siege.value(s.places[PILE + later], s.dials(FRONT + later))
    assert overlord.estimate(s, later) == judged


def drafting(s: Siege, **weights: float) -> Drafter:
    """A drafter with some weights changed, and no whims where one is not named."""
    known = Overlord(s.keep)
    held = {**read_weights(FILE), "whim": 0.0, **weights}
    return Drafter(s.keep, known.burden, known.buys, known.supply, held)


def test_a_hero_is_picked_for_what_it_buys_or_for_how_easily_it_falls() -> None:
    s = duskhall.game("dark-dealings").setup(players=2, seed=2)
    assert isinstance(s, Siege)
    challenge = s.keep.challenge
    by_height = sorted(s.hand(0), key=challenge.__getitem__)
    picked = drafting(s, buying=1_000.0).pick(s, 0)
    assert sorted(picked.about) == sorted(by_height[-2:])
    assert drafting(s, buying=-1_000.0).pick(s, 0) != picked


def test_high_heroes_are_sent_where_the_market_differs_much() -> None:
    s = duskhall.game("dark-dealings").setup(players=2, seed=2)
    assert isinstance(s, Siege)
    while not s.places[MARKET]:
        s.play(s.waiting[0], s.legal_moves(s.waiting[0])[0])
    by_height = sorted(s.hand(0), key=s.keep.challenge.__getitem__)
    keen = drafting(s, eager=1_000.0, **{"usual market": -100.0, "heavy first": 0.0})
    assert sorted(keen.commit(s, 0).about) == sorted(by_height[-2:])
    bored = drafting(s, eager=1_000.0, **{"usual market": 100.0, "heavy first": 0.0})
    assert sorted(bored.commit(s, 0).about) == sorted(by_height[:2])


def test_plans_bring_nearly_what_the_best_play_would() -> None:
    """Of forty-eight heroes, all but two that can be defeated."""
    luck, missed = Random(8), 0
    for _ in range(8):
        s = siege(luck, 6, 6, {})
        best = Solver(s.keep).appraise(s, 0) // FELLED
        planner = Overlord(s.keep).planner
        while s.waiting:
            move = planner.decide(s, 0, 4)
            assert move is not None
            s.play(0, move)
        missed += best - len(s.places[DEFEATED])
    assert missed <= 2


@pytest.mark.parametrize("options", [*OPTIONS[2:], STRUCK_MAY_TURN])
def test_plans_are_carried_out_under_every_ruling(options: dict[str, object]) -> None:
    """What was planned at a flip can be reached, strike by strike."""
    luck = Random(9)
    for _ in range(3):
        s = siege(luck, 4, 5, options)
        planner = Overlord(s.keep).planner
        while s.waiting:
            move = planner.decide(s, 0, 4)
            assert move in s.legal_moves(0)
            s.play(0, move)


def test_others_rather_pick_heroes_that_appeal() -> None:
    game = duskhall.game("dark-dealings")
    mind = mind_of(game)
    assert isinstance(mind, DarkDealingsMind)
    picked, left = 0.0, 0.0
    for seed in range(30):
        s = game.setup(players=2, seed=seed)
        assert isinstance(s, Siege)
        appeal = mind.overlord(s.keep).drafter.appeal
        move = mind.sample(s, 0)
        assert move in s.legal_moves(0)
        picked += sum([appeal[hero] for hero in move.about]) / 2
        left += sum([appeal[hero] for hero in s.hand(0) if hero not in move.about]) / 7
    assert picked > left + 30


def test_a_search_tries_the_most_promising_heroes_first() -> None:
    class Kept(SearchBot):
        def root(self, guess: State, seat: Seat, moves: list[Move]) -> Node:
            self.kept = super().root(guess, seat, moves)
            return self.kept

    game = duskhall.game("dark-dealings")
    mind = mind_of(game)
    assert isinstance(mind, DarkDealingsMind)
    s = game.setup(players=2, seed=3)
    assert isinstance(s, Siege)
    moves = s.legal_moves(0)
    appeal = mind.overlord(s.keep).drafter.appeal
    best = sorted(moves, key=lambda move: -sum([appeal[hero] for hero in move.about]))
    bot = Kept(mind, 1, iterations=16)
    bot.answer(s, 0, 0)
    assert list(bot.kept.branches) == best[: A_FEW + (bot.iterated - 1) // A_FEW]
    bot = Kept(mind, 1, iterations=400)
    bot.answer(s, 0, 0)
    assert len(bot.kept.branches) == len(moves) == 36


def test_of_equal_sieges_the_higher_challenge_is_foreseen_to_win() -> None:
    """DD-55"""
    s = sieges.combat("ranger 1 trap @10 / ranger 1 trap @54", "trap 1 / trap 1")
    shares = mind_of(duskhall.game("dark-dealings")).foreseen(s)
    assert shares[1] > 0.9


def test_what_is_foreseen_of_a_siege_is_what_the_best_play_brings() -> None:
    """From the first hero on, and in the midst of every fight: no answer makes it more."""
    table = duskhall.new_table(duskhall.game("dark-dealings"), 2, seed=104)
    s, greedy = table.state, make_bot("greedy", table.record.game, 1)
    assert isinstance(s, Siege)
    while not in_combat(s):
        table.play(s.waiting[0], greedy.answer(s, s.waiting[0], len(table.record.moves)))
    overlord = Overlord(s.keep)
    solver, hoped = overlord.solver, overlord.foreseen(s, 1, closely=True)
    assert 6.0 <= hoped < 6.1  # a plan of eight lines has 5.4
    while len(s.places[PILE + 1]) > 5:
        seat = s.waiting[0]
        s.play(seat, solver.decide(s, seat) if seat else s.legal_moves(seat)[0])
        assert overlord.foreseen(s, 1, closely=True) == pytest.approx(hoped)
