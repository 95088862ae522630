"""Raid & Trade's rulebook, paragraph by paragraph: incidents and quests."""

from __future__ import annotations

import pytest

from duskhall.games.raid_and_trade.outlook import lacks
from tests.games.raid_and_trade.words import (
    ap,
    asked,
    bag,
    card,
    dice,
    favor,
    in_hand,
    incident_on,
    offers,
    pass_all,
    play,
    refused,
    ruin,
    sp,
    tokens,
)
from tests.games.words import at, events

FULL = "Forger, Water Cart, Sweet Rain, Scavenger, Pack Mule"
TWO_HOUSES = "t2-c1 green, t2-c3 green, t4-c3 green"
GUARD = {"row": "The Regent's Guard", "tokens": "2 scrap 2 clothing", "sp": "3"}


def test_an_incident_is_claimed_by_paying_its_tokens() -> None:
    """RT-35"""
    s = ruin(tokens="1 medical 2 scrap", lying="t2 Herald of the Gate")
    before = s.bag()
    play(s, "0 claim")
    assert (in_hand(s, 0), incident_on(s, "t2")) == (["Herald of the Gate"], [])
    assert (tokens(s, 0), ap(s)[0]) == ("1 scrap", 15)
    assert sum(s.bag()) == sum(before) + 2


def test_without_its_tokens_an_incident_is_not_claimed() -> None:
    """RT-35"""
    s = ruin(tokens="1 medical", lying="t2 Herald of the Gate")
    assert offers(s, "claim") == []
    assert refused(s, "0 claim") == "RT-35 incident-price"


def test_the_hand_limit_is_five() -> None:
    """RT-35, RT-37"""
    s = ruin(tokens="1 clothing", lying="t2 Pickpocket", seen=FULL)
    assert refused(s, "0 claim") == "RT-35 hand-full"
    play(s, "0 pass")
    four = ruin(tokens="1 clothing", lying="t2 Pickpocket", seen=FULL.partition(", ")[2])
    assert len(in_hand(play(four, "0 claim"), 0)) == 5


def test_seen_and_unseen_incidents_count_together() -> None:
    """RT-35"""
    s = ruin(
        tokens="1 clothing",
        lying="t2 Pickpocket",
        seen="Forger, Water Cart",
        unseen="Sweet Rain, Scavenger, Pack Mule",
    )
    assert refused(s, "0 claim") == "RT-35 hand-full"


def test_with_five_in_hand_none_is_drawn() -> None:
    """RT-37, RT-93"""
    s = ruin(seen=FULL, fulfilled="The City Chronicle", ap="10")
    assert refused(s, "0 use The City Chronicle") == "RT-93 no-effect"


def test_an_incident_is_used_once_and_then_discarded() -> None:
    """RT-35"""
    s = play(ruin(seen="Water Cart", ap="10"), "0 use Water Cart")
    assert (ap(s)[0], in_hand(s, 0), at(s, "incident_discard")) == (12, [], ["Water Cart"])
    assert refused(s, "0 use Water Cart") == "RT-35 not-ready"


def test_an_incident_deck_that_is_out_takes_its_discards_back() -> None:
    """RT-35"""
    s = ruin(incidents="")
    assert (len(at(s, "incident_deck")), len(at(s, "incident_discard"))) == (0, 30)
    play(s, "0 cross t1/a")
    assert (len(at(s, "incident_deck")), at(s, "incident_discard")) == (29, [])
    assert len(incident_on(s, "t1")) == 1


def test_with_no_incident_left_anywhere_none_is_drawn() -> None:
    """RT-35"""
    s = ruin(incidents="")
    every = at(s, "incident_discard")
    hands = [every[seat * 5 : seat * 5 + 5] for seat in range(5)]
    lying = ", ".join([f"t{9 - i} {name}" for i, name in enumerate(every[25:30])])
    s = ruin(5, incidents="", unseen=" | ".join([", ".join(hand) for hand in hands]), lying=lying)
    assert at(s, "incident_deck") == at(s, "incident_discard") == []
    play(s, "0 cross t1/a")
    assert (incident_on(s, "t1"), events(s, "turn_up")) == ([], [])


def test_an_incident_is_claimed_on_ones_own_tile_from_any_section() -> None:
    """RT-37"""
    words = {"tokens": "1 scrap", "lying": "t2 Forger"}
    for where in ("t2/a", "t2/b"):
        assert in_hand(play(ruin(at=where, **words), "0 claim"), 0) == ["Forger"]
    assert refused(ruin(at="t1/a", **words), "0 claim") == "RT-37 no-incident"


def test_an_incident_is_claimed_from_inside_the_outpost() -> None:
    """RT-37, RT-72"""
    s = ruin(tokens="1 scrap", lying="t2 Forger", outpost="t2-c1", inside="0")
    assert in_hand(play(s, "0 claim"), 0) == ["Forger"]


