"""The Faceless' rulebook, paragraph by paragraph: walking."""

from __future__ import annotations

import pytest

from duskhall.engine.moves import Move
from duskhall.games.the_faceless.board import OFF
from duskhall.games.the_faceless.box import CURRENT, TEAM, TURN
from tests.games.the_faceless.words import (
    BOARD,
    CORNER,
    FIGURES,
    LAID_OUT,
    STARTS,
    WALL,
    WAYS,
    at,
    cell,
    dusk,
    faceless,
    goat,
    may,
    memory_spaces,
    needle,
    offers,
    play,
    refused,
    ring_of,
    space,
    team,
    trail,
)
from tests.games.words import ONLOOKER, asks, events


def test_a_walk_plays_a_card_which_is_then_discarded() -> None:
    """TF-20"""
    s = play(dusk("Yellow 1, Red 2"), "0 walk Yellow 1")
    assert (at(s, "hand.0"), at(s, "played"), at(s, "discard")) == (["Red 2"], ["Yellow 1"], [])
    play(s, "0 put X1 330")
    assert (at(s, "hand.0"), at(s, "played"), at(s, "discard")) == (["Red 2"], [], ["Yellow 1"])


def test_only_a_card_of_ones_own_hand_is_played() -> None:
    """TF-20"""
    s = dusk("Yellow 1 / Red 2")
    assert offers(s, "walk") == ["walk Yellow 1"]
    assert refused(s, "0 walk Red 2") == "TF-20 not-in-hand"
    assert refused(s, "0 walk Blue 1") == "TF-20 not-in-hand"


def test_a_turn_is_one_action_and_then_a_threat_and_the_next_players_turn() -> None:
    """TF-20"""
    s = dusk("Yellow 1, Red 1 / Green 1, Green 2 / Blue 1")
    play(s, "0 walk Yellow 1, 0 put X1 330")
    assert (asks(s), s.numbers[CURRENT], at(s, "blue")) == ("Act(1)", 1, ["Blue 3"])
    assert refused(s, "0 walk Red 1") == "TF-20 not-your-turn"
    play(s, "1 walk Green 1, 1 put X7 0")
    assert (asks(s), s.numbers[CURRENT], s.numbers[TURN]) == ("Act(2)", 2, 3)


def test_after_the_last_player_comes_the_first() -> None:
    """TF-20"""
    s = dusk("Yellow 1 / Green 1", seat=1)
    assert asks(play(s, "1 walk Green 1, 1 put X7 0")) == "Act(0)"


def test_only_an_action_ends_the_turn() -> None:
    """TF-20"""
    s = dusk("Yellow 1", collected="Hat")
    assert refused(s, "0 done") == "TF-20 act"
    assert refused(s, "0 put X1 30") == "TF-20 act"


def test_a_second_action_is_refused() -> None:
    """TF-20"""
    s = play(dusk("Yellow 1, Red 1", collected="Hat"), "0 walk Yellow 1, 0 put X1 330")
    assert asks(s) == "After(0)"
    assert refused(s, "0 walk Red 1") == "TF-28 action-taken"
    assert refused(s, "0 rest") == "TF-28 action-taken"
    assert refused(s, "0 give Red 1 to 1") == "TF-28 action-taken"


@pytest.mark.parametrize(
    ("card", "places"),
    [
        ("Yellow 1", [0, 1, 2, 3, 4, 5, 15, 16, 17]),
        ("Green 1", [3, 4, 5, 6, 7, 8, 9, 10, 11]),
        ("Blue 1", [9, 10, 11, 12, 13, 14, 15, 16, 17]),
    ],
)
def test_a_faceless_moves_as_far_as_wished_but_not_past_another(
    card: str, places: list[int]
) -> None:
    """TF-21"""
    assert ring_of(play(dusk(card), f"0 walk {card}")) == places


