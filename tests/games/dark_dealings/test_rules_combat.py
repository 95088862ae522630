"""Dark Dealings' rulebook, paragraph by paragraph: combat and victory."""

from __future__ import annotations

import pytest

from duskhall.engine.steps import Step
from duskhall.games.dark_dealings import GAME
from duskhall.games.dark_dealings.box import ROUND
from duskhall.games.dark_dealings.rules.combat import (
    ON_THE_FLIP,
    Aftermath,
    CombatRound,
    Defeated,
    LearnImmunity,
    NotDefeated,
)
from duskhall.games.dark_dealings.state import Siege
from tests.games.dark_dealings.words import (
    combat,
    draft,
    finished,
    forgiving,
    front,
    offers,
    play,
    reachable,
    refused,
    shows,
    until,
)
from tests.games.words import ONLOOKER, asks, at, begin, events, sees, told

# Combat phase


def test_each_player_flips_a_hero_from_the_first_player_clockwise() -> None:
    """DD-30"""
    s = combat("ranger 9 trap / ranger 9 trap / ranger 9 trap", "trap 1 / trap 1 / trap 1", first=1)
    assert [event.seat for event in events(s, "flip")] == [1, 2, 0]


def test_the_last_hero_used_is_met_first() -> None:
    """DD-30"""
    s = begin(until(draft("H54 H20 / H30 H24"), ""), CombatRound(1))
    assert told(s, "flip") == [["H20"]]
    assert told(play(s, "0 discard"), "flip") == [["H20"], ["H24"]]


def test_a_player_may_look_through_the_own_pile_in_order() -> None:
    """DD-31"""
    s = combat("knight 1 trap, wizard 1 trap, thief 1 trap", "trap 1")
    assert sees(s, 0, "pile.0") == ["Thief", "Wizard"]
    assert (sees(s, 1, "pile.0"), sees(s, ONLOOKER, "pile.0")) == (2, 2)


def test_a_flipped_hero_is_seen_by_all() -> None:
    """DD-30 DD-31"""
    s = combat("knight 1 trap, wizard 1 trap", "trap 1")
    assert told(s, "flip", seat=1) == [["Knight"]]
    assert sees(s, 1, "facing.0") == ["Knight"]


def test_a_hero_may_be_discarded_at_once() -> None:
    """DD-32"""
    s = play(combat("ranger 2 trap", "trap 2, trap 1"), "0 discard")
    assert (at(s, "hero_discard"), at(s, "defeated.0")) == (["Ranger"], [])
    assert front(s) == "A trap 2, B trap 1"


def test_the_ability_of_a_discarded_hero_is_ignored() -> None:
    """DD-32 DD-42"""
    s = play(combat("wizard 2 trap", "trap 2, trap 1"), "0 discard")
    assert (at(s, "hero_discard"), at(s, "front.0")) == (["Wizard"], ["A", "B"])


def test_a_hero_is_answered_by_facing_it() -> None:
    """DD-32"""
    s = combat("ranger 2 trap", "trap 2")
    assert offers(s) == "discard, strike A"
    assert refused(s, "0 stop") == "DD-32 not-offered"


def test_only_the_overlord_whose_hero_it_is_may_answer() -> None:
    """DD-32"""
    s = combat("ranger 2 trap / ranger 2 trap", "trap 2 / trap 2")
    assert refused(s, "1 discard") == "DD-32 not-your-turn"


def test_a_defense_strikes_only_a_hero_vulnerable_to_its_type() -> None:
    """DD-33"""
    s = combat("ranger 3 spell|minion", "trap 3, spell 3, minion 3")
    assert offers(s) == "discard, strike B, strike C"
    assert refused(s, "0 strike A") == "DD-33 wrong-type"


def test_one_of_several_types_is_enough() -> None:
    """DD-33"""
    assert offers(combat("ranger 2 spell", "trap|spell 2, trap|minion 2")) == "discard, strike A"


def test_type_and_strength_are_those_of_the_current_side() -> None:
    """DD-33"""
    s = play(combat("ranger 1 spell, thief 3 trap", "spell 1 > trap 3"), "0 strike A")
    assert (front(s), offers(s)) == ("A trap 3", "discard, strike A")
    assert at(play(s, "0 strike A"), "defeated.0") == ["Ranger", "Thief"]


def test_nobody_strikes_with_what_is_not_in_front_of_them() -> None:
    """DD-33"""
    assert refused(combat("ranger 2 trap", "trap 2 / trap 2"), "0 strike B") == "DD-33 not-in-front"


