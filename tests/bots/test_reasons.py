"""What is said for an answer: what it does at once, what may be expected of it, and until when."""

from __future__ import annotations

import re
from pathlib import Path
from time import process_time

import duskhall
from duskhall.bots.advice import adviser
from duskhall.bots.bot import Bot
from duskhall.bots.insight import WINS, Adviser, Reason, Weighed, because, why
from duskhall.bots.mind import mind_of
from duskhall.bots.terms import terms_of
from duskhall.bots.values.the_faceless_kids import WON
from duskhall.engine.catalogue import LANGUAGES
from duskhall.engine.events import Event, Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import State
from duskhall.games.raid_and_trade.parts import FAVOR, ITEMS, SP
from duskhall.games.raid_and_trade.rules.turn import Act
from duskhall.games.raid_and_trade.state import Ruin
from duskhall.games.the_faceless.box import POWERS
from tests.games.raid_and_trade.escape_words import flight
from tests.games.the_faceless.words import MEMORIES, WALL, begun, deal, dusk, named, play

FACELESS = duskhall.game("the-faceless")
RUINS = duskhall.game("raid-and-trade")


class Step(Bot):
    """Answers one thing, whatever is asked."""

    def __init__(self, move: Move) -> None:
        super().__init__()
        self.move = move

    def decide(self, guess: State, seat: Seat) -> Move:
        return self.move


def reasons(s: State, move: Move) -> list[Reason]:
    """What is said for this answer at a table of The Faceless."""
    own = Adviser(Step(move), mind_of(FACELESS), terms_of(FACELESS), FACELESS.longest)
    return because(own.advise(s, s.waiting[0], 5, 6, 5.0), True, lambda _: True)


def test_a_memory_that_a_step_collects_is_told_first_and_the_next_is_not_too_far() -> None:
    """TF-30: the way to the next memory grows because this one is found."""
    s = dusk("Purple 1", lying="Hat 1,0, Bow -4,4", collected="Street", spent="")
    play(s, "0 use Street")
    told = reasons(s, Move("step", 0))
    assert told[0] == Reason("memories.now")
    assert not any(one.key.startswith(("way", "memories")) for one in told[1:])


def test_an_answer_that_wins_says_so_and_nothing_else() -> None:
    """TF-65"""
    rest = ", ".join(name for name in MEMORIES[1:] if name != "Street")
    s = dusk("Purple 1", lying="Hat 1,0", collected="Street", spent=rest)
    play(s, "0 use Street")
    assert reasons(s, Move("step", 0)) == [Reason(WINS)]
    for language in LANGUAGES:
        assert FACELESS.catalogue().find("hints", WINS, language)


def test_a_memory_that_may_be_used_later_is_nothing_that_is_kept_now() -> None:
    """TF-28, TF-42: a memory is used by an answer that follows, and given up as it comes."""
    s, terms = dusk("Blue 2", collected="Street, Bow, Campfire"), terms_of(FACELESS)
    events: list[Event] = []
    s.events = events
    play(s, "0 use Street, 0 step E")
    assert terms.count(s, 0, events)["given"] == 0
    s.events = None
    play(s, "0 rest")
    (done,) = [move for move in s.legal_moves(0) if move.verb == "done"]
    own = Adviser(Step(done), mind_of(FACELESS), terms, FACELESS.longest)
    assert own.facts(s, 0, done) == (Reason("kept.now", (2,)),)


def test_a_memory_that_has_to_be_given_up_counts() -> None:
    """TF-42"""
    s = dusk("Yellow 3", obstacles=WALL, collected="Hat, Bow")
    play(s, "0 walk Yellow 3, 0 put X1 330")
    events: list[Event] = []
    s.events = events
    play(s, "0 spend Bow")
    assert terms_of(FACELESS).count(s, 0, events)["given"] == -2


