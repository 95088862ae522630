"""Don't Turn Your Back's rulebook, paragraph by paragraph: set-up, cards and piles."""

from __future__ import annotations

import pytest

from duskhall.engine.game import WrongOption
from duskhall.games.dont_turn_your_back import GAME
from duskhall.games.dont_turn_your_back.box import DISTRICTS, FIRST, TURN
from tests.games.dont_turn_your_back.words import (
    STRANGER,
    candles,
    deal,
    night,
    play,
    spaces,
    until,
)
from tests.games.words import ONLOOKER, at, sees, sizes, told

# Set-up


@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_play(players: int) -> None:
    """TB-02"""
    with pytest.raises(WrongOption, match=f"2 to 4 players, not {players}"):
        GAME.setup(players=players, seed=1)


@pytest.mark.parametrize(("players", "below", "unused"), [(2, 7, 2), (3, 8, 1), (4, 7, 2)])
def test_the_first_admonishment_lies_on_seven_or_eight_laws(
    players: int, below: int, unused: int
) -> None:
    """TB-01"""
    s = deal(players)
    assert sees(s, ONLOOKER, "law") == ["The First Admonishment"]
    assert (sees(s, 0, "law_deck"), sees(s, 0, "law_box")) == (below, unused)


def test_the_laws_are_random() -> None:
    """TB-01"""
    assert len({tuple(at(deal(2, seed), "law_box")) for seed in range(10)}) > 5


@pytest.mark.parametrize(("players", "turns"), [(2, 8), (3, 9), (4, 8)])
def test_the_game_lasts_one_turn_for_each_law(players: int, turns: int) -> None:
    """TB-01"""
    s = until(deal(players), "")
    assert (s.numbers[TURN], len(told(s, "law"))) == (turns, turns)
    assert (at(s, "law"), at(s, "law_deck")) == ([], [])


def test_everyone_has_the_same_cards() -> None:
    """TB-02"""
    s = deal(4)
    sets = [
        [{**face, "owner": 0} for face in GAME.faces(s.box) if face.get("owner") == seat]
        for seat in range(4)
    ]
    assert sets[0] == sets[1] == sets[2] == sets[3]


def test_the_start_cards_are_the_first_favor_deck_and_scores_are_0() -> None:
    """TB-02"""
    s = deal(3)
    owned = [sorted(at(s, f"hand.{seat}") + at(s, f"deck.{seat}")) for seat in range(3)]
    start = [s.box.card_names[card] for card in s.city.start[0]]
    assert owned == [sorted(start)] * 3
    assert candles(s) == [0, 0, 0]


def test_six_acquisition_cards_are_turned_up_for_each_player() -> None:
    """TB-03"""
    s = deal(3)
    assert sizes(s, "row") == [6, 6, 6]
    assert set(s.row(2)) < set(s.city.acquisition[2])
    assert sees(s, 0, "row.2") == at(s, "row.2")
    assert sees(s, 2, "acquisition_deck.2") == 14


def test_acquisition_cards_are_shuffled() -> None:
    """TB-03"""
    assert len({tuple(at(deal(2, seed), "row.0")) for seed in range(5)}) == 5
    assert at(deal(2), "row.0") != at(deal(2), "row.1")


def test_four_start_cards_are_drawn_as_the_hand() -> None:
    """TB-04"""
    s = deal(3)
    assert (sizes(s, "hand"), sizes(s, "deck")) == ([4, 4, 4], [4, 4, 4])
    assert (sees(s, 1, "hand.1"), sees(s, 0, "hand.1")) == (at(s, "hand.1"), 4)
    assert sees(s, 1, "deck.1") == 4


def test_start_cards_are_shuffled() -> None:
    """TB-04"""
    assert len({deal(2, seed).hand(0) for seed in range(10)}) > 5


def test_any_player_may_start() -> None:
    """TB-05"""
    starts = {deal(3, seed).numbers[FIRST] for seed in range(20)}
    assert starts == {0, 1, 2}
    s = deal(3, seed=3)
    assert s.waiting == [s.numbers[FIRST]]


@pytest.mark.parametrize(
    ("players", "open_spaces"), [(2, [3, 4, 4, 2, 3]), (3, [4, 6, 5, 3, 4]), (4, [5, 7, 7, 4, 6])]
)
def test_fewer_players_leave_spaces_unused(players: int, open_spaces: list[int]) -> None:
    """TB-06"""
    s = night("Sleeper", players=players)
    assert [spaces(s, district) for district in DISTRICTS] == open_spaces


