"""The rulebook of The Faceless: portals and haunted places (TF-93, TF-135 to TF-147)."""

from __future__ import annotations

from functools import partial

from duskhall.games.the_faceless.board import OFF
from duskhall.games.the_faceless.state import Dusk
from tests.games.the_faceless.laid import laid, lay_haunted, put, value, where
from tests.games.the_faceless.words import (
    SIX,
    WALL,
    at,
    begun,
    dusk,
    goat,
    outcome,
    play,
    space,
    team,
    trail,
)

A_B_C = laid(portal_at="2,0 -2,3 4,-3")


def portals(hands: str = "Purple 2", at: str = "2,0 -2,3 4,-3", **words: str) -> Dusk:
    return dusk(hands, portals="true", prepare=laid(portal_at=at), common=words)


def test_ending_next_to_a_portal_puts_the_team_on_it() -> None:
    """TF-145 TF-146: once, so it does not lead on from there."""
    s = play(portals("Purple 1"), "0 walk Purple 1, 0 step E")
    assert trail(s) == ["1,0", "2,0"]


def test_ending_on_a_portal_leads_to_the_next_and_from_the_last_to_the_first() -> None:
    """TF-145"""
    assert team(play(portals(), "0 walk Purple 2, 0 step E, 0 step E")) == "-2,3"
    last = portals(at="-2,3 4,-3 2,0")
    assert team(play(last, "0 walk Purple 2, 0 step E, 0 step E")) == "-2,3"
    middle = portals(at="-2,3 2,0 4,-3")
    assert team(play(middle, "0 walk Purple 2, 0 step E, 0 step E")) == "4,-3"


def test_passing_over_a_portal_or_starting_on_one_does_nothing() -> None:
    """TF-146"""
    s = play(
        portals("Purple 3", at="1,0 -2,3 4,-4"), "0 walk Purple 3, 0 step E, 0 step E, 0 step E"
    )
    assert trail(s) == ["1,0", "2,0", "3,0"]
    s = play(portals(at="0,0 -2,3 4,-4"), "0 walk Purple 2, 0 step E, 0 step E")
    assert trail(s) == ["1,0", "2,0"]


def test_where_no_step_was_taken_nothing_ends() -> None:
    """TF-93: every step was blocked, or P.J. made it none."""
    s = portals(team="1,0", obstacles=WALL, collected="Hat, Bow", at="1,-1 -2,3 4,-4")
    play(s, "0 walk Purple 2, 0 step E, 0 spend Hat, 0 step E")
    assert trail(s) == []
    s = portals("Purple 1", kids="P.J.", at="1,0 -2,3 4,-4")
    assert trail(play(s, "0 walk Purple 1, 0 steps 0")) == []


def test_next_to_a_portal_is_not_over_the_edge() -> None:
    """TF-146"""
    s = play(portals("Purple 1", team="4,0", at="-5,0 -2,3 1,-4"), "0 walk Purple 1, 0 step E")
    assert trail(s) == ["5,0"]


def test_a_threat_the_street_and_luke_are_movements() -> None:
    """TF-93"""
    s = dusk(threat=True, top="Purple 1", portals="true", prepare=A_B_C)
    assert trail(s) == ["1,0", "2,0"]
    s = play(portals(collected="Street"), "0 use Street, 0 step E")
    assert trail(s) == ["1,0", "2,0"]
    s = portals("Green 2, Green 2, Green 2", kids="Luke", display=SIX)
    assert trail(play(s, "0 rest, 0 lead 1,0")) == ["1,0", "2,0"]


def test_each_card_of_matt_is_a_movement_of_its_own() -> None:
    """TF-93"""
    s = portals("Purple 1, Purple 2", kids="Matt")
    play(s, "0 walk Purple 1, 0 step E, 0 walk Purple 2, 0 step E, 0 step E")
    assert trail(s) == ["1,0", "2,0", "3,0", "4,0"]


def test_arriving_by_a_portal_meets_what_is_there() -> None:
    """TF-147 TF-145: Billygoat, and memories that wandered there."""
    assert outcome(play(portals(goat="-2,3 0"), "0 walk Purple 2, 0 step E, 0 step E")) == "caught"
    s = play(portals(lying="Hat -2,3"), "0 walk Purple 2, 0 step E, 0 step E")
    assert at(s, "collected") == ["Hat"]


def test_portals_lie_on_free_spaces_three_apart() -> None:
    """TF-145 TF-91 TF-95"""
    for seed in range(20):
        s = begun(seed=seed, portals=True, eyes=True, haunted=True)
        board = s.world.board
        names = ("portal_at", "eye_at", "haunted_at")
        spaces = [space(found) for name in names for found in where(s, name)]
        assert len(set(spaces)) == 9
        assert not any(s.walls[found] or s.spot_at(found) >= 0 for found in spaces)
        for name in names:
            own = [space(found) for found in where(s, name)]
            for one in own:
                assert all(
                    board.distance[one * board.count + two] >= 3 for two in own if two != one
                )


# Haunted places


def haunted(hands: str, *places: str, **words: str) -> Dusk:
    prepare = partial(lay_all, places=places)
    return dusk(hands, haunted="true", prepare=prepare, common=words)


