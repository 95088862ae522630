"""What bots make of tables of Escape the City where the right answer is beyond doubt."""

from __future__ import annotations

import pytest

from duskhall.bots import make_bot
from duskhall.bots.mind import mind_of
from duskhall.bots.values.raid_and_trade import RaidMind
from duskhall.bots.values.raid_and_trade_deeds import Option
from duskhall.bots.values.raid_and_trade_escape import few
from duskhall.bots.values.raid_and_trade_trade import Verdict
from duskhall.engine.moves import Move
from duskhall.games.raid_and_trade import GAME
from duskhall.games.raid_and_trade.escape import standing_tiles
from duskhall.games.raid_and_trade.parts import NOWHERE, OUT, OUTCOME, OUTCOMES, TILE_AT
from duskhall.games.raid_and_trade.rules.turn import END
from duskhall.games.raid_and_trade.state import Ruin
from duskhall.games.raid_and_trade.terms import Terms
from tests.games.raid_and_trade.escape_words import flight, guards
from tests.games.raid_and_trade.words import counted, say

both_bots = pytest.mark.parametrize("name", ["greedy", "search:30"])
NEED = "1 parts 1 electrics 2 tools 2 scrap"


def mind() -> RaidMind:
    found = mind_of(GAME)
    assert isinstance(found, RaidMind)
    return found


def answer(s: Ruin, name: str = "greedy") -> str:
    return say(s, make_bot(name, GAME).answer(s, s.waiting[0], 0))


def verdict(s: Ruin, seat: int, other: int, give: str, take: str) -> Verdict:
    terms = Terms(tuple(counted(give)), tuple(counted(take)))
    return mind().verdict(s, seat, other, terms)


@both_bots
def test_who_can_help_the_helicopter_off_does(name: str) -> None:
    """RT-132"""
    s = flight(at="pad/a | pad/a", guards="t2-c3", tokens=NEED, sp="12", ap="15")
    bot = make_bot(name, GAME)
    while s.waiting:
        s.apply(s.waiting[0], bot.answer(s, s.waiting[0], 0))
        assert s.current == 0
    assert OUTCOMES[s.numbers[OUTCOME]] == "escaped"


@both_bots
def test_in_the_last_round_each_gives_what_is_left_to_give(name: str) -> None:
    """RT-132 Together they have it all; who passes with SP in hand would leave all behind."""
    s = flight(
        at="pad/a | pad/a | pad/a",
        tokens=f"| {NEED} |",
        sp="6 | 4 | 2",
        ap="15 | 15 | 15",
        guards="",
    )
    for tile in standing_tiles(s)[:-1]:
        s.numbers[TILE_AT + tile] = NOWHERE
    bots = [make_bot(name, GAME, seat) for seat in range(3)]
    while s.waiting:
        s.apply(s.waiting[0], bots[s.waiting[0]].answer(s, s.waiting[0], 0))
    assert OUTCOMES[s.numbers[OUTCOME]] == "escaped"


@both_bots
def test_nobody_waits_where_the_fire_comes_next(name: str) -> None:
    """RT-105 All had supposed that the others play on, and waited, until the round was over."""
    s = flight(at="t1/a | t1/a | t1/a", tokens="| |", ap="15 | 15 | 15", guards="t2-c3")
    bots = [make_bot(name, GAME, seat) for seat in range(3)]
    burning = standing_tiles(s)[0]
    while s.numbers[TILE_AT + burning] != NOWHERE:
        s.apply(s.waiting[0], bots[s.waiting[0]].answer(s, s.waiting[0], 0))
    assert [s.numbers[OUT + seat] for seat in range(3)] == [0, 0, 0]


def test_the_end_of_a_turn_is_worth_a_thought_where_nothing_else_is() -> None:
    walk, end = Option(80.0, Move("cross", 4)), Option(0.0, END)
    assert few([walk, end]) == [walk.move]
    assert few([end]) == [END]


def test_a_guard_in_reach_is_attacked() -> None:
    """RT-104"""
    s = flight(at="t2/a", guards="t2-c3", tokens="1 guns", ap="15")
    assert answer(s).startswith("fight ")


def test_one_walks_to_a_guard_that_is_out_of_reach() -> None:
    """RT-125 The house t4-c5 is reached from behind the barricade alone."""
    s = flight(at="t4/a", guards="t4-c5", tokens="2 guns", ap="15", houses="t4-c1 green")
    assert answer(s) == "cross t4/b"


def test_nobody_stays_in_the_fire_when_nobody_clears_the_way() -> None:
    """RT-105 All others have passed, and the guard ahead holds nobody back from entering."""
    s = flight(at="t1/a", guards="t2-c3", houses="t8-c1 green", ap="3 | 0 | 0")
    bot = make_bot("greedy", GAME)
    while s.waiting and s.current == 0 and s.tile(0) == 0:
        s.apply(s.waiting[0], bot.answer(s, s.waiting[0], 0))
    assert s.tile(0) != 0
    assert not s.numbers[OUT]


def test_a_bot_lends_its_gun_to_who_stands_before_a_guard() -> None:
    """RT-61, RT-104"""
    s = flight(at="t2/a | t1/a", guards="t2-c3", tokens="1 food | 1 guns", ap="15 | 15")
    assert verdict(s, 1, 0, "1 guns", "1 food").answer == "agree"
    assert verdict(s, 0, 1, "1 food", "1 guns").answer == "agree"


def test_a_bot_keeps_its_gun_from_who_cannot_use_it() -> None:
    """RT-61, RT-104"""
    s = flight(at="t1/a | t2/a", guards="t2-c3", tokens="1 food | 1 guns", ap="15 | 15")
    assert verdict(s, 1, 0, "1 guns", "1 food").answer == "refuse"


def test_bots_do_not_fight_each_other() -> None:
    """RT-129"""
    s = flight(at="t2/a | t2/a", guards="t8-c1", tokens="3 guns | 5 food", ap="15 | 15")
    assert "attack" in {move.verb for move in s.legal_moves(0)}
    assert not answer(s).startswith("attack")


@both_bots
def test_bots_give_a_reason_that_can_be_said(name: str) -> None:
    """RT-61"""
    said = GAME.catalogue().sentences["en"]["bots"]
    s = flight(at="t2/a | t1/a", guards="t2-c3", tokens="1 food | 1 guns", ap="15 | 15")
    move = make_bot(name, GAME).answer(s, 0, 0)
    assert move.verb == "trade"
    assert mind().reason(s, 0, move)[0] in said
    assert verdict(s, 1, 0, "1 guns", "1 food").reason in said
    assert guards(s) == ["t2-c3"]
