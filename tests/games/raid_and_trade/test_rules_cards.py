"""Raid & Trade's rulebook, paragraph by paragraph: characters, named cards and effects."""

from __future__ import annotations

import pytest

from duskhall.games.raid_and_trade.parts import ACTED
from duskhall.games.raid_and_trade.state import Ruin
from tests.games.raid_and_trade.test_rules_raid import drain_bag
from tests.games.raid_and_trade.test_rules_rounds import new_round
from tests.games.raid_and_trade.words import (
    FAR_HOUSE,
    ap,
    asked,
    box,
    card,
    dice,
    edition_with,
    favor,
    house,
    in_hand,
    incident_on,
    may,
    offers,
    play,
    refused,
    ruin,
    sp,
    token_counts,
    tokens,
    told_kinds,
)
from tests.games.words import at, events

HOUSES = {"houses": f"t2-c1 green, t2-c3 green, {FAR_HOUSE}"}
FULL = "Forger, Water Cart, Sweet Rain, Old Battery, Pickpocket"


def chosen(s: Ruin, event: str) -> Ruin:
    """The next round begins with this event."""
    other = "The Deal" if event != "The Deal" else "Ceasefire"
    new_round(s, event, other)
    return play(s, f"{s.waiting[0]} choose {event}")


# Characters


def test_the_characters_of_the_rulebook() -> None:
    """RT-80"""
    faces = [box().rows[number] for number in box().characters]
    assert [face["name"] for face in faces] == ["Mayu", "Zoey", "Jake", "Garcia", "Carter", "Cora"]
    powers = [face["power"] for face in faces]
    assert powers == ["none", "none", "none", "trade_costs_no_ap", "none", "detonation"]


@pytest.mark.parametrize(
    ("character", "symbol", "half"),
    [("Carter", "win", 0), ("Mayu", "hit", 0), ("Zoey", "shield", 1), ("Jake", "destroy", 0)],
)
def test_dice_have_the_faces_of_the_examples(character: str, symbol: str, half: int) -> None:
    """RT-80, RT-57"""
    die = box().rows[box().card_names.index(character)]["die"]
    assert isinstance(die, list)
    assert symbol in [face[half] for face in die]


# Named cards


def test_tough_luck_returns_all_tokens_and_draws_as_many() -> None:
    """RT-81"""
    s = ruin(tokens="2 scrap | 5 guns | 8 medical")
    chosen(s, "Tough Luck")
    assert token_counts(s) == [2, 5, 8]
    assert tokens(s, 1) != "5 guns"
    seats = [event.seat for event in events(s, "draw")]
    assert list(dict.fromkeys(seats)) == [0, 1, 2]


def test_tough_luck_returns_everything_before_anybody_draws() -> None:
    """RT-81"""
    s = chosen(ruin(tokens=" | 13 guns | 13 medical", seed=5), "Tough Luck")
    told = [event.kind for event in s.events or [] if event.rule == "RT-81"]
    assert "draw" not in told[: told.count("spend")]
    assert s.has(1, 7) + s.has(2, 7) < 13


def test_tough_luck_deals_from_the_starting_player_on() -> None:
    """RT-81"""
    s = chosen(ruin(tokens="3 food | 2 food | 3 food"), "Tough Luck")
    seats = [event.seat for event in events(s, "draw")]
    assert list(dict.fromkeys(seats)) == [1, 2, 0]


def test_team_up_gives_an_incident_of_the_board_or_the_deck() -> None:
    """RT-83"""
    s = chosen(ruin(lying="t7 Scavenger", incidents="Forger, Water Cart"), "Team Up")
    assert (asked(s), offers(s)) == ("DrawIncident 0", ["draw", "take Scavenger", "decline"])
    play(s, "0 take Scavenger, 1 draw")
    assert (in_hand(s, 0), incident_on(s, "t7"), len(in_hand(s, 1))) == (["Scavenger"], [], 1)
    play(s, "2 decline")
    assert (in_hand(s, 2), token_counts(s)) == ([], [0, 0, 0])


