"""What holds at every question of a whole game of Escape the City, whatever is played."""

from __future__ import annotations

import random

import pytest

from duskhall.engine.moves import Move
from duskhall.games.raid_and_trade import GAME
from duskhall.games.raid_and_trade.escape import guards_of, loot, needed
from duskhall.games.raid_and_trade.parts import (
    AP,
    FAVOR,
    FLOWN,
    GUARD,
    GUARDS,
    GUNS,
    HELIPAD,
    NOWHERE,
    OUTCOME,
    OUTCOMES,
    ROUND,
    SECTIONS,
)
from duskhall.games.raid_and_trade.state import Ruin
from tests.games.raid_and_trade.escape_words import flight, out
from tests.games.tables import all_cards

GAMES = 6  # of each table
MIDWAY = 30
TABLES: list[tuple[int, dict[str, object]]] = [
    (2, {}),
    (3, {"side": "wasteland", "start_guard": True}),
    (4, {"cora": True, "escape_blacklist": "adds", "gifts": True}),
    (5, {"helipad": "rotor", "height": "climb", "start_guard": True}),
    (3, {"escape_length": 7, "escape_market": "tinker"}),
]


def hurried(s: Ruin, lots: random.Random) -> tuple[int, Move]:
    """An answer by lot of somebody who goes on where they are fit to fight, and raids until then."""
    seat = lots.choice(s.waiting)
    moves = s.legal_moves(seat)
    forward = [move for move in moves if move.verb in ("fight", "give", "give_sp")]
    if forward:
        return seat, forward[-1]
    is_armed = s.has(seat, GUNS) > 0 and s.numbers[AP + seat] > 9
    for move in moves:
        target = move.about[0] // SECTIONS if move.verb == "cross" else s.tile(seat)
        is_open = not s.is_held(target) or is_armed
        if s.city.toll[target] > s.city.toll[s.tile(seat)] and is_open:
            return seat, move
    liked = [move for move in moves if move.verb not in ("pass", "trade", "decline")]
    return seat, lots.choice(liked if liked and lots.random() < 0.9 else moves)


def dealt(players: int, options: dict[str, object], seed: int) -> Ruin:
    s = GAME.deal(GAME.box(players, {**options, "scenario": "escape"}), seed)
    assert isinstance(s, Ruin)
    return s


def midway(seed: int) -> Ruin:
    """Three who have come far, with guns and with much of what the helicopter needs."""
    return flight(
        at="t4/a | t8/a | t4/b",
        tokens="3 guns 1 parts 2 tools 2 scrap | 3 guns 1 electrics 2 food | 4 guns 2 scrap",
        sp="9 | 6 | 5",
        seed=seed,
    )


def played(s: Ruin, seed: int) -> list[Ruin]:
    """The positions of a game from the first round on."""
    lots = random.Random(seed)
    found = []
    while s.waiting:
        s.apply(*hurried(s, lots))
        if s.numbers[ROUND]:
            found.append(s.clone())
    return found


def all_games() -> list[list[Ruin]]:
    found = [played(dealt(*table, seed), seed) for table in TABLES for seed in range(GAMES)]
    return found + [played(midway(seed), seed) for seed in range(MIDWAY)]


@pytest.fixture(scope="module")
def games() -> list[list[Ruin]]:
    return all_games()


def test_tokens_are_in_the_bag_before_players_or_under_guards(games: list[list[Ruin]]) -> None:
    """RT-09, RT-103, RT-130"""
    for s in [s for game in games for s in game]:
        under = [loot(s, guard) for guard in range(GUARDS)]
        for kind, count in enumerate(s.ruins.supply):
            held = sum([s.has(seat, kind) for seat in range(s.box.players)])
            lying = sum([tokens[kind] for tokens in under])
            assert min(s.bag()[kind], held, lying) >= 0
            assert s.bag()[kind] + held + lying == count


def test_every_guard_has_a_square_of_its_own_on_a_tile_that_is_left(
    games: list[list[Ruin]],
) -> None:
    """RT-126, RT-127, RT-130"""
    for s in [s for game in games for s in game]:
        posts = [s.numbers[GUARD + guard] for guard in range(GUARDS)]
        taken = [square for square in posts if square != NOWHERE]
        assert len(set(taken)) == len(taken)
        assert all(s.lying()[s.ruins.tiles.squares[square].tile] >= 0 for square in taken)


def test_the_eliminated_have_nothing_and_are_never_asked(games: list[list[Ruin]]) -> None:
    """RT-107, RT-122, RT-131"""
    for s in [s for game in games for s in game]:
        for seat in range(s.box.players):
            is_out = seat in out(s)
            assert not (is_out and (s.tokens(seat) or s.crafted(seat) or seat in s.waiting))
            assert is_out or s.numbers[FAVOR + seat] > -10


def test_every_card_is_somewhere_and_nothing_is_given_twice(games: list[list[Ruin]]) -> None:
    """RT-100, RT-132"""
    every = all_cards(games[0][0])
    for s in [s for game in games for s in game]:
        assert all_cards(s) == every
        skill, tokens = needed(s)
        assert min(skill, *tokens) >= 0
        assert s.flaw() == ""


def test_a_game_lasts_as_many_rounds_as_there_are_tiles_at_most(games: list[list[Ruin]]) -> None:
    """RT-130, RT-133"""
    ends = set()
    for game in games:
        s = game[-1]
        assert s.ruins.line is not None
        assert s.numbers[ROUND] <= s.ruins.line.length
        ends.add(OUTCOMES[s.numbers[OUTCOME]])
        flown = s.numbers[FLOWN : FLOWN + s.box.players]
        assert GAME.standing(s).ranks == [1 if flies else 2 for flies in flown]
        assert sum(flown) <= 3
        laden = [guard for guard in guards_of(s, HELIPAD) if sum(loot(s, guard))]
        assert (len(laden) > 1) == (OUTCOMES[s.numbers[OUTCOME]] == "boarded")
    assert ends == {"eliminated", "boarded", "escaped"}


def test_these_games_come_to_most_of_the_questions(games: list[list[Ruin]]) -> None:
    """Else the promises above would be about little."""
    asked = {type(s.agenda[-1]).__name__ for game in games for s in game if s.waiting}
    assert {"Flee", "Ambush", "Defend", "LoseToGuard", "Withdraw", "RaidCard"} <= asked
