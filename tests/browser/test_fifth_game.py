"""A game without drawings of its own is played on the plain page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.checks import BOXES, check, check_fits, english_left
from tests.browser.conftest import Visit
from tests.browser.hall import DESK, PHONE, Hall, press_barred
from tests.fifth.hall import environment, sources_with_a_fifth_game

GAME = "last-candle"
HAND = ".plain-own .pick"


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    folder = tmp_path_factory.mktemp("fifth")
    opened = Hall(folder, environment(sources_with_a_fifth_game(folder)))
    opened.open()
    yield opened
    opened.close()


def test_from_its_window_to_its_end_and_its_replay(visit: Visit) -> None:
    visitor = visit()
    page = visitor.go("/")
    window = page.locator(f"a.win[data-game={GAME}]")
    expect(window).to_contain_text("Burn bright, and take the shelf.")
    expect(window.locator("img")).to_have_js_property("complete", True)
    window.click()
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(f"{HAND}.legal")).to_have_count(4)
    expect(page.locator(".bar-title")).to_contain_text("The Last Candle")
    visitor.play()
    expect(page.locator(".led").first).to_contain_text("candles taken")
    expect(page.locator(".lede")).to_contain_text("LC-05")
    expect(page.locator(".chart figcaption")).to_have_text("Wax")
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.locator(".deck")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(".plain-board")).to_contain_text("Burnt down")


def test_places_numbers_and_cards_are_shown_by_their_names(visit: Visit, hall: Hall) -> None:
    page = visit().go(hall.table("Ada", "Grace", game=GAME).seats[0])
    expect(page.locator(f"{HAND}.legal")).to_have_count(4)
    board = page.locator(".plain-board")
    expect(board.locator("h3", has_text="Shelf")).to_be_visible()
    expect(board.locator(".plain-area").first.locator("dl")).to_have_text("Round1")
    grace = board.locator(".plain-area", has_text="Grace")
    expect(grace).to_contain_text("Wax0")
    expect(grace.locator(".plain-back")).to_contain_text("4 cards, face-down")
    expect(grace.locator(".pick")).to_have_count(0)
    expect(page.locator(HAND).first).to_contain_text("Scent")


def test_a_card_is_marked_and_the_button_says_what_happens(visit: Visit, hall: Hall) -> None:
    page = visit().go(hall.table("Ada", "bot", game=GAME).seats[0])
    expect(page.locator(".ribbon")).to_contain_text("Which candle do you light?")
    card = page.locator(f"{HAND}.legal").nth(2)
    name = card.locator("b").inner_text()
    card.click()
    expect(page.locator(".ribbon p")).to_have_text(f"Light {name}")
    page.locator(f"{HAND}.legal").first.click()  # another instead of it
    expect(page.locator(f"{HAND}.picked")).to_have_count(1)
    page.locator(".ribbon").get_by_role("button", name="Light it").click()
    expect(page.locator(f"{HAND}.picked")).to_have_count(0)
    expect(page.locator(".log")).to_contain_text("Ada lit")


def test_why_a_card_cannot_be_chosen_is_told(visit: Visit, hall: Hall) -> None:
    page = visit().go(hall.table("Ada", "bot", game=GAME).seats[0])
    expect(page.locator(f"{HAND}.legal")).to_have_count(4)
    press_barred(page.locator(".plain-board .pick").first)
    expect(page.locator(".why")).to_contain_text("Light a candle of your hand.")


def test_a_sealed_answer_can_be_reopened(visit: Visit, hall: Hall) -> None:
    page = visit().go(hall.table("Ada", "Grace", game=GAME).seats[0])
    page.locator(f"{HAND}.legal").first.click()
    page.locator(".ribbon .go").click()
    expect(page.locator(".ribbon.wait")).to_contain_text("You have answered: Light")
    expect(page.locator(".ribbon.wait")).to_contain_text("Grace lights a candle.")
    expect(page.locator(".seat", has_text="Ada")).to_contain_text("sealed")
    page.get_by_role("button", name="Reopen").click()
    expect(page.locator(f"{HAND}.legal")).to_have_count(4)


def test_the_keyboard_alone_plays_a_round(visit: Visit, hall: Hall) -> None:
    page = visit().go(hall.table("Ada", "bot", game=GAME).seats[0])
    expect(page.locator(f"{HAND}.legal")).to_have_count(4)
    page.keyboard.press("1")
    expect(page.locator(f"{HAND}.picked")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press(" ")
    expect(page.locator(f"{HAND}.picked")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text("Ada lit")


def test_a_whole_game_in_japanese(visit: Visit, hall: Hall) -> None:
    visitor = visit(locale="ja")
    page = visitor.go(hall.table("エイダ", "グレース", game=GAME).seats[0])
    expect(page.locator(f"{HAND}.legal")).to_have_count(4)
    assert english_left(page.inner_text("body")) == []
    page.locator(f"{HAND}.legal").first.click()
    expect(page.locator(".ribbon .go")).to_contain_text("灯す")
    assert english_left(page.inner_text("body")) == []


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_it_is_accessible(visit: Visit, hall: Hall, viewport: dict[str, int]) -> None:
    visitor = visit(viewport=viewport)
    page = visitor.go(hall.table("Ada", "bot", "bot", game=GAME).seats[0])
    expect(page.locator(f"{HAND}.legal")).to_have_count(4)
    check(page, "plain table")
    page.locator(f"{HAND}.legal").first.click()
    check(page, "a card is marked")
    press_barred(page.locator(".plain-board .pick").first, "right")
    expect(page.locator(".plain-close")).to_be_visible()
    check(page, "a card is read")
    page.keyboard.press("Escape")
    visitor.play()
    check(page, "end")


def test_it_fits_a_phone(visit: Visit, hall: Hall) -> None:
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    page = visitor.go(hall.table("Ada", "bot", "bot", game=GAME).seats[0])
    expect(page.locator(f"{HAND}.legal")).to_have_count(4)
    check_fits(page)
    for tab in ("Log", "Others", "Rules", "Table"):
        page.get_by_role("navigation").get_by_role("button", name=tab).tap()
        check_fits(page)
    visitor.play()
    check_fits(page)


def test_a_low_window_has_the_hand_beside_the_board(visit: Visit, hall: Hall) -> None:
    visitor = visit(viewport={"width": 844, "height": 390}, has_touch=True)
    page = visitor.go(hall.table("Ada", "bot", game=GAME).seats[0])
    expect(page.locator(f"{HAND}.legal")).to_have_count(4)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    board, tray, ribbon, _, _ = page.evaluate(BOXES)
    assert board[2] <= tray[0]
    assert ribbon[3] <= 390