def test_team_up_never_goes_beyond_five() -> None:
    """RT-83, RT-37"""
    s = chosen(ruin(seen=FULL, lying="t7 Scavenger"), "Team Up")
    assert asked(s) == "DrawIncident 1"


def test_an_incident_of_the_board_is_known_and_one_of_the_deck_is_not() -> None:
    """RT-83, RT-13"""
    s = chosen(ruin(lying="t7 Scavenger", incidents="Forger"), "Team Up")
    play(s, "0 take Scavenger, 1 draw")
    assert (at(s, "open_hand.0"), at(s, "hidden_hand.1")) == (["Scavenger"], ["Forger"])


def test_the_helmet_is_the_gun_of_a_defense() -> None:
    """RT-84"""
    s = ruin(tokens="1 guns | 1 guns", crafted=" | Helmet")
    play(s, "0 attack 1")
    assert offers(s) == ["decline", "defend", "defend Helmet"]
    play(dice(s, "0 attack hit", "1 defense shield"), "1 defend Helmet")
    assert (ap(s)[1], tokens(s, 1), at(s, "used.1")) == (12, "1 guns", ["Helmet"])


def test_the_helmet_needs_the_3_ap_all_the_same() -> None:
    """RT-84"""
    s = ruin(tokens="1 guns", crafted=" | Helmet", ap="15 | 2")
    play(dice(s, "0 attack nothing"), "0 attack 1")
    assert (asked(s), at(s, "ready.1")) == ("Act 0", ["Helmet"])


def test_the_super_gun_is_the_gun_of_an_attack() -> None:
    """RT-85"""
    s = play(ruin(tokens="1 guns", crafted="Super Gun"), "0 attack 1")
    assert offers(s) == ["gun", "use Super Gun"]
    play(dice(s, "0 attack nothing"), "0 use Super Gun")
    assert (ap(s)[0], tokens(s, 0), at(s, "used.0")) == (10, "1 guns", ["Super Gun"])


def test_with_the_super_gun_alone_one_may_attack_for_5_ap() -> None:
    """RT-85"""
    s = dice(ruin(crafted="Super Gun"), "0 attack nothing")
    assert ap(play(s, "0 attack 1"))[0] == 10
    assert refused(ruin(crafted="Super Gun", ap="4"), "0 attack 1") == "RT-50 attack-price"


def test_the_bicycle_ignores_a_whole_combat() -> None:
    """RT-86"""
    s = play(ruin(tokens="1 guns", crafted=" | Bicycle"), "0 attack 1, 1 use Bicycle")
    assert not {"roll", "fight_won", "fight_lost"} & set(told_kinds(s))
    assert at(s, "used.1") == ["Bicycle"]


def test_antibiotics_work_in_ones_own_turn_and_in_anothers() -> None:
    """RT-87"""
    assert ap(play(ruin(crafted="Antibiotics", ap="9"), "0 use Antibiotics"))[0] == 12
    s = play(ruin(tokens="1 guns | 1 guns", crafted=" | Antibiotics", ap="15 | 1"), "0 attack 1")
    play(s, "1 use Antibiotics")
    assert (ap(s)[1], offers(s)) == (4, ["decline", "defend"])


def test_antibiotics_answer_the_gate() -> None:
    """RT-87, RT-77"""
    s = play(ruin(sp="20", ap="20 | 3", crafted=" | Antibiotics"), "0 gate")
    assert ap(play(s, "1 use Antibiotics"))[1] == 6


def test_the_taser_rerolls_any_die() -> None:
    """RT-88"""
    s = ruin(tokens="1 guns | 1 guns", crafted=" | | Taser")
    play(dice(s, "0 attack win", "1 defense skill"), "0 attack 1, 1 defend")
    assert (asked(s), offers(s)) == ("AfterRoll 2", ["pass", "use Taser 0", "use Taser 1"])
    play(dice(s, "0 attack nothing"), "2 use Taser 0")
    assert (sp(s)[1], "fight_lost" in told_kinds(s)) == (1, True)


