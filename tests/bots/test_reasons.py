"""What is said for an answer: what it does at once, what may be expected of it, and until when."""

from __future__ import annotations

import duskhall
from duskhall.bots.bot import Bot
from duskhall.bots.insight import WINS, Adviser, Reason, Weighed, because, why
from duskhall.bots.mind import mind_of
from duskhall.bots.terms import terms_of
from duskhall.engine.catalogue import LANGUAGES
from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import State
from duskhall.games.raid_and_trade.parts import FAVOR, ITEMS, SP
from duskhall.games.raid_and_trade.rules.turn import Act
from duskhall.games.raid_and_trade.state import Ruin
from tests.games.raid_and_trade.escape_words import flight
from tests.games.the_faceless.words import MEMORIES, begun, deal, dusk, play

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
    assert not any(one.key.startswith(("way", "memories", "unused")) for one in told[1:])


def test_an_answer_that_wins_says_so_and_nothing_else() -> None:
    """TF-65"""
    rest = ", ".join(name for name in MEMORIES[1:] if name != "Street")
    s = dusk("Purple 1", lying="Hat 1,0", collected="Street", spent=rest)
    play(s, "0 use Street")
    assert reasons(s, Move("step", 0)) == [Reason(WINS)]
    for language in LANGUAGES:
        assert FACELESS.catalogue().find("hints", WINS, language)


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
