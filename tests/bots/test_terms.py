"""The reasons of hints, at tables where what an answer does is beyond doubt."""

from __future__ import annotations

import pytest

from duskhall.bots.advice import adviser
from duskhall.bots.bot import Bot
from duskhall.bots.insight import (
    PLAYED,
    SOME,
    WINS,
    Adviser,
    Insight,
    Reason,
    Weighed,
    because,
    looking_back,
    why,
)
from duskhall.bots.mind import mind_of
from duskhall.bots.terms import terms_of
from duskhall.cli.advice import reasons
from duskhall.engine.catalogue import LANGUAGES
from duskhall.engine.events import Event, Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import State
from duskhall.games import dark_dealings, dont_turn_your_back
from duskhall.games.dark_dealings.state import Siege
from duskhall.games.dont_turn_your_back.state import Night
from tests.games.dark_dealings import words as sieges
from tests.games.dont_turn_your_back.words import night, play, say

NIGHT = dont_turn_your_back.GAME
SIEGE = dark_dealings.GAME


def told(s: Night, words: str, seat: Seat = 0) -> list[str]:
    """In English, what an answer does at once."""
    move = answer(s, words, seat)
    facts = adviser(NIGHT, "greedy").facts(s, seat, move)
    return [reasons(s, [fact], "en") for fact in facts]


def answer(s: Night, words: str, seat: Seat = 0) -> Move:
    return next(move for move in s.legal_moves(seat) if say(s, move) == words)


def own(s: Night, words: str) -> list[str]:
    found = terms_of(NIGHT).own(s, 0, answer(s, words))
    assert found is not None
    return found


class Fixed(Bot):
    """Always of the same opinion."""

    def __init__(self, move: Move) -> None:
        super().__init__()
        self.move = move

    def decide(self, guess: State, seat: Seat) -> Move:
        return self.move


def because_of(weighed: Weighed, *told: Reason) -> list[Reason]:
    return because(Insight(weighed, [], list(told)), False, lambda _: True)


# In general


def test_a_review_tells_what_only_the_better_answer_does_at_once() -> None:
    """DD-34: of two strikes that bring the hero down, only what they cost differs."""
    s = sieges.combat("Ann: ranger 3 trap, ranger 5 trap|spell", "trap 3, trap 3 > spell 5")
    better = strike(s, "strike B")
    for played, is_told in (("strike A", False), ("discard", True)):
        own = Adviser(Fixed(better), mind_of(SIEGE), terms_of(SIEGE), SIEGE.longest)
        found = own.compare(s, 0, strike(s, played), 1, 4, 5.0)
        assert any(one.key.startswith("fallen.") for one in found.reasons) == is_told


def test_what_is_told_as_a_fact_is_told_first_and_not_again_as_a_hope() -> None:
    weights = {"candles": 1.0, "law": 0.5}
    drawn = Reason("candles.now", (4,))
    best = Weighed(Move("pass"), 0.5, [{"candles": 4.0, "law": 2.0}], None, (drawn,))
    other = Weighed(Move("done"), 0.4, [{"candles": 0.0, "law": 0.0}])
    assert why(weights, best, [other]) == [Reason("law", (2,))]
    assert because_of(best, Reason("law", (2,))) == [drawn, Reason("law", (2,))]
    assert because_of(best) == [drawn, Reason("even")]  # a fact is no reason: others may do as much


# Don't Turn Your Back


def test_a_service_is_told_by_what_it_does_at_once() -> None:
    """TB-40, TB-42, TB-32, TB-44, TB-30"""
    s = night("Shameful, Mother When, Cleaner, The Tacks Man / City 1, City 2", candles="0 / 5")
    assert told(s, "place Shameful in BB") == ["You draw 2 cards at once."]
    assert told(s, "place Mother When in BB") == ["It brings you 4 Candles at once."]
    cleaned = ["It brings you 1 Candle at once.", "You draw 1 card at once."]
    assert told(s, "place Cleaner in BB") == cleaned
    assert told(s, "place The Tacks Man in BB") == ["Your opponent loses 2 Candles at once."]
    s = play(night("Blind Knight, Wax 3 / City 1"), "0 place Blind Knight in BB")
    assert told(s, "encase Wax 3") == ["It brings you 3 Candles at once."]


def test_what_a_law_pays_after_the_last_answer_is_not_what_a_card_does() -> None:
    """TB-70: who places the last card sees the turn played to its end."""
    s = night("City Desk Editor", d13="Thirteen 2", law="The First Admonishment")
    assert told(s, "place City Desk Editor in BB") == ["It brings you 3 Candles at once."]


