"""Dark Dealings: what a card does is told, and why marked strikes cannot be sent."""

from __future__ import annotations

from playwright.sync_api import expect

from duskhall.engine.state import State
from duskhall.games.dark_dealings.box import THIEF
from duskhall.games.dark_dealings.state import Siege
from tests.browser.conftest import Visit
from tests.browser.hall import PHONE, Hall
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
