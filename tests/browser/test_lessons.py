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
PATIENCE = 60  # seconds for a step, also where both cores are busy
# By game and step: what is pressed, and how often, before the lit button gives the answer asked for.
DIALS = {("the-faceless", "turn"): (".turner .btn >> nth=3", 3)}
# The steps that were ever seen, in their order.
STEPS = """() => {
  window.steps = [];
  new MutationObserver(() => {
    const step = document.querySelector('.coach')?.dataset.step;
    if (step && window.steps.at(-1) !== step) window.steps.push(step);
  }).observe(document, { subtree: true, childList: true, attributes: true });
}"""
# What a browser does with a notice, and someone who can look away.
NOTICES = """
  window.notices = [];
  window.Notification = class {
    static permission = 'default';
    static async requestPermission() { return (this.permission = 'granted'); }
    constructor(title, { body, tag }) { window.notices.push([title, body, tag]); }
    close() {}
  };
  Object.defineProperty(document, 'hidden', { get: () => !!window.away });
"""
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
    while step_of(visitor) in ("", key):
        assert time.monotonic() < deadline, f"{key}: {visitor.where()}"
        if not is_read:
            page.evaluate(WITHIN, key)
        page.wait_for_timeout(25)


@pytest.mark.parametrize("game", installed(), ids=lambda game: game.name)
def test_a_lesson_is_played_to_its_end(visit: Visit, game: Game) -> None:
    lesson = lesson_of(game)
    assert lesson is not None
    visitor = visit()
    page = visitor.go("/")
    page.click(f".learn-row a[data-game={game.name}]")
    page.evaluate(STEPS)
    for step in lesson.steps:
        expect(page.locator(f".coach[data-step={step.key}]")).to_be_visible(timeout=PATIENCE * 1000)
        if step.show:  # the thing that is meant lies in the light
            expect(page.locator(".spotlight .ring")).to_have_count(1)
        if step is not lesson.steps[-1]:
            button, times = DIALS.get((game.name, step.key), ("", 0))
            for _ in range(times):
                page.click(button)
            learn(visitor, step.key, not step.answers or step.quick)
    # None shows for a moment before its time, as while an answer is on its way.
    assert page.evaluate("window.steps") == [step.key for step in lesson.steps]
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


def test_who_looks_away_is_called_when_it_is_their_turn(visit: Visit, hall: Hall) -> None:
    links = hall.table("Ada", "Grace")
    ada, grace = visit(), visit()
    ada.context.add_init_script(NOTICES)
    page = ada.go(links.seats[0])
    page.click(".menu-tool")
    page.click("text=Sound and speed")
    page.locator("dialog input[type=checkbox]").nth(1).check()
    page.keyboard.press("Escape")

    def pick(visitor: Visitor, hand: int) -> None:
        visitor.page.wait_for_selector(f".hand .pick.legal >> nth={hand - 1}")
        for count in (1, 2):
            visitor.page.click(".pick.legal:not(.picked) >> nth=0")
            expect(visitor.page.locator(".hand .pick.picked")).to_have_count(count)
        visitor.page.click(".ribbon .btn.go")

    grace.go(links.seats[1])
    pick(ada, 9)
    pick(grace, 9)
    expect(page.locator(".hand .pick.legal")).to_have_count(7)  # it is her turn, and she saw it
    assert page.evaluate("window.notices") == []
    pick(ada, 7)
    page.evaluate("window.away = true")
    pick(grace, 7)
    page.wait_for_function("() => window.notices.length")
    notice = ["Dark Dealings", "It is your move.", f"duskhall {links.table}"]
    assert page.evaluate("window.notices") == [notice]