def test_after_a_reroll_all_are_asked_again() -> None:
    """RT-88"""
    s = ruin(**HOUSES, green="Kitchen Shelves", crafted="Loaded Dice | Taser")
    play(dice(s, "success"), "0 raid t2-c1")
    assert asked(s) == "AfterRoll 0 1"
    play(dice(s, "fail"), "0 pass, 1 use Taser 0")
    assert asked(s) == "AfterRoll 0"
    play(dice(s, "success"), "0 use Loaded Dice 0")
    assert token_counts(s)[0] == 4


def test_of_two_who_would_reroll_the_first_in_turn_order_does() -> None:
    """RT-88, RT-94"""
    s = ruin(seat=1, **HOUSES, green="Kitchen Shelves", crafted="Loaded Dice | | Taser")
    play(dice(s, "success"), "1 raid t2-c1")
    play(dice(s, "fail"), "0 use Loaded Dice 0, 2 use Taser 0")
    assert (at(s, "used.2"), at(s, "used.0"), asked(s)) == (["Taser"], [], "AfterRoll 0")


def test_chief_thuma_skips_combat_after_the_attacker_paid() -> None:
    """RT-89"""
    s = play(
        ruin(tokens="1 guns", unseen=" | Chief Thuma"), "0 attack 1, 1 pass, 1 use Chief Thuma"
    )
    assert (ap(s)[0], tokens(s, 0), at(s, "incident_discard")) == (10, "", ["Chief Thuma"])


def test_a_stopped_raid_loses_ap_and_action_and_the_house_stays() -> None:
    """RT-90"""
    s = play(ruin(seen=" | Stray Dogs", **HOUSES), "0 raid t2-c1, 1 use Stray Dogs")
    assert (ap(s)[0], s.numbers[ACTED], house(s, "t2-c1")) == (9, 1, "green")
    assert (token_counts(s)[0], at(s, "raid_card"), len(at(s, "green_deck"))) == (0, [], 25)


def test_the_first_who_stops_a_raid_ends_it() -> None:
    """RT-90, RT-94"""
    s = ruin(seen=" | Stray Dogs", crafted=" | | Timer Fuse", **HOUSES)
    play(s, "0 raid t2-c1, 1 use Stray Dogs, 2 use Timer Fuse")
    assert (asked(s), at(s, "ready.2"), in_hand(s, 1)) == ("Act 0", ["Timer Fuse"], [])


def test_a_raid_that_is_stopped_asks_nobody_any_more() -> None:
    """RT-90"""
    s = ruin(seen=" | Stray Dogs", unseen=" | | Forger", **HOUSES)
    play(s, "0 raid t2-c1, 1 use Stray Dogs, 2 pass")
    assert asked(s) == "Act 0"


def test_hawkers_tray_is_that_of_the_example() -> None:
    """RT-91"""
    face = box().rows[box().card_names.index("Hawker's Tray")]
    assert (face["cost"], face["sp"]) == ({"tools": 1, "scrap": 2, "clothing": 2}, 3)
    assert (face["effect"], face["use"]) == ([{"do": "gain_ap", "n": 3}], "once")


def test_a_restored_item_is_back_and_ready_without_sp() -> None:
    """RT-92"""
    s = ruin(seen="The Mender", used="Hip Flask, Old Badge, Combat Tonic", sp="5")
    play(s, "0 use The Mender")
    assert offers(s) == ["take Hip Flask", "take Combat Tonic"]  # at most 3 SP
    play(s, "0 take Combat Tonic, 0 use Combat Tonic")
    assert (ap(s)[0], sp(s)[0]) == (18, 5)


