"""The Faceless' rulebook, paragraph by paragraph: the kids."""

from __future__ import annotations

import pytest

from tests.games.the_faceless.words import (
    EMPTY,
    FIGURES,
    FULL_HAND,
    SEVEN,
    SIX,
    WALL,
    at,
    deal,
    dusk,
    faceless,
    goat,
    may,
    memory_spaces,
    offers,
    outcome,
    play,
    refused,
    sees,
    sizes,
    team,
    trail,
    verbs,
)
from tests.games.words import asks, events


def test_lily_whispers_once_for_free_before_or_after_the_action() -> None:
    """TF-70"""
    s = dusk("Yellow 1, Red 1 / Green 1", kids="Lily")
    play(s, "0 free_give Green 1 to 0")
    assert (asks(s), at(s, "hand.0")) == ("Act(0)", ["Yellow 1", "Green 1", "Red 1"])
    assert refused(s, "0 free_give Green 1 to 1") == "TF-70 power-used"
    play(s, "0 walk Yellow 1, 0 put X1 330")
    assert asks(s) == "Act(1)"  # nothing is left for after


def test_lily_may_wait_until_after_the_action() -> None:
    """TF-70"""
    s = dusk("Yellow 1, Red 1 / Green 1", kids="Lily")
    play(s, "0 walk Yellow 1, 0 put X1 330, 0 free_swap Red 1 for Green 1")
    assert (at(s, "hand.0"), at(s, "hand.1"), asks(s)) == (["Green 1"], ["Red 1"], "Act(1)")


def test_lilys_action_may_be_a_whisper_too() -> None:
    """TF-70"""
    s = dusk("Yellow 1, Red 1 / Green 1", kids="Lily")
    play(s, "0 give Yellow 1 to 1, 0 free_give Red 1 to 1")
    assert (sizes(s, "hand.0", "hand.1"), asks(s)) == ([0, 3], "Act(1)")


def test_lily_may_leave_it_and_has_it_again_the_next_turn() -> None:
    """TF-70"""
    s = dusk("Yellow 1, Red 1 / Green 1, Green 1", kids="Lily", top="Green 3, Blue 3, Yellow 3")
    play(s, "0 free_give Green 1 to 0, 0 walk Yellow 1, 0 put X1 330, 1 walk Green 1, 1 put X7 0")
    assert may(s, "0 free_give Red 1 to 1")
    play(s, "0 walk Red 1, 0 goat -4,0 180, 0 done")
    assert asks(s) == "Act(1)"


def test_lilys_whisper_keeps_the_limit_and_is_hers_alone() -> None:
    """TF-70 TF-27"""
    s = dusk(f"Yellow 1 / {FULL_HAND}", kids="Lily")
    assert refused(s, "0 free_give Yellow 1 to 1") == "TF-27 no-room"
    s = dusk("Yellow 1 / Green 1", kids="Emily / Lily")
    assert refused(s, "0 free_give Yellow 1 to 1") == "TF-70 not-your-kid"
    assert refused(s, "0 free_swap Yellow 1 for Green 1") == "TF-70 not-your-kid"


def test_dylan_starts_with_four_cards() -> None:
    """TF-71"""
    tables = [deal(3, seed) for seed in range(40)]
    hands = {
        (at(s, f"kid.{seat}") == ["Dylan"], len(s.hand(seat))) for s in tables for seat in range(3)
    }
    assert hands == {(True, 4), (False, 3)}


def test_dylan_rests_to_four_cards() -> None:
    """TF-71"""
    s = dusk("Green 1, Green 1", kids="Dylan", display=SIX)
    play(s, "0 rest, 0 draw Yellow, 0 draw Yellow")
    assert sizes(s, "hand.0") == [4]


def test_dylan_may_be_given_a_fourth_card_and_no_fifth() -> None:
    """TF-71 TF-27"""
    s = dusk(f"Yellow 1, Yellow 2 / {FULL_HAND}", kids=" / Dylan")
    play(s, "0 give Yellow 1 to 1")
    assert sizes(s, "hand.1") == [4]
    s = dusk(f"Yellow 1, Yellow 2 / {FULL_HAND}, Green 1", kids=" / Dylan")
    assert refused(s, "0 give Yellow 1 to 1") == "TF-27 no-room"


