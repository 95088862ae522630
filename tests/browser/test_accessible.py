"""axe-core finds nothing serious on any screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.checks import check
from tests.browser.conftest import Visit
from tests.browser.hall import DESK, PHONE, Hall, press_barred


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_every_screen(visit: Visit, hall: Hall, viewport: dict[str, int]) -> None:
    visitor = visit(viewport=viewport)
    page = visitor.go("/")
    expect(page.locator(".win").first).to_be_visible()
    check(page, "home")
    page.goto("/rules/dark-dealings#DD-33")
    expect(page.locator(".rule.at")).to_be_visible()
    check(page, "rules")
    hall.table("Ada", "open", public=True)
    page.goto("/lobby")
    expect(page.locator(".lobby li").first).to_be_visible()
    check(page, "lobby")
    page.goto("/nowhere")
    check(page, "lost")
    page.goto("/new/dark-dealings")
    page.get_by_label("Friends").check()
    page.locator("summary").click()
    check(page, "set-up")
    page.get_by_role("button", name="Set up the table").click()
    expect(page.locator("dialog")).to_be_visible()
    check(page, "invitation")

    links = hall.table("Ada", "bot", "bot")
    page.goto(links.seats[0])
    expect(page.locator(".hand .pick.legal").first).to_be_visible()
    check(page, "draft")
    page.keyboard.press("?")
    check(page, "keys")
    page.keyboard.press("Escape")
    visitor.play_until(".commit-call")
    check(page, "commit")
    visitor.play_until(".market .pick.legal")
    press_barred(page.locator(".holding .pick").first)
    expect(page.locator(".why")).to_be_visible()
    check(page, "market and why not")
    visitor.play_until(".face-card")
    check(page, "combat")
    if viewport == DESK:
        page.get_by_role("tab", name="Talk").click()
        check(page, "talk")
        page.get_by_role("tab", name="Rules").click()
        check(page, "rules beside the table")
    visitor.play()
    check(page, "end")
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.locator(".deck")).to_be_visible()
    check(page, "replay")
    page.get_by_role("button", name="Play on from here").click()
    check(page, "playing on")


def test_solo_and_hardcore(visit: Visit, hall: Hall) -> None:
    links = hall.table("Ada", options={"hardcore": True})
    visitor = visit()
    page = visitor.go(links.seats[0])
    expect(page.locator(".rows .pick.legal").first).to_be_visible()
    check(page, "rows")
    visitor.play()
    check(page, "end of solo")
