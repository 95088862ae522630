"""The rulebook of The Faceless: the Creepy Die and the Crossroads (TF-110 to TF-119)."""

from __future__ import annotations

import pytest

from duskhall.games.the_faceless.expansions.die import FACES
from duskhall.games.the_faceless.state import Dusk
from tests.games.the_faceless.laid import laid, value
from tests.games.the_faceless.words import (
    NO_FACELESS,
    SIX,
    WALL,
    at,
    columns,
    dusk,
    goat,
    may,
    offers,
    outcome,
    play,
    refused,
    ring_of,
    sizes,
    team,
    trail,
    verbs,
)
from tests.games.words import events


def die(
    face: str, hands: str = "Purple 1", threat: bool = False, seed: int = 1, **words: str
) -> Dusk:
    """A table at which the die shows a face."""
    shown = laid(die=str(FACES.index(face)))
    return dusk(hands, die="true", threat=threat, seed=seed, prepare=shown, common=words)


def rolls(s: Dusk) -> list[str]:
    """What the die has come up with."""
    return [FACES[event.value] for event in events(s, "die")]


def by_seed(face: str, **words: str) -> Dusk:
    """A yellow threat that rolls this face first."""
    found = (die("nothing", threat=True, seed=seed, top="Yellow 1", **words) for seed in range(99))
    return next(s for s in found if rolls(s)[0] == face)


# The die


def test_the_die_begins_with_nothing_and_a_yellow_threat_rolls_it() -> None:
    """TF-110 TF-95 TF-94"""
    s = die("nothing", threat=True, top="Yellow 1")
    assert len(rolls(s)) >= 1
    assert rolls(die("nothing", threat=True, top="Blue 3")) == []
    seen = {rolls(die("nothing", threat=True, seed=seed, top="Yellow 1"))[0] for seed in range(60)}
    assert seen == {*FACES}


def test_the_die_is_rolled_before_the_faceless_turn() -> None:
    """TF-94"""
    s = by_seed("nothing", display="Yellow 2")
    kinds = [event.kind for event in s.events or []]
    assert verbs(s) == ["turn_about"]
    assert "die" in kinds


def test_a_player_may_roll_once_a_turn_for_a_card_on_display() -> None:
    """TF-110 TF-111: before the action or after it; the card has no effect."""
    s = die("nothing", "Purple 1, Purple 2", top="Red 1")
    play(s, "0 roll")
    assert at(s, "red") == ["Red 1"]
    assert refused(s, "0 roll") == "TF-111 rolled"
    s = die("nothing", "Purple 1, Purple 2", top="Blue 3")
    play(s, "0 walk Purple 1, 0 step E")
    assert set(offers(s)) == {"roll", "done"}


def test_no_roll_with_an_empty_deck() -> None:
    """TF-111"""
    s = die("nothing", top="", deck="")
    assert "roll" not in verbs(s)
    assert refused(s, "0 roll") == "TF-111 roll-empty"


def test_powers_off_stops_all_that_kids_cards_say() -> None:
    """TF-110 TF-111: Lily, Dylan's limit, Karyn's quiet, Tommy and Julie."""
    assert "free_give" not in verbs(die("powers_off", "Purple 1, Red 1 / ", kids="Lily"))
    assert "free_give" in verbs(die("nothing", "Purple 1, Red 1 / ", kids="Lily"))
    four = "Green 1, Green 1, Green 1, Green 2"
    dylan = die("powers_off", f"{four} / Purple 1", kids="Dylan")
    assert dylan.limit(0) == 3
    assert sizes(dylan, "hand.0") == [4]  # a fourth card is kept
    assert die("nothing", f"{four} / Purple 1", kids="Dylan").limit(0) == 4
    karyn = die(
        "powers_off", "Purple 1, Purple 2, Purple 3", kids="Karyn", top="Red 1", goat="-5,0 0"
    )
    assert goat(play(karyn, "0 give Purple 1 to 1, 0 done")).startswith("-4,0")
    tommy = die("powers_off", kids="Tommy", lying="Hat 1,0")
    assert "draw_event" not in verbs(play(tommy, "0 walk Purple 1, 0 step E"))
    julie = die("powers_off", threat=True, kids="Julie", top="Blue 3")
    assert at(julie, "blue") == ["Blue 3"]


@pytest.mark.parametrize(("face", "steps"), [("one_more", 3), ("one_less", 1), ("nothing", 2)])
def test_one_more_or_less_changes_the_number_of_a_walk(face: str, steps: int) -> None:
    """TF-110 TF-112"""
    s = die(face, "Yellow 2")
    play(s, "0 walk Yellow 2, 0 put X1 330")
    assert len(trail(s)) == steps


@pytest.mark.parametrize(("face", "steps"), [("one_more", 3), ("one_less", 1), ("nothing", 2)])
def test_one_more_or_less_changes_a_purple_threat(face: str, steps: int) -> None:
    """TF-110 TF-112"""
    s = die(face, threat=True, top="Purple 1", display="Purple 2")
    assert len(trail(s)) == steps


