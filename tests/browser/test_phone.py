"""A phone of 390 by 844, the narrowest of 360, and one on its side: all is in view, and a finger hits it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from duskhall import game as game_named
from duskhall import installed
from tests.browser.checks import BOXES, check_fits_phones, resize
from tests.browser.conftest import Visit
from tests.browser.hall import NARROW, PHONE, Hall


def test_a_game_on_a_phone(visit: Visit) -> None:
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    page = visitor.go("/")
    expect(page.locator(".win").first).to_be_visible()
    expect(page.get_by_text("Choose the file of a record")).to_be_attached()
    expect(page.get_by_text("Drop a record")).to_have_count(0)  # a finger drops nothing
    check_fits_phones(page)
    page.locator("a.win").first.tap()
    expect(page.get_by_role("button", name="Sit down")).to_be_enabled()
    check_fits_phones(page)
    page.get_by_role("button", name="Sit down").tap()
    expect(page.locator(".hand .pick.legal")).to_have_count(9)
    check_fits_phones(page)
    for size in (NARROW, PHONE):
        resize(page, size)
        boxes = [card.bounding_box() for card in page.locator(".hand .pick").all()]
        assert all(box and 0 <= box["x"] <= size["width"] - box["width"] for box in boxes)
        assert all(box and box["y"] + box["height"] <= size["height"] - 58 for box in boxes)

    for tab in ("Log", "Talk", "Others", "Rules", "Table"):
        page.get_by_role("navigation").get_by_role("button", name=tab).tap()
        check_fits_phones(page)
    visitor.play_until(".market .pick.legal")
    check_fits_phones(page)
    visitor.play_until(".face-card")
    check_fits_phones(page)
    visitor.play()
    check_fits_phones(page)


GAMES = [game.name for game in installed()]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [(844, 390), (720, 450)], ids=["on its side", "enlarged twice"])
def test_a_low_window_has_the_hand_beside_the_board(
    visit: Visit, hall: Hall, game: str, size: tuple[int, int]
) -> None:
    wide, high = size
    visitor = visit(viewport={"width": wide, "height": high}, has_touch=True)
    bots = ["bot"] * (max(2, game_named(game).counts({})[0]) - 1)
    page = visitor.go(hall.table("Ada", *bots, game=game).seats[0])
    visitor.play_until(".ribbon:not(.wait)")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    board, tray, ribbon, nav, seats = page.evaluate(BOXES)
    assert board[3] <= high
    assert board[3] - board[1] > 0.9 * high
    assert board[2] <= seats[0]
    assert seats[3] <= tray[1]
    assert board[2] <= tray[0]
    assert tray[2] <= nav[0]
    assert tray[1] <= ribbon[1]
    assert ribbon[3] <= high
    page.locator(".pick.legal").first.tap()
    expect(page.locator(".pick.picked, .btn.go").first).to_be_visible()


def test_a_finger_is_told_once_how_to_read_a_card(visit: Visit, hall: Hall) -> None:
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    page = visitor.go(hall.table("Ada", "bot").seats[0])
    expect(page.locator(".hint")).to_contain_text("Hold a card")
    page.locator(".hint button").tap()
    expect(page.locator(".hint")).to_have_count(0)
    page.reload()
    expect(page.locator(".hand .pick.legal")).to_have_count(9)
    expect(page.locator(".hint")).to_have_count(0)


def test_going_back_closes_what_lies_over_the_table(visit: Visit, hall: Hall) -> None:
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    visitor.go("/")
    page = visitor.go(hall.table("Ada", "bot").seats[0])
    expect(page.locator(".hand .pick.legal")).to_have_count(9)
    tabs = page.get_by_role("navigation")
    tabs.get_by_role("button", name="Log").tap()
    tabs.get_by_role("button", name="Rules").tap()
    page.go_back()
    expect(page.locator(".table.tab-table .hand .pick.legal")).to_have_count(9)
    page.locator(".hand .pick").first.click(button="right")
    expect(page.locator(".scrim")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".scrim")).to_have_count(0)
    page.go_back()
    expect(page.locator(".win").first).to_be_visible()