def test_a_faceless_that_is_shut_in_stays() -> None:
    """TF-21"""
    s = dusk("Yellow 1", judith="X1 0", sam="X3 0", alan="X17 0")
    assert ring_of(play(s, "0 walk Yellow 1")) == [1]


def test_the_gap_counts_around_the_rings_end() -> None:
    """TF-21"""
    s = dusk("Yellow 1", judith="X3 0", sam="X9 0", alan="X17 0")
    assert ring_of(play(s, "0 walk Yellow 1")) == [1, 2, 3, 4, 5, 6, 7]


def test_a_free_external_space_stays_between_two_faceless() -> None:
    """TF-21"""
    s = play(dusk("Yellow 1"), "0 walk Yellow 1")
    assert refused(s, "0 put X6 0") == "TF-21 too-close"
    assert refused(s, "0 put X7 0") == "TF-21 too-close"
    assert refused(s, "0 put X14 0") == "TF-21 too-close"
    assert may(s, "0 put X5 0")
    assert may(s, "0 put X15 0")


def test_a_faceless_does_not_pass_another() -> None:
    """TF-21"""
    s = play(dusk("Yellow 1", judith="X1 10"), "0 walk Yellow 1")
    assert [refused(s, f"0 put X{place} 0") for place in (9, 10, 11)] == ["TF-21 cannot-pass"] * 3


def test_a_faceless_stays_on_the_ring_and_faces_a_whole_degree() -> None:
    """TF-21"""
    s = play(dusk("Yellow 1"), "0 walk Yellow 1")
    assert refused(s, "0 put X18 0") == "TF-21 not-external"
    assert refused(s, "0 put -1 0") == "TF-21 not-external"
    assert refused(s, "0 put X1 360") == "TF-21 whole-degrees"
    assert refused(s, "0 put X1 -1") == "TF-21 whole-degrees"
    assert refused(s, "0 put X1") == "TF-21 place-figure"
    assert refused(s, "0 step E") == "TF-21 place-figure"


def test_the_gap_is_kept_from_the_first_external_space_too() -> None:
    """TF-21"""
    s = play(dusk("Yellow 1", judith="X3 0", alan="X17 0"), "0 walk Yellow 1")
    assert refused(s, "0 put X0 0") == "TF-21 too-close"
    s = play(dusk("Yellow 1", judith="X3 0", alan="X0 0"), "0 walk Yellow 1")
    assert refused(s, "0 put X1 0") == "TF-21 too-close"


@pytest.mark.parametrize("card", ["Yellow 1", "Red 1"])
@pytest.mark.parametrize("facing", [45, 46])
def test_facings_are_listed_by_15_degrees_and_each_once(card: str, facing: int) -> None:
    """TF-21 TF-22"""
    s = play(dusk(card, judith=f"X1 {facing}", goat=f"-3,0 {facing}"), f"0 walk {card}")
    moves = s.legal_moves(0)
    assert len(set(moves)) == len(moves)
    listed = {move.about[1] for move in moves}
    assert listed == {*range(0, 360, 15), facing}


def test_every_whole_degree_is_legal() -> None:
    """TF-21"""
    s = play(dusk("Yellow 1"), "0 walk Yellow 1")
    assert all(may(s, f"0 put X3 {facing}") for facing in range(360))
    assert faceless(play(s, "0 put X3 37"), "Judith") == "X3 37"


@pytest.mark.parametrize(
    ("card", "put"), [("Yellow 1", "X1 331"), ("Green 1", "X7 7"), ("Blue 1", "X13 271")]
)
def test_as_it_stands_is_among_what_is_listed(card: str, put: str) -> None:
    """TF-21: also where it faces between the facings that are listed."""
    s = dusk(card, judith="X1 331", sam="X7 7", alan="X13 271")
    play(s, f"0 walk {card}")
    place, facing = put.removeprefix("X").split()
    assert Move("put", int(place), int(facing)) in s.legal_moves(0)