def test_a_kid_is_told_by_how_bots_fared_with_it_and_found_at_once() -> None:
    """TF-166: what stands on the page of the game's balance."""
    page = Path(__file__).parents[2] / "docs" / "balance" / "the-faceless.md"
    lines = re.findall(r"^\| (\w+) \| \d+ \| (\d+\.\d) \(", page.read_text("utf-8"), re.M)
    measured = {POWERS.index(kid): float(won) for kid, won in lines if kid in POWERS}
    assert {kid: int(won + 0.5) for kid, won in measured.items()} == WON
    s = deal(2, cast="chosen")
    own = adviser(FACELESS, "search:400/5s")
    started = process_time()
    found = own.advise(s, s.waiting[0], 5, 24, 2.0)
    assert process_time() - started < 1
    kid = named(s, found.best.move.about[0])
    assert kid == "Casper"
    assert because(found, True, lambda _: True) == [Reason("measured", (84, 79))]


def test_where_billygoat_will_start_is_not_the_teams_doing() -> None:
    """TF-16"""
    s, terms = deal(2), terms_of(FACELESS)
    own = terms.own(s, s.waiting[0], s.legal_moves(s.waiting[0])[0])
    assert own is not None
    assert "goat" not in own
    assert terms.own(s, s.waiting[0], Move("goat", 0)) is None
    assert terms.own(begun(2), 0, Move("rest")) is None


def test_a_chance_is_told_as_it_is_and_as_a_fact_where_it_is_nearly_certain() -> None:
    best = Weighed(Move("gate"), 0.9, [{"through": 100.0}] * 4)
    other = best._replace(terms=[{"through": 0.0}] * 4)
    weights = {"through": 0.08}
    assert why(weights, best, [other], ["through"]) == [Reason("through.sure", (100, 100, 0))]
    half = best._replace(terms=[{"through": 60.0}] * 4)
    assert why(weights, half, [other], ["through"]) == [Reason("through", (60, 60, 0))]
    words = {name: duskhall.game(name).catalogue() for name in ("raid-and-trade", "the-faceless")}
    for name, catalogue in words.items():
        for key in terms_of(duskhall.game(name)).shares():
            for language in LANGUAGES:
                for end in ("", ".sure", ".less"):
                    assert catalogue.find("hints", key + end, language), key + end


def test_who_flees_wants_little_adrenaline_and_hears_nothing_of_favor() -> None:
    """RT-104, RT-106, RT-128"""
    s, terms = flight(), terms_of(RUINS)
    before = terms.count(s, 0, [])
    s.numbers[FAVOR] -= 1
    after = terms.count(s, 0, [])
    assert "favor" not in after
    assert after["calm"] == before["calm"] - 1
    for key in after:
        for language in LANGUAGES:
            for end in ("", ".less", ".some"):
                said = RUINS.catalogue().find("hints", key + end, language) or ""
                assert said
                assert "Favor" not in said
                assert "round" not in said  # it is judged as the next turn begins


def test_the_way_into_the_city_is_told_with_answers_that_are_a_step_on_it() -> None:
    """RT-75"""
    s, terms = RUINS.setup(players=3, seed=1), terms_of(RUINS)
    while not s.waiting or not isinstance(s.agenda[-1], Act):
        s.play(s.waiting[0], s.legal_moves(s.waiting[0])[0])
    assert isinstance(s, Ruin)
    seat = s.waiting[0]
    s.numbers[FAVOR + seat] = 9
    aim = terms.goal(s, seat, Move("raid", 0))
    assert aim is not None
    assert aim[0].startswith("goal.favor")
    for move in (Move("end"), Move("pass"), Move("train"), Move("claim"), Move("quest", 1)):
        assert terms.goal(s, seat, move) is None
    assert terms.goal(s, seat, Move("disc", 0)) == aim
    s.numbers[FAVOR + seat], s.numbers[SP + seat] = 0, 17
    aim = terms.goal(s, seat, Move("train"))
    assert aim == ("goal.skill", (17, 20))
    items = s.places[ITEMS + seat]
    serving = [item for item in items if terms.goal(s, seat, Move("craft", item)) == aim]
    assert 0 < len(serving) < len(items)
    s.numbers[SP + seat] = 20
    assert terms.goal(s, seat, Move("end")) is None
    assert terms.goal(s, seat, Move("gate")) is not None
