"""What log and outlook of Don't Turn Your Back say of attacks, and of the end."""

from __future__ import annotations

import random

import pytest

from duskhall.games.dont_turn_your_back.box import BB, SERVICES
from duskhall.games.dont_turn_your_back.rules.services import DiscardOne
from duskhall.games.dont_turn_your_back.state import OUSTERS
from tests.games.dont_turn_your_back.words import deal, night, play, table
from tests.games.words import said


@pytest.mark.parametrize(
    ("attack", "sentence"),
    [
        ("Mother When", "Mother When of Ann found nobody who had to discard."),
        ("The Wax King", "The Wax King of Ann found nobody with more than three cards."),
        ("The Tacks Man", "The Tacks Man of Ann found nobody to lose Candles."),
    ],
)
def test_an_attack_that_touches_nobody_is_told(attack: str, sentence: str) -> None:
    """TB-25 TB-40 TB-44 TB-45"""
    s = night(f"{attack}, City 1 / City 1, City 1, City 2, City 2", bb="Paperboy of 1")
    s = play(s, f"0 place {attack} in BB")
    assert said(s, "spared") == [sentence]


@pytest.mark.parametrize("attack", ["Mother When", "The Wax King", "The Tacks Man"])
def test_an_attack_that_touches_somebody_is_not_called_idle(attack: str) -> None:
    """TB-40 TB-44 TB-45"""
    s = night(f"{attack}, City 1 / City 1, City 1, City 2, City 2", candles="0 / 1")
    assert not said(play(s, f"0 place {attack} in BB"), "spared")


def test_an_attack_on_one_card_that_finds_none_is_told() -> None:
    """TB-33 TB-46"""
    s = night("Clockwork Lieutenant, City 1 / City 1", d13="Thirteen 1 of 0")
    s = play(s, "0 place Clockwork Lieutenant in BB")
    assert said(s, "forced.nobody-to-oust") == ["Clockwork Lieutenant finds nobody to oust."]


def test_an_article_never_follows_a_possessive() -> None:
    """TB-33 TB-61 Nobody's card is "Bo's The Tacks Man"."""
    s = night("Clockwork Lieutenant, City 1 / City 1", d13="The Tacks Man+Thirteen of 1")
    s = play(s, "0 place Clockwork Lieutenant in BB, 0 oust The Tacks Man+Thirteen of 1")
    assert said(s, "oust") == ["Ann ousted The Tacks Man+Thirteen of Bo from District 13."]
    assert said(s, "take_over") == ["Clockwork Lieutenant of Ann took its space."]
    s = table({"hs": "School 1 of 1"})
    assert said(s, "discard") == ["School 1 of Bo left the High School."]


# Before it is done


def test_the_outlook_says_whose_attacks_would_touch_nobody() -> None:
    """TB-25 TB-33 TB-39 TB-40 TB-43 TB-44 TB-45"""
    ousters = ["clockwork_lieutenant", "lady_in_hating", "smothered_folk"]
    s = night("City 1 / City 1", hs="School 1 of 1")
    own = ["clockwork_lieutenant", "smothered_folk", "the_wax_king", "the_tacks_man"]
    assert s.outlook()["idle"] == [own, [*ousters, "the_wax_king", "the_tacks_man"]]
    s = night("City 1 / City 1, City 1, City 2, City 2", bb="Paperboy of 1", candles="1 / 5")
    everything = [*ousters, "mother_when", "the_wax_king", "the_tacks_man"]
    assert s.outlook()["idle"] == [everything, [*ousters, "the_wax_king"]]


@pytest.mark.parametrize("seed", range(1, 5))
def test_what_is_called_idle_touches_nobody_and_what_is_not_touches_somebody(seed: int) -> None:
    """TB-25 TB-40 TB-44 TB-45"""
    luck, s = random.Random(seed), deal(3, seed)
    while s.waiting:
        seat = luck.choice(s.waiting)
        move = luck.choice(s.legal_moves(seat))
        service, idle = "", s.outlook()["idle"]
        if move.verb == "place" and move.about[1] == BB and not s.sealed:
            service = SERVICES[s.city.service[move.about[0]]]
        s.events = []
        s.apply(seat, move)
        assert isinstance(idle, list)
        if service in ("mother_when", "the_wax_king", "the_tacks_man"):
            asked = bool(s.agenda) and isinstance(s.agenda[-1], DiscardOne)
            hit = any(event.kind in ("discard", "lose") for event in s.events) or asked
            assert bool(said(s, "spared")) == (service in idle[seat]) != hit
        elif service in OUSTERS:
            told = bool(said(s, "forced.nobody-to-oust"))
            assert told == (service in idle[seat])


def test_the_outlook_says_what_the_end_would_pay() -> None:
    """TB-95 TB-96"""
    s = night("City 2 $3 / City 1", discards="City 4 $5, City 1", encased="Wax 3, Wax 2 $4")
    wax, worth = s.outlook()["wax"], s.outlook()["worth"]
    assert isinstance(wax, list)
    assert isinstance(worth, list)
    assert (wax[0], worth[0]) == (5, [8, 6, 4, 2])
