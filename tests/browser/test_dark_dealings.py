"""Dark Dealings: what a card does is told, and why marked strikes cannot be sent."""

from __future__ import annotations

from playwright.sync_api import ViewportSize, expect

import duskhall
from duskhall.engine.state import State
from duskhall.games.dark_dealings.box import THIEF
from duskhall.games.dark_dealings.state import Siege
from tests.browser.conftest import Visit
from tests.browser.hall import DESK, PHONE, Hall
from tests.browser.moments import asks, find, stand

GAME = "dark-dealings"


def test_a_card_is_told_of_when_one_lingers(visit: Visit, hall: Hall) -> None:
    page = visit().go(hall.table("Ada", "bot").seats[0])
    hero = page.locator(".hand .pick.legal").first
    expect(hero.locator(".hero-ab")).to_be_visible()
    hero.hover()
    expect(page.locator(".why")).to_contain_text(hero.locator(".hero-ab b").inner_text())
    expect(page.locator(".why a")).to_contain_text("DD-4")


def test_too_many_strikes_for_a_thief_say_so_and_are_cleared_on_a_phone(
    visit: Visit, hall: Hall
) -> None:
    """DD-40"""
    many = asks("Face", choices=6)

    def wanted(s: State) -> bool:
        assert isinstance(s, Siege)
        return many(s) and s.keep.hero_class[s.facing(0)] == THIEF

    found = find(GAME, 2, wanted, seed=1)
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True).go(
        stand(hall, found, "Ada", "bot").seats[0]
    )
    ribbon = page.locator(".ribbon")
    while not ribbon.get_by_text("must be met exactly").count():
        page.locator(".dials .pick.legal").first.tap()
    expect(ribbon.locator(".go")).to_have_count(0)
    ribbon.get_by_role("button", name="Clear").tap()
    expect(page.locator(".pick.picked")).to_have_count(0)


# By how much the lowest line of a hero's card lies below the card, in pixels.
BELOW = """(cards) => cards.map((card) => Math.round(
  card.querySelector('.hero-vul').getBoundingClientRect().bottom - card.getBoundingClientRect().bottom))"""


def test_a_name_of_two_lines_fits_its_card(visit: Visit, hall: Hall) -> None:
    names = duskhall.game(GAME).catalogue()

    def wanted(s: State) -> bool:
        places = s.view(2)["places"]
        assert isinstance(places, dict)
        hand = [names.card(s.box, card, "en") for card in places["hand.2"]]
        return len(hand) == 9 and s.waiting == [2] and "Aunt Marl's Nephews" in hand

    found = find(GAME, 3, wanted, after=1)  # a table that stands at the deal is dealt anew
    page = visit().go(stand(hall, found, "bot", "bot", "Ada").seats[2])
    name = page.locator(".hand .hero-name", has_text="Nephews")
    expect(name).to_be_visible()
    box = name.bounding_box()
    assert box
    assert box["height"] > 24  # two lines
    below = page.locator(".hand .hero").evaluate_all(BELOW)
    assert max(below) <= 0


# How much room a ribbon leaves beside the number of its hero's Challenge, and over how many lines that goes.
ROOM = """(ribbons) => ribbons.filter((e) => e.offsetParent).map((e) => {
  const number = document.createRange();
  number.selectNodeContents(e.querySelector('b').firstChild);
  const { width } = number.getBoundingClientRect();
  return [e.getBoundingClientRect().width - width, number.getClientRects().length];
})"""


def test_a_challenge_of_two_digits_fits_the_ribbon_of_a_small_hero(
    visit: Visit, hall: Hall
) -> None:
    """DD-21"""
    found = find(GAME, 2, asks("Face"), seed=4)
    page = visit().go(stand(hall, found, "Ada", "bot").seats[0])
    ribbons = page.locator(".to-come .hero-cv")
    lying, standing = ViewportSize(width=1024, height=768), ViewportSize(width=768, height=1024)
    for size in (DESK, lying, standing, PHONE):
        page.set_viewport_size(size)
        expect(ribbons.first).to_be_visible()
        told = ribbons.evaluate_all(ROOM)
        assert len(told) > 3
        assert all(room >= 2 and lines == 1 for room, lines in told), (size, told)