@pytest.mark.parametrize(
    ("put", "stands"), [("X1 331", "X1 331"), ("X0 331", "X0 331"), ("X1 7", "X1 7")]
)
def test_a_faceless_need_not_move_or_turn(put: str, stands: str) -> None:
    """TF-21"""
    s = play(dusk("Yellow 1", judith="X1 331"), "0 walk Yellow 1")
    assert "put 1 331" in offers(s)
    assert faceless(play(s, f"0 put {put}"), "Judith") == stands


@pytest.mark.parametrize(
    ("card", "answer"),
    [("Yellow 1", "put X1 330"), ("Green 1", "put X7 0"), ("Blue 1", "put X13 270")],
)
def test_nothing_is_told_of_a_faceless_that_stays_as_it_is(card: str, answer: str) -> None:
    """TF-21"""
    s = play(dusk(card), f"0 walk {card}, 0 {answer}")
    assert events(s, "put") + events(s, "face") == []


@pytest.mark.parametrize(
    ("card", "place", "figure"),
    [("Yellow 1", "X1", "Judith"), ("Green 1", "X7", "Sam"), ("Blue 1", "X13", "Alan")],
)
@pytest.mark.parametrize("facing", [0, 1, 7, 13, 270, 330])
def test_a_faceless_faces_where_it_is_turned(
    card: str, place: str, figure: str, facing: int
) -> None:
    """TF-21: whatever the others do, whose places and facings are among these numbers."""
    s = play(dusk(card), f"0 walk {card}, 0 put {place} {facing}")
    assert faceless(s, figure) == f"{place} {facing}"


@pytest.mark.parametrize("card", ["Yellow 1", "Green 2", "Blue 3", "Yellow 3"])
def test_then_the_team_moves_exactly_the_cards_number(card: str) -> None:
    """TF-21"""
    s = dusk(card, top="Green 3")
    colour, value = card.split()
    stays = {"Yellow": "X1 330", "Green": "X7 0", "Blue": "X13 270"}[colour]
    play(s, f"0 walk {card}, 0 put {stays}")
    assert trail(s) == ["1,0", "2,0", "3,0"][: int(value)]


def test_the_figure_is_moved_before_the_team_walks() -> None:
    """TF-21"""
    s = dusk("Yellow 1", team="4,-2")
    assert needle(s) == "SW"
    assert trail(play(s, "0 walk Yellow 1, 0 put X1 120")) == ["4,-3"]


def test_billygoat_must_move_one_space_in_any_direction() -> None:
    """TF-22"""
    s = play(dusk("Red 1"), "0 walk Red 1")
    spaces = {words.split()[1] for words in offers(s)}
    assert spaces == {"-2,0", "-2,-1", "-3,-1", "-4,0", "-4,1", "-3,1"}
    assert refused(s, "0 goat -3,0 0") == "TF-22 goat-must-move"
    assert refused(s, "0 goat -1,0 0") == "TF-22 goat-one-space"
    assert refused(s, "0 goat -1 0") == "TF-22 goat-one-space"


def test_billygoat_does_not_move_onto_an_obstacle() -> None:
    """TF-22"""
    s = dusk("Red 1", goat="1,0 180", obstacles=WALL, team="-2,0")
    play(s, "0 walk Red 1")
    assert {words.split()[1] for words in offers(s)} == {"1,-1", "0,0", "0,1", "1,1"}
    assert refused(s, "0 goat 2,0 0") == "TF-22 goat-and-obstacle"
    s = play(dusk("Red 1", goat="-1,-4 0", obstacles=LAID_OUT), "0 walk Red 1")
    assert refused(s, "0 goat 0,-5 0") == "TF-22 goat-and-obstacle"  # the first space of all