def test_matt_may_walk_with_two_cards_the_first_resolved_first() -> None:
    """TF-72"""
    s = dusk("Purple 1, Red 1, Yellow 1", kids="Matt")
    play(s, "0 walk Purple 1, 0 step W")
    assert (at(s, "discard"), offers(s)) == (
        ["Purple 1"],
        ["walk Yellow 1", "walk Red 1", "done"],
    )
    play(s, "0 walk Red 1, 0 goat -4,0 180")
    assert (trail(s), at(s, "discard"), asks(s)) == (
        ["-1,0", "0,0"],
        ["Purple 1", "Red 1"],
        "Act(1)",
    )


def test_matt_may_stop_after_one_card() -> None:
    """TF-72"""
    s = play(dusk("Purple 1, Red 1", kids="Matt"), "0 walk Purple 1, 0 step W, 0 done")
    assert (at(s, "hand.0"), asks(s)) == (["Red 1"], "Act(1)")


def test_matts_second_card_is_a_walk() -> None:
    """TF-72"""
    s = play(dusk("Purple 1, Red 1", kids="Matt"), "0 walk Purple 1, 0 step W")
    assert refused(s, "0 rest") == "TF-72 second-card"
    assert refused(s, "0 walk Blue 1") == "TF-72 second-card"


def test_others_walk_with_one_card() -> None:
    """TF-72"""
    s = play(dusk("Purple 1, Red 1", kids=" / Matt"), "0 walk Purple 1, 0 step W")
    assert asks(s) == "Act(1)"


def test_karyn_may_look_at_the_top_event_card() -> None:
    """TF-73"""
    s = dusk("Purple 1", kids="Karyn", deck="Blue 1, Blue 2, Green 1", top="")
    play(s, "0 peek")
    (shown,) = at(s, "next")
    assert (sees(s, 0, "next"), sees(s, 1, "next"), sizes(s, "deck")) == ([shown], [shown], [2])
    assert refused(s, "0 peek") == "TF-73 power-used"
    play(s, "0 walk Purple 1, 0 step E")
    assert at(s, shown.split()[0].lower()) == [shown]  # it is the threat that comes


def test_karyn_looks_at_the_start_of_her_turn() -> None:
    """TF-73"""
    s = dusk("Purple 1", kids="Karyn", collected="Hat, Bow", top="")
    play(s, "0 use Hat, 0 put X7 0")
    assert refused(s, "0 peek") == "TF-73 peek"
    play(s, "0 walk Purple 1, 0 step E")
    assert refused(s, "0 peek") == "TF-73 peek"


def test_nobody_else_looks() -> None:
    """TF-73"""
    assert refused(dusk("Purple 1", kids="Lily", top=""), "0 peek") == "TF-73 not-your-kid"


@pytest.mark.parametrize("action", ["0 rest", "0 give Green 2 to 1"])
def test_when_karyn_rests_or_whispers_the_threat_has_no_effect(action: str) -> None:
    """TF-73"""
    s = dusk(FULL_HAND, kids="Karyn", display=SIX, top="Red 2")
    play(s, action)
    assert (goat(s), at(s, "red"), asks(s)) == ("-3,0 180", ["Red 1", "Red 2", "Red 2"], "Act(1)")


def test_when_karyn_walks_the_threat_has_its_effect() -> None:
    """TF-73"""
    s = dusk("Purple 1", kids="Karyn", top="Red 2")
    play(s, "0 walk Purple 1, 0 step E")
    assert goat(s) == "-2,0 180"


def test_the_next_players_threat_has_its_effect_again() -> None:
    """TF-73"""
    s = dusk(f"{FULL_HAND} / Purple 1", kids="Karyn", display="Green 1, Green 3", level="easy",
             top="Red 2, Blue 3, Blue 1, Blue 1, Blue 1")  # fmt: skip
    play(s, "0 rest, 1 walk Purple 1, 1 step E")
    assert goat(s) == "-2,0 180"


def test_whoever_else_rests_has_a_threat_with_its_effect() -> None:
    """TF-73"""
    s = dusk(FULL_HAND, kids=" / Karyn", display=SIX, top="Red 2")
    assert outcome(play(s, "0 rest")) == "caught"  # the third red card, from three spaces away


