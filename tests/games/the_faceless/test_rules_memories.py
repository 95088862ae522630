"""The Faceless' rulebook, paragraph by paragraph: memories."""

from __future__ import annotations

from itertools import product

import pytest

from duskhall.engine.moves import Move
from duskhall.engine.state import IllegalMove
from duskhall.games.the_faceless import GAME
from duskhall.games.the_faceless.box import ENTRANCE, OBSTACLE
from duskhall.games.the_faceless.state import Dusk
from tests.games.the_faceless.words import (
    BOARD,
    FULL_HAND,
    LAID_OUT,
    SEVEN,
    SIX,
    WALL,
    WAYS,
    apart,
    at,
    columns,
    dusk,
    faceless,
    goat,
    lies,
    may,
    memory_spaces,
    offers,
    outcome,
    play,
    reachable,
    refused,
    ring_of,
    sees,
    sizes,
    space,
    team,
    trail,
    verbs,
)
from tests.games.words import ONLOOKER, asks, events

# Memories in a turn


def test_one_memory_is_used_before_the_action_and_one_after_it() -> None:
    """TF-28"""
    s = dusk("Purple 1", collected="Hat, Bow, School Book")
    play(s, "0 use Hat, 0 put X7 45")
    assert refused(s, "0 use Bow") == "TF-28 one-memory"
    play(s, "0 walk Purple 1, 0 step E, 0 use Bow, 0 put X1 45")
    assert (faceless(s, "Sam"), faceless(s, "Judith"), asks(s)) == ("X7 45", "X1 45", "Act(1)")
    assert at(s, "collected") == ["School Book"]


def test_the_second_memory_after_the_action_is_refused() -> None:
    """TF-28"""
    s = dusk("Purple 1", collected="Street, Bow, School Book", kids="Emily")
    play(s, "0 walk Purple 1, 0 step E, 0 use Street, 0 step E")
    assert refused(s, "0 use Bow") == "TF-28 one-memory"
    assert "use" not in verbs(s)


def test_each_turn_has_its_own_memories() -> None:
    """TF-28"""
    s = dusk("Purple 1 / Purple 1, Purple 2", collected="Hat, Bow, School Book, Bags")
    play(s, "0 use Hat, 0 put X7 45, 0 walk Purple 1, 0 step E, 0 use Bow, 0 put X1 45")
    assert may(s, "1 use Bags")


def test_any_number_of_memories_is_an_option() -> None:
    """TF-28"""
    s = dusk("Purple 1", collected="Hat, Bow, School Book, Bags", memories="any")
    play(s, "0 use Hat, 0 put X7 45, 0 use Bow, 0 put X1 45, 0 walk Purple 1, 0 step E")
    play(s, "0 use School Book, 0 put X13 45, 0 use Bags, 0 goat -4,0 45")
    assert (at(s, "collected"), asks(s)) == ([], "Act(1)")


def test_one_memory_in_the_whole_turn_is_an_option() -> None:
    """TF-28"""
    words = {"collected": "Hat, Bow", "memories": "one-a-turn"}
    s = play(dusk("Purple 1", words), "0 use Hat, 0 put X7 45")
    assert refused(s, "0 use Bow") == "TF-28 one-a-turn"
    play(s, "0 walk Purple 1, 0 step E")  # there is no other to use after the action
    assert (asks(s), may(s, "1 use Bow")) == ("Act(1)", True)
    s = play(dusk("Purple 1", words), "0 walk Purple 1, 0 step E")
    assert offers(s) == ["use Hat", "use Bow", "done"]


def test_no_memory_need_be_used() -> None:
    """TF-28"""
    s = play(dusk("Purple 1", collected="Hat"), "0 walk Purple 1, 0 step E")
    assert offers(s) == ["use Hat", "done"]
    play(s, "0 done")
    assert (at(s, "collected"), asks(s)) == (["Hat"], "Act(1)")


def test_a_memory_collected_by_the_action_may_be_used_after_it() -> None:
    """TF-28"""
    s = play(dusk("Purple 1", lying="Hat 1,0"), "0 walk Purple 1, 0 step E")
    assert offers(s) == ["use Hat", "done"]


def test_memories_are_used_in_ones_own_turn() -> None:
    """TF-28"""
    s = dusk("Purple 1", collected="Hat")
    assert refused(s, "1 use Hat") == "TF-20 not-your-turn"


def test_no_memory_is_used_in_the_middle_of_an_action() -> None:
    """TF-28"""
    s = play(dusk("Purple 2", collected="Hat"), "0 walk Purple 2, 0 step E")
    assert refused(s, "0 use Hat") == "TF-23 one-of-six"


