"""Raid & Trade's rulebook, paragraph by paragraph: rounds and turns."""

from __future__ import annotations

import pytest

from duskhall.games.raid_and_trade.parts import AGE, CURRENT, PASSED, RAIDED, ROUND, START
from duskhall.games.raid_and_trade.rules.rounds import NewRound
from duskhall.games.raid_and_trade.state import Ruin
from tests.games.raid_and_trade.words import (
    ap,
    asked,
    begun,
    coming_events,
    deal,
    dial,
    dice,
    figure,
    in_hand,
    may,
    next_turn,
    offers,
    pass_all,
    play,
    put,
    refused,
    ruin,
    sp,
    token_counts,
    tokens,
    told_kinds,
)
from tests.games.words import all_answer, answer_until, at, begin, events

ALONE = {"passed": "1 2"}  # the others have passed


def new_round(s: Ruin, *event_names: str) -> Ruin:
    """The same table at the beginning of the next round, with these events to choose from."""
    s.agenda.clear()
    s.waiting, s.offered = [], []
    put(s, event_names, 1)
    return begin(s, NewRound())


def test_the_starting_player_picks_one_event_and_discards_the_other() -> None:
    """RT-20"""
    s = answer_until(deal(), "ChooseEvent")
    one, two = at(s, "event_row")
    assert asked(s) == f"ChooseEvent {s.numbers[START]}"
    play(s, f"{s.numbers[START]} choose {two}")
    assert (at(s, "event"), at(s, "event_discard"), at(s, "event_row")) == ([two], [one], [])


def test_only_an_event_that_lies_open_is_chosen() -> None:
    """RT-20"""
    s = answer_until(deal(), "ChooseEvent")
    hidden = at(s, "event_deck")[0]
    assert refused(s, f"{s.waiting[0]} choose {hidden}") == "RT-20 event"


def test_in_round_1_the_starting_player_is_the_youngest() -> None:
    """RT-20, RT-21"""
    s = begun(seed=3)
    ages = dial(s, AGE)
    assert (s.numbers[ROUND], ages[s.numbers[START]]) == (1, 0)


def test_turns_go_clockwise_until_all_have_passed() -> None:
    """RT-20"""
    s = ruin(seat=1)
    play(s, "1 cross t2/b, 1 end, 2 pass, 0 cross t2/b, 0 end, 1 pass")
    assert asked(s) == "Act 0"
    play(s, "0 pass")
    assert (s.numbers[ROUND], asked(s)) == (2, "ChooseEvent 0")


def test_who_has_no_ap_left_counts_as_passed() -> None:
    """RT-20, RT-23"""
    s = ruin(ap="1 | 0 | 0")
    play(s, "0 cross t2/b")
    assert (s.numbers[ROUND], ap(s)) == (2, [0, 0, 0])


def test_at_a_rounds_end_the_event_is_discarded_and_two_more_are_drawn() -> None:
    """RT-20, RT-25"""
    s = coming_events(ruin(event="Ceasefire", **ALONE), "Tough Luck", "Team Up")
    pass_all(s)
    assert at(s, "event_row") == ["Tough Luck", "Team Up"]
    assert (at(s, "event"), at(s, "event_deck")) == ([], [])
    assert "Ceasefire" in at(s, "event_discard")


def test_an_event_deck_that_is_out_takes_back_the_event_that_just_ended() -> None:
    """RT-20"""
    s = coming_events(ruin(event="Ceasefire", **ALONE))
    pass_all(s)
    assert (len(at(s, "event_row")), len(at(s, "event_deck"))) == (2, 8)
    assert at(s, "event_discard") == []
    assert "Ceasefire" in at(s, "event_row") + at(s, "event_deck")


def test_a_deck_with_one_event_left_is_filled_up_in_between() -> None:
    """RT-20"""
    s = pass_all(coming_events(ruin(event="Ceasefire", **ALONE), "Team Up"))
    assert "Team Up" in at(s, "event_row")
    assert (len(at(s, "event_row")), len(at(s, "event_deck"))) == (2, 8)


def test_from_round_2_on_the_starting_player_has_the_fewest_tokens() -> None:
    """RT-21"""
    s = pass_all(ruin(tokens="2 scrap | 3 food | 1 guns"))
    assert (s.numbers[START], asked(s)) == (2, "ChooseEvent 2")