def test_when_luke_rests_he_may_move_the_team_to_any_adjacent_space() -> None:
    """TF-74"""
    s = play(dusk(FULL_HAND, kids="Luke", display=SIX, lying="Hat 0,-1"), "0 rest")
    assert set(offers(s)) == {
        "done",
        *[f"lead {words}" for words in ("1,0", "1,-1", "0,-1", "-1,0", "-1,1", "0,1")],
    }
    assert refused(s, "0 lead 2,0") == "TF-74 lead"
    play(s, "0 lead 0,-1")
    assert (trail(s), at(s, "collected")) == (["0,-1"], ["Hat"])


def test_luke_may_leave_the_team_where_it_is() -> None:
    """TF-74"""
    s = play(dusk(FULL_HAND, kids="Luke", display=SIX), "0 rest, 0 done")
    assert (team(s), asks(s)) == ("0,0", "Act(1)")


def test_luke_leads_neither_into_an_obstacle_nor_off_the_board() -> None:
    """TF-74"""
    s = dusk(FULL_HAND, kids="Luke", display=SIX, team="5,0", obstacles="Brambles 4,0 4,-1 5,-1")
    assert offers(play(s, "0 rest")) == ["done", "lead 4,1"]


def test_whether_luke_may_lead_the_team_off_the_board_is_an_option() -> None:
    """TF-74 TF-60"""
    words = {"kids": "Luke", "display": SIX, "team": "5,0", "luke": "maze"}
    s = play(dusk(FULL_HAND, words), "0 rest")
    assert set(offers(s)) == {
        *["done", "lead 4,0", "lead 5,-1", "lead 4,1"],
        *["lead -5,0", "lead 0,5", "lead 5,-5"],
    }
    play(s, "0 lead 0,5")
    assert (trail(s), events(s, "team")[-1].rule) == (["0,5"], "TF-60")


def test_luke_leads_into_no_obstacle_across_the_board() -> None:
    """TF-74"""
    words = {"kids": "Luke", "display": SIX, "team": "-4,-1", "luke": "maze"}
    assert "lead 5,-1" in offers(play(dusk(FULL_HAND, words), "0 rest"))
    s = dusk(FULL_HAND, words, obstacles="Brambles 4,0 4,-1 5,-1")
    assert "lead 5,-1" not in offers(play(s, "0 rest"))


def test_luke_in_the_middle_of_the_board_leads_nowhere_else() -> None:
    """TF-74"""
    usual, other = [
        play(dusk(FULL_HAND, kids="Luke", display=SIX, luke=luke), "0 rest")
        for luke in ("board", "maze")
    ]
    assert offers(usual) == offers(other)


def test_luke_may_lead_before_he_fills_his_hand() -> None:
    """TF-74"""
    s = play(dusk("Yellow 1, Green 1", kids="Luke", display="Red 1, Red 2, Red 3"), "0 rest")
    assert (asks(s), len(s.hand(0))) == ("LukesStep(0)", 2)
    play(s, "0 lead 1,0")
    assert (trail(s)[0], len(s.hand(0))) == ("1,0", 3)
    assert asks(s) != "LukesStep(0)"  # only once


def test_luke_may_lead_after_he_has_filled_his_hand() -> None:
    """TF-74"""
    s = dusk("Yellow 1, Green 1", kids="Luke", display="Red 1, Red 2, Red 3")
    play(s, "0 rest, 0 done")
    assert (asks(s), len(s.hand(0))) == ("LukesStep(0)", 3)
    assert trail(play(s, "0 lead 1,0"))[0] == "1,0"
    assert asks(s) != "LukesStep(0)"


def test_luke_may_collect_the_last_memory_before_an_empty_deck_loses() -> None:
    """TF-74 TF-65 TF-56"""
    s = dusk("Yellow 1", kids="Luke", lying="Hat 1,0", spent=SEVEN, display=SIX, top="", deck="")
    assert outcome(play(s, "0 rest, 0 lead 1,0")) == "won"


def test_luke_leads_only_when_he_rests() -> None:
    """TF-74"""
    s = play(dusk("Purple 1", kids="Luke"), "0 walk Purple 1, 0 step E")
    assert asks(s) == "Act(1)"
    s = play(dusk(FULL_HAND, kids=" / Luke", display=SIX), "0 rest")
    assert asks(s) == "Act(1)"


