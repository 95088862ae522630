"""Before one commits, the page tells the whole price: what falls short, whom it touches, what it loses."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from duskhall.engine.moves import Move
from duskhall.engine.records import Record
from duskhall.engine.state import State
from duskhall.games.dark_dealings.box import FACING, FRONT, HALFLINGS, ROUND
from duskhall.games.dark_dealings.state import Siege
from duskhall.games.dont_turn_your_back.box import BB, SERVICES
from duskhall.games.dont_turn_your_back.state import Night
from duskhall.games.the_faceless.box import FACING as TURNED
from duskhall.games.the_faceless.box import RING
from duskhall.games.the_faceless.state import Dusk
from tests.browser.conftest import Visit
from tests.browser.hall import Hall
from tests.browser.moments import find, stand


def asked(s: State, step: str) -> bool:
    return s.waiting == [0] and type(s.agenda[-1]).__name__ == step


# Dark Dealings


def enough_alone(s: Siege) -> list[int]:
    """The defenses that make the hero fall by one strike, without turning another."""
    hero = s.facing(0)
    found: list[int] = []
    for card in s.places[FRONT]:
        if Move("strike", card) in s.legal_moves(0):
            after = s.clone()
            after.events = []
            after.play(0, Move("strike", card))
            totals = [event.value for event in after.events if event.kind == "strike"]
            if totals and totals[0] >= s.keep.armor[hero]:
                found.append(card)
    return found


def falls_only_once(s: State) -> bool:
    """DD-41 Halflings at the gate that one strike would make fall, and nothing a second time."""
    if not isinstance(s, Siege) or not asked(s, "Face"):
        return False
    if s.keep.hero_class[s.places[FACING][0]] != HALFLINGS or not enough_alone(s):
        return False
    card, seconds = enough_alone(s)[0], s.outlook()["seconds"]
    assert isinstance(seconds, list)
    return not any(card not in group for group in seconds)


def test_halflings_that_cannot_fall_twice_are_not_called_enough(hall: Hall, visit: Visit) -> None:
    """DD-41"""
    found = find("dark-dealings", 2, falls_only_once)
    ada = visit()
    page = ada.go(stand(hall, found, "Ada", "bot").seats[0])
    s = Record.loads(found[0]).replay(found[1])
    assert isinstance(s, Siege)
    page.locator(f'.dial-slot[data-card="{enough_alone(s)[0]}"]').click()
    expect(page.locator(".ribbon .warning")).to_contain_text("They have to fall twice")
    expect(page.locator(".term.total")).to_contain_text("once, never twice")
    expect(page.locator(".term.total.good")).to_have_count(0)
    expect(page.locator(".ribbon .btn.go")).to_have_count(0)
    expect(page.locator(".ribbon .then")).to_contain_text(re.compile("(urned|rashed): "))


def strikes_in_vain(s: Siege) -> list[int]:
    vain = s.outlook().get("vain")
    assert isinstance(vain, list)
    return [card for card in vain if Move("strike", card) in s.legal_moves(0)]


def test_where_the_table_reads_it_otherwise_the_page_says_so(hall: Hall, visit: Visit) -> None:
    """DD-34, TF-40: a strike that cannot win is named as such; the Entrance is not left out."""

    def wanted(s: State) -> bool:
        return asked(s, "Face") and isinstance(s, Siege) and bool(strikes_in_vain(s))

    found = find("dark-dealings", 2, wanted, vain_strikes=True)
    s = Record.loads(found[0]).replay(found[1])
    assert isinstance(s, Siege)
    ada = visit()
    page = ada.go(stand(hall, found, "Ada", "bot").seats[0])
    page.locator(f'.dial-slot[data-card="{strikes_in_vain(s)[0]}"]').click()
    expect(page.locator(".ribbon .warning")).to_contain_text("It cannot fall any more")
    expect(page.locator(".ribbon .btn.go")).to_have_count(0)

    def rope(s: State) -> bool:
        return asked(s, "MoveObstacle") and any(move.about[0] == 0 for move in s.legal_moves(0))

    found = find("the-faceless", 2, rope, entrance="moves")
    page = ada.go(stand(hall, found, "Ada", "Grace").seats[0])
    expect(page.locator(".ribbon")).to_contain_text("Choose an obstacle.")


def test_a_dial_tells_what_it_is_and_below_why_it_cannot_strike(hall: Hall, visit: Visit) -> None:
    """DD-33 DD-37"""

    def wanted(s: State) -> bool:
        if not isinstance(s, Siege) or not asked(s, "Face"):
            return False
        striking = {move.about[0] for move in s.legal_moves(0) if move.verb == "strike"}
        return bool(striking) and bool(set(s.places[FRONT]) - striking)

    ada = visit()
    page = ada.go(stand(hall, find("dark-dealings", 2, wanted), "Ada", "bot").seats[0])
    page.locator(".dial-slot.off").first.hover()
    note = page.locator(".why")
    expect(note.locator(".why-not")).to_have_count(1)
    assert any(word in note.locator("p").first.inner_text() for word in ("Spell", "Minion", "Trap"))


def test_heroes_to_come_show_armor_and_weaknesses(hall: Hall, visit: Visit) -> None:
    """DD-31 DD-33"""

    def wanted(s: State) -> bool:
        return asked(s, "Face") and isinstance(s, Siege) and len(s.places[FRONT]) > 1

    found = find("dark-dealings", 2, wanted)
    page = visit().go(stand(hall, found, "Ada", "bot").seats[0])
    facts = page.locator(".to-come .facts")
    expect(facts.first).to_be_visible()
    assert facts.first.locator("b").inner_text().strip().isdigit()
    assert facts.first.locator(".tyi").count() >= 1
    for width, height in ((1440, 900), (1024, 768), (768, 1024)):  # the hero at the gate is whole
        page.set_viewport_size({"width": width, "height": height})
        gate, queue = (page.locator(name).bounding_box() for name in (".foe .hero", ".to-come"))
        assert gate is not None
        assert queue is not None
        assert gate["y"] + gate["height"] <= queue["y"] + 1, (width, gate, queue)


# Don't Turn Your Back


def test_an_attack_without_a_target_says_so_before(hall: Hall, visit: Visit) -> None:
    """TB-25"""
    attack: list[int] = []

    def wanted(s: State) -> bool:
        if not isinstance(s, Night) or not asked(s, "PlaceCard"):
            return False
        idle = s.outlook()["idle"]
        assert isinstance(idle, list)
        attack[:] = [
            card
            for card in s.hand(0)
            if SERVICES[s.city.service[card]] in idle[0]
            and Move("place", card, BB) in s.legal_moves(0)
        ]
        return bool(attack)

    found = find("dont-turn-your-back", 2, wanted)
    page = visit().go(stand(hall, found, "Ada", "bot").seats[0])
    page.locator(f'.pick[data-card="{attack[0]}"]').click()
    district = page.locator('.pick[data-spot="bb"]')
    if "picked" not in (district.get_attribute("class") or ""):
        district.click()
    expect(page.locator(".ribbon .warning")).to_have_text("Its attack would touch nobody now.")


# The Faceless


def loses(s: Dusk) -> bool:
    """TF-42 Whether the Team is lost if the figure stays as it is."""
    after = s.clone()
    figure = after.agenda[-1].key()[1]
    place, facing = after.numbers[RING + figure], after.numbers[TURNED + figure]
    if place < 0:
        return False
    after.play(0, Move("put", place, facing))
    return not after.agenda and not after.waiting


def fatal(s: State) -> bool:
    return isinstance(s, Dusk) and asked(s, "PlaceFigure") and loses(s)


def test_a_walk_that_loses_is_red_says_why_and_asks_again(hall: Hall, visit: Visit) -> None:
    """TF-42 TF-66"""
    found = find("the-faceless", 2, fatal, seed=3)
    page = visit().go(stand(hall, found, "Ada", "Grace").seats[0])
    walk = page.locator(".ribbon .btn.go.danger")
    expect(walk).to_contain_text("Walk")
    expect(page.locator(".ribbon")).to_contain_text("the game would be lost")
    expect(page.locator(".aim-at.fatal").first).to_be_attached()
    walk.click()
    expect(walk).to_contain_text("Lose the game?")
    expect(page.locator(".fin")).to_have_count(0)
    walk.click()
    expect(page.locator(".fin")).to_be_visible()


def overlaps(one: Locator, two: Locator) -> bool:
    a, b = one.bounding_box(), two.bounding_box()
    assert a
    assert b
    wide = min(a["x"] + a["width"], b["x"] + b["width"]) - max(a["x"], b["x"])
    high = min(a["y"] + a["height"], b["y"] + b["height"]) - max(a["y"], b["y"])
    return wide > 0 and high > 0


def test_a_note_leaves_the_ribbon_free_and_says_that_it_speaks_of_a_threat(
    hall: Hall, visit: Visit
) -> None:
    """TF-50"""
    found = find("the-faceless", 2, lambda s: asked(s, "Act"))
    page = visit().go(stand(hall, found, "Ada", "Grace").seats[0])
    page.locator(".tray .pick[data-card]").first.hover()
    note = page.locator(".why")
    expect(note).to_contain_text("As a threat: ")
    assert not overlaps(note, page.locator(".ribbon"))


# The log


def test_a_fight_that_is_over_is_one_line_that_opens(hall: Hall, visit: Visit) -> None:
    """DD-34 DD-38"""

    def wanted(s: State) -> bool:
        return asked(s, "Face") and isinstance(s, Siege) and s.numbers[ROUND] > 3

    page = visit().go(stand(hall, find("dark-dealings", 2, wanted), "Ada", "bot").seats[0])
    fold = page.locator(".log .folded").last
    expect(fold).to_contain_text(re.compile("defeated|let in"))
    inside = page.locator(".log .within:visible")
    expect(inside).to_have_count(0)
    fold.locator(".unfold").click()
    expect(inside.first).to_contain_text("flipped")
