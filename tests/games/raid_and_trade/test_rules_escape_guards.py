"""Raid & Trade's rulebook, paragraph by paragraph: the guards of Escape the City."""

from __future__ import annotations

import pytest

from duskhall.games.raid_and_trade.parts import (
    FAVOR,
    GUARD,
    GUARDS,
    ROUND,
    TOKEN_KINDS,
    UNDER,
)
from duskhall.games.raid_and_trade.rules.escape.guards import posts
from tests.games.raid_and_trade.escape_words import flight, guards, out, result
from tests.games.raid_and_trade.words import (
    ap,
    asked,
    bag,
    dice,
    favor,
    house,
    offers,
    paid,
    play,
    refused,
    sp,
    square,
    tokens,
)
from tests.games.words import at, events

HERE = {"at": "t2/a | t1/a | t1/a", "guards": "t2-c3"}  # beside a guard


# Guards attack who enters


def test_entering_brings_one_adrenaline_and_then_the_guard_attacks() -> None:
    """RT-103, RT-124"""
    s = flight(tokens="1 guns 4 food")
    play(s, "0 cross t2/a")
    assert favor(s)[0] == -1
    assert asked(s) == "Defend 0"
    assert len(events(s, "guard_attacks")) == 1


def test_a_guard_that_wins_takes_three_tokens_of_the_players_choice() -> None:
    """RT-103"""
    s = dice(flight(tokens="1 guns 4 food"), "0 attack hit")
    play(s, "0 cross t2/a, 0 decline")
    assert asked(s) == "LoseToGuard 0"
    play(s, "0 spend 3 food")
    assert tokens(s, 0) == "1 food 1 guns"
    assert "t2-c3 3 food" in guards(s)
    assert favor(s)[0] == -2
    assert asked(s) == "Flee 0"


def test_tokens_under_a_guard_are_not_in_the_bag() -> None:
    """RT-103, RT-09"""
    assert bag(flight(guards="t2-c3 13 guns")).split()[-1] == "medical"


def test_fewer_than_three_are_all_they_have() -> None:
    """RT-124"""
    s = dice(flight(tokens="2 food"), "0 attack win")
    play(s, "0 cross t2/a")
    assert "t2-c3 2 food" in guards(s)
    assert (tokens(s, 0), favor(s)[0]) == ("", -2)
    bare = dice(flight(), "0 attack hit")
    play(bare, "0 cross t2/a")
    assert favor(bare)[0] == -2  # the win counts, though there is nothing to take


@pytest.mark.parametrize("symbol", ["ap", "nothing"])
def test_what_else_a_guard_rolls_does_nothing(symbol: str) -> None:
    """RT-124"""
    s = dice(flight(tokens="4 food"), f"0 attack {symbol}")
    play(s, "0 cross t2/a")
    assert (tokens(s, 0), favor(s)[0], ap(s)[0]) == ("4 food", -1, 13)


def test_a_shield_keeps_off_a_hit_but_not_an_auto_win() -> None:
    """RT-103, RT-124"""
    s = dice(flight(tokens="1 guns 4 food"), "0 attack hit", "0 defense shield")
    play(s, "0 cross t2/a, 0 defend")
    assert (tokens(s, 0), favor(s)[0]) == ("4 food", -1)
    assert paid(s, 0) == 2 + 3
    s = dice(flight(tokens="1 guns 3 food"), "0 attack win", "0 defense shield")
    play(s, "0 cross t2/a, 0 defend")
    assert (tokens(s, 0), favor(s)[0]) == ("", -2)


def test_who_defends_gets_the_bonus_of_the_defense_half() -> None:
    """RT-124"""
    s = dice(flight(characters="Mayu", tokens="1 guns"), "0 attack nothing", "0 defense skill")
    play(s, "0 cross t2/a, 0 defend")
    assert sp(s)[0] == 1
    s = dice(flight(tokens="1 guns"), "0 attack nothing", "0 defense ap")
    play(s, "0 cross t2/a, 0 defend")
    assert ap(s)[0] == 15 - 2 - 3 + 3