@pytest.mark.parametrize(
    ("count", "trailed"), [(1, ["1,0"]), (2, ["1,0", "2,0"]), (3, ["1,0", "2,0", "3,0"])]
)
def test_pj_may_add_or_subtract_one(count: int, trailed: list[str]) -> None:
    """TF-75"""
    s = dusk("Yellow 2", kids="P.J.")
    play(s, "0 walk Yellow 2, 0 put X1 330")  # he decides after the figure, before the Team moves
    assert (offers(s), trail(s)) == (["steps 1", "steps 2", "steps 3"], [])
    assert refused(s, "0 steps 0") == "TF-75 one-more-or-less"
    assert refused(s, "0 steps 4") == "TF-75 one-more-or-less"
    assert trail(play(s, f"0 steps {count}")) == trailed


def test_pj_may_make_a_one_a_zero() -> None:
    """TF-75"""
    s = play(dusk("Yellow 1", kids="P.J."), "0 walk Yellow 1, 0 put X1 0, 0 steps 0")
    assert (trail(s), faceless(s, "Judith"), asks(s)) == ([], "X1 0", "Act(1)")


def test_pj_changes_a_purple_card_too() -> None:
    """TF-75"""
    s = play(dusk("Purple 1", kids="P.J."), "0 walk Purple 1, 0 steps 2, 0 step W, 0 step NW")
    assert trail(s) == ["-1,0", "-1,-1"]


def test_pj_changes_only_his_own_walks() -> None:
    """TF-75"""
    s = play(dusk("Yellow 1", kids=" / P.J."), "0 walk Yellow 1, 0 put X1 330")
    assert (trail(s), asks(s)) == (["1,0"], "Act(1)")
    s = dusk("Red 1", kids="P.J.", top="Purple 1", threat=True)
    assert (trail(s), asks(s)) == (["1,0"], "Act(1)")


def test_tommy_may_draw_and_swap_when_a_memory_is_collected() -> None:
    """TF-76"""
    s = dusk(
        "Purple 1, Yellow 1", kids="Tommy", lying="Hat 1,0", top="Blue 3, Green 3", display=SIX
    )
    play(s, "0 walk Purple 1, 0 step E")
    assert offers(s) == [
        "done",
        "draw_event",
        "exchange Yellow 1 for Yellow",
        "exchange Yellow 1 for Red",
        "exchange Yellow 1 for Purple",
    ]
    play(s, "0 draw_event")
    assert at(s, "hand.0") == ["Yellow 1", "Green 3"]
    assert "draw_event" not in offers(s)
    play(s, "0 exchange Green 3 for Red")
    assert (at(s, "hand.0"), at(s, "green"), at(s, "red")) == (
        ["Yellow 1", "Red 2"],
        ["Green 3"],
        ["Red 1"],
    )
    assert asks(s) == "After(0)"


def test_tommy_may_swap_first_and_draw_then() -> None:
    """TF-76"""
    s = dusk("Purple 1, Yellow 1", kids="Tommy", lying="Hat 1,0", display=SIX)
    play(s, "0 walk Purple 1, 0 step E, 0 exchange Yellow 1 for Yellow")
    assert (at(s, "hand.0"), at(s, "yellow")) == (
        ["Yellow 3"],
        ["Yellow 1", "Yellow 2", "Yellow 1"],
    )
    assert offers(s) == ["done", "draw_event"]
    assert refused(s, "0 exchange Yellow 3 for Red") == "TF-76 tommy"
    play(s, "0 draw_event")
    assert (sizes(s, "hand.0"), asks(s)) == ([2], "After(0)")


def test_tommy_need_do_neither() -> None:
    """TF-76"""
    s = dusk("Purple 1, Yellow 1", kids="Tommy", lying="Hat 1,0", display=SIX)
    play(s, "0 walk Purple 1, 0 step E, 0 done")
    assert (at(s, "hand.0"), asks(s)) == (["Yellow 1"], "After(0)")


def test_tommy_draws_only_below_the_limit() -> None:
    """TF-76"""
    s = dusk(f"Purple 1 / {FULL_HAND}", kids=" / Tommy", lying="Hat 1,0", display=SIX)
    play(s, "0 walk Purple 1, 0 step E")
    assert s.waiting == [1]  # at any player's turn
    assert refused(s, "1 draw_event") == "TF-76 hand-full"
    play(s, "1 exchange Green 2 for Purple")
    assert at(s, "hand.1") == ["Green 2", "Green 2", "Purple 2"]
    assert asks(s) == "After(0)"


