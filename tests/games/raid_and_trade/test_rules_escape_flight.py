"""Raid & Trade's rulebook, paragraph by paragraph: bombardment, elimination and the helicopter."""

from __future__ import annotations

from duskhall.engine.state import Offer
from duskhall.games.raid_and_trade.cards import DRAW_INCIDENT, OUTPOST_DISCOUNT, Effect
from duskhall.games.raid_and_trade.parts import (
    CHARACTER,
    DYNAMITE,
    FAVOR,
    FLOWN,
    HOUSE,
    NOT_PLACED,
    ROUND,
    SPENT_TOKEN,
    USED,
)
from duskhall.games.raid_and_trade.rules.deeds import could
from duskhall.games.raid_and_trade.state import Ruin
from tests.games.raid_and_trade.escape_words import flight, guards, out, result
from tests.games.raid_and_trade.words import (
    TILE_IDS,
    ap,
    asked,
    bag,
    dice,
    favor,
    house,
    offers,
    pass_all,
    play,
    put,
    refused,
    sp,
    square,
    token_counts,
    tokens,
)
from tests.games.words import at, events

PAD = "pad/a | pad/a | pad/a"
FUEL = "1 parts 1 electrics 2 tools 2 scrap"


def left(s: Ruin) -> list[str]:
    """The tiles that still lie there."""
    return [[*TILE_IDS, "pad"][tile] for tile, at in enumerate(s.lying()) if at >= 0]


# The bombardment


def test_at_the_end_of_a_round_the_farthest_tile_is_hit_with_all_on_it() -> None:
    """RT-105, RT-130"""
    s = flight(at="t2/a | t8/a | t8/a", start_guard=True)
    assert "t1-c4" in guards(s)
    s.numbers[DYNAMITE] = square("t1-c1")
    pass_all(s)
    assert left(s) == ["t2", "t4", "t8", "pad"]
    assert not any(s.numbers[HOUSE + square(f"t1-c{n}")] for n in range(1, 7))
    assert "t1-c4" not in guards(s)
    assert s.numbers[DYNAMITE] == SPENT_TOKEN
    assert favor(s) == [-1, -1, -1]
    assert (s.numbers[ROUND], out(s)) == (2, [])


def test_tokens_under_guards_there_go_to_the_bag() -> None:
    """RT-130"""
    s = flight(at="t2/a | t2/a | t2/a", guards="t1-c4 5 food")
    before = bag(s)
    pass_all(s)
    assert (guards(s), bag(s) != before) == ([], True)
    assert bag(s).split()[3] == "food"
    assert bag(s).split()[2] == "19"


def test_players_on_it_are_out_and_the_others_get_their_tokens() -> None:
    """RT-105, RT-107, RT-130, RT-131"""
    s = flight(4, at="t2/a | t1/a | t2/a | t1/b", tokens="| 3 food 2 tools | | 4 scrap")
    pass_all(s)
    assert out(s) == [1, 3]
    assert token_counts(s)[1::2] == [0, 0]
    assert sum(token_counts(s)) == 9
    # Five from the left of 1 are 2 0 2 0 2, and four from the left of 3 are 0 2 0 2.
    assert token_counts(s) == [4, 0, 5, 0]
    assert favor(s) == [-1, 0, -1, 0]


def test_items_skill_and_ap_of_the_eliminated_are_lost() -> None:
    """RT-131"""
    s = flight(at="t1/a | t2/a | t2/a", sp="9", crafted="Super Gun")
    put(s, ["Pain Tablets"], USED)
    pass_all(s)
    assert (sp(s)[0], ap(s)[0]) == (0, 0)
    assert at(s, "ready.0") == at(s, "items.0") == []
    assert {"Super Gun", "Pain Tablets"} <= set(at(s, "item_box"))
    assert len(s.places[CHARACTER]) == 1


def test_tokens_of_the_eliminated_are_dealt_one_by_one_from_the_left() -> None:
    """RT-107, RT-131"""
    s = play(flight(favor="0 | -9", tokens=" | 5 food"), "0 end, 1 cross t2/a")
    assert out(s) == [1]
    assert token_counts(s) == [2, 0, 3]


def test_adrenaline_of_a_bombardment_may_eliminate_and_such_get_nothing() -> None:
    """RT-130, RT-131"""
    s = flight(at="t1/a | t2/a | t2/a", tokens="4 food | 2 tools", favor="0 | -9 | -2")
    pass_all(s)
    assert out(s) == [0, 1]
    assert token_counts(s) == [0, 0, 6]
    assert asked(s) == "Flee 2"


def test_when_only_the_helipad_is_left_it_is_hit_and_all_have_lost() -> None:
    """RT-130, RT-108"""
    s = flight(at=PAD, tokens="3 food")
    for rounds in range(1, 6):
        assert s.numbers[ROUND] == rounds
        pass_all(s)
    assert s.agenda == []
    assert result(s) == ([2, 2, 2], "RT-108", "eliminated")
    assert token_counts(s) == [0, 0, 0]  # with nobody left they go to the bag