def test_a_hero_falls_when_strikes_equal_its_armor() -> None:
    """DD-34"""
    s = play(combat("ranger 5 trap", "trap 3, trap 2"), "0 strike A")
    assert (at(s, "defeated.0"), at(s, "hero_discard")) == (["Ranger"], [])


def test_a_hero_falls_when_strikes_exceed_its_armor() -> None:
    """DD-34"""
    s = play(combat("ranger 5 trap", "trap 4, trap 4"), "0 strike A")
    assert at(s, "defeated.0") == ["Ranger"]


def test_less_than_the_armor_is_not_enough() -> None:
    """DD-34"""
    s = play(combat("ranger 5 trap", "trap 3, trap 2, trap 2"), "0 strike A")
    assert refused(s, "0 stop") == "DD-34 not-enough"
    assert offers(play(s, "0 strike B")) == "stop, strike C"


def test_a_hero_that_cannot_fall_is_not_struck() -> None:
    """DD-34"""
    s = combat("ranger 6 trap, thief 1 spell", "detour spell 1, trap 3, trap 2")
    assert offers(s) == "discard, detour A"
    assert refused(s, "0 strike B") == "DD-34 cannot-win"


def test_a_refusal_says_what_strikes_can_reach() -> None:
    """DD-34 DD-42 DD-44 DD-53"""
    spare = "detour spell 1, booster trap 1, booster trap 1, booster trap 1"
    assert reachable(combat("knight 7 trap, ranger 9 spell", spare), "0 strike B") == (6, 7)
    assert reachable(combat("ranger 10 trap, ranger 9 spell", spare), "0 strike B") == (9, 10)
    lying = "trap 2, detour trap 1"
    assert reachable(combat("wizard 3 trap, ranger 9 trap", lying), "0 strike A") == (2, 3)
    assert reachable(combat("thief 4 trap, ranger 9 trap", lying), "0 strike A") == (3, 4)


def test_a_fight_that_can_be_won_is_not_broken_off() -> None:
    """DD-34"""
    s = play(combat("ranger 4 trap", "trap 2, trap 2, trap 2"), "0 strike A")
    assert refused(s, "0 discard") == "DD-34 fight-begun"


def test_without_the_ruling_one_may_strike_in_vain_and_let_the_hero_in() -> None:
    """DD-34 DD-37 DD-38"""
    s = combat("ranger 6 trap, ranger 9 trap", "trap 3 > trap 1, spell 2", vain_strikes=True)
    assert offers(s) == "discard, strike A"
    assert refused(s, "0 strike B") == "DD-33 wrong-type"
    play(s, "0 strike A")  # nothing else strikes: the hero is let in without asking
    assert (at(s, "hero_discard"), front(s)) == (["Ranger"], "A trap 1, B spell 2")


def test_without_the_ruling_a_fight_that_can_be_won_may_be_broken_off() -> None:
    """DD-34"""
    s = combat("ranger 4 trap", "trap 2 > trap 5, trap 2, trap 2", vain_strikes=True)
    assert offers(play(s, "0 strike A")) == "discard, strike B, strike C"
    assert offers(play(s, "0 strike B")) == "stop, strike C"
    s = combat("ranger 4 trap", "trap 2 > trap 5, trap 2, trap 2", vain_strikes=True)
    play(s, "0 strike A, 0 discard")
    assert (at(s, "hero_discard"), front(s)) == (["Ranger"], "A trap 5, B trap 2, C trap 2")


def test_a_thief_that_was_overshot_in_vain_cannot_be_defeated() -> None:
    """DD-34 DD-40"""
    s = combat("thief 3 trap", "trap 2, trap 2, trap 2", vain_strikes=True)
    play(s, "0 strike A, 0 strike B")
    assert refused(s, "0 stop") == "DD-34 not-exact"
    assert offers(s) == "discard, strike C"


def test_a_berserker_that_was_struck_in_vain_trashes_nothing() -> None:
    """DD-34 DD-43"""
    s = combat("berserker 6 trap", "trap 2 > trap 1, spell 1", vain_strikes=True)
    assert front(play(s, "0 strike A")) == "A trap 1, B spell 1"


def test_a_wizard_may_be_fought_in_vain_where_something_is_left_to_strike_with() -> None:
    """DD-34 DD-42"""
    s = combat("wizard 6 trap, ranger 9 spell", "trap 2, detour spell 1", vain_strikes=True)
    assert offers(s) == "discard, detour B, fight"
    assert at(play(s, "0 fight, 0 trash B, 0 strike A"), "hero_discard")[0] == "Wizard"
    s = combat("wizard 1 trap, ranger 9 spell", "detour trap 2", vain_strikes=True)
    assert refused(s, "0 fight") == "DD-42 wizard-too-dear"


