"""Dark Dealings' rulebook, paragraph by paragraph: the abilities of heroes and defenses."""

from __future__ import annotations

import random
from itertools import product

import pytest

from duskhall.engine.game import WrongOption
from duskhall.engine.moves import Move
from duskhall.games.dark_dealings import GAME
from duskhall.games.dark_dealings.box import FRONT, TOTAL
from duskhall.games.dark_dealings.state import Siege
from tests.games.dark_dealings.words import combat, deal, front, offers, play, reachable, refused
from tests.games.words import at, said, told

# Hero abilities


def test_a_thief_falls_to_its_armor_exactly() -> None:
    """DD-40"""
    s = play(combat("thief 5 trap|spell", "trap 3, spell 2, trap 4"), "0 strike A")
    assert (at(s, "defeated.0"), at(s, "front.0")) == (["Thief"], ["C"])


def test_more_than_a_thiefs_armor_does_not_defeat_it() -> None:
    """DD-40"""
    s = combat("thief 5 trap", "trap 3, trap 2, trap 4")
    assert offers(s) == "discard, strike A, strike B"
    assert refused(s, "0 strike C") == "DD-40 overshoots"


def test_a_thief_whose_armor_cannot_be_met_is_not_struck() -> None:
    """DD-40"""
    s = combat("thief 5 trap, ranger 1 spell", "detour spell 1, trap 3, trap 3")
    assert refused(s, "0 strike B") == "DD-40 cannot-match"


def test_rulebook_example_of_the_halflings() -> None:
    """DD-41"""
    s = combat("halflings 1 minion|trap", "minion 1, trap 2, spell 4")
    play(s, "0 strike A, 0 stop")
    assert (at(s, "facing.0"), offers(s)) == (["Halflings"], "discard, strike B")
    assert at(play(s, "0 strike B"), "defeated.0") == ["Halflings"]


def test_one_defense_cannot_defeat_halflings_twice() -> None:
    """DD-41 DD-36"""
    s = combat("halflings 1 trap", "trap 5 > trap 5, trap 1, trap 1")
    play(s, "0 strike A, 0 stop")
    assert refused(s, "0 strike A") == "DD-36 has-struck"


def test_each_group_of_strikes_must_reach_the_armor_by_itself() -> None:
    """DD-41"""
    s = play(combat("halflings 2 trap", "trap 3, trap 1, spell 9"), "0 strike A, 0 stop")
    assert (at(s, "defeated.0"), at(s, "hero_discard")) == ([], ["Halflings"])


def test_cards_of_the_first_group_are_turned_and_may_strike_the_next_hero() -> None:
    """DD-41 DD-36"""
    s = combat("halflings 1 trap, ranger 3 spell", "trap 1 > spell 3, trap 1 > trap 1, trap 1")
    play(s, "0 strike A, 0 stop, 0 strike B, 0 stop")
    assert front(s) == "A spell 3, B trap 1, C trap 1"
    assert offers(s) == "discard, strike A"


def test_a_player_may_stop_after_the_first_success() -> None:
    """DD-41"""
    s = combat("halflings 1 trap", "trap 1 > trap 4, trap 1 > trap 5")
    play(s, "0 strike A, 0 stop, 0 discard")
    assert (at(s, "defeated.0"), at(s, "hero_discard")) == ([], ["Halflings"])
    assert front(s) == "A trap 4, B trap 1"


def test_without_the_ruling_a_player_goes_on_after_the_first_success() -> None:
    """DD-41"""
    s = combat("halflings 1 trap", "trap 1, trap 1, trap 2", halflings_stop=False)
    play(s, "0 strike A, 0 stop")
    assert offers(s) == "strike B, strike C"
    assert refused(s, "0 discard") == "DD-41 halflings-go-on"


