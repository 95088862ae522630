"""Raid & Trade's rulebook, paragraph by paragraph: the Outpost."""

from __future__ import annotations

import pytest

from duskhall.games.raid_and_trade.parts import ACTED, MOVE_OVER, MOVED
from tests.games.raid_and_trade.words import (
    ap,
    asked,
    dice,
    discs,
    favor,
    figure,
    may,
    offers,
    pass_all,
    play,
    refused,
    ruin,
    sp,
    tokens,
    told_kinds,
)
from tests.games.words import at, events

HERE = {"outpost": "t2-c1"}
CORNER = {"outpost": "t7-c2"}  # beside t7/a and t7/b
INSIDE = {"inside": "0", **HERE}
SEIZED = {"inside": "1", **HERE}


def test_entering_takes_the_move_and_5_ap() -> None:
    """RT-70"""
    s = play(ruin(**HERE), "0 enter")
    assert (figure(s, 0), ap(s)[0], s.numbers[MOVED]) == ("Outpost", 10, MOVE_OVER)
    assert refused(s, "0 cross t2/b") == "RT-70 leave-first"


def test_who_cannot_leave_is_told_what_is_in_the_way() -> None:
    """RT-70, RT-73: the move is spent by entering, or one is outside, or the road is elsewhere."""
    s = ruin(**HERE)
    assert refused(s, "0 leave t2/a") == "RT-70 not-inside"
    assert refused(play(s, "0 enter"), "0 leave t2/a") == "RT-70 move-spent"
    s = ruin(**INSIDE)
    assert refused(s, "0 leave t7/c") == "RT-73 leave"
    assert may(s, "0 leave t2/a")


def test_only_from_a_road_beside_it() -> None:
    """RT-70"""
    assert refused(ruin(at="t2/b", **HERE), "0 enter") == "RT-70 not-beside-outpost"
    for where in ("t7/a", "t7/b"):
        assert may(ruin(at=where, **CORNER), "0 enter")
    assert refused(ruin(at="t7/c", **CORNER), "0 enter") == "RT-70 not-beside-outpost"


def test_who_has_walked_there_enters_in_another_turn() -> None:
    """RT-70"""
    s = play(ruin(at="t2/b", **HERE), "0 cross t2/a")
    assert offers(s, "enter") == []
    assert refused(s, "0 enter") == "RT-70 move-spent"


def test_only_an_empty_outpost_is_entered() -> None:
    """RT-70"""
    assert refused(ruin(**SEIZED), "0 enter") == "RT-70 outpost-taken"


def test_a_disc_is_8_ap_from_the_turn_of_entering_on() -> None:
    """RT-70"""
    s = play(ruin(**HERE), "0 enter")
    assert offers(s, "disc", "train") == [*[f"disc {n}" for n in range(5)], "train"]
    play(s, "0 disc 1")
    assert (ap(s)[0], favor(s)[0], discs(s, 0), discs(s, -1)) == (2, 3, [3], [4, 1, 1, 1])
    assert (figure(s, 0), s.numbers[ACTED]) == ("Outpost", 1)


def test_only_an_unclaimed_disc_is_to_be_had() -> None:
    """RT-70"""
    s = ruin(discs=" | 4", favor="0 | 4", **INSIDE)
    assert offers(s, "disc") == ["disc 1", "disc 2", "disc 3", "disc 4"]
    assert refused(s, "0 disc 0") == "RT-70 outpost-price"


def test_one_outpost_action_a_turn() -> None:
    """RT-70"""
    s = play(ruin(**INSIDE), "0 train")
    assert refused(s, "0 disc 0") == refused(s, "0 train") == "RT-22 action-spent"
    play(s, "0 end, 1 pass, 2 pass")
    assert may(s, "0 disc 0")


def test_training_is_6_ap_for_1_sp() -> None:
    """RT-70"""
    s = play(ruin(**INSIDE), "0 train")
    assert (ap(s)[0], sp(s)[0], figure(s, 0)) == (9, 1, "Outpost")


@pytest.mark.parametrize("price", [5, 6, 7, 8])
def test_a_table_agrees_on_the_price_of_training(price: int) -> None:
    """RT-70"""
    s = play(ruin(training=price, **INSIDE), "0 train")
    assert (ap(s)[0], sp(s)[0]) == (15 - price, 1)
    workshop = ruin(training=price, event="Open Workshops", **INSIDE)
    assert ap(play(workshop, "0 train"))[0] == 15 - price + 2


def test_a_table_may_leave_training_out() -> None:
    """RT-70"""
    s = ruin(training="off", **INSIDE)
    assert (offers(s, "train"), refused(s, "0 train")) == ([], "RT-70 no-training")


def test_outside_there_is_neither_disc_nor_training() -> None:
    """RT-70"""
    s = ruin(**HERE)
    assert refused(s, "0 disc 0") == refused(s, "0 train") == "RT-70 not-inside"