def test_the_trader_goes_with_its_tile() -> None:
    """RT-109, RT-130"""
    s = flight(at="t2/a | t8/a | t8/a", tokens="4 food", guards="helipad-g1")
    assert offers(s, "market")
    play(s, "0 cross t8/a, 0 end")
    pass_all(s)
    pass_all(s)
    assert "t2" not in left(s)
    assert refused(s, f"{s.current} market guns") == "RT-62 not-at-market"


# Adrenaline


def test_bars_of_the_dial() -> None:
    """RT-106"""
    s = flight(favor="-6")
    assert offers(s, "raid") == ["raid t1-c2", "raid t1-c3", "raid t1-c5"]
    s = flight(favor="-8")
    assert offers(s, "raid") == ["raid t1-c3"]
    assert refused(s, "0 raid t1-c2") == "RT-43 blacklisted"


def test_keeping_a_blacklist_card_adds_nothing_and_putting_it_back_calms() -> None:
    """RT-106, RT-128"""
    s = play(flight(favor="-3", red="Grain Silo"), "0 raid t1-c3, 0 keep")
    assert (favor(s)[0], token_counts(s)[0]) == (-3, 6)
    s = play(flight(favor="-3", red="Grain Silo"), "0 raid t1-c3, 0 put_back")
    assert (favor(s)[0], token_counts(s)[0], house(s, "t1-c3")) == (-2, 0, "red")
    assert refused(s, "0 raid t1-c2") == "RT-22 action-spent"


def test_an_option_lets_a_card_that_is_kept_add() -> None:
    """RT-128, RT-131"""
    adds = {"escape_blacklist": "adds", "red": "Grain Silo"}
    s = play(flight(favor="-3", **adds), "0 raid t1-c3, 0 keep")
    assert favor(s)[0] == -5
    s = play(flight(favor="-8", **adds), "0 raid t1-c3, 0 keep")
    assert (out(s), asked(s)) == ([0], "Flee 1")
    assert token_counts(s) == [0, 0, 0]  # nothing was drawn any more
    assert at(s, "raid_card") == []
    assert house(s, "t1-c3") == "red"


def test_favor_counts_as_adrenaline_below_zero_and_cards_lower_it() -> None:
    """RT-128"""
    s = flight(favor="-2", characters="Mayu", crafted="Cloth Mask")
    play(s, "0 use Cloth Mask")
    assert favor(s)[0] == 0
    s = flight(favor="2", tokens="4 food")
    play(dice(s, "0 attack nothing"), "0 cross t2/a")
    assert favor(s)[0] == 1


def test_incidents_and_outpost_discounts_do_nothing() -> None:
    """RT-128"""
    s = play(flight(green="Informer's Flat"), "0 raid t1-c1, 0 keep")
    assert (token_counts(s)[0], asked(s)) == (3, "Flee 0")
    assert at(s, "hidden_hand.0") == at(s, "open_hand.0") == []
    for verb in (DRAW_INCIDENT, OUTPOST_DISCOUNT):
        assert not could(s, 0, Effect(verb, 1, 0))


# Fights between players


def test_who_loses_a_fight_to_a_player_gains_adrenaline_besides() -> None:
    """RT-129, RT-109"""
    s = flight(tokens="1 guns | 5 food 1 tools")
    play(dice(s, "0 attack hit"), "0 attack 1, 1 five, 1 spend 5 food")
    assert (tokens(s, 0), tokens(s, 1)) == ("5 food", "1 tools")
    assert favor(s) == [0, -1, 0]
    lost = flight(tokens="1 guns | 6 food")
    play(dice(lost, "0 attack nothing"), "0 attack 1")
    assert favor(lost) == [0, 0, 0]


def test_a_fight_may_eliminate_its_loser_and_the_turn_goes_on() -> None:
    """RT-129, RT-131"""
    s = flight(tokens="1 guns | 4 food", favor="0 | -9")
    play(dice(s, "0 attack hit"), "0 attack 1")
    play(s, "0 take 3 food")
    assert out(s) == [1]
    assert asked(s) == "Flee 0"
    assert sum(token_counts(s)) == 4
    assert refused(s, "0 trade 1") == "RT-22 action-spent"


def test_nobody_trades_with_or_attacks_the_eliminated() -> None:
    """RT-131"""
    s = flight(at="t1/a | t2/a | t2/a", tokens="| 1 guns 4 food")
    pass_all(s)
    assert out(s) == [0]
    play(s, "2 end")  # who has fewer tokens
    assert asked(s) == "Flee 1"
    assert refused(s, "1 trade 0") == "RT-64 trade-partner"
    assert refused(s, "1 attack 0") == "RT-50 attack-whom"
    for offer in (Offer(0, (1,), "swap 0 5"), Offer(1, (0,), "swap 1 1 0")):
        refusal = s.may_offer(offer)
        assert refusal is not None
        assert (refusal.rule, refusal.reason) == ("RT-64", "trade-partner")


