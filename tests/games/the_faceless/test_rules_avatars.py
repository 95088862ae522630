"""The rulebook of The Faceless: avatars (TF-98 to TF-109)."""

from __future__ import annotations

import pytest

from duskhall.engine.game import WrongOption
from duskhall.games.the_faceless import GAME
from duskhall.games.the_faceless.box import COLOURS
from duskhall.games.the_faceless.state import Dusk
from tests.games.the_faceless.laid import laid, value
from tests.games.the_faceless.words import (
    LAID_OUT,
    NO_FACELESS,
    WALL,
    at,
    begun,
    cell,
    dusk,
    goat,
    may,
    offers,
    outcome,
    play,
    refused,
    ring_of,
    sees,
    team,
    verbs,
)

EAST = {"obstacles": WALL, "goat": "3,0 0"}  # an obstacle between Billygoat and the Team


def avatar(name: str, hands: str = "Red 1", *more: str, **words: str) -> Dusk:
    """A table with an avatar; what is said after it lies there too."""
    cards = "+".join([name.title(), *[other.title() for other in more]])
    extra = {"second_avatar": more[0]} if more else {}
    threat = words.pop("threat", "") == "yes"
    return dusk(
        hands,
        avatar=name,
        threat=threat,
        prepare=laid(avatar=cards),
        common={**extra, **words},
    )


def goats(s: Dusk) -> set[str]:
    """The spaces that Billygoat may be moved to now."""
    return {cell(move.about[0]) for move in s.legal_moves(s.waiting[0]) if move.verb == "goat"}


def test_one_avatar_by_chance_or_by_name() -> None:
    """TF-100 TF-95"""
    named = begun(avatar="demon")
    assert at(named, "avatar") == ["Demon"]
    found = {at(begun(seed=seed, avatar="random"), "avatar")[0] for seed in range(40)}
    assert len(found) == 6
    assert "avatar" not in begun().box.name_of


def test_two_avatars_only_as_an_option_and_different_ones() -> None:
    """TF-98"""
    s = begun(avatar="random", second_avatar="lurker")
    assert len(at(s, "avatar")) == 2
    assert "Lurker" in at(s, "avatar")
    with pytest.raises(WrongOption, match="TF-98"):
        begun(avatar="demon", second_avatar="demon")


# Spectral


def test_spectral_crosses_obstacles() -> None:
    """TF-101 TF-108: onto any of its spaces is one step, and so is any space around it."""
    s = play(avatar("spectral", **EAST), "0 walk Red 1")
    assert {"2,-1", "2,0", "2,1"} <= goats(s)
    plain = play(dusk("Red 1", EAST), "0 walk Red 1")
    assert not {"2,-1", "2,0", "2,1"} & goats(plain)
    inside = play(avatar("spectral", obstacles=WALL, goat="2,1 180"), "0 walk Red 1")
    assert "3,-2" in goats(inside)  # at the other end of it
    assert not {"2,-1", "2,0"} & goats(inside)


def test_spectral_takes_the_way_through_an_obstacle() -> None:
    """TF-101: into it, and out of it to a space that is next to the Team."""
    s = avatar("spectral", "", threat="yes", top="Red 1", display="Red 2", **EAST)
    assert set(offers(s)) == {"chase 2,-1", "chase 2,0", "chase 2,1"}
    play(s, "0 chase 2,1")
    assert set(offers(s)) == {"chase 1,-1", "chase 1,0"}


def test_the_team_does_not_meet_spectral_inside_an_obstacle() -> None:
    """TF-108: an obstacle hit, not a meeting."""
    s = avatar("spectral", "Purple 1", obstacles=WALL, goat="2,0 0", team="1,0", collected="Hat")
    play(s, "0 walk Purple 1, 0 step E")
    assert outcome(s) == ""
    assert at(s, "spent") == ["Hat"]


def test_the_old_rope_leaves_an_obstacle_under_billygoat() -> None:
    """TF-108"""

    def movable(where: str) -> set[int]:
        s = avatar("spectral", obstacles=LAID_OUT, goat=where, collected="Old Rope")
        return {move.about[0] for move in play(s, "0 use Old Rope").legal_moves(0)}

    assert 2 in movable("-2,-2 0")
    assert 2 not in movable("2,-2 0")


def test_spectral_catches_the_team_on_a_swamp() -> None:
    """TF-108: for it the swamp is one space; for any other Billygoat the Team is out of reach there."""
    words = {"obstacles": WALL, "team": "2,0", "goat": "3,1 0", "swamps": "2", "top": "Red 1"}
    s = dusk(
        threat=True, avatar="spectral", prepare=laid(avatar="Spectral", swamps="4"), common=words
    )
    play(s, "0 chase 2,-1")
    assert outcome(s) == "caught"
    plain = dusk(threat=True, prepare=laid(swamps="4"), common=words)
    assert outcome(plain) == ""
    assert not goat(plain).startswith("2,")


