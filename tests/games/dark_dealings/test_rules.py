"""Dark Dealings' rulebook, paragraph by paragraph."""

from __future__ import annotations

import pytest

from duskhall.engine.game import WrongOption
from duskhall.engine.steps import Step
from duskhall.engine.table import ALONE, CONSENT, NothingToTakeBack, new_table
from duskhall.games.dark_dealings import GAME
from duskhall.games.dark_dealings.box import DEFENSE_DECK, FIRST, HERO_DECK, IMMUNE, ROUND, TOTAL
from duskhall.games.dark_dealings.rules.combat import (
    ON_THE_FLIP,
    Aftermath,
    CombatRound,
    Defeated,
    LearnImmunity,
    NotDefeated,
)
from duskhall.games.dark_dealings.rules.solo import SoloLayout
from duskhall.games.dark_dealings.state import Siege
from tests.games.dark_dealings.words import (
    answer,
    combat,
    deal,
    decks,
    draft,
    finished,
    forgiving,
    front,
    offers,
    picking,
    play,
    reachable,
    refused,
    shows,
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

# Set-up


def test_heroes_and_defenses_are_two_decks() -> None:
    """DD-01"""
    s = deal(2)
    assert set(s.places[HERO_DECK]) < set(s.keep.heroes)
    assert set(s.places[DEFENSE_DECK]) == set(s.keep.defenses)


def test_heroes_are_shuffled() -> None:
    """DD-01"""
    assert at(deal(2, seed=1), "hand.0") == at(deal(2, seed=1), "hand.0")
    assert at(deal(2, seed=1), "hand.0") != at(deal(2, seed=2), "hand.0")


def test_defenses_are_shuffled() -> None:
    """DD-01"""
    first, second = [until(deal(2, seed=seed), "CommitHeroes") for seed in (1, 2)]
    assert sorted(at(first, "market")) != sorted(at(second, "market"))


def test_one_overlord_plays_solo() -> None:
    """DD-01 DD-60"""
    assert asks(deal(1)) == "TakePair(0)"
    assert asks(deal(2)) == "PickHeroes()"


@pytest.mark.parametrize("players", [0, 7])
def test_a_table_has_one_to_six_overlords(players: int) -> None:
    """DD-01"""
    with pytest.raises(WrongOption, match=f"1 to 6 players, not {players}"):
        GAME.setup(players=players, seed=1)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_each_player_is_dealt_nine_heroes(players: int) -> None:
    """DD-02"""
    s = deal(players)
    assert sizes(s, "hand") == [9] * players
    assert len(at(s, "hero_deck")) == 54 - 9 * players


def test_any_player_may_become_first_player() -> None:
    """DD-03"""
    assert {deal(3, seed).numbers[FIRST] for seed in range(20)} == {0, 1, 2}


def test_the_first_player_stays_first_player() -> None:
    """DD-03"""
    s = until(deal(3, seed=2), "")
    assert len(events(s, "first")) == 1
    assert {event.seat for event in events(s, "flip")[::3]} == {events(s, "first")[0].seat}


# Hero phase


def test_everyone_picks_at_the_same_time() -> None:
    """DD-10"""
    s = deal(3)
    assert s.waiting == [0, 1, 2]
    assert answer(s, 1).waiting == [0, 2]


def test_a_pick_is_made_only_when_everyone_has_picked() -> None:
    """DD-10"""
    s = answer(deal(2), 0)
    assert (sizes(s, "hand"), sizes(s, "drafted")) == ([9, 9], [0, 0])
    assert sizes(answer(s, 1), "drafted") == [2, 2]


def test_nobody_can_tell_one_pick_from_another() -> None:
    """DD-10"""
    first, last = answer(deal(2), 0, index=0), answer(deal(2), 0, index=-1)
    assert first.view(1) == last.view(1)
    assert first.view(ONLOOKER) == last.view(ONLOOKER)
    assert first.view(0) != last.view(0)


def test_a_revealed_pick_is_shown_to_its_owner_only() -> None:
    """DD-10"""
    s = all_answer(deal(2))
    assert told(s, "pick", seat=0) == [at(s, "drafted.0"), ["?", "?"]]
    assert told(s, "pick", seat=1) == [["?", "?"], at(s, "drafted.1")]
    assert told(s, "pick", ONLOOKER) == [["?", "?"], ["?", "?"]]


def test_exactly_two_heroes_are_picked() -> None:
    """DD-10"""
    s = deal(2)
    one, two, three = at(s, "hand.0")[:3]
    assert refused(s, f"0 pick {one}") == "DD-10 pick-two"
    assert refused(s, f"0 pick {one} {two} {three}") == "DD-10 pick-two"
    assert refused(s, f"0 pick {one} {one}") == "DD-10 ascending"


def test_heroes_are_picked_from_the_own_hand() -> None:
    """DD-10"""
    s = deal(2)
    assert refused(s, f"0 pick {at(s, 'hand.0')[0]} {at(s, 'hand.1')[0]}") == "DD-10 not-in-hand"


def test_nobody_picks_twice() -> None:
    """DD-10"""
    s = answer(deal(2), 0)
    one, two = at(s, "hand.0")[2:4]
    assert refused(s, f"0 pick {one} {two}") == "DD-10 already-answered"


def test_a_sealed_pick_is_taken_back_alone_while_others_think() -> None:
    """DD-10"""
    table = new_table(GAME, players=3, seed=7)
    table.play(0, table.state.legal_moves(0)[0])
    table.play(1, table.state.legal_moves(1)[0])
    assert table.may_take_back(0) == ALONE
    table.take_back(0)
    assert table.state.waiting == [0, 2]


def test_a_revealed_pick_is_taken_back_only_by_consent() -> None:
    """DD-10"""
    table = new_table(GAME, players=2, seed=7)
    table.play(0, table.state.legal_moves(0)[0])
    table.play(1, table.state.legal_moves(1)[0])
    assert table.may_take_back(0) == CONSENT
    with pytest.raises(NothingToTakeBack, match="others must agree"):
        table.take_back(0)


def test_the_rest_of_each_hand_is_passed_to_the_left() -> None:
    """DD-11"""
    s = deal(3)
    right, own, left = at(s, "hand.0"), at(s, "hand.1"), at(s, "hand.2")
    all_answer(s)
    assert [at(s, "hand.1"), at(s, "hand.2"), at(s, "hand.0")] == [right[2:], own[2:], left[2:]]


def test_a_passed_hand_is_seen_by_giver_and_taker() -> None:
    """DD-11"""
    s = all_answer(deal(3))
    assert told(s, "pass", seat=1) == [at(s, "hand.1"), at(s, "hand.2"), ["?"] * 7]
    assert told(s, "pass", ONLOOKER) == [["?"] * 7] * 3


def test_hands_shrink_by_two_each_time() -> None:
    """DD-12"""
    s = deal(3)
    counts = [sizes(s, "hand"), *[sizes(all_answer(s), "hand") for _ in range(3)]]
    assert counts == [[9] * 3, [7] * 3, [5] * 3, [3] * 3]


def test_the_last_hero_of_each_hand_is_discarded_face_up() -> None:
    """DD-12"""
    s = all_answer(all_answer(all_answer(deal(3))))
    last = {at(s, f"hand.{seat}")[2] for seat in range(3)}
    all_answer(s)
    assert set(at(s, "hero_discard")) == last
    assert sees(s, ONLOOKER, "hero_discard") == at(s, "hero_discard")


def test_each_player_ends_the_hero_phase_with_eight_heroes() -> None:
    """DD-12 DD-20"""
    s = all_answer(all_answer(all_answer(deal(2))))
    picked = at(s, "drafted.0") + at(s, "hand.0")[:2]
    assert sorted(at(all_answer(s), "hand.0")) == sorted(picked)
    assert sizes(s, "hand") == [8, 8]


def test_a_player_may_look_at_the_own_picks_and_nobody_else_may() -> None:
    """DD-13"""
    s = all_answer(all_answer(deal(2)))
    assert sees(s, 0, "drafted.0") == at(s, "drafted.0")
    assert sees(s, 1, "drafted.0") == 4
    assert sees(s, ONLOOKER, "drafted.0") == 4


def test_the_eight_heroes_are_taken_up_unseen() -> None:
    """DD-13 DD-20"""
    s = until(deal(2), "CommitHeroes")
    assert sorted(told(s, "take_up", seat=0)[0]) == sorted(at(s, "hand.0"))
    assert told(s, "take_up", seat=1)[0] == ["?"] * 8


# Defense phase


@pytest.mark.parametrize("players", [2, 3, 6])
def test_two_defenses_per_player_are_laid_out_face_up(players: int) -> None:
    """DD-20"""
    s = until(deal(players), "CommitHeroes")
    assert len(at(s, "market")) == 2 * players
    assert sees(s, ONLOOKER, "market") == at(s, "market")


def test_committed_heroes_are_revealed_together() -> None:
    """DD-21"""
    s = play(draft("H9 H8 H3 H2 / H7 H6 H5 H4"), "0 commit H9 H2")
    assert (sees(s, 1, "committed.0"), s.view(1)["sealed"]) == ([], {})
    play(s, "1 commit H6 H4")
    assert (sees(s, 1, "committed.0"), sees(s, 0, "committed.1")) == (["H9", "H2"], ["H6", "H4"])


def test_exactly_two_heroes_of_the_own_hand_are_committed() -> None:
    """DD-21"""
    s = draft("H9 H8 H3 H2 / H7 H6 H5 H4")
    assert refused(s, "0 commit H9") == "DD-21 commit-two"
    assert refused(s, "0 commit H9 H7") == "DD-21 not-in-hand"
    assert refused(s, "0 commit H9 H9") == "DD-21 ascending"


def test_the_last_two_heroes_are_committed_without_asking() -> None:
    """DD-21"""
    assert asks(draft("H9 H2 / H7 H4")).startswith("TakeDefense(0, ")


def test_heroes_choose_in_descending_challenge() -> None:
    """DD-22"""
    s = draft("H11 H41 / H32 H22 / H13 H53")
    assert picking(s) == "H53 H41 H32 H22 H13 H11"
    assert s.waiting == [2]


def test_a_player_with_the_two_highest_picks_twice_in_a_row() -> None:
    """DD-22"""
    s = play(draft("H30 H24 / H54 H53"), "1 take B, 1 take A, 0 take D")
    assert [at(s, "front.0"), at(s, "front.1")] == [["C", "D"], ["A", "B"]]


def test_a_defense_is_taken_face_up_from_those_left() -> None:
    """DD-22"""
    s = play(draft("H54 H24 / H30 H53"), "0 take B")
    assert sees(s, ONLOOKER, "front.0") == ["B"]
    assert refused(s, "1 take B") == "DD-22 not-in-market"
    assert refused(s, "1 take A C") == "DD-22 take-one"


def test_nobody_takes_a_defense_out_of_turn() -> None:
    """DD-22"""
    assert refused(draft("H54 H24 / H30 H53"), "1 take A") == "DD-22 not-your-turn"


def test_of_equal_challenges_the_higher_other_hero_goes_first() -> None:
    """DD-23"""
    assert picking(draft("H28 H5 / G28 H9")) == "G28 H28 H9 H5"
    assert picking(draft("H28 H9 / G28 H5")) == "H28 G28 H9 H5"
    assert picking(draft("H28 H50 / G28 H40")) == "H50 H40 H28 G28"


def test_if_the_other_heroes_tie_too_turn_order_decides() -> None:
    """DD-23"""
    assert picking(draft("H28 H9 / G28 G9", first=0)) == "H28 G28 H9 G9"
    assert picking(draft("H28 H9 / G28 G9", first=1)) == "G28 H28 G9 H9"


def test_heroes_go_face_down_onto_the_pile_in_the_order_they_are_used() -> None:
    """DD-24"""
    s = until(draft("H20 H54 / H30 H24"), "")
    assert [at(s, "pile.0"), at(s, "pile.1")] == [["H54", "H20"], ["H30", "H24"]]
    assert (sees(s, 0, "pile.1"), sees(s, ONLOOKER, "pile.1")) == (2, 2)


def test_a_hero_waits_face_up_until_it_is_used() -> None:
    """DD-24"""
    s = play(draft("H20 H54 / H30 H24"), "0 take A")
    assert (at(s, "committed.0"), at(s, "pile.0")) == (["H20"], ["H54"])


def test_the_defense_phase_has_four_rounds() -> None:
    """DD-25"""
    s = until(deal(2), "Face")
    assert [event.value for event in events(s, "round") if event.rule == "DD-25"] == [1, 2, 3, 4]
    assert sizes(s, "front") == [8, 8]
    assert [event.seat for event in events(s, "stack")].count(0) == 8


def test_rulebook_example_of_jenny_and_ken() -> None:
    """DD-26"""
    s = draft("H54 H12 / H30 H24")
    assert picking(s) == "H54 H30 H24 H12"
    play(s, "0 take A, 1 take B, 1 take C")
    assert [at(s, "front.0"), at(s, "front.1")] == [["A", "D"], ["B", "C"]]


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
    assert refused(s, "0 fight") == "DD-34 cannot-win"


def test_only_heroes_with_an_ability_before_the_strikes_are_fought_by_saying_so() -> None:
    """DD-42"""
    assert refused(combat("ranger 1 trap", "trap 1"), "0 fight") == "DD-34 fight-by-striking"


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
    assert refused(s, "0 strike A D") == "DD-50 turn-another"


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
    assert refused(s, "0 strike B A") == "DD-50 turn-another"


def test_a_strike_that_turns_away_what_is_needed_is_refused() -> None:
    """DD-50 DD-34"""
    s = combat("ranger 6 trap", "heavy_hitter trap 4, trap 2 > spell 1, spell 1")
    assert offers(s) == "discard, strike A C, strike B"
    assert refused(s, "0 strike A B") == "DD-34 spoils"


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
