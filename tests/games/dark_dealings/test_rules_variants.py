"""Dark Dealings' rulebook, paragraph by paragraph: solo, hardcore and the expansion."""

from __future__ import annotations

import pytest

from duskhall.engine.game import WrongOption
from duskhall.games.dark_dealings import GAME
from duskhall.games.dark_dealings.box import DEFENSE_DECK, HERO_DECK, IMMUNE, ROUND
from duskhall.games.dark_dealings.rules.solo import SoloLayout
from tests.games.dark_dealings.words import (
    combat,
    deal,
    decks,
    draft,
    finished,
    forgiving,
    offers,
    play,
    refused,
    solo,
    until,
)
from tests.games.words import (
    ONLOOKER,
    all_answer,
    asks,
    at,
    begin,
    events,
    names,
    sees,
    sizes,
    told,
)

# Solo


@pytest.mark.parametrize("row", [3, 4, 5, 6, 7])
def test_rows_of_three_to_seven_cards_are_laid_out(row: int) -> None:
    """DD-60"""
    s = deal(1, row=row)
    assert (len(at(s, "hero_row")), len(at(s, "market"))) == (row, row)


def test_rows_have_five_cards_unless_the_player_chooses_otherwise() -> None:
    """DD-60"""
    assert len(at(deal(1), "hero_row")) == 5
    with pytest.raises(WrongOption, match="'row' may be 3, 4, 5, 6, 7, not 8"):
        GAME.setup(players=1, row=8)


def test_rows_are_sorted_from_high_to_low() -> None:
    """DD-60"""
    s = decks("H2 H9 H5", "trap 1 #4, trap 1 #2, trap 1 #7")
    begin(s, SoloLayout(1))
    assert at(s, "hero_row") == ["H9", "H5", "H2"]
    assert at(s, "market") == ["C", "A", "B"]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_equal_ranks_keep_the_order_of_the_deal(seed: int) -> None:
    """DD-60"""
    s = decks("H1 G1 H2 G2", "trap 1, trap 1, trap 1, trap 1", seed)
    twin = s.clone()
    heroes, defenses = names(s, twin.draw(HERO_DECK, 4)), names(s, twin.draw(DEFENSE_DECK, 4))
    begin(s, SoloLayout(1))
    assert at(s, "hero_row") == sorted(heroes, key=lambda name: name[1:], reverse=True)
    assert at(s, "market") == defenses


def test_a_defense_stands_below_its_hero_or_further_right() -> None:
    """DD-61"""
    s = solo("H9 H7 H5", "A B C")
    assert offers(s) == "pair H9 A, pair H9 B, pair H9 C, pair H7 B, pair H7 C, pair H5 C"
    assert refused(s, "0 pair H7 A") == "DD-61 left-of-hero"


def test_a_pair_is_a_hero_and_a_defense_of_the_rows() -> None:
    """DD-61"""
    s = play(solo("H9 H7 H5 H3", "A B C D"), "0 pair H7 B")
    assert refused(s, "0 pair H7 C") == "DD-61 not-in-row"
    assert refused(s, "0 pair H9 B") == "DD-61 not-in-row"
    assert refused(s, "0 pair H9") == "DD-61 take-pair"


def test_the_hero_goes_onto_the_pile_and_the_defense_in_front() -> None:
    """DD-61"""
    s = play(solo("H9 H7 H5 H3", "A B C D"), "0 pair H7 C, 0 pair H9 B")
    assert (at(s, "pile.0"), at(s, "front.0")) == (["H7", "H9"], ["B", "C"])
    assert (sees(s, 0, "pile.0"), sees(s, ONLOOKER, "pile.0")) == (["H7", "H9"], 2)


def test_columns_stay_as_dealt_for_the_second_pair() -> None:
    """DD-61"""
    s = play(solo("H9 H7 H5 H3", "A B C D"), "0 pair H9 D")
    assert offers(s) == "pair H7 B, pair H7 C, pair H5 C"


def test_a_hole_among_the_heroes_moves_nobody() -> None:
    """DD-61"""
    s = play(solo("H9 H7 H5 H3", "A B C D"), "0 pair H7 B")
    assert offers(s) == "pair H9 A, pair H9 C, pair H9 D, pair H5 C, pair H5 D, pair H3 D"


def test_without_the_ruling_columns_close_up_for_the_second_pair() -> None:
    """DD-61"""
    s = play(solo("H9 H7 H5 H3", "A B C D", solo_columns="close"), "0 pair H9 D")
    assert offers(s) == "pair H7 A, pair H7 B, pair H7 C, pair H5 B, pair H5 C, pair H3 C"