def test_leaving_takes_the_move_and_no_ap() -> None:
    """RT-70, RT-73"""
    s = play(ruin(**INSIDE), "0 leave t2/a")
    assert (figure(s, 0), ap(s)[0], s.numbers[MOVED]) == ("t2/a", 15, MOVE_OVER)
    assert refused(s, "0 cross t2/b") == "RT-33 move-spent"
    assert refused(s, "0 enter") == "RT-70 move-spent"


def test_who_leaves_chooses_among_the_sections_beside_it() -> None:
    """RT-73"""
    s = ruin(inside="0", **CORNER)
    assert offers(s, "leave", "cross") == ["leave t7/a", "leave t7/b"]
    assert figure(play(s, "0 leave t7/b"), 0) == "t7/b"


def test_after_leaving_the_action_may_be_a_raid() -> None:
    """RT-70, RT-73"""
    s = play(ruin(houses="t2-c3 green, t4-c3 green", **INSIDE), "0 leave t2/a")
    assert offers(s, "raid") == ["raid t2-c3"]


def test_an_occupied_outpost_is_attacked_for_7_ap() -> None:
    """RT-71"""
    s = ruin(tokens=" | 4 food 2 scrap", favor="1", **SEIZED)
    play(s, "0 storm")
    assert (ap(s)[0], asked(s)) == (8, "GiveTokens 1")
    play(s, "1 spend 2 scrap 1 food")
    assert (tokens(s, 0), tokens(s, 1)) == ("2 scrap 1 food", "3 food")
    assert (figure(s, 1), favor(s), s.numbers[ACTED]) == ("t2/a", [-2, 0, 0], 1)


def test_the_attack_is_in_the_printed_order() -> None:
    """RT-71"""
    s = play(ruin(tokens=" | 3 food", **SEIZED), "0 storm")
    told = [kind for kind in told_kinds(s) if kind in ("pay_ap", "give", "leave", "gain_blacklist")]
    assert list(dict.fromkeys(told)) == ["pay_ap", "give", "leave", "gain_blacklist"]


@pytest.mark.parametrize(
    ("had", "left"), [("2 food", ""), ("", ""), ("3 food", ""), ("4 food", "1 food")]
)
def test_with_fewer_than_three_tokens_all_are_given(had: str, left: str) -> None:
    """RT-71"""
    s = play(ruin(tokens=f" | {had}", **SEIZED), "0 storm")
    assert (tokens(s, 1), figure(s, 1), favor(s)[0]) == (left, "t2/a", -3)


def test_an_empty_outpost_is_not_attacked_nor_from_afar() -> None:
    """RT-71"""
    assert refused(ruin(**HERE), "0 storm") == "RT-71 outpost-empty"
    assert refused(ruin(at="t2/b", **SEIZED), "0 storm") == "RT-71 not-beside-outpost"
    assert refused(ruin(**INSIDE), "0 storm") == "RT-71 not-beside-outpost"
    assert refused(ruin(event="Ceasefire", **SEIZED), "0 storm") == "RT-71 ceasefire"


def test_inside_one_may_craft_and_fulfil_quests() -> None:
    """RT-72"""
    s = ruin(tokens="2 scrap 1 clothing 3 food", row="Master Class", sp="6", **INSIDE)
    play(s, "0 quest Master Class, 0 spend 3 food, 0 craft Helmet")
    assert (at(s, "ready.0"), at(s, "fulfilled.0")) == (["Helmet"], ["Master Class"])


def test_inside_the_gate_can_be_paid() -> None:
    """RT-72, RT-77"""
    s = play(ruin(sp="20", ap="20", **INSIDE), "0 gate")
    assert asked(s) == "over"


def test_inside_there_is_no_raid_no_combat_and_no_trade() -> None:
    """RT-72"""
    s = ruin(houses="t2-c3 green, t4-c3 green", tokens="5 guns | 1 food", **INSIDE)
    assert offers(s, "raid", "attack", "trade", "market") == []
    assert refused(s, "0 raid t2-c3") == "RT-72 inside"
    assert refused(s, "0 market guns") == "RT-72 inside"


@pytest.mark.parametrize("thief", ["Pickpocket", "Highwaymen"])
def test_no_card_steals_tokens_from_one_inside(thief: str) -> None:
    """RT-72"""
    s = ruin(seen=thief, tokens=" | 3 food", **SEIZED)
    assert refused(s, f"0 use {thief}") == "RT-93 no-effect"
    assert may(ruin(seen=thief, tokens=" | 3 food", **HERE), f"0 use {thief}")


def test_a_card_with_reach_of_the_tile_does_not_find_one_inside() -> None:
    """RT-72"""
    s = play(ruin(crafted="Brass Whistle", **SEIZED), "0 use Brass Whistle")
    assert ap(s) == [15, 15, 12]
    alone = ruin(crafted="Brass Whistle", at="t2/a | | t9/a", **SEIZED)
    assert refused(alone, "0 use Brass Whistle") == "RT-93 no-effect"


def test_a_card_that_reaches_anywhere_tires_one_inside() -> None:
    """RT-72"""
    s = play(ruin(seen="Spread Rumours", **SEIZED), "0 use Spread Rumours")
    assert offers(s) == ["tire 1", "tire 2"]


