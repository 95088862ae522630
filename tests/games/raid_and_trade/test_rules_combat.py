"""Raid & Trade's rulebook, paragraph by paragraph: combat."""

from __future__ import annotations

import pytest

from duskhall.games.raid_and_trade.parts import ACTED, DIE
from duskhall.games.raid_and_trade.state import Ruin
from tests.games.raid_and_trade.words import (
    FAR_HOUSE,
    ap,
    asked,
    card,
    dice,
    discs,
    favor,
    in_hand,
    may,
    offers,
    paid,
    play,
    refused,
    ruin,
    sp,
    token_counts,
    tokens,
    told_kinds,
)
from tests.games.words import all_answer, at, events

ARMED = {"tokens": "1 guns | 1 guns"}
OUT_POST = {"outpost": "t2-c1"}


def fight(s: Ruin, attack: str, defense: str = "") -> Ruin:
    """Seat 0 attacks seat 1, who defends if a symbol says what is rolled; nobody interrupts."""
    loaded = [f"0 attack {attack}", *([f"1 defense {defense}"] if defense else [])]
    play(dice(s, *loaded), "0 attack 1")
    while asked(s).split()[0] in ("Attacked", "Paid", "Defend", "AfterRoll"):
        if asked(s) == "Defend 1":
            play(s, "1 defend" if defense else "1 decline")
        else:
            all_answer(s)
    return s


def has_won(s: Ruin) -> bool:
    return "fight_won" in told_kinds(s)


def test_an_attack_costs_a_gun_and_5_ap() -> None:
    """RT-50"""
    s = fight(ruin(tokens="2 guns"), "nothing")
    assert (tokens(s, 0), ap(s), s.numbers[ACTED]) == ("1 guns", [10, 15, 15], 1)


def test_without_a_gun_or_its_stand_in_nobody_attacks() -> None:
    """RT-50"""
    s = ruin(tokens="5 food")
    assert offers(s, "attack") == []
    assert refused(s, "0 attack 1") == "RT-50 attack-price"


def test_nobody_attacks_themselves_or_no_seat() -> None:
    """RT-50"""
    s = ruin(**ARMED)
    assert refused(s, "0 attack 0") == "RT-50 attack-whom"
    assert refused(s, "0 attack 3") == "RT-50 attack-whom"


def test_the_defender_decides_before_any_roll() -> None:
    """RT-50"""
    s = play(ruin(**ARMED), "0 attack 1")
    assert (asked(s), offers(s)) == ("Defend 1", ["decline", "defend"])
    assert s.numbers[DIE : DIE + 2] == [-1, -1]


def test_defending_costs_a_gun_and_3_ap() -> None:
    """RT-50"""
    s = fight(ruin(**ARMED), "nothing", "nothing")
    assert (tokens(s, 1), ap(s)) == ("", [10, 12, 15])


def test_who_declines_pays_nothing_and_rolls_nothing() -> None:
    """RT-50, RT-51"""
    s = fight(ruin(**ARMED), "nothing")
    assert (tokens(s, 1), ap(s)[1], len(events(s, "roll"))) == ("1 guns", 15, 1)


@pytest.mark.parametrize("words", [{"ap": "15 | 2", **ARMED}, {"tokens": "1 guns | 3 food"}])
def test_who_cannot_pay_does_not_defend_and_is_not_asked(words: dict[str, str]) -> None:
    """RT-50"""
    s = play(dice(ruin(**words), "0 attack nothing"), "0 attack 1")
    assert (asked(s), len(events(s, "forced.no-defence"))) == ("Act 0", 1)


@pytest.mark.parametrize(
    ("attack", "defense", "won"),
    [
        ("win", "", True),
        ("win", "shield", True),
        ("win", "nothing", True),
        ("hit", "", True),
        ("hit", "shield", False),
        ("hit", "nothing", True),
        ("hit", "ap", True),
        ("hit", "craft", True),
        ("hit", "skill", True),
        ("nothing", "", False),
        ("nothing", "nothing", False),
        ("ap", "", False),
        ("ap", "nothing", False),
    ],
)
def test_what_wins_a_fight(attack: str, defense: str, won: bool) -> None:
    """RT-51, RT-57"""
    s = fight(ruin(**ARMED), attack, defense)
    if asked(s) == "CraftFree 1":
        play(s, "1 decline")
    assert has_won(s) == won