def test_steal_and_destroy_find_nothing_with_a_guard() -> None:
    """RT-125"""
    s = dice(
        flight(characters="Jake | Mayu", tokens="1 guns", crafted="| Splints", **HERE),
        *("0 attack destroy", "0 defense nothing"),
    )
    play(s, "0 fight t2-c3")
    assert asked(s) == "Flee 0"
    assert at(s, "ready.1") == ["Splints"]


def test_several_guards_attack_one_after_the_other_in_the_players_order() -> None:
    """RT-124"""
    s = flight(tokens="1 guns 6 food 1 tools", guards="t2-c3, t2-c4")
    play(s, "0 cross t2/a")
    assert favor(s)[0] == -1  # once, however many
    assert asked(s) == "Ambush 0"
    assert offers(s) == ["face t2-c3", "face t2-c4"]
    assert refused(s, "0 face t1-c1") == "RT-124 face"
    dice(s, "0 attack hit", "0 defense nothing", "0 attack win")
    play(s, "0 face t2-c4, 0 defend, 0 spend 3 food")
    assert "t2-c4 3 food" in guards(s)
    play(s, "0 spend 2 food 1 tools")  # the other followed, and there was no gun left
    assert guards(s) == ["t2-c3 2 food 1 tools", "t2-c4 3 food"]
    assert (asked(s), favor(s)[0]) == ("Flee 0", -3)


def test_entering_again_means_being_attacked_again() -> None:
    """RT-123"""
    s = flight(guards="t2-c3", at="t8/a", tokens="6 food")
    play(dice(s, "0 attack nothing"), "0 cross t2/a")
    assert favor(s)[0] == -1
    assert refused(s, "0 cross t8/a") == "RT-102 held"


def test_cards_that_answer_an_attack_answer_a_guards_too() -> None:
    """RT-124, RT-86, RT-89"""
    s = flight(characters="Jake", crafted="Bicycle", tokens="3 food")
    play(s, "0 cross t2/a")
    assert asked(s) == "Attacked 0"
    play(s, "0 use Bicycle")
    assert (tokens(s, 0), favor(s)[0]) == ("3 food", -1)
    assert not events(s, "roll")


def test_a_loss_to_a_guard_may_be_kept_off_but_frightens() -> None:
    """RT-124"""
    s = dice(flight(characters="Mayu", crafted="Splints", tokens="3 food"), "0 attack hit")
    play(s, "0 cross t2/a")
    assert asked(s) == "OnLoss 0"
    play(s, "0 use Splints")
    assert (tokens(s, 0), favor(s)[0]) == ("3 food", -2)


def test_any_die_means_a_guards_die_too() -> None:
    """RT-124, RT-88"""
    words = {"characters": "Mayu | Zoey", "crafted": "Smelling Salts | Taser"}
    s = dice(flight(**words, tokens="3 food"), "0 attack hit", "0 attack nothing")
    play(s, "0 cross t2/a")
    assert asked(s) == "AfterRoll 1"  # a guard's die is nobody's own
    play(s, "1 use Taser 0")
    assert (tokens(s, 0), favor(s)[0]) == ("3 food", -1)


# Guards are attacked


def test_an_attack_on_a_guard_costs_five_ap_and_a_gun() -> None:
    """RT-104"""
    s = dice(flight(tokens="1 guns", **HERE), "0 attack hit", "0 defense nothing")
    play(s, "0 fight t2-c3")
    assert (ap(s)[0], tokens(s, 0)) == (10, "")
    assert refused(s, "0 fight t2-c3") == "RT-22 action-spent"
    assert refused(flight(**HERE), "0 fight t2-c3") == "RT-104 attack-price"


def test_a_beaten_guard_leaves_its_tokens_and_calms() -> None:
    """RT-104, RT-127"""
    s = flight(at="t2/a", guards="t2-c3 2 food 1 tools", tokens="1 guns", favor="-3")
    play(dice(s, "0 attack hit", "0 defense nothing"), "0 fight t2-c3")
    assert guards(s) == []
    assert (tokens(s, 0), favor(s)[0]) == ("2 food 1 tools", -2)
    assert house(s, "t2-c3") == ""  # its own square is empty
    assert not any(s.numbers[UNDER : UNDER + TOKEN_KINDS * GUARDS])  # nothing is left under it
    assert "cross t8/a" in offers(s, "cross")