# Memories


def test_a_memory_is_collected_even_in_passing() -> None:
    """TF-30"""
    s = play(dusk("Yellow 2", lying="Hat 1,0, Bow 3,0"), "0 walk Yellow 2, 0 put X1 330")
    assert (trail(s), at(s, "collected")) == (["1,0", "2,0"], ["Hat"])
    assert "1,0" not in memory_spaces(s)
    assert s.spot_at(space("1,0")) < 0


def test_a_memory_is_revealed_and_kept() -> None:
    """TF-30"""
    s = dusk("Purple 1", lying="Hat 1,0")
    assert sees(s, 0, "memory.0") == 1
    play(s, "0 walk Purple 1, 0 step E")
    assert sees(s, 1, "collected") == sees(s, ONLOOKER, "collected") == ["Hat"]
    assert [(event.rule, event.seat) for event in events(s, "collect")] == [("TF-30", 0)]


def test_a_memory_is_collected_once() -> None:
    """TF-30"""
    s = play(dusk("Purple 3", lying="Hat 1,0"), "0 walk Purple 3, 0 step E, 0 step E, 0 step W")
    assert (team(s), len(events(s, "collect"))) == ("1,0", 1)


def test_all_may_use_what_was_collected() -> None:
    """TF-30"""
    s = play(dusk("Purple 1", lying="Hat 1,0"), "0 walk Purple 1, 0 step E, 0 done")
    assert may(s, "1 use Hat")


@pytest.mark.parametrize(
    ("memory", "figure", "places"),
    [
        ("Hat", "Sam", [3, 4, 5, 6, 7, 8, 9, 10, 11]),
        ("Bow", "Judith", [0, 1, 2, 3, 4, 5, 15, 16, 17]),
        ("School Book", "Alan", [9, 10, 11, 12, 13, 14, 15, 16, 17]),
    ],
)
def test_three_memories_move_a_faceless_and_not_the_team(
    memory: str, figure: str, places: list[int]
) -> None:
    """TF-40"""
    s = play(dusk("Purple 1", collected=memory), f"0 use {memory}")
    assert ring_of(s) == places
    play(s, f"0 put X{places[0]} 33")
    assert faceless(s, figure) == f"X{places[0]} 33"
    assert (trail(s), asks(s), at(s, "spent")) == ([], "Act(0)", [memory])
    assert events(s, "put")[-1].rule == "TF-40"


def test_the_bags_of_memories_move_billygoat_and_not_the_team() -> None:
    """TF-40"""
    s = play(dusk("Purple 1", collected="Bags"), "0 use Bags")
    assert refused(s, "0 goat -3,0 0") == "TF-22 goat-must-move"
    play(s, "0 goat -2,0 33")
    assert (goat(s), trail(s), asks(s)) == ("-2,0 33", [], "Act(0)")
    assert events(s, "goat")[-1].rule == "TF-40"


def test_the_street_is_one_free_step() -> None:
    """TF-40"""
    s = play(dusk("Purple 1", collected="Street", lying="Hat 0,-1"), "0 use Street")
    assert offers(s) == [f"step {way}" for way in WAYS]
    play(s, "0 step NW")
    assert (trail(s), at(s, "collected"), asks(s)) == (["0,-1"], ["Hat"], "Act(0)")


def test_a_street_into_an_obstacle_costs_a_memory() -> None:
    """TF-40 TF-42"""
    s = dusk("Purple 1", team="1,0", collected="Street, Bow", obstacles=WALL)
    play(s, "0 use Street, 0 step E")
    assert (team(s), at(s, "collected"), outcome(s)) == ("1,0", [], "")
    s = dusk("Purple 1", team="1,0", collected="Street", obstacles=WALL)
    assert outcome(play(s, "0 use Street, 0 step E")) == "trapped"


def test_the_music_player_refills_a_chosen_hand_from_the_display() -> None:
    """TF-40"""
    s = dusk(f"Purple 1 / Green 1 / {FULL_HAND}", collected="Music Player", display=SIX)
    play(s, "0 use Music Player")
    assert offers(s) == ["listen 0", "listen 1"]
    assert refused(s, "0 listen 2") == "TF-40 listener"
    play(s, "0 listen 1")
    assert s.waiting == [1]  # that player draws
    play(s, "1 draw Red, 1 draw Yellow")
    assert at(s, "hand.1") == ["Yellow 3", "Green 1", "Red 2"]
    assert (at(s, "hand.0"), sum(columns(s)), asks(s)) == (["Purple 1"], 6, "Act(0)")