def test_tommys_chance_comes_at_once_in_the_middle_of_a_walk() -> None:
    """TF-76"""
    s = dusk("Yellow 2", kids="Tommy", lying="Hat 1,0", display=SIX)
    play(s, "0 walk Yellow 2, 0 put X1 330")
    assert (asks(s), trail(s)) == ("TommysChance(0, 1, 1)", ["1,0"])
    assert trail(play(s, "0 done")) == ["1,0", "2,0"]


def test_tommy_need_not_empty_the_deck() -> None:
    """TF-76 TF-56"""
    s = dusk("Purple 1, Yellow 1", EMPTY, kids="Tommy", lying="Hat 1,0", display=SIX)
    play(s, "0 walk Purple 1, 0 step E")
    assert "draw_event" not in offers(s)
    assert outcome(play(s, "0 done, 0 done")) == "deck-empty"


def test_nobody_else_draws_for_a_memory() -> None:
    """TF-76"""
    s = dusk("Purple 1, Yellow 1", kids="Lily / Luke", lying="Hat 1,0", display=SIX)
    assert asks(play(s, "0 walk Purple 1, 0 step E")) == "After(0)"


@pytest.mark.parametrize("facing", [90, 37, 0])
def test_emily_turns_one_faceless_in_place(facing: int) -> None:
    """TF-77"""
    s = dusk("Purple 1", kids="Emily")
    play(s, f"0 turn Judith {facing}")
    assert (faceless(s, "Judith"), trail(s), asks(s)) == (f"X1 {facing}", [], "Act(0)")
    assert refused(s, "0 turn Sam 90") == "TF-77 power-used"
    play(s, "0 walk Purple 1, 0 step E")
    assert asks(s) == "Act(1)"


def test_emily_may_turn_one_after_the_action() -> None:
    """TF-77"""
    s = play(dusk("Purple 1", kids="Emily"), "0 walk Purple 1, 0 step E, 0 turn Alan 91")
    assert (faceless(s, "Alan"), asks(s)) == ("X13 91", "Act(1)")
    s = play(dusk("Purple 1", kids="Emily"), "0 walk Purple 1, 0 step E, 0 done")
    assert (faceless(s, "Alan"), asks(s)) == ("X13 270", "Act(1)")


def test_emily_turns_any_faceless_wherever_it_stands() -> None:
    """TF-77"""
    s = dusk("Purple 1", kids="Emily", judith="X0 0")
    assert {words.split()[1] for words in offers(s, "turn")} == set(FIGURES)
    assert may(s, "0 turn Judith 91")


def test_emily_turns_a_faceless_to_another_facing() -> None:
    """TF-77"""
    s = dusk("Purple 1", kids="Emily", judith="X1 330", sam="X7 7")
    assert "turn Judith 330" not in offers(s)
    assert refused(s, "0 turn Judith 330") == refused(s, "0 turn Sam 7") == "TF-77 turn-one"
    assert len(offers(s, "turn")) == 23 + 24 + 23
    assert all(s.why_not(0, move) is None for move in s.legal_moves(0))


def test_emily_turns_a_faceless_and_by_whole_degrees() -> None:
    """TF-77"""
    s = dusk("Purple 1", kids="Emily")
    assert [
        refused(s, f"0 turn {words}") for words in ("3 90", "-1 90", "Sam 360", "Sam -1", "Sam")
    ] == ["TF-77 turn-one"] * 5


def test_nobody_else_turns_a_faceless() -> None:
    """TF-77"""
    s = dusk("Purple 1", kids="Luke / Emily", collected="Hat")
    assert refused(s, "0 turn Sam 90") == "TF-77 not-your-kid"
    assert refused(s, "0 turn Sam 91") == "TF-77 not-your-kid"
    play(s, "0 walk Purple 1, 0 step E")
    assert refused(s, "0 turn Sam 91") == "TF-77 not-your-kid"