def test_a_guard_defends_with_the_attackers_die_and_only_a_shield_counts() -> None:
    """RT-104, RT-125"""
    for attack, defense, beaten in (
        ("win", "shield", True),
        ("hit", "shield", False),
        ("hit", "ap", True),
        ("ap", "nothing", False),
    ):
        s = dice(flight(tokens="1 guns", **HERE), f"0 attack {attack}", f"0 defense {defense}")
        play(s, "0 fight t2-c3")
        if asked(s).startswith("Withdraw"):
            s.apply(0, s.legal_moves(0)[0])
        assert ("t2-c3" not in guards(s), len(guards(s))) == (True, int(not beaten))
        assert ap(s)[0] == (13 if attack == "ap" else 10)  # bonuses of the attack half count


def test_one_stands_on_a_road_beside_its_square() -> None:
    """RT-125"""
    s = flight(at="t2/b", guards="t2-c3", tokens="1 guns")
    assert refused(s, "0 fight t2-c3") == "RT-125 guard-far"
    assert refused(s, "0 fight t2-c1") == "RT-104 no-guard"
    s = flight(at="t2/a", guards="t2-c3, t2-c1, t2-c4", tokens="1 guns")
    assert offers(s, "fight") == ["fight t2-c3", "fight t2-c1"]


def test_a_gun_may_be_stood_for_and_dice_rolled_again() -> None:
    """RT-125, RT-85"""
    s = flight(characters="Carter | Zoey", crafted="Super Gun | Taser", **HERE)
    dice(s, "0 attack hit", "0 defense shield", "0 defense nothing")
    play(s, "0 fight t2-c3")
    assert asked(s) == "AfterRoll 1"
    play(s, "1 use Taser 1")
    assert guards(s) == []


def test_a_guard_withdraws_to_a_large_house_of_the_next_tile_with_its_tokens() -> None:
    """RT-104, RT-126"""
    s = flight(at="t2/a", guards="t2-c3 2 food, t8-c4", tokens="1 guns")
    play(dice(s, "0 attack nothing", "0 defense nothing"), "0 fight t2-c3")
    assert guards(s) == ["t8-c3 2 food", "t8-c4"]
    assert house(s, "t8-c3") == "red"
    assert favor(s)[0] == 0


def test_else_medium_else_small_else_an_empty_square_and_the_attacker_chooses() -> None:
    """RT-126"""
    s = flight(at="t2/a", guards="t2-c3, t8-c3", tokens="1 guns")
    play(dice(s, "0 attack nothing", "0 defense nothing"), "0 fight t2-c3")
    assert asked(s) == "Withdraw 0"
    assert offers(s) == ["post t8-c2", "post t8-c6"]
    assert refused(s, "0 post t8-c1") == "RT-126 post"
    play(s, "0 post t8-c6")
    assert guards(s) == ["t8-c3", "t8-c6"]
    small = flight(at="t2/a", guards="t2-c3", houses="t8-c1 green", tokens="1 guns")
    play(dice(small, "0 attack nothing", "0 defense nothing"), "0 fight t2-c3")
    assert guards(small) == ["t8-c1"]
    empty = flight(at="t2/a", guards="t2-c3, t8-c1", houses="t8-c1 green", tokens="1 guns")
    play(dice(empty, "0 attack nothing", "0 defense nothing"), "0 fight t2-c3")
    assert offers(empty) == [f"post t8-c{n}" for n in range(2, 7)]


def test_a_tile_without_a_free_square_is_passed_over() -> None:
    """RT-126"""
    s = flight(2, side="wasteland")
    line = s.ruins.line
    assert line is not None
    s.numbers[GUARD] = line.places[1].fill[0]
    for guard, number in enumerate(line.places[2].fill, 1):
        s.numbers[GUARD + guard] = number
    tiles = {s.ruins.tiles.squares[number].tile for number in posts(s, 0)}
    assert tiles == {line.places[3].tile}