# Unspeakable


def test_unspeakable_hushes_all_until_the_next_threat() -> None:
    """TF-102 TF-107 TF-94"""
    s = avatar("unspeakable", "", threat="yes", top="Red 1", goat="-5,0 180")
    refusals = [s.hush(seat) for seat in range(2)]
    assert [refusal and refusal.rule for refusal in refusals] == ["TF-102", "TF-102"]
    play(s, "1 walk Purple 1, 1 step E")
    assert value(s, "hushed") == int("Red" in str(at(s, "red")[1:]))
    calm = avatar("unspeakable", "", threat="yes", top="Blue 3")
    assert calm.hush(0) is None


def test_the_next_threat_phase_ends_the_hush() -> None:
    """TF-107"""
    s = dusk(
        "Purple 1",
        avatar="unspeakable",
        top="Blue 3",
        prepare=laid(avatar="Unspeakable", hushed="1"),
    )
    assert s.hush(1) is not None
    play(s, "0 walk Purple 1, 0 step E")
    assert s.hush(1) is None


def test_karyn_keeps_to_herself_what_she_sees_while_nobody_may_talk() -> None:
    """TF-107 TF-73: others see that she has looked, and the card is the next to come."""
    words = {"kids": "Karyn", "top": "", "avatar": "unspeakable"}
    s = dusk("Purple 1", words, prepare=laid(avatar="Unspeakable", hushed="1"))
    deck = s.deck_count()
    play(s, "0 peek")
    assert isinstance(sees(s, 0, "peeked.0"), list)
    assert sees(s, 1, "peeked.0") == 1
    assert s.deck_count() == deck
    (card,) = at(s, "peeked.0")
    play(s, "0 walk Purple 1, 0 step E")
    assert card in [found for colour in COLOURS for found in at(s, colour)]
    talking = play(dusk("Purple 1", words, prepare=laid(avatar="Unspeakable")), "0 peek")
    assert isinstance(sees(talking, 1, "next"), list)


def test_a_quiet_threat_hushes_nobody() -> None:
    """TF-94 TF-96: Karyn has made it quiet."""
    s = avatar(
        "unspeakable", "Purple 1, Purple 2, Purple 3", top="Red 1", kids="Karyn", display="Red 2"
    )
    play(s, "0 give Purple 1 to 1")
    assert at(s, "red")[-1] == "Red 1"
    assert s.hush(0) is None


# Puppetmaster


def test_the_puppetmaster_sets_a_servant_where_no_faceless_may_stop() -> None:
    """TF-103"""
    s = avatar("puppetmaster", "", threat="yes", top="Red 1", goat="-5,0 180")
    assert "servant 3" in offers(s)
    assert not {"servant 1", "servant 7", "servant 13"} & {*offers(s)}  # the Faceless
    play(s, "0 servant X3")
    assert value(s, "servant_out.0") == 3
    walking = dusk(
        "Yellow 1", avatar="puppetmaster", prepare=laid(avatar="Puppetmaster", servant_out="3")
    )
    play(walking, "0 walk Yellow 1")
    assert 3 not in ring_of(walking)
    assert {2, 4} <= {*ring_of(walking)}  # it may pass
    assert refused(walking, "0 put X3 0") == "TF-90 place-barred"


def test_servants_are_not_set_next_to_each_other_if_possible() -> None:
    """TF-103 TF-109"""
    near = laid(avatar="Puppetmaster", servant_out="3")
    s = dusk(threat=True, top="Red 1", goat="-5,0 180", avatar="puppetmaster", prepare=near)
    assert not {"servant 2", "servant 4"} & {*offers(s)}
    crowd = laid(avatar="Puppetmaster", servant_out="3 5 9 11 15 17")
    s = dusk(threat=True, top="Red 1", goat="-5,0 180", avatar="puppetmaster", prepare=crowd)
    assert "servant 0" in offers(s)  # beside one, as there is no other place
    full = laid(avatar="Puppetmaster", servant_out="2 3 4 5 6 8 9 10")
    s = dusk(threat=True, top="Red 1", goat="-5,0 180", avatar="puppetmaster", prepare=full)
    assert s.waiting == [1]  # none is unused: nothing happens


