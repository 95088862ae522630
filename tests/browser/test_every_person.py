"""Fingers, keyboards and readers: a magnet is turned by touch and seen by all, focus is not lost, a loss is said."""

from __future__ import annotations

import math
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.hall import PHONE, Hall
from tests.browser.moments import asks, find, stand
from tests.browser.test_the_faceless import (
    ACT,
    PUT,
    drawn_angle,
    facing,
    middle,
    table_at,
    together,
)

CITY = find("dont-turn-your-back", 3, asks("PlaceCard", choices=6), after=30, seed=3)
SCROLL = "document.querySelector('.wood').scrollTop"


def swipe(
    page: Page, start: tuple[float, float], end: tuple[float, float], steps: int = 12
) -> None:
    """A finger, as the browser itself hears it: it may decide to scroll instead."""
    browser = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        browser.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    touch("touchStart", start)
    for step in range(1, steps + 1):
        part = step / steps
        touch("touchMove", tuple(a + (b - a) * part for a, b in zip(start, end, strict=True)))  # type: ignore[arg-type]
        page.wait_for_timeout(16)
    touch("touchEnd")
    browser.detach()


@pytest.mark.parametrize("size", [PHONE, {"width": 320, "height": 568}], ids=["phone", "smallest"])
def test_a_finger_drags_and_turns_a_magnet(visit: Visit, hall: Hall, size: dict[str, int]) -> None:
    """Chromium takes no touch-action from a circle: the drag died after 15 px, and the board scrolled."""
    page = visit(viewport=size, has_touch=True, is_mobile=True).go(
        stand(hall, PUT, "Ada", "bot").seats[0]
    )
    expect(page.locator(".spin")).to_be_visible()
    page.locator(".hint .tool").first.tap()
    before = page.evaluate(SCROLL)
    x, y = middle(page.locator(".spin-drag"))
    turn = math.radians(facing(page) + 100)
    goal = (x + 60 * math.cos(turn), y - 60 * math.sin(turn))
    swipe(page, middle(page.locator(".knob")), goal)
    wanted = math.degrees(math.atan2(y - goal[1], goal[0] - x)) % 360
    assert abs((facing(page) - wanted + 180) % 360 - 180) <= 2
    assert page.evaluate(SCROLL) == before
    lit = page.locator(".space-pick.legal").first
    swipe(page, middle(page.locator(".spin-drag")), middle(lit))
    expect(page.locator(".spots .picked")).to_have_count(1)
    assert page.evaluate(SCROLL) == before


def test_others_see_a_magnet_being_turned_and_a_suggestion_with_its_needle(
    visit: Visit, hall: Hall
) -> None:
    ada, grace = together(visit, hall, PUT)
    s, _ = table_at(hall, PUT, "Ada", "bot")
    figure = int(repr(s.agenda[-1]).strip(")").split(",")[1])
    turned = grace.page.locator(".stander .magnet").nth(figure)
    still = turned.get_attribute("style")
    ada.page.get_by_role("button", name="15 degrees counter-clockwise").click()
    ada.page.get_by_role("button", name="1 degree counter-clockwise").click()
    angle = drawn_angle(ada.page)
    expect(turned).not_to_have_attribute("style", still or "")
    expect(grace.page.locator(".team .needle")).to_have_attribute("data-angle", str(angle))
    expect(grace.page.locator(".proposal")).to_have_count(0)  # it is no advice
    # Put back, it is put back for all.
    ada.page.get_by_role("button", name="Put back").click()
    expect(grace.page.locator(".team .needle")).to_have_attribute(
        "data-angle", str(drawn_angle(ada.page))
    )

    grace.page.get_by_role("button", name="Suggest").click()
    grace.page.get_by_role("button", name="15 degrees clockwise").click()
    ghost = drawn_angle(grace.page)
    grace.page.locator(".ribbon .btn", has_text="Suggest:").click()
    expect(ada.page.locator(".ghost-at .figure")).to_be_visible()
    expect(ada.page.locator(".proposal")).to_have_count(1)
    expect(grace.page.locator(".ghost-needle")).to_have_attribute("data-angle", str(ghost))


def test_the_ends_of_the_needle_differ_by_shape(visit: Visit, hall: Hall) -> None:
    page = visit().go(stand(hall, ACT, "Ada", "bot").seats[0])
    needle = page.locator(".team .needle")
    expect(needle.locator("path.needle-head")).to_have_count(1)
    expect(needle.locator("circle.needle-ring")).to_have_count(1)
    # And the list of keys opens, though two of them do two things.
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys").locator("dt").all_inner_texts()
    assert len(keys) > 9


def test_pointing_has_a_tool(visit: Visit, hall: Hall) -> None:
    ada, grace = together(visit, hall, ACT)
    tool = grace.page.get_by_role("button", name="Point something out")
    tool.click()
    expect(tool).to_have_attribute("aria-pressed", "true")
    expect(grace.page.locator(".hint", has_text="everyone")).to_be_visible()
    grace.page.locator("[data-spot=s45]").click()
    expect(ada.page.locator(".pointer")).to_contain_text("Grace points at")
    expect(tool).to_have_attribute("aria-pressed", "false")
    alone = visit().go(stand(hall, ACT, "Ada", "bot").seats[0])
    expect(alone.locator(".actions")).to_be_visible()
    expect(alone.locator(".point-tool")).to_have_count(0)  # there is nobody to look


WHERE = """() => {
  const now = document.activeElement;
  return now === document.body || !now.checkVisibility() ? '' : now.className;
}"""


def test_focus_is_not_lost_after_a_card_and_the_ribbon_comes_before_the_log(
    visit: Visit, hall: Hall
) -> None:
    page = visit().go(stand(hall, CITY, "Ada", "bot", "bot").seats[0])
    expect(page.locator(".in-hand .pick.legal").first).to_be_visible()
    page.locator(".bar .brand").focus()
    seen: list[str] = []
    for _ in range(80):
        page.keyboard.press("Tab")
        seen.append(
            str(
                page.evaluate(
                    "document.activeElement.closest('.ribbon, .side, .in-hand')?.className"
                )
            )
        )
    first = {
        name: next(i for i, at in enumerate(seen) if name in at) for name in ("ribbon", "side")
    }
    assert first["ribbon"] < first["side"]
    # A card is placed with the keyboard alone: something near is focused when it is gone.
    page.locator(".in-hand [data-pick][tabindex='0']").focus()
    page.keyboard.press("1")
    page.locator(".district.may .district-name").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".ribbon .go")).to_be_visible()
    page.locator(".ribbon .go").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".ribbon.wait, .ribbon .kicker")).not_to_have_count(0)
    page.wait_for_function(f"() => ({WHERE})() !== ''")


def test_a_loss_is_said(visit: Visit, hall: Hall) -> None:
    visitor = visit()
    page = visitor.go(hall.table("Ada", "bot", game="the-faceless").seats[0])
    visitor.play()
    title = page.locator(".headline").inner_text()
    expect(page.locator(".fin [role=status]").first).to_contain_text(re.compile(re.escape(title)))