def test_only_single_use_items_of_ones_own_come_back() -> None:
    """RT-92"""
    s = ruin(seen="The Mender", used=" | Splints", tired="Body Armour")
    assert refused(s, "0 use The Mender") == "RT-93 no-effect"


def test_an_item_used_by_its_new_holder_comes_back_to_that_one() -> None:
    """RT-92, RT-63"""
    s = ruin(crafted="Hip Flask", tokens=" | 1 food", seen=" | The Mender", ap="15 | 10")
    play(s, "0 trade 1 Hip Flask for 1 food, 1 agree, 0 end, 1 use Hip Flask, 1 use The Mender")
    assert at(s, "ready.1") == ["Hip Flask"]


# Effects


def test_an_effect_is_done_as_far_as_possible() -> None:
    """RT-93"""
    s = play(ruin(crafted="Combat Tonic", ap="19"), "0 use Combat Tonic")
    assert ap(s)[0] == 20
    s = play(ruin(favor="10", crafted="Patrol Radio", ap="10"), "0 use Patrol Radio")
    assert (favor(s)[0], ap(s)[0]) == (10, 11)


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ({"ap": "20", "crafted": "Hip Flask"}, "Hip Flask"),
        ({"crafted": "Cloth Mask"}, "Cloth Mask"),
        ({"favor": "3", "seen": "Forger"}, "Forger"),
        ({"favor": "10", "seen": "Signed Petition"}, "Signed Petition"),
        ({"sp": "20", "seen": "Wandering Teacher"}, "Wandering Teacher"),
        ({"crafted": "Sample Case"}, "Sample Case"),
        ({"seen": "Pickpocket"}, "Pickpocket"),
        ({"ap": "15 | 0 | 0", "seen": "Spread Rumours"}, "Spread Rumours"),
        ({"crafted": "Trip Wire", "at": "t2/a | t1/a | t9/a"}, "Trip Wire"),
    ],
)
def test_what_could_do_nothing_cannot_be_started(words: dict[str, str], name: str) -> None:
    """RT-93"""
    s = ruin(**words)
    assert offers(s, "use") == []
    assert refused(s, f"0 use {name}") == "RT-93 no-effect"


@pytest.mark.parametrize(
    "name",
    ["Crowbar", "Helmet", "Super Gun", "Taser", "Splints", "Bicycle", "Wrench Roll", "Timer Fuse"],
)
def test_a_card_is_used_in_its_window_only(name: str) -> None:
    """RT-93"""
    s = ruin(crafted=name, tokens="2 food")
    assert refused(s, f"0 use {name}") in ("RT-93 not-its-time", "RT-93 no-effect")


def test_a_window_may_always_be_declined() -> None:
    """RT-93"""
    s = play(ruin(seen=" | Stray Dogs", **HOUSES), "0 raid t2-c1")
    assert offers(s) == ["pass", "use Stray Dogs"]


@pytest.mark.parametrize(("dial", "after"), [("-1", 0), ("-3", 0), ("-5", -2)])
def test_clearing_blacklist_stops_at_0(dial: str, after: int) -> None:
    """RT-93"""
    assert favor(play(ruin(favor=dial, crafted="Cloth Mask"), "0 use Cloth Mask"))[0] == after


def test_tokens_are_picked_from_the_bag_as_far_as_they_are_there() -> None:
    """RT-93"""
    s = play(ruin(seen="Junk Merchant"), "0 use Junk Merchant, 0 take 1 guns 1 medical")
    assert tokens(s, 0) == "1 medical 1 guns"
    s = play(drain_bag(ruin(seen="Junk Merchant"), 1), "0 use Junk Merchant")
    assert (tokens(s, 0), asked(s)) == ("1 scrap", "Act 0")


def test_some_picks_are_of_named_kinds() -> None:
    """RT-93"""
    s = play(ruin(crafted="Bandolier"), "0 use Bandolier")
    assert tokens(s, 0) == "2 guns"


