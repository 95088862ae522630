"""Raid & Trade's rulebook, paragraph by paragraph: Cora and her dynamite."""

from __future__ import annotations

import pytest

from duskhall.games.raid_and_trade.parts import DYNAMITE, NOT_PLACED, SPENT_TOKEN
from duskhall.games.raid_and_trade.state import Ruin
from tests.games.raid_and_trade.words import (
    FAR_HOUSE,
    ap,
    asked,
    begun,
    box,
    deal,
    dice,
    house,
    offers,
    paid,
    play,
    ruin,
    square,
    token_counts,
)
from tests.games.words import answer_until, at

CORA = {"characters": "Cora | Mayu", "tokens": "1 guns | 1 guns"}
HOUSES = {"houses": f"t2-c1 green, t2-c4 yellow, t2-c3 red, {FAR_HOUSE}"}
SHELVES = {"green": "Kitchen Shelves", "yellow": "Corner Store", "red": "Freight Depot"}


def mined(*squares: str, **words: object) -> Ruin:
    """A table with dynamite on these houses; Cora is seat 1."""
    all_words = {"characters": "Mayu | Cora", **HOUSES, **SHELVES, **words}
    s = ruin(**all_words)
    for token, where in enumerate(squares):
        s.numbers[DYNAMITE + token] = square(where)
    return s


def dynamite(s: Ruin) -> list[int]:
    return s.numbers[DYNAMITE : DYNAMITE + 2]


def test_dynamite_is_put_on_a_house_of_her_tile_whatever_the_section() -> None:
    """RT-95, RT-96"""
    s = play(dice(ruin(**CORA, **HOUSES), "0 attack dynamite"), "0 attack 1, 1 decline")
    assert asked(s) == "PlaceDynamite 0"
    assert offers(s) == ["place t2-c1", "place t2-c3", "place t2-c4", "decline"]
    play(s, "0 place t2-c4")
    assert dynamite(s) == [square("t2-c4"), NOT_PLACED]


def test_dynamite_does_not_win() -> None:
    """RT-95, RT-51"""
    s = ruin(characters="Cora | Mayu", tokens="1 guns | 6 food")
    play(dice(s, "0 attack dynamite"), "0 attack 1")
    assert (asked(s), token_counts(s)[:2]) == ("Act 0", [0, 6])  # no house on her tile either


def test_she_rolls_it_defending_too() -> None:
    """RT-96"""
    s = ruin(characters="Mayu | Cora", tokens="1 guns | 1 guns", **HOUSES)
    play(dice(s, "0 attack nothing", "1 defense dynamite"), "0 attack 1, 1 defend")
    assert asked(s) == "PlaceDynamite 1"


def test_no_house_gets_a_second_token() -> None:
    """RT-96"""
    s = ruin(**CORA, **HOUSES)
    s.numbers[DYNAMITE] = square("t2-c1")
    play(dice(s, "0 attack dynamite"), "0 attack 1, 1 decline")
    assert offers(s) == ["place t2-c3", "place t2-c4", "decline"]
    play(s, "0 place t2-c3")
    assert dynamite(s) == [square("t2-c1"), square("t2-c3")]


@pytest.mark.parametrize("gone", ["t2-c3", ""])
def test_with_both_tokens_out_nothing_happens(gone: str) -> None:
    """RT-96"""
    s = ruin(**CORA, **HOUSES)
    s.numbers[DYNAMITE] = square("t2-c1")
    s.numbers[DYNAMITE + 1] = square(gone) if gone else SPENT_TOKEN
    play(dice(s, "0 attack dynamite"), "0 attack 1, 1 decline")
    assert asked(s) == "Act 0"


@pytest.mark.parametrize(("where", "price"), [("t2-c1", 6 + 3), ("t2-c3", 10 + 5)])
def test_another_player_pays_half_the_price_again(where: str, price: int) -> None:
    """RT-95"""
    s = play(dice(mined(where), "fail"), f"0 raid {where}")
    assert (ap(s)[0], dynamite(s)) == (15 - price, [SPENT_TOKEN, NOT_PLACED])


