"""What holds at every question of a whole game of Raid & Trade, whatever is played."""

from __future__ import annotations

import pytest

from duskhall.games.raid_and_trade import GAME
from duskhall.games.raid_and_trade.parts import (
    AP,
    DISC,
    FAVOR,
    HOUSE,
    OUTCOME,
    ROUND,
    SP,
    SQUARES,
    TAKEN,
    TILE,
    TILES,
)
from duskhall.games.raid_and_trade.state import Ruin
from tests.games.raid_and_trade.words import dial
from tests.games.tables import Case, all_cards, positions

CASES = [
    Case(GAME, 3, {}),
    Case(GAME, 4, {"cora": True, "incident_hands": "hidden"}),
    Case(GAME, 5, {"gate_fee": 0, "gifts": True, "height": "climb"}),
    Case(GAME, 3, {"put_back": "taken", "market": "four", "round_limit": 20}),
]


def ruins(case: Case) -> list[Ruin]:
    """All positions of a game, from the first round on."""
    found = []
    for s in positions(case):
        assert isinstance(s, Ruin)
        if s.numbers[ROUND]:
            found.append(s.clone())
    return found


@pytest.fixture(scope="module", params=CASES, ids=str)
def played(request: pytest.FixtureRequest) -> list[Ruin]:
    """The positions of one game, which several tests look at."""
    return ruins(request.param)


def test_the_130_tokens_are_in_the_bag_or_before_players(played: list[Ruin]) -> None:
    """RT-09, RT-44"""
    for s in played:
        held = [sum([s.has(seat, kind) for seat in range(s.box.players)]) for kind in range(8)]
        assert min(s.bag()) >= 0
        assert min([s.has(seat, kind) for seat in range(s.box.players) for kind in range(8)]) >= 0
        assert [bag + have for bag, have in zip(s.bag(), held, strict=True)] == s.ruins.supply
    assert sum(played[0].ruins.supply) == 130


def test_no_card_is_lost_and_each_lies_where_it_belongs(played: list[Ruin]) -> None:
    """RT-20, RT-35, RT-38, RT-47"""
    every = list(range(played[0].ruins.cards))
    for s in played:
        assert all_cards(s) == every
        for place, cards in enumerate(s.places):
            assert all(s.belongs(card, place) for card in cards)


def test_dials_stay_within_their_ends(played: list[Ruin]) -> None:
    """RT-12, RT-24"""
    for s in played:
        assert all(0 <= ap <= 20 for ap in dial(s, AP))
        assert all(0 <= sp <= 20 for sp in dial(s, SP))
        assert all(-10 <= favor <= 10 for favor in dial(s, FAVOR))


def test_houses_are_on_the_board_or_taken(played: list[Ruin]) -> None:
    """RT-10, RT-40"""
    for s in played:
        left = len([colour for colour in s.numbers[HOUSE : HOUSE + SQUARES] if colour])
        assert left + sum(dial(s, TAKEN)) == 10 * s.box.players


def test_hands_tiles_and_discs_keep_their_limits(played: list[Ruin]) -> None:
    """RT-07, RT-32, RT-35"""
    for s in played:
        assert all(len(s.incidents(seat)) <= 5 for seat in range(s.box.players))
        assert all(len(s.places[TILE + tile]) <= 1 for tile in range(TILES))
        assert all(0 <= owner <= s.box.players for owner in s.numbers[DISC : DISC + 5])


def test_every_game_ends_by_a_way_or_by_points(played: list[Ruin]) -> None:
    """RT-75, RT-76"""
    assert played[-1].numbers[OUTCOME] > 0
    assert played[-1].numbers[ROUND] <= played[-1].ruins.round_limit
    assert {s.numbers[OUTCOME] for s in played[:-1]} == {0}


def test_these_games_come_to_most_of_the_questions() -> None:
    """Else the promises above would be about little."""
    asked = {type(s.agenda[-1]).__name__ for case in CASES for s in ruins(case) if s.waiting}
    assert len(asked) >= 20
    assert {"Act", "RaidCard", "Defend", "Agree", "StopRaid", "AfterRoll", "Propose"} <= asked