def test_billygoat_never_leaves_the_board() -> None:
    """TF-22 TF-60"""
    s = play(dusk("Red 1", goat="5,0 0"), "0 walk Red 1")
    assert {words.split()[1] for words in offers(s)} == {"5,-1", "4,0", "4,1"}
    assert refused(s, "0 goat -5,0 0") == "TF-22 goat-one-space"


def test_billygoat_may_stand_on_a_memory_and_does_not_collect_it() -> None:
    """TF-22"""
    s = play(dusk("Red 1", lying="Hat -4,0"), "0 walk Red 1, 0 goat -4,0 180")
    assert (goat(s), memory_spaces(s)["-4,0"], at(s, "collected")) == ("-4,0 180", "Hat", [])


def test_billygoat_is_turned_freely() -> None:
    """TF-22"""
    s = play(dusk("Red 1"), "0 walk Red 1")
    assert all(may(s, f"0 goat -4,0 {facing}") for facing in range(360))
    assert refused(s, "0 goat -4,0 360") == "TF-22 whole-degrees"
    assert refused(s, "0 goat -4,0 -1") == "TF-22 whole-degrees"
    assert refused(s, "0 goat -4,0") == "TF-22 move-goat"
    assert refused(s, "0 step E") == "TF-22 move-goat"
    assert goat(play(s, "0 goat -4,0 77")) == "-4,0 77"


def test_billygoat_may_keep_its_facing() -> None:
    """TF-22"""
    s = play(dusk("Red 1", goat="-3,0 181"), "0 walk Red 1")
    assert "goat -2,0 181" in offers(s)
    assert goat(play(s, "0 goat -2,0 181")) == "-2,0 181"


def test_then_the_team_moves_the_red_cards_number() -> None:
    """TF-22"""
    s = play(dusk("Red 2"), "0 walk Red 2, 0 goat -2,0 180")
    assert (trail(s), goat(s)) == (["1,0", "2,0"], "-2,0 180")


def test_billygoat_is_moved_before_the_team_walks() -> None:
    """TF-22"""
    s = play(dusk("Red 1", goat="-3,0 180"), "0 walk Red 1, 0 goat -2,0 0")
    assert trail(s) == ["-1,0"]  # it pulls now


def test_a_billygoat_that_is_shut_in_only_turns() -> None:
    """TF-22"""
    s = play(dusk("Red 1", goat="5,0 0", obstacles=CORNER), "0 walk Red 1")
    assert {words.split()[1] for words in offers(s)} == {"5,0"}
    assert goat(play(s, "0 goat 5,0 180")) == "5,0 180"


@pytest.mark.parametrize("way", WAYS)
def test_a_purple_card_moves_the_team_in_any_direction(way: str) -> None:
    """TF-23"""
    s = play(dusk("Purple 1"), "0 walk Purple 1")
    assert offers(s) == [f"step {way}" for way in WAYS]
    ends = ["1,0", "1,-1", "0,-1", "-1,0", "-1,1", "0,1"]
    assert trail(play(s, f"0 step {way}")) == [ends[WAYS.index(way)]]


def test_each_step_of_a_purple_card_is_chosen_anew_and_none_is_left_out() -> None:
    """TF-23"""
    s = play(dusk("Purple 3"), "0 walk Purple 3, 0 step NW, 0 step W")
    assert offers(s) == [f"step {way}" for way in WAYS]
    assert refused(s, "0 done") == "TF-23 one-of-six"
    assert trail(play(s, "0 step SE")) == ["0,-1", "-1,-1", "-1,0"]
    assert asks(s) == "Act(1)"


def test_a_purple_card_moves_no_figure() -> None:
    """TF-23"""
    s = dusk("Purple 1")
    before = [goat(s), *[faceless(s, name) for name in FIGURES]]
    play(s, "0 walk Purple 1")
    assert refused(s, "0 put X1 0") == "TF-23 one-of-six"
    play(s, "0 step W")
    assert [goat(s), *[faceless(s, name) for name in FIGURES]] == before