def test_the_music_player_refills_to_exactly_three_even_for_dylan() -> None:
    """TF-40 TF-71"""
    s = dusk("Purple 1 / Red 1, Red 1", kids=" / Dylan", display=SIX, collected="Music Player")
    play(s, "0 use Music Player, 0 listen 1, 1 draw Yellow")
    assert sizes(s, "hand.1") == [3]


def test_who_has_three_cards_does_not_listen() -> None:
    """TF-40"""
    s = dusk(f"{FULL_HAND} / Red 1, Red 1, Red 1", collected="Music Player", display=SIX)
    play(s, "0 use Music Player")
    assert (asks(s), at(s, "spent"), sum(columns(s))) == ("Act(0)", ["Music Player"], 6)


def test_the_campfire_discards_up_to_two_bottom_cards() -> None:
    """TF-40"""
    s = dusk("Purple 1", collected="Campfire", display=SIX + ", Green 1, Green 2")
    play(s, "0 use Campfire")
    assert offers(s) == ["burn Yellow", "burn Green", "burn Red", "burn Purple", "done"]
    play(s, "0 burn Yellow, 0 burn Green")
    assert at(s, "discard") == ["Yellow 3", "Green 2"]
    assert (sum(columns(s)), asks(s)) == (6, "Act(0)")


def test_both_cards_of_the_campfire_may_come_from_one_column() -> None:
    """TF-40"""
    s = dusk("Purple 1", collected="Campfire", display=SIX)
    play(s, "0 use Campfire, 0 burn Yellow, 0 burn Yellow")
    assert at(s, "discard") == ["Yellow 3", "Yellow 2"]


@pytest.mark.parametrize(("script", "burnt"), [("0 done", 0), ("0 burn Red, 0 done", 1)])
def test_the_campfire_may_discard_fewer(script: str, burnt: int) -> None:
    """TF-40"""
    s = dusk("Purple 1", collected="Campfire", display=SIX)
    play(s, f"0 use Campfire, {script}")
    assert (sizes(s, "discard"), sum(columns(s)), asks(s)) == ([burnt], 6, "Act(0)")


def test_after_the_campfire_the_display_is_filled_up() -> None:
    """TF-40 TF-26"""
    s = dusk("Purple 1", collected="Campfire", display=SIX, top="Red 1, Red 1")
    play(s, "0 use Campfire, 0 burn Purple, 0 burn Yellow")
    assert (at(s, "red"), goat(s)) == (["Red 1", "Red 2", "Red 1", "Red 1"], "-3,0 180")


def test_the_campfire_burns_what_is_there() -> None:
    """TF-40"""
    s = dusk("Purple 1", collected="Campfire", display=SIX)
    play(s, "0 use Campfire")
    assert refused(s, "0 burn Blue") == "TF-40 burn-bottom"


def test_the_old_rope_moves_one_obstacle_by_the_rules_of_set_up() -> None:
    """TF-40 TF-11"""
    s = dusk("Purple 1", team="-2,2", goat="3,-3 60", obstacles=LAID_OUT, collected="Old Rope")
    play(s, "0 use Old Rope, 0 lay Bog 0,-1 0,0 0,1 -1,2")
    assert lies(s, "Bog") == "0,-1 0,0 0,1 -1,2"
    assert (asks(s), s.walls[space("2,2")], s.walls[space("0,0")]) == ("Act(0)", 0, 6)


ROPE = {
    "team": "-2,2",
    "goat": "3,-3 60",
    "obstacles": LAID_OUT,
    "collected": "Old Rope",
    "lying": "Hat 3,0, Bow 1,-3, School Book 1,0, Bags -5,2, Street 2,-5, Music Player 2,3, Campfire -1,3",
}


def test_the_old_rope_offers_every_other_lawful_place_and_no_other() -> None:
    """TF-40 TF-11"""
    s = play(dusk("Purple 1", ROPE), "0 use Old Rope")
    taken = {space(words) for words in (*memory_spaces(s), team(s), goat(s).split()[0])}
    lawful: set[Move] = set()
    for obstacle in range(1, 6):
        others = [
            BOARD.placements[other][s.numbers[OBSTACLE + other]].cells
            for other in range(6)
            if other != obstacle
        ]
        walls = {BOARD.cells[number] for cells in others for number in cells}
        known = [BOARD.placements[obstacle][s.numbers[OBSTACLE + obstacle]].cells]
        for index, way in enumerate(BOARD.placements[obstacle]):
            cells = {BOARD.cells[number] for number in way.cells}
            if way.cells in known or taken & set(way.cells):
                continue
            known.append(way.cells)  # each place once, however the obstacle is turned
            if all(apart(one, two) > 1 for one, two in product(cells, walls)):
                if reachable(walls | cells) == 91 - len(walls | cells):
                    lawful.add(Move("lay", obstacle, index))
    assert set(s.legal_moves(0)) == lawful
    assert {move.about[0] for move in lawful} == {1, 2, 3, 4, 5}