# Cards and piles


def test_discards_lie_face_up() -> None:
    """TB-10"""
    s = play(night("Mother When / City 1, City 2"), "0 place Mother When in BB, 1 discard City 2")
    assert at(s, "discard.1") == sees(s, ONLOOKER, "discard.1") == ["City 2"]


def test_cards_of_a_row_go_to_the_acquisition_discard() -> None:
    """TB-10 TB-38"""
    row = ", ".join([f"City 1 ${n}" for n in range(4, 10)])
    s = play(night("Harvester / City 1", rows=row), "0 place Harvester in BB")
    assert sees(s, ONLOOKER, "acquisition_discard.0") == row.split(", ")
    assert at(s, "discard.0") == []


def test_a_draw_takes_first_what_lies_on_top() -> None:
    """TB-11 TB-71"""
    s = play(night("Cleaner", tops="Wax 1 $2, Wax 2 $2"), "0 place Cleaner in BB")
    assert (at(s, "hand.0"), at(s, "top.0")) == (["Wax 2 $2"], ["Wax 1 $2"])


def test_a_draw_goes_on_below_what_lay_on_top() -> None:
    """TB-11"""
    s = play(night("Shameful", tops="Wax 1 $2", decks="City 3"), "0 place Shameful in BB")
    assert sorted(at(s, "hand.0")) == ["City 3", "Wax 1 $2"]


def test_a_deck_that_runs_out_mid_draw_is_made_of_the_discard() -> None:
    """TB-11"""
    s = night("Shameful", decks="City 3", discards="Wax 1, Wax 2, Wax 3")
    play(s, "0 place Shameful in BB")
    assert len(at(s, "hand.0")) == 2
    assert "City 3" in at(s, "hand.0")
    assert (len(at(s, "deck.0")), at(s, "discard.0")) == (2, [])


def test_the_new_deck_is_shuffled() -> None:
    """TB-11"""
    tables = [night("Cleaner", seed=n, decks="", discards="Wax 1, Wax 2, Wax 3") for n in range(20)]
    drawn = {at(play(s, "0 place Cleaner in BB"), "hand.0")[0] for s in tables}
    assert drawn == {"Wax 1", "Wax 2", "Wax 3"}


def test_a_draw_stops_when_deck_and_discard_are_empty() -> None:
    """TB-11"""
    s = play(night("Shameful / Wax 1", decks="City 3"), "0 place Shameful in BB")
    assert (at(s, "hand.0"), at(s, "deck.0"), at(s, "discard.0")) == (["City 3"], [], [])
    s = play(night("Shameful / Wax 1", decks=""), "0 place Shameful in BB")
    assert at(s, "hand.0") == []


def test_a_deck_is_not_made_anew_before_it_is_needed() -> None:
    """TB-11"""
    s = night("Shameful", decks="City 1, City 2", discards="Wax 1")
    play(s, "0 place Shameful in BB")
    assert (at(s, "deck.0"), at(s, "discard.0")) == ([], ["Wax 1"])


def test_an_acquisition_deck_that_runs_out_is_made_of_its_discard() -> None:
    """TB-11 TB-51"""
    row = "City 1 $1, " + ", ".join([STRANGER] * 5)
    s = night(
        cs="City 1", rows=row, acquisition_decks="", acquisition_discards="Wax 1 $2, Wax 2 $2"
    )
    play(s, "0 buy City 1 $1")
    assert len(at(s, "row.0")) == 6
    assert at(s, "row.0")[-1] in ("Wax 1 $2", "Wax 2 $2")
    assert (len(at(s, "acquisition_deck.0")), at(s, "acquisition_discard.0")) == (1, [])


def test_a_row_stays_short_when_acquisition_deck_and_discard_are_empty() -> None:
    """TB-11 TB-51"""
    row = "City 1 $1, " + ", ".join([STRANGER] * 5)
    s = night(cs="City 1", rows=row, acquisition_decks="", acquisition_discards="")
    assert at(play(s, "0 buy City 1 $1"), "row.0") == [STRANGER] * 5


@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (2, 0), (3, 1)])
def test_a_score_never_drops_below_0(before: int, after: int) -> None:
    """TB-12"""
    s = night("The Tacks Man", candles=f"0 / {before}", decks="")
    assert candles(play(s, "0 place The Tacks Man in BB")) == [0, after]
