"""The Faceless' rulebook, paragraph by paragraph: threats."""

from __future__ import annotations

import pytest

from duskhall.engine.events import Seat
from duskhall.games.the_faceless import GAME
from tests.games.the_faceless.words import (
    CORNER,
    EMPTY,
    FIGURES,
    NO_FACELESS,
    WALL,
    at,
    columns,
    dusk,
    faceless,
    goat,
    may,
    memory_spaces,
    needle,
    offers,
    outcome,
    play,
    refused,
    sizes,
    space,
    team,
    threats,
    trail,
)
from tests.games.words import all_answer, asks, events


def test_the_next_event_card_joins_the_bottom_of_its_column() -> None:
    """TF-50"""
    s = dusk("Purple 1", display="Blue 1, Red 1", top="Blue 3", threat=True)
    assert (at(s, "blue")[:2], at(s, "red"), sizes(s, "next", "threat")) == (
        ["Blue 1", "Blue 3"],
        ["Red 1"],
        [0, 0],
    )


def test_only_the_colour_that_was_revealed_strikes() -> None:
    """TF-50"""
    display = "Red 1, Red 1, Purple 1, Purple 1, Green 1, Green 1, Blue 1, Blue 1"
    s = dusk("Purple 1", display=display, top="Yellow 1", threat=True)
    assert (team(s), goat(s), at(s, "hand.0"), asks(s)) == (
        "0,0",
        "-3,0 180",
        ["Purple 1"],
        "Act(1)",
    )
    assert sum(columns(s)) == 9


@pytest.mark.parametrize("count", [1, 2, 4])
def test_for_each_purple_card_the_team_follows_the_needle(count: int) -> None:
    """TF-51"""
    display = ", ".join(["Purple 1"] * (count - 1))
    s = dusk("Red 1", display=display, top="Purple 3", threat=True)
    assert trail(s) == ["1,0", "2,0", "3,0", "4,0"][:count]


def test_a_purple_threat_reads_the_needle_again_before_each_step() -> None:
    """TF-51 TF-24"""
    figures = {"judith": "X1 0", "alan": "X13 0"}
    s = dusk("Red 1", figures, display="Purple 1, Purple 1", top="Purple 1", threat=True)
    assert trail(s) == ["1,0", "2,0", "2,1"]


def test_a_purple_threat_may_hit_an_obstacle_or_collect_a_memory() -> None:
    """TF-51 TF-42"""
    table = {"display": "Purple 1", "top": "Purple 2", "obstacles": WALL}
    s = dusk("Red 1", table, lying="Hat 1,0", threat=True)
    assert (team(s), at(s, "spent"), outcome(s)) == ("1,0", ["Hat"], "")
    assert outcome(dusk("Red 1", table, threat=True)) == "trapped"


def test_between_two_spaces_the_current_player_chooses_for_a_purple_threat() -> None:
    """TF-51 TF-03"""
    s = dusk("Red 1", NO_FACELESS, seat=1, goat="-2,0 90", top="Purple 1", threat=True)
    assert (s.waiting, sorted(offers(s))) == ([1], ["step NE", "step NW"])
    assert team(play(s, "1 step NW")) == "0,-1"


@pytest.mark.parametrize(("count", "where"), [(1, "-4,0 180"), (2, "-3,0 180"), (3, "-2,0 180")])
def test_for_each_red_card_billygoat_comes_a_space_nearer(count: int, where: str) -> None:
    """TF-52"""
    display = ", ".join(["Red 1"] * (count - 1))
    s = dusk("Red 3", goat="-5,0 0", display=display, top="Red 2", threat=True)
    assert goat(s) == where


def test_then_its_blank_half_faces_the_team() -> None:
    """TF-52"""
    s = dusk("Red 3", NO_FACELESS, goat="3,-3 0", top="Red 2", threat=True)
    assert goat(s) == "2,-2 60"
    assert needle(s) == "SW"


def test_players_choose_among_equal_paths() -> None:
    """TF-52"""
    s = dusk("Red 3", seat=1, goat="-3,1 0", top="Red 2", threat=True)
    assert (s.waiting, sorted(offers(s))) == ([1], ["chase -2,0", "chase -2,1"])
    assert refused(s, "1 chase -3,0") == "TF-52 shortest-path"
    play(s, "1 chase -2,1")
    assert goat(s).split()[0] == "-2,1"


def test_each_step_of_billygoat_is_chosen_anew() -> None:
    """TF-52"""
    s = dusk("Red 3", goat="-4,2 0", display="Red 1", top="Red 2", threat=True)
    play(s, "0 chase -3,1")
    assert sorted(offers(s)) == ["chase -2,0", "chase -2,1"]