def test_the_outlook_says_what_could_make_halflings_fall_a_second_time() -> None:
    """DD-41"""
    s = combat("halflings 3 trap, ranger 1 trap", "trap 4, trap 2, trap 1, spell 3")
    front = s.places[FRONT]
    a, b, c, _ = front
    assert s.outlook()["seconds"] == [[a], [b, c]]
    play(s, "0 strike B")
    assert s.outlook()["seconds"] == [[a]]
    play(s, "0 strike C, 0 stop")
    assert "seconds" not in s.outlook()


def test_a_heavy_hitter_needs_a_card_to_turn_for_the_second_time() -> None:
    """DD-41 DD-50"""
    s = combat("halflings 3 trap, ranger 1 trap", "heavy_hitter trap 6, heavy_hitter trap 4")
    assert s.outlook()["seconds"] == [list(s.places[FRONT])]


def test_a_wizard_costs_a_defense_before_any_strike() -> None:
    """DD-42"""
    s = combat("wizard 2 trap", "trap 2, trap 1, spell 3")
    assert refused(s, "0 strike A") == "DD-42 ability-first"
    play(s, "0 fight, 0 trash C, 0 strike A, 0 stop")
    assert (at(s, "defeated.0"), at(s, "front.0")) == (["Wizard"], ["B"])


def test_the_player_chooses_what_a_wizard_costs() -> None:
    """DD-42"""
    s = play(combat("wizard 2 trap", "trap 2, trap 3, spell 3"), "0 fight")
    assert offers(s) == "trash A, trash B, trash C"
    assert refused(s, "0 strike A") == "DD-42 trash-one"
    assert refused(play(s, "0 trash C"), "0 fight") == "DD-32 not-offered"


def test_a_wizard_may_still_be_discarded_after_the_trash() -> None:
    """DD-42"""
    s = play(combat("wizard 2 trap", "trap 2, spell 1"), "0 fight, 0 trash B, 0 discard")
    assert (at(s, "hero_discard"), at(s, "front.0")) == (["Wizard"], ["A"])


def test_a_wizard_that_cannot_fall_after_the_trash_is_discarded() -> None:
    """DD-42"""
    s = play(combat("wizard 2 trap", "trap 2, spell 1"), "0 fight, 0 trash A")
    assert (at(s, "hero_discard"), at(s, "front.0")) == (["Wizard"], ["B"])


def test_a_wizard_that_could_not_fall_after_any_trash_is_not_fought() -> None:
    """DD-42"""
    s = combat("wizard 3 trap, ranger 1 trap", "trap 2, detour trap 1")
    assert offers(s) == "discard, detour B"
    assert refused(s, "0 fight") == "DD-42 wizard-too-dear"
    assert reachable(s, "0 fight") == (2, 3)


def test_a_wizard_that_no_price_would_make_fall_is_too_strong() -> None:
    """DD-42 DD-34"""
    s = combat("wizard 4 trap, ranger 1 trap", "trap 2, detour trap 1")
    assert refused(s, "0 fight") == "DD-34 cannot-win"
    assert reachable(s, "0 fight") == (3, 4)


def test_the_log_says_that_a_wizard_was_too_dear() -> None:
    """DD-42"""
    s = combat("wizard 3 trap, ranger 1 trap", "trap 2, trap 1")
    assert said(s, "forced.wizard-too-dear") == [
        "Ann would have to trash a defense to fight Wizard, and the others reach 2 at most"
        " against its armor of 3: nothing to choose."
    ]
    assert not said(s, "forced.no-reach")


def test_only_heroes_with_an_ability_before_the_strikes_are_fought_by_saying_so() -> None:
    """DD-42"""
    assert refused(combat("ranger 1 trap", "trap 1"), "0 fight") == "DD-34 fight-by-striking"