@pytest.mark.parametrize(("ages", "start"), [("0 1 2", 1), ("2 0 1", 2), ("2 1 0", 2)])
def test_of_several_with_the_fewest_tokens_the_youngest_starts(ages: str, start: int) -> None:
    """RT-21, RT-11"""
    s = pass_all(ruin(tokens="2 scrap | 1 food | 1 guns", ages=ages))
    assert s.numbers[START] == start


def test_a_turn_is_one_move_and_one_action() -> None:
    """RT-22"""
    s = ruin(tokens="2 scrap 1 clothing 2 food", houses="t2-c1 green, t4-c3 green")
    play(s, "0 craft Helmet")
    assert refused(s, "0 craft Dried Meat") == "RT-22 action-spent"
    assert refused(s, "0 raid t2-c1") == "RT-22 action-spent"
    play(s, "0 cross t2/b, 0 end")
    assert asked(s) == "Act 1"


def test_the_action_may_come_after_the_move_and_ends_it() -> None:
    """RT-22, RT-33"""
    s = play(ruin(tokens="2 scrap 1 clothing"), "0 cross t1/a, 0 craft Helmet")
    assert (ap(s)[0], figure(s, 0)) == (13, "t1/a")
    assert refused(s, "0 cross t2/a") == "RT-33 move-spent"


def test_a_move_alone_and_an_action_alone_are_turns_too() -> None:
    """RT-22"""
    assert asked(play(ruin(), "0 cross t2/b, 0 end")) == "Act 1"
    assert asked(play(ruin(tokens="2 food"), "0 craft Dried Meat, 0 end")) == "Act 1"


def test_any_number_of_incidents_and_one_quest_are_claimed_around_them() -> None:
    """RT-22"""
    s = ruin(
        tokens="9 scrap 1 food",
        sp="12",
        lying="t2 Runner's Luck, t1 Signed Petition",
        row="Master Class, The Long Haul",
        incidents="Forger",
    )
    play(s, "0 claim, 0 cross t1/a, 0 claim, 0 cross t5/a, 0 claim")
    assert in_hand(s, 0) == ["Runner's Luck", "Forger", "Signed Petition"]
    play(s, "0 quest Master Class, 0 spend 3 scrap")
    assert at(s, "fulfilled.0") == ["Master Class"]
    assert (sp(s)[0], ap(s)[0]) == (6, 13)


def test_a_second_quest_in_a_turn_is_refused() -> None:
    """RT-22"""
    s = ruin(
        tokens="20 scrap 2 clothing",
        sp="12",
        seen="Forger, Stray Dogs",
        quests="Envoy of the Outpost",
    )
    put(s, ["Master Class", "The Regent's Guard"], 7)
    s = play(begin_again(s), "0 quest Master Class, 0 spend 3 scrap")
    assert refused(s, "0 quest The Regent's Guard") == "RT-22 one-quest"
    play(s, "0 end, 1 pass, 2 pass")
    assert may(s, "0 quest The Regent's Guard")


def begin_again(s: Ruin) -> Ruin:
    """Ask the open question again, after the table was changed."""
    s.ask_again()
    return s


def test_a_claim_does_not_use_the_action() -> None:
    """RT-22"""
    s = ruin(tokens="1 scrap 2 food", lying="t2 Forger")
    play(s, "0 claim, 0 craft Dried Meat, 0 cross t2/b")
    assert ap(s)[0] == 13


def test_a_pass_may_close_a_turn_in_which_something_was_done() -> None:
    """RT-22, RT-23"""
    s = play(ruin(), "0 cross t2/b, 0 pass, 1 pass, 2 cross t2/b, 2 end")
    assert (asked(s), dial(s, PASSED), ap(s)) == ("Act 2", [1, 1, 0], [14, 15, 14])


def test_a_passed_player_keeps_ap_and_plays_no_more_turns() -> None:
    """RT-23"""
    s = play(ruin(), "0 pass, 1 cross t2/b, 1 end, 2 cross t2/b, 2 end")
    assert (asked(s), ap(s)[0]) == ("Act 1", 15)
    assert refused(s, "0 cross t2/b") == "RT-22 not-your-turn"


def test_a_passed_player_defends_with_what_is_left() -> None:
    """RT-23, RT-26"""
    s = ruin(tokens="1 guns | 1 guns", passed="1")
    dice(s, "0 attack hit", "1 defense shield")
    play(s, "0 attack 1, 1 defend")
    assert ap(s)[:2] == [10, 12]


