"""The first game that teaches, played in the browser to its end."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import expect

from duskhall import Game, installed
from duskhall.engine.lessons import lesson_of
from tests.browser.conftest import Visit
from tests.browser.hall import NEXT, Hall, Visitor

LIT = re.compile("lantern-lit")
STEADY = 8
PATIENCE = 60  # seconds for a step, also where both cores are busy
# By game and step: what is pressed, and how often, before the lit button gives the answer asked for.
DIALS = {("the-faceless", "turn"): (".turner .btn >> nth=3", 3)}
# What a hasty person does, but only at this step: the next one may have come meanwhile.
WITHIN = f"""(key) => {{
  if (document.querySelector('.coach')?.dataset.step === key) ({NEXT})();
}}"""


def step_of(visitor: Visitor) -> str:
    note = visitor.page.query_selector(".coach")
    return "" if note is None else note.get_attribute("data-step") or ""


def learn(visitor: Visitor, key: str, is_read: bool) -> None:
    """Do what a step asks for: read on, or point at what is lit and press the lit button."""
    page = visitor.page
    deadline = time.monotonic() + PATIENCE
    if is_read:
        page.click(".coach-next")
    passed = 0  # looks in a row at which another step was there: while an answer is on its way,
    while passed < STEADY:  # the next one may show for a moment
        assert time.monotonic() < deadline, f"{key}: {visitor.where()}"
        if not is_read:
            page.evaluate(WITHIN, key)
        page.wait_for_timeout(25)
        passed = passed + 1 if step_of(visitor) not in ("", key) else 0


@pytest.mark.parametrize("game", installed(), ids=lambda game: game.name)
def test_a_lesson_is_played_to_its_end(visit: Visit, game: Game) -> None:
    lesson = lesson_of(game)
    assert lesson is not None
    visitor = visit()
    page = visitor.go("/")
    page.click(f".learn-row a[data-game={game.name}]")
    for step in lesson.steps:
        expect(page.locator(f".coach[data-step={step.key}]")).to_be_visible(timeout=PATIENCE * 1000)
        if step.show:  # the thing that is meant lies in the light
            expect(page.locator(".spotlight .ring")).to_have_count(1)
        if step is not lesson.steps[-1]:
            button, times = DIALS.get((game.name, step.key), ("", 0))
            for _ in range(times):
                page.click(button)
            learn(visitor, step.key, not step.answers or step.quick)
    page.click(".coach-next")
    expect(page.locator(".coach")).to_have_count(0)
    expect(page.locator(".ribbon .kicker")).to_be_visible()
    page.reload()  # it is an ordinary table from now on
    expect(page.locator(".ribbon .kicker")).to_be_visible()
    expect(page.locator(".coach")).to_have_count(0)


def test_a_first_game_says_why_and_the_rules_open_where_one_is(visit: Visit, hall: Hall) -> None:
    visitor = visit()
    page = visitor.go(hall.table("Ada", "bot").seats[0])
    expect(page.locator(".why-line")).to_contain_text("Challenge")
    rules = page.locator(".bar-tools a[href*='/rules/']").get_attribute("href") or ""
    page.click(".why-hide")
    expect(page.locator(".why-line")).to_have_count(0)
    page.goto(hall.table("Ada", "bot").seats[0])  # it is their second table
    expect(page.locator(".ribbon .kicker")).to_be_visible()
    expect(page.locator(".why-line")).to_have_count(0)

    page.goto(rules)
    expect(page.locator(".aim li")).to_have_count(3)
    expect(page.locator(".chapter").first).to_have_class("chapter now")
    expect(page.locator(".chapter[open]")).to_have_count(1)
    expect(page.locator("#DD-10")).to_be_visible()
    expect(page.locator("#DD-30")).to_be_hidden()
    page.fill(".rule-search", "dd-30")
    expect(page.locator("#DD-30")).to_be_visible()
    expect(page.locator("#DD-10")).to_have_count(0)
    page.fill(".rule-search", "")
    page.click("#chapter-combat-phase")
    expect(page.locator("#DD-30")).to_be_visible()


def test_sound_and_speed_are_kept_and_the_tab_shows_whose_turn_it_is(
    visit: Visit, hall: Hall
) -> None:
    phone = visit(has_touch=True, is_mobile=True)
    page = phone.go(hall.table("Ada", "bot").seats[0])
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", LIT)
    page.click(".menu-tool")
    page.click("text=Sound and speed")
    sound = page.locator("dialog input[type=checkbox]").first
    expect(sound).not_to_be_checked()  # as it is a phone
    sound.check()
    page.click("dialog label:has-text('At once')")
    page.reload()
    page.click(".menu-tool")
    page.click("text=Sound and speed")
    expect(page.locator("dialog input[type=checkbox]").first).to_be_checked()
    expect(page.locator("dialog input[value=at-once]")).to_be_checked()
    desk = visit()
    page = desk.go(hall.table("Ada", "Grace").seats[0])
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", LIT)
    page.click(".pick.legal >> nth=0")
    page.click(".pick.legal >> nth=0")
    page.click(".ribbon .btn.go")  # from now on Grace is waited for
    expect(page.locator("link[rel=icon]")).not_to_have_attribute("href", LIT)