@pytest.mark.parametrize("symbol", ["steal", "skill", "craft", "destroy"])
def test_no_other_symbol_wins(symbol: str) -> None:
    """RT-51"""
    attacker = "Jake" if symbol == "destroy" else "Zoey"
    s = fight(ruin(characters=f"{attacker} | Mayu", tokens="1 guns"), symbol)
    assert not has_won(s)


def test_a_bonus_of_the_attack_half_is_the_attackers() -> None:
    """RT-51, RT-52"""
    assert ap(fight(ruin(**ARMED), "ap"))[0] == 15 - 5 + 3
    assert sp(fight(ruin(characters="Mayu | Zoey", **ARMED), "skill")) == [1, 0, 0]


@pytest.mark.parametrize("attack", ["win", "nothing"])
def test_a_bonus_of_the_defense_half_is_the_defenders_won_or_lost(attack: str) -> None:
    """RT-51, RT-52"""
    s = fight(ruin(**ARMED), attack, "skill")
    assert sp(s) == [0, 1, 0]
    s = fight(ruin(**ARMED), attack, "ap")
    assert ap(s)[1] == 15


def test_the_attacker_reads_the_attack_half_and_the_defender_the_other() -> None:
    """RT-51 The same face of Mayu's die is a hit or a shield, nothing or a free craft."""
    s = fight(ruin(characters="Mayu | Carter", **ARMED), "nothing")
    assert (asked(s), sp(s)[0]) == ("Act 0", 0)
    s = fight(ruin(**ARMED), "nothing", "craft")
    assert asked(s) == "CraftFree 1"


def test_a_free_craft_takes_an_item_of_exactly_1_sp() -> None:
    """RT-52, RT-59"""
    s = fight(ruin(characters="Zoey | Mayu", **ARMED), "craft")
    ones = [name for name in at(s, "items.0") if s.ruins.sp[card(s, name)] == 1]
    assert offers(s) == [*[f"craft {name}" for name in ones], "decline"]
    assert len(ones) == 5
    play(s, "0 craft Fuse Box")
    assert (sp(s)[0], ap(s)[0], tokens(s, 0)) == (1, 10, "")
    assert at(s, "ready.0") == ["Fuse Box"]


def test_a_free_craft_may_be_of_any_item_that_one_holds() -> None:
    """RT-59"""
    s = fight(ruin(characters="Zoey | Mayu", held="Hip Flask, Helmet", **ARMED), "craft")
    assert "craft Hip Flask" in offers(s)
    assert "craft Helmet" not in offers(s)


def test_steal_takes_a_crafted_item_of_the_rollers_choice() -> None:
    """RT-52, RT-59"""
    words = {"crafted": " | Splints, Antibiotics", "tired": " | Operating Lamp", "sp": "0 | 6"}
    s = fight(ruin(characters="Zoey | Mayu", **ARMED, **words), "steal")
    assert offers(s) == ["seize Splints", "seize Antibiotics", "seize Operating Lamp", "decline"]
    play(s, "0 seize Antibiotics")
    assert (at(s, "ready.0"), at(s, "ready.1")) == (["Antibiotics"], ["Splints"])
    assert sp(s)[:2] == [0, 6]
    assert ap(play(s, "0 use Antibiotics"))[0] == 13
    assert at(s, "used.0") == ["Antibiotics"]


def test_a_stolen_item_keeps_its_used_mark() -> None:
    """RT-59"""
    s = fight(ruin(characters="Zoey | Mayu", tired=" | Operating Lamp", **ARMED), "steal")
    play(s, "0 seize Operating Lamp")
    assert (at(s, "tired.0"), at(s, "ready.0")) == (["Operating Lamp"], [])