def test_a_card_leaves_the_hand_wherever_it_is_placed() -> None:
    """What is true of every answer is no reason; of a pass it is told how many stay."""
    s = night("City 1, School 1 / City 1")
    assert told(s, "place City 1 in CS") == []
    assert told(s, "pass") == ["You place no more this turn, and keep 2 cards in hand."]
    assert not any("kept" in key for key in terms_of(NIGHT).weights())


@pytest.mark.parametrize(
    ("law", "brings"),
    [
        ("The Wax Tax", ["wax"]),
        ("The First Admonishment", ["law", "rivals", "opponent"]),
        ("The Somnambulation Act", ["law", "rivals", "opponent"]),
        ("The 13th Admonishment", ["law", "rivals", "opponent", "bought", "pain"]),
        ("Have Us A Corpus", ["bought", "pain"]),
    ],
)
def test_a_law_brings_what_is_written_on_it(law: str, brings: list[str]) -> None:
    """TB-70, TB-71, TB-73, TB-77, TB-79: where no Candles are paid, none are kept from anybody."""
    s = night("Thirteen 2 / City 1", law=law)
    assert own(s, "place Thirteen 2 in 13") == brings


def test_a_card_in_the_wax_kingdom_is_told_by_its_own_pain() -> None:
    """TB-90: what others put beside it is not this card's doing, and no hope is told instead."""
    s = night("Wax 3, City 1 / City 1")
    placed = ["Its 3 Pain goes into the wax as the turn ends, if it still lies there."]
    assert told(s, "place Wax 3 in WK") == placed
    best = Weighed(Move("place"), 0.5, [{"wax": 5.0}], None, (Reason("wax.placed", (3,)),))
    assert why({"wax": 1.0}, best, [best._replace(terms=[{"wax": 3.0}], facts=())]) == []


def test_the_bonus_at_the_end_is_not_what_cards_do() -> None:
    """TB-96: Candles of the last turn's end are told by where they come from."""
    s = night("City 2 $3", turn=8, decks="City 2 $4, rest", encased="Wax 1")
    events: list[Event] = []
    s.events = events
    play(s, "0 pass")
    counted = terms_of(NIGHT).count(s, 0, events)
    assert (counted["bonus"], counted["candles"]) == (7, 0)


def test_a_service_that_harms_nobody_keeps_nothing_from_anybody() -> None:
    """TB-42, TB-44"""
    s = night("Shameful, The Tacks Man / City 1")
    assert own(s, "place Shameful in BB") == []
    assert "rivals" in own(s, "place The Tacks Man in BB")


def test_what_is_bought_counts_and_is_told() -> None:
    """TB-50, TB-96, TB-79"""
    s = night("City 4 / ", rows="City 2 $3, City 1 $2")
    play(s, "0 place City 4 in CS")
    bought = "It has 2 Pain, and its Cost of 3 counts at the end for whoever leads in wax."
    assert told(s, "buy City 2 $3") == [bought]
    taxed = night(d13="Thirteen 2", law="The Wax Tax", rows="City 2 $3, City 1 $2")
    assert told(taxed, "acquire City 2 $3") == ["2 Pain goes into the wax at once."]
    events: list[Event] = []
    s.events = events
    before = terms_of(NIGHT).count(s, 0, [])
    play(s, "0 buy City 2 $3")
    after = terms_of(NIGHT).count(s, 0, events)
    assert after["bought"] - before["bought"] == 3
    assert after["pain"] - before["pain"] == 2
    assert set(own(night("City 1 / "), "place City 1 in CS")) == {"bought", "influence"}


def test_a_purchase_has_a_reason() -> None:
    s = night("City 4 / City 1", rows="City 5 $4, City 1 $2, City 1 $2")
    play(s, "0 place City 4 in CS, 1 place City 1 in CS")
    found = adviser(NIGHT, "greedy").advise(s, 0, 5, 8, 5.0)
    assert say(s, found.best.move) == "buy City 5 $4"
    assert found.reasons


@pytest.mark.parametrize("players", [2, 3])
def test_of_two_the_other_is_the_opponent(players: int) -> None:
    s = night("City 1 / City 1", players=players)
    counted = terms_of(NIGHT).count(s, 0, [])
    assert ("opponent" in counted, "rivals" in counted) == (players == 2, players > 2)


def test_what_is_given_up_is_told_with_its_unit() -> None:
    """Without it, 'about 1 more' reads as if it were said of the Pain before it."""
    words = NIGHT.catalogue()
    for key in ("school.less", "law.less", "candles.less", "rivals.less", "opponent.less"):
        for language, unit in zip(LANGUAGES, ("Candle", "キャンドル"), strict=True):
            assert unit in (words.find("hints", key, language) or "")


# Dark Dealings