def test_a_faceless_may_stay_beside_a_servant_and_where_it_is() -> None:
    """TF-109: a servant does not change the gap, and nobody is driven away."""
    s = dusk(
        "Yellow 1", avatar="puppetmaster", prepare=laid(avatar="Puppetmaster", servant_out="1 2")
    )
    play(s, "0 walk Yellow 1")
    assert 1 in ring_of(s)
    assert 2 not in ring_of(s)
    assert 3 in ring_of(s)


def test_carriers_that_were_removed_are_unused_again() -> None:
    """TF-109: eight carry, so none is left; one is as soon as a memory is collected."""
    words = {"avatar": "puppetmaster", "servants": "carriers", "goat": "-5,0 180", "top": "Red 1"}
    busy = dusk(threat=True, prepare=laid(avatar="Puppetmaster"), common=words)
    assert busy.waiting == [1]
    free = dusk(threat=True, prepare=laid(avatar="Puppetmaster"), collected="Hat", common=words)
    assert verbs(free) == ["servant"]


# Eraserhead


@pytest.mark.parametrize(("card", "erases"), [("Red 1", True), ("Red 2", True), ("Red 3", False)])
def test_the_eraserhead_erases_after_billygoat_has_moved(card: str, erases: bool) -> None:
    """TF-104 TF-107 TF-94: by the value that is printed on the card."""
    s = avatar("eraserhead", "", threat="yes", top=card, goat="-5,0 180", collected="Hat, Bow")
    assert goat(s).startswith("-4,0")
    assert (verbs(s) == ["spend"]) == erases
    if erases:
        play(s, "0 spend Bow")
        assert at(s, "spent") == ["Bow"]


def test_the_eraserhead_finds_nothing_without_a_memory() -> None:
    """TF-104: if able."""
    s = avatar("eraserhead", "", threat="yes", top="Red 1", goat="-5,0 180")
    assert outcome(s) == ""
    assert s.waiting == [1]


def test_a_memory_that_was_erased_still_counts() -> None:
    """TF-99"""
    s = avatar("eraserhead", "", threat="yes", top="Red 1", goat="-5,0 180", collected="Hat")
    assert at(s, "spent") == ["Hat"]
    assert GAME.standing(s).scores[0] == (0, 1)


# Demon


def test_the_demon_must_come_nearer() -> None:
    """TF-105 TF-107: turned as one likes, and it may catch the Team."""
    s = play(avatar("demon"), "0 walk Red 1")
    assert goats(s) == {"-2,0"}
    assert may(s, "0 goat -2,0 77")
    assert refused(s, "0 goat -4,0 0") == "TF-105 goat-nearer"
    s = play(avatar("demon", goat="-1,0 0"), "0 walk Red 1, 0 goat 0,0 0")
    assert outcome(s) == "caught"


def test_the_bags_of_memories_is_no_card_from_the_hand() -> None:
    """TF-107"""
    s = play(avatar("demon", collected="Bags"), "0 use Bags")
    assert len(goats(s)) == 6


# Lurker


def test_the_lurker_comes_over_the_edge() -> None:
    """TF-106"""
    s = avatar("lurker", "", threat="yes", top="Red 1", team="5,0", goat="-5,0 0")
    assert outcome(s) == "caught"
    s = play(avatar("lurker", goat="-5,0 0"), "0 walk Red 1")
    assert "5,0" in goats(s)
    blocked = play(
        avatar("lurker", goat="-5,0 0", obstacles="Crooked Root 4,0 5,-1 4,1"), "0 walk Red 1"
    )
    assert "5,-1" not in goats(blocked)


def test_billygoat_without_lurker_stays_on_the_board() -> None:
    """TF-106"""
    s = dusk(threat=True, top="Red 1", team="5,0", goat="-5,0 0")
    assert outcome(s) == ""
    assert team(s) == "5,0"


# Two of them


def test_puppetmaster_and_eraserhead_wake_one_after_the_other() -> None:
    """TF-169 TF-174 TF-94"""
    s = avatar(
        "puppetmaster",
        "",
        "eraserhead",
        threat="yes",
        top="Red 1",
        goat="-5,0 180",
        collected="Hat, Bow",
    )
    assert verbs(s) == ["servant"]
    assert goat(s).startswith("-5,0")
    play(s, "0 servant X3")
    assert goat(s).startswith("-4,0")
    assert verbs(s) == ["spend"]


def test_colliding_magnets_and_a_servant() -> None:
    """TF-109: a Faceless that returns needs a place without a servant."""
    s = dusk(
        "Yellow 1",
        NO_FACELESS,
        avatar="puppetmaster",
        prepare=laid(avatar="Puppetmaster", servant_out="4"),
    )
    play(s, "0 walk Yellow 1")
    assert 4 not in ring_of(s)
    assert len(ring_of(s)) == 17