def lay_all(s: Dusk, places: tuple[str, ...]) -> None:
    lay_haunted(s, *places)


def test_a_haunted_place_is_revealed_and_pushes_then_the_walk_goes_on() -> None:
    """TF-135 TF-139: of three steps the second reveals a 2; two steps its way, then the third."""
    s = haunted("Purple 3", "Crooked Chapel 2,0 NE")
    play(s, "0 walk Purple 3, 0 step E, 0 step E, 0 step E")
    assert trail(s) == ["1,0", "2,0", "3,-1", "4,-2", "5,-2"]
    assert at(s, "haunted_shown.0") == ["Crooked Chapel"]


def test_a_revealed_place_pushes_again_on_every_later_entry() -> None:
    """TF-135"""
    s = haunted("Purple 3", "Whispering Well 1,0 NE")
    play(s, "0 walk Purple 3, 0 step E, 0 step SW, 0 step E")
    assert trail(s) == ["1,0", "2,-1", "1,0", "2,-1", "3,-1"]


def test_a_push_goes_over_the_edge_and_meets_what_is_there() -> None:
    """TF-137 TF-92: the Maze rule, a memory, and Billygoat."""
    s = haunted("Purple 1", "Crooked Chapel 5,0 E", team="4,0", lying="Hat -5,0")
    play(s, "0 walk Purple 1, 0 step E")
    assert trail(s) == ["5,0", "-5,0", "-4,0"]
    assert at(s, "collected") == ["Hat"]
    s = haunted("Purple 1", "Crooked Chapel 1,0 E", goat="3,0 0")
    assert outcome(play(s, "0 walk Purple 1, 0 step E")) == "caught"


def test_each_step_of_a_push_into_an_obstacle_costs_a_memory() -> None:
    """TF-137"""
    s = haunted("Purple 1", "Crooked Chapel 1,0 E", obstacles=WALL, collected="Hat, Bow, Street")
    play(s, "0 walk Purple 1, 0 step E, 0 spend Hat, 0 spend Bow")
    assert trail(s) == ["1,0"]
    assert at(s, "collected") == ["Street"]


def test_a_chain_of_pushes_ends() -> None:
    """TF-138: two places that push the Team to each other push once each; then the walk goes on."""
    s = haunted("Purple 2", "Whispering Well 1,0 E", "Swing in the Fog 2,0 W")
    play(s, "0 walk Purple 2, 0 step E")
    assert trail(s) == ["1,0", "2,0", "1,0"]
    play(s, "0 step NE")
    assert trail(s)[-1] == "2,-1"


def test_what_was_left_of_the_earlier_push_comes_after_the_later() -> None:
    """TF-137"""
    s = haunted("Purple 1", "Crooked Chapel 1,0 E", "Whispering Well 2,0 NE")
    play(s, "0 walk Purple 1, 0 step E")
    assert trail(s) == ["1,0", "2,0", "3,-1", "4,-1"]


def test_a_push_belongs_to_the_movement_at_whose_end_a_portal_acts() -> None:
    """TF-93 TF-145"""

    def prepare(s: Dusk) -> None:
        lay_haunted(s, "Crooked Chapel 1,0 E")
        put(s, "portal_at", "3,0 -2,3 4,-4")

    s = dusk("Purple 1", haunted="true", portals="true", prepare=prepare)
    assert trail(play(s, "0 walk Purple 1, 0 step E")) == ["1,0", "2,0", "3,0", "-2,3"]


def test_a_blue_threat_first_turns_what_lies_face_down() -> None:
    """TF-135 TF-139 TF-94: a sixth clockwise for each blue card, the new one too."""

    def prepare(s: Dusk) -> None:
        lay_haunted(s, "Crooked Chapel 4,-4 E", "Crying Willow 1,1 E")
        shown, hidden = (s.box.name_of.index(f"{name}.1") for name in ("haunted_shown", "haunted"))
        s.places[shown], s.places[hidden] = s.places[hidden], ()

    s = dusk(threat=True, top="Blue 1", display="Blue 2", haunted="true", prepare=prepare)
    assert value(s, "haunted_way.0") == 4  # east, southeast, southwest
    assert value(s, "haunted_way.1") == 0


def test_the_direction_is_seen_and_the_number_is_not() -> None:
    """TF-136"""
    s = begun(haunted=True)
    view = s.view(0)
    places, numbers = view["places"], view["numbers"]
    assert isinstance(places, dict)
    assert isinstance(numbers, dict)
    assert [places[f"haunted.{number}"] for number in range(4)] == [1, 1, 1, 1]
    assert places["haunted_box"] == 2
    assert all(0 <= numbers[f"haunted_way.{number}"] < 6 for number in range(4))
    assert len({value(begun(seed=seed, haunted=True), "haunted_way.0") for seed in range(20)}) > 3
    assert numbers["haunted_at.0"] != OFF


def test_billygoat_is_not_pushed() -> None:
    """TF-90: added components concern the Team alone."""

    def prepare(s: Dusk) -> None:
        lay_haunted(s, "Crooked Chapel -2,0 NE")
        put(s, "portal_at", "-1,1 3,0 4,-4")

    s = dusk(threat=True, top="Red 1", haunted="true", portals="true", prepare=prepare)
    assert goat(s).startswith("-2,0")
