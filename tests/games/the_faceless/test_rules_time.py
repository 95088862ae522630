"""The rulebook of The Faceless: the Hourglass and the Fog (TF-140 to TF-153)."""

from __future__ import annotations

import pytest

from duskhall.engine.events import OUTSIDE, SPECTATOR
from duskhall.engine.moves import Move
from duskhall.engine.state import IllegalMove
from duskhall.games.the_faceless.state import Dusk
from tests.games.the_faceless.laid import laid, value
from tests.games.the_faceless.words import (
    SIX,
    at,
    begun,
    columns,
    deal,
    dusk,
    outcome,
    play,
    refused,
    trail,
)
from tests.games.words import all_answer

SAND = Move("sand")


def glass(hands: str = "Purple 1", shield: str = "0", **words: str) -> Dusk:
    prepare = laid(sand_shield=shield)
    return dusk(hands, sand="180", prepare=prepare, common=words)


def test_the_hourglass_starts_with_the_first_turn() -> None:
    """TF-140 TF-141"""
    s = deal(sand=180)
    assert s.clock() is None
    all_answer(all_answer(s))
    clock = s.clock()
    assert clock is not None
    assert (clock.seconds, clock.move) == (180, SAND)
    assert begun().clock() is None


def test_when_the_sand_runs_out_two_cards_join_without_effect() -> None:
    """TF-140 TF-141 TF-142: and it is turned again; the open question stays."""
    s = glass(top="Red 1", goat="-2,0 0")
    before = s.clock()
    s.apply(OUTSIDE, SAND)
    assert sum(columns(s)) == 2
    assert at(s, "red")[0] == "Red 1"
    assert outcome(s) == ""
    assert s.waiting == [0]
    after = s.clock()
    assert before is not None
    assert after is not None
    assert after.number == before.number + 1


def test_a_memory_makes_the_next_run_out_harmless_once() -> None:
    """TF-140 TF-144: memories in two turns running shield once."""
    s = glass("Purple 2", lying="Hat 1,0, Bow 2,0", top="Blue 3")
    play(s, "0 walk Purple 2, 0 step E, 0 step E, 0 done")
    assert value(s, "sand_shield") == 1
    shown = sum(columns(s))
    s.apply(OUTSIDE, SAND)
    assert sum(columns(s)) == shown
    s.apply(OUTSIDE, SAND)
    assert sum(columns(s)) == shown + 2


def test_too_few_cards_for_the_sand_lose_the_game() -> None:
    """TF-142 TF-56"""
    s = glass(top="Blue 3", deck="")
    s.apply(OUTSIDE, SAND)
    assert outcome(s) == "deck-empty"


def test_the_hourglass_is_put_away_with_the_last_memory() -> None:
    """TF-143: where an eye is still open."""
    every = "Hat, Bow, School Book, Bags, Street, Music Player, Campfire, Old Rope"
    words = {"sand": "180", "eyes": "true"}
    s = dusk("Purple 1", collected=every, prepare=laid(eye_at="4,-4 -1,4"), common=words)
    assert s.clock() is None
    with pytest.raises(IllegalMove):
        s.apply(OUTSIDE, SAND)
    assert dusk("Purple 1", prepare=laid(eye_at="4,-4 -1,4"), common=words).clock() is not None


def test_nobody_at_the_table_turns_the_hourglass() -> None:
    """TF-142: a clock's message from a seat is refused."""
    s = glass()
    for seat in (0, 1):
        assert refused(s, f"{seat} sand") == "TF-142 sand-by-hand"
    with pytest.raises(IllegalMove):
        dusk("Purple 1").apply(OUTSIDE, SAND)


def test_where_no_time_passes_three_ended_turns_are_one_run() -> None:
    """TF-141"""
    calm = "Yellow 1, Green 1, Purple 1, Purple 2, Red 1"  # no two that strike
    s = dusk("Purple 1", sand="60", top="Blue 3", deck=calm, goat="-5,0 180")
    turns = 0
    while s.coming() is None:
        turns += 1
        play(s, f"{s.waiting[0]} give Purple 1 to {1 - s.waiting[0]}")
    assert turns == 3
    assert s.pass_time() == SAND
    assert s.coming() is None


# The Fog


def fog(hands: str = "Yellow 1", **words: str) -> Dusk:
    return dusk(hands, fog="true", common=words)


def sees_needle(s: Dusk) -> bool:
    """Whether anybody is told where the needle points; all are told the same."""
    views = [s.view(eyes)["outlook"] for eyes in (0, 1, SPECTATOR)]
    shown = {isinstance(view, dict) and "needle" in view for view in views}
    assert len(shown) == 1
    return shown.pop()


def test_the_needle_is_hidden_until_the_figure_stands() -> None:
    """TF-150 TF-151 TF-153: then it is shown and followed."""
    s = fog(kids="P.J.", top="Blue 3")
    assert not sees_needle(s)
    play(s, "0 walk Yellow 1")
    assert not sees_needle(s)
    play(s, "0 put X1 330")
    assert sees_needle(s)
    assert trail(s) == []  # before P.J. changes the number, and before the first step
    assert sees_needle(dusk("Yellow 1"))


def test_places_and_facings_stay_open() -> None:
    """TF-153"""
    numbers = fog().view(SPECTATOR)["numbers"]
    assert isinstance(numbers, dict)
    assert {"team", "goat", "goat_facing", "ring.0", "facing.0"} <= {*numbers}


def test_with_a_purple_card_it_lifts_when_the_card_is_played() -> None:
    """TF-151"""
    s = fog("Purple 1")
    assert not sees_needle(s)
    assert sees_needle(play(s, "0 walk Purple 1"))


def test_it_lifts_when_a_rest_or_whisper_is_done_and_comes_with_the_next_turn() -> None:
    """TF-151: Luke's step included, through the threat to the end of the turn."""
    s = fog("Green 2, Green 2, Green 2", kids="Luke", display=SIX)
    play(s, "0 rest")
    assert not sees_needle(s)
    threat = fog("Green 2, Green 2, Green 2", kids="Julie", display=SIX)
    assert sees_needle(play(threat, "0 rest"))  # Julie looks at the threat
    play(threat, "0 accept")
    assert threat.waiting == [1]
    assert not sees_needle(threat)


def test_matts_second_card_is_played_with_the_compass_open() -> None:
    """TF-151"""
    s = fog("Purple 1, Yellow 1", kids="Matt")
    assert sees_needle(play(s, "0 walk Purple 1, 0 step E"))
    assert sees_needle(play(s, "0 walk Yellow 1"))


def test_what_is_done_before_the_action_is_done_under_the_fog() -> None:
    """TF-152: the Street, Lily's free Whisper; before the first turn the compass is open."""
    assert not sees_needle(play(fog(collected="Street"), "0 use Street, 0 step E"))
    lily = fog("Yellow 1, Green 1", kids="Lily")
    assert not sees_needle(play(lily, "0 free_give Green 1 to 1"))
    s = deal(fog=True)
    all_answer(s)
    assert value(s, "fog") == 0
