"""What one chooses from has room: cards keep their proportions, and nothing lies upon anything else."""

from __future__ import annotations

from functools import cache

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from duskhall.engine.state import State
from tests.browser.checks import resize
from tests.browser.conftest import Visit
from tests.browser.hall import DESK, PHONE, Hall
from tests.browser.moments import find, stand

SHORT: ViewportSize = {"width": 360, "height": 740}
LAPTOP: ViewportSize = {"width": 1024, "height": 768}
TABLET: ViewportSize = {"width": 768, "height": 1024}
SMALLEST: ViewportSize = {"width": 320, "height": 568}

# What of the defenses, names and all, is not within their board.
HIDDEN = """() => {
  const board = document.querySelector('.board').getBoundingClientRect();
  return [...document.querySelectorAll('.market :is(.dial-face, .dial-name)')].filter((e) => e.checkVisibility())
    .map((e) => [e, e.getBoundingClientRect()])
    .filter(([, box]) => box.top < board.top - 1 || box.bottom > board.bottom + 1)
    .map(([e, box]) => `${e.className} ${e.textContent.trim()}: ${Math.round(box.bottom - board.bottom)}`);
}"""
PROPORTIONS = """() => [...document.querySelectorAll('.hand .hero')].map((e) => e.getBoundingClientRect())
  .map(({ width, height }) => height / width)"""
# How far the cards in hand may be seen, and where what lies below them begins.
BELOW = """() => {
  const box = (what) => document.querySelector(what).getBoundingClientRect();
  const nav = box('.nav');
  return [box('.holding').bottom, nav.height ? nav.top : innerHeight];
}"""


@cache
def commit(players: int, held: int) -> tuple[str, int]:
    """A game in which the first seat is to commit two of so many heroes."""

    def wanted(s: State) -> bool:
        asked = repr(s.agenda[-1]) if s.agenda else ""
        if not asked.startswith("Commit") or 0 not in s.waiting:
            return False
        places = s.view(0)["places"]
        assert isinstance(places, dict)
        return len(places["hand.0"]) == held

    return find("dark-dealings", players, wanted)


def close_notes(page: Page) -> None:
    while page.locator(".hint .tool").count():
        page.locator(".hint .tool").first.click()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("held", [8, 6])
def test_heroes_and_the_defenses_they_are_for_are_in_view(
    visit: Visit, hall: Hall, players: int, held: int
) -> None:
    """With a hint and without one, nothing is cut, and the tabs below are never covered."""
    kinds = ["Ada", *["bot"] * (players - 1)]
    page = visit(has_touch=True).go(stand(hall, commit(players, held), *kinds).seats[0])
    expect(page.locator(".hand .pick.legal")).to_have_count(held)
    close_notes(page)
    for with_hint in (False, True):
        if with_hint:
            page.locator(".hint-tool").click()
            expect(page.locator(".hint-text")).to_be_visible()
        for size in (PHONE, SHORT, TABLET, LAPTOP, DESK, SMALLEST):
            resize(page, size)
            where = f"{size}, hint: {with_hint}"
            seen, below = page.evaluate(BELOW)
            assert seen <= below + 1, where
            if size["width"] <= 720:
                assert max(page.evaluate(PROPORTIONS)) < 1.6, where
            page.locator(".rep").evaluate("(e) => e.scrollTo(0, 0)")
            if size != SMALLEST:
                assert page.evaluate(HIDDEN) == [], where
            # On the smallest, each of them can be scrolled to.
            last = page.locator(".market .dial-face").last
            last.scroll_into_view_if_needed()
            box, board = last.bounding_box(), page.locator(".board").bounding_box()
            assert box
            assert board
            assert box["y"] + box["height"] <= board["y"] + board["height"] + 1, where