def test_billygoat_walks_around_obstacles() -> None:
    """TF-52"""
    s = dusk("Red 3", goat="3,0 0", team="1,0", obstacles=WALL, top="Red 2", threat=True)
    assert sorted(offers(s)) == ["chase 3,-1", "chase 3,1"]
    s = dusk("Red 3", goat="3,0 0", team="1,-1", obstacles=WALL, top="Red 2", threat=True)
    assert goat(s).split()[0] == "3,-1"


def test_billygoat_walks_through_memories_and_leaves_them() -> None:
    """TF-52"""
    s = dusk("Red 3", lying="Hat -2,0", top="Red 2", threat=True)
    assert (goat(s), memory_spaces(s)["-2,0"]) == ("-2,0 180", "Hat")


def test_billygoat_never_uses_the_maze() -> None:
    """TF-52 TF-60"""
    s = dusk("Red 3", goat="5,0 0", team="-5,0", top="Red 2", threat=True)
    assert goat(s).split()[0] == "4,0"


def test_a_billygoat_without_a_path_stays_and_turns() -> None:
    """TF-52"""
    table = {"goat": "5,0 77", "obstacles": CORNER, "display": "Red 1", "top": "Red 2"}
    s = dusk("Red 3", table, threat=True)
    assert (goat(s), outcome(s)) == ("5,0 0", "")


@pytest.mark.parametrize(
    ("display", "strikes"),
    [
        ("Blue 1", [0, 0, 1, 1, 1]),
        ("Red 1, Red 2, Purple 1", [0, 0, 0, 3, 2]),
        ("Yellow 1, Green 1, Green 1, Green 1", [1, 2, 0, 1, 1]),
        ("Yellow 1, Yellow 1, Yellow 1, Yellow 2, Yellow 2, Yellow 2, Yellow 3", [3, 0, 0, 1, 1]),
    ],
)
def test_the_outlook_says_how_often_each_colour_would_strike_next(
    display: str, strikes: list[int]
) -> None:
    """TF-50 TF-51 TF-52 TF-53 TF-54 TF-55"""
    assert dusk("Red 3", display=display).outlook()["next"] == strikes


def test_the_outlook_says_how_far_away_billygoat_is_around_the_obstacles() -> None:
    """TF-52"""
    assert dusk("Red 3").outlook()["apart"] == 3
    assert dusk("Red 3", team="3,0", goat="1,0 180", obstacles=WALL).outlook()["apart"] == 5


@pytest.mark.parametrize(("maze", "east"), [("line", "-3,-2"), ("mirrored", "-5,2")])
def test_the_outlook_says_where_a_step_would_lead(maze: str, east: str) -> None:
    """TF-60"""
    steps = dusk("Red 3", team="5,-2", maze=maze).outlook()["steps"]
    assert isinstance(steps, list)
    assert (steps[0], steps[3]) == (space(east), space("4,-2"))


@pytest.mark.parametrize(
    ("count", "turned"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (8, 3)]
)
def test_for_each_pair_of_yellow_cards_a_different_faceless_turns_about(
    count: int, turned: int
) -> None:
    """TF-53"""
    s = dusk("Red 3", display=threats("Yellow", count - 1), top="Yellow 1", threat=True)
    facings = [faceless(s, name) for name in FIGURES]
    assert facings == ["X1 330", "X7 0", "X13 270"] or count >= 6
    for _ in range(turned if turned < 3 else 2):  # the last one leaves nothing to choose
        all_answer(s)
    assert asks(s) == "Act(1)"
    after = ["X1 150", "X7 180", "X13 90"][:turned]
    assert [faceless(s, name) for name in FIGURES][:turned] == after
    assert len(events(s, "face")) == turned


def test_a_faceless_turns_about_wherever_it_stands() -> None:
    """TF-53"""
    s = dusk("Red 3", judith="X0 0", display="Yellow 2", top="Yellow 1", threat=True)
    assert offers(s) == ["turn_about Judith", "turn_about Sam", "turn_about Alan"]


def test_the_players_choose_the_faceless_and_none_twice() -> None:
    """TF-53"""
    s = dusk("Red 3", seat=1, display=threats("Yellow", 3), top="Yellow 1", threat=True)
    assert s.waiting == [1]
    assert offers(s) == ["turn_about Judith", "turn_about Sam", "turn_about Alan"]
    play(s, "1 turn_about Sam")
    assert offers(s) == ["turn_about Judith", "turn_about Alan"]
    assert refused(s, "1 turn_about Sam") == "TF-53 another-faceless"
    play(s, "1 turn_about Alan")
    assert [faceless(s, name) for name in FIGURES] == ["X1 330", "X7 180", "X13 90"]