def test_the_rest_of_both_rows_is_discarded() -> None:
    """DD-62"""
    s = play(solo("H9 H7 H5 H3", "A B C D"), "0 pair H9 A, 0 pair H3 D")
    assert (at(s, "hero_discard"), at(s, "defense_discard")) == (["H7", "H5"], ["B", "C"])
    assert at(s, "hero_row") + at(s, "market") == []


def test_the_second_layout_begins_without_holes() -> None:
    """DD-62 DD-61"""
    s = all_answer(all_answer(deal(1, row=3)))
    assert (s.numbers[ROUND], len(s.legal_moves(0))) == (2, 3 + 2 + 1)


def test_four_layouts_give_eight_heroes_and_eight_defenses() -> None:
    """DD-62"""
    s = until(deal(1), "Face")
    assert [event.value for event in events(s, "round") if event.rule == "DD-62"] == [1, 2, 3, 4]
    assert len(at(s, "pile.0")) + len(at(s, "facing.0")) == 8
    assert len(at(s, "front.0")) == 8


def test_the_solo_score_is_the_number_of_heroes_defeated() -> None:
    """DD-62"""
    standing = GAME.standing(finished(defeated="9 8 7", left="1"))
    assert (standing.scores[0][0], standing.rule, standing.reason) == (3, "DD-62", "solo")


def test_solo_may_be_combined_with_hardcore() -> None:
    """DD-63"""
    s = combat("ranger 1 trap, thief 9 trap, ranger 1 trap", "trap 1!", players=1, hardcore=True)
    assert sees(s, 0, "pile.0") == 2
    play(s, "0 strike A")
    assert (at(s, "facing.0"), sizes(s, "pile"), asks(s)) == (["Thief"], [1], "")


def test_the_score_of_hardcore_solo_is_the_number_defeated_too() -> None:
    """DD-63 DD-62"""
    standing = GAME.standing(finished("9 8", left="1", met="54", evicted="3", hardcore=True))
    assert (standing.scores[0][0], standing.rule) == (2, "DD-62")


# Hardcore


def test_in_hardcore_nobody_looks_at_a_pile() -> None:
    """DD-70"""
    s = combat("ranger 1 trap, thief 1 trap, knight 1 trap", "trap 1", hardcore=True)
    assert (sees(s, 0, "pile.0"), sees(s, 1, "pile.0")) == (2, 2)
    assert told(s, "flip", seat=0) == [["Ranger"]]


def test_in_hardcore_heroes_are_hidden_only_once_they_are_used() -> None:
    """DD-70"""
    s = play(draft("H54 H20 / H30 H24", hardcore=True), "0 take A")
    assert (sees(s, 0, "pile.0"), sees(s, 0, "committed.0")) == (1, ["H20"])


def test_in_hardcore_a_detoured_hero_is_hidden_again() -> None:
    """DD-70 DD-52"""
    s = combat("thief 1 trap, knight 1 trap", "detour trap 1 > trap 1", hardcore=True)
    play(s, "0 detour A")
    assert (sees(s, 0, "pile.0"), sees(s, 0, "facing.0")) == (1, ["Knight"])


def test_an_overlord_who_cannot_defeat_a_hero_is_evicted_and_keeps_it() -> None:
    """DD-71"""
    s = combat("ranger 9 trap / thief 1 trap", "trap 1 / trap 1", hardcore=True)
    assert told(s, "evict") == [["Ranger"]]
    assert (at(s, "facing.0"), at(s, "hero_discard")) == (["Ranger"], [])


def test_the_evicted_are_skipped_in_later_rounds() -> None:
    """DD-71"""
    heroes = "ranger 9 trap, thief 1 trap / thief 1 trap, thief 1 trap / thief 1 trap, thief 1 trap"
    s = combat(heroes, "trap 1 / trap 1 > trap 1 / trap 1 > trap 1", hardcore=True)
    play(s, "1 strike B, 2 strike C, 1 strike B, 2 strike C")
    assert [event.seat for event in events(s, "flip")] == [0, 1, 2, 1, 2]


def test_a_discard_by_choice_evicts_too() -> None:
    """DD-71"""
    s = combat("ranger 1 trap / thief 1 trap", "trap 1 / trap 1", hardcore=True)
    play(s, "0 discard")
    assert (at(s, "facing.0"), at(s, "hero_discard")) == (["Ranger"], [])