def told_in_siege(s: Siege, words: str, seat: Seat = 0) -> list[str]:
    facts = adviser(SIEGE, "greedy").facts(s, seat, strike(s, words, seat))
    return [reasons(s, [fact], "en") for fact in facts if fact.key != WINS]


def strike(s: Siege, words: str, seat: Seat = 0) -> Move:
    return next(move for move in s.legal_moves(seat) if sieges.say(s, move) == words)


def after(s: Siege, words: str) -> dict[str, float]:
    """What is counted right after an answer of the first seat."""
    table = s.clone()
    events: list[Event] = []
    table.events = events
    table.play(0, strike(s, words))
    return terms_of(SIEGE).count(table, 0, events)


def test_the_hero_that_is_brought_down_is_named() -> None:
    """DD-34"""
    s = sieges.combat("Ann: ranger 4 trap", "trap 3, trap 2, trap 5")
    assert told_in_siege(s, "strike A") == ["You can bring down Ann."]
    assert told_in_siege(s, "strike C") == ["That is enough to bring down Ann."]
    assert told_in_siege(s, "discard") == []
    sieges.play(s, "0 strike A")
    assert told_in_siege(s, "strike B") == ["That is enough to bring down Ann."]
    sieges.play(s, "0 strike B")
    assert told_in_siege(s, "stop") == ["You bring down Ann."]


def test_who_fights_a_wizard_brings_it_down_whatever_is_trashed_if_enough_is_left() -> None:
    """DD-42"""
    s = sieges.combat("Zed: wizard 3 trap, ranger 1 spell", "trap 3, spell 1, minion 1")
    assert told_in_siege(s, "fight") == ["You can bring down Zed."]
    sieges.play(s, "0 fight")
    assert told_in_siege(s, "trash C") == ["You can bring down Zed."]
    assert told_in_siege(s, "trash A") == []
    # and it is no hero that is still to come
    assert [after(s, f"trash {card}")["struck"] for card in "ABC"] == [1, 0, 1]
    assert [after(s, f"trash {card}")["fallen"] for card in "ABC"] == [0, 1, 1]


def test_what_a_fight_will_cost_is_counted_when_it_begins() -> None:
    """DD-42, DD-37: a Wizard takes a defense, and each strike that is yet to come turns another."""
    s = sieges.combat("Zed: wizard 3 trap, ranger 9 spell", "trap 2, trap 2, detour minion 1")
    assert [after(s, answer)["cards"] for answer in ("fight", "discard")] == [0, 3]
    found = adviser(SIEGE, "greedy").weigh(s, 0, s.legal_moves(0), 4, 5.0)
    fight = next(one for one in found if one.move.verb == "fight")
    others = [one for one in found if one.move.verb != "fight"]
    assert {one.move.verb for one in others} == {"discard", "detour"}
    told = adviser(SIEGE, "greedy").why(fight, others)
    assert not any(one.key in ("cards", "spared", "struck") for one in told)
    two = sieges.combat("ranger 3 trap, ranger 4 trap", "trap 2 > trap 2, trap 2 > trap 2")
    assert after(two, "strike A")["spared"] == 4


def test_halflings_fall_twice() -> None:
    """DD-41"""
    once = sieges.combat("halflings 2 trap", "trap 2, spell 1")
    assert told_in_siege(once, "strike A") == []
    twice = sieges.combat("Cousins: halflings 2 trap", "trap 2, trap 2")
    assert told_in_siege(twice, "strike A") == ["You can bring down Cousins."]
    sieges.play(twice, "0 strike A, 0 stop")
    assert told_in_siege(twice, "strike B") == ["You bring down Cousins."]
    coming = sieges.combat("ranger 1 spell, halflings 2 trap", "spell 1, trap 2, trap 1")
    assert after(coming, "strike A")["struck"] == 0


def test_a_strike_spends_the_side_that_strikes_and_no_more() -> None:
    """DD-37: what has struck is turned, and comes back."""
    s = sieges.combat("ranger 3 trap, knight 9 trap|spell", "trap 3 > spell 5 > trap 4, trap 3")
    before = after(s, "discard")["spared"]
    assert before == 15
    assert after(s, "strike A")["spared"] == 12
    assert after(s, "strike B")["spared"] == 12
    assert after(s, "strike B")["cards"] == 1
    taken = sieges.combat("berserker 3 trap, ranger 9 trap", "trap 3 > trap 5, trap 3")
    assert after(taken, "strike A")["spared"] == 3  # DD-43


def test_strength_is_saved_for_those_who_can_be_struck_with_it() -> None:
    last = sieges.combat("ranger 3 trap", "trap 3, trap 2, spell 4")
    assert after(last, "strike A")["spared"] == after(last, "strike B")["spared"] == 0
    s = sieges.combat("ranger 3 trap, ranger 2 spell", "trap 3, trap 3, spell 4")
    assert after(s, "strike A")["spared"] == 4
    assert after(s, "strike A")["struck"] == 1


