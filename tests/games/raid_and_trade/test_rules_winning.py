"""Raid & Trade's rulebook, paragraph by paragraph: winning."""

from __future__ import annotations

import pytest

from duskhall.games.raid_and_trade import GAME
from duskhall.games.raid_and_trade.parts import OUTCOME, OUTCOMES, WINNER
from duskhall.games.raid_and_trade.state import Ruin
from tests.games.raid_and_trade.test_rules_rounds import new_round
from tests.games.raid_and_trade.words import (
    ap,
    asked,
    dice,
    edition_with,
    may,
    offers,
    pass_all,
    play,
    refused,
    ruin,
)

THREE = "Master Class, Clear the Row, The Long Haul"
LAST = {"round": 10, "passed": "1 2"}  # the game ends when seat 0 passes


def outcome(s: Ruin) -> tuple[str, int]:
    return OUTCOMES[s.numbers[OUTCOME]], s.numbers[WINNER]


def ended(**words: object) -> Ruin:
    """A game that ends without a winner."""
    s = ruin(**{**LAST, **words})
    return play(s, "0 pass") if s.agenda else s


def points(s: Ruin) -> list[int]:
    return [score[1] for score in GAME.standing(s).scores]


@pytest.mark.parametrize(
    ("words", "way"),
    [
        ({"sp": "20"}, "skill"),
        ({"favor": "10"}, "favor"),
        ({"fulfilled": THREE}, "quests"),
        ({"fulfilled_used": THREE}, "quests"),
    ],
)
def test_three_ways_lead_into_the_golden_city(words: dict[str, str], way: str) -> None:
    """RT-75"""
    s = play(ruin(ap="20", **words), "0 gate")
    assert (outcome(s), asked(s), ap(s)[0]) == ((way, 0), "over", 0)
    assert GAME.standing(s)[0][0] == 1
    assert GAME.standing(s)[2:] == ("RT-75", way)


@pytest.mark.parametrize(
    "words", [{"sp": "19"}, {"favor": "9"}, {"fulfilled": "Master Class, Clear the Row"}, {}]
)
def test_short_of_a_goal_the_gate_is_shut(words: dict[str, str]) -> None:
    """RT-75"""
    s = ruin(ap="20", **words)
    assert (offers(s, "gate"), refused(s, "0 gate")) == ([], "RT-75 no-goal")


def test_the_fee_is_20_ap() -> None:
    """RT-75"""
    s = ruin(ap="19", sp="20", crafted="Hip Flask")
    assert (offers(s, "gate"), refused(s, "0 gate")) == ([], "RT-75 gate")
    play(s, "0 use Hip Flask, 0 gate")
    assert outcome(s) == ("skill", 0)


def test_ap_may_rise_to_20_above_the_reset() -> None:
    """RT-75, RT-12"""
    s = play(
        ruin(sp="20", crafted="Hip Flask, Combat Tonic"), "0 use Hip Flask, 0 use Combat Tonic"
    )
    assert ap(s)[0] == 20
    assert may(s, "0 gate")


@pytest.mark.parametrize(
    ("words", "script", "way"),
    [
        ({"sp": "19", "tokens": "2 food"}, "0 craft Dried Meat", "skill"),
        ({"favor": "8", "crafted": "Old Badge"}, "0 use Old Badge", "favor"),
        ({"favor": "7", "inside": "0", "outpost": "t2-c1"}, "0 disc 1", "favor"),
        (
            {
                "fulfilled": "Clear the Row, The Long Haul",
                "row": "Master Class",
                "sp": "6",
                "tokens": "3 food",
            },
            "0 quest Master Class",
            "quests",
        ),
    ],
)
def test_without_a_fee_a_goal_wins_at_once(words: dict[str, str], script: str, way: str) -> None:
    """RT-75"""
    s = play(ruin(gate_fee=0, **words), script)
    assert (outcome(s), asked(s)) == ((way, 0), "over")
    assert outcome(play(ruin(**words), script)) == ("playing", -1)


def test_without_a_fee_there_is_nothing_to_pay() -> None:
    """RT-75"""
    s = ruin(gate_fee=0, sp="20", ap="20")
    assert offers(s, "gate") == []


def test_without_a_fee_a_goal_may_be_met_in_anothers_turn() -> None:
    """RT-75, RT-79"""
    s = ruin(gate_fee=0, sp="0 | 19", tokens="1 guns | 1 guns")
    play(dice(s, "0 attack nothing", "1 defense skill"), "0 attack 1, 1 defend")
    assert outcome(s) == ("skill", 1)


def test_the_game_ends_after_the_round_of_the_last_house() -> None:
    """RT-76"""
    s = ruin(houses="t2-c1 green", green="Sleeping Family", passed="1")
    play(s, "0 raid t2-c1, 0 keep, 0 pass")
    assert asked(s) == "Act 2"
    play(s, "2 pass")
    assert (asked(s), outcome(s)) == ("over", ("points", -1))


def test_with_a_house_left_the_game_goes_on() -> None:
    """RT-76"""
    assert asked(pass_all(ruin(houses="t2-c1 green"))) == "ChooseEvent 0"


@pytest.mark.parametrize("limit", [5, 10, 20])
def test_the_game_ends_at_the_round_limit(limit: int) -> None:
    """RT-76"""
    assert asked(pass_all(ruin(round=limit - 1, round_limit=limit))) == "ChooseEvent 0"
    assert asked(pass_all(ruin(round=limit, round_limit=limit))) == "over"