def test_a_stolen_item_may_be_spent_on_a_quest() -> None:
    """RT-59"""
    s = ruin(
        characters="Zoey | Mayu",
        crafted="Taser, Fuse Box | Splints",
        tokens="1 guns 2 parts 6 food",
        row="A Gift of Steel",
    )
    s = play(fight(s, "steal"), "0 seize Splints, 0 quest A Gift of Steel")
    play(s, "0 drop Splints, 0 drop Taser")
    assert at(s, "fulfilled.0") == ["A Gift of Steel"]


@pytest.mark.parametrize("symbol", ["steal", "destroy"])
def test_without_anything_to_take_the_symbol_does_nothing(symbol: str) -> None:
    """RT-59"""
    attacker = "Zoey" if symbol == "steal" else "Jake"
    s = fight(ruin(characters=f"{attacker} | Mayu", tokens="1 guns"), symbol)
    assert asked(s) == "Act 0"


def test_the_winner_chooses_disc_or_tokens() -> None:
    """RT-53"""
    s = fight(ruin(tokens="1 guns | 2 food", discs=" | 3 1", favor=" | 4"), "hit")
    assert (asked(s), offers(s)) == ("Spoils 0", ["disc", "tokens"])


def test_the_highest_disc_is_taken_and_its_favor_goes_with_it() -> None:
    """RT-53"""
    s = fight(ruin(tokens="1 guns | 2 food", discs=" | 1 3", favor="1 | 4"), "hit")
    play(s, "0 disc")
    assert (discs(s, 0), discs(s, 1), favor(s)) == ([3], [1], [4, 1, 0])
    assert tokens(s, 1) == "2 food"


def test_the_loser_gives_five_of_their_own_choice() -> None:
    """RT-53"""
    s = fight(ruin(tokens="1 guns | 4 food 3 scrap"), "hit")
    assert (asked(s), offers(s)) == ("Yield 1", ["five", "three"])
    play(s, "1 five")
    assert asked(s) == "GiveTokens 1"
    play(s, "1 spend 2 food, 1 spend 2 scrap 1 food")
    assert (tokens(s, 0), tokens(s, 1)) == ("2 scrap 3 food", "1 scrap 1 food")


def test_or_the_attacker_takes_up_to_three_of_the_attackers_choice() -> None:
    """RT-53"""
    s = fight(ruin(tokens="1 guns | 4 food 3 scrap"), "hit")
    play(s, "1 three")
    assert (asked(s), offers(s)) == ("TakeTokens 0", ["take scrap", "take food", "done"])
    play(s, "0 take 2 scrap, 0 done")
    assert (tokens(s, 0), tokens(s, 1)) == ("2 scrap", "1 scrap 4 food")


def test_not_more_than_three_are_taken() -> None:
    """RT-53"""
    s = play(fight(ruin(tokens="1 guns | 7 food"), "hit"), "1 three")
    assert refused(s, "0 take 4 food") == "RT-53 tokens-left"
    play(s, "0 take 3 food")
    assert (token_counts(s)[:2], asked(s)) == ([3, 4], "Act 0")


def test_five_can_be_chosen_only_with_five_tokens() -> None:
    """RT-58"""
    s = fight(ruin(tokens="1 guns | 4 food"), "hit")
    assert asked(s) == "TakeTokens 0"  # three is all there is to choose
    s = fight(ruin(tokens="1 guns | 5 food"), "hit")
    assert asked(s) == "Yield 1"


def test_a_card_may_skip_combat_before_anybody_pays() -> None:
    """RT-54, RT-86"""
    s = ruin(crafted=" | Bicycle", **ARMED)
    play(s, "0 attack 1")
    assert (asked(s), ap(s)[0]) == ("Attacked 1", 15)
    play(s, "1 use Bicycle")
    assert (ap(s), tokens(s, 0), tokens(s, 1)) == ([15, 15, 15], "1 guns", "1 guns")
    assert (s.numbers[ACTED], asked(s), events(s, "roll")) == (1, "Act 0", [])
    assert refused(s, "0 attack 2") == "RT-22 action-spent"


