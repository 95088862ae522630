"""Dark Dealings' rulebook, paragraph by paragraph: set-up and the two drafts."""

from __future__ import annotations

import pytest

from duskhall.engine.game import WrongOption
from duskhall.engine.table import ALONE, CONSENT, NothingToTakeBack, new_table
from duskhall.games.dark_dealings import GAME
from duskhall.games.dark_dealings.box import DEFENSE_DECK, FIRST, HERO_DECK
from tests.games.dark_dealings.words import answer, deal, draft, picking, play, refused, until
from tests.games.words import ONLOOKER, all_answer, asks, at, events, sees, sizes, told

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


@pytest.mark.parametrize(("first", "second"), [("H28", "G28"), ("G28", "H28")])
def test_of_two_equal_heroes_their_owner_says_which_is_first(first: str, second: str) -> None:
    """DD-23 DD-24"""
    s = draft("H28 G28 / H30 H9")
    play(s, "1 take A")
    assert asks(s).startswith("ChooseFirst(0, ")
    assert {s.box.card_names[move.about[0]] for move in s.legal_moves(0)} == {"H28", "G28"}
    assert refused(s, "0 take B") == "DD-23 first-of-two"
    play(s, f"0 first {first}, 0 take B")
    assert at(s, "pile.0") == [first]
    play(s, "0 take C")
    assert at(s, "pile.0") == [first, second]


def test_of_equal_heroes_of_two_overlords_nobody_is_asked_which_is_first() -> None:
    """DD-23"""
    assert asks(draft("H28 H9 / G28 G9")).startswith("TakeDefense(0, ")


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