def test_sides_that_no_strike_leads_to_are_no_strength() -> None:
    """DD-37: a trash icon before the last side."""
    s = sieges.combat("ranger 3 trap, ranger 4 trap", "trap 3! > trap 6, trap 1")
    assert after(s, "discard")["spared"] == 4


def test_what_heroes_and_defenses_are_like_is_told_while_drafting() -> None:
    """DD-10, DD-21, DD-22"""
    s = sieges.draft("H54 H20 H12 / H30 H24 H10")
    assert told_in_siege(s, "commit H54 H20") == ["They choose defenses with Challenge 54 and 20."]
    sieges.play(s, "0 commit H54 H20, 1 commit H30 H24")
    assert told_in_siege(s, "take A") == ["It can strike 3 of your 3 heroes."]
    alone = sieges.solo("H9 H7 H5", "A B C")
    assert told_in_siege(alone, "pair H9 A") == ["It can strike 1 of your 1 hero."]
    assert "early" not in after(alone, "pair H9 A")  # there it is a column
    deal = sieges.deal(2)
    pair = deal.legal_moves(0)[0]
    facts = adviser(SIEGE, "greedy").facts(deal, 0, pair)
    armor = sum([deal.keep.armor[hero] for hero in pair.about])
    first, second = [deal.keep.challenge[hero] for hero in pair.about]
    assert facts == (Reason("pick.now", (armor, first, second)),)


def test_drafts_are_compared_by_what_is_taken_at_once() -> None:
    """What others draft later has no part in it: that is luck, and hides what differs."""
    s = sieges.deal(2)
    while s.legal_moves(s.waiting[0])[0].verb != "commit":
        s.play(s.waiting[0], s.legal_moves(s.waiting[0])[0])
    found = adviser(SIEGE, "greedy").weigh(s, 0, s.legal_moves(0)[:4], 4, 5.0)
    for one in found:
        challenge = sum([s.keep.challenge[hero] for hero in one.move.about])
        assert {counted["early"] for counted in one.terms} == {challenge}
        assert {counted["later"] for counted in one.terms} == {-challenge}


def test_who_commits_heroes_takes_none() -> None:
    """DD-21: all that were picked will come, whoever is committed first."""
    s = sieges.deal(2)
    picked = adviser(SIEGE, "greedy").weigh(s, 0, s.legal_moves(0)[:2], 4, 5.0)
    assert all("asks" in counted and "open" in counted for one in picked for counted in one.terms)
    while s.legal_moves(s.waiting[0])[0].verb != "commit":
        s.play(s.waiting[0], s.legal_moves(s.waiting[0])[0])
    sent = adviser(SIEGE, "greedy").weigh(s, 0, s.legal_moves(0)[:2], 4, 5.0)
    assert not any({"asks", "open"} & counted.keys() for one in sent for counted in one.terms)
    alone = sieges.solo("H9 H7 H5", "A B C")
    assert "asks" in after(alone, "pair H9 A")


def test_a_pair_is_weighed_against_all_sorts_of_pairs() -> None:
    """DD-10: not against the first in the list, which share a hero."""
    s, own = sieges.deal(2), adviser(SIEGE, "greedy")
    best, *rest = own.mind.moves(s, 0)
    others = own.besides(s, 0, [best], 5)
    liked = own.mind.at_first_sight(s, 0, rest)
    ranks = [sorted(liked, reverse=True).index(liked[rest.index(move)]) for move in others]
    assert ranks[0] == 0
    assert ranks == sorted(ranks)
    assert len(rest) // 2 < ranks[-1] < len(rest)
    assert own.besides(s, 0, rest[4:], 5) == [best, *rest[:4]]


def test_looking_back_an_answer_is_weighed_against_the_one_that_was_given() -> None:
    found = [Reason("asks", (6,)), Reason("likely", (1,)), Reason("unheard")]
    words = SIEGE.catalogue()
    told = looking_back(found, lambda key: words.find("hints", key, "en") is not None)
    assert told == [Reason("asks.played", (6,)), Reason("likely", (1,))]
    for language in LANGUAGES:
        said = words.sentences[language]["hints"]
        for term in ("asks", "open", "early", "meets"):
            for key in (term, term + SOME):
                assert said[key] != said[key + PLAYED]


def test_every_term_has_words() -> None:
    for game in (NIGHT, SIEGE):
        words = game.catalogue()
        for key in terms_of(game).weights():
            for language in LANGUAGES:
                for suffix in ("", SOME):
                    assert key + suffix in words.sentences[language]["hints"]