def test_the_old_rope_never_offers_the_place_where_an_obstacle_lies_nor_one_twice() -> None:
    """TF-40"""
    s = play(dusk("Purple 1", ROPE), "0 use Old Rope")
    places = [(move.about[0], str(cells_of(move))) for move in s.legal_moves(0)]
    assert len(set(places)) == len(places)
    own = [(obstacle, str(BOARD.placements[obstacle][s.numbers[OBSTACLE + obstacle]].cells))
           for obstacle in range(1, 6)]  # fmt: skip
    assert not set(own) & set(places)


def test_another_way_to_lie_on_the_same_spaces_is_legal_though_not_listed() -> None:
    """TF-40"""
    s = play(dusk("Purple 1", ROPE), "0 use Old Rope")
    listed = s.legal_moves(0)
    doubles = [
        Move("lay", move.about[0], index)
        for move in listed
        for index, way in enumerate(BOARD.placements[move.about[0]])
        if way.cells == cells_of(move) and index != move.about[1]
    ]
    assert doubles
    assert not set(doubles) & set(listed)
    assert all(s.why_not(0, move) is None for move in doubles)


def cells_of(move: Move) -> list[int]:
    return BOARD.placements[move.about[0]][move.about[1]].cells


def test_the_old_rope_leaves_figures_memories_and_other_obstacles_alone() -> None:
    """TF-40 TF-11"""
    s = play(dusk("Purple 1", ROPE), "0 use Old Rope")
    assert refused(s, "0 lay Brambles 2,-1 3,-2 2,-2") == "TF-11 touches"
    assert refused(s, "0 lay Bog 2,2 1,3 0,4 -1,4") == "TF-40 lies-there"
    assert refused(s, "0 lay Entrance -4,4 -3,3 -4,3") == "TF-40 entrance-stays"
    assert refused(s, "0 done") == "TF-40 lay-one"
    with pytest.raises(IllegalMove, match="over exactly one symbol"):
        s.apply(0, Move("lay", 5, 10_000))


def test_whether_the_old_rope_moves_the_entrance_is_an_option() -> None:
    """TF-40 TF-11"""
    s = play(dusk("Purple 1", ROPE, entrance="moves"), "0 use Old Rope")
    board = s.world.board
    ways = [move.about[1] for move in s.legal_moves(0) if move.about[0] == ENTRANCE]
    assert ways
    assert all(len(board.covered(board.placements[ENTRANCE][way])) == 1 for way in ways)
    assert 0 not in ways  # where it lies is no other place
    others = [(obstacle, way) for obstacle, way in offered(s) if obstacle != ENTRANCE]
    assert others == offered(play(dusk("Purple 1", ROPE), "0 use Old Rope"))
    s.apply(0, Move("lay", ENTRANCE, ways[0]))
    assert s.walls[space("-4,4")] == 0
    assert all(s.walls[cell] == 1 for cell in board.placements[ENTRANCE][ways[0]].cells)


def test_an_entrance_that_was_moved_may_be_moved_back_to_its_own_place() -> None:
    """TF-40"""

    def away(s: Dusk) -> None:
        s.numbers[OBSTACLE] = next(way for obstacle, way in offered(first) if obstacle == ENTRANCE)
        s.raise_walls()

    first = play(dusk("Purple 1", ROPE, entrance="moves"), "0 use Old Rope")
    s = play(dusk("Purple 1", ROPE, entrance="moves", prepare=away), "0 use Old Rope")
    assert (ENTRANCE, 0) in offered(s)


def offered(s: Dusk) -> list[tuple[int, ...]]:
    return [move.about for move in s.legal_moves(0)]