def test_up_to_so_many_tokens_are_swapped_for_as_many_drawn() -> None:
    """RT-93"""
    s = play(ruin(crafted="Sample Case", tokens="7 food"), "0 use Sample Case")
    assert refused(s, "0 spend 6 food") == "RT-93 tokens-left"
    play(s, "0 spend 3 food, 0 done")
    assert (token_counts(s)[0], sum([e.change for e in events(s, "draw")])) == (7, 3)


def test_a_thief_on_the_tile_chooses() -> None:
    """RT-72, RT-93"""
    s = ruin(seen="Pickpocket", tokens=" | 2 food 2 guns | 1 scrap", at=" | t2/b | t1/a")
    play(s, "0 use Pickpocket")
    assert asked(s) == "TakeTokens 0"  # of the only one on the tile, on whatever road
    play(s, "0 take 2 guns")
    assert (tokens(s, 0), tokens(s, 1)) == ("2 guns", "2 food")


def test_robbers_from_anywhere_take_blindly() -> None:
    """RT-72, RT-93"""
    s = ruin(seen="Highwaymen", tokens=" | 2 food 2 guns | 1 scrap", at="t2/a | t4/a | t5/a")
    play(s, "0 use Highwaymen, 0 rob 1")
    assert (token_counts(s), asked(s)) == ([3, 1, 1], "Act 0")


def test_who_is_robbed_may_protect_the_tokens() -> None:
    """RT-55, RT-72"""
    s = ruin(seen="Highwaymen", tokens=" | 4 food", crafted=" | Safe")
    play(s, "0 use Highwaymen, 1 use Safe")
    assert (token_counts(s)[:2], at(s, "tired.1")) == ([0, 4], ["Safe"])


def test_ap_are_drained_but_not_below_0() -> None:
    """RT-93"""
    s = play(ruin(seen="Spread Rumours", ap="15 | 3 | 9"), "0 use Spread Rumours, 0 tire 1")
    assert ap(s) == [15, 0, 9]
    assert (
        ap(play(ruin(crafted="Trip Wire", ap="15 | 9", at=" | | t1/a"), "0 use Trip Wire"))[1] == 6
    )


def test_a_hired_gun_is_a_gun_and_brings_ap() -> None:
    """RT-85, RT-93"""
    s = play(dice(ruin(seen="Hired Gun"), "0 attack nothing"), "0 attack 1")
    assert (ap(s)[0], in_hand(s, 0)) == (13, [])


def test_incidents_are_drawn_unseen_and_never_beyond_five() -> None:
    """RT-37, RT-93"""
    red = {"houses": f"t2-c1 red, {FAR_HOUSE}", "red": "Broadcast Tower"}
    s = play(dice(ruin(seen=FULL.rpartition(", ")[0], **red), "success"), "0 raid t2-c1")
    play(s, "0 use Broadcast Tower")
    assert len(in_hand(s, 0)) == 5


def test_an_event_of_ones_own_may_make_barricades_dearer() -> None:
    """RT-30 What a crossing costs is what is paid."""
    mine = edition_with('rule = "barricade", by = -1', 'rule = "barricade", by = 2')
    s = play(ruin(event="Open Roads", edition=mine), "0 cross t2/b")
    assert ap(s)[0] == 12
    poor = play(ruin(event="Open Roads", edition=mine, ap="3"), "0 cross t1/a")
    assert refused(poor, "0 cross t1/b") == "RT-24 too-dear"


def test_every_single_use_item_leaves_and_every_other_tires() -> None:
    """RT-60, RT-92"""
    s = ruin(crafted="Hip Flask, Generator", ap="5")
    play(s, "0 use Hip Flask, 0 use Generator")
    assert (at(s, "used.0"), at(s, "tired.0")) == (["Hip Flask"], ["Generator"])
    assert s.ruins.once[card(s, "Hip Flask")]
    assert may(s, "0 end")