def test_only_the_active_player_claims() -> None:
    """RT-37"""
    s = ruin(tokens=" | 1 scrap", lying="t2 Forger")
    assert refused(s, "1 claim") == "RT-22 not-your-turn"


def test_an_incident_that_is_left_may_be_claimed_by_anybody_later() -> None:
    """RT-37"""
    s = ruin(tokens="1 food | 1 scrap", lying="t2 Forger")
    play(s, "0 cross t2/b, 0 end, 1 claim")
    assert in_hand(s, 1) == ["Forger"]


def test_the_quest_of_the_example() -> None:
    """RT-39, RT-36 Four tokens, 3 SP and two incidents; another quest takes its place."""
    s = ruin(seen="Forger, Water Cart", quests="The Long Haul", **GUARD)
    play(s, "0 quest The Regent's Guard, 0 drop Forger")
    assert (tokens(s, 0), sp(s)[0], in_hand(s, 0)) == ("", 0, [])
    assert (at(s, "fulfilled.0"), at(s, "quest_row")) == (["The Regent's Guard"], ["The Long Haul"])
    assert at(s, "incident_discard") == ["Water Cart", "Forger"]


def test_the_quest_of_the_example_saves_the_gun_once_a_round() -> None:
    """RT-39, RT-36"""
    s = ruin(tokens="2 guns", fulfilled=" | The Regent's Guard", passed="1 2")
    dice(s, "0 attack hit", "1 defense shield")
    play(s, "0 attack 1")
    assert offers(s) == ["decline", "defend The Regent's Guard"]
    play(s, "1 defend The Regent's Guard")
    assert (ap(s)[:2], at(s, "fulfilled_used.1")) == ([10, 12], ["The Regent's Guard"])
    dice(s, "0 attack nothing")
    play(s, "0 end, 0 attack 1")
    assert ap(s)[:2] == [5, 12]


def test_a_quest_is_ready_again_in_the_next_round() -> None:
    """RT-36"""
    s = play(ruin(ap="10", fulfilled="Master Class", passed="1 2"), "0 use Master Class")
    assert (ap(s)[0], refused(s, "0 use Master Class")) == (12, "RT-35 not-ready")
    pass_all(s)
    play(s, f"{s.waiting[0]} choose {at(s, 'event_row')[0]}")
    assert at(s, "fulfilled.0") == ["Master Class"]


def test_a_quest_works_at_once() -> None:
    """RT-36"""
    s = play(
        ruin(sp="6", tokens="3 food", row="Master Class", ap="10"),
        "0 quest Master Class, 0 use Master Class",
    )
    assert ap(s)[0] == 12


@pytest.mark.parametrize(
    ("quest", "short", "missing"),
    [
        ("The Regent's Guard", {"tokens": "1 scrap 2 clothing"}, {"scrap": 1}),
        ("The Regent's Guard", {"sp": "2"}, {"sp": 1}),
        ("The Regent's Guard", {"seen": "Forger"}, {"incidents": 1}),
        ("Feed the Wall Crews", {"ap": "2"}, {"ap": 1}),
        ("Feed the Wall Crews", {"tokens": "3 food 4 scrap"}, {"any": 1}),
        ("A Gift of Steel", {"crafted": "Helmet, Hip Flask"}, {"items": 1}),
        ("Envoy of the Outpost", {"favor": "2"}, {"favor": 1}),
        ("Envoy of the Outpost", {"favor": "-1"}, {"favor": 4}),
        ("Clear the Row", {"raided": "1"}, {"houses": 1}),
    ],
)
def test_every_requirement_must_be_met(
    quest: str, short: dict[str, str], missing: dict[str, int]
) -> None:
    """RT-36"""
    plenty = {
        "tokens": "6 scrap 6 clothing 3 food 2 parts",
        "sp": "6",
        "seen": "Forger, Water Cart, Sweet Rain, Scavenger",
        "crafted": "Helmet, Hip Flask, Dried Meat",
        "favor": "4",
        "raided": "2",
        "row": quest,
    }
    assert offers(ruin(**plenty), "quest") == [f"quest {quest}"]
    s = ruin(**{**plenty, **short})
    assert (offers(s, "quest"), lacks(s, 0, card(s, quest))) == ([], missing)
    assert refused(s, f"0 quest {quest}") == "RT-36 quest-needs"