def test_a_guard_that_withdraws_does_not_attack_but_holds() -> None:
    """RT-126"""
    s = flight(at="t2/a | t8/a", guards="t2-c3", tokens="1 guns | 3 food")
    play(dice(s, "0 attack nothing", "0 defense nothing"), "0 fight t2-c3, 0 end")
    assert tokens(s, 1) == "3 food"
    assert refused(s, "1 cross t4/a") == "RT-102 held"


def test_on_the_helipad_it_stays() -> None:
    """RT-126"""
    s = flight(at="pad/a", guards="helipad-g1 1 food", tokens="1 guns")
    play(dice(s, "0 attack nothing", "0 defense nothing"), "0 fight helipad-g1")
    assert guards(s) == ["helipad-g1 1 food"]
    assert asked(s) == "Flee 0"


def test_a_house_under_a_guard_cannot_be_raided_until_it_is_gone() -> None:
    """RT-127"""
    s = flight(at="t8/a", guards="t8-c3", tokens="1 guns")
    assert refused(s, "0 raid t8-c3") == "RT-127 guarded-house"
    assert "raid t8-c3" not in offers(s, "raid")
    prices = s.outlook()["prices"]
    assert isinstance(prices, dict)
    assert str(square("t8-c2")) in prices
    assert str(square("t8-c3")) not in prices
    play(dice(s, "0 attack hit", "0 defense nothing"), "0 fight t8-c3, 0 end, 1 end, 2 end")
    assert ap(s)[0] == 10
    assert "raid t8-c3" in offers(s, "raid")


# Two laden guards on the helipad


def test_two_guards_with_tokens_on_the_helipad_lose_the_game_for_all() -> None:
    """RT-108, RT-133"""
    s = flight(at="t4/a", guards="t4-c2 1 food, helipad-g1 1 tools", tokens="1 guns")
    play(dice(s, "0 attack nothing", "0 defense nothing"), "0 fight t4-c2")
    assert s.agenda == []
    assert result(s) == ([2, 2, 2], "RT-133", "boarded")


def test_a_guard_that_takes_tokens_there_is_looked_at_too() -> None:
    """RT-133"""
    s = flight(at="t4/b", guards="helipad-g1, helipad-g2 1 tools", tokens="1 food")
    play(dice(s, "0 attack nothing", "0 attack hit"), "0 cross pad/a, 0 face helipad-g2")
    assert result(s) == ([2, 2, 2], "RT-133", "boarded")


def test_one_laden_guard_and_empty_ones_are_no_loss() -> None:
    """RT-133"""
    s = flight(at="t4/a", guards="t4-c2, helipad-g1 1 tools", tokens="1 guns")
    play(dice(s, "0 attack nothing", "0 defense nothing"), "0 fight t4-c2")
    assert guards(s) == ["helipad-g1 1 tools", "helipad-g2"]
    assert asked(s) == "Flee 0"


# In the middle of a move


def test_at_ten_one_is_out_in_the_middle_of_a_move() -> None:
    """RT-103, RT-131"""
    s = flight(favor="-9", tokens="4 food")
    play(s, "0 cross t2/a")
    assert out(s) == [0]
    assert not events(s, "guard_attacks")
    assert asked(s) == "Flee 1"


def test_at_ten_one_is_out_after_a_fight_that_was_lost() -> None:
    """RT-103, RT-131"""
    s = flight(favor="-8", tokens="3 food 1 tools", guards="t2-c3, t2-c4")
    play(dice(s, "0 attack hit"), "0 cross t2/a, 0 face t2-c3, 0 spend 3 food")
    assert out(s) == [0]
    assert len(events(s, "guard_attacks")) == 1  # the other has nobody left to attack
    assert tokens(s, 1) == "1 tools"
    assert s.numbers[FAVOR] == -10


def test_an_elimination_breaks_the_row_of_those_who_wait() -> None:
    """RT-27, RT-131"""
    s = play(flight(favor="0 | -9"), "0 end, 1 cross t2/a")
    assert out(s) == [1]
    assert asked(play(s, "2 end")) == "Flee 0"
    assert s.numbers[ROUND] == 1