def test_for_a_medium_house_it_is_4() -> None:
    """RT-95"""
    s = play(dice(mined("t2-c4", at="t2/b"), "fail"), "0 raid t2-c4")
    assert ap(s)[0] == 15 - 8 - 4


def test_the_blast_comes_once() -> None:
    """RT-95, RT-96"""
    s = mined("t2-c1", green="Sleeping Family", ap="15 | 15 | 15")
    play(s, "0 raid t2-c1, 0 put_back")
    assert (ap(s)[0], house(s, "t2-c1")) == (6, "green")
    play(s, "0 end, 1 pass, 2 raid t2-c1, 2 keep")
    assert ap(s)[2] == 9


def test_nobody_needs_the_extra_ap_to_be_allowed_to_raid() -> None:
    """RT-95, RT-97"""
    s = mined("t2-c1", ap="7", unseen="Forger")
    assert "raid t2-c1" in offers(s)
    play(dice(s, "fail"), "0 raid t2-c1, 0 roll, 0 pass")
    assert ap(s)[0] == 0


def test_the_blast_does_not_end_the_raid() -> None:
    """RT-97"""
    s = play(dice(mined("t2-c1"), "success"), "0 raid t2-c1")
    assert (token_counts(s)[0], house(s, "t2-c1")) == (4, "")


def test_the_blast_is_reckoned_from_the_printed_price() -> None:
    """RT-97"""
    s = mined("t2-c1", crafted="Battering Ram")
    play(dice(s, "fail"), "0 raid t2-c1 Battering Ram")
    assert (paid(s, 0), ap(s)[0]) == (2, 15 - 2 - 3)


def test_a_raid_that_is_stopped_sets_nothing_off() -> None:
    """RT-97"""
    s = play(mined("t2-c1", seen=" | Stray Dogs"), "0 raid t2-c1, 1 use Stray Dogs")
    assert (ap(s)[0], dynamite(s)[0]) == (9, square("t2-c1"))


def test_the_blast_comes_after_others_may_stop_the_raid() -> None:
    """RT-97, RT-46"""
    s = play(mined("t2-c1", seen=" | Stray Dogs"), "0 raid t2-c1")
    assert (asked(s), ap(s)[0]) == ("StopRaid 1", 9)


def test_on_a_house_that_she_raids_herself_it_comes_back() -> None:
    """RT-96"""
    s = play(dice(mined("t2-c1", seat=1), "fail"), "1 raid t2-c1")
    assert (ap(s)[1], dynamite(s)) == (9, [NOT_PLACED, NOT_PLACED])


def test_tokens_lie_open() -> None:
    """RT-97"""
    numbers = mined("t2-c1").view(2)["numbers"]
    assert isinstance(numbers, dict)
    assert (numbers["dynamite.0"], numbers["dynamite.1"]) == (square("t2-c1"), NOT_PLACED)


def test_cora_is_chosen_only_where_the_table_plays_with_her() -> None:
    """RT-98"""
    without = answer_until(deal(), "PickCharacter")
    assert (len(offers(without)), "choose Cora" in offers(without)) == (5, False)
    with_her = answer_until(deal(cora=True), "PickCharacter")
    assert (len(offers(with_her)), "choose Cora" in offers(with_her)) == (6, True)


def test_she_has_twelve_items_and_the_others_fourteen() -> None:
    """RT-98"""
    assert [len(items) for items in box().items] == [14, 14, 14, 14, 14, 12]
    s = deal(cora=True)
    play(s, f"{s.waiting[0]} choose Cora")
    seat = next(seat for seat in range(3) if at(s, f"character.{seat}") == ["Cora"])
    assert len(at(s, f"items.{seat}")) == 12


def test_five_play_without_her_too() -> None:
    """RT-98"""
    s = begun(5)
    assert sorted([at(s, f"character.{seat}")[0] for seat in range(5)]) == [
        "Carter",
        "Garcia",
        "Jake",
        "Mayu",
        "Zoey",
    ]