@pytest.mark.parametrize(
    ("words", "worth"),
    [
        ({"ap": "7"}, 7),
        ({"ap": "0", "sp": "5"}, 10),
        ({"ap": "0", "favor": "4"}, 8),
        ({"ap": "0", "favor": "-4"}, -4),
        ({"ap": "0", "fulfilled": "Master Class", "fulfilled_used": "Clear the Row"}, 6),
        ({"ap": "3", "sp": "2", "favor": "-1", "tokens": "9 food", "crafted": "Helmet"}, 6),
    ],
)
def test_what_counts_at_the_end(words: dict[str, str], worth: int) -> None:
    """RT-76"""
    assert points(ended(**words))[0] == worth


def test_most_points_win() -> None:
    """RT-76"""
    standing = GAME.standing(ended(ap="9 | 8 | 3", sp="0 | 2 | 1"))
    assert (standing.ranks, standing.rule, standing.reason) == ([2, 1, 3], "RT-76", "points")


def test_ap_count_as_they_are_left_before_any_reset() -> None:
    """RT-76"""
    s = ended(ap="20 | 3 | 1")
    assert (ap(s), points(s)) == ([20, 3, 1], [20, 3, 1])


def test_the_gate_is_no_action_and_may_be_paid_after_one() -> None:
    """RT-77"""
    s = ruin(ap="20", sp="18", tokens="2 scrap 1 clothing", event="Open Workshops")
    play(s, "0 craft Helmet, 0 gate")
    assert outcome(s) == ("skill", 0)


def test_the_gate_is_paid_on_ones_own_turn_only() -> None:
    """RT-77"""
    s = ruin(ap="15 | 20", sp="0 | 20")
    assert refused(s, "1 gate") == "RT-22 not-your-turn"


def test_the_gate_is_paid_while_walking_but_not_inside_a_raid() -> None:
    """RT-77"""
    s = ruin(ap="20", sp="20", event="Open Roads", houses="t2-c1 green, t4-c3 green")
    play(s, "0 cross t2/b")
    assert may(s, "0 gate")
    s = ruin(ap="20", sp="20", houses="t2-c1 green, t4-c3 green", green="Locked Trunk")
    assert refused(play(s, "0 raid t2-c1"), "0 gate") == "RT-42 raid-keep"


def test_others_may_answer_first() -> None:
    """RT-77"""
    s = play(ruin(ap="20", sp="20", seen=" | Spread Rumours"), "0 gate")
    assert (asked(s), ap(s)[0]) == ("BeforeGate 1", 20)
    play(s, "1 use Spread Rumours, 1 tire 0")
    assert (ap(s)[0], outcome(s), asked(s)) == (16, ("playing", -1), "Act 0")


def test_the_gate_opens_when_the_others_let_it() -> None:
    """RT-77"""
    s = play(ruin(ap="20", sp="20", seen=" | Spread Rumours"), "0 gate, 1 pass")
    assert outcome(s) == ("skill", 0)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ({"ap": "5 | 2", "fulfilled": " | Master Class"}, "tie-quests"),
        ({"ap": "4 | 2", "sp": "0 | 1"}, "tie-skill"),
        ({"ap": "4 | 2", "favor": "0 | 1"}, "tie-favor"),
        ({"ap": "4 | 4", "tokens": "1 food | 2 food"}, "tie-tokens"),
    ],
)
def test_what_breaks_a_tie(words: dict[str, str], reason: str) -> None:
    """RT-78"""
    s = ended(**{**words, "ap": words["ap"] + " | 0"})
    standing = GAME.standing(s)
    assert points(s)[0] == points(s)[1]
    assert (standing.ranks, standing.rule, standing.reason) == ([2, 1, 3], "RT-78", reason)


def test_quests_break_a_tie_before_skill_and_skill_before_favor() -> None:
    """RT-78"""
    s = ended(ap="0 | 1 | 0", fulfilled="Master Class", sp="0 | 1")
    assert GAME.standing(s).ranks == [1, 2, 3]
    s = ended(ap="2 | 0 | 0", sp="0 | 1", favor="0")
    assert GAME.standing(s).ranks == [2, 1, 3]


def test_else_the_victory_is_shared() -> None:
    """RT-78"""
    standing = GAME.standing(ended(ap="4 | 4 | 0"))
    assert (standing.ranks, standing.rule, standing.reason) == ([1, 1, 3], "RT-78", "shared")


def test_of_several_who_reach_a_goal_the_first_from_the_active_player_wins() -> None:
    """RT-79"""
    s = ruin(gate_fee=0, seat=1, favor="4 | 6 | 0", discs="4", tokens=" | 1 guns", sp="20 | 0 | 20")
    play(dice(s, "1 attack hit"), "1 attack 0")
    assert outcome(s) == ("favor", 1)


def test_by_an_event_the_first_from_the_starting_player_wins() -> None:
    """RT-79"""
    mine = edition_with(
        'effect = [{ do = "gain_ap", n = 2, who = "all" }]',
        'effect = [{ do = "gain_skill", n = 20, who = "all" }]',
    )
    s = ruin(gate_fee=0, tokens="1 food | 1 food", edition=mine)
    play(new_round(s, "Clear Morning", "The Deal"), "2 choose Clear Morning")
    assert outcome(s) == ("skill", 2)