def test_nobody_is_told_to_strike_where_no_strike_is_allowed() -> None:
    """DD-34 DD-40"""
    s = combat("ranger 3 trap, ranger 1 trap", "trap 2, detour spell 1")
    assert refused(s, "0 fight") == "DD-34 cannot-win"
    s = combat("thief 3 trap, ranger 1 trap", "trap 4, detour spell 1")
    assert refused(s, "0 fight") == "DD-40 cannot-match"


def test_a_berserker_trashes_every_card_that_struck_it() -> None:
    """DD-43"""
    s = combat("berserker 3 trap", "trap 2 > trap 9, trap 1 > trap 9, trap 1 > trap 9")
    play(s, "0 strike A, 0 strike B, 0 stop")
    assert (front(s), at(s, "defense_discard")) == ("C trap 1", ["A", "B"])


def test_a_berserker_trashes_cards_that_were_turned_at_once_too() -> None:
    """DD-43"""
    s = combat("berserker 3 trap", "trap 2 > trap 9, trap 1 > trap 9", turning="at-once")
    assert at(play(s, "0 strike A"), "defense_discard") == ["A", "B"]


def test_a_discarded_berserker_trashes_nothing() -> None:
    """DD-43 DD-32"""
    s = play(combat("berserker 2 trap", "trap 2"), "0 discard")
    assert front(s) == "A trap 2"


def test_a_card_may_strike_a_knight_again_with_its_next_side() -> None:
    """DD-44"""
    s = combat("knight 5 trap", "trap 2 > trap 3 > trap 1, spell 9")
    play(s, "0 strike A, 0 stop")
    assert told(s, "strike") == [["A"], ["A"]]
    assert (at(s, "defeated.0"), front(s)) == (["Knight"], "A trap 1, B spell 9")


def test_no_other_hero_is_struck_by_a_card_again() -> None:
    """DD-44 DD-36"""
    assert at(combat("ranger 5 trap", "trap 2 > trap 3"), "hero_discard") == ["Ranger"]


def test_the_next_side_must_match_the_knight_too() -> None:
    """DD-44 DD-33"""
    assert at(combat("knight 4 trap", "trap 2 > spell 2"), "hero_discard") == ["Knight"]


def test_the_trash_icon_ends_a_cards_strikes_at_a_knight() -> None:
    """DD-44 DD-37"""
    assert at(combat("knight 4 trap", "trap 2! > trap 2"), "hero_discard") == ["Knight"]


def test_a_ranger_has_no_ability() -> None:
    """DD-45"""
    s = combat("ranger 3 trap", "trap 2 > trap 7, trap 2 > trap 8")
    assert at(play(s, "0 strike A"), "defeated.0") == ["Ranger"]
    assert front(s) == "A trap 7, B trap 8"


# Defense abilities


def test_a_heavy_hitter_turns_another_defense_before_it_strikes() -> None:
    """DD-50"""
    s = combat("ranger 4 trap", "heavy_hitter trap 4, spell 1 > spell 2, minion 1 > minion 2")
    assert offers(s) == "discard, strike A B, strike A C"
    assert front(play(s, "0 strike A B")) == "B spell 2, C minion 1"


def test_a_heavy_hitter_does_not_strike_without_turning_another() -> None:
    """DD-50"""
    s = combat("ranger 4 trap", "heavy_hitter trap 4, spell 1, minion 1 / spell 1")
    assert refused(s, "0 strike A") == "DD-50 turn-another"
    assert refused(s, "0 strike A A") == "DD-50 turn-another"
    assert refused(s, "0 strike A D") == "DD-50 not-in-front"


def test_only_a_heavy_hitter_turns_another() -> None:
    """DD-50"""
    s = combat("ranger 1 trap", "trap 1, spell 1")
    assert refused(s, "0 strike A B") == "DD-50 no-heavy-hitter"


def test_the_turned_defense_may_still_strike_with_its_new_side() -> None:
    """DD-50"""
    s = play(combat("ranger 7 trap", "heavy_hitter trap 4, spell 1 > trap 3"), "0 strike A B")
    assert at(s, "defeated.0") == ["Ranger"]
    assert at(s, "defense_discard") == ["A", "B"]