def test_julie_may_have_another_threat_which_stays() -> None:
    """TF-78"""
    s = dusk("Green 1", kids="Julie", top="Blue 3, Red 3", threat=True)
    assert (at(s, "threat"), offers(s)) == (["Red 3"], ["accept", "reject"])
    play(s, "0 reject")
    assert (at(s, "discard"), at(s, "blue"), goat(s), asks(s)) == (
        ["Red 3"],
        ["Blue 3"],
        "-3,0 180",
        "Act(1)",
    )


def test_the_second_threat_has_its_effect() -> None:
    """TF-78"""
    s = dusk("Green 1", kids="Julie", top="Red 3, Blue 3", threat=True)
    assert goat(play(s, "0 reject")) == "-2,0 180"


def test_julie_may_keep_the_first() -> None:
    """TF-78"""
    s = play(dusk("Green 1", kids="Julie", top="Blue 3, Red 3", threat=True), "0 accept")
    assert (at(s, "red"), goat(s), at(s, "next")) == (["Red 3"], "-2,0 180", ["Blue 3"])
    s = dusk("Green 1", kids="Julie", top="Blue 3, Red 3", threat=True)
    assert refused(s, "0 done") == "TF-78 accept-or-reject"


def test_julies_second_card_from_an_empty_deck_loses_the_game() -> None:
    """TF-78 TF-56"""
    s = dusk("Green 1", kids="Julie", top="Red 3", deck="", threat=True)
    assert outcome(play(s, "0 reject")) == "deck-empty"


def test_julie_has_her_own_threat_phase_only() -> None:
    """TF-78"""
    assert asks(dusk("Green 1", kids=" / Julie", threat=True)) == "Act(1)"


def test_casper_moves_a_memory_to_an_adjacent_free_space_before_the_action() -> None:
    """TF-79"""
    s = dusk("Purple 1", kids="Casper", lying="Hat 2,0")
    play(s, "0 shift 2,0 to 1,0")
    assert memory_spaces(s)["1,0"] == "Hat"
    assert "2,0" not in memory_spaces(s)
    assert (sees(s, 0, "memory.0"), asks(s)) == (1, "Act(0)")
    assert refused(s, "0 shift 1,0 to 2,0") == "TF-79 power-used"
    assert at(play(s, "0 walk Purple 1, 0 step E"), "collected") == ["Hat"]


def test_casper_moves_a_memory_from_the_first_space_as_from_any_other() -> None:
    """TF-79"""
    s = play(dusk("Purple 1", lying="Hat 0,-5", kids="Casper"), "0 shift 0,-5 to 1,-5")
    assert memory_spaces(s)["1,-5"] == "Hat"


def test_casper_moves_any_memory() -> None:
    """TF-79"""
    s = dusk("Purple 1", kids="Casper", lying="Hat 2,0, Old Rope 0,-2, Bow 0,2")
    play(s, "0 shift 0,-2 to 0,-1")
    spaces = memory_spaces(s)
    assert (spaces["0,-1"], spaces["2,0"], spaces["0,2"]) == ("Old Rope", "Hat", "Bow")


def test_casper_moves_it_one_space_and_onto_nothing() -> None:
    """TF-79"""
    s = dusk("Purple 1", kids="Casper", lying="Hat 1,0", obstacles=WALL)
    assert refused(s, "0 shift 1,0 to 0,0") == "TF-79 shift"
    assert refused(s, "0 shift 1,0 to 2,0") == "TF-79 shift"
    assert refused(s, "0 shift 1,0 to -1,0") == "TF-79 shift"


def test_casper_does_so_only_before_the_action_and_nobody_else_does() -> None:
    """TF-79"""
    s = dusk("Purple 1", kids="Casper", lying="Hat 2,0", collected="Bow")
    play(s, "0 walk Purple 1, 0 step W")
    assert "shift" not in verbs(s)
    assert refused(s, "0 shift 2,0 to 1,0") == "TF-79 shift"
    s = dusk("Purple 1", kids=" / Casper", lying="Hat 2,0")
    assert refused(s, "0 shift 2,0 to 1,0") == "TF-79 not-your-kid"


def test_a_collected_memory_is_not_moved() -> None:
    """TF-79"""
    s = dusk("Purple 1", kids="Casper", collected=SEVEN, lying="Hat 2,0")
    assert all(words.startswith("shift 2,0 to") for words in offers(s, "shift"))
    assert len(offers(s, "shift")) == 6