def test_a_passed_player_trades_with_what_is_left() -> None:
    """RT-23, RT-26, RT-64"""
    s = ruin(tokens="1 scrap | 1 food", passed="1")
    play(s, "0 trade 1 1 scrap for 1 food, 1 agree")
    assert (tokens(s, 0), tokens(s, 1), ap(s)[:2]) == ("1 food", "1 scrap", [14, 14])


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ({"ap": "5", "houses": "t2-c1 green, t4-c3 green"}, "0 raid t2-c1"),
        ({"ap": "7", "houses": "t2-c1 yellow, t4-c3 green"}, "0 raid t2-c1"),
        ({"ap": "9", "houses": "t2-c1 red, t4-c3 green"}, "0 raid t2-c1"),
        ({"ap": "4", "outpost": "t2-c1"}, "0 enter"),
        ({"ap": "6", "outpost": "t2-c1", "inside": "1"}, "0 storm"),
    ],
)
def test_what_cannot_be_paid_is_not_offered(words: dict[str, str], line: str) -> None:
    """RT-24"""
    s = ruin(**words)
    assert line[2:] not in offers(s)
    assert refused(s, line) == "RT-24 too-dear"
    enough = ruin(**{**words, "ap": str(int(words["ap"]) + 1)})
    assert line[2:] in offers(enough)


def test_attacks_discs_and_training_need_their_ap_too() -> None:
    """RT-24"""
    assert refused(ruin(ap="4", tokens="1 guns"), "0 attack 1") == "RT-50 attack-price"
    inside = {"inside": "0", "outpost": "t2-c1"}
    assert refused(ruin(ap="7", **inside), "0 disc 0") == "RT-70 outpost-price"
    assert refused(ruin(ap="5", **inside), "0 train") == "RT-70 outpost-price"
    assert offers(ruin(ap="7", **inside), "disc", "train") == ["train"]


def test_a_border_needs_its_ap_while_walking() -> None:
    """RT-24, RT-33"""
    s = play(ruin(ap="1", unseen="Old Battery"), "0 cross t2/b")
    assert refused(s, "0 cross t7/b") == "RT-24 too-dear"


def test_ap_are_set_to_15_up_and_down() -> None:
    """RT-25"""
    s = pass_all(ruin(ap="20 | 3 | 15"))
    assert ap(s) == [20, 3, 15]
    all_answer(coming_events(s))
    s = new_round(ruin(ap="20 | 3 | 15"), "Ceasefire", "The Deal")
    assert ap(play(s, f"{s.waiting[0]} choose Ceasefire")) == [15, 15, 15]


def test_marks_of_the_round_are_cleared() -> None:
    """RT-25"""
    s = ruin(tired="Body Armour", fulfilled_used="Master Class", raided="2", passed="1 2")
    s = new_round(s, "Ceasefire", "The Deal")
    play(s, f"{s.waiting[0]} choose Ceasefire")
    assert (at(s, "ready.0"), at(s, "tired.0")) == (["Body Armour"], [])
    assert (at(s, "fulfilled.0"), at(s, "fulfilled_used.0")) == (["Master Class"], [])
    assert dial(s, RAIDED) == dial(s, PASSED) == [0, 0, 0]


def test_an_events_ap_come_on_top_of_15() -> None:
    """RT-25"""
    s = new_round(ruin(ap="3 | 20 | 0"), "Clear Morning", "The Deal")
    assert ap(play(s, f"{s.waiting[0]} choose Clear Morning")) == [17, 17, 17]


def test_an_event_for_all_comes_to_the_starting_player_first() -> None:
    """RT-25"""
    s = ruin(tokens="1 food | | 2 food")
    s = play(new_round(s, "Ration Drop", "The Deal"), "1 choose Ration Drop")
    seats = [event.seat for event in events(s, "draw")]
    assert (list(dict.fromkeys(seats)), token_counts(s)) == ([1, 2, 0], [3, 2, 4])


def test_a_new_starting_player_is_found_before_the_event_is_chosen() -> None:
    """RT-25"""
    s = new_round(ruin(tokens="1 food | | 2 food"), "Ration Drop", "The Deal")
    assert (s.numbers[START], s.numbers[CURRENT], asked(s)) == (1, 1, "ChooseEvent 1")
    assert told_kinds(s)[-2:] == ["round", "start"]


def test_the_end_is_checked_before_events_are_drawn() -> None:
    """RT-25, RT-76"""
    s = pass_all(ruin(round=10, event="Ceasefire", **ALONE))
    assert (asked(s), at(s, "event"), at(s, "event_row")) == ("over", ["Ceasefire"], [])