def test_players_do_not_fight_each_other_on_the_helipad() -> None:
    """RT-108"""
    s = flight(at=PAD, tokens="1 guns | 6 food", guards="")
    assert offers(s, "attack") == []
    assert refused(s, "0 attack 1") == "RT-108 helipad-peace"


# The helicopter


def test_one_gives_on_the_helipad_when_no_guard_is_there() -> None:
    """RT-108, RT-132"""
    assert refused(flight(sp="9", tokens="1 parts"), "0 give parts") == "RT-132 not-at-helipad"
    guarded = flight(at=PAD, sp="9", tokens="1 parts")
    assert refused(guarded, "0 give parts") == "RT-108 helipad-guarded"
    s = flight(at=PAD, sp="3", tokens="1 parts 1 food 3 tools", guards="")
    assert offers(s, "give", "give_sp") == [
        *("give tools", "give parts"),
        *("give_sp 1", "give_sp 2", "give_sp 3"),
    ]
    assert refused(s, "0 give food") == "RT-132 give"
    assert refused(s, "0 give 3 tools") == "RT-132 give"
    few = flight(at=PAD, tokens="1 tools", guards="")
    assert refused(few, "0 give 2 tools") == "RT-132 give"
    rich = flight(at=PAD, sp="14", guards="")
    assert offers(rich, "give_sp")[-1] == "give_sp 12"  # no more than is needed
    assert refused(rich, "0 give_sp 13") == "RT-132 give"


def test_giving_is_no_action_and_costs_no_ap() -> None:
    """RT-132"""
    s = flight(at=PAD, sp="3", tokens="1 parts 3 tools", guards="")
    play(s, "0 give 2 tools, 0 give_sp 2")
    assert (ap(s)[0], sp(s)[0], tokens(s, 0)) == (15, 1, "1 tools 1 parts")
    assert s.outlook()["need"] == {
        "sp": 10,
        "tokens": {"scrap": 2, "parts": 1, "electrics": 1},
    }
    assert asked(s) == "Flee 0"
    assert s.numbers[s.box.number_name.index("given_tools.0")] == 2
    broke = flight(at=PAD, sp="3", ap="0", guards="")
    assert "give_sp 3" in offers(broke)


def test_who_meets_the_need_flies_with_those_who_gave_before_three_in_all() -> None:
    """RT-108, RT-132"""
    s = flight(
        5,
        at=f"{PAD} | pad/a | pad/a",
        tokens=f"1 parts | 1 electrics | {FUEL} | 1 scrap",
        sp="12 | 1 | 12",
        guards="",
    )
    play(s, "0 give parts, 0 end, 1 give electrics, 1 end, 2 end, 3 give scrap, 3 end, 4 end")
    play(s, "0 end, 1 end, 2 give_sp 12, 2 give 2 tools")
    play(s, "2 give scrap")
    assert s.agenda == []
    assert result(s) == ([1, 1, 1, 2, 2], "RT-132", "escaped")


def test_who_gave_and_is_not_there_stays_behind() -> None:
    """RT-132"""
    s = flight(at=PAD, tokens="1 parts | 1 electrics 2 tools 2 scrap", sp="0 | 12", guards="")
    play(s, "0 give parts, 0 cross t4/b, 0 end")
    play(s, "1 give 1 electrics 2 tools 2 scrap, 1 give_sp 12")
    assert result(s) == ([2, 1, 2], "RT-132", "escaped")
    assert s.numbers[FLOWN : FLOWN + 3] == [0, 1, 0]


def test_one_may_fly_alone() -> None:
    """RT-108"""
    s = flight(2, at="pad/a | pad/a", tokens=FUEL, sp="12", guards="")
    play(s, f"0 give {FUEL}, 0 give_sp 12")
    assert result(s) == ([1, 2], "RT-132", "escaped")
    assert len(events(s, "fly")) == 1


def test_what_was_given_stays_given() -> None:
    """RT-131, RT-132"""
    s = flight(at="pad/a | t1/a | pad/a", sp="5", guards="", favor="-9")
    play(s, "0 give_sp 5, 0 pass, 1 pass, 2 pass")
    assert out(s) == [0, 1]
    need = s.outlook()["need"]
    assert isinstance(need, dict)
    assert need["sp"] == 7


def test_all_eliminated_is_a_loss_for_all() -> None:
    """RT-108"""
    s = flight(2)
    pass_all(s)
    assert result(s) == ([2, 2], "RT-108", "eliminated")


def test_screens_are_told_where_the_fire_comes_and_what_is_needed() -> None:
    """RT-105, RT-108"""
    s = flight(favor="-4", guards="t2-c3 2 food")
    found = s.outlook()
    assert found["fire"] == {"tile": 0, "rounds": 5, "last": 5}
    assert found["adrenaline"] == [4, 0, 0]
    assert found["loot"] == [{"food": 2}, {}, {}, {}, {}, {}]
    assert s.numbers[DYNAMITE] == NOT_PLACED
    assert s.numbers[FAVOR] == -4