def test_the_needle_is_read_again_before_each_step() -> None:
    """TF-24"""
    s = dusk("Yellow 3", judith="X1 0", alan="X13 0")
    play(s, "0 walk Yellow 3, 0 put X1 0")
    assert trail(s) == ["1,0", "2,0", "2,1"]


def test_a_walk_with_a_choice_goes_on_after_it() -> None:
    """TF-24 TF-03"""
    s = dusk("Blue 2", STARTS, goat="1,-2 90")
    play(s, "0 walk Blue 2, 0 put X13 90, 0 step SE")
    after = BOARD.needle(space("0,1"), [1, 7, 13], [30, 150, 90], space("1,-2"), 90)
    assert after == (WAYS.index("SE"), OFF)
    assert (trail(s), asks(s)) == (["0,1", "0,2"], "Act(1)")


def test_figures_are_not_moved_before_the_card_is_played() -> None:
    """TF-25"""
    s = dusk("Yellow 1, Red 1")
    assert refused(s, "0 put X3 90") == "TF-20 act"
    assert refused(s, "0 goat -2,0 90") == "TF-20 act"
    play(s, "0 walk Yellow 1")
    assert refused(s, "0 goat -2,0 90") == "TF-21 place-figure"
    assert refused(s, "0 walk Red 1") == "TF-21 place-figure"  # the card is committed


@pytest.mark.parametrize("put", ["X0 90", "X5 200", "X16 13"])
def test_the_needle_that_a_trial_shows_is_the_one_that_is_followed(put: str) -> None:
    """TF-25"""
    s = play(dusk("Yellow 1", team="4,-2"), "0 walk Yellow 1")
    place, facing = int(put.split()[0][1:]), int(put.split()[1])
    numbers = s.numbers
    shown = BOARD.needle(numbers[TEAM], [place, 7, 13], [facing, 0, 270], space("-3,0"), 180)
    assert shown[1] == OFF
    assert team(play(s, f"0 put {put}")) == cell(BOARD.near[space("4,-2") * 6 + shown[0]])


def test_all_see_where_the_needle_points() -> None:
    """TF-25"""
    s = play(dusk("Blue 1", STARTS, goat="1,-2 90"), "0 walk Blue 1")
    for seat in (0, 1, ONLOOKER):
        outlook = s.view(seat)["outlook"]
        assert isinstance(outlook, dict)
        assert outlook["needle"] == [way for way in s.needle() if way >= 0]
        assert len(outlook["needle"]) == 2
    outlook = dusk("Blue 1").view(ONLOOKER)["outlook"]
    assert isinstance(outlook, dict)
    assert outlook["needle"] == [WAYS.index("E")]


def test_all_see_obstacles_limits_and_how_many_threats_must_lie() -> None:
    """TF-11 TF-26 TF-71"""
    s = dusk("Red 1", obstacles=LAID_OUT, kids=" / Dylan", level="hard")
    outlook = s.view(ONLOOKER)["outlook"]
    assert isinstance(outlook, dict)
    assert (outlook["display"], outlook["limits"]) == (8, [3, 4])
    walls = [cell(number) for cells in outlook["obstacles"] for number in cells]
    assert set(walls) == {cell(number) for number in range(91) if s.walls[number]}
    assert len(outlook["obstacles"]) == 6
    outlook = dusk("Red 1", obstacles=WALL).view(ONLOOKER)["outlook"]
    assert isinstance(outlook, dict)
    assert len(outlook["obstacles"]) == 2


def test_once_the_figure_is_placed_the_team_moves_and_steps_are_final() -> None:
    """TF-25"""
    s = dusk("Blue 2", STARTS, goat="1,-2 90")
    play(s, "0 walk Blue 2, 0 put X13 90")
    assert refused(s, "0 put X13 30") == "TF-03 follow-needle"
    assert refused(s, "0 done") == "TF-03 follow-needle"
