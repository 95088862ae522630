"""Raid & Trade's rulebook, paragraph by paragraph: windows, and what they must not tell."""

from __future__ import annotations

import pytest

from duskhall.engine.events import SPECTATOR
from duskhall.games.raid_and_trade import GAME
from duskhall.games.raid_and_trade.parts import HIDDEN_HAND
from duskhall.games.raid_and_trade.state import Ruin
from tests.games.raid_and_trade.words import (
    FAR_HOUSE,
    asked,
    dice,
    edition_with,
    offers,
    play,
    ruin,
)
from tests.games.tables import Case, positions
from tests.games.words import all_answer, sees

HOUSES = {"houses": f"t2-c1 green, {FAR_HOUSE}", "green": "Kitchen Shelves"}
FAMILY = {"houses": f"t2-c1 green, {FAR_HOUSE}", "green": "Sleeping Family"}
ANSWER = "Stray Dogs, Chief Thuma, Spread Rumours, Lucky Charm, Smoke Bomb"
each_incident = pytest.mark.parametrize(
    "unseen",
    [
        "Stray Dogs",
        "Forger",
        "Lucky Charm",
        "Chief Thuma",
        "Smoke Bomb",
        "Spread Rumours",
        "Scavenger",
    ],
)


def asked_if(s: Ruin, seed: int) -> list[int]:
    """Whom the open question would ask if others held the incidents nobody has seen."""
    guess = s.determinize(SPECTATOR, seed)
    guess.waiting, guess.offered, guess.sealed = [], [], {}
    guess.agenda[-1].offer(guess)
    return guess.waiting


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("hands", ["seen", "hidden"])
def test_every_question_is_the_same_whoever_holds_what(players: int, hands: str) -> None:
    """RT-94"""
    told = 0
    for limit in (5, 6, 7):  # each has its own luck
        for s in positions(Case(GAME, players, {"incident_hands": hands, "round_limit": limit})):
            assert isinstance(s, Ruin)
            if s.waiting and any(s.places[HIDDEN_HAND + seat] for seat in range(players)):
                told += 1
                assert asked_if(s, told) == s.asked(), str(s.agenda[-1])
    assert told > 100


@each_incident
def test_who_holds_an_unseen_incident_is_asked_whether_to_stop_a_raid(unseen: str) -> None:
    """RT-94"""
    s = play(ruin(unseen=f" | {unseen}", **HOUSES), "0 raid t2-c1")
    assert asked(s) == "StopRaid 1"
    assert offers(s) == ["pass"] + ["use Stray Dogs"] * (unseen == "Stray Dogs")


@each_incident
def test_who_holds_an_unseen_incident_is_asked_when_attacked(unseen: str) -> None:
    """RT-94"""
    s = play(ruin(tokens="1 guns", unseen=f" | {unseen}"), "0 attack 1")
    assert asked(s) == "Attacked 1"
    if unseen not in ("Smoke Bomb", "Spread Rumours"):
        assert offers(s) == ["pass"]
    assert asked(play(s, "1 pass")) == "Paid 1"


@each_incident
def test_who_holds_an_unseen_incident_is_asked_after_a_roll(unseen: str) -> None:
    """RT-94"""
    s = play(dice(ruin(unseen=f" | | {unseen}", **HOUSES), "success"), "0 raid t2-c1, 2 pass")
    assert asked(s) == "AfterRoll 2"
    assert offers(s) == ["pass"] + ["use Lucky Charm 0"] * (unseen == "Lucky Charm")


@each_incident
def test_who_holds_an_unseen_incident_is_asked_before_the_gate(unseen: str) -> None:
    """RT-94, RT-77"""
    s = play(ruin(sp="20", ap="20", unseen=f" | {unseen}"), "0 gate")
    assert asked(s) == "BeforeGate 1"


@each_incident
def test_the_raider_with_an_unseen_incident_is_asked_at_the_raid_card(unseen: str) -> None:
    """RT-94"""
    s = play(ruin(unseen=unseen, **HOUSES), "0 raid t2-c1")
    assert asked(s) == "RaidCard 0"


@each_incident
def test_the_attacker_with_an_unseen_incident_is_asked_what_to_pay_with(unseen: str) -> None:
    """RT-94"""
    s = play(ruin(tokens="1 guns", unseen=unseen), "0 attack 1")
    assert (asked(s), offers(s)) == ("PayAttack 0", ["gun"])