def test_a_card_may_skip_combat_after_the_attacker_paid() -> None:
    """RT-54, RT-89"""
    s = ruin(seen=" | Chief Thuma", **ARMED)
    play(s, "0 attack 1")
    assert (asked(s), ap(s)[0], tokens(s, 0)) == ("Paid 1", 10, "")
    play(s, "1 use Chief Thuma")
    assert (ap(s), tokens(s, 1), asked(s)) == ([10, 15, 15], "1 guns", "Act 0")
    assert (s.numbers[ACTED], events(s, "roll")) == (1, [])


def test_the_order_of_an_attack() -> None:
    """RT-55"""
    s = ruin(
        tokens="1 guns | 1 guns 5 food",
        crafted="Super Gun | Bicycle, Riot Shield, Helmet, Taser, Splints",
        characters="Carter | Zoey",
    )
    order = [asked(play(s, "0 attack 1"))]
    play(s, "1 pass")
    order.append(asked(s))
    play(s, "0 gun")
    order.append(asked(s))
    play(s, "1 pass")
    order.append(asked(s))
    play(dice(s, "0 attack hit", "1 defense craft"), "1 defend Helmet")
    order.append(asked(s))
    play(s, "1 pass")
    order.append(asked(s))
    play(s, "1 decline")
    order.append(asked(s))
    play(s, "1 five")
    order.append(asked(s))
    assert order == [
        "Attacked 1",
        "PayAttack 0",
        "Paid 1",
        "Defend 1",
        "AfterRoll 1",
        "CraftFree 1",
        "Yield 1",
        "OnLoss 1",
    ]


def test_the_attackers_bonus_comes_before_the_defenders() -> None:
    """RT-55"""
    s = fight(ruin(characters="Zoey | Mayu", **ARMED), "craft", "craft")
    assert asked(s) == "CraftFree 0"
    assert asked(play(s, "0 decline")) == "CraftFree 1"


def test_the_bonuses_come_before_the_spoils() -> None:
    """RT-55"""
    s = fight(ruin(tokens="1 guns | 1 guns 6 food"), "hit", "craft")
    assert asked(s) == "CraftFree 1"
    assert asked(play(s, "1 decline")) == "Yield 1"


def test_dice_are_rerolled_before_they_count() -> None:
    """RT-55, RT-88"""
    s = ruin(tokens="1 guns | 1 guns", crafted="Loaded Dice")
    play(dice(s, "0 attack nothing", "1 defense shield"), "0 attack 1, 1 defend")
    assert offers(s) == ["pass", "use Loaded Dice 0", "use Loaded Dice 1"]
    play(dice(s, "0 attack win"), "0 use Loaded Dice 0")
    assert has_won(s)


def test_a_reroll_of_ones_own_die_is_not_for_the_others() -> None:
    """RT-55"""
    s = ruin(tokens="1 guns | 1 guns", crafted="Blast Goggles | Smelling Salts")
    play(dice(s, "0 attack nothing", "1 defense shield"), "0 attack 1, 1 defend")
    assert offers(s, seat=0) == ["pass", "use Blast Goggles 0"]
    assert offers(s, seat=1) == ["pass", "use Smelling Salts 1"]


@pytest.mark.parametrize(
    ("where", "reached"),
    [("t7/a", True), ("t7/b", False), ("t7/c", False), ("t5/b", False), ("t2/b", False)],
)
def test_one_attacks_on_ones_own_section_only(where: str, reached: bool) -> None:
    """RT-50, RT-56"""
    s = ruin(at=f"t7/a | {where} | t4/a", tokens="1 guns")
    assert offers(s, "attack") == (["attack 1"] if reached else [])
    if not reached:
        assert refused(s, "0 attack 1") == "RT-56 attack-far"