@pytest.mark.parametrize(
    ("stop", "offered"), [(True, "discard, strike B, strike C"), (False, "strike B, strike C")]
)
def test_a_table_may_forbid_to_stop_halfway_even_where_strikes_in_vain_are_allowed(
    stop: bool, offered: str
) -> None:
    """DD-34 DD-41"""
    s = combat("halflings 1 trap", "trap 1, trap 1, trap 1", vain_strikes=True, halflings_stop=stop)
    assert offers(play(s, "0 strike A, 0 stop")) == offered


def test_halflings_that_can_fall_again_are_struck_on_where_one_may_not_stop() -> None:
    """DD-34 DD-41"""
    s = combat(
        "halflings 2 trap", "trap 2, trap 1, trap 1", vain_strikes=True, halflings_stop=False
    )
    play(s, "0 strike A, 0 stop, 0 strike B")
    assert (at(s, "defeated.0"), at(s, "hero_discard")) == (["Halflings"], [])


def test_a_strike_that_can_only_be_in_vain_is_known_before() -> None:
    """DD-34"""
    lying = "trap 3, trap 3, trap 2"
    s = combat("thief 6 trap", lying, vain_strikes=True)
    assert s.outlook()["vain"] == [s.box.card_names.index("C")]
    assert "vain" not in combat("thief 6 trap", lying).outlook()


def test_in_hardcore_a_hero_struck_in_vain_evicts() -> None:
    """DD-34 DD-71"""
    heroes = "ranger 6 trap, ranger 1 trap / ranger 1 trap"
    s = forgiving(heroes, "trap 2, spell 1 / trap 1", vain_strikes=True)
    play(s, "0 strike A")
    assert s.is_evicted(0)


def test_each_player_has_an_own_pile_of_defeated_heroes() -> None:
    """DD-34"""
    s = combat("thief 1 trap / knight 1 trap", "trap 1 / trap 1")
    play(s, "0 strike A, 1 strike B")
    assert [at(s, "defeated.0"), at(s, "defeated.1")] == [["Thief"], ["Knight"]]


def test_more_cards_than_needed_may_strike() -> None:
    """DD-35"""
    s = play(combat("ranger 2 trap", "trap 2 > trap 1, trap 1 > trap 5"), "0 strike A")
    assert offers(s) == "stop, strike B"
    assert front(play(s, "0 strike B")) == "A trap 1, B trap 5"


def test_a_player_may_stop_as_soon_as_it_is_enough() -> None:
    """DD-35"""
    s = play(combat("ranger 2 trap", "trap 2 > trap 1, trap 1 > trap 5"), "0 strike A, 0 stop")
    assert front(s) == "A trap 1, B trap 1"


def test_a_defense_strikes_a_hero_only_once() -> None:
    """DD-36"""
    s = play(combat("ranger 4 trap", "trap 2 > trap 2, trap 2, trap 2"), "0 strike A")
    assert offers(s) == "strike B, strike C"
    assert refused(s, "0 strike A") == "DD-36 has-struck"


def test_a_defense_that_struck_may_strike_the_next_hero() -> None:
    """DD-36"""
    s = play(combat("ranger 2 trap, thief 1 trap", "trap 2 > trap 1"), "0 strike A, 0 strike A")
    assert at(s, "defeated.0") == ["Ranger", "Thief"]


def test_a_card_that_struck_is_turned_one_side() -> None:
    """DD-37"""
    s = play(combat("ranger 2 trap", "trap 2 > spell 1 > minion 1, trap 9"), "0 strike A, 0 stop")
    assert front(s) == "A spell 1, B trap 9"


def test_the_trash_icon_discards_the_card_that_struck() -> None:
    """DD-37"""
    s = play(combat("ranger 2 trap", "trap 2! > trap 9"), "0 strike A")
    assert (front(s), at(s, "defense_discard")) == ("", ["A"])


def test_a_card_without_a_next_side_is_discarded() -> None:
    """DD-37"""
    s = play(combat("ranger 2 trap", "trap 2"), "0 strike A")
    assert (front(s), at(s, "defense_discard")) == ("", ["A"])


def test_trashed_cards_of_all_players_go_to_one_discard() -> None:
    """DD-37"""
    s = combat("ranger 1 trap / ranger 1 trap", "trap 1 / trap 1")
    assert at(play(s, "0 strike A, 1 strike B"), "defense_discard") == ["A", "B"]


