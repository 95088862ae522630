"""Raid & Trade's options in one place: defaults, values and the rules they belong to.

What each of them changes is proved with its rule.
"""

from __future__ import annotations

import pytest

from duskhall.engine.game import WrongOption
from duskhall.games.raid_and_trade import GAME
from tests.games.raid_and_trade.words import begun, deal

TABLE: dict[
    str, tuple[object, list[object], str]
] = {  # by option: the default, the other values, the rule
    "market": ("any", ["four"], "RT-02"),
    "ages": ("random", ["entered"], "RT-11"),
    "incident_hands": ("seen", ["hidden"], "RT-13"),
    "height": ("wall", ["climb"], "RT-30"),
    "put_back": ("stays", ["taken"], "RT-42"),
    "gifts": (False, [True], "RT-64"),
    "offers": (5, [n for n in range(1, 21) if n != 5], "RT-65"),
    "garcia_market": ("pays", ["free"], "RT-66"),
    "whispers": (False, [True], "RT-68"),
    "training": (6, [5, 7, 8, "off"], "RT-70"),
    "gate_fee": (20, [0], "RT-75"),
    "round_limit": (10, [n for n in range(5, 21) if n != 10], "RT-76"),
    "cora": (False, [True], "RT-98"),
}
each_option = pytest.mark.parametrize("name", TABLE)


@each_option
def test_an_option_has_the_ledgers_default_values_and_rule(name: str) -> None:
    """RT-02, RT-11, RT-13, RT-30, RT-42, RT-64, RT-65, RT-66, RT-68, RT-70, RT-75, RT-76, RT-98"""
    (option,) = [option for option in GAME.options() if option.name == name]
    default, others, rule = TABLE[name]
    assert (option.default, option.rule) == (default, rule)
    assert option.values[1:] == others


@each_option
def test_each_value_is_played_with(name: str) -> None:
    """The table knows it, and the first turn comes."""
    for value in TABLE[name][1]:
        s = begun(**{name: value})
        assert s.box.options[name] == value
        assert s.waiting


def test_what_is_no_value_is_refused() -> None:
    """RT-65, RT-76"""
    for name, value in (("offers", 0), ("offers", 21), ("round_limit", 4), ("training", 9)):
        with pytest.raises(WrongOption, match=f"option '{name}' may be"):
            deal(**{name: value})


def test_three_to_five_play() -> None:
    """RT-10"""
    assert GAME.counts({}) == [3, 4, 5]
    with pytest.raises(WrongOption, match="Two can play Escape the City only"):
        deal(2)


def test_screens_are_told_what_the_table_plays_with() -> None:
    """RT-70, RT-75, RT-76"""
    board = GAME.printed_board(deal(training=7, gate_fee=0, round_limit=12).box)
    assert (board["gate_fee"], board["round_limit"]) == (0, 12)
    assert isinstance(board["costs"], dict)
    assert board["costs"]["training"] == 7
    assert board["discs"] == [4, 3, 1, 1, 1]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("gate_fee", 0),
        ("round_limit", 12),
        ("market", "four"),
        ("incident_hands", "hidden"),
        ("training", 5),
        ("training", "off"),
    ],
)
def test_what_the_scenario_has_no_use_for_is_refused_with_it(name: str, value: object) -> None:
    """RT-100, RT-109"""
    with pytest.raises(WrongOption, match="Escape the City has no gate"):
        deal(scenario="escape", **{name: value})