@pytest.mark.parametrize(("count", "added"), [(1, 0), (2, 1), (3, 1), (4, 2), (6, 3)])
def test_for_each_pair_of_blue_cards_one_more_card_joins_the_display(
    count: int, added: int
) -> None:
    """TF-54"""
    s = dusk(
        "Red 3", display=threats("Blue", count - 1), top="Red 1, Red 1, Red 2, Blue 1", threat=True
    )
    assert columns(s) == [0, 0, count, added, 0]
    assert (goat(s), asks(s)) == ("-3,0 180", "Act(1)")  # without its effect


def test_blue_cards_that_are_added_add_no_more() -> None:
    """TF-54"""
    s = dusk("Red 3", display="Blue 1", top="Red 1, Blue 1, Blue 2", threat=True)
    assert columns(s) == [0, 0, 3, 0, 0]


@pytest.mark.parametrize(
    ("count", "discards"),
    [
        (1, [0, 0, 0]),
        (2, [0, 1, 0]),
        (3, [0, 1, 0]),
        (4, [0, 1, 1]),
        (6, [1, 1, 1]),
        (8, [1, 2, 1]),
    ],
)
def test_for_each_pair_of_green_cards_a_player_discards_clockwise(
    count: int, discards: list[int]
) -> None:
    """TF-55"""
    hands = "Red 1, Red 1, Red 1 / Blue 1, Blue 1, Blue 1 / Purple 1, Purple 1, Purple 1"
    s = dusk(hands, seat=1, display=threats("Green", count - 1), top="Green 1", threat=True)
    order: list[Seat] = []
    while asks(s).startswith("Darken"):
        order += s.waiting
        all_answer(s)
    assert order == [1, 2, 0, 1][: count // 2]
    assert [3 - size for size in sizes(s, "hand.0", "hand.1", "hand.2")] == discards
    assert asks(s) == "Act(2)"


def test_each_chooses_the_card_to_discard() -> None:
    """TF-55"""
    s = dusk("Red 1, Red 2 / Blue 1", display="Green 1", top="Green 1", threat=True)
    assert offers(s) == ["discard Red 1", "discard Red 2"]
    assert refused(s, "0 discard Blue 1") == "TF-55 discard-one"
    play(s, "0 discard Red 2")
    assert (at(s, "hand.0"), at(s, "discard")) == (["Red 1"], ["Red 2"])


def test_who_has_no_card_discards_the_top_event_card() -> None:
    """TF-55"""
    s = dusk(" / Blue 1", display="Green 1", top="Red 3, Green 1", threat=True)
    assert (at(s, "discard"), at(s, "hand.1"), goat(s)) == (["Red 3"], ["Blue 1"], "-3,0 180")


def test_who_has_discarded_the_last_card_discards_from_the_deck_the_next_time() -> None:
    """TF-55"""
    s = dusk("Red 1 / Blue 1", display=threats("Green", 5), top="Red 3, Green 1", threat=True)
    assert at(s, "discard") == ["Red 1", "Blue 1", "Red 3"]


def test_a_threat_from_an_empty_deck_loses_the_game() -> None:
    """TF-56 TF-66"""
    s = play(dusk("Purple 1 / Red 1", EMPTY), "0 walk Purple 1, 0 step E")
    assert (outcome(s), team(s), GAME.standing(s).reason) == ("deck-empty", "1,0", "deck-empty")


def test_the_last_event_card_loses_nothing() -> None:
    """TF-56"""
    s = play(dusk("Purple 1 / Red 1", deck="Blue 1", top=""), "0 walk Purple 1, 0 step E")
    assert (outcome(s), asks(s), at(s, "blue")) == ("", "Act(1)", ["Blue 1"])


@pytest.mark.parametrize(
    ("table", "script"),
    [
        ({"display": "Red 1", **EMPTY, "level": "easy"}, "0 rest, 0 draw Red"),
        ({"display": "Red 1, Blue 1", "deck": "Blue 1", "top": ""}, "0 rest, 0 draw Red"),
        ({**EMPTY}, "0 rest"),
        ({"display": "Red 1", **EMPTY, "collected": "Campfire"}, "0 use Campfire, 0 burn Red"),
    ],
)
def test_a_rest_or_a_fire_that_empties_the_deck_loses_the_game(
    table: dict[str, str], script: str
) -> None:
    """TF-56 TF-26"""
    s = dusk("Green 1, Green 1", table)
    for line in script.split(", "):
        if s.waiting and may(s, line):
            play(s, line)
    assert outcome(s) == "deck-empty"


@pytest.mark.parametrize(
    ("display", "top", "hands"), [("Blue 1", "Blue 2", "Red 1"), ("Green 1", "Green 2", "")]
)
def test_a_threat_that_must_draw_from_an_empty_deck_loses_the_game(
    display: str, top: str, hands: str
) -> None:
    """TF-56"""
    s = dusk(f"{hands} / Red 1", display=display, top=top, deck="", threat=True)
    assert outcome(s) == "deck-empty"