def test_a_passed_player_may_be_attacked() -> None:
    """RT-56, RT-26"""
    assert offers(ruin(passed="1", **ARMED), "attack") == ["attack 1", "attack 2"]


def test_nobody_inside_the_outpost_is_attacked_nor_attacks_outside() -> None:
    """RT-56, RT-70"""
    s = ruin(inside="1", at="t2/a | | t9/a", **OUT_POST, **ARMED)
    assert refused(s, "0 attack 1") == "RT-56 attack-outpost"
    s = ruin(inside="0", **OUT_POST, **ARMED)
    assert (offers(s, "attack"), refused(s, "0 attack 1")) == ([], "RT-56 attack-outpost")


def test_under_a_ceasefire_nobody_attacks() -> None:
    """RT-50"""
    s = ruin(event="Ceasefire", **ARMED)
    assert (offers(s, "attack"), refused(s, "0 attack 1")) == ([], "RT-50 ceasefire")


def test_auto_win_against_a_shield_wins() -> None:
    """RT-57 Carter attacks Zoey."""
    s = fight(ruin(characters="Carter | Zoey", tokens="1 guns | 1 guns 2 food"), "win", "shield")
    assert (has_won(s), paid(s, 0), paid(s, 1)) == (True, 5, 3)


def test_a_hit_against_a_shield_does_not_win() -> None:
    """RT-57 Mayu attacks Zoey."""
    s = fight(ruin(characters="Mayu | Zoey", tokens="1 guns | 1 guns 2 food"), "hit", "shield")
    assert (has_won(s), tokens(s, 1), asked(s)) == (False, "2 food", "Act 0")


def test_destroy_does_not_win_and_its_roller_picks() -> None:
    """RT-57 Jake attacks Garcia."""
    words = {"crafted": " | Safe, Thermos", "seen": " | Forger", "unseen": " | Sweet Rain"}
    s = ruin(characters="Jake | Garcia", tokens="1 guns | 1 guns", **words)
    s = fight(s, "destroy", "nothing")
    assert (has_won(s), offers(s)) == (False, ["ruin Thermos", "ruin Safe", "ruin", "decline"])
    play(s, "0 ruin")
    assert len(in_hand(s, 1)) == 1
    assert at(s, "incident_discard") in (["Forger"], ["Sweet Rain"])
    assert at(s, "ready.1") == ["Thermos", "Safe"]


def test_a_destroyed_item_goes_to_the_box_and_its_sp_stay() -> None:
    """RT-57, RT-59"""
    s = ruin(characters="Jake | Garcia", tokens="1 guns", crafted=" | Safe, Thermos", sp="0 | 3")
    s = play(fight(s, "destroy"), "0 ruin Safe")
    assert (at(s, "ready.1"), sp(s)[1]) == (["Thermos"], 3)
    assert "Safe" in at(s, "item_box")


def test_a_destroyed_incident_is_chosen_by_luck() -> None:
    """RT-57"""
    gone = set()
    for seed in range(12):
        s = ruin(
            characters="Jake | Garcia", tokens="1 guns", seen=" | Forger, Sweet Rain", seed=seed
        )
        play(dice(s, "0 attack destroy"), "0 attack 1")
        play(s, "0 ruin")
        gone |= set(at(s, "incident_discard"))
    assert gone == {"Forger", "Sweet Rain"}


def test_only_the_attacker_can_win_anything() -> None:
    """RT-58"""
    s = fight(ruin(tokens="1 guns 5 food | 1 guns"), "nothing", "shield")
    assert (tokens(s, 0), tokens(s, 1), asked(s)) == ("5 food", "", "Act 0")


def test_with_neither_disc_nor_tokens_there_is_nothing_to_take() -> None:
    """RT-58"""
    s = fight(ruin(tokens="1 guns"), "hit")
    assert (has_won(s), asked(s)) == (True, "Act 0")


