"""A whole game without touching the mouse."""

from __future__ import annotations

import time

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit

# The digit of a lit card: the first one, or the last once something is chosen.
LIT = """() => {
  const all = [...document.querySelectorAll('.pick.legal, .pick.picked')].slice(0, 9);
  const lit = all.filter((card) => card.matches('.legal'));
  const chosen = document.querySelector('.pick.picked');
  return 1 + all.indexOf(chosen ? lit.at(-1) : lit[0]);
}"""


def focused(page: Page) -> str:
    return str(
        page.evaluate(
            "document.activeElement === document.body ? '' : document.activeElement.textContent"
        )
    )


def tab_to(page: Page, word: str) -> None:
    for _ in range(40):
        if word in focused(page):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key never came to '{word}'")


def test_a_whole_game_by_keyboard(visit: Visit) -> None:
    page = visit().go("/")
    expect(page.locator(".win").first).to_be_visible()
    tab_to(page, "Dark Dealings")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Sit down")).to_be_enabled()
    page.get_by_label("1", exact=True).focus()
    page.keyboard.press("Space")
    tab_to(page, "Sit down")
    page.keyboard.press("Enter")

    # The first pick with arrows and Enter, as one would explore it.
    expect(page.locator(".hand .pick.legal")).to_have_count(9)
    for _ in range(60):
        if page.evaluate("document.activeElement.matches('.hand .pick')"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".hand .pick.picked")).to_have_count(2)
    assert page.locator("[aria-pressed=true]").count() == 2
    page.keyboard.press("Enter")
    expect(page.locator(".hand .pick.legal")).to_have_count(7)

    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")

    deadline = time.monotonic() + 180
    presses = 0
    while not page.query_selector(".fin"):
        assert time.monotonic() < deadline, page.inner_text("body")[:800]
        presses += 1
        # What is chosen may never be enough, as against Halflings with one card that can strike.
        may_turn_away = presses % 10 == 0 and page.query_selector(".pick.picked")
        if page.query_selector(".table.waiting"):
            page.keyboard.press("F2")
        elif page.query_selector(".ribbon .go"):
            page.keyboard.press("Enter")
        elif page.query_selector(".pick.legal") and not may_turn_away:
            page.keyboard.press(str(page.evaluate(LIT)))
        else:
            if presses % 20 == 0:
                page.keyboard.press("Escape")  # what cannot be struck with is put back first
            page.keyboard.press("x")
        page.wait_for_timeout(30)
    expect(page.locator(".results .led")).to_have_count(2)


def test_why_not_is_told_to_the_keyboard_too(visit: Visit) -> None:
    visitor = visit()
    page = visitor.go("/new/dark-dealings")
    page.get_by_role("button", name="Sit down").click()
    visitor.play_until(".market .pick.legal")
    page.locator(".holding .pick").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".why")).to_contain_text("Take one of the defenses laid out.")
    expect(page.locator(".why a")).to_contain_text("DD-2")
    page.locator(".why a").click()
    expect(page.locator(".rule.at")).to_be_visible()


def test_the_live_region_says_what_the_log_says(visit: Visit) -> None:
    visitor = visit()
    page = visitor.go("/new/dark-dealings")
    page.get_by_role("button", name="Sit down").click()
    visitor.play_until(".commit-call")
    expect(page.locator("[aria-live=polite][role=log]")).to_contain_text("Defenses laid out")
    expect(page.locator("ol.log")).to_contain_text("Defenses laid out")