def test_one_less_is_never_below_none() -> None:
    """TF-110"""
    s = play(die("one_less", "Purple 1", kids="P.J."), "0 walk Purple 1, 0 steps 0")
    assert trail(s) == []
    assert "roll" in verbs(s)


def test_the_extra_step_of_a_purple_card_follows_the_needle() -> None:
    """TF-112: it comes last; one less takes away a free step."""
    s = play(die("one_more", "Purple 1"), "0 walk Purple 1, 0 step E")
    assert trail(s) == ["1,0", "2,0"]
    s = play(die("one_less", "Purple 2"), "0 walk Purple 2, 0 step NE")
    assert trail(s) == ["1,-1"]


def test_pj_changes_the_number_first_and_the_street_and_luke_stay() -> None:
    """TF-112"""
    s = play(die("one_more", "Purple 1", kids="P.J."), "0 walk Purple 1, 0 steps 0")
    assert trail(s) == ["1,0"]
    s = play(die("one_more", collected="Street"), "0 use Street, 0 step NE")
    assert trail(s) == ["1,-1"]
    s = die("one_more", "Green 2, Green 2, Green 2", kids="Luke", display=SIX)
    assert trail(play(s, "0 rest, 0 lead 1,-1")) == ["1,-1"]


def test_shelter_may_be_taken_instead_of_a_memory_and_is_rolled_again() -> None:
    """TF-110 TF-113: per blocked step; without a memory it saves the game."""
    s = die("shelter", "Purple 1", team="1,0", obstacles=WALL, collected="Hat")
    play(s, "0 walk Purple 1, 0 step E")
    assert verbs(s) == ["spend", "shelter"]
    play(s, "0 shelter")
    assert at(s, "collected") == ["Hat"]
    assert len(rolls(s)) >= 1
    saved = die("shelter", "Purple 1", team="1,0", obstacles=WALL)
    assert outcome(play(saved, "0 walk Purple 1, 0 step E")) == ""
    lost = die("nothing", "Purple 1", team="1,0", obstacles=WALL)
    assert outcome(play(lost, "0 walk Purple 1, 0 step E")) == "trapped"


def test_shelter_is_no_help_on_a_swamp() -> None:
    """TF-113"""
    shown = laid(die=str(FACES.index("shelter")), swamps="4")
    s = dusk("Purple 1", die="true", swamps="2", team="1,0", obstacles=WALL, prepare=shown)
    assert outcome(play(s, "0 walk Purple 1, 0 step E")) == "trapped"


def test_the_hunt_brings_billygoat_nearer_and_rolls_again() -> None:
    """TF-110 TF-114: as often as it comes up, and it may catch the Team."""
    s = by_seed("hunt", goat="-5,0 0")
    hunts = rolls(s).count("hunt")
    assert goat(s).startswith(f"{hunts - 5},0")
    assert rolls(s)[-1] != "hunt"
    assert outcome(by_seed("hunt", goat="-1,0 0")) == "caught"


def test_the_hunt_comes_on_a_roll_by_choice_too() -> None:
    """TF-114"""
    tables = (die("nothing", seed=seed, goat="-1,0 0") for seed in range(60))
    ends = {outcome(play(s, "0 roll")) for s in tables}
    assert ends == {"", "caught"}


# Crossroads


def roads(card: int, threat: bool = True, top: str = "Green 1", **words: str) -> Dusk:
    """A green threat that reveals this card."""
    only = laid(crossroads_deck=f"Crossroads {card}")
    return dusk("Purple 1", crossroads="true", threat=threat, top=top, prepare=only, common=words)


def test_a_green_threat_first_reveals_a_card_of_two_roads() -> None:
    """TF-115 TF-116 TF-94: one step by the red or one by the white needle; then green strikes."""
    s = roads(1, display="Green 2")
    assert offers(s) == ["road 0", "road 3"]
    assert at(s, "crossroads") == ["Crossroads 1"]
    red = play(s.clone(), "0 road 0")
    assert team(red) == "1,0"
    assert red.waiting == [1]
    assert team(play(s, "0 road 3")) == "-1,0"
    assert at(s, "crossroads_discard")[-1] == "Crossroads 1"


def test_several_steps_by_an_end_of_the_needle() -> None:
    """TF-115"""
    assert team(play(roads(2), "0 road 1")) == "2,0"
    s = play(roads(2, goat="-4,0 180"), "0 road 4")
    assert team(s) == "-2,0"


def test_a_threat_as_if_added_counts_what_is_displayed() -> None:
    """TF-115 TF-117: with an empty column nothing happens; as an option, one more."""
    s = play(roads(3, display="Red 2, Red 2", goat="-5,0 0"), "0 road 6")
    assert goat(s).startswith("-3,0")
    assert len(at(s, "red")) == 2
    assert goat(play(roads(3, goat="-5,0 0"), "0 road 6")).startswith("-5,0")
    s = play(roads(3, display="Red 2, Red 2", goat="-5,0 0", as_if="more"), "0 road 6")
    assert goat(s).startswith("-2,0")
    s = play(roads(3, goat="-5,0 0", as_if="more"), "0 road 6")
    assert goat(s).startswith("-4,0")


