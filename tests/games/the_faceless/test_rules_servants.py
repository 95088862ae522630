"""The rulebook of The Faceless: servants (TF-155 to TF-159)."""

from __future__ import annotations

from duskhall.games.the_faceless.state import Dusk
from tests.games.the_faceless.laid import laid, value, where
from tests.games.the_faceless.words import (
    WALL,
    at,
    begun,
    dusk,
    goat,
    memory_spaces,
    offers,
    outcome,
    play,
    sizes,
)
from tests.games.words import events


def roaming(way: str, at: str, **words: str) -> Dusk:
    """A red threat that sends servants on these spaces this way."""
    prepare = laid(servant_deck=f"Servants {way}", servant_at=at)
    words = {"top": "Red 1", "goat": "-5,0 0", **words}
    return dusk("Purple 1", servants="roaming", threat=True, prepare=prepare, common=words)


def carriers(way: str, threat: bool = True, **words: str) -> Dusk:
    prepare = laid(servant_deck=f"Servants {way}")
    words = {"top": "Red 1", "goat": "-5,0 0", **words}
    return dusk("Purple 1", servants="carriers", threat=threat, prepare=prepare, common=words)


def opened(s: Dusk, *names: str) -> None:
    """Lay servant cards open."""
    deck, shown = (s.box.name_of.index(name) for name in ("servant_deck", "servant_cards"))
    cards = tuple([s.box.card_names.index(name) for name in names])
    s.places[deck] = tuple([card for card in s.places[deck] if card not in cards])
    s.places[shown] = cards


FAR = "4,-4 3,-4 2,-4"  # three servants out of the way


def test_four_servants_roam_from_random_memories() -> None:
    """TF-155 TF-95"""
    starts = set()
    for seed in range(20):
        s = begun(seed=seed, servants="roaming")
        found = where(s, "servant_at")
        assert len({*found}) == 4
        assert {*found} <= {*memory_spaces(s)}
        starts.add(tuple(sorted(memory_spaces(s)).index(one) for one in sorted(found)))
    assert len(starts) > 5


def test_a_red_threat_first_moves_every_servant_a_space_per_red_card() -> None:
    """TF-155 TF-156 TF-157 TF-94: one card for all, and Billygoat after them."""
    s = roaming("SE", f"1,-3 {FAR}", display="Red 2")
    assert where(s, "servant_at") == ["1,-1", "4,-2", "3,-2", "2,-2"]
    kinds = [event.kind for event in s.events or [] if event.kind in ("servant", "chase")]
    assert kinds == ["servant"] * 4 + ["chase"] * 2
    assert sizes(dusk(threat=True, servants="roaming", top="Blue 3"), "servant_cards") == [0]


def test_servants_stop_at_obstacles_billygoat_and_the_edge() -> None:
    """TF-155 TF-157: for good, and swamps are obstacles to them."""
    reds = "Red 2, Red 2"
    s = roaming(
        "E", "-1,1 4,-1 4,-4 -4,0", display=reds, obstacles=WALL, goat="-2,0 0", team="0,-3"
    )
    assert where(s, "servant_at") == ["1,1", "5,-1", "5,-4", "-3,0"]
    prepare = laid(servant_deck="Servants E", servant_at="1,1 4,-4 3,-4 2,-4", swamps="4")
    s = dusk(
        threat=True, servants="roaming", swamps="2", obstacles=WALL, top="Red 1", prepare=prepare
    )
    assert where(s, "servant_at")[0] == "1,1"


def test_a_servant_that_meets_the_team_at_any_step_loses_the_game() -> None:
    """TF-155 TF-157"""
    s = roaming("E", f"-1,0 {FAR}", display="Red 2, Red 2")
    assert outcome(s) == "servant"
    prepare = laid(servant_at=f"1,0 {FAR}")
    s = dusk("Purple 1", servants="roaming", prepare=prepare)
    assert outcome(play(s, "0 walk Purple 1, 0 step E")) == "servant"


def test_servants_share_spaces_and_leave_memories_behind() -> None:
    """TF-157 TF-158: and a memory under one cannot be taken alive."""
    s = roaming("E", f"1,-3 {FAR}", lying="Hat 1,-3, Bow 2,-3")
    assert where(s, "servant_at")[0] == "2,-3"
    assert {"1,-3", "2,-3"} <= {*memory_spaces(s)}
    prepare = laid(servant_at=f"1,0 {FAR}")
    s = dusk("Purple 1", servants="roaming", lying="Hat 1,0", prepare=prepare)
    play(s, "0 walk Purple 1, 0 step E")
    assert at(s, "collected") == []


def test_a_servant_makes_a_space_not_free() -> None:
    """TF-91: Casper needs another one."""
    prepare = laid(servant_at=f"2,0 {FAR}")
    s = dusk("Purple 1", servants="roaming", kids="Casper", lying="Hat 1,0", prepare=prepare)
    shifts = offers(s, "shift")
    assert "shift 1,0 to 2,0" not in shifts
    assert "shift 1,0 to 2,-1" in shifts


def test_carriers_carry_their_memories_along() -> None:
    """TF-156 TF-159"""
    s = carriers("NE", lying="Hat 1,1, Bow 2,2")
    assert memory_spaces(s)["2,0"] == "Hat"
    assert memory_spaces(s)["3,1"] == "Bow"
    assert len(events(s, "carry")) > 4


def test_entering_a_carriers_space_collects_all_that_is_there() -> None:
    """TF-156 TF-159: two on one space are both collected; meeting the Team on their way loses."""
    s = carriers("E", threat=False, lying="Hat 1,0, Bow 1,0", top="Blue 3")
    play(s, "0 walk Purple 1, 0 step E")
    assert at(s, "collected") == ["Hat", "Bow"]
    assert outcome(s) == ""
    assert outcome(carriers("W", lying="Hat 1,0")) == "servant"


def test_casper_moves_a_memory_with_its_carrier_but_not_onto_the_team() -> None:
    """TF-159"""
    s = dusk("Purple 1", servants="carriers", kids="Casper", lying="Hat 1,0")
    assert "shift 1,0 to 0,0" not in offers(s, "shift")
    play(s, "0 shift 1,0 to 2,0")
    assert memory_spaces(s)["2,0"] == "Hat"


def test_after_three_cards_all_six_are_shuffled_anew() -> None:
    """TF-156: so no way comes twice within three."""
    s = begun(servants="carriers")
    assert sizes(s, "servant_deck", "servant_cards") == [6, 0]

    def three_open(s: Dusk) -> None:
        opened(s, "Servants E", "Servants W", "Servants NE")

    s = dusk(threat=True, top="Red 1", goat="-5,0 0", servants="carriers", prepare=three_open)
    assert sizes(s, "servant_deck", "servant_cards") == [5, 1]

    def two_open(s: Dusk) -> None:
        opened(s, "Servants E", "Servants W")

    s = dusk(threat=True, top="Red 1", goat="-5,0 0", servants="carriers", prepare=two_open)
    assert sizes(s, "servant_deck", "servant_cards") == [3, 3]


def test_servants_pass_over_the_den() -> None:
    """TF-90 TF-123"""
    prepare = laid(servant_deck="Servants E", servant_at=f"1,-3 {FAR}", den="0")
    s = dusk(
        threat=True, servants="roaming", den="true", top="Red 1", goat="-5,0 0", prepare=prepare
    )
    assert where(s, "servant_at")[0] == "2,-3"
    assert value(s, "den") == 0
    assert goat(s).startswith("-4,0")
