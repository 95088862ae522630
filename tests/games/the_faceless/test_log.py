"""What the log of The Faceless says of steps, obstacles and discards."""

from __future__ import annotations

from duskhall.games.the_faceless import GAME
from tests.games.the_faceless.words import LAID_OUT, dusk, play
from tests.games.words import said


def test_a_jump_to_the_other_side_is_told_as_such() -> None:
    """TF-60"""
    s = play(dusk("Purple 2", team="5,0"), "0 walk Purple 2, 0 step E, 0 step E")
    assert said(s, "team") == [
        "The Team left the board and came in again on f1.",
        "Ann led the Team to f2.",
    ]


def test_the_log_says_where_the_old_rope_laid_an_obstacle() -> None:
    """TF-40"""
    s = dusk("Purple 1", team="-2,2", goat="3,-3 60", obstacles=LAID_OUT, collected="Old Rope")
    play(s, "0 use Old Rope, 0 lay Bog 0,-1 0,0 0,1 -1,2")
    assert said(s, "rope") == ["Ann moved the obstacle Bog, which covers the symbol h5 now."]
    assert not said(s, "obstacle")


def test_where_an_obstacle_may_go_is_told_by_its_symbol() -> None:
    """TF-40"""
    s = dusk("Purple 1", team="-2,2", goat="3,-3 60", obstacles=LAID_OUT, collected="Old Rope")
    play(s, "0 use Old Rope")
    told = [GAME.describe(s, move, ["Ann", "Ben"]) for move in s.legal_moves(0)]
    assert "Move the obstacle Bog onto the symbol h5" in told
    assert not [line for line in told if "place" in line]


def test_a_card_discarded_from_the_deck_is_told_as_such() -> None:
    """TF-55"""
    s = dusk(" / Blue 1", display="Green 1", top="Red 3, Green 1", threat=True)
    assert said(s, "lose_top") == [
        "Ann had no card to discard: Red 3 went from the deck to the discard."
    ]
    assert not said(s, "discard")


def test_a_threat_that_julie_discards_is_told_as_such() -> None:
    """TF-78"""
    s = dusk("Green 1", kids="Julie", top="Blue 3, Red 3", threat=True)
    assert said(play(s, "0 reject"), "discard") == ["Ann discarded the threat Red 3."]