def test_named_tokens_are_not_counted_among_any() -> None:
    """RT-36"""
    s = ruin(row="Feed the Wall Crews", seen="Forger, Water Cart", tokens="7 food")
    assert refused(s, "0 quest Feed the Wall Crews") == "RT-36 quest-needs"
    s = ruin(row="Feed the Wall Crews", seen="Forger, Water Cart", tokens="8 food")
    play(s, "0 quest Feed the Wall Crews, 0 drop Forger")
    assert (tokens(s, 0), ap(s)[0]) == ("", 12)


def test_favor_is_spent_and_the_dial_never_passes_below_0_for_it() -> None:
    """RT-36"""
    s = play(
        ruin(row="Envoy of the Outpost", favor="3", tokens="6 food"), "0 quest Envoy of the Outpost"
    )
    assert (favor(s)[0], ap(s)[0]) == (0, 13)


def test_houses_raided_this_round_are_only_counted() -> None:
    """RT-36, RT-38"""
    s = play(
        ruin(row="Clear the Row", raided="2", sp="4", tokens="6 food"), "0 quest Clear the Row"
    )
    assert (sp(s)[0], s.numbers[s.box.number_name.index("raided.0")]) == (0, 2)


def test_only_a_quest_that_lies_open_is_claimed() -> None:
    """RT-36"""
    s = ruin(sp="6", tokens="3 food")
    assert refused(s, "0 quest Master Class") == "RT-36 no-quest"


def test_the_player_chooses_which_incidents_to_spend() -> None:
    """RT-38"""
    s = play(
        ruin(seen="Forger, Water Cart", unseen="Scavenger", **GUARD), "0 quest The Regent's Guard"
    )
    assert offers(s) == ["drop Water Cart", "drop Forger", "drop Scavenger"]
    assert refused(s, "0 drop Pack Mule") == "RT-38 drop"
    play(s, "0 drop Scavenger, 0 drop Water Cart")
    assert in_hand(s, 0) == ["Forger"]


def test_the_player_chooses_which_tokens_to_spend() -> None:
    """RT-38"""
    s = play(ruin(row="Master Class", sp="6", tokens="2 scrap 2 food"), "0 quest Master Class")
    assert asked(s) == "SpendAny 0"
    assert refused(s, "0 spend 3 scrap") == "RT-38 tokens-left"
    play(s, "0 spend 1 scrap, 0 spend 2 food")
    assert tokens(s, 0) == "1 scrap"


def test_the_player_chooses_which_items_to_spend_and_their_sp_stay() -> None:
    """RT-38"""
    s = ruin(
        row="A Gift of Steel",
        crafted="Helmet, Hip Flask, Taser",
        tired="Body Armour",
        tokens="2 parts 6 scrap",
        sp="8",
    )
    play(s, "0 quest A Gift of Steel, 0 drop Body Armour, 0 drop Taser, 0 drop Helmet")
    assert (at(s, "ready.0"), at(s, "tired.0"), sp(s)[0]) == (["Hip Flask"], [], 8)
    assert {"Body Armour", "Taser", "Helmet"} <= set(at(s, "item_box"))


def test_a_quest_stays_for_the_game() -> None:
    """RT-38 Nothing takes it: neither a thief nor a trade."""
    s = ruin(tokens="1 guns | 1 food", fulfilled=" | Master Class", characters="Zoey | Mayu")
    assert refused(s, "0 trade 1 1 guns for Master Class") == "RT-63 trade-item"
    play(dice(s, "0 attack steal"), "0 attack 1")
    assert at(s, "fulfilled.1") == ["Master Class"]


def test_when_the_quest_deck_is_out_the_row_shrinks() -> None:
    """RT-38"""
    s = ruin(row="Master Class, Clear the Row", quests="", sp="6", tokens="3 food")
    play(s, "0 quest Master Class")
    assert at(s, "quest_row") == ["Clear the Row"]
    assert events(s, "new_quest") == []


def test_a_house_counts_when_it_was_taken() -> None:
    """RT-38"""
    s = ruin(houses=TWO_HOUSES, green="Sleeping Family, Winter Store")
    play(s, "0 raid t2-c1, 0 keep")
    assert s.numbers[s.box.number_name.index("raided.0")] == 1


def test_a_card_put_back_counts_only_if_the_house_is_taken() -> None:
    """RT-38, RT-42"""
    for option, count in (("stays", 0), ("taken", 1)):
        s = ruin(houses=TWO_HOUSES, green="Sleeping Family", put_back=option)
        play(s, "0 raid t2-c1, 0 put_back")
        assert s.numbers[s.box.number_name.index("raided.0")] == count


def test_a_stopped_raid_does_not_count() -> None:
    """RT-38, RT-90"""
    s = ruin(houses=TWO_HOUSES, seen=" | Stray Dogs")
    play(s, "0 raid t2-c1, 1 use Stray Dogs")
    assert s.numbers[s.box.number_name.index("raided.0")] == 0
    assert bag(s) == bag(ruin())