def test_losing_a_disc_turns_the_dial_past_0() -> None:
    """RT-58"""
    s = fight(ruin(tokens="1 guns", discs=" | 4", favor="0 | 1"), "hit")
    assert favor(s) == [4, -3, 0]


def test_the_takers_gain_stops_at_10() -> None:
    """RT-58"""
    s = fight(ruin(tokens="1 guns", discs=" | 4", favor="8 | 4"), "hit")
    assert favor(s) == [10, 0, 0]


def test_a_disc_taken_can_be_taken_again() -> None:
    """RT-58"""
    s = fight(ruin(tokens="1 guns | 1 guns", discs=" | 4", favor="0 | 4"), "hit")
    play(s, "0 disc, 0 end")
    play(dice(s, "1 attack hit"), "1 attack 0")
    assert (discs(s, 0), discs(s, 1), favor(s)) == ([], [4], [0, 4, 0])


def test_a_protected_loser_keeps_the_tokens() -> None:
    """RT-55"""
    s = fight(ruin(tokens="1 guns | 6 food", crafted=" | Splints"), "hit")
    play(s, "1 five, 1 use Splints")
    assert (tokens(s, 1), tokens(s, 0), at(s, "used.1")) == ("6 food", "", ["Splints"])


def test_protection_is_for_one_loss() -> None:
    """RT-55"""
    s = ruin(tokens="1 guns 1 food | 6 food", crafted=" | Splints", passed="1 2")
    play(fight(s, "hit"), "1 five, 1 use Splints, 0 end")
    s.numbers[s.box.number_name.index("guns.0")] = 1
    s.ask_again()
    assert asked(fight(s, "hit")) == "Yield 1"
    play(s, "1 five")
    assert token_counts(s)[:2] == [6, 1]


def test_only_what_protects_all_keeps_a_disc_or_an_item() -> None:
    """RT-55"""
    words = {"tokens": "1 guns", "discs": " | 4", "favor": "0 | 4"}
    s = fight(ruin(crafted=" | Splints", **words), "hit")
    assert discs(s, 0) == [4]
    s = fight(ruin(crafted=" | Bunker", **words), "hit")
    assert asked(s) == "OnLoss 1"
    play(s, "1 use Bunker")
    assert (discs(s, 1), favor(s)) == ([4], [0, 4, 0])
    s = fight(
        ruin(characters="Zoey | Mayu", crafted=" | Bunker, Splints", tokens="1 guns"), "steal"
    )
    play(s, "0 seize Splints, 1 use Bunker")
    assert (at(s, "ready.1"), at(s, "ready.0")) == (["Splints"], [])


def test_an_attack_that_can_no_longer_be_paid_is_off() -> None:
    """RT-54, RT-24 The attacked drain the attacker before anybody pays."""
    s = ruin(ap="6", seen=" | Spread Rumours", houses=FAR_HOUSE, **ARMED)
    play(s, "0 attack 1, 1 use Spread Rumours, 1 tire 0")
    assert (ap(s)[0], tokens(s, 0), s.numbers[ACTED]) == (2, "1 guns", 1)
    assert may(s, "0 end")


def test_other_answers_than_those_asked_for_are_refused() -> None:
    """RT-50, RT-58"""
    s = play(ruin(crafted="Super Gun", tokens="1 guns | 1 guns 5 food"), "0 attack 1")
    assert refused(s, "0 defend") == "RT-50 pay-attack"
    play(dice(s, "0 attack hit"), "0 gun")
    assert refused(s, "1 gun") == refused(s, "1 defend Helmet") == "RT-50 defend"
    play(s, "1 decline")
    assert refused(s, "1 keep") == "RT-58 five"


def test_an_item_on_the_way_of_being_lost_may_save_itself() -> None:
    """RT-55, RT-57"""
    s = ruin(characters="Jake | Mayu", tokens="1 guns", crafted=" | Bunker", sp="0 | 4")
    s = play(fight(s, "destroy"), "0 ruin Bunker, 1 use Bunker")
    assert (at(s, "tired.1"), asked(s)) == (["Bunker"], "Act 0")