def test_a_defense_without_a_next_side_is_trashed_by_that_turn() -> None:
    """DD-50"""
    s = combat("ranger 4 trap", "heavy_hitter trap 4 > trap 1, spell 1, spell 1")
    play(s, "0 strike A B")
    assert (front(s), at(s, "defense_discard")) == ("A trap 1, C spell 1", ["B"])


def test_the_trash_icon_does_not_act_on_a_card_that_only_turns() -> None:
    """DD-50 DD-37"""
    s = combat("ranger 4 trap", "heavy_hitter trap 4, spell 1! > spell 5")
    assert front(play(s, "0 strike A B")) == "B spell 5"


def test_what_has_struck_is_not_turned_for_a_heavy_hitter() -> None:
    """DD-50"""
    s = combat("ranger 6 trap", "trap 2 > trap 2, heavy_hitter trap 4, spell 1, spell 1")
    play(s, "0 strike A")
    assert offers(s) == "strike B C, strike B D"
    assert refused(s, "0 strike B A") == "DD-50 turned-has-struck"


def struck_may_turn(hero: str, defenses: str) -> Siege:
    """Combat without the ruling that what has struck is not turned for a Heavy Hitter."""
    return combat(hero, defenses, heavy_hitter_turns="any", turning="at-once")


def test_without_the_ruling_what_has_struck_may_be_turned_for_a_heavy_hitter() -> None:
    """DD-50"""
    s = struck_may_turn("ranger 6 trap", "trap 2 > trap 3 > trap 5, heavy_hitter trap 4")
    assert at(play(s, "0 strike A"), "defeated.0") == ["Ranger"]
    assert front(s) == "A trap 5"


def test_without_the_ruling_what_struck_and_has_no_side_left_is_trashed_by_that_turn() -> None:
    """DD-50"""
    s = struck_may_turn("ranger 9 trap", "trap 5 > trap 1, heavy_hitter trap 4, spell 1")
    play(s, "0 strike A")
    assert offers(s) == "strike B A, strike B C"
    assert at(play(s, "0 strike B A"), "defense_discard") == ["A", "B"]


def test_without_the_ruling_what_struck_halflings_once_may_be_turned_the_second_time() -> None:
    """DD-50 DD-41"""
    s = struck_may_turn("halflings 2 trap", "trap 2 > trap 1 > trap 1, heavy_hitter trap 4")
    play(s, "0 strike A, 0 stop")
    assert offers(s) == "discard, strike B A"
    play(s, "0 strike B A")
    assert (at(s, "defeated.0"), front(s)) == (["Halflings"], "A trap 1")


def test_what_struck_is_turned_for_a_heavy_hitter_only_where_cards_turn_at_once() -> None:
    """DD-50 DD-37"""
    with pytest.raises(WrongOption, match="only where each card turns at once"):
        GAME.box(2, {"heavy_hitter_turns": "any"})


def test_a_strike_that_turns_away_what_is_needed_is_refused() -> None:
    """DD-50 DD-34"""
    s = combat("ranger 6 trap", "heavy_hitter trap 4, trap 2 > spell 1, spell 1")
    assert offers(s) == "discard, strike A C, strike B"
    assert refused(s, "0 strike A B") == "DD-34 turning-spoils"


def test_a_heavy_hitter_is_blamed_where_no_turn_would_help() -> None:
    """DD-50 DD-34"""
    s = combat("ranger 6 trap", "heavy_hitter trap 1, trap 6 > spell 1")
    assert offers(s) == "discard, strike B"
    assert refused(s, "0 strike A B") == refused(s, "0 strike A") == "DD-34 spoils"


