"""Don't Turn Your Back in a browser: whole games, and every way to point at a move."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, expect

import duskhall
from duskhall.bots import make_bot
from duskhall.engine.state import State
from duskhall.games.dont_turn_your_back.state import Night
from tests.browser.checks import check, check_fits, check_fits_phones, english_left, resize, results
from tests.browser.conftest import Visit
from tests.browser.hall import DESK, NARROW, PHONE, Hall, press_barred
from tests.browser.moments import asks, find, stand
from tests.browser.test_keyboard import LIT
from tests.browser.test_replay import DROP

GAME = "dont-turn-your-back"
SMALL = {"width": 1024, "height": 700}  # less to paint
CARD = ".held-card.legal"
SPOT = ".pick.legal[data-spot]"
ROW = ".from-row .row-card.legal"


# Words of cards on the board that are broken in two.
BROKEN = """() => [...document.querySelectorAll('.mini-name')].filter((e) => e.clientWidth).flatMap((e) => {
  const text = document.createTreeWalker(e, NodeFilter.SHOW_TEXT).nextNode();
  return [...text.data.matchAll(/\\S+/g)].filter(({ index, 0: word }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1;
  }).map(([word]) => word);
})"""

READ = """() => [...document.querySelectorAll('.mini-name')]
  .filter((e) => e.clientWidth && /Sleepwalker|Lamplighter|Pawnbroker/.test(e.textContent)).length"""


def check_inside(page: Page, selector: str) -> None:
    """Every one of these is in view, and none is cut off."""
    width, height = page.evaluate("[innerWidth, innerHeight]")
    for element in page.locator(selector).all():
        box = element.bounding_box()
        assert box
        assert 0 <= box["x"] <= width - box["width"]
        assert 0 <= box["y"] <= height - box["height"]


def test_two_people_play_a_whole_game(visit: Visit, hall: Hall) -> None:
    links = hall.table("Ada", "Grace", game=GAME)
    ada, grace = visit(viewport=SMALL), visit(viewport=SMALL)
    for visitor, link in ((ada, links.seats[0]), (grace, links.seats[1])):
        visitor.go(link)
        expect(visitor.page.locator(".held-card")).to_have_count(4)
        expect(visitor.page.locator(".row-card")).to_have_count(6)
        expect(visitor.page.locator(".space")).to_have_count(14)

    # A card, a district, and the other sees it there; whose turn it is cannot be missed.
    first, second = (ada, grace) if ada.page.query_selector(CARD) else (grace, ada)
    expect(second.page.locator(".ribbon.wait")).to_contain_text("is placing a card")
    first.page.locator(CARD).first.click()
    if not first.page.query_selector(".pick.picked[data-spot]"):
        first.page.locator(SPOT).first.click()
    expect(first.page.locator(".ghost")).to_be_visible()
    first.page.locator(".ribbon .go").click()
    expect(second.page.locator(".in-city")).to_have_count(1)
    expect(second.page.locator(".held-card")).to_have_count(4)

    for visitor in (ada, grace):
        visitor.hurry()
    for visitor in (ada, grace):
        visitor.page.wait_for_selector(".fin", timeout=90_000)
        visitor.rest()
    assert results(ada.page) == results(grace.page)
    for line in ada.page.locator(".reckoning").all():
        play, bonus, total = [
            int(line.locator(f".{part} b").nth(i).inner_text())
            for part, i in (("sum-part", 0), ("sum-part", 1), ("sum-total", 0))
        ]
        assert play + bonus == total
        chips = [int(chip.inner_text()) for chip in line.locator(".worth b").all()]
        assert sum(chips) == bonus


def test_a_game_on_a_phone_against_three_bots(visit: Visit) -> None:
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    page = visitor.go("/")
    page.locator(f"a.win[data-game={GAME}]").tap()
    page.locator("input[name=opponents][value='3']").check()
    check_fits_phones(page)
    page.get_by_role("button", name="Sit down").tap()
    expect(page.locator(CARD).first).to_be_visible(timeout=20_000)
    for size in (NARROW, PHONE):
        resize(page, size)
        check_fits(page)
        check_inside(page, ".space, .held-card, .law")

    page.locator(CARD).first.tap()
    if page.query_selector(SPOT):
        page.locator(SPOT).first.tap()
    page.locator(".ribbon .go").tap()
    visitor.play_until(ROW)
    for size in (NARROW, PHONE):
        resize(page, size)
        check_fits(page)
        check_inside(page, ".row-card")
    page.get_by_role("button", name="Look at your row and piles").tap()
    expect(page.locator(".look .laid-card").first).to_be_visible()
    page.get_by_role("button", name="Close").tap()
    for tab in ("Others", "Log", "Rules", "Table"):
        page.get_by_role("navigation").get_by_role("button", name=tab).tap()
        check_fits_phones(page)
    visitor.play(120)
    expect(page.locator(".reckoning")).to_have_count(4)
    check_fits_phones(page)


def test_a_card_is_dragged_to_a_district(visit: Visit, hall: Hall) -> None:
    page = visit().go(stand(hall, find(GAME, 3, asks("PlaceCard")), "Ada", "bot", "bot").seats[0])
    page.locator(CARD).first.hover()
    page.mouse.down()
    page.mouse.move(600, 500, steps=4)
    lit = page.locator(SPOT).first
    expect(lit).to_be_attached()
    name = lit.get_attribute("data-spot")
    before = page.locator(f".d-{name} .in-city").count()
    area = page.locator(f".d-{name}").bounding_box()
    assert area
    page.mouse.move(area["x"] + 40, area["y"] + area["height"] - 20, steps=4)
    page.mouse.up()
    page.wait_for_function(
        "([spot, n]) => document.querySelectorAll(`.d-${spot} .in-city`).length > n",
        arg=[name, before],
    )


def test_why_not_is_told_of_districts_and_cards(visit: Visit, hall: Hall) -> None:
    page = visit().go(stand(hall, find(GAME, 3, asks("PlaceCard")), "Ada", "bot", "bot").seats[0])
    page.locator(CARD).first.click()
    press_barred(page.locator(".pick.off[data-spot]").first)
    expect(page.locator(".why")).to_contain_text("cannot be placed in")
    expect(page.locator(".why a")).to_contain_text("TB-20")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")

    # Nothing is marked: a district and a card are only read.
    page.locator(".district-name").first.click()
    expect(page.locator(".explained")).to_contain_text("the law says what it earns")
    page.keyboard.press("Escape")
    page.locator(".row-card").first.click()
    expect(page.locator(".explained.with-card")).to_be_visible()

    dear = stand(hall, find(GAME, 2, asks("Buy")), "Ada", "bot").seats[0]
    page.goto(dear)
    press_barred(page.locator(".row-card.off").first)
    expect(page.locator(".why")).to_contain_text("to spend")


def test_an_attack_lights_its_targets(visit: Visit, hall: Hall) -> None:
    def guarded(s: State) -> bool:
        return asks("Oust")(s) and isinstance(s, Night) and any(map(s.is_protected, (1, 2, 3)))

    page = visit().go(
        stand(hall, find(GAME, 4, guarded, seed=1492), "Ada", "bot", "bot", "bot").seats[0]
    )
    expect(page.locator(".seat .safe").first).to_be_visible()
    expect(page.get_by_role("button", name="Leave them be")).to_be_visible()
    page.locator(".in-city.legal").first.click()
    expect(page.locator(".ribbon")).to_contain_text("takes its space")
    expect(page.locator(".reach")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text("ousted")


def test_a_whole_game_by_keyboard(visit: Visit, hall: Hall) -> None:
    found = find(GAME, 2, asks("PlaceCard"), after=40)
    page = visit().go(stand(hall, found, "Ada", "bot").seats[0])
    expect(page.locator(CARD).first).to_be_visible()

    # As one would explore it: to the hand, a card, up to the city, a district, and down it goes.
    page.locator(CARD).first.focus()
    page.keyboard.press("Space")
    expect(page.locator(".held-card.picked")).to_have_count(1)
    lit = page.locator(".district-name.legal, .district-name.picked").first
    lit.focus()
    if page.query_selector(SPOT):
        page.keyboard.press("Space")
    expect(page.locator(".district-name.picked")).to_have_count(1)
    log = page.locator(".log li").count()
    page.keyboard.press("Enter")
    expect(page.locator(".log li").nth(log)).to_be_attached()

    deadline = time.monotonic() + 90
    while not page.query_selector(".fin"):
        assert time.monotonic() < deadline, page.inner_text("body")[:800]
        if page.query_selector(".table.waiting"):
            page.keyboard.press("F2")
        elif page.query_selector(".ribbon .go"):
            page.keyboard.press("Enter")
        elif page.query_selector(SPOT):
            page.keyboard.press("1")  # what is lit on the board comes before the hand
        elif page.query_selector(".pick.legal"):
            page.keyboard.press(str(page.evaluate(LIT)))
        else:
            page.keyboard.press("x")
        page.wait_for_timeout(20)
    expect(page.locator(".reckoning")).to_have_count(2)


def test_japanese_from_home_to_the_end(visit: Visit, hall: Hall) -> None:
    visitor = visit(locale="ja")
    page = visitor.go(f"/new/{GAME}")
    expect(page.locator(".about")).to_contain_text("ナイトメア")
    page.locator("summary").click()
    assert english_left(page.inner_text("body")) == []
    for step in ("PlaceCard", "Buy", "Oust", "Encase"):
        links = stand(hall, find(GAME, 2, asks(step), after=30), "マーラ", "bot", language="ja")
        page.goto(links.seats[0])
        expect(page.locator(".ribbon .kicker")).to_contain_text("あなたの番")
        page.locator(".pick.legal").first.click()
        texts = [page.inner_text(part) for part in (".board", ".tray", ".bar", ".side")]
        assert english_left("\n".join(texts)) == []
    visitor.play(90)
    assert english_left(page.inner_text(".results")) == []
    page.goto(f"/rules/{GAME}")
    expect(page.locator(".rule").first).to_be_visible()
    assert english_left(page.inner_text("main")) == []


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_every_screen_is_accessible(visit: Visit, hall: Hall, viewport: dict[str, int]) -> None:
    visitor = visit(viewport=viewport)
    page = visitor.go(f"/rules/{GAME}#TB-33")
    expect(page.locator(".rule.at")).to_be_visible()
    check(page, "rules")
    page.goto(
        stand(hall, find(GAME, 4, asks("Oust", 0, 3), seed=95), "Ada", "bot", "bot", "bot").seats[0]
    )
    expect(page.locator(".in-city.legal").first).to_be_visible()
    check(page, "attack")
    page.goto(stand(hall, find(GAME, 2, asks("Encase", 0, 4)), "Ada", "bot").seats[0])
    expect(page.locator(".is-discard")).to_be_visible()
    check(page, "encasing")
    page.goto(stand(hall, find(GAME, 2, asks("Buy"), after=25), "Ada", "bot").seats[0])
    expect(page.locator(ROW).first).to_be_visible()
    check(page, "acquiring")
    page.locator(".seat-open").first.click()
    expect(page.locator(".look .laid-card").first).to_be_visible()
    check(page, "row and piles")
    page.locator(".look .laid-card").first.click()
    expect(page.locator(".explained")).to_be_visible()
    check(page, "a card held close")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    visitor.play_until(".table:not(.waiting) .held-card.legal")
    page.locator(CARD).first.click()
    check(page, "placing")
    visitor.play()
    check(page, "end")
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.locator(".deck")).to_be_visible()
    page.keyboard.press("ArrowRight")
    check(page, "replay")


def test_a_spectator_sees_no_hand(visit: Visit, hall: Hall) -> None:
    links = hall.table("Ada", "Grace", game=GAME)
    page = visit().go(links.spectator)
    expect(page.locator(".space")).to_have_count(14)
    expect(page.locator(".held-card")).to_have_count(0)
    page.locator(".seat-open").first.click()
    expect(page.locator(".look .laid-card")).to_have_count(6)


def test_names_on_the_board_break_between_words(visit: Visit) -> None:
    """Where a card has just the room for its name."""
    game = duskhall.game(GAME)
    table, bot = duskhall.new_table(game, 4, seed=3), make_bot("random", game, 1)
    while table.state.waiting:
        seat = table.state.waiting[0]
        table.play(seat, bot.answer(table.state, seat, len(table.record.moves)))
    page = visit().go("/")
    expect(page.locator(".win").first).to_be_visible()
    page.evaluate(DROP, table.record.dumps())
    page.locator(".tline input").press("End")
    for _ in range(40):  # back to a moment at which one of the longest can be read
        if page.evaluate(READ):
            break
        page.keyboard.press("ArrowLeft")
    for wide in range(1380, 1470, 10):
        resize(page, {"width": wide, "height": 900})
        assert page.evaluate(BROKEN) == [], wide
    assert page.evaluate(READ)
