"""Whoever is quick loses nothing: what can be pressed stays where it is, and the last press counts."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visit
from tests.browser.hall import DESK, PHONE, Hall
from tests.server.playing import play_on, sit_down
from tests.server.upgrading import set_up_fixed

GAMES, TEXT = "**/api/games", "**/api/games/*/text/*"
# What there is to press, and where.
PLACES = """() => [...document.querySelectorAll('a, button, input, select, summary')].map((one) => {
  const { x, y } = one.getBoundingClientRect();
  return `${one.textContent} ${one.name ?? ''} ${one.value ?? ''}: ${Math.round(x)}, ${Math.round(y)}`;
})"""
# A few frames later, all that has arrived is drawn.
DRAWN = """async () => {
  for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
}"""


class Courier:
    """Keeps what a page asks for, until it is told to deliver."""

    def __init__(self, page: Page, wanted: str) -> None:
        self.page = page
        self.kept: list[Route] = []
        page.route(wanted, lambda route: self.kept.append(route))

    def wait(self) -> None:
        """Until something was asked for."""
        while not self.kept:
            self.page.evaluate(DRAWN)

    def deliver(self) -> None:
        while self.kept:
            with self.page.expect_event("requestfinished"):
                self.kept.pop(0).continue_()
        self.page.evaluate(DRAWN)


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize(
    ("path", "late", "whole"),
    [
        ("/", GAMES, ".floor"),
        ("/", "**/im-fell*.woff2", ".floor"),
        ("/rules/dark-dealings", GAMES, ".which"),
        ("/new/dark-dealings", GAMES, ".setup .go"),
        ("/new/dark-dealings", TEXT, ".setup .go"),
        ("/new/the-faceless", TEXT, ".setup .go"),
        ("/new/dont-turn-your-back", "**/im-fell*.woff2", ".setup .go"),
    ],
)
def test_what_can_be_pressed_stays_where_it_is(
    visit: Visit, viewport: dict[str, int], path: str, late: str, whole: str
) -> None:
    page = visit(viewport=viewport).page
    courier = Courier(page, late)
    page.goto(path, wait_until="commit")
    expect(page.locator(".top .brand")).to_be_visible()
    courier.wait()
    page.evaluate(DRAWN)
    early = page.evaluate(PLACES)
    courier.deliver()
    expect(page.locator(whole)).to_be_visible()
    assert set(early) <= set(page.evaluate(PLACES))


def test_letters_are_waited_for_but_not_for_ever(visit: Visit) -> None:
    for late in (False, True):
        page = visit().page
        page.clock.install()
        courier = Courier(page, "**/*.woff2")
        page.goto("/lobby", wait_until="domcontentloaded")
        courier.wait()
        assert page.locator(".top").count() == 0
        if late:
            page.clock.run_for(3000)
        else:
            courier.deliver()
        expect(page.locator(".top .brand")).to_be_visible()


def test_a_set_up_page_without_an_answer_says_so(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.route(TEXT, lambda route: route.abort())
    page.goto("/new/dark-dealings")
    expect(page.locator(".lost h1")).to_have_text("The hall cannot be reached. Are you offline?")
    page.unroute(TEXT)
    page.get_by_role("button", name="Try again").click()
    page.get_by_label("Friends").check()


def test_a_home_without_an_answer_leads_to_no_game(visit: Visit) -> None:
    page = visit().page
    page.route(GAMES, lambda route: route.abort())
    page.goto("/")
    expect(page.locator(".trouble")).to_be_visible()
    expect(page.get_by_role("button", name="Open a link")).to_be_visible()
    assert page.locator("a[href^='/new/']").count() == 0


def test_the_language_asked_for_last_is_spoken(visit: Visit) -> None:
    page = visit().go("/new/dark-dealings")
    about = page.locator(".about")
    expect(about).to_contain_text("You are an overlord")
    courier = Courier(page, "**/text/ja")
    page.get_by_role("button", name="日本語").click()
    courier.wait()
    page.locator(".lang").click()
    expect(page.locator(".setup legend").first).to_have_text("How do you want to play?")
    courier.deliver()
    expect(about).to_contain_text("You are an overlord")


def replay(hall: Hall) -> str:
    """A link to the third move of a game that is over."""
    made = set_up_fixed(hall.address, public=True)
    people = sit_down(hall.address, made)
    play_on(people, random.Random(1))
    for person in people:
        person.close()
    return f"/replay/{made['table']}?at=3&eyes=all"


def test_playing_on_is_offered_once_the_bots_are_known(visit: Visit, hall: Hall) -> None:
    page = visit().page
    courier = Courier(page, GAMES)
    page.goto(replay(hall))
    page.get_by_role("button", name="Play on from here").click()
    courier.wait()
    assert page.locator("dialog").count() == 0
    courier.deliver()
    page.get_by_role("button", name="Sit down here").click()
    expect(page.locator(".pick").first).to_be_visible()


def test_the_eyes_asked_for_last_are_looked_through_at_the_same_moment(
    visit: Visit, hall: Hall
) -> None:
    page = visit().go(replay(hall))
    moment = page.locator(".tline input")
    expect(moment).to_have_value("3")
    page.keyboard.press("ArrowRight")
    expect(moment).to_have_value("4")
    courier = Courier(page, "**/frames?eyes=0")
    page.get_by_role("radio", name="Ada").click()
    courier.wait()
    page.get_by_role("radio", name="A guest").click()
    guest = page.get_by_role("radio", name="A guest")
    expect(guest).to_be_checked()
    expect(moment).to_have_value("4")
    courier.deliver()
    expect(guest).to_be_checked()