@pytest.mark.parametrize(("turning", "shown"), [("after", "trap 2"), ("at-once", "spell 1")])
def test_cards_turn_when_the_hero_has_fallen_unless_the_table_turns_them_at_once(
    turning: str, shown: str
) -> None:
    """DD-37"""
    s = combat("ranger 5 trap", "trap 2 > spell 1, trap 2, trap 3", turning=turning)
    play(s, "0 strike A")
    assert (at(s, "striking.0"), shows(s, "A")) == (["A"], shown)
    assert front(play(s, "0 strike C, 0 stop")) == "A spell 1, B trap 2"


@pytest.mark.parametrize(("turning", "trashed"), [("after", []), ("at-once", ["A"])])
def test_the_trash_icon_acts_when_the_card_would_turn(turning: str, trashed: list[str]) -> None:
    """DD-37"""
    s = combat("ranger 5 trap", "trap 2! > trap 1, trap 3, trap 3", turning=turning)
    assert at(play(s, "0 strike A"), "defense_discard") == trashed
    assert at(play(s, "0 strike B, 0 stop"), "defense_discard") == ["A", "B"]


def test_a_hero_that_cannot_be_defeated_goes_to_the_common_discard() -> None:
    """DD-38"""
    s = combat("ranger 3 trap / thief 3 trap", "trap 2 / trap 4")
    assert at(s, "hero_discard") == ["Ranger", "Thief"]
    assert (front(s, 0), front(s, 1)) == ("A trap 2", "B trap 4")


def test_a_hero_that_is_let_in_by_choice_goes_to_the_common_discard() -> None:
    """DD-38"""
    s = combat("ranger 2 trap / thief 2 trap", "trap 2 / trap 2")
    assert at(play(s, "0 discard, 1 discard"), "hero_discard") == ["Ranger", "Thief"]


def test_a_round_ends_when_every_player_has_faced_one_hero() -> None:
    """DD-39"""
    s = combat("ranger 9 trap, thief 9 trap / knight 9 trap, wizard 9 trap", "trap 1 / trap 1")
    assert told(s, "flip") == [["Ranger"], ["Knight"], ["Thief"], ["Wizard"]]


def test_rounds_go_on_until_all_heroes_are_faced() -> None:
    """DD-39"""
    s = combat("ranger 1 trap, ranger 1 trap, ranger 1 trap", "trap 1")
    play(s, "0 discard, 0 discard")
    assert (s.numbers[ROUND], asks(s)) == (3, "Face(0)")
    assert asks(play(s, "0 discard")) == ""


def test_after_the_last_hero_nobody_may_answer() -> None:
    """DD-39"""
    s = play(combat("ranger 1 trap", "trap 1"), "0 discard")
    assert refused(s, "0 discard") == "game-over"


# Victory


def test_most_defeated_heroes_win() -> None:
    """DD-55"""
    standing = GAME.standing(finished(defeated="1 2 / 54", left="0 / 8"))
    assert (standing.ranks, standing.rule, standing.reason) == ([1, 2], "DD-55", "most-heroes")


def test_a_tie_goes_to_more_defenses_left() -> None:
    """DD-55"""
    standing = GAME.standing(finished(defeated="54 / 1", left="2 / 3"))
    assert (standing.ranks, standing.reason) == ([2, 1], "more-cards")


def test_a_second_tie_goes_to_the_highest_challenge_defeated() -> None:
    """DD-55"""
    standing = GAME.standing(finished(defeated="30 29 / 40 1 / 20 10", left="3 / 3 / 3"))
    assert (standing.ranks, standing.reason) == ([2, 1, 3], "higher-challenge")


def test_overlords_that_nothing_parts_share_the_win() -> None:
    """DD-55"""
    standing = GAME.standing(finished(defeated=" / / ", left="2 / 2 / 1"))
    assert (standing.ranks, standing.reason) == ([1, 1, 3], "shared")


# Steps


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (LearnImmunity(1), "LearnImmunity(1)"),
        (Defeated(1), "Defeated(1)"),
        (NotDefeated(1, ON_THE_FLIP), "NotDefeated(1, 0)"),
        (Aftermath(1), "Aftermath(1)"),
    ],
)
def test_a_step_is_told_by_its_numbers(step: Step[Siege], words: str) -> None:
    """DD-23 DD-34 DD-36 DD-38"""
    assert repr(step) == words
