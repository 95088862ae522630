"""What bots make of The Faceless' expansions, where the right answer is beyond doubt."""

from __future__ import annotations

import pytest

from duskhall.bots.mind import mind_of
from duskhall.bots.values.the_faceless import DuskMind
from duskhall.games.the_faceless import GAME
from duskhall.games.the_faceless.expansions.den import Den
from duskhall.games.the_faceless.state import Dusk
from tests.bots.test_the_faceless_mind import (
    CALM,
    LAST_CHANCE,
    NEARLY_WON,
    turn,
    value,
)
from tests.games.the_faceless.laid import laid, lay_haunted
from tests.games.the_faceless.words import (
    LAID_OUT,
    MEMORIES,
    begun,
    dusk,
    offers,
    outcome,
    play,
    space,
)

ALL_SPENT = {**LAST_CHANCE, "spent": ", ".join(MEMORIES)}
both_bots = pytest.mark.parametrize("name", ["greedy", "search:20"])


@both_bots
def test_the_last_eye_is_closed_before_the_deck_runs_out(name: str) -> None:
    """TF-125, TF-97: all memories are collected, and one eye is open."""
    eyes = laid(eye_at="1,0 -1,4", eye_open="1 0")
    s = dusk("Purple 1, Green 1", ALL_SPENT, eyes="true", prepare=eyes)
    assert outcome(turn(s, name)) == "won"


@both_bots
def test_a_haunted_place_is_entered_where_its_push_wins(name: str) -> None:
    """TF-135, TF-137: the last memory lies behind it, two steps off, and there is but one card."""

    def haunted(s: Dusk) -> None:
        lay_haunted(s, "Crooked Chapel 1,0 E", "Lantern Field -4,0 E")

    s = dusk("Purple 1", LAST_CHANCE, lying="Hat 2,0", haunted="true", prepare=haunted)
    assert outcome(turn(s, name)) == "won"


@both_bots
def test_a_portal_is_taken_to_the_last_memory(name: str) -> None:
    """TF-145, TF-147: a step to the portal's side leads to it, and there a memory has come."""
    portals = laid(portal_at="2,0 -4,1 -1,4")
    s = dusk("Purple 1", LAST_CHANCE, lying="Hat 2,0", portals="true", prepare=portals)
    assert outcome(turn(s, name)) == "won"


@both_bots
def test_the_team_goes_home_with_the_last_memory(name: str) -> None:
    """TF-173: next to the Entrance."""
    s = dusk("Purple 1", {**ALL_SPENT, "team": "-1,2"}, scenario="collecting-bugs")
    assert outcome(turn(s, name)) == "won"


def test_the_den_is_not_entered() -> None:
    """TF-120: the last memory lies behind it."""
    words = {**NEARLY_WON, "lying": "Hat 3,0", "den": "true"}
    s = dusk("Purple 2", words, prepare=lambda s: lay_den(s, "1,0"))
    play(s, "0 walk Purple 2")
    assert len(offers(s)) == 6
    assert outcome(turn(s)) == ""


def lay_den(s: Dusk, where: str) -> None:
    """The Den on any three spaces of which this is one, and the Team's is not."""
    (den,) = (part for part in s.world.parts if isinstance(part, Den))
    covered = [space(where), space("2,0")]
    s.numbers[den.number] = next(
        number for number, way in enumerate(den.ways) if {*covered} <= {*way.cells}
    )


def servants_at(s: Dusk) -> list[float]:
    (part,) = (part for part in s.world.parts if part.name == "servants")
    return part.risks(s)


def test_servants_are_feared_where_a_red_threat_would_bring_them() -> None:
    """TF-155, TF-157: of six cards one brings this servant to the Team; nothing is in its way."""
    words = {**CALM, "servants": "roaming", "top": "Red 1"}
    near = laid(servant_at="1,0 5,-5 5,-4 5,-3")
    s = dusk("Purple 1", words, prepare=near, goat="-4,4 0")
    assert servants_at(s)[s.numbers[s.box.number_name.index("team")]] == pytest.approx(1 / 6)
    far = dusk("Purple 1", words, prepare=laid(servant_at="4,0 5,-5 5,-4 5,-3"), goat="-4,4 0")
    mind = DuskMind(GAME)
    assert mind.calm(s, 0) < mind.calm(far, 0), "if the Team stays where it is"


def test_open_eyes_make_a_deck_worth_less() -> None:
    """TF-125"""
    closed, still_open = (
        dusk("Purple 1", CALM, eyes="true", prepare=laid(eye_at="4,-4 -1,4", eye_open=states))
        for states in ("0 0", "1 1")
    )
    assert value(still_open) < value(closed)


def test_spectral_is_near_behind_an_obstacle() -> None:
    """TF-101, TF-108: an obstacle is one step for it, and none for others."""
    words = {**CALM, "goat": "-4,0 0", "team": "-4,2", "obstacles": LAID_OUT, "top": "Red 1"}
    spectral, demon = (
        dusk("Purple 1", words, avatar=name.lower(), prepare=laid(avatar=name))
        for name in ("Spectral", "Demon")
    )
    assert value(spectral) < value(demon)


# The Fog


def test_in_the_fog_the_needle_is_only_reckoned() -> None:
    """TF-153: this card leads to the last memory, but who cannot see the needle is not sure of it."""
    words = {**LAST_CHANCE, "lying": "Hat 1,0"}
    assert value(dusk("Yellow 1", words)) == 1
    assert 0.4 < value(dusk("Yellow 1", words, fog="true")) < 1


def test_in_the_fog_nothing_is_searched() -> None:
    """TF-153: a search follows the needle on its copies; it begins when the figure stands."""
    mind = mind_of(GAME)
    s = dusk("Yellow 1", CALM, fog="true", kids="P.J.")
    assert mind.solve(s, 0) == mind.plan(s, 0)
    play(s, "0 walk Yellow 1")
    assert mind.solve(s, 0) == mind.plan(s, 0)
    play(s, "0 put X1 330")
    assert mind.solve(s, 0) is None
    assert mind.solve(dusk("Yellow 1", CALM), 0) is None


@pytest.mark.parametrize("scenario", ["rabbit-hole", "billygoat-project"])
def test_a_judgement_does_not_know_the_deck(scenario: str) -> None:
    """TF-15: what a threat brings is not looked up, whatever else is on the board."""
    s = begun(2, 3, scenario=scenario)
    for position in range(12):
        seat = s.waiting[0]
        guesses = [s.clone() for _ in range(3)]
        for number, guess in enumerate(guesses):
            guess.reseed(number)
        plans = {mind_of(GAME).plan(guess, seat) for guess in guesses}
        assert len(plans) == 1, position
        plan = plans.pop()
        assert plan is not None
        s.apply(seat, plan)