def test_stopping_after_the_first_success_against_halflings_evicts_too() -> None:
    """DD-71 DD-41"""
    s = combat("halflings 1 trap / thief 1 trap", "trap 1, trap 1 / trap 1", hardcore=True)
    play(s, "0 strike A, 0 stop, 0 discard")
    assert told(s, "evict") == [["Halflings"]]
    assert at(s, "front.0") == ["B"]


def test_a_defeated_hero_evicts_nobody() -> None:
    """DD-71"""
    s = combat("ranger 1 trap / thief 1 trap", "trap 1 / trap 1", hardcore=True)
    play(s, "0 strike A, 1 strike B")
    assert (told(s, "evict"), sizes(s, "defeated")) == ([], [1, 1])


def test_without_the_ruling_a_discard_by_choice_is_allowed() -> None:
    """DD-71"""
    s = forgiving("ranger 1 trap / thief 1 trap", "trap 1 / trap 1")
    play(s, "0 discard")
    assert (told(s, "evict"), at(s, "hero_discard")) == ([], ["Ranger"])


def test_without_the_ruling_inability_still_evicts() -> None:
    """DD-71"""
    s = forgiving("ranger 2 trap / thief 1 trap", "trap 1 / trap 1")
    assert told(s, "evict") == [["Ranger"]]


def test_a_wizard_who_could_not_fall_after_the_trash_is_not_discarded_by_choice() -> None:
    """DD-71 DD-42"""
    s = forgiving("wizard 2 trap / thief 1 trap", "trap 2 / trap 1")
    assert told(s, "evict") == [["Wizard"]]


def test_a_wizard_who_can_no_longer_fall_is_not_discarded_by_choice() -> None:
    """DD-71 DD-42"""
    lying = "heavy_hitter trap 2, spell 1, spell 1 / trap 1"
    s = forgiving("wizard 2 trap / thief 1 trap", lying, heavy_hitter_alone=True)
    assert told(play(s, "0 fight, 0 trash A"), "evict") == [["Wizard"]]


def test_halflings_who_could_fall_but_once_are_not_discarded_by_choice() -> None:
    """DD-71 DD-41"""
    s = forgiving("halflings 1 trap / thief 1 trap", "trap 9, spell 9 / trap 1")
    assert told(play(s, "0 discard"), "evict") == [["Halflings"]]


def test_halflings_who_could_fall_twice_are_discarded_by_choice() -> None:
    """DD-71 DD-41"""
    flip = forgiving("halflings 1 trap / thief 1 trap", "trap 1, trap 1 / trap 1")
    fight = forgiving("halflings 1 trap / thief 1 trap", "trap 1, trap 1 / trap 1")
    assert told(play(flip, "0 discard"), "evict") == []
    assert told(play(fight, "0 strike A, 0 stop, 0 discard"), "evict") == []


def test_the_last_overlord_standing_wins_and_faces_no_more_heroes() -> None:
    """DD-72"""
    s = combat("ranger 9 trap / thief 1 trap, thief 1 trap", "trap 1 / trap 1", hardcore=True)
    play(s, "1 strike B")
    assert (asks(s), sizes(s, "pile")) == ("", [0, 1])
    assert (GAME.standing(s).ranks, GAME.standing(s).reason) == ([2, 1], "last-standing")


def test_the_round_of_an_eviction_is_played_to_its_end() -> None:
    """DD-72"""
    s = combat("ranger 9 trap / thief 9 trap", "trap 1 / trap 1, trap 1", hardcore=True)
    assert told(s, "evict") == [["Ranger"], ["Thief"]]
    assert GAME.standing(s).ranks == [2, 1]


def test_whoever_is_evicted_later_ranks_higher() -> None:
    """DD-72"""
    s = finished(" / / ", "8 / 0 / 4", met="54 / 1 / 2", evicted="2 / 0 / 1", hardcore=True)
    assert GAME.standing(s).ranks == [2, 1, 3]


def test_an_eviction_counts_by_its_round() -> None:
    """DD-72"""
    heroes = "ranger 9 trap / ranger 1 trap, ranger 9 trap / ranger 1 trap, ranger 1 trap"
    s = combat(heroes, "trap 1, trap 1, trap 1 / trap 1! / trap 1 > trap 1", hardcore=True)
    play(s, "1 strike D, 2 strike E, 2 strike E")
    assert (GAME.standing(s).ranks, GAME.standing(s).reason) == ([3, 2, 1], "last-standing")


