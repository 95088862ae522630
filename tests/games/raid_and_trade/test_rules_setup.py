"""Raid & Trade's rulebook, paragraph by paragraph: set-up."""

from __future__ import annotations

from collections import Counter

import pytest

from duskhall.engine.events import SPECTATOR
from duskhall.games.raid_and_trade.city import Roads
from duskhall.games.raid_and_trade.parts import (
    AGE,
    CURRENT,
    GRID,
    HOUSE,
    OUTPOST,
    SECTIONS,
    START,
    TILE_AT,
    TRADER,
)
from duskhall.games.raid_and_trade.state import Ruin
from tests.games.raid_and_trade.words import (
    TILE_IDS,
    TILES,
    ap,
    asked,
    begun,
    box,
    card,
    deal,
    discs,
    favor,
    figure,
    offers,
    play,
    refused,
    ruin,
    sp,
    token_counts,
)
from tests.games.words import at, events, sees, sizes

COLOUR_COUNTS = {3: [15, 9, 6], 4: [20, 12, 8], 5: [25, 15, 10]}
each_table = pytest.mark.parametrize("players", [3, 4, 5])


def cells(s: Ruin) -> list[tuple[int, int]]:
    """By tile, its row and column."""
    lying = s.numbers[TILE_AT : TILE_AT + len(TILE_IDS)]
    return [divmod(cell // 4, GRID) for cell in lying]


def cut_off(roads: Roads) -> list[int]:
    """The sections that cannot be walked to from where all begin."""
    far, _ = roads.ways(TILES.start, 1, 1)
    return [
        section for section, is_there in enumerate(roads.exists) if is_there and far[section] > 99
    ]


def test_nine_tiles_lie_in_a_grid_around_the_black_market() -> None:
    """RT-01"""
    s = deal()
    assert sorted(cells(s)) == [(row, column) for row in range(3) for column in range(3)]
    assert cells(s)[TILES.market] == (1, 1)
    assert TILE_IDS[TILES.market] == "t2"


def test_the_other_tiles_and_all_turns_are_random() -> None:
    """RT-01"""
    tables = [deal(seed=seed) for seed in range(120)]
    for tile in range(9):
        assert len({cells(s)[tile] for s in tables}) == (1 if tile == TILES.market else 8)
        assert {s.numbers[TILE_AT + tile] % 4 for s in tables} == {0, 1, 2, 3}


def test_streets_meet_at_every_border() -> None:
    """RT-01 Each of the twelve borders inside the grid is crossed by one road, both ways."""
    for seed in range(50):
        beside = deal(seed=seed).city.beside
        borders = [(one, two) for one, near in enumerate(beside) for two, over in near if over]
        assert len(borders) == 24
        assert all((two, one) in borders for one, two in borders)
        pairs = {(one // SECTIONS, two // SECTIONS) for one, two in borders}
        assert len(pairs) == 24


def test_every_road_and_house_can_be_reached_on_any_map() -> None:
    """RT-01 `bench/raid_and_trade_maps.py` looks at ten thousand maps."""
    for seed in range(1_000):
        s = deal(seed=seed)
        assert cut_off(s.city) == []
        reached = [square for near in s.city.squares for square in near]
        assert set(reached) == set(range(len(TILES.squares)))


def test_a_trader_is_drawn_at_random() -> None:
    """RT-02"""
    traders = box().traders
    assert sorted([len(kinds) for kinds in traders]) == [2, 3, 4, 4]
    assert {deal(seed=seed).numbers[TRADER] for seed in range(60)} == {0, 1, 2, 3}


def test_an_easier_game_has_only_traders_with_four_kinds() -> None:
    """RT-02"""
    drawn = {deal(seed=seed, market="four").numbers[TRADER] for seed in range(60)}
    assert drawn == {number for number, kinds in enumerate(box().traders) if len(kinds) == 4}


@each_table
def test_events_and_quests_lie_open(players: int) -> None:
    """RT-03, RT-05"""
    s = deal(players)
    assert (len(at(s, "event_row")), len(at(s, "event_deck"))) == (2, 8)
    assert (len(at(s, "quest_row")), len(at(s, "quest_deck"))) == (players, 11 - players)
    assert sees(s, SPECTATOR, "quest_row") == at(s, "quest_row")


def test_which_events_and_quests_come_is_luck() -> None:
    """RT-03, RT-05"""
    tables = [deal(seed=seed) for seed in range(80)]
    assert len({name for s in tables for name in at(s, "event_row")}) == 10
    assert len({name for s in tables for name in at(s, "quest_row")}) == 11


def test_incidents_are_a_deck_of_thirty() -> None:
    """RT-04"""
    s = deal()
    assert len(at(s, "incident_deck")) == 30
    assert [at(s, f"tile.{tile}") for tile in range(9)] == [[]] * 9


def test_raid_cards_are_three_decks_by_colour() -> None:
    """RT-06"""
    s = deal()
    decks = ["green_deck", "yellow_deck", "red_deck"]
    assert [len(at(s, deck)) for deck in decks] == [25, 15, 10]
    for deck in decks:
        faces = [s.ruins.rows[card(s, name)] for name in at(s, deck)]
        assert {f"{face['house']}_deck" for face in faces} == {deck}


def test_five_credit_discs_lie_beside_the_board() -> None:
    """RT-07"""
    assert discs(deal(), -1) == [4, 3, 1, 1, 1]
    assert discs(deal(gate_fee=0), -1) == [4, 3, 1, 1, 1]


def test_each_picks_a_character_that_nobody_has() -> None:
    """RT-08"""
    s = deal(ages="entered")
    play(s, "0 ages 1 2 0")
    assert (asked(s), offers(s)) == (
        "PickCharacter 1",
        ["choose Mayu", "choose Zoey", "choose Jake", "choose Garcia", "choose Carter"],
    )
    play(s, "1 choose Jake")
    assert refused(s, "2 choose Jake") == "RT-08 character"
    play(s, "2 choose Mayu, 0 choose Carter")
    assert [at(s, f"character.{seat}") for seat in range(3)] == [["Carter"], ["Jake"], ["Mayu"]]


def test_all_begin_on_the_black_market_with_15_ap_and_nothing_else() -> None:
    """RT-08"""
    s = deal()
    assert [figure(s, seat) for seat in range(3)] == ["t2/a"] * 3
    assert (ap(s), sp(s), favor(s), token_counts(s)) == ([15] * 3, [0] * 3, [0] * 3, [0] * 3)


def test_a_character_brings_items_and_a_die() -> None:
    """RT-08, RT-14"""
    s = begun()
    for seat in range(3):
        faces = [s.ruins.rows[item] for item in s.places[s.box.name_of.index(f"items.{seat}")]]
        (character,) = at(s, f"character.{seat}")
        assert {face["owner"] for face in faces} == {character.lower()}
        assert len(faces) == 14
        assert len(s.ruins.dice[card(s, character)]) == 6
    assert sizes(s, "ready") == [0, 0, 0]


def test_the_bag_holds_130_tokens_of_eight_kinds() -> None:
    """RT-09"""
    s = deal()
    assert (sum(s.bag()), len(s.bag())) == (130, 8)
    assert min(s.bag()) > 0


def test_spent_tokens_go_back_into_the_bag_and_all_see_what_lies_before_players() -> None:
    """RT-09"""
    s = ruin(tokens="2 scrap 1 clothing")
    before = s.bag()
    play(s, "0 craft Helmet")
    assert [now - then for now, then in zip(s.bag(), before, strict=True)] == [
        2,
        0,
        1,
        0,
        0,
        0,
        0,
        0,
    ]
    shown = ruin(tokens=" | 3 food").view(SPECTATOR)["numbers"]
    assert isinstance(shown, dict)
    assert shown["food.1"] == 3


@each_table
def test_houses_and_the_outpost_fill_the_squares_in_play(players: int) -> None:
    """RT-10"""
    s = deal(players)
    lying = s.numbers[HOUSE : HOUSE + len(TILES.squares)]
    in_play = [n for n, square in enumerate(TILES.squares) if square.mark <= players]
    assert len(in_play) == {3: 31, 4: 41, 5: 51}[players]
    assert [Counter(lying)[colour] for colour in (1, 2, 3)] == COLOUR_COUNTS[players]
    taken = [number for number, colour in enumerate(lying) if colour]
    assert sorted([*taken, s.numbers[OUTPOST]]) == in_play
    assert lying[s.numbers[OUTPOST]] == 0


def test_the_squares_have_the_printed_marks() -> None:
    """RT-10"""
    assert Counter([square.mark for square in TILES.squares]) == {0: 31, 4: 10, 5: 10}


def test_any_square_may_get_any_house_or_the_outpost() -> None:
    """RT-10"""
    tables = [deal(seed=seed).numbers for seed in range(400)]
    in_play = [n for n, square in enumerate(TILES.squares) if not square.mark]
    assert {numbers[OUTPOST] for numbers in tables} == set(in_play)
    for number in in_play:
        assert {numbers[HOUSE + number] for numbers in tables} == {0, 1, 2, 3}


def test_the_youngest_starts_in_an_order_that_all_see() -> None:
    """RT-11"""
    orders = set()
    for seed in range(60):
        s = deal(seed=seed)
        ages = s.numbers[AGE : AGE + 3]
        assert sorted(ages) == [0, 1, 2]
        assert s.numbers[START] == s.numbers[CURRENT] == ages.index(0)
        assert [event.seat for event in events(s, "age")] == sorted(range(3), key=ages.__getitem__)
        orders.add(tuple(ages))
    assert len(orders) == 6


def test_a_table_may_enter_its_own_ages() -> None:
    """RT-11"""
    s = deal(4, ages="entered")
    assert asked(s) == "EnterAges 0"
    assert refused(s, "0 ages 0 1 2 2") == "RT-11 ages"
    assert refused(s, "0 ages 3 1 2") == "RT-11 ages"
    play(s, "0 ages 3 1 0 2")
    assert s.numbers[AGE : AGE + 4] == [2, 1, 3, 0]
    assert (s.numbers[START], asked(s)) == (3, "PickCharacter 3")


def test_action_points_end_at_20_and_skill_at_20() -> None:
    """RT-12"""
    s = ruin(ap="19", sp="19", crafted="Pain Tablets", tokens="2 scrap 1 clothing")
    play(s, "0 use Pain Tablets")
    assert ap(s)[0] == 20
    play(s, "0 craft Helmet")
    assert sp(s)[0] == 20


@pytest.mark.parametrize(("before", "after"), [("9", 10), ("10", 10), ("-1", 1), ("-10", -8)])
def test_favor_ends_at_ten_and_is_one_dial_with_blacklist(before: str, after: int) -> None:
    """RT-12"""
    s = ruin(favor=before, crafted="Old Badge")
    assert favor(play(s, "0 use Old Badge"))[0] == after


@pytest.mark.parametrize(
    ("before", "after"), [("5", 3), ("1", -1), ("0", -2), ("-9", -10), ("-5", -7)]
)
def test_blacklist_takes_favor_first_and_ends_at_ten(before: str, after: int) -> None:
    """RT-12"""
    s = ruin(favor=before, red="Grain Silo", houses="t2-c1 red")
    assert favor(play(s, "0 raid t2-c1, 0 keep"))[0] == after


def test_one_favor_and_three_blacklist_are_two_blacklist() -> None:
    """RT-12"""
    s = ruin(favor="1", red="Field Hospital", houses="t2-c1 red")
    assert favor(play(s, "0 raid t2-c1, 0 keep"))[0] == -2


def test_decks_are_hidden_from_all() -> None:
    """RT-13"""
    s = deal()
    for eyes in (0, 1, 2, SPECTATOR):
        assert sees(s, eyes, "event_deck") == 8
        assert sees(s, eyes, "incident_deck") == 30
        assert sees(s, eyes, "quest_deck") == 8
        assert [sees(s, eyes, f"{colour}_deck") for colour in ("green", "red")] == [25, 10]


def test_an_incident_that_came_unseen_is_hidden_from_the_others() -> None:
    """RT-13"""
    s = ruin(incidents="Forger", fulfilled="The City Chronicle")
    play(s, "0 use The City Chronicle")
    assert sees(s, 0, "hidden_hand.0") == ["Forger"]
    assert sees(s, 1, "hidden_hand.0") == sees(s, SPECTATOR, "hidden_hand.0") == 1


def test_an_incident_claimed_face_up_stays_known_until_it_is_used() -> None:
    """RT-13"""
    s = ruin(tokens="1 food", lying="t2 Water Cart", ap="10")
    play(s, "0 claim")
    assert sees(s, 1, "open_hand.0") == sees(s, SPECTATOR, "open_hand.0") == ["Water Cart"]
    play(s, "0 use Water Cart")
    assert (at(s, "open_hand.0"), at(s, "incident_discard")) == ([], ["Water Cart"])


def test_a_table_may_hide_all_incidents_in_hand() -> None:
    """RT-13"""
    s = ruin(tokens="1 food", lying="t2 Water Cart", incident_hands="hidden")
    play(s, "0 claim")
    assert (sees(s, 0, "hidden_hand.0"), sees(s, 1, "hidden_hand.0")) == (["Water Cart"], 1)
    assert at(s, "open_hand.0") == []


def test_items_quests_discs_and_houses_are_open() -> None:
    """RT-13"""
    s = ruin(crafted="Helmet", tired="Body Armour", used="Hip Flask", fulfilled="Master Class")
    for place in ("items.0", "ready.0", "tired.0", "used.0", "fulfilled.0"):
        assert sees(s, 2, place) == at(s, place) != []


def test_only_who_holds_an_item_crafts_it() -> None:
    """RT-14"""
    s = ruin(held="Taser", tokens="2 scrap 2 clothing 2 electrics 2 parts")
    assert "craft Taser" in offers(s, "craft")
    assert refused(s, "0 craft Tow Rope") == "RT-60 not-held"
    assert refused(s, "0 craft Cloth Mask") == "RT-60 not-held"