def test_a_passed_player_answers_in_anothers_turn() -> None:
    """RT-26"""
    s = ruin(passed="1", seen=" | Stray Dogs", houses="t2-c1 green, t4-c3 green")
    play(s, "0 raid t2-c1")
    assert asked(s) == "StopRaid 1"
    assert may(s, "1 use Stray Dogs")


def test_when_all_have_waited_in_a_row_the_round_ends() -> None:
    """RT-27"""
    s = play(ruin(), "0 end, 1 end")
    assert (asked(s), s.numbers[ROUND]) == ("Act 2", 1)
    play(s, "2 end")
    assert (s.numbers[ROUND], ap(s)) == (2, [15, 15, 15])


def test_a_turn_that_spends_ap_breaks_the_row() -> None:
    """RT-27"""
    s = play(ruin(), "0 end, 1 end, 2 cross t2/b, 2 end, 0 end, 1 end")
    assert (asked(s), s.numbers[ROUND]) == ("Act 2", 1)
    assert play(s, "2 end").numbers[ROUND] == 2


def test_only_those_who_have_not_passed_must_wait() -> None:
    """RT-27"""
    s = play(ruin(), "0 pass, 1 end")
    assert s.numbers[ROUND] == 1
    assert play(s, "2 end").numbers[ROUND] == 2


def test_a_pass_breaks_the_row_so_that_nobody_loses_a_turn_by_it() -> None:
    """RT-27"""
    s = play(ruin(), "0 end, 1 pass, 2 pass")
    assert (asked(s), s.numbers[ROUND]) == ("Act 0", 1)
    assert play(s, "0 end").numbers[ROUND] == 2


def test_who_claims_but_spends_no_ap_has_waited() -> None:
    """RT-27"""
    s = play(ruin(tokens="1 scrap", lying="t2 Forger"), "0 claim, 0 end, 1 end, 2 end")
    assert (s.numbers[ROUND], in_hand(s, 0)) == (2, ["Forger"])


def test_with_0_ap_claims_and_cards_come_first() -> None:
    """RT-28, RT-23"""
    s = ruin(ap="0", tokens="1 food", lying="t2 Water Cart", crafted="Hip Flask")
    assert offers(s) == ["use Hip Flask", "claim", "pass"]
    assert refused(s, "0 cross t2/b") == "RT-23 no-ap"
    assert refused(s, "0 end") == "RT-23 no-ap"


def test_cards_that_leave_ap_let_the_turn_go_on() -> None:
    """RT-28"""
    s = play(ruin(ap="0", crafted="Hip Flask"), "0 use Hip Flask")
    assert (asked(s), ap(s)[0]) == ("Act 0", 2)
    assert {"cross t2/b", "end"} <= set(offers(s))


def test_cards_that_leave_no_ap_leave_only_a_pass() -> None:
    """RT-28"""
    s = play(ruin(ap="0", favor="-3", seen="Forger"), "0 use Forger")
    assert (asked(s), dial(s, PASSED)) == ("Act 1", [1, 0, 0])


def test_with_0_ap_and_nothing_to_do_the_pass_is_made_without_a_question() -> None:
    """RT-28"""
    s = ruin(ap="0")
    assert (asked(s), dial(s, PASSED)) == ("Act 1", [1, 0, 0])
    assert [event.rule for event in events(s, "forced.no-ap")] == ["RT-28"]


def test_who_holds_an_unseen_incident_is_asked_whatever_it_is() -> None:
    """RT-28, RT-94"""
    for unseen in ("Old Battery", "Stray Dogs"):
        assert asked(ruin(ap="0", unseen=unseen)) == "Act 0"
    spent = play(ruin(ap="1", unseen="Stray Dogs"), "0 cross t2/b")
    assert (asked(spent), offers(spent)) == ("Act 0", ["pass"])


def test_a_card_that_only_pays_for_walking_is_of_no_use_with_0_ap() -> None:
    """RT-28, RT-93"""
    assert asked(ruin(ap="0", crafted="Night Lamp")) == "Act 1"
    assert offers(ruin(ap="1", crafted="Night Lamp"), "use") == ["use Night Lamp"]


def test_a_turn_may_end_while_ap_are_left_and_comes_again() -> None:
    """RT-22, RT-27"""
    s = next_turn(ruin(**ALONE))
    assert s.numbers[ROUND] == 2
    s = next_turn(play(ruin(**ALONE), "0 cross t2/b"))
    assert (asked(s), s.numbers[ROUND]) == ("Act 0", 1)