def test_a_purple_threat_as_if_added_heeds_the_die() -> None:
    """TF-117"""
    shown = laid(crossroads_deck="Crossroads 3", die=str(FACES.index("one_more")))
    s = dusk(
        "Purple 1", crossroads="true", die="true", threat=True, top="Green 1", display="Purple 2",
        prepare=shown,
    )  # fmt: skip
    assert team(play(s, "0 road 7")) == "2,0"


def test_a_threat_as_if_added_wakes_neither_eyes_nor_avatars() -> None:
    """TF-117 TF-96"""
    woken = laid(crossroads_deck="Crossroads 3", avatar="Eraserhead", eye_at="4,-4 0,-5")
    s = dusk(
        "Purple 1", crossroads="true", eyes="true", avatar="eraserhead", threat=True, top="Green 1",
        display="Purple 2, Red 2", collected="Hat", goat="-5,0 180", prepare=woken,
    )  # fmt: skip
    before = sizes(s, "deck")
    after = play(s.clone(), "0 road 7")
    assert sizes(after, "deck") == before
    assert at(play(s, "0 road 6"), "collected") == ["Hat"]


def test_billygoat_nearer_or_two_that_only_turn() -> None:
    """TF-115"""
    s = roads(4, goat="-5,0 0")
    assert offers(s) == ["road 9", "road 10"]
    assert goat(play(s.clone(), "0 road 9")).startswith("-4,0")
    play(s, "0 road 10")
    assert value(s, "turn_only") == 0b011


def test_turning_only_holds_for_the_next_turn_and_no_longer() -> None:
    """TF-118: for cards and for memories that act like one."""
    only = laid(crossroads_deck="Crossroads 4")
    s = dusk(
        " / Yellow 1, Blue 1, Purple 1", crossroads="true", threat=True, top="Green 1",
        collected="Hat, School Book", deck="Blue 2, Blue 2, Blue 2", prepare=only,
    )  # fmt: skip
    play(s, "0 road 10")
    walking = play(s.clone(), "1 walk Yellow 1")
    assert ring_of(walking) == [1]
    assert may(walking, "1 put X1 77")
    assert refused(walking, "1 put X3 0") == "TF-90 place-barred"
    assert len(ring_of(play(s.clone(), "1 walk Blue 1"))) > 1
    assert ring_of(play(s.clone(), "1 use Hat")) == [7]
    assert len(ring_of(play(s.clone(), "1 use School Book"))) > 1
    play(s, "1 walk Purple 1, 1 step E, 1 done")
    assert value(s, "turn_only") == 0


def test_a_faceless_that_may_only_turn_does_not_return() -> None:
    """TF-118 TF-61"""
    s = dusk("Yellow 1", NO_FACELESS, crossroads="true", prepare=laid(turn_only_next="3"))
    play(s, "0 walk Yellow 1")
    assert trail(s) == ["1,0"]  # nothing to place: the Team goes on at once


def test_what_cannot_be_done_is_not_picked_while_the_other_can() -> None:
    """TF-116: a memory with none unused."""
    assert team(roads(7)) == "1,0"  # nobody is asked
    s = roads(7, collected="Hat, Bow")
    assert offers(s) == ["road 8", "road 0"]
    play(s, "0 road 8, 0 spend Hat")
    assert at(s, "spent") == ["Hat"]
    assert team(s) == "0,0"


def test_the_crossroads_deck_is_shuffled_anew_when_it_is_out() -> None:
    """TF-116"""
    s = dusk(
        "Purple 1", crossroads="true", threat=True, top="Green 1", prepare=laid(crossroads_deck="")
    )
    assert sizes(s, "crossroads_deck", "crossroads") == [9, 1]


def test_the_pairs_are_those_of_the_edition() -> None:
    """TF-119: the first is the rulebook's, the others are designed."""
    faces = [face for face in roads(1).world.faces.values() if face["deck"] == "crossroads"]
    assert [face["roads"] for face in faces] == [
        [0, 3], [1, 4], [6, 7], [9, 10], [9, 11], [9, 12], [8, 0], [8, 3], [6, 4], [7, 8],
    ]  # fmt: skip


def test_the_die_does_not_change_steps_of_the_crossroads() -> None:
    """TF-112"""
    shown = laid(crossroads_deck="Crossroads 1", die=str(FACES.index("one_more")))
    s = dusk("Purple 1", crossroads="true", die="true", threat=True, top="Green 1", prepare=shown)
    assert trail(play(s, "0 road 0")) == ["1,0"]
    assert columns(s)[1] == 1


def test_the_needles_step_more_of_a_purple_card_comes_after_the_chosen_ones() -> None:
    """TF-112"""
    s = dusk("Purple 1", die="true", prepare=laid(die="1"))
    play(s, "0 walk Purple 1")
    assert trail(s) == []
    play(s, "0 step E")
    assert trail(s) == ["1,0", "2,0"]
