"""What is said for an answer in Raid & Trade: things that can be checked, and are true of that answer."""

from __future__ import annotations

import duskhall
from duskhall.bots.advice import adviser
from duskhall.bots.insight import LESS, SOME, Reason, Weighed, is_better
from duskhall.bots.terms import terms_of
from duskhall.bots.terms.raid_and_trade import BLACKLISTED, OF_GATE
from duskhall.cli.advice import reasons
from duskhall.engine.catalogue import LANGUAGES
from duskhall.engine.moves import Move
from duskhall.games.raid_and_trade.parts import ROUND
from duskhall.games.raid_and_trade.state import Ruin
from tests.games.raid_and_trade.words import FAR_HOUSE, play, read_move, ruin, say

RUINS = duskhall.game("raid-and-trade")
TERMS = terms_of(RUINS)
GREEN = f"t2-c1 green, {FAR_HOUSE}"


def told(s: Ruin, line: str) -> list[str]:
    """In English, what an answer does at once: told(s, "0 raid t2-c1")."""
    seat, move = read_move(s, line)
    assert move in s.legal_moves(seat), line
    return [reasons(s, [fact], "en") for fact in adviser(RUINS, "greedy").facts(s, seat, move)]


def test_a_raid_is_told_with_its_price_and_the_average_of_its_deck() -> None:
    """RT-40, RT-41, RT-45"""
    s = ruin(houses=GREEN, crafted="Crowbar")
    box = s.ruins
    cards = box.raids[0]
    tokens = sum(
        [box.high[c] if box.blacklist[c] else (box.high[c] + box.low[c]) / 2 for c in cards]
    )
    average = int(tokens / len(cards) + 0.5)
    brings = f"and such a house brings about {average} tokens on average."
    assert told(s, "0 raid t2-c1") == [f"The raid costs 6 AP, {brings}"]
    assert told(s, "0 raid t2-c1 Crowbar") == [f"The raid costs 4 AP, {brings}"]


def test_a_raid_card_is_told_by_what_it_draws_and_where_the_dial_goes() -> None:
    """RT-43"""
    s = play(ruin(houses=GREEN, green="Sleeping Family"), "0 raid t2-c1")
    assert told(s, "0 keep") == ["It brings you 4 tokens at once.", "Your dial falls by 1 at once."]
    assert told(s, "0 put_back") == ["Your dial rises by 1 at once."]
    assert TERMS.own(s, 0, Move("keep")) == OF_GATE  # what is paid for later is another answer


def test_blacklist_that_is_lost_is_told() -> None:
    s = ruin(crafted="False Papers", favor="-5")
    assert told(s, "0 use False Papers") == ["Your dial rises by 2 at once."]


def test_what_is_crafted_is_told_by_its_sp() -> None:
    """RT-60"""
    s = ruin(held="False Papers", tokens="1 clothing 1 food")
    assert told(s, "0 craft False Papers") == ["It brings you 1 SP at once."]


def test_who_ends_a_turn_or_passes_hears_what_becomes_of_the_ap() -> None:
    """RT-22, RT-23, RT-27"""
    s = ruin(houses=GREEN, ap="9")
    waits = "You keep your 9 AP. Nothing was spent this turn: if all wait so one after the other, the round is over."
    assert told(s, "0 end") == [waits]
    left = "You have no more turns this round: your 9 AP are left for defending and for trades."
    assert told(s, "0 pass") == [left]
    play(s, "0 cross t2/b")
    kept, _ = told(s, "0 end")[0].split(" for ")
    assert kept.startswith("You keep your ")
    for move in (Move("end"), Move("pass")):
        assert TERMS.own(s, 0, move) == []
        assert TERMS.goal(s, 0, move) is None


def test_what_a_new_round_brings_is_not_told_of_the_last_answer_of_the_old_one() -> None:
    """RT-20, RT-28: with its last AP spent, the turn is over, and then the round."""
    s = ruin(held="False Papers", tokens="1 clothing 1 food", ap="1", passed="1 2", houses=GREEN)
    after = s.clone()
    after.play(*read_move(s, "0 craft False Papers"))
    assert after.numbers[ROUND] > s.numbers[ROUND]
    assert told(s, "0 craft False Papers") == []


def test_a_step_is_told_by_the_house_it_leads_to_and_by_what_turns_up() -> None:
    """RT-30, RT-32, RT-40"""
    s = ruin(at="t2/b", houses=GREEN)
    near = told(s, "0 cross t2/a")
    assert len(near) == 1
    assert near[0].startswith("It leads towards ")
    assert near[0].endswith("from there it takes 6 AP to go on and raid it.")
    for move in [move for move in s.legal_moves(0) if move.verb == "cross"]:
        after = s.clone()
        after.play(0, move)
        said = adviser(RUINS, "greedy").facts(s, 0, move)
        assert (Reason("way.incident") in said) == (after.tile(0) != s.tile(0))


def test_a_step_to_the_outpost_is_told_where_discs_are_wanted() -> None:
    """RT-70"""
    s = ruin(at="t4/a", outpost="t4-c4", favor="6", houses=GREEN)
    keys = [told(s, f"0 {say(s, move)}") for move in s.legal_moves(0) if move.verb == "cross"]
    assert any("Outpost" in one for told_there in keys for one in told_there)


def test_more_is_hoped_for_only_of_answers_that_bring_it_themselves() -> None:
    s = ruin(houses=GREEN)
    for verb in ("raid", "cross", "claim", "craft", "disc", "train", "quest"):
        assert TERMS.own(s, 0, Move(verb, 0)) == OF_GATE
    assert TERMS.own(s, 0, Move("attack", 1)) is None


def test_a_goal_is_told_as_the_dial_stands() -> None:
    """RT-75: who has Blacklist is told so, not that there is no Favor yet."""
    s = ruin(houses=GREEN, favor="9")
    assert TERMS.goal(s, 0, Move("disc", 0)) == ("goal.favor", (9, 10))
    s = ruin(houses=GREEN, favor="-1", seen="Forger, Herald of the Gate")
    aims = [TERMS.goal(s, 0, Move(verb, 0)) for verb in ("disc", "train", "raid")]
    assert ("goal.favor", (0, 10)) not in aims
    for language in LANGUAGES:
        words = RUINS.catalogue().find("hints", "goal.favor" + BLACKLISTED, language) or ""
        assert "{n0}" in words
        assert "{n1}" in words


def test_every_term_of_the_ruins_has_words() -> None:
    hints = RUINS.catalogue().sentences
    for key in TERMS.weights():
        for language in LANGUAGES:
            for suffix in ("", LESS) if key in TERMS.shares() else ("", LESS, SOME):
                assert key + suffix in hints[language]["hints"]


def test_others_look_better_only_where_that_is_no_luck() -> None:
    best = Weighed(Move("end"), 0.5, [], hopes=(0.5, 0.4, 0.6, 0.5))
    lucky = best._replace(chance=0.52, hopes=(0.9, 0.2, 0.7, 0.28))
    better = best._replace(chance=0.6, hopes=(0.6, 0.5, 0.7, 0.61))
    assert not is_better(lucky, best)
    assert is_better(better, best)