@pytest.mark.parametrize("seed", range(8))
def test_who_attacks_without_a_gun_is_thought_to_hold_a_card_for_it(seed: int) -> None:
    """RT-85, RT-94"""
    s = play(ruin(unseen="Hired Gun, Forger"), "0 attack 1")
    assert (asked(s), offers(s)) == ("PayAttack 0", ["use Hired Gun"])
    for eyes in (1, 2, SPECTATOR):
        guess = s.determinize(eyes, seed)
        assert offers(guess) == ["use Hired Gun"]
        assert guess.view(eyes) == s.view(eyes)


def test_without_an_unseen_incident_nobody_is_asked() -> None:
    """RT-94"""
    s = dice(ruin(**HOUSES), "success")
    assert asked(play(s, "0 raid t2-c1")) == "Act 0"
    s = dice(ruin(tokens="1 guns"), "0 attack nothing")
    assert asked(play(s, "0 attack 1")) == "Act 0"


def test_seen_incidents_and_open_cards_ask_only_where_they_could_answer() -> None:
    """RT-94"""
    s = ruin(seen=" | Forger | Stray Dogs", crafted=" | Hip Flask, Bicycle", **HOUSES)
    assert asked(play(s, "0 raid t2-c1")) == "StopRaid 2"


def test_a_used_card_asks_nobody() -> None:
    """RT-94"""
    s = ruin(tokens="1 guns | 1 guns", tired=" | Body Armour", fulfilled_used=" | Quell the Riot")
    play(s, "0 attack 1")
    assert (asked(s), offers(s)) == ("Defend 1", ["decline", "defend"])


def test_where_no_incident_could_answer_unseen_ones_ask_nobody() -> None:
    """RT-94 No incident of this edition protects anything."""
    s = dice(ruin(tokens="1 guns | 6 food", unseen=" | Forger"), "0 attack hit")
    play(s, "0 attack 1, 1 pass, 1 pass, 1 pass, 1 five")
    assert asked(s) == "Act 0"


def test_an_edition_whose_incidents_protect_asks_who_holds_one() -> None:
    """RT-94"""
    old = '{ scrap = 1 }, when = "own_turn", effect = [{ do = "clear_blacklist", n = 3 }]'
    mine = edition_with(
        old, '{ scrap = 1 }, when = "on_loss", effect = [{ do = "protect", what = "tokens" }]'
    )
    s = ruin(edition=mine, tokens="1 guns | 6 food", unseen=" | Stray Dogs")
    dice(s, "0 attack hit")
    play(s, "0 attack 1, 1 pass, 1 pass, 1 pass, 1 five")
    assert (asked(s), offers(s)) == ("OnLoss 1", ["pass"])


def test_all_who_may_answer_are_asked_at_once_and_quietly() -> None:
    """RT-94"""
    s = play(ruin(4, unseen=" | Forger | Stray Dogs | Sweet Rain", **HOUSES), "0 raid t2-c1")
    assert (asked(s), s.is_quiet()) == ("StopRaid 1 2 3", True)
    play(s, "2 use Stray Dogs")
    assert sees(s, SPECTATOR, "hidden_hand.2") == 1
    assert s.view(1)["sealed"] == s.view(SPECTATOR)["sealed"] == {}


@pytest.mark.parametrize(("seat", "first"), [(0, "Timer Fuse"), (2, "Stray Dogs")])
def test_the_first_in_turn_order_from_the_active_player_on_answers(seat: int, first: str) -> None:
    """RT-94"""
    words = {"seen": "Stray Dogs" if seat else " | | Stray Dogs", "crafted": " | Timer Fuse"}
    s = play(ruin(seat=seat, **words, **HOUSES), f"{seat} raid t2-c1")
    for other in s.waiting[:]:
        s.apply(other, s.legal_moves(other)[1])
    assert [event.cards for event in s.events or [] if event.kind == "use"] == [
        (s.box.card_names.index(first),)
    ]


def test_a_blacklist_card_is_looked_at_by_the_raider_alone() -> None:
    """RT-94"""
    s = play(ruin(unseen="Forger", **FAMILY), "0 raid t2-c1")
    assert (asked(s), offers(s)) == ("RaidCard 0", ["keep", "put_back"])


def test_who_has_passed_on_a_window_is_asked_again_only_after_somebody_acted() -> None:
    """RT-94"""
    s = play(ruin(unseen=f" | {ANSWER}", tokens="1 guns"), "0 attack 1, 1 pass")
    assert asked(s) == "Paid 1"
    all_answer(s)
    assert asked(s) == "AfterRoll 1"