def test_every_refusal_of_the_old_rope_names_what_is_in_its_way() -> None:
    """TF-40 TF-11"""
    s = play(dusk("Purple 1", ROPE), "0 use Old Rope")
    taken = {space(words) for words in (*memory_spaces(s), team(s), goat(s).split()[0])}
    reasons: set[str] = set()
    for obstacle in range(1, 6):
        for index, way in enumerate(BOARD.placements[obstacle]):
            why = s.why_not(0, Move("lay", obstacle, index))
            if why is None:
                continue
            reasons.add(why.reason)
            if why.reason == "touches":
                other = BOARD.placements[why.about[1]][s.numbers[OBSTACLE + why.about[1]]]
                assert way.halo & other.mask
            elif why.reason == "not-free":
                assert why.about[1] in taken & set(way.cells)
            elif why.reason == "lies-there":
                assert way.cells == BOARD.placements[obstacle][s.numbers[OBSTACLE + obstacle]].cells
    assert {"touches", "not-free", "lies-there"} <= reasons


def test_a_used_memory_is_not_used_again() -> None:
    """TF-41"""
    s = dusk("Purple 1, Purple 2", collected="Bow", spent="Hat")
    assert offers(s, "use") == ["use Bow"]
    assert refused(s, "0 use Hat") == "TF-41 not-collected"
    assert refused(s, "0 use Campfire") == "TF-41 not-collected"
    play(s, "0 use Bow, 0 put X1 0, 0 walk Purple 1, 0 step E")
    assert (at(s, "spent"), asks(s)) == (["Hat", "Bow"], "Act(1)")


def test_used_memories_count_for_victory() -> None:
    """TF-41 TF-65"""
    s = play(dusk("Purple 1", lying="Hat 1,0", spent=SEVEN), "0 walk Purple 1, 0 step E")
    assert outcome(s) == "won"
    assert GAME.standing(s).scores == [(1, 8)] * 2


def test_each_step_into_an_obstacle_costs_a_memory() -> None:
    """TF-42"""
    s = dusk("Yellow 3", obstacles=WALL, collected="Hat, Bow")
    play(s, "0 walk Yellow 3, 0 put X1 330")
    assert offers(s) == ["spend Hat", "spend Bow"]
    play(s, "0 spend Bow")  # the third step leaves nothing to choose
    assert (trail(s), at(s, "collected"), at(s, "spent")) == (["1,0"], [], ["Hat", "Bow"])
    assert (outcome(s), len(events(s, "hit")), asks(s)) == ("", 2, "Act(1)")


def test_with_too_few_memories_the_game_is_lost() -> None:
    """TF-42 TF-66"""
    s = dusk("Yellow 3", obstacles=WALL, collected="Hat", spent="Bow")
    play(s, "0 walk Yellow 3, 0 put X1 330")
    assert (outcome(s), team(s), at(s, "spent")) == ("trapped", "1,0", ["Hat", "Bow"])


def test_without_a_memory_the_first_step_into_an_obstacle_loses_the_game() -> None:
    """TF-42 TF-66"""
    s = dusk("Yellow 2", obstacles=WALL)
    assert outcome(play(s, "0 walk Yellow 2, 0 put X1 330")) == "trapped"


def test_the_players_choose_which_memory_is_spent_without_its_effect() -> None:
    """TF-42"""
    s = dusk("Yellow 2", obstacles=WALL, collected="Hat, Street, Bags", spent="Bow")
    play(s, "0 walk Yellow 2, 0 put X1 330")
    assert offers(s) == ["spend Hat", "spend Bags", "spend Street"]
    assert refused(s, "0 spend Bow") == "TF-42 spend-one"
    assert refused(s, "0 use Street") == "TF-42 spend-one"
    play(s, "0 spend Street")
    assert (team(s), at(s, "spent"), asks(s)) == ("1,0", ["Bow", "Street"], "After(0)")


def test_a_memory_spent_on_an_obstacle_is_not_the_one_of_the_window() -> None:
    """TF-42 TF-28"""
    s = dusk("Yellow 2", obstacles=WALL, collected="Hat, Street")
    play(s, "0 walk Yellow 2, 0 put X1 330, 0 spend Hat, 0 use Street, 0 step W")
    assert team(s) == "0,0"


def test_a_purple_card_may_turn_away_from_the_obstacle() -> None:
    """TF-42 TF-23"""
    s = dusk("Purple 3", team="1,0", obstacles=WALL, collected="Hat, Bow")
    play(s, "0 walk Purple 3, 0 step E, 0 spend Hat, 0 step W, 0 step W")
    assert (team(s), at(s, "collected")) == ("-1,0", ["Bow"])


def test_the_entrance_is_an_obstacle() -> None:
    """TF-42"""
    s = play(dusk("Purple 1", team="-2,3", collected="Hat"), "0 walk Purple 1, 0 step W")
    assert (team(s), at(s, "spent")) == ("-2,3", ["Hat"])
