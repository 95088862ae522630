"""The Faceless' rulebook, paragraph by paragraph: the maze, magnets that meet, and the end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from duskhall.games.the_faceless import GAME
from tests.games.the_faceless.words import (
    BOARD,
    EMPTY,
    FIGURES,
    MEMORIES,
    NO_FACELESS,
    SEVEN,
    WALL,
    WAYS,
    at,
    dusk,
    faceless,
    goat,
    offers,
    outcome,
    play,
    refused,
    ring_of,
    sizes,
    space,
    team,
    threats,
    trail,
)
from tests.games.words import asks, events

# Other rules


def off_board() -> list[tuple[str, str]]:
    """Each space and direction that lead off the board."""
    ways = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
    return [
        (f"{q},{r}", WAYS[index])
        for q, r in BOARD.cells
        for index, (dq, dr) in enumerate(ways)
        if (q + dq, r + dr) not in BOARD.space_at
    ]


def far_end(where: str, way: str) -> str:
    """TF-60 By what a line keeps: its row, its column or their sum."""
    q, r = BOARD.cells[space(where)]
    kept = {"E": r, "W": r, "NE": q + r, "SW": q + r, "NW": q, "SE": q}[way]
    jump = 10 - abs(kept)
    dq, dr = {"E": (1, 0), "NE": (1, -1), "NW": (0, -1), "W": (-1, 0), "SW": (-1, 1), "SE": (0, 1)}[
        way
    ]
    return f"{q - jump * dq},{r - jump * dr}"


def mirrored(where: str, way: str) -> str:
    q, r = BOARD.cells[space(where)]
    return f"{-q},{-r}"


@pytest.mark.parametrize(("maze", "arrival"), [("line", far_end), ("mirrored", mirrored)])
def test_off_the_board_the_team_comes_in_on_the_far_side(
    maze: str, arrival: Callable[[str, str], str]
) -> None:
    """TF-60"""
    pairs = off_board()
    assert len(pairs) == 66
    for where, way in pairs:
        s = dusk("Purple 1", team=where, maze=maze)
        assert team(play(s, f"0 walk Purple 1, 0 step {way}")) == arrival(where, way)


def test_the_two_readings_agree_on_lines_through_the_middle() -> None:
    """TF-60"""
    agreed = [pair for pair in off_board() if far_end(*pair) == mirrored(*pair)]
    assert len(agreed) == 6


def test_the_line_of_travel_is_what_is_played_by_default() -> None:
    """TF-60"""
    s = play(dusk("Purple 1", team="5,-2"), "0 walk Purple 1, 0 step E")
    assert team(s) == "-3,-2"


def test_the_needle_leads_off_the_board_too() -> None:
    """TF-60 TF-24"""
    s = dusk("Red 2", NO_FACELESS, team="5,-2", goat="2,-2 180")
    play(s, "0 walk Red 2, 0 goat 3,-2 180")
    assert trail(s)[0] == "-3,-2"


def test_what_stands_on_the_far_side_applies() -> None:
    """TF-60"""
    step = "0 walk Purple 1, 0 step W"
    s = play(dusk("Purple 1", team="-4,-1", lying="Hat 5,-1"), step)
    assert (team(s), at(s, "collected")) == ("5,-1", ["Hat"])
    s = play(dusk("Purple 1", team="-4,-1", goat="5,-1 0"), step)
    assert outcome(s) == "caught"
    brambles = "Brambles 4,0 4,-1 5,-1"
    s = play(dusk("Purple 1", team="-4,-1", obstacles=brambles, collected="Hat"), step)
    assert (team(s), at(s, "spent")) == ("-4,-1", ["Hat"])
    s = play(dusk("Purple 1", team="-4,-1", obstacles=brambles), step)
    assert outcome(s) == "trapped"


STRICT = {"collisions": "remove"}


def test_magnets_do_not_collide_by_default() -> None:
    """TF-61"""
    s = play(dusk("Red 1", goat="4,-3 0"), "0 walk Red 1, 0 goat 5,-3 0")
    assert faceless(s, "Judith") == "X1 330"


def test_as_an_option_a_faceless_that_touches_billygoat_is_removed() -> None:
    """TF-61"""
    s = play(dusk("Red 1", STRICT, goat="4,-3 0"), "0 walk Red 1, 0 goat 5,-3 0")
    assert [faceless(s, name) for name in FIGURES] == ["off", "X7 0", "X13 270"]
    assert goat(s) == "5,-3 0"


def test_so_is_a_faceless_that_is_moved_to_billygoat() -> None:
    """TF-61"""
    s = dusk("Yellow 1", STRICT, goat="5,-5 0")
    play(s, "0 walk Yellow 1, 0 put X2 0")
    assert (faceless(s, "Judith"), goat(s)) == ("off", "5,-5 0")


def test_so_is_one_to_which_billygoat_is_drawn_by_a_threat() -> None:
    """TF-61 TF-52"""
    s = dusk("Yellow 1", STRICT, team="5,-1", goat="5,-4 0", top="Red 1", threat=True)
    assert (goat(s).split()[0], faceless(s, "Judith")) == ("5,-3", "off")


def test_no_faceless_is_removed_once_the_game_is_lost() -> None:
    """TF-61 TF-66"""
    s = dusk("Red 1", STRICT, team="5,-3", goat="4,-3 0")
    play(s, "0 walk Red 1, 0 goat 5,-3 0")
    assert (outcome(s), faceless(s, "Judith"), events(s, "snap")) == ("caught", "X1 330", [])


def test_a_faceless_farther_off_stays() -> None:
    """TF-61"""
    s = play(dusk("Red 1", STRICT, goat="5,-4 0"), "0 walk Red 1, 0 goat 4,-3 0")
    assert faceless(s, "Judith") == "X1 330"


def test_a_removed_faceless_has_no_field() -> None:
    """TF-61"""
    table = {"team": "5,-1", "goat": "4,-3 0"}
    move = "0 walk Red 1, 0 goat 5,-3 180"
    assert trail(play(dusk("Red 1", table | STRICT), move)) == ["4,0"]
    assert trail(play(dusk("Red 1", table), move)) == ["-4,-1"]


def test_a_removed_faceless_returns_to_any_external_space_not_next_to_another() -> None:
    """TF-61"""
    s = play(dusk("Yellow 1", STRICT, judith="off"), "0 walk Yellow 1")
    assert ring_of(s) == [0, 1, 2, 3, 4, 5, 9, 10, 11, 15, 16, 17]
    assert refused(s, "0 put X8 0") == "TF-21 too-close"
    assert faceless(play(s, "0 put X10 45"), "Judith") == "X10 45"


def test_a_removed_faceless_bars_no_way() -> None:
    """TF-61"""
    s = play(dusk("Blue 1", STRICT, judith="off"), "0 walk Blue 1")
    assert ring_of(s) == [place for place in range(18) if place not in (6, 7, 8)]


def test_a_memory_brings_a_removed_faceless_back() -> None:
    """TF-61 TF-40"""
    s = dusk("Yellow 1", STRICT, judith="off", collected="Bow")
    assert faceless(play(s, "0 use Bow, 0 put X10 45"), "Judith") == "X10 45"


def test_a_removed_faceless_is_not_turned() -> None:
    """TF-61 TF-53 TF-77"""
    display = threats("Yellow", 7)
    s = dusk("Yellow 1", STRICT, judith="off", display=display, top="Yellow 1", threat=True)
    assert offers(s) == ["turn_about Sam", "turn_about Alan"]
    assert asks(play(s, "0 turn_about Sam")) == "Act(1)"
    s = dusk("Red 1", STRICT, judith="off", kids="Emily")
    assert refused(s, "0 turn Judith 90") == "TF-77 turn-one"
    assert not [words for words in offers(s, "turn") if "Judith" in words]


# The end


def test_a_memory_on_the_first_space_is_still_to_be_collected() -> None:
    """TF-65"""
    s = dusk("Purple 1", lying="Hat 1,0, Bow 0,-5", collected=", ".join(MEMORIES[2:]))
    assert outcome(play(s, "0 walk Purple 1, 0 step E")) == ""


def test_all_win_when_the_eighth_memory_is_collected() -> None:
    """TF-65"""
    s = dusk("Purple 1", lying="Hat 1,0", collected=SEVEN, players=3)
    play(s, "0 walk Purple 1, 0 step E")
    assert (outcome(s), s.waiting, s.agenda) == ("won", [], [])
    standing = GAME.standing(s)
    assert (standing.ranks, standing.rule, standing.reason) == ([1, 1, 1], "TF-65", "won")


def test_seven_memories_do_not_win() -> None:
    """TF-65"""
    s = dusk("Purple 1", lying="Hat 1,0, Bow 0,1", collected=", ".join(MEMORIES[2:]))
    assert outcome(play(s, "0 walk Purple 1, 0 step E")) == ""


@pytest.mark.parametrize("where", ["0,-5", "0,5", "0,0"])
def test_a_memory_that_still_lies_anywhere_is_missing(where: str) -> None:
    """TF-65"""
    others = ", ".join(MEMORIES[2:])
    s = dusk("Purple 1", team="2,0", lying=f"Hat 3,0, Bow {where}", collected=others)
    assert outcome(play(s, "0 walk Purple 1, 0 step E")) == ""


def test_the_game_is_won_in_the_middle_of_a_walk() -> None:
    """TF-65"""
    s = dusk("Yellow 3", EMPTY, lying="Hat 1,0", collected=SEVEN, obstacles=WALL)
    play(s, "0 walk Yellow 3, 0 put X1 330")
    assert (outcome(s), trail(s)) == ("won", ["1,0"])


def test_the_game_is_won_by_a_threat() -> None:
    """TF-65 TF-51"""
    s = dusk("Red 1", lying="Hat 1,0", collected=SEVEN, top="Purple 1", threat=True)
    assert outcome(s) == "won"


def test_all_lose_when_the_team_walks_into_billygoat() -> None:
    """TF-66"""
    s = dusk("Yellow 3", goat="2,0 180", players=3)
    play(s, "0 walk Yellow 3, 0 put X1 330")
    assert (outcome(s), trail(s), s.waiting) == ("caught", ["1,0", "2,0"], [])
    standing = GAME.standing(s)
    assert (standing.ranks, standing.rule, standing.reason) == ([2, 2, 2], "TF-66", "caught")


def test_all_lose_when_billygoat_is_moved_onto_the_team() -> None:
    """TF-66 TF-22"""
    s = play(dusk("Red 2", goat="1,0 0"), "0 walk Red 2, 0 goat 0,0 90")
    assert (outcome(s), trail(s)) == ("caught", [])


def test_all_lose_when_a_memory_moves_billygoat_onto_the_team() -> None:
    """TF-66 TF-40"""
    s = play(dusk("Red 2", goat="1,0 0", collected="Bags"), "0 use Bags, 0 goat 0,0 90")
    assert outcome(s) == "caught"


def test_all_lose_when_a_threat_brings_billygoat_to_the_team() -> None:
    """TF-66 TF-52"""
    s = dusk("Red 1", goat="-2,0 0", display="Red 1, Red 2", top="Red 1", threat=True)
    assert (outcome(s), len(events(s, "chase"))) == ("caught", 2)


def test_all_lose_when_a_threat_brings_the_team_to_billygoat() -> None:
    """TF-66 TF-51"""
    s = dusk("Red 1", goat="2,0 180", display="Purple 1, Purple 1", top="Purple 1", threat=True)
    assert (outcome(s), trail(s)) == ("caught", ["1,0", "2,0"])


def test_a_memory_under_billygoat_wins_nothing() -> None:
    """TF-66"""
    s = dusk("Purple 1", goat="1,0 0", lying="Hat 1,0", collected=SEVEN)
    play(s, "0 walk Purple 1, 0 step E")
    assert (outcome(s), sizes(s, "collected")) == ("caught", [7])


def test_when_it_is_over_nothing_more_is_allowed() -> None:
    """TF-66"""
    s = play(dusk("Red 2", goat="1,0 0"), "0 walk Red 2, 0 goat 0,0 90")
    assert refused(s, "1 rest") == "game-over"
