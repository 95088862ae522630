"""A phone of 390 by 844, and the narrowest of 360: all is in view, and a finger hits it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.hall import PHONE

SMALL = """() => [...document.querySelectorAll('button, a.btn, .nav button, select, .tool')]
  .filter((e) => e.offsetParent && !e.closest('.log, .side-rules, .rule-list') && !e.matches('.sr'))
  .filter((e) => getComputedStyle(e).visibility === 'visible')
  .map((e) => e.matches('.seat-open, .district-name, .law-name')  // all of it opens
    ? e.closest('.seat, .district, .slip') : e)
  .map((e) => [e.textContent.trim().slice(0, 20) || e.className, e.getBoundingClientRect()])
  .filter(([, b]) => b.width && (b.height < 43.5 || b.width < 43.5))
  .map(([name, b]) => `${name}: ${Math.round(b.width)} x ${Math.round(b.height)}`)"""


def check_fits(page: Page) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"{page.url} is {wide} px too wide"
    assert page.evaluate(SMALL) == []


@pytest.mark.parametrize("width", [390, 360])
def test_a_game_on_a_phone(visit: Visit, width: int) -> None:
    visitor = visit(viewport={**PHONE, "width": width}, has_touch=True, is_mobile=True)
    page = visitor.go("/")
    expect(page.locator(".win").first).to_be_visible()
    check_fits(page)
    page.locator("a.win").first.tap()
    expect(page.get_by_role("button", name="Sit down")).to_be_enabled()
    check_fits(page)
    page.get_by_role("button", name="Sit down").tap()
    expect(page.locator(".hand .pick.legal")).to_have_count(9)
    check_fits(page)
    boxes = [card.bounding_box() for card in page.locator(".hand .pick").all()]
    assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
    assert all(box and box["y"] + box["height"] <= PHONE["height"] - 58 for box in boxes)

    for tab in ("Log", "Talk", "Others", "Rules", "Table"):
        page.get_by_role("navigation").get_by_role("button", name=tab).tap()
        check_fits(page)
    visitor.play_until(".market .pick.legal")
    check_fits(page)
    visitor.play_until(".face-card")
    check_fits(page)
    visitor.play()
    check_fits(page)