@pytest.mark.parametrize("seed", range(1, 13))
def test_what_may_not_be_turned_is_blamed_and_never_a_heavy_hitter_that_may_strike(
    seed: int,
) -> None:
    """DD-50 DD-34"""
    luck = random.Random(seed)
    s = deal(2, seed)
    while s.waiting:
        seat = s.waiting[0]
        moves = s.legal_moves(seat)
        heavy = {move.about[0] for move in moves if move.verb == "strike" and len(move.about) == 2}
        for card, other in product(sorted(heavy), s.places[FRONT + seat]):
            why = s.why_not(seat, Move("strike", card, other))
            if why is not None and other != card:
                assert (why.reason, why.about[1]) == ("turning-spoils", other)
        s.apply(seat, luck.choice(moves))


def test_a_heavy_hitter_alone_cannot_strike() -> None:
    """DD-50"""
    assert at(combat("ranger 4 trap", "heavy_hitter trap 4"), "hero_discard") == ["Ranger"]


def test_without_the_ruling_a_heavy_hitter_alone_may_strike() -> None:
    """DD-50"""
    s = combat("ranger 4 trap", "heavy_hitter trap 4", heavy_hitter_alone=True)
    assert offers(s) == "discard, strike A"
    assert refused(s, "0 strike A A") == "DD-50 nothing-to-turn"
    assert at(play(s, "0 strike A"), "defeated.0") == ["Ranger"]


def test_without_the_ruling_a_heavy_hitter_in_company_still_turns_another() -> None:
    """DD-50"""
    s = combat("ranger 6 trap", "heavy_hitter trap 4, trap 2 > trap 2", heavy_hitter_alone=True)
    assert offers(s) == "discard, strike A B"


def test_a_berserker_does_not_trash_what_was_turned_for_a_heavy_hitter() -> None:
    """DD-51"""
    s = combat("berserker 4 trap", "heavy_hitter trap 4 > trap 4, trap 1 > trap 2")
    play(s, "0 strike A B, 0 stop")
    assert (front(s), at(s, "defense_discard")) == ("B trap 2", ["A"])


def test_a_detour_puts_the_hero_under_the_pile_and_flips_the_next() -> None:
    """DD-52"""
    s = combat("thief 1 trap, knight 1 trap, ranger 1 trap", "detour trap 1 > trap 2")
    play(s, "0 detour A")
    assert (at(s, "facing.0"), at(s, "pile.0")) == (["Knight"], ["Thief", "Ranger"])


def test_a_detoured_hero_comes_back_last() -> None:
    """DD-52"""
    s = combat("thief 1 trap, knight 1 trap", "detour trap 1 > trap 1")
    play(s, "0 detour A, 0 discard")
    assert at(s, "facing.0") == ["Thief"]
    assert told(s, "flip") == [["Thief"], ["Knight"], ["Thief"]]


def test_a_detour_comes_before_the_ability_of_the_hero() -> None:
    """DD-52 DD-42"""
    s = combat("wizard 1 trap, ranger 9 trap", "detour trap 1 > trap 1, trap 1, trap 1")
    play(s, "0 detour A")
    assert at(s, "defense_discard") == []


def test_a_detour_is_too_late_once_the_fight_has_begun() -> None:
    """DD-52"""
    lying = "detour trap 1 > trap 1, trap 1 > trap 1, trap 1 > trap 1"
    wizard = play(combat("wizard 1 trap, ranger 1 trap", lying), "0 fight, 0 trash B")
    struck = play(combat("ranger 1 trap, thief 1 trap", lying), "0 strike B")
    again = play(combat("halflings 1 trap, thief 1 trap", lying), "0 strike B, 0 stop")
    late = {refused(s, "0 detour A") for s in (wizard, struck, again)}
    assert late == {"DD-52 detour-too-late"}


def test_a_detour_costs_a_turn_as_a_strike_does() -> None:
    """DD-52 DD-37"""
    s = combat("thief 1 trap, knight 9 trap", "detour trap 1 > spell 2, detour trap 1! > trap 1")
    assert front(play(s, "0 detour A")) == "A spell 2, B trap 1"
    play(s, "0 detour B")
    assert (front(s), at(s, "defense_discard")) == ("A spell 2", ["B"])