def test_several_survivors_are_parted_by_defenses_left() -> None:
    """DD-72"""
    s = finished("9 8 7 / 6", "2 / 3", met="9 / 6", evicted="0 / 0", hardcore=True)
    standing = GAME.standing(s)
    assert (standing.ranks, standing.rule, standing.reason) == ([2, 1], "DD-72", "more-cards")


def test_a_tie_goes_to_the_higher_challenge_of_the_last_hero_met() -> None:
    """DD-72"""
    s = finished("54 / 6", "3 / 3", met="8 / 9", evicted="4 / 4", hardcore=True)
    assert (GAME.standing(s).ranks, GAME.standing(s).reason) == ([2, 1], "higher-last")


def test_the_last_hero_met_is_the_last_one_flipped() -> None:
    """DD-72 DD-52"""
    heroes = "ranger 1 trap @40, thief 9 trap @3 / ranger 9 trap @20"
    s = combat(heroes, "detour trap 1 / trap 1", hardcore=True)
    play(s, "0 detour A")
    assert [score[2] for score in GAME.standing(s).scores] == [3, 20]


# The expansion


def test_the_expansion_is_played_only_where_the_table_wants_it() -> None:
    """DD-23"""
    assert len(deal(2).keep.heroes) == 54
    assert len(deal(2, dragons=True).keep.heroes) == 54 + 15
    assert len(deal(2, dragons=True).keep.defenses) == 53 + 3


def test_a_gnome_illusionist_does_not_feel_the_last_strike_of_a_card() -> None:
    """DD-23 DD-37"""
    s = combat("gnome_illusionist 2 trap", "trap 2, trap 2! > trap 2, trap 2 > trap 2")
    assert offers(s) == "discard, strike C"
    assert refused(s, "0 strike A") == "DD-37 gnome"
    assert refused(s, "0 strike B") == "DD-37 gnome"


def test_a_dragon_warrior_is_immune_to_the_type_of_an_unused_defense() -> None:
    """DD-23 DD-33"""
    s = combat("dragon_warrior 3 trap|spell", "trap 3, spell 3", deck="trap 1 > trap 2")
    assert refused(s, "0 strike A") == "DD-23 ability-first"
    assert offers(play(s, "0 fight")) == "discard, strike B"
    assert refused(s, "0 strike A") == "DD-33 immune"


def test_the_defense_that_was_turned_up_is_discarded_in_sight_of_all() -> None:
    """DD-23"""
    s = combat("dragon_warrior 3 trap|spell", "trap 3, spell 3", deck="trap 1, trap 1")
    [learned] = told(play(s, "0 fight"), "learn", ONLOOKER)
    assert learned in (["U"], ["V"])
    assert (len(at(s, "defense_deck")), learned[0] in at(s, "defense_discard")) == (1, True)


@pytest.mark.parametrize("card", ["trap|spell 1", "trap 1 > spell 1", "detour trap 1"])
def test_cards_of_several_types_and_detours_teach_a_dragon_warrior_nothing(card: str) -> None:
    """DD-23"""
    s = combat("dragon_warrior 3 trap|spell", "trap 3, spell 3", deck=card)
    assert offers(play(s, "0 fight")) == "discard, strike A, strike B"


def test_the_immunity_ends_with_the_fight() -> None:
    """DD-23"""
    s = combat("dragon_warrior 3 trap|spell, ranger 3 trap", "trap 3, spell 3", deck="trap 1")
    play(s, "0 fight, 0 strike B")
    assert (s.numbers[IMMUNE], offers(s)) == (0, "discard, strike A")


def test_a_discarded_or_detoured_dragon_warrior_turns_up_nothing() -> None:
    """DD-23 DD-32 DD-52"""
    lying = "detour trap 3 > trap 3, spell 3"
    discarded = combat("dragon_warrior 3 trap|spell", lying, deck="trap 1")
    detoured = combat("dragon_warrior 3 trap|spell, ranger 9 trap", lying, deck="trap 1")
    assert told(play(discarded, "0 discard"), "learn") == []
    assert told(play(detoured, "0 detour A"), "learn") == []


def test_a_dragon_warrior_who_became_immune_is_not_discarded_by_choice() -> None:
    """DD-23 DD-71"""
    heroes = "dragon_warrior 3 trap|spell / thief 1 trap"
    s = forgiving(heroes, "trap 3 / trap 1", deck="trap 1")
    assert told(play(s, "0 fight"), "evict") == [["Dragon Warrior"]]