def test_who_is_put_out_chooses_the_section() -> None:
    """RT-73"""
    s = play(ruin(at="t7/a", inside="1", **CORNER), "0 storm")
    assert (asked(s), offers(s)) == ("PutOut 1", ["out t7/a", "out t7/b"])
    assert figure(play(s, "1 out t7/b"), 1) == "t7/b"


def test_it_is_no_combat_no_gun_no_dice_no_skipping() -> None:
    """RT-73"""
    words = {"crafted": " | Bicycle, Riot Shield, Helmet", "seen": " | Chief Thuma"}
    s = play(ruin(tokens=" | 1 guns", **words, **SEIZED), "0 storm")
    assert (asked(s), figure(s, 1), tokens(s, 0)) == ("Act 0", "t2/a", "1 guns")
    assert events(s, "roll") == []


def test_protection_saves_tokens_not_the_place() -> None:
    """RT-73"""
    s = play(ruin(tokens=" | 5 food", crafted=" | Safe", **SEIZED), "0 storm, 1 use Safe")
    assert (tokens(s, 1), figure(s, 1), favor(s)[0]) == ("5 food", "t2/a", -3)


def test_one_may_throw_out_and_enter_in_one_turn() -> None:
    """RT-73"""
    s = play(ruin(ap="12", unseen="Forger", **SEIZED), "0 storm, 0 enter")
    assert (figure(s, 0), figure(s, 1), ap(s)[0]) == ("Outpost", "t2/a", 0)


def test_the_example_of_the_outpost() -> None:
    """RT-74 Disc 4 for 8 AP; won in a fight, 4 to 0 and 0 to 4; then disc 3: Favor 7."""
    s = ruin(tokens=" | 1 guns", characters="Mayu | Carter", **HERE)
    play(s, "0 enter, 0 disc 0")
    assert (favor(s)[0], discs(s, 0), ap(s)[0]) == (4, [4], 2)
    s = ruin(tokens=" | 1 guns", characters="Mayu | Carter", seat=1, discs="4", favor="4", **HERE)
    play(dice(s, "1 attack hit"), "1 attack 0")
    assert (favor(s)[:2], discs(s, 1)) == ([0, 4], [4])
    s = ruin(characters="Mayu | Carter", seat=1, discs=" | 4", favor=" | 4", **HERE)
    play(s, "1 enter, 1 disc 1")
    assert (favor(s)[1], discs(s, 1)) == (7, [4, 3])


def test_a_discount_works_for_entering_or_one_action() -> None:
    """RT-70"""
    s = play(ruin(fulfilled="Envoy of the Outpost", **HERE), "0 use Envoy of the Outpost, 0 enter")
    assert ap(s)[0] == 13
    assert ap(play(s, "0 disc 0"))[0] == 5
    s = ruin(fulfilled="Envoy of the Outpost", **INSIDE)
    assert ap(play(s, "0 use Envoy of the Outpost, 0 disc 0"))[0] == 10


def test_with_0_ap_a_discount_is_of_no_use() -> None:
    """RT-93, RT-28"""
    assert asked(ruin(ap="0", fulfilled="Envoy of the Outpost", **INSIDE)) == "Act 1"


def test_a_discount_does_not_last_over_the_turn() -> None:
    """RT-70"""
    s = ruin(fulfilled="Envoy of the Outpost", **HERE)
    play(s, "0 use Envoy of the Outpost, 0 cross t2/b, 0 end, 1 enter")
    assert ap(s)[1] == 10


def test_the_deal_lets_several_share_the_outpost() -> None:
    """RT-82"""
    s = play(ruin(event="The Deal", **SEIZED), "0 enter")
    assert [figure(s, seat) for seat in (0, 1)] == ["Outpost", "Outpost"]


def test_under_the_deal_one_fights_inside() -> None:
    """RT-82, RT-56"""
    s = ruin(event="The Deal", tokens="1 guns | 2 food", inside="0 1", **HERE)
    assert offers(s, "attack") == ["attack 1"]
    play(dice(s, "0 attack hit"), "0 attack 1")
    assert asked(s) == "TakeTokens 0"


def test_under_the_deal_the_outpost_is_not_attacked() -> None:
    """RT-82"""
    s = ruin(event="The Deal", **SEIZED)
    assert refused(s, "0 storm") == "RT-82 outpost-shared"


def test_at_the_deals_end_all_are_put_outside() -> None:
    """RT-82, RT-73"""
    s = pass_all(ruin(event="The Deal", inside="0 2", **HERE))
    assert [figure(s, seat) for seat in range(3)] == ["t2/a"] * 3
    s = ruin(event="The Deal", inside="0 2", passed="1 2", seat=0, **CORNER)
    play(s, "0 pass")
    assert (asked(s), offers(s)) == ("PutOut 0", ["out t7/a", "out t7/b"])


def test_without_the_deal_one_stays_inside_over_the_round() -> None:
    """RT-82, RT-70"""
    s = pass_all(ruin(event="Ceasefire", **INSIDE))
    assert figure(s, 0) == "Outpost"