def test_a_detour_may_be_used_again_from_its_next_side() -> None:
    """DD-52"""
    s = combat("thief 1 trap, knight 1 trap, ranger 1 trap", "detour trap 1 > trap 2 > trap 3")
    play(s, "0 detour A, 0 detour A")
    assert (at(s, "facing.0"), front(s)) == (["Ranger"], "A trap 3")


def test_without_the_ruling_a_detour_costs_the_card() -> None:
    """DD-52"""
    s = combat("thief 1 trap, knight 1 trap", "detour trap 1 > trap 2, trap 1", detour="trash")
    play(s, "0 detour A")
    assert (front(s), at(s, "defense_discard")) == ("B trap 1", ["A"])


def test_a_detour_is_useless_when_the_pile_is_empty() -> None:
    """DD-52"""
    s = combat("ranger 1 trap", "detour trap 1 > trap 2")
    assert offers(s) == "discard, strike A"
    assert refused(s, "0 detour A") == "DD-52 nowhere-to-go"


def test_only_a_detour_in_front_of_its_owner_detours() -> None:
    """DD-52"""
    s = combat(
        "ranger 1 trap, thief 1 trap / thief 1 trap", "trap 1, detour trap 1 / detour trap 1"
    )
    assert refused(s, "0 detour A") == "DD-52 no-detour"
    assert refused(s, "0 detour C") == "DD-52 not-in-front"


def test_a_booster_counts_the_other_defenses_of_its_type() -> None:
    """DD-53"""
    s = combat("ranger 9 trap", "booster trap 1, trap 1, trap|spell 1, spell 9, trap 5 / trap 1")
    play(s, "0 strike A")
    assert s.numbers[TOTAL] == 1 + 3


def test_the_outlook_says_what_a_booster_gains() -> None:
    """DD-53"""
    s = combat("ranger 9 trap", "booster trap 1, trap 1, trap|spell 1, spell 9, trap 5 / trap 1")
    booster = s.places[FRONT][0]
    assert s.outlook() == {"gains": {str(booster): 3}}
    assert s.outlook() == play(s, "0 strike B").outlook()
    assert combat("ranger 9 trap", "trap 9").outlook() == {}


def test_a_booster_counts_current_sides() -> None:
    """DD-53"""
    lying = "spell 1 > trap 2, booster trap 1, trap 1 > spell 1"
    s = play(combat("ranger 1 spell, ranger 5 trap", lying), "0 strike A, 0 strike B")
    assert s.numbers[TOTAL] == 1 + 2


def test_a_card_of_several_types_is_counted_once() -> None:
    """DD-53"""
    s = combat("ranger 2 trap", "booster trap|spell 1, trap|spell 1, trap 1")
    play(s, "0 strike B, 0 strike A")
    assert s.numbers[TOTAL] == 1 + 1 + 2


@pytest.mark.parametrize(("turning", "total"), [("after", 2 + 3), ("at-once", 2 + 2)])
def test_a_booster_counts_cards_that_struck_before_they_turn(turning: str, total: int) -> None:
    """DD-53 DD-37"""
    s = combat("ranger 3 trap", "trap 2 > spell 1, booster trap 1, trap 9", turning=turning)
    play(s, "0 strike A, 0 strike B")
    assert s.numbers[TOTAL] == total


def test_a_booster_counts_what_a_knight_has_left_of_its_fellows() -> None:
    """DD-53 DD-44"""
    lying = "booster trap 1, booster trap 1, booster trap 1"
    assert at(combat("knight 7 trap", lying), "hero_discard") == ["Knight"]
    assert at(play(combat("knight 6 trap", lying), "0 strike A, 0 strike B"), "front.0") == []
